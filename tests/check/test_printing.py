"""Claims read rows, values and spaces from the printed fronts, and from the data where the fronts do not show them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.geometry.matrix import IDENTITY
from generator.language.expressions import ExpressionError
from generator.model.game import Design, Part
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import refusal_facts
from tests.check.printed import Asked
from tests.samples import for_each

CARDS = """\
  hand:
    kind: card
    size: standard
    front: a.svg.j2
    for_each: player
    rows:
      - {id: a, number: 1, beats: [2, 3], says: Row on, last: false, copies: 2}
      - {id: b, number: 2, beats: [], says: "", last: true, copies: 1}
      - {id: c, number: 3, beats: [2], says: Stay, last: true, copies: 1}
    values: {oars: 2, tolls: [4, 0]}
  track:
    kind: track
    front: a.svg.j2
    from: -1
    to: 3
    columns: 3
    cell: 10
    copies: 1
"""
Say = Callable[[Part, Design, int], Iterator[tuple[str, str]]]


def rows_of(part: Part, design: Design, copy: int) -> Iterator[tuple[str, str]]:
    """Yield the groups of a face and their texts."""
    if part.id == "track":
        yield from ((space["mark"], str(space["n"])) for space in part.values["spaces"])
        return
    row = design.values["row"]
    yield "row.number", str(row["number"])
    yield "row.number", ""  # drawn
    yield "row.last", "for good" if row["last"] else "for now"
    if row["beats"]:
        yield "row.beats", ", ".join(map(str, row["beats"]))
    if row["says"]:
        yield "row.says", row["says"].upper()
    yield "values.oars", "+2"
    yield from ((f"values.tolls.{n}", str(value)) for n, value in enumerate(part.values["values"]["tolls"]))


def build_game(
    home: Path, change: Callable[[ReadPiece, str, str], str | None] = lambda face, name, text: text
) -> Asked:
    """Return the game with sheets that show its values, changed; None removes a group."""
    made = Asked(home, CARDS)
    designs = {(part.id, design.id): (part, design) for part in made.parts for design in part.designs}

    def changed(seen: list[ReadPiece]) -> list[ReadPiece]:
        out = []
        for face in seen:
            said = (
                (name, change(face, name, text)) for name, text in rows_of(*designs[face.part, face.design], face.copy)
            )
            marks = tuple(Mark(name, IDENTITY, b"", (), text) for name, text in said if text is not None)
            out.append(face._replace(marks=marks))
        return out

    return Asked(home, CARDS, changed)


def uses_print(asked: Asked, text: str) -> bool:
    """Return whether the answer comes from the sheets."""
    asked.sheets.calls.clear()
    compile_expression(text)(bind_functions(asked.sheets))
    return asked.sheets.calls[-1].prints


@for_each(
    [
        ("values('hand', 'number')", [1, 2, 3], True),
        ("values('hand', 'beats')", [[2, 3], [], [2]], True),
        ("values('hand', 'says')", ["Row on", "", "Stay"], True),
        ("values('hand', 'last')", [False, True, True], False),
        ("values('hand', 'id')", ["a", "b", "c"], False),
        ("one('hand', number=3).says", "Stay", True),
        ("one('hand', number=3).copies", 1, False),
        ("rows('hand')|map(attribute='number')|list", [1, 2, 3], True),
        ("value('hand', 'oars')", 2, True),
        ("value('hand', 'tolls')", [4, 0], True),
        ("spaces('track')", [-1, 0, 1, 2, 3], True),
        ("tournament('hand', 'number', 'beats')", [], True),
    ]
)
def test_sound_sheets_give_the_values_of_the_data(tmp_path: Path, text: str, gives: Any, has_a_say: bool) -> None:
    asked = build_game(tmp_path)
    assert asked.both(text) == gives
    assert uses_print(asked, text) == has_a_say


def make_misprint(
    design: str, name: str, text: str | None, copy: int = 1
) -> Callable[[ReadPiece, str, str], str | None]:
    """Return a change of what one group on one copy of a design shows."""

    def change(face: ReadPiece, group: str, before: str) -> str | None:
        here = (face.design, group, face.copy) == (design, name, copy) and before
        return text if here else before

    return change


@for_each(
    [
        ("red.c", "row.number", "4", "values('hand', 'number')", [1, 2, 4]),
        ("blue.c", "row.number", "four", "values('hand', 'number')", [1, 2, "four"]),
        ("red.a", "row.beats", "3", "values('hand', 'beats')", [[3], [], [2]]),
        ("red.c", "row.number", "4", "one('hand', number=3).number", 4),
        ("blue.a", "row.says", "Row off", "one('hand', number=1).says", "Row off"),
        ("red.c", "row.beats", "1", "tournament('hand', 'number', 'beats')", [[1, 3], [2, 3]]),
        ("red.b", "values.oars", "3", "value('hand', 'oars')", 3),
        ("red.b", "values.tolls.1", "5", "value('hand', 'tolls')", [4, 5]),
        ("1", "space.3", "4", "spaces('track')", [-1, 0, 1, 2, 4]),
    ]
)
def test_a_misprint(tmp_path: Path, design: str, name: str, shown: str, text: str, expected: Any) -> None:
    assert build_game(tmp_path, make_misprint(design, name, shown)).of_sheets(text) == expected


def test_a_misprint_of_one_copy(tmp_path: Path) -> None:
    assert build_game(tmp_path, make_misprint("red.a", "row.number", "7", 2)).of_sheets("values('hand', 'number')") == [
        7,
        2,
        3,
    ]


@for_each(
    [
        ("red.c", "row.number", "values('hand', 'number')"),
        ("red.c", "row.beats", "values('hand', 'beats')"),
        ("red.c", "values.oars", "value('hand', 'oars')"),
        ("red.c", "values.tolls.0", "value('hand', 'tolls')"),
        ("1", "space.0", "spaces('track')"),
    ]
)
def test_values_missing_on_one_front_come_from_the_data(tmp_path: Path, design: str, name: str, text: str) -> None:
    asked = build_game(tmp_path, make_misprint(design, name, None))
    asked.both(text)
    assert not uses_print(asked, text)


def test_parts_that_are_not_printed_are_not_read(tmp_path: Path) -> None:
    asked = build_game(tmp_path, make_misprint("red.c", "row.number", "4"))
    asked.sheets.printed = frozenset({"track"})
    assert asked.both("values('hand', 'number')") == [1, 2, 3]
    assert not uses_print(asked, "values('hand', 'number')")


def test_undeclared_fronts_are_not_read(tmp_path: Path) -> None:
    asked = build_game(tmp_path, make_misprint("red.c", "row.number", "4"))
    asked.sheets.seen = [*(asked.sheets.seen or ()), (asked.sheets.seen or ())[0]._replace(design="red.x")]
    assert asked.both("values('hand', 'number')") == [1, 2, 3]


def test_an_unknown_column(tmp_path: Path) -> None:
    with pytest.raises(ExpressionError) as caught:
        build_game(tmp_path).both("values('hand', 'numbr')")
    assert "'number'" in refusal_facts(caught.value)
