"""Test what the studio draws again when the files of a game change."""

from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.options import Options
from generator.pipeline.preview import GamePreview, SweptFaces
from tests.kits import ROOT

GAME = """\
title: Tiny
version: "1"
players: [1, 2]
colors:
  ink: {paint: "#d55e00"}
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, back: back.svg.j2, rows: tiles.csv, copies: 1}
"""
TILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">
<text x="9" y="18" fill="{{ colors.ink.paint }}">{{ row.word }}</text></svg>"""
BACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><circle cx="15" cy="15" r="5"/></svg>'
EVERY = [(f"tile.{row}", side) for row in (1, 2, 3) for side in ("front", "back")]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "tiles.csv").write_text("word\none\ntwo\nsix\n", "utf-8")
    (folder / "templates/tile.svg.j2").write_text(TILE, "utf-8")
    (folder / "templates/back.svg.j2").write_text(BACK, "utf-8")
    return folder


@pytest.fixture
def preview(game: Path, monkeypatch: pytest.MonkeyPatch) -> GamePreview:
    monkeypatch.setattr("generator.pipeline.preview._FIRST_SECONDS", 60.0)  # on any machine
    found = GamePreview(game)
    assert found.load().swept == SweptFaces(left=6)
    assert [each.key for each in found.sweep(60).faces] == EVERY
    return found


def drawn(swept: SweptFaces) -> list[tuple[str, str]]:
    return [each.key for each in swept.faces if each.face is not None]


def test_the_example_of_a_setting_is_one_that_the_game_takes(game: Path, preview: GamePreview) -> None:
    assert preview.load().game.setting == "tile.copies=2"
    (game / "game.yaml").write_text(GAME.replace(", copies: 1", ""), "utf-8")
    (game / "tiles.csv").write_text("word,copies\none,1\ntwo,2\n", "utf-8")
    assert preview.load().game.setting == "tile.gap=2"
    assert preview.load(Options(settings=("tile.gap=2",))).game.title == "Tiny"


def test_a_changed_row_is_drawn_first_and_alone(game: Path, preview: GamePreview) -> None:
    (game / "tiles.csv").write_text("word\none\ntwo\nten\n", "utf-8")
    first = preview.load().swept
    assert [each.key for each in first.faces] == [("tile.3", "front"), ("tile.3", "back")]
    assert drawn(first) == [("tile.3", "front")]
    rest = preview.sweep(60)
    assert ([each.key for each in rest.faces], drawn(rest), rest.left) == (EVERY[:4], [], 0)


def test_what_is_visible_comes_before_the_rest(game: Path, preview: GamePreview) -> None:
    (game / "game.yaml").write_text(GAME.replace("#d55e00", "#0072b2"), "utf-8")
    first = preview.load(visible=["tile.2", "tile.gone"]).swept
    assert [each.key for each in first.faces] == [("tile.2", "front"), ("tile.2", "back")]
    assert drawn(first) == [("tile.2", "front")]
    assert drawn(preview.sweep(60)) == [("tile.1", "front"), ("tile.3", "front")]


def test_a_changed_drawing_is_drawn_in_every_face(game: Path, preview: GamePreview) -> None:
    (game / "templates/back.svg.j2").write_text(BACK.replace('r="5"', 'r="6"'), "utf-8")
    swept = preview.load().swept
    assert drawn(swept) + drawn(preview.sweep(60)) == [(f"tile.{row}", "back") for row in (1, 2, 3)]


def test_a_face_that_an_edit_takes_back_looks_as_before(game: Path, preview: GamePreview) -> None:
    before = preview.draw_face("tile.3", "front")
    (game / "tiles.csv").write_text("word\none\ntwo\nten\n", "utf-8")
    preview.load()
    changed = preview.draw_face("tile.3", "front")
    (game / "tiles.csv").write_text("word\none\ntwo\nsix\n", "utf-8")
    preview.load()
    assert before == preview.draw_face("tile.3", "front") != changed


def test_a_faulty_face_is_told_and_the_others_are_drawn(game: Path, preview: GamePreview) -> None:
    (game / "templates/tile.svg.j2").write_text(TILE.replace("row.word", "row.word.x"), "utf-8")
    swept = preview.load().swept
    more = preview.sweep(60)
    assert {finding.place.file for finding in (*swept.faults, *more.faults)} == {str(game / "templates/tile.svg.j2")}
    assert {each.key[1] for each in (*swept.faces, *more.faces)} == {"back"}


def test_a_faulty_game_leaves_the_last_one(game: Path, preview: GamePreview) -> None:
    (game / "game.yaml").write_text("title: [", "utf-8")
    with pytest.raises(DataError):
        preview.load()
    assert preview.draw_face("tile.1", "front") is not None


def test_a_board_in_sections_is_put_together(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    (folder / "templates").mkdir(parents=True)
    sections = "sections: {left: [r0c0], right: [r0c1]}"
    grid = f"kind: board, front: board.svg.j2, copies: 1, grid: {{rows: 1, columns: 2, cell: 40}}, {sections}"
    (folder / "game.yaml").write_text(GAME.partition("  tile:")[0] + f"  land: {{{grid}}}\n", "utf-8")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><circle cx="40" cy="20" r="9"/></svg>'
    (folder / "templates/board.svg.j2").write_text(drawn, "utf-8")
    preview = GamePreview(folder)
    game = preview.load().game
    assert [piece.key for piece in game.pieces] == ["land.left", "land.right"]
    assert [(board.part, board.sides, board.width, board.height) for board in game.boards] == [
        ("land", ("front",), 80.0, 40.0)
    ]
    board = preview.draw_board("land", "front")
    assert board is not None
    assert (board.width, board.height) == (80.0, 40.0)
    assert 'viewBox="0 0 80 40"' in board.crop()
    assert preview.draw_board("land", "back") is None
    assert preview.draw_board("nothing", "front") is None


def test_faces_follow_the_language() -> None:
    found = GamePreview(ROOT / "layouts" / "psycle")
    assert found.load().game.languages == ("en", "fr")
    english = found.draw_face("aid.aid", "front")
    found.load(Options(languages=("fr",)))
    assert found.draw_face("aid.aid", "front") != english
    found.load()
    assert found.draw_face("aid.aid", "front") == english


def test_pieces_that_are_no_rectangles_have_their_own_trim() -> None:
    games = [GamePreview(ROOT / folder).load().game for folder in ("layouts/psycle", "tests/specimen")]
    pieces = {each.key: each for game in games for each in game.pieces}
    shapes = {key: (pieces[key].shape, bool(pieces[key].cut)) for key in ("hand.red.1", "tracker.red", "buoy.1")}
    assert shapes == {"hand.red.1": ("rect", False), "tracker.red": ("disc", False), "buoy.1": ("polygon", True)}
    assert pieces["buoy.1"].cut == (
        "M7.794 0.000 L15.588 4.500 L15.588 13.500 L7.794 18.000 L0.000 13.500 L0.000 4.500 Z"
    )
