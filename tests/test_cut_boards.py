"""The boards of Psychopaths and Hypnosia cut by the paper: only divisible cells are cut without a warning."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.check.faces.boards import check_boards
from generator.components.boards.sections import boxes_overlap
from generator.model.board import Board, Section
from generator.model.paper import PAPERS
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.checking.kit_readback import read_back
from generator.pipeline.options import Options
from generator.proof.kit import Kit
from tests.check.kit import find_in_format
from tests.kits import ROOT, read_manifest
from tests.messages import facts
from tests.samples import for_each

TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% set kinds = ['plain', 'bridge', 'start', 'place', 'center', 'slot', 'pocket', 'star', 'zone', 'goal'] %}
  {% for c in cells %}
  <g class="{{ c.mark }}" transform="{{ c.at }}">
    <polygon points="{{ c.points }}" fill="none" stroke="{{ colors[c.color] if c.color else '#000' }}"
      stroke-width="{{ 0.3 + kinds.index(c.kind) / 10 }}"/>
    {% if c.label %}<text y="2" text-anchor="middle" font-size="6">{{ c.label }}</text>{% endif %}
  </g>
  {% endfor %}
</svg>
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% for l in lines %}<g class="{{ l.mark }}">
    <path d="{{ l.d }}" fill="none" stroke="{{ colors[l.color] }}" stroke-width="2"/>
  </g>{% endfor %}
</svg>
"""
PIECES = {
    **{(game, paper): count for game in ("psychopaths", "hypnosia") for paper, count in
       {"a3": 1, "tabloid": 2, "legal": 2, "letter": 2, "a4-letter": 2, "a5": 6}.items()},
    ("psychopaths", "tabloid"): 1,  # it has no bleed, and the ruler gives way
    ("hypnosia", "a5"): 4,  # beyond the rings nothing is drawn, and two pieces are left out
}  # fmt: skip
CLAIMS = {
    "hypnosia": [
        "cells('board')|length == 1 + 5 + 30 + 24 + 18 + 12 + 24 and boards('board') == 1",
        "sections('board') == ['a1', 'b1']",
        "cells('board', section='a1', kind='center') == cells('board', section='b1', kind='center') == ['center']",
        "cells('board', section='a1')|length + cells('board', section='b1')|length == cells('board')|length + 1",
        "cells('board', section='a1', area='spaces')|length == 42",
        "distance('board', 'start1.4', 'center') == 16",
    ],
    "psychopaths": [
        "cells('board')|length == 85 + 4 + 16 and boards('board') == 1",
        "cells('board', section='a1', kind='slot') == ['nw', 'ne']",
        "neighbors('board', 'start.red.1') == ['r10c1'] and neighbors('board', 'goal.red.1') == []",
        "joins('board', kind='pocket') == 16",
        "turned('board', 'start.red.1', 1) == 'start.green.1' and turned('board', ['nw', 'ne'], 1) == ['ne', 'se']",
    ],
}


