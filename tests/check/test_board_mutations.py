"""Every fact of Pachisi and Pharaoh changed, one at a time: reading or judging the data must object to each, by line."""

import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.build import build
from generator.check.claims import judge
from generator.load.game import read_game
from generator.model.board import Board
from generator.model.finding import DataError
from generator.model.game import Game, Part
from generator.model.options import Options
from generator.model.place import Place
from generator.parts import KINDS
from generator.parts.expand import expand

LAYOUTS = Path(__file__).parents[2] / "layouts"
TEMPLATES = LAYOUTS.parent / "templates"
KITS = ("pachisi", "pharaoh")
TOKEN = re.compile(r'"[^"]*"|[^,\]}\n]+')
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")
DIGITS = re.compile(r"\d+")
LINES = re.compile(r"(?<=[ :])(\d+):\d+(?: to (\d+):\d+)?")
MEASURES = ("values", "cross", "grid", "copies", "border")
Mutation = tuple[str, str, int]  # what was done, the text of game.yaml, the line where it was done (0: a new one)


class Source:
    """The text of a game's data, and where each value of it stands."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = (LAYOUTS / name / "game.yaml").read_text(encoding="utf-8")
        self.game: Game = read_game(LAYOUTS / name, KINDS)
        self.parts = expand(self.game, KINDS)
        self.starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    @property
    def board(self) -> Board:
        """Return the board."""
        (found,) = [part.board for part in self.parts if part.board]
        return found

    def items(self, *path: str) -> Iterator[tuple[str, Place]]:
        """Yield each item of the lists under a key of the board, with its name."""
        for key, place in self.game.places.items():
            if key[:2] == ("parts", "board") and key[2:-1] == path and isinstance(key[-1], int):
                yield ".".join(map(str, key[2:])), place

    def names(self, key: str) -> list[str]:
        """Return the keys under a key of the board."""
        return [str(path[3]) for path in self.game.places if path[:3] == ("parts", "board", key) and len(path) == 4]

    def offset(self, place: Place) -> int:
        """Return where a place is in the text."""
        return self.starts[place.line - 1] + place.column - 1

    def token(self, place: Place) -> tuple[int, int]:
        """Return start and end of the scalar at a place."""
        found = TOKEN.match(self.text, self.offset(place))
        assert found
        return found.start(), found.start() + len(found[0].rstrip())

    def put(self, start: int, end: int, new: str) -> str:
        """Return the text with something else from start to end."""
        return self.text[:start] + new + self.text[end:]

    def without(self, place: Place) -> str:
        """Return the text without an item: of a list in brackets with its comma, otherwise with its line."""
        start, end = self.token(place)
        head = self.text[self.starts[place.line - 1] : start]
        if head.strip() == "-":
            return self.put(self.starts[place.line - 1], self.starts[place.line], "")
        tail = re.compile(r",\s*").match(self.text, end)
        if tail:
            return self.put(start, tail.end(), "")
        lead = re.compile(r",\s*$").search(self.text[:start])
        return self.put(lead.start() if lead else start, end, "")

    def amended(self, what: str, new: str) -> Mutation:
        """Return the data with a further key of the board."""
        line = self.game.place("parts", "board", "kind").line
        return what, self.put(self.starts[line], self.starts[line], f"    {new}\n"), line + 1

    def listed(self, key: str, name: str, cells: list[str]) -> Mutation:
        """Return the text with a list of the board written anew, cell by cell."""
        place = self.game.places["parts", "board", key, name]
        start, last = self.offset(place), max(at.line for _, at in self.items(key, name))
        new = f"[{', '.join(cells)}]\n" + "      #\n" * (last - place.line)
        return f"{key}.{name}", self.put(start, self.starts[last], new), place.line


def dropped(source: Source, *keys: str) -> Iterator[Mutation]:
    """Yield the data without each item of the lists of the board."""
    for key in keys:
        for name in source.names(key):
            for what, place in source.items(key, name):
                text = source.without(place)
                gone = text.count("\n") < source.text.count("\n")
                yield f"{what} dropped", text, place.line - (gone and not what.endswith(".0"))


def renumbered(source: Source, *keys: str) -> Iterator[Mutation]:
    """Yield the data with each number of each item of the lists of the board one more, and one less."""
    for key in keys:
        for name in source.names(key):
            for what, place in source.items(key, name):
                start, end = source.token(place)
                for found in DIGITS.finditer(source.text, start, end):
                    for by in (1, -1):
                        new = str(int(found[0]) + by)
                        yield f"{what} {found[0]} -> {new}", source.put(*found.span(), new), place.line


def bent(source: Source, *names: str) -> Iterator[Mutation]:
    """Yield routes with each of their cells replaced: by one that the cell before leads to, and on if possible."""
    joined: dict[str, set[str]] = {name: set() for name in source.board.cells}
    for join in source.board.joins:
        joined[join.one].add(join.other)
        joined[join.other].add(join.one)
    for name in names or source.board.routes:
        route = source.board.routes[name]
        for number, cell in enumerate(route):
            before = joined[route[number - 1]] if number else set(joined)
            after = joined[route[number + 1]] if number + 1 < len(route) else before
            other = min((before & after) - {cell} or before - {cell} or set(joined) - {cell})
            what, text, line = source.listed("routes", name, [*route[:number], other, *route[number + 1 :]])
            yield f"{what}[{number}] {cell} -> {other}", text, line


def swelled(source: Source, every: int) -> Iterator[Mutation]:
    """Yield each area without each so-manieth of its cells, and with each so-manieth cell that joins it."""
    for name, area in source.board.areas.items():
        beside = sorted({join.other for join in source.board.joins if join.one in area} - set(area))
        for cells in [[each for each in area if each != cell] for cell in area[::every]]:
            yield source.listed("areas", name, cells)
        for cell in beside[::every]:
            yield source.listed("areas", name, [*area, cell])


def amended(source: Source) -> Iterator[Mutation]:
    """Yield the board with each cell blocked or of another kind, and with each join cut."""
    kinds = sorted({cell.kind for cell in source.board.cells.values()} | {"plain"})
    for name, cell in source.board.cells.items():
        what, text, _ = source.amended(f"{name} blocked", f"cells: {{{name}: {{blocked: true}}}}")
        yield what, text, 0  # what needs the cell is to blame, or the count of all
        other = kinds[(kinds.index(cell.kind) + 1) % len(kinds)]
        yield source.amended(f"{name} {cell.kind} -> {other}", f"cells: {{{name}: {{kind: {other}}}}}")
    for one, other, _, _ in source.board.joins:
        yield source.amended(f"{one} - {other} cut", f"cuts: [[{one}, {other}]]")


def numbers(source: Source) -> Iterator[Mutation]:
    """Yield the data with each number among the parts, one at a time, a little larger and smaller."""
    for key, place in source.game.places.items():
        if len(key) < 3 or key[0] != "parts" or (key[1] == "board" and key[2] not in MEASURES):
            continue
        if found := NUMBER.match(source.text, source.offset(place)):
            for by in (1, -1):
                new = f"{round(float(found[0]) + by, 2):g}"
                yield f"{'.'.join(map(str, key[1:]))} {found[0]} -> {new}", source.put(*found.span(), new), place.line


def swapped(source: Source) -> Iterator[Mutation]:
    """Yield the die with each two of its faces swapped."""
    at = [place for key, place in source.game.places.items() if key[:3] == ("parts", "die", "faces") and len(key) == 4]
    for one, other in combinations(range(len(at)), 2):
        (a, b), (c, d) = source.token(at[one]), source.token(at[other])
        text = source.text[:a] + source.text[c:d] + source.text[b:c] + source.text[a:b] + source.text[d:]
        yield f"faces {one} and {other} swapped", text, at[one].line


def objections(folder: Path, others: tuple[Part, ...] | None = None) -> list[str]:
    """Return the errors that reading and judging the data find; `others` are parts that are known to be as they were."""
    try:
        game = read_game(folder, KINDS)
        alone = game if others is None else replace(game, parts={"board": game.parts["board"]})
        parts = (*expand(alone, KINDS), *(others or ()))
    except DataError as error:
        return [f"refused: {finding}" for finding in error.findings]
    return [str(f) for f in judge(game, parts).findings if f.level == "error"]


@pytest.fixture
def copy(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    shutil.copytree(LAYOUTS / name, folder)
    return folder


def named(said: str, source: Source, line: int) -> bool:
    """Return whether a finding names a line of the data, or several that it is among.

    What is refused is told where it does not fit: at the next step of a route, at the second of two lists.
    """
    first = source.game.place("parts", "board", "kind").line
    spans = [(int(one), int(other or one)) for one, other in LINES.findall(said)]
    if said.startswith("refused: ") or not line:
        return "game.yaml:" in said and any(one >= first for one, _ in spans)
    return "game.yaml:" in said and any(one <= line <= other for one, other in spans)


def survivors(source: Source, folder: Path, made: Iterable[Mutation], board_alone: bool = True) -> dict[str, str]:
    """Return what is changed without a finding that names its line, each with its text."""
    others = tuple(part for part in source.parts if part.board is None) if board_alone else None
    found = {}
    for what, text, line in made:
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        said = objections(folder, others)
        assert not any(" GF002 " in each for each in said), (what, said)
        if not any(named(each, source, line) for each in said):
            found[f"{what} (line {line})" if said else what] = text
    return found


def codes(folder: Path, text: str) -> set[str]:
    """Return the codes of the errors that a build of the data ends with: the sheets may tell what the data do not."""
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    try:
        build(folder, Options(out=folder.parent / "out"))
    except DataError as error:
        return {finding.code for finding in error.findings if finding.level == "error"}
    return set()


# What no sentence of the rules speaks of: sizes, shapes and drawings that are the kit's own. Two opposite faces of a die
# that change places leave each pair as it was.
FREE = {
    "pachisi": r"cowrie\.round\b.*",
    "pharaoh": r"pyramid\.(tab|base_tab) .*",
}
LISTS = ("routes", "areas", "kinds", "colors", "sections")
ROADS = {"pachisi": ("south",), "pharaoh": ("row", "column", "diagonal-1", "diagonal-2")}  # the others are turned ones


@pytest.mark.parametrize("name", KITS)
@pytest.mark.parametrize("what", ["lists", "cells and joins", "numbers and faces"])
def test_no_fact_can_be_changed(copy: Path, name: str, what: str) -> None:
    source = Source(name)
    assert objections(copy) == []
    every = 6 if name == "pachisi" else 1
    lists = chain(
        dropped(source, *LISTS), renumbered(source, *LISTS), bent(source, *ROADS[name]), swelled(source, every)
    )
    mutations = {
        "lists": lists,
        "cells and joins": amended(source),
        "numbers and faces": chain(numbers(source), swapped(source)),
    }
    made = list(mutations[what])
    assert len(made) > 50
    left = survivors(source, copy, made, board_alone=what != "numbers and faces")
    free = re.compile(FREE[name])
    assert [each for each, text in left.items() if not free.fullmatch(each) and codes(copy, text) != {"GF102"}] == []


@pytest.mark.parametrize("name", KITS)
def test_no_number_of_the_rules_can_be_changed(copy: Path) -> None:
    """Numbers that are held against sheets alone wait for these, and are passed over here."""
    text = (copy / "rules.md").read_text(encoding="utf-8")
    claims = [found for found in re.finditer(r"\{\{ claim\((-?\d+)[^}]*", text) if "sheets(" not in found[0]]
    assert len(claims) > 30
    for found in claims:
        line = text.count("\n", 0, found.start()) + 1
        for by in (1, -1):
            start, end = found.span(1)
            (copy / "rules.md").write_text(f"{text[:start]}{int(found[1]) + by}{text[end:]}", encoding="utf-8")
            assert any(f"rules.md:{line}:" in said and " GF101 " in said for said in objections(copy)), found[0]


# -- what is wrong in print alone -------------------------------------------------------------------------------------

CELLS = "{% for c in cells %}"
FACES = '<g class="{{ f.mark }}" transform="{{ f.at }}">'
PRINTED = [
    ("pharaoh", "board", CELLS, "{% for c in cells if c.id != 'r2c2' %}", ["R1", "R8"]),
    ("pharaoh", "board", 'transform="{{ c.at }}"', 'transform="{{ c.at }} translate({{ 3 if c.id == \'r1c1\' else 0 }} 0)"', ["R1"]),
    ("pharaoh", "die", FACES, FACES.replace("f.at", "faces[[2, 1, 0, 3, 4, 5][loop.index0]].at"), ["R5"]),
    ("pachisi", "board", CELLS, "{% for c in cells if c.id != 'north.1.5' %}", ["C12", "C11", "C1"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "template", "old", "new", "claims"), PRINTED)
def test_what_is_printed_otherwise_is_found(
    copy: Path, tmp_path: Path, name: str, template: str, old: str, new: str, claims: list[str]
) -> None:
    """A drawing of the game's own leaves something out or moves it: the data are right, and the sheets are not."""
    shutil.copytree(TEMPLATES / name, copy / "templates" / name)
    file = copy / "templates" / name / f"{template}.svg.j2"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        build(copy, Options(out=tmp_path / "out"))
    said = [finding.message for finding in error.value.findings if finding.code == "GF102"]
    assert {message.partition(" ")[0] for message in said} >= set(claims)
    assert all(" is false of the sheets" in message for message in said)
    assert not list((tmp_path / "out").glob("*/*.pdf"))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("pachisi", 'castle: ["*.2.8", ', 'castle: ["*.2.8", "*.3.4", '),
        ("pachisi", "        - north.2.8\n", "        - north.2.7\n        - north.2.8\n"),
        ("pharaoh", "row: [r2c1..3]", "row: [r2c1, r1c2, r2c3]"),
        ("pharaoh", "faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 2, 6, 5, 3, 4]"),
    ],
)
def test_nothing_is_built_of_what_is_changed(copy: Path, tmp_path: Path, name: str, old: str, new: str) -> None:
    text = (copy / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    (copy / "game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text.count("\n", 0, text.index(old)) + 1
    with pytest.raises(DataError) as error:
        build(copy, Options(out=tmp_path / "out"))
    assert any(named(f"refused: {finding}", Source(name), line) for finding in error.value.findings)
    assert not list((tmp_path / "out").glob("*/*.pdf"))
