"""check_slots: slots whose cards fit pass; a slot too small, not square or without neighbors is found in the data (GF124)."""

from pathlib import Path

import pytest

from generator.check.data import slots as slots_module
from generator.check.data.slots import check_slots
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.types import Outline
from generator.load.game import read_game
from generator.model.board import Board, Cell
from generator.model.finding import DataError, Place
from generator.model.game import Part, Port
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.check.kit import facts_with
from tests.check.printed import made
from tests.samples import for_each

LAYOUTS = Path(__file__).parents[2] / "layouts"
BOARD = """\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 7, rows: 5, cell: 20}
    border: 10
    slots:
      west: {cells: [CELLS], part: PART}
      east: {cells: [r2c5]}
"""
PATH = "  path: {kind: path, front: a.svg.j2, size: SIZE, ports: PORTS, colors: player, copies: 1, rows: [ROW]}\n"
CARD = "  card: {kind: card, front: a.svg.j2, size: [30, 58], copies: 1}\n"
CARD += "  wide: {kind: card, front: a.svg.j2, size: [58, 30], copies: 1}\n"
TOKEN = "  gem: {kind: token, front: a.svg.j2, diameter: 14, rows: [{d: 1}, {d: 2}], copies: 2}\n"
FIGURE = "  figure: {kind: standee, front: a.svg.j2, size: [16, 35], foot: 7, copies: 1}\n"
EIGHT = "{lines: [0-1, 2-3, 4-5, 6-7], order: [red, red, red, blue]}"
PORT = Port(0, 10, 0, 0, 1)
FOUR = "{lines: [0-1, 2-3], order: [red, blue]}"


def find_faults(
    home: Path, cells: str, part: str, size: float = 58, ports: str = "[-20, 20]", joined: str = ""
) -> list[str]:
    """Return the facts of what check_slots reports of the west slot."""
    row = EIGHT if ports.count(",") else FOUR
    path = PATH.replace("SIZE", str(size)).replace("PORTS", ports).replace("ROW", row)
    text = BOARD.replace("CELLS", cells).replace("PART", part) + joined + path + CARD + TOKEN + FIGURE
    found = list(check_slots(*made(home, text)))
    assert {(finding.code, finding.place.line, finding.place.column) for finding in found} <= {("GF124", 15, 7)}
    head = "parts.board.slots.west: "
    assert all(finding.message.startswith(head) for finding in found)
    return [
        ("" if f.level == "error" else f"{f.level}: ") + facts_with(f.message.removeprefix(head), WORDS) for f in found
    ]


def test_ports_are_compared_only_with_cells_near_the_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(slots_module, "find_contact", lambda cells, *_: asked.append(len(cells)))
    corners = (-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)
    cells = {f"{x}.{y}": Cell(f"{x}.{y}", 20 * x + 10, 20 * y + 10, corners) for x in range(30) for y in range(30)}
    board = Board(600, 600, cells, (), {}, {}, slots={"15.15": "card"})
    part = Part("card", "", "path", Outline(20, 20), 3.0, None, "", None, {}, (), "", Place("a"), ports=(PORT,))
    whole = Part("board", "", "board", Outline(600, 600), 2.0, None, "", None, {}, (), "", Place("a"), board=board)
    game = read_game(LAYOUTS / "psycle", KINDS, words=LAYOUTS.parent / "templates" / "words")
    assert [facts_with(finding.message.split(": ")[1], WORDS) for finding in check_slots(game, (whole, part))] == [
        "0 'card' no cell"
    ]
    assert asked == [16]  # of 900


WORDS = "larger|square|no cell|no piece|more"  # what tells the findings apart
THREE = "r1c1..3, r2c1..3, r3c1..3"


@for_each([
        (THREE, "path", {}, ""),
        (THREE, "path", {"size": 60}, ""),
        (THREE, "path", {"size": 60.5}, "'path' 60.5 60.5 larger 60 60"),
        (THREE, "card", {}, ""),
        ("r1c1..3, r2c1..3", "card", {}, ""),  # 30 x 58 mm in 60 x 40 mm: turned it fits
        ("r1c1..2, r2c1..2, r3c1..2", "wide", {}, ""),
        ("r1c1..2, r2c1..2", "card", {}, "'card' 30 58 larger 40 40"),
        ("r1c1, r2c1, r3c1", "card", {}, "'card' 30 58 larger 20 60"),
        ("r1c1", "gem", {}, ""),
        ("r1c1", "figure", {}, ""),  # its net is larger, and it is not
        ("r1c1..3, r2c1..3", "path", {"size": 38, "ports": "[0]"}, "'path' square 60 40"),
        ("r0c1..3, r1c1..3, r2c1..3", "path", {}, "0 'path' no cell 1 more"),
        ("r1c2..4, r2c2..4, r3c2..4", "path", {"ports": "[0]"}, "1 'path' 'east' no piece"),
        ("r1c2..4, r2c2..4, r3c2..4", "path", {}, ""),
        (THREE, "path", {"ports": "[-20.09, 20.09]"}, ""),
        (THREE, "path", {"ports": "[-20, 20.2]"}, "warning: 1 'path' 0.2 'r0c3'"),
        (THREE, "path", {"ports": "[-5, 5]"}, ""),  # two ports at one square are beside its middle as they must
        (THREE, "path", {"ports": "[-5, 15]"}, "warning: 0 'path' 5 'r0c2'"),
    ])  # fmt: skip
def test_a_slot_and_its_part(
    tmp_path: Path, cells: str, part: str, more: dict[str, float | str], expected: str
) -> None:
    assert find_faults(tmp_path, cells, part, **more) == ([expected] if expected else [])  # type: ignore[arg-type]


def test_the_slots_of_psychopaths() -> None:
    game = read_game(LAYOUTS / "psychopaths", KINDS)
    parts = expand_parts(game, KINDS)
    assert {name: part.board.slots for part in parts if (name := part.id) and part.board} == {
        "board": dict.fromkeys(("nw", "ne", "se", "sw"), "path")
    }
    assert list(check_slots(game, parts)) == []


def test_a_card_too_large_for_its_slot_stops_the_build(tmp_path: Path) -> None:
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    path = PATH.replace("SIZE", "61").replace("PORTS", "[-20, 20]").replace("ROW", EIGHT)
    text = BOARD.replace("CELLS", THREE).replace("PART", "path").replace("a.svg", "board.svg") + path
    made(tmp_path, text)
    cells = '{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><polygon points="{{ c.points }}" fill="{{ {"plain": "#eee", "slot": "#ddd"}[c.kind] }}"/></g>{% endfor %}'
    lines = '{% for l in lines %}<g class="{{ l.mark }}"><path d="{{ l.d }}" fill="none" stroke="{{ colors[l.color] }}"/></g>{% endfor %}'
    for name, width, height, body in (("board", 160, 120, cells), ("a", 61, 61, lines)):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'
        (home / "templates" / f"{name}.svg.j2").write_text(svg, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        build_kit(home, Options(out=tmp_path / "out"))
    (finding,) = [each for each in caught.value.findings if each.is_blocking]
    assert (finding.code, finding.place.line) == ("GF124", 15)
