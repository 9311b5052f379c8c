"""Sides, colors and numbers of steps in words are held against what a figure shows (GF182)."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.check.figures.sides_and_colors import check_typed_colors
from generator.check.figures.template_words import FigureTemplate
from generator.model.color import Color
from generator.model.finding import Place
from tests.check.figures.wren import board, find_faults, table

ROW = tuple(
    f"part: card, {side}, at: [{x}, 20], width: 14"
    for side, x in (("design: red.1", 10), ("design: red.1", 30), ("side: back", 50))
)


@pytest.mark.parametrize(
    ("caption", "is_told"),
    [
        ("The third card is still face down.", False),
        ("The third card is still face up.", True),
        ("The last card lies face up.", True),
        ("The first card is face down.", True),
        ("The second card is face up.", False),
        ("The third card is turned face up.", False),  # it says what comes next
        ("The fourth card is face up.", False),
    ],
)
def test_the_side_of_a_card_of_a_row(tmp_path: Path, caption: str, is_told: bool) -> None:
    found = find_faults(tmp_path, table(*ROW, alt="Three cards."), f"![{caption}](figure:laid)\n")
    assert any("face" in each for each in found) is is_told


@pytest.mark.parametrize(
    ("cells", "says", "is_told"),
    [
        ("r0c0..3", "three spaces", False),
        ("r0c0..2", "three spaces", True),
        ("r0c0..2", "2 steps", False),
        ("r0c0, r0c3", "three spaces", False),  # drawn straight to the end
        ("r0c0, r0c3", "2 spaces", True),
        ("r0c0..2", "three eggs", False),
    ],
)
def test_the_steps_that_an_arrow_says(tmp_path: Path, cells: str, says: str, is_told: bool) -> None:
    pawn = "[{part: pawn, design: red, at: r0c0}]"
    found = find_faults(tmp_path, board(alt="A red pawn.", pieces=pawn, paths=f"[{{cells: [{cells}], says: {says}}}]"))
    assert any("GF182" in each and says in each for each in found) is is_told


@pytest.mark.parametrize(
    ("alt", "other", "is_told"),
    [
        ("Two cards of one color.", "red.2", False),
        ("Two cards of one color.", "blue.2", True),
        ("Two cards. Sets are of one color.", "blue.2", False),
        ("Two sets of cards, each of one color.", "blue.2", False),
    ],
)
def test_pieces_of_one_color(tmp_path: Path, alt: str, other: str, is_told: bool) -> None:
    pieces = ("part: card, design: red.1, at: [20, 20]", f"part: card, design: {other}, at: [60, 20]")
    assert any("of one color" in each for each in find_faults(tmp_path, table(*pieces, alt=alt))) is is_told


@pytest.mark.parametrize(
    ("other", "at"), [("red.small", None), ("blue.small", 12), ("stone.small", None)], ids=["same", "other", "unknown"]
)
def test_designs_that_a_template_types(other: str, at: int | None) -> None:
    designs = [
        SimpleNamespace(id=f"{name}.{size}", values={"player": Color(f"player.{name}", name, "#111111")})
        for name in ("red", "blue")
        for size in ("small", "large")
    ]
    data = SimpleNamespace(alt="A small and a large pyramid of one color.")
    scene: Any = SimpleNamespace(name="trio", data=data, parts={"pyramid": SimpleNamespace(designs=designs)})
    source = f"{{{{ one('{other}') }}}}{{{{ one('red.large') }}}}{{{{ one('red.large') }}}}"
    template = FigureTemplate(source, lambda at: Place("a.svg", 1, at))
    assert [each.place.column for each in check_typed_colors(scene, template)] == ([source.index(other)] if at else [])
