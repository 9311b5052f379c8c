"""Every fact of Psychopaths and Hypnosia changed, one at a time: the data must be refused, or a claim name the line."""

import re
import shutil
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.check.test_board_mutations import DIGITS, LAYOUTS, NUMBER, Mutation, Source, objections

KITS = ("psychopaths", "hypnosia")
WORDS = (
    ("top", "right", "bottom", "left"),
    ("triangle", "square"),
    ("in", "out"),
    ("anticlockwise", "clockwise", "both"),
    ("white", "black"),
    ("switch", "rotate"),
    ("red", "yellow", "green", "blue", "black", "purple"),
)
# what no sentence of the rules speaks of: how large things are that the kit has chosen, and which way round a die is
FREE = {
    "psychopaths": r"(pawn|aid)\.size.*|pawn\.foot.*|path\.bend.*",
    "hypnosia": r"board\.rings\.(width|center|starts).*|(die|aid|pad)\.size.*|die\.faces: (1 and 6|2 and 5|3 and 4) .*",
}


def scalars(source: Source) -> Iterator[tuple[tuple[str, ...], int, int, int]]:
    """Yield each value among the parts that is no list and no mapping: path, start, end and line."""
    every = [key for key in source.game.places if key[:1] == ("parts",)]
    inner = {key[:-1] for key in every}
    for key in every:
        if len(key) > 2 and key not in inner and key[2] not in ("kind", "title", "front", "back", "stock"):
            place = source.game.places[key]
            start, end = source.token(place)
            yield tuple(map(str, key[1:])), start, start + len(source.text[start:end].partition("  #")[0]), place.line


def changed(source: Source) -> Iterator[Mutation]:
    """Yield the data with each number of each value one more and one less, and each word another of its sort."""
    for path, start, end, line in scalars(source):
        name, value = ".".join(path), source.text[start:end]
        for found in (NUMBER if NUMBER.fullmatch(value) else DIGITS).finditer(source.text, start, end):
            for by in (1, -1):
                new = f"{round(float(found[0]) + by, 3):g}"
                yield f"{name} {value}: {found[0]} -> {new}", source.put(*found.span(), new), line
        for word in re.finditer(r"[a-z]+", value):
            for words in WORDS:
                if word[0] in words:
                    new = words[(words.index(word[0]) + 1) % len(words)]
                    span = start + word.start(), start + word.end()
                    yield f"{name} {value}: {word[0]} -> {new}", source.put(*span, new), line
        if path[-1].isdigit():
            yield f"{name} {value} dropped", source.without(source.game.places["parts", *_typed(path)]), line


def _typed(path: tuple[str, ...]) -> Iterator[str | int]:
    yield from (int(word) if word.isdigit() else word for word in path)


def exchanged(source: Source) -> Iterator[Mutation]:
    """Yield the data with each two items of each list of faces, lines, colors, spaces and values in each other's place."""
    lists: dict[tuple[str, ...], list[tuple[int, int, int]]] = {}
    for path, start, end, line in scalars(source):
        if path[-1].isdigit() and path[-2] in ("faces", "lines", "order", "spaces", "labels", "points"):
            lists.setdefault(path[:-1], []).append((start, end, line))
    for path, spans in lists.items():
        for (a, b, line), (c, d, _) in combinations(spans, 2):
            if source.text[a:b] != source.text[c:d]:
                text = source.text[:a] + source.text[c:d] + source.text[b:c] + source.text[a:b] + source.text[d:]
                yield f"{'.'.join(path)}: {source.text[a:b]} and {source.text[c:d]} exchanged", text, line


def crossed(source: Source) -> Iterator[Mutation]:
    """Yield the data with the ends of each two lines of a card exchanged: each port has a line still."""
    for path, start, end, line in scalars(source):
        if path[-2] != "lines":
            continue
        row = source.game.places["parts", *_typed(path[:-1])]
        stop = source.text.index("]", source.offset(row))
        for other in re.finditer(r"\d-\d", source.text[end:stop]):
            one, two = source.text[start:end], other[0]
            at = end + other.start()
            text = source.put(at, at + 3, f"{one[2]}-{two[2]}")
            yield f"{'.'.join(path)}: {one} and {two} crossed", text[:start] + f"{one[0]}-{two[0]}" + text[end:], line


def taken(source: Source) -> Iterator[Mutation]:
    """Yield the board with each of its cells blocked or of another kind, and with each of its joins cut."""
    cells = {name: cell for name, cell in source.board.cells.items() if cell.kind not in ("slot", "start", "place")}
    for name, cell in cells.items():
        kind = "star" if cell.kind != "star" else "plain"
        yield source.amended(f"{name} blocked", f"cells: {{{name}: {{blocked: true}}}}")
        yield source.amended(f"{name} {cell.kind} -> {kind}", f"cells: {{{name}: {{kind: {kind}}}}}")
    for one, other, _, _ in source.board.joins:
        yield source.amended(f"{one} - {other} cut", f"cuts: [[{one}, {other}]]")


def silent(source: Source, folder: Path, made: list[Mutation]) -> dict[str, list[str]]:
    """Return what is changed without a finding that names its line, with what is said of it."""
    found = {}
    for what, text, line in made:
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        said = objections(folder)
        if not any(_names(each, line) for each in said):
            found[what] = said
    return found


def _names(said: str, line: int) -> bool:
    """Return whether a finding names a line of the data, or several that it is among."""
    spans = [(int(one), int(other or one)) for one, other in re.findall(r"(?<=[ :])(\d+):\d+(?: to (\d+):\d+)?", said)]
    return "game.yaml:" in said and (said.startswith("refused: ") or any(one <= line <= last for one, last in spans))


@pytest.fixture
def copy(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    shutil.copytree(LAYOUTS / name, folder)
    return folder


@pytest.mark.parametrize("name", KITS)
@pytest.mark.parametrize("sort", [changed, exchanged, crossed, taken])
def test_no_fact_can_be_changed(copy: Path, name: str, sort: Callable[[Source], Iterator[Mutation]]) -> None:
    source = Source(name)
    assert objections(copy) == []
    made = list(sort(source))
    assert made or (name, sort) == ("hypnosia", crossed)
    left = silent(source, copy, made)
    assert [what for what in left if not re.fullmatch(FREE[name], what)] == []
