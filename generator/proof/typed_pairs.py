"""Find lists and tables of a template that give names wrong numbers or words, such as the turns of sides (GF144)."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.model.finding import Finding, Place

_NUMBER = r"(?P<number>-?\d++(?:\.\d++)?)"
_PAIR = re.compile(  # `(row.east, 180)` in a list, or `side(row.east, 180)`
    rf"""(?P<call>\b[a-z_]\w*+)?\(\s*+(?P<name>(?:row|values)\.\w++|'[\w.-]++'|"[\w.-]++")\s*+,\s*+{_NUMBER}\s*+[,)]"""
)
_TEXT = r"""(?:'[^'{}]*+'|"[^"{}]*+")"""
_TABLE = re.compile(rf"\{{(?P<entries>\s*+(?:{_TEXT}\s*+:\s*+{_TEXT}\s*+,?\s*+){{3,40}}+)\}}")
_ENTRY = re.compile(rf"(?P<name>{_TEXT})\s*+:\s*+(?P<value>{_TEXT})")
_FEWEST_NAMES = 4
_SIDES = {word: word[0] for word in "n north e east s south w west".split()}
_HALF_TURN, _FULL_TURN = 180.0, 360.0


class _Typed(NamedTuple):
    """The numbers that a list, or the calls of a macro, give to names, and where each name is in the file."""

    file: str
    numbers: Mapping[str, float]
    at: Mapping[str, int]


def find_exchanged_numbers(part: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Report, as a note, a list of names and numbers in which two have each other's numbers (GF144).

    It is compared with lists of the same names and numbers in the same templates. If there is only one other, numbers
    half a turn apart may be exchanged: one of them may draw what is seen from behind.
    """
    found = [each for file, text in texts.items() for each in _list_typed(file, text)]
    groups: dict[tuple[frozenset[str], tuple[float, ...]], list[_Typed]] = defaultdict(list)
    for each in found:
        if len(each.numbers) >= _FEWEST_NAMES:
            groups[frozenset(each.numbers), tuple(sorted(each.numbers.values()))].append(each)
    for group in groups.values():
        for odd, usual in _find_odd(group):
            names = [name for name, number in odd.numbers.items() if usual.numbers[name] != number]
            one, other = names
            says = f"this gives {one!r} {odd.numbers[one]:g} and {other!r} {odd.numbers[other]:g}"
            text = f"{part}: {says}, but elsewhere this template exchanges the two; use the same numbers"
            yield Finding("GF144", _place(odd.file, texts[odd.file], odd.at[one]), text, "note")


def find_mirrored_turns(part: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Report, as a note, four turns of the sides north, east, south and west that go counterclockwise (GF144).

    Angles go clockwise on the page: east is a quarter turn after north. North at 90 is taken for angles of mathematics.
    """
    for file, text in texts.items():
        for each in _list_typed(file, text):
            sides = {_SIDES.get(name.rpartition(".")[2].casefold(), ""): name for name in each.numbers}
            if len(each.numbers) != len(sides) or sides.keys() != set("nesw"):
                continue
            north = each.numbers[sides["n"]]
            turns = {side: (each.numbers[name] - north) % _FULL_TURN for side, name in sides.items()}
            if north % _HALF_TURN == 0 and turns == {"n": 0, "w": 90, "s": 180, "e": 270}:
                place, east = _place(file, text, each.at[sides["e"]]), sides["e"]
                says = f"{east!r} is turned {each.numbers[east]:g}, and {sides['w']!r} {each.numbers[sides['w']]:g}"
                fix = "angles go clockwise, so this mirrors the sides; exchange the two, unless it is meant"
                yield Finding("GF144", place, f"{part}: {says}; {fix}", "note")


def find_doubled_turns(part: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Report, as a note, a turn that two of several sides have, if none has the one left of a full circle (GF144)."""
    for file, text in texts.items():
        for each in _list_typed(file, text) if "rotate(" in text else ():
            step = _FULL_TURN / len(each.numbers)
            turns = {name: number % _FULL_TURN for name, number in each.numbers.items()}
            missing = {step * number for number in range(len(turns))} - {*turns.values()}
            if len(turns) < _FEWEST_NAMES or len(missing) != 1 or len({*turns.values()}) != len(turns) - 1:
                continue
            one, other = (name for name, turn in turns.items() if [*turns.values()].count(turn) > 1)
            says = f"{one!r} and {other!r} are both turned {each.numbers[other]:g}, and nothing {missing.pop():g}"
            place = _place(file, text, each.at[other])
            yield Finding("GF144", place, f"{part}: {says}; give each of the {len(turns)} sides its own turn", "note")


def find_doubled_values(part: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Report a name that a table gives the word or the paint of another one, if all others have their own (GF144).

    All other words are the names themselves, as in `{'oak': 'oak', 'elm': 'oak', 'fir': 'fir'}`. Paints are a note.
    """
    for file, text in texts.items():
        for table in _TABLE.finditer(text):
            entries = list(_ENTRY.finditer(table["entries"]))
            values = [each["value"][1:-1] for each in entries]
            twice = [entry for entry, value in zip(entries, values, strict=True) if values.count(value) > 1]
            renamed = [each for each in entries if _fold(each["name"]) != _fold(each["value"])]
            is_certain = len(renamed) == 1 and renamed[0] in twice
            are_paints = len(entries) >= _FEWEST_NAMES and all(value.startswith("#") for value in values)
            if len(twice) != 2 or not (is_certain or are_paints):
                continue
            odd = renamed[0] if is_certain else twice[1]
            other = next(each for each in twice if each is not odd)
            says = f"this gives {odd['name']} the value {odd['value']}, which {other['name']} has"
            place = _place(file, text, table.start("entries") + odd.start("value"))
            text = f"{part}: {says}; each of the others has its own"
            yield Finding("GF144", place, text, "warning" if is_certain else "note")


def _fold(text: str) -> str:
    """Return the letters of a quoted text without their accents."""
    return "".join(each for each in unicodedata.normalize("NFD", text[1:-1].casefold()) if each.isalnum())


def _list_typed(file: str, text: str) -> Iterator[_Typed]:
    """Yield the pairs of each typed list, and those of all calls of each macro; a name with two numbers is left out."""
    groups: dict[str | int, list[re.Match[str]]] = defaultdict(list)
    for pair in _PAIR.finditer(text):
        groups[pair["call"] or text.rfind("[", 0, pair.start())].append(pair)
    for pairs in groups.values():
        numbers: dict[str, float] = {}
        clear = all(
            numbers.setdefault(pair["name"].strip("'\""), float(pair["number"])) == float(pair["number"])
            for pair in pairs
        )
        if clear:
            yield _Typed(file, numbers, {pair["name"].strip("'\""): pair.start("name") for pair in reversed(pairs)})


def _find_odd(group: Sequence[_Typed]) -> Iterator[tuple[_Typed, _Typed]]:
    """Yield the one list of a group in which two numbers are exchanged, and one of the others."""
    orders: dict[tuple[tuple[str, float], ...], list[_Typed]] = defaultdict(list)
    for each in group:
        orders[tuple(sorted(each.numbers.items()))].append(each)
    if len(orders) != 2:
        return
    usual, odd = sorted(orders.values(), key=len, reverse=True)
    differing = [n for name, n in odd[0].numbers.items() if usual[0].numbers[name] != n]
    if len(odd) == 1 and len(differing) == 2:
        apart = abs(differing[0] - differing[1]) % _FULL_TURN
        if len(usual) > 1 or apart != _HALF_TURN:
            yield (odd[0], usual[0])


def _place(file: str, text: str, at: int) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
