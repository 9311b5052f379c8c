"""A passage and a number in it go in; what the words round it say of the number comes out.

That it is won, paid or drawn, so no count of what the box holds; that it is the total; that each player begins with it.
"""

import re

from generator.check.prose.phrases import Phrase
from generator.model.numerals import NUMBER

_REGULAR = (
    "aim|answer|bank|beat|bid|borrow|build|buy|capture|cash|collect|complete|conquer|cost|cross|demand|discard|"
    "draw(?!n?[ -](?:pile|deck|stack))|drop|earn|exchange|exceed|finish|flip|gain|gather|guess|hit|"
    "last|lose|move|name|need|offer|owe|pass|pay|play(?!ers?|ing)|reach|redeem|repeat|require|reveal|roll|save|score|sell|"
    "solve|spend|steal|survive|swap|throw|toss|trade|try|turn|visit|wager|wait|want|win(?:n(?=ing))?|worth"
)
_IRREGULAR = (
    "bought|built|drew|gave|got|get|gets|getting|goal|lost|losing|paid|sold|scoring|spent|stole|stolen|threw|thrown|"
    "takes|taken|took|hold|holds|held|holding|keeps?|kept|gives?|given|brings?|brought|carry|carries|carried|having|"
    "(?:he|she|they|you|anyone|everyone|nobody|one|players?|someone) (?:has|have|had)|"
    "used|using|use|uses|won|wins|playing|it takes|more than|less than|fewer than|up to|at least|at most"
)
# what is done with so many, or how far it goes: such a number is no count of what is in the box
_DONE = re.compile(rf"\b(?:(?:{_REGULAR})(?:e?s|e?d|e?n|ing|ning)?|{_IRREGULAR})\b", re.IGNORECASE)
# what is said of a time that comes or not
_SUPPOSED = re.compile(
    r"\b(?:after|another|as soon as|before|by|can|cannot|could|first|if|imagine|in case|may|might|never|no|not|once|"
    r"over|should|suppose|till|unless|until|when|whenever|where|while|whoever|who|will|would)\b",
    re.IGNORECASE,
)
# that so many are there
_IS = r"(?:there[ ](?:are|were)|(?:box|deck|game|kit|pack|pile|set|stack|supply|bag|which|it)[ ](?:has|holds|contains))"
_THERE = re.compile(rf"\b{_IS}(?:[ ](?:always|exactly|only|just|the))*\s*$", re.IGNORECASE)
_ALL = re.compile(r"(?<!\b(?:in|at) )\ball(?:[ ](?:of[ ])?(?:the|these|those))?\s*$", re.IGNORECASE)
_SUM = re.compile(r"\s*,?\s*(?:in all|in total|altogether|all told)\b", re.IGNORECASE)
_BOX = re.compile(r"\s*,?\s*(?:in all |in total )?(?:in|with|to) (?:the|this) (?:box|game|kit|set)\b", re.IGNORECASE)
_IN_BOX = re.compile(r"\b(?:in|with) (?:the|this) (?:box|game|kit|set),? (?:there )?(?:are|come)\s*$", re.IGNORECASE)
_OWNS = re.compile(
    r"\b(?:(?:box|game|kit) (?:has|holds|contains|includes|comes with|consists of)|(?:made up|consists?) of)"
    r"(?: (?:exactly|just|only))?\s*$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\s*(?:the )?$", re.IGNORECASE)
# what makes of all there are some of them
_SOME = re.compile(
    r"\b(?:each|every|per|apiece|players?|you|your|yours|their|they|his|her|hers|him|our|own|one|other|others|different|"
    r"left|right|remain(?:s|ing)?|rest|face|hand|table|row|column|line|side|round|turn|here|now|then|these|those|"
    r"same|such|kinds?|sorts?|types?|more|extra|expansion|version|variant|short|beginners?)\b",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"[^.,;:!?()|]*\b(?:that|who|whose|with|without|from|for|marked|showing|at|on|under|beside|between|among|"
    r"of(?! which))\b",
    re.IGNORECASE,
)
_HALT = re.compile(r"[.;:!?()|]")
_LIST = re.compile(rf",(?! ?(?:(?:and|or|plus) )?(?:$|(?:an?|the|one|{NUMBER}) ))", re.IGNORECASE)
_DEALT = re.compile(
    r"\b(?P<who>each|every)\s+(?:player|one|of\s+(?:you|the\s+players))\s+(?:also\s+)?"
    r"(?P<verb>takes|gets|receives|(?:starts|begins)(?:\s+the\s+game)?\s+with)\s+"
    r"(?:[^.;:!?()|]{0,60}?(?:,|\band)\s+)?(?:exactly\s+|the\s+|their\s+|his\s+or\s+her\s+)*$",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:after|again|another|back|discards?|draws?|for|from|if|later|may|more|next|other|per|phase|rounds?|second|then|"
    r"turns?|until|when|whenever|winner|with (?:two|three|four|five|six|\d+) players)\b",
    re.IGNORECASE,
)
_HINT = re.compile(
    rf"\b(?:all|altogether|total|box|game|kit|set|consists?|made up|each|every)\b|{_IN_BOX.pattern}", re.IGNORECASE
)
_NEAR = 120


def hints(text: str, phrase: Phrase) -> bool:
    """Return whether a smaller number may be a total, or what each player begins with: too often sooner than not."""
    return bool(_HINT.search(text, max(0, phrase.at - _NEAR), phrase.end + _NEAR))


def passed(text: str, phrase: Phrase) -> bool:
    """Return whether the words round a number say that it is none of what there is: won, paid, drawn, or supposed."""
    before, after = _sentence(text, phrase)
    if _ALL.search(before):
        return False
    clause = _LIST.split(before)[-1]
    if _THERE.search(clause):
        return bool(_SUPPOSED.search(clause))
    return bool(_DONE.search(clause) or _SUPPOSED.search(before) or _DONE.search(after) or _SUPPOSED.search(after))


def whole(text: str, phrase: Phrase) -> bool:
    """Return whether the words round a number say that it is the number of all there are."""
    before, after = _sentence(text, phrase)
    if any(said.search(part) for said in (_SOME, _DONE, _SUPPOSED) for part in (before, after)):
        return False
    if _WHICH.match(_BOX.sub("", _SUM.sub("", after))):
        return False
    if _ALL.search(before) or _OWNS.search(before) or _IN_BOX.search(before):
        return True
    return bool((_THERE.search(before) or _BEGINS.match(before)) and (_SUM.match(after) or _BOX.match(after)))


def dealt(text: str, phrase: Phrase, setup: bool) -> bool:
    """Return whether a number is what each player is given before the first turn; `setup` where the heading says so."""
    before, after = _sentence(text, phrase)
    found = _DEALT.search(before)
    if not found or _LATER.search(before) or _LATER.search(after):
        return False
    return setup or found["verb"].lower().endswith("with")


def _sentence(text: str, phrase: Phrase) -> tuple[str, str]:
    """Return what stands before and after a number and its name in their sentence, with one blank between words."""
    start = max((found.end() for found in _HALT.finditer(text, 0, phrase.at)), default=0)
    stop = _HALT.search(text, phrase.end)
    parts = text[start : phrase.at], text[phrase.end : stop.start() if stop else len(text)]
    before, after = (re.sub(r"\s+", " ", part) for part in parts)
    return before, after
