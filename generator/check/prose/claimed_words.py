"""Compare the words around a claimed number with what its claim asks for (GF163 and GF165)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Token
from generator.model.finding import Finding
from generator.model.game import Game
from generator.model.rules import BraceMark, InlineClaim

_CHOICE = re.compile(r"\b(?P<key>[a-z]\w*)='(?P<value>[^']*)'")
_SUM = re.compile(r"[\d\s()+*/-]+")
_TERM = re.compile(r"(?<![\w.])\d+(?![\w.])")
_BREAK = re.compile(r"[,;:.!?()|\n]|\b(?:and|or|but|und|oder|aber|et|ou|mais)\b", re.IGNORECASE)
_BEFORE, _AFTER = 6, 2  # words on either side of a number that may say what it counts
_LONGEST_SUM = 200


class _Claimed(NamedTuple):
    """A claim of the rules, and the range of the text that it prints."""

    claim: InlineClaim
    start: int
    end: int


def check_claimed_words(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Report a claim that asks for a different row or color than its words name, or a wrong sum (GF165 and GF163)."""
    claimed = list(_list_claimed(prose.language.inline, prose.language.marked))
    groups = _list_groups(game, prose)
    for number, each in enumerate(claimed):
        before = claimed[number - 1].end if number else 0
        yield from _check_choices(prose, groups, each, before)
        yield from _check_terms(prose, each)
    yield from _check_named_rows(prose, groups, claimed)


def _list_claimed(inline: Sequence[InlineClaim], marked: Sequence[BraceMark]) -> Iterator[_Claimed]:
    claims = sorted(inline, key=lambda claim: claim.place)
    for mark in marked:
        last = None
        while claims and claims[0].place < mark.after:
            last = claims.pop(0)
        if last is not None and not mark.color and not mark.part:
            yield _Claimed(last, mark.start, mark.end)


def _list_groups(game: Game, prose: RulesProse) -> list[Mapping[str, str]]:
    """Return the words of the rows of each part and of each group of colors, by their stems.

    Each word of a group stands for the value that a claim writes.
    """
    says, groups = prose.language.says, list[dict[str, str]]()
    for rows in game.rows.values():
        found: dict[str, str] = {}
        for row in rows:
            key = str(row.values.get("id", ""))
            for word in (key, str(row.values.get("name", ""))):
                said = says.get(word, word).casefold()
                if said.isalpha() and len(said) > 2:
                    found[stem(said)] = key
        groups.append(found)
    by_group: dict[str, dict[str, str]] = {}
    for role, color in game.colors.items():
        group, _, name = role.partition(".")
        if name:
            called = prose.language.colors.get(role) or color.called
            by_group.setdefault(group, {})[stem(called.casefold())] = name
    return [group for group in (*groups, *by_group.values()) if len(set(group.values())) > 1]


def _check_choices(
    prose: RulesProse, groups: Sequence[Mapping[str, str]], each: _Claimed, before: int
) -> Iterator[Finding]:
    chosen = {str(value) for value in each.claim.where.values()}
    chosen |= {found["value"] for found in _CHOICE.finditer(each.claim.what)}
    for group in groups if chosen else ():
        values = chosen & {*group.values()}
        beside = _words_beside(prose, each, before)
        named = [(token, group[stem(token.word)]) for token in beside if stem(token.word) in group]
        if not values or not named or values & {value for _, value in named}:
            continue
        if len({value for _, value in named}) == 1:
            token, value = named[-1]
            asked = " and ".join(sorted(map(repr, values)))
            message = (
                f"the words beside {prose.quote(each.start, each.end)!r} say {value!r}, but its claim asks for {asked};"
                " correct one of them"
            )
            yield prose.report("GF165", token.start, message, "warning")


def _check_named_rows(
    prose: RulesProse, groups: Sequence[Mapping[str, str]], claimed: Sequence[_Claimed]
) -> Iterator[Finding]:
    """Report `three perch and a trout: 3 + 4` if the claims behind the colon ask for the perch and the pike (GF165)."""
    for sentence in prose.sentences:
        colon = prose.plain.find(": ", sentence.start, sentence.end)
        claims = [each for each in claimed if colon < each.start < sentence.end] if colon >= 0 else []
        for group in groups if claims else ():
            keys = {*group.values()}
            asked = {found["value"] for each in claims for found in _CHOICE.finditer(each.claim.what)} & keys
            named = [token for token in sentence.tokens if token.end <= colon and stem(token.word) in group]
            values = {group[stem(token.word)] for token in named}
            odd, missing = values - asked, asked - values
            if len(odd) == len(missing) == 1 and len(values) == len(asked):
                token = next(token for token in named if group[stem(token.word)] in odd)
                message = (
                    f"the words name {token.word!r}, but the claims behind the colon ask for {min(missing)!r};"
                    " correct one of them"
                )
                yield prose.report("GF165", token.start, message, "warning")


def _words_beside(prose: RulesProse, each: _Claimed, before: int) -> list[Token]:
    """Return the words of the clause before a number, and those right after it."""
    start = max(before, prose.plain.rfind("\n", 0, each.start) + 1, each.start - 80)
    start = max([start, *(found.end() for found in _BREAK.finditer(prose.plain, start, each.start))])
    found = _BREAK.search(prose.plain, each.end)
    end = min(found.start() if found else len(prose.plain), each.end + 40)
    return [*prose.tokenize(start, each.start)[-_BEFORE:], *prose.tokenize(each.end, end)[:_AFTER]]


def _check_terms(prose: RulesProse, each: _Claimed) -> Iterator[Finding]:
    """Report a claim that is a sum of plain numbers, of which the sentence before it has all but one (GF163)."""
    asked = each.claim.what
    terms = {float(found[0]) for found in _TERM.finditer(asked)}
    if len(asked) > _LONGEST_SUM or not _SUM.fullmatch(asked) or len(terms) < 2:
        return
    before = prose.sentences_between(0, each.start)
    if not before or before[-1].end < each.start:
        return
    sentence = before[-1]
    said = [token for token in sentence.tokens if token.value is not None and token.end <= each.start]
    block = [token for one in before if one.block == sentence.block for token in one.tokens]
    missing = terms - {token.value for token in block if token.end <= each.start}
    odd = [token for token in said if token.value not in terms and not prose.is_held(token.start)]
    if len(missing) == 1 and len(odd) == 1:
        message = f"{odd[0].word!r} is not in the sum that its claim computes, {asked!r}; correct one of them"
        yield prose.report("GF163", odd[0].start, message, "warning")
