"""A passage of rules and the names of parts go in; each number of things in it comes out, with what it is a number of.

A number, up to two adjectives and a name: `two red hand cards`. In a list of contents also `Hand cards: 24`, and the
row of a table with the name in one cell and the number in another.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.nouns import Noun, Nouns
from generator.check.prose.passages import BLOT, Passage
from generator.language.number_words import BEGINNING, NUMBER, number

_NUMBER = re.compile(
    rf"(?<![\w{BLOT}.,:;/\\+\-\u2013\u2014\u2212\u00d7#@$\u20ac\u00a3'\u2019])(?:{NUMBER})(?=\s)", re.IGNORECASE
)
_BEGINNING = re.compile(BEGINNING)
_FIRST = re.compile(rf"\s*(?P<number>{NUMBER}|one|an?)(?:\s*[x\u00d7])?(?=\s)", re.IGNORECASE)
_HOLDER = re.compile(r"\s*(?:an?|one|1) (?:\w+ )?(?:bag|box|deck|heap|pack|pile|set|stack) of(?=\s)", re.IGNORECASE)
_NAMED = re.compile(
    r"\s*(?P<noun>[^\W\d_]+(?:[ -][^\W\d_]+){0,3})\s*(?:[:(\u2013\u2014]|-\s|[x\u00d7]\s)\s*"
    rf"(?P<number>{NUMBER}|one)(?=\s*(?:$|[,.;)]))",
    re.IGNORECASE,
)
_CELL = re.compile(rf"\s*(?P<number>{NUMBER}|one(?=\s*(?:$|[,;(])))(?![\w{BLOT}])(?:\s*[x\u00d7]\s*$)?", re.IGNORECASE)
_NAME = re.compile(r"\s*(?P<noun>[^\W\d_]+(?:[ -][^\W\d_]+)*)")
_WORD = re.compile(r"\s+([^\W\d_]+(?:-[^\W\d_]+)*)(?![\w'\u2019-])")
_SEPARATOR = re.compile(r"\s*(?:,\s*and(?=\s)|[,;&+]|and(?=\s))")
_ENDED = re.compile(r"\s*(?:$|[,.;:&+()]|and\s)")
_ITEM = re.compile(r"[\s>]*(?:[-+]|\d+[.)])?\s*")
_COLUMN = re.compile(r"how many|\b(?:numbers?|count|quantity|copies|pieces|amount|qty|no\.)|#|\u00d7")
_UNITS = frozenset(
    "mm cm m in inch inches pt gsm g kg percent minute minutes hour hours second seconds day days week weeks year "
    "years player players people person points steps time times rounds turns sides game games age ages version scale "
    "size sizes page pages rule rules rulebook booklet box leaflet manual instructions".split()
)
_NOT_OF = re.compile(rf"\s*[-\u2013/x\u00d7.]|\s+(?:{'|'.join(_UNITS)}|to|or|per|of|x)\b", re.IGNORECASE)
_STOPS = frozenset(
    "a about after again all also an and are as at away be before but by can dozen each either else every for from had "
    "has have here hundred if in into is it its just may million more must my no nor not of off on once one only or "
    "other our out over per she so than that the their them then there these they this those thousand through to under "
    "until up was we were when where which while who will with without you your".split()
)
_THINGS = frozenset("board card chip coin counter cube disc marker piece sheet tile token".split())
_HOLDERS = frozenset("bag box deck pack pair pile set sheet stack".split())


class Phrase(NamedTuple):
    """A number as it is `typed`, and what it counts; `at` and `end` are where it stands in its passage.

    `noun` is None where no part is called so. `total` says that it must be the number of all there are, and `loose`
    that it may be of something else.
    """

    typed: str
    at: int
    end: int
    said: str
    name: str
    noun: Noun | None
    adjectives: tuple[str, ...]
    total: bool = False
    loose: bool = False

    @property
    def value(self) -> int:
        """Return the number."""
        return number(self.typed) or 0


def phrases(passage: Passage, nouns: Nouns) -> Iterator[Phrase]:
    """Yield the phrases of a passage: of the head of what is listed, and all others of parts."""
    read = 0
    if passage.listed:
        for phrase in _row(passage, nouns) if passage.cells else _item(passage.text, 0, len(passage.text), nouns):
            read = phrase.end
            yield phrase
    for begun in _BEGINNING.finditer(passage.text, read):
        found = _NUMBER.match(passage.text, begun.start()) if begun.start() >= read else None
        if found:
            read = found.end()
            phrase_ = _phrase(passage.text, found.group(), found.start(), found.end(), nouns)
            if phrase_ and phrase_.noun:
                yield phrase_


def heads(line: str) -> bool:
    """Return whether a line may be an item of a list, or the row of a table, that begins with a number of things."""
    words = re.sub(r"[*_]", " ", line)
    if "|" in line:
        counts = ((cell, _CELL.match(cell)) for cell in words.split("|"))
        return any(found and not _NOT_OF.match(cell, found.end()) for cell, found in counts)
    item = _ITEM.match(words)
    return bool(item and any(each.match(words, item.end()) for each in (_FIRST, _NAMED, _HOLDER)))


def _item(text: str, start: int, stop: int, nouns: Nouns) -> Iterator[Phrase]:
    """Yield the phrases of `24 hand cards, 50 gems and a board`, or of `Hand cards: 24`."""
    holder = _HOLDER.match(text, start, stop)
    found = _FIRST.match(text, holder.end() if holder else start, stop)
    if not found:
        named = _NAMED.match(text, start, stop)
        phrase = _named(named["noun"], named["number"], named.start("number"), named.end(), nouns) if named else None
        if phrase:
            yield phrase
        return
    first = True
    while found and (phrase := _phrase(text, found["number"], found.start("number"), found.end(), nouns, stop)):
        if not first and not (phrase.noun and _ENDED.match(text, phrase.end, stop)):
            return
        yield phrase._replace(total=True)
        further, first = _SEPARATOR.match(text, phrase.end, stop), False
        found = _FIRST.match(text, further.end(), stop) if further else None


def _row(passage: Passage, nouns: Nouns) -> Iterator[Phrase]:
    """Yield the phrase of a row of a table: its first cell has number and name, or one cell each has one of them."""
    text, cells = passage.text, passage.cells
    together = list(_item(text, cells[0][0], cells[0][1], nouns))
    if together and together[0].noun:
        yield from together
        return
    at = counted(passage)
    count = _CELL.match(text, *cells[at])
    name = next((found for n, cell in enumerate(cells) if n != at and (found := _NAME.match(text, *cell))), None)
    if not count or not name:
        return
    if _NOT_OF.match(text, count.end(), cells[at][1]):
        return
    word = _WORD.match(text, count.end(), cells[at][1])
    phrase = _named(name["noun"], count["number"], count.start("number"), count.end(), nouns)
    if phrase:
        own = not word or word[1].lower() in _STOPS or _singular(word[1]) in _THINGS
        yield phrase._replace(loose=not own)


def counted(passage: Passage) -> int:
    """Return which cell of a row has the number: as the head of the table says, else the first that begins with one."""
    text, cells = passage.text, passage.cells
    at = next((n for n, title in enumerate(passage.head[: len(cells)]) if _COLUMN.search(title)), None)
    if at is not None:
        return at
    begun = (n for n, cell in enumerate(cells) if text[slice(*cell)].strip()[:1] == BLOT or _CELL.match(text, *cell))
    return next(begun, 0)


def _named(name: str, typed: str, at: int, end: int, nouns: Nouns) -> Phrase | None:
    """Return the phrase of a name and a number that stand apart; None for one that is no number of things."""
    words = name.replace("-", " ").split()
    if words[-1].lower() in _UNITS:
        return None
    for skip in range(min(3, len(words))):
        noun = nouns.known.get(tuple(map(str.lower, words[skip:])))
        if noun:
            return Phrase(typed, at, end, f"{name}: {typed}", name, noun, tuple(words[:skip]), total=True)
    return Phrase(typed, at, end, f"{name}: {typed}", name, None, (), total=True)


def _phrase(text: str, typed: str, at: int, end: int, nouns: Nouns, stop: int | None = None) -> Phrase | None:
    """Return the phrase that begins with a number; None for one that is no number of things."""
    words: list[re.Match[str]] = []
    while word := _WORD.match(text, words[-1].end() if words else end, len(text) if stop is None else stop):
        words.append(word)
        if len(words) == nouns.longest + 3:
            break
    said = [word[1] for word in words]
    small = [word.lower() for word in said]
    best = _named_in(small, nouns)
    if small and small[0] in _UNITS and not (best and best.length > 1 and not best.skip):
        return None  # `two players`, but not `two player aids`
    if best is None:
        return _unknown(text, typed, at, words)
    last = best.skip + best.length
    if not best.noun.several and len(small) > last and small[last] not in _STOPS:
        if _singular(small[last]) not in _THINGS:
            return _unknown(text, typed, at, words)  # `24 gem icons` are no gems
        last += 1
    until = words[last - 1].end()
    name, adjectives = " ".join(said[best.skip : last]), tuple(said[: best.skip])
    return Phrase(typed, at, until, _line(text[at:until]), name, best.noun, adjectives)


class _Best(NamedTuple):
    """Where among the words after a number a name stands."""

    length: int
    skip: int
    noun: Noun


def _named_in(words: Sequence[str], nouns: Nouns) -> _Best | None:
    """Return the longest name, and of equal ones the last, with at most two adjectives before it."""
    best: _Best | None = None
    for skip in range(min(3, len(words))):
        if skip and not _adjective(words[skip - 1]):
            break
        for length in range(min(nouns.longest, len(words) - skip), 0, -1):
            noun = nouns.known.get(tuple(words[skip : skip + length]))
            if noun and (best is None or (length, not noun.kind) >= (best.length, not best.noun.kind)):
                best = _Best(length, skip, noun)
    return best


def _unknown(text: str, typed: str, at: int, words: list[re.Match[str]]) -> Phrase | None:
    """Return a phrase of up to three words that no part is called, if there are any, and they are things."""
    kept = 0
    while kept < min(3, len(words)) and words[kept][1].lower() not in _STOPS:
        kept += 1
    if not kept or words[kept - 1][1].lower() in _UNITS:
        return None
    holds = kept < len(words) and words[kept][1].lower() == "of" and _singular(words[kept - 1][1]) in _HOLDERS
    if holds:
        return None
    until = words[kept - 1].end()
    name = " ".join(word[1] for word in words[:kept])
    return Phrase(typed, at, until, _line(text[at:until]), name, None, ())


def _adjective(word: str) -> bool:
    """Return whether a word may stand between a number and a name: no `of`, no number, no verb, no plural."""
    if word in _STOPS or word in _UNITS or number(word) is not None:
        return False
    return not word.endswith("s") or word.endswith(("ss", "us"))


def _singular(word: str) -> str:
    return word.lower().removesuffix("s")


def _line(text: str) -> str:
    return " ".join(text.split())


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