def read_game_data(game: str) -> dict[str, Any]:
    """Return the game as it is, but for what others draw and claim: its board, and what is laid on it."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "layouts" / game / "game.yaml").read_text("utf-8"))
    parts = {key: dict(part) for key, part in found["parts"].items() if part["kind"] in ("board", "path")}
    for part in parts.values():
        part.pop("back", None)
        part["front"] = f"{part['kind']}.svg.j2"
    claims = [
        {"id": f"A{number}", "says": "so", "rests_on": "nothing", "check": check}
        for number, check in enumerate(CLAIMS[game])
    ]
    return {key: found[key] for key in ("title", "version", "players", "colors")} | {"parts": parts, "claims": claims}


def write_game(home: Path, game: Mapping[str, Any]) -> Path:
    """Write a game with templates that draw what the checks ask for and no more."""
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False), "utf-8")
    (home / "templates" / "board.svg.j2").write_text(TEMPLATE, "utf-8")
    (home / "templates" / "path.svg.j2").write_text(CARD, "utf-8")
    return home


def make_options(home: Path, paper: str = "a4") -> Options:
    return Options(out=home / "out", paper=paper, formats=frozenset({"pdf", "svg"}), backs="none")


def board_of(kit: Kit) -> Board:
    found = kit.all_parts[0].board
    assert found is not None
    return found


def list_cut_cells(board: Board) -> list[str]:
    """Return the cells that lie in more than one section."""
    return [
        name
        for name, cell in board.cells.items()
        if sum(boxes_overlap(cell.box, each.box) for each in board.sections) > 1
    ]


def section_boxes(sections: tuple[Section, ...]) -> dict[str, tuple[float, ...]]:
    return {each.id: each.box for each in sections}


def test_psychopaths_is_cut_between_its_rows_4_and_5(tmp_path: Path) -> None:
    kit = prepare_kit(write_game(tmp_path / "psychopaths", read_game_data("psychopaths")), make_options(tmp_path))
    board = board_of(kit)
    assert section_boxes(board.sections) == {"a1": (0, 0, 260, 120), "b1": (0, 120, 260, 260)}
    assert (list_cut_cells(board), kit.game.notes) == ([], ())
    assert board.cells["r4c0"].box[3] == board.cells["r5c0"].box[1] == 120
    assert board.slots == {"nw": "path", "ne": "path", "se": "path", "sw": "path"}


def test_hypnosia_is_cut_through_its_center_alone(tmp_path: Path) -> None:
    kit = prepare_kit(write_game(tmp_path / "hypnosia", read_game_data("hypnosia")), make_options(tmp_path))
    board = board_of(kit)
    assert section_boxes(board.sections) == {"a1": (0, 0, 260, 130), "b1": (0, 130, 260, 260)}
    assert (list_cut_cells(board), kit.game.notes) == (["center"], ())


def test_cutting_an_indivisible_center_is_a_warning(tmp_path: Path) -> None:
    game = read_game_data("hypnosia")
    del game["parts"]["board"]["divisible"]
    kit = prepare_kit(write_game(tmp_path / "hypnosia", game), make_options(tmp_path))
    assert list_cut_cells(board_of(kit)) == ["center"]
    assert [facts(f"{note.code} {note.level}: {note.message}") for note in kit.game.notes] == ["GF305 warning: 4 2 1"]
    assert "1 cell (center)" in kit.game.notes[0].message


def test_divisible_cells_are_not_counted_as_cut(tmp_path: Path) -> None:
    kit = prepare_kit(write_game(tmp_path / "hypnosia", read_game_data("hypnosia")), make_options(tmp_path, "a5"))
    center, *cut = list_cut_cells(board_of(kit))
    assert (center, len(cut)) == ("center", 9)
    (note,) = kit.game.notes
    assert (note.code, note.level) == ("GF305", "warning")
    says = "9 cells (place.4, ring1.7, ring1.22, ring2.5, ring2.18, ring3.4 and 3 more)"
    assert note.message == f"on a5 paper the seams between the 6 sections of the board cut {says}"


@pytest.mark.parametrize("game", list(CLAIMS))
def test_the_sheets_show_the_board_of_the_data(tmp_path: Path, game: str) -> None:
    built = build_kit(write_game(tmp_path / game, read_game_data(game)), make_options(tmp_path))
    assert [str(each) for each in built.checked.findings if each.level != "note"] == []
    assert len(built.checked.lines) == len(CLAIMS[game])
    assert "hold against data and sheets" in built.checked.summary


@for_each(["a1", "b1"])
def test_both_halves_must_show_the_center_that_they_share(tmp_path: Path, missing: str) -> None:
    home = write_game(tmp_path / "hypnosia", read_game_data("hypnosia"))
    build_kit(home, make_options(tmp_path))
    kit = prepare_kit(home, make_options(tmp_path))
    folder = tmp_path / "out" / "hypnosia"
    manifest = read_manifest(folder)
    (sheets,) = (file["path"] for file in manifest["files"] if "sheets" in file["path"])
    seen, _ = read_back(folder, sheets, [])
    assert seen is not None
    assert find_in_format(check_boards, kit.parts, seen, kit.game) == []
    short = [
        face._replace(marks=tuple(mark for mark in face.marks if mark.name != "cell.center"))
        if face.design == missing
        else face
        for face in seen
    ]
    assert [
        str(found).partition(" in hyp")[0].partition("GF118 ")[2]
        for found in find_in_format(check_boards, kit.parts, short, kit.game)
    ] == [f"board.{missing}.c1.front"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", [paper for paper in PAPERS if paper != "a4"])
@pytest.mark.parametrize("game", list(CLAIMS))
def test_every_paper_takes_the_board(tmp_path: Path, game: str, paper: str) -> None:
    plain = read_game_data(game)
    plain["claims"] = [{"id": "A", "says": "so", "rests_on": "nothing", "check": "boards('board') == 1"}]
    kit = prepare_kit(write_game(tmp_path / game, plain), make_options(tmp_path, paper))
    board = board_of(kit)
    assert len(board.sections or [1]) == PIECES[game, paper]
    built = build_kit(tmp_path / game, make_options(tmp_path, paper))
    assert {each.code for each in built.checked.findings if each.level != "note"} <= {"GF305"}


def test_claims_count_whole_boards_not_pieces(tmp_path: Path) -> None:
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "board.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (home / "rules.md").write_text("# Wren\n\nThere is {{ claim('one', 'board') }} board.\n", encoding="utf-8")
    board = {"kind": "board", "grid": {"columns": 5, "rows": 5, "cell": 40}, "front": "board.svg.j2", "copies": 1}
    data = {"title": "Wren", "version": "1", "players": [1, 2], "parts": {"board": board}, "rules": "rules.md"}
    (home / "game.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    made = build_kit(home, Options(out=tmp_path / "out", paper="a5"))
    assert made.pieces == 4
    assert [count[2:4] for count in made.checked.counts] == [(((1, "rules.md:3"),), 1)]
    assert made.checked.verdict.inline[0].asked == (("board", "1", "1"),)
