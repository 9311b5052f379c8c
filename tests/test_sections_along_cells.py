"""Sections that follow hexes: each shows its own cells, is cut along them, and has its own back behind it."""

from pathlib import Path

import pytest

from generator.geometry.polygon import depth_in_polygons
from generator.model.finding import DataError
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from tests.kits import read_manifest
from tests.looks import pdf_pixels
from tests.messages import facts
from tests.samples import for_each
from tests.test_section_backs import color_behind

GAME = """\
title: Hexes
version: "1"
players: [2, 4]
parts:
  board:
    kind: board
    front: front.svg.j2
    back: back.svg.j2
    copies: 1
    border: 8
    names: spreadsheet
    hex: {columns: 6, rows: 5, cell: 34, edges: 4}
    sections: {west: ["A*", "B*", "C*"], east: ["D*", "E*", "F*"]}
claims:
  - {id: A, says: half of the cells, rests_on: nothing, check: "cells('board', section='west', kind='plain')|length == 15"}
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">{% for c in cells %}'
FRONT = (
    f'{HEAD}<g class="{{{{ c.mark }}}}" transform="{{{{ c.at }}}}"><polygon points="{{{{ c.points }}}}"'
    ' fill="#fff" stroke="#000" stroke-width="0.35"/></g>{% endfor %}TEXT</svg>'
)
# seen from behind: a field of its own color for each hex
BACK = (
    f'{HEAD.replace("cells %}", "cells if not c.border %}")}<rect x="{{{{ w - c.x - 17 }}}}" y="{{{{ c.y - 15 }}}}"'
    ' width="34" height="30" fill="#{{ \'%02x%02x\' % (8 * loop.index0, 255 - 8 * loop.index0) }}80"/>{% endfor %}</svg>'
)


def write_game(home: Path, text: str = "") -> Path:
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates" / "front.svg.j2").write_text(FRONT.replace("TEXT", text), "utf-8")
    (home / "templates" / "back.svg.j2").write_text(BACK, "utf-8")
    return home


def test_each_section_shows_its_cells_and_has_its_own_back(tmp_path: Path) -> None:
    options = Options(out=tmp_path / "out", formats=frozenset({"pdf", "svg"}))
    home = write_game(tmp_path / "hexes")
    built = build_kit(home, options)  # what it reads back is claimed and checked
    (part,) = prepare_kit(home, options).parts
    assert part.board is not None
    (path,) = built.folder.glob("*-sheets-*.pdf")
    rows = {row["design"]: row for row in read_manifest(built.folder)["placements"] if row["side"] == "front"}
    hexes = [cell for cell in part.board.cells.values() if not cell.border]
    seen = []
    for section in part.board.sections:
        behind = pdf_pixels(path.read_bytes(), rows[section.id]["pdf_page"])
        for number, cell in enumerate(hexes):
            if depth_in_polygons((section.loop,), cell.x, cell.y) < 0:
                continue
            found = color_behind(behind, rows[section.id], section, cell.x + 8, cell.y - 8, "long-edge")
            assert found == (8 * number, 255 - 8 * number, 128), cell.id
            seen.append(cell.id)
    assert sorted(seen) == sorted(cell.id for cell in hexes)
    svg = "".join(sheet.read_text("utf-8") for sheet in (built.folder / "svg").glob("*.svg"))
    assert [svg.count(f'class="cell.{name}"') for name in ("A1", "C1", "D1", "C2", "D2", "F5")] == [1] * 6
    assert svg.count('class="cell.C1+D1"') == 2  # the edge on the seam


@for_each([(114, "GF305"), (111, "GF209"), (106, "")])
def test_a_text_keeps_clear_of_the_seam(tmp_path: Path, x: float, said: str) -> None:
    """C1 ends at x = 112."""
    home = write_game(tmp_path / "hexes", f'<text x="{x}" y="28" font-size="4" text-anchor="end">Oil</text>')
    try:
        build_kit(home, Options(out=tmp_path / "out", sheets_only=True))
    except DataError as error:
        assert said and all(said in finding for finding in map(facts, error.findings))  # noqa: PT017, PT018
    else:
        assert not said


LARGE = """\
title: Hexes
version: "1"
players: [2, 4]
parts:
  board: {kind: board, front: front.svg.j2, copies: 1, border: 6, names: spreadsheet, hex: {SHAPE}}
"""
MAPS = {  # columns, rows, width across the flats and top; sections; upright pieces of whole hexes leave room, or need it
    "one seam": ("columns: 9, rows: 8, cell: 32, edges: 4", 2),
    "seams both ways": ("columns: 9, rows: 8, cell: 36, top: flat", 4),
    "room made": ("columns: 15, rows: 16, cell: 32", 6),
}


@pytest.mark.parametrize(("shape", "count"), MAPS.values(), ids=MAPS)
def test_a_map_that_is_cut_for_the_paper_keeps_its_hexes_whole(tmp_path: Path, shape: str, count: int) -> None:
    home = write_game(tmp_path / "hexes")
    (home / "game.yaml").write_text(LARGE.replace("SHAPE", shape), "utf-8")
    kit = prepare_kit(home, Options(out=tmp_path / "out"))
    assert not [note for note in kit.game.notes if note.code == "GF305"]
    (board,) = [part.board for part in kit.parts if part.board]
    assert len(board.sections) == count
    for cell in board.inner_cells:
        inside = [each for each in board.sections if depth_in_polygons((each.loop,), cell.x, cell.y) > 0]
        assert len(inside) == 1, cell.id
        assert min(depth_in_polygons((inside[0].loop,), x, y) for x, y in cell.board_points) > -0.01, cell.id


def test_a_title_across_such_a_seam_is_named(tmp_path: Path) -> None:
    title = (
        "The Isles of the North and of the South, and all that lies between them and beyond, with its towns and roads"
    )
    home = write_game(tmp_path / "hexes", f'<text x="20" y="5.5" font-size="4.5">{title}</text>')
    (home / "game.yaml").write_text(LARGE.replace("SHAPE", MAPS["one seam"][0]), "utf-8")
    kit = prepare_kit(home, Options(out=tmp_path / "out"))
    (note,) = [note for note in kit.game.notes if note.code == "GF305"]
    start = "on a4 paper the seams between the 2 sections of the board cut 1 text"
    assert note.message == f"{start} ('{title}')"


def test_a_line_along_the_seam_is_shown_by_both_sections(tmp_path: Path) -> None:
    home = write_game(tmp_path / "hexes")
    (home / "game.yaml").write_text(GAME.replace("edges: 4", "edges: 3"), "utf-8")
    line = '<path d="M-7 0 H7" transform="rotate({{ c.angle }})" stroke="#1f6fa8" stroke-width="0.6"/>'
    front = FRONT.replace('"><polygon', f'">{{% if c.border %}}{line}{{% else %}}<polygon').replace("TEXT", "")
    (home / "templates" / "front.svg.j2").write_text(front.replace('"/></g>', '"/>{% endif %}</g>'), "utf-8")
    built = build_kit(home, Options(out=tmp_path / "out", formats=frozenset({"svg"}), sheets_only=True))
    svg = "".join(sheet.read_text("utf-8") for sheet in (built.folder / "svg").glob("*.svg"))
    assert svg.count('class="cell.C1+D1"') == 2
