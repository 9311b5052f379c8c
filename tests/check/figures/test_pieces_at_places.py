"""Pieces touch the place they lead from, stand on the space that the text says, and steps have their own answers."""

from pathlib import Path

import pytest

from generator.check.figures.figure_checks import check_figures
from generator.check.figures.scene import read_scenes
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game

GAME = """\
title: Fen
version: "1"
players: [2, 2]
colors: {player.red: {paint: "#cc0000"}, player.blue: {paint: "#0000cc"}}
parts:
  isle:
    kind: board
    title: Isle
    front: a.svg.j2
    copies: 1
    cells:
      edge.one: {at: [20, 10]}
      edge.two: {at: [30, 20]}
      edge.far: {at: [60, 40]}
      corner.a: {at: [20, 20], label: A}
      corner.b: {at: [60, 50], label: B}
  road: {kind: token, title: Roads, diameter: 8, for_each: player, front: a.svg.j2, copies: 4}
  stone: {kind: token, title: Stones, diameter: 8, for_each: player, front: a.svg.j2, copies: 1}
  scale: {kind: track, title: Scale, from: 0, to: 5, cell: 20, columns: 3, front: a.svg.j2, copies: 1}
rules: rules.md
figures:
"""
ROADS = """\
  isle:
    kind: board
    part: isle
    size: [80, 60]
    pieces:
      - {{part: road, design: red, at: edge.one}}
      - {{part: road, design: red, at: {second}}}
    alt: {alt}
"""
TABLE = """\
  table:
    kind: table
    size: [90, 60]
    things:
      - {{part: scale, at: [40, 30], width: 60, says: the scale}}
      - {{part: stone, design: red, at: {red}, width: 6}}
      - {{part: stone, design: blue, at: {blue}, width: 6}}
    alt: {alt}
"""


def find_faults(home: Path, figure: str) -> list[str]:
    """Return the lines, counted from that of the figure, and codes of what is found."""
    folder = home / "fen"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME + figure, encoding="utf-8")
    (folder / "rules.md").write_text("# Fen\n", encoding="utf-8")
    game = read_game(folder, KINDS)
    found = check_figures(game, read_scenes(game, expand_parts(game, KINDS)), {}, {"": frozenset()})
    return [f"{each.place.line - GAME.count(chr(10))} {each.code} {each.level}" for each in found]


@pytest.mark.parametrize(
    ("second", "alt", "told"),
    [
        ("edge.two", "Two red roads lead from town A.", []),
        ("edge.far", "Two red roads lead from town A.", ["7 GF182 warning"]),
        ("edge.far", "Two red roads on the isle.", []),
        ("edge.far", "Two red roads lead from town C.", []),  # nothing is called that
    ],
)
def test_roads_touch_the_place_they_lead_from(tmp_path: Path, second: str, alt: str, told: list[str]) -> None:
    assert [each for each in find_faults(tmp_path, ROADS.format(second=second, alt=alt)) if "GF182" in each] == told


@pytest.mark.parametrize(
    ("red", "blue", "alt", "told"),
    [
        ("[18, 18]", "[22, 22]", "The scale, with two stones on space 0.", []),
        ("[40, 20]", "[22, 22]", "The scale, with two stones on space 0.", ["6 GF182 warning"]),
        ("[40, 20]", "[22, 22]", "The scale, with two stones.", []),
        ("[40, 20]", "[42, 22]", "The scale, with two stones on space 1.", []),
        ("[40, 58]", "[22, 22]", "The scale, with two stones on space 0.", []),  # it lies beside the scale
    ],
)
def test_things_on_a_space_of_a_track(tmp_path: Path, red: str, blue: str, alt: str, told: list[str]) -> None:
    figure = TABLE.format(red=red, blue=blue, alt=f'"{alt}"')
    assert [each for each in find_faults(tmp_path, figure) if "GF182" in each] == told
