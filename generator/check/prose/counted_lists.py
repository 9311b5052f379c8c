"""Report numbers that announce a list of another length: `three things:` before four (GF162)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesList, RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Level

_REACH = 4  # words between a number and what it counts
_PIECES = frozenset(  # nouns that are more often drawn, paid or scored than listed
    "cards tiles dice points pieces players seats actions moves words groups"
    " karten plättchen würfel punkte punkten spieler aktionen wörter"
    " cartes tuiles dés points pièces joueurs actions mots".split()
)
_CHOICE = frozenset("from of among out aus von unter parmi de".split())
_RELATIVES = (  # they go on with the item before them; the German `der`, `die` and `das` may begin one
    "which", "who", "whose", "whom", "where", "welche", "welcher", "welches", "deren", "dessen",
    "qui", "dont", "lequel", "laquelle",
)  # fmt: skip
_END = re.compile(r"[.;!?()\u2013\u2014]")
_PART = re.compile(r", (?:and|or|und|oder|et|ou) |, |; | (?:and|or|und|oder|et|ou) ")


class _Announcement(NamedTuple):
    """A number of things that follow."""

    token: Token
    noun: str
    level: Level


def check_counted_lists(prose: RulesProse) -> Iterator[Finding]:
    """Report lists, and items in a sentence, that are more or fewer than announced (GF162)."""
    words = prose.words
    if words is None:
        return
    for block in prose.lists:
        for announced in _read_lead(prose, words, block):
            if announced.token.value not in (len(block.items), _add_up_items(prose, block)) and len(block.items) > 1:
                said = prose.quote(announced.token.start, announced.token.end)
                message = (
                    f"the rules say {said!r} {announced.noun}, but the list that follows has {len(block.items)} items;"
                    " correct the number or the list"
                )
                yield prose.report("GF162", announced.token.start, message, announced.level)
    for sentence in prose.sentences:
        yield from _check_inline_list(prose, words, sentence)


def _read_lead(prose: RulesProse, words: RuleWords, block: RulesList) -> list[_Announcement]:
    """Return what the paragraph before a list announces: in its last sentence, or in its first about steps."""
    if block.lead is None or prose.find_section(block.lead[0]) != prose.find_section(block.items[0][0]):
        return []
    inside = prose.sentences_between(*block.lead)
    if not inside:
        return []
    last = inside[-1]
    colon = prose.plain[last.start : last.end].rstrip(" \n*_").endswith(":")
    found = _find_announcement(words, last, colon)
    if found is None and not colon and block.first is not None:
        found = next((each for other in inside if (each := _find_announcement(words, other, False, steps=True))), None)
    return [found] if found and not prose.is_held(found.token.start) else []


def _add_up_items(prose: RulesProse, block: RulesList) -> float:
    """Return the sum of the numbers that the items of a list begin with, as in `18 cards:` before `- 9 kings`."""
    items = [inside[0].tokens for item in block.items if (inside := prose.sentences_between(*item))]
    return sum(tokens[0].value or 0 for tokens in items if tokens)


def _find_announcement(words: RuleWords, sentence: Sentence, colon: bool, steps: bool = False) -> _Announcement | None:
    """Return the last number of a sentence that counts things of a list."""
    nouns = words.steps if steps else words.list_nouns | words.steps
    for n in range(len(sentence.tokens) - 1, -1, -1):
        token = sentence.tokens[n]
        if token.value is None or token.value < 2 or token.value > 20 or token.signed:
            continue
        after = [each.word for each in sentence.tokens[n + 1 : n + 1 + _REACH]]
        noun = next((word for word in after if word in nouns), "")
        before = sentence.tokens[n - 1].word if n else ""
        if _is_part_of_range(words, sentence.tokens, n) or words.hedges & {before} - {"following", "other"}:
            return None
        if noun:
            announces = noun not in _PIECES or _ends_announcement(words, sentence, n, noun)
            return _Announcement(token, noun, "warning" if colon else "note") if announces else None
        if before in words.list_starts and (not after or after[0] in words.stops):
            return _Announcement(token, "in all", "warning" if colon else "note")
    return None


def _ends_announcement(words: RuleWords, sentence: Sentence, n: int, noun: str) -> bool:
    """Return whether a sentence ends with a number and its noun, as in `There are five actions:`, with no condition.

    `3 players:` alone is the case that is described next.
    """
    tokens = sentence.tokens
    before = {tokens[n - 1].word} if n else set()
    if not n and noun in words.players:
        return False
    is_last = tokens[-1].word == noun and all(each.word not in _CHOICE for each in tokens[n:])
    return is_last and not (before & (words.stops - {"are"}) or words.conditions & sentence.words)


def _is_part_of_range(words: RuleWords, tokens: Sequence[Token], n: int) -> bool:
    """Return whether a number is one end of `two or three`, or of `2 to 4`."""
    around = [*tokens[max(0, n - 2) : n], *tokens[n + 1 : n + 3]]
    linked = words.through | words.joins
    pairs = [(tokens[n - 2], tokens[n - 1])] if n > 1 else []
    pairs += [(tokens[n + 2], tokens[n + 1])] if n + 2 < len(tokens) else []
    return bool(around) and any(other.value is not None and link.word in linked for other, link in pairs)


def _check_inline_list(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Iterator[Finding]:
    """Report `two things: a, b and c` (GF162)."""
    text = prose.plain[sentence.start : sentence.end]
    head, colon, rest = text.rpartition(":")
    if not colon:
        yield from _check_apposition(prose, words, sentence)
        return
    if not rest.strip():
        return
    rest = _END.split(_tidy(rest))[0].strip()
    parts = [part.strip() for part in _PART.split(rest)]
    parts = [part for part in parts if part.partition(" ")[0] not in _RELATIVES]
    if len(parts) < 2 or any(not part or len(part.split()) > _REACH for part in parts):
        return
    end = sentence.start + len(head)
    before = replace(sentence, end=end, tokens=tuple(token for token in sentence.tokens if token.end <= end))
    found = _find_announcement(words, before, True)
    total = sum(token.value or 0 for token in sentence.tokens if token.start > end)  # 18 cards: 9 kings and 9 queens
    if found and found.token.value not in (len(parts), total) and not prose.is_held(found.token.start):
        said = prose.quote(found.token.start, found.token.end)
        message = f"the rules say {said!r} {found.noun}, but {len(parts)} follow: {rest!r}"
        yield prose.report("GF162", found.token.start, f"{message}; correct the number or the list", "note")


def _tidy(text: str) -> str:
    """Return a text with single blanks, and with none before a comma, where a sign of Markdown stood."""
    return " ".join(text.split()).replace(" ,", ",")


def _check_apposition(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Iterator[Finding]:
    """Report `four patterns, solid, stripes and dots`: items of one or two words each, with `and` (GF162)."""
    for n, token in enumerate(sentence.tokens[:-2]):
        noun = sentence.tokens[n + 1]
        if token.value is None or token.signed or noun.word not in words.list_nouns or prose.is_held(token.start):
            continue
        text = prose.plain[noun.end : sentence.end].strip()
        if not text.startswith(","):
            continue
        listed, *_ = _END.split(text[1:])
        listed = _tidy(listed)
        parts = [part.split() for part in _PART.split(listed)]
        joined = any(f" {word} " in listed for word in words.joins)
        if joined and len(parts) > 2 and all(0 < len(part) < 3 for part in parts) and len(parts) != token.value:
            said = prose.quote(token.start, noun.end)
            message = f"the rules say {said!r}, but {len(parts)} follow: {listed!r}"
            yield prose.report("GF162", token.start, f"{message}; correct the number or the list", "note")
