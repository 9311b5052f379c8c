"""Report the one member of a list of names that does not belong with the others by the data (GF160)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.plurals import noun_forms
from generator.model.finding import Finding
from generator.model.game import Game, Part

_FEWEST = 3  # names that belong together, beside the odd one
_MOST_ROWS = 300
_LONGEST = 3  # words of a name
_STEM = 4  # letters in which the name of a kind and a word of the rules are the same
_LINK = re.compile(r"(?:[ \n*_{}\"\u201c\u201d(),-]|(?:and|or|und|oder|et|ou|the|an?|der|die|das|les?|la)(?![^\W_]))*+")


class _Member(NamedTuple):
    """A name in the rules, where it begins and ends, and the row or cell that it names."""

    name: str
    start: int
    end: int
    key: str


class _Set(NamedTuple):
    """All rows with the same value in a column, or all cells of a kind."""

    keys: frozenset[str]
    value: str


def check_odd_members(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report a list that has all rows with some value but one, and in its place a row with another value (GF160).

    A list of cells is checked if its sentence names the kind that all cells but one are of.
    """
    for names, sets in _list_row_sets(game):
        for sentence in prose.sentences:
            members = _find_members(prose, sentence, names)
            if len(members) >= _FEWEST:
                yield from _check_rows(prose, members, sets)
    for part in parts:
        if part.board is not None:
            kinds = {cell.id.casefold(): cell.kind for cell in part.board.cells.values()}
            for sentence in prose.sentences:
                yield from _check_cells(prose, sentence, kinds)


def _list_row_sets(game: Game) -> Iterator[tuple[Mapping[str, str], Sequence[_Set]]]:
    """Yield the names of the rows of each part, in all forms, and the sets of rows that share a value."""
    for rows in game.rows.values():
        if not _FEWEST < len(rows) <= _MOST_ROWS:
            continue
        names: dict[str, str] = {}
        groups: dict[tuple[str, str], set[str]] = {}
        for row in rows:
            key = str(row.values.get("id", row.values.get("name", ""))).casefold()
            called = {str(row.values.get(column, "")).casefold() for column in ("id", "name", "title")} - {""}
            names |= {form: key for name in called if not name.isdecimal() for form in (name, *noun_forms(name))}
            for column, value in row.values.items():
                if column not in ("id", "name", "title", "copies") and isinstance(value, str | int):
                    groups.setdefault((column, str(value)), set()).add(key)
        known = len({*names.values()})
        sets = [_Set(frozenset(keys), value) for (_, value), keys in groups.items() if _FEWEST < len(keys) < known]
        if sets:
            yield names, sets


def _find_members(prose: RulesProse, sentence: Sentence, names: Mapping[str, str]) -> list[_Member]:
    """Return the longest run of names of a sentence with nothing but commas and `and` between them."""
    best, run = list[_Member](), list[_Member]()
    tokens, n = sentence.tokens, 0
    while n < len(tokens):
        size = next((size for size in range(_LONGEST, 0, -1) if _read_name(tokens, n, size) in names), 0)
        if size:
            name = _read_name(tokens, n, size)
            member = _Member(name, tokens[n].start, tokens[n + size - 1].end, names[name])
            linked = bool(run) and _LINK.fullmatch(prose.plain, run[-1].end, member.start) is not None
            run = [*run, member] if linked else [member]
            best = max(best, run, key=len)
        n += size or 1
    return best


def _read_name(tokens: Sequence[Token], n: int, size: int) -> str:
    return " ".join(token.word for token in tokens[n : n + size]) if n + size <= len(tokens) else ""


def _check_rows(prose: RulesProse, members: Sequence[_Member], sets: Sequence[_Set]) -> Iterator[Finding]:
    keys = {member.key for member in members}
    if len(keys) < len(members) or any(each.keys == keys for each in sets):
        return
    for each in sets:
        odd, missing = keys - each.keys, each.keys - keys
        if len(odd) == len(missing) == 1 and len(each.keys) == len(keys) > _FEWEST:
            member = next(member for member in members if member.key in odd)
            said, other = prose.quote(member.start, member.end), next(iter(missing))
            message = f"all others in this list are {each.value!r} in the data, and so is {other!r}, but not {said!r}"
            yield prose.report("GF160", member.start, f"{message}; correct one of them", "note")
            return


def _check_cells(prose: RulesProse, sentence: Sentence, kinds: Mapping[str, str]) -> Iterator[Finding]:
    """Report `on the dark squares A1, C1, E1 and H1`, if H1 is not dark (GF160)."""
    said = {token.word[:_STEM] for token in sentence.tokens if token.value is None}
    found = [
        (each, kinds[each[0].casefold()])
        for each in re.finditer(r"\b[A-Za-z]{1,2}\d{1,2}\b", prose.plain[sentence.start : sentence.end])
        if each[0].casefold() in kinds
    ]
    for kind in {kind for _, kind in found if kind and kind.casefold()[:_STEM] in said}:
        odd = [each for each, own in found if own != kind]
        if len(odd) == 1 and len(found) > _FEWEST:
            message = f"{odd[0][0]!r} is not {kind!r} on the board, and all other squares in this list are; correct it"
            yield prose.report("GF160", sentence.start + odd[0].start(), message, "note")
