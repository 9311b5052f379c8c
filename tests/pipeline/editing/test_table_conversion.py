"""Tables that can only be shown become CSV when that is asked for, as long as CSV holds them as they are."""

from pathlib import Path

import pytest

from generator.load.rows import read_csv
from generator.model.finding import DataError
from generator.pipeline.editing.history import EditHistory
from generator.pipeline.editing.tables import convert_table, find_table, read_table_bytes, show_table
from tests.load.test_spreadsheets import HEAD, make_xlsx
from tests.samples import for_each

GAME = """\
title: Deck  # a comment that stays
parts:
  hand: {kind: card, size: poker, front: a.svg, rows: %s, copies: 1}
"""
ROWS = '[{"id": 1, "name": "Owl, eagle", "tags": ["a", "b"]}, {"id": "007", "name": "say \\"no\\"\\nnow"}]'
BLOCK = """\
title: Deck
parts:
  hand:
    kind: card
    rows:
      - {id: 1, name: Owl}
      # the last one
      - id: 2
        name: Fox  # red
    # the front
    front: a.svg
"""


def make_game(home: Path, game: str, **files: str) -> Path:
    folder = home / "deck"
    folder.mkdir()
    (folder / "game.yaml").write_bytes(game.encode())
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    return folder


def convert(folder: Path) -> str:
    """Turn the table of the part into CSV, and return the name of its file."""
    found = convert_table(folder, find_table(folder, "hand"))
    EditHistory(folder, folder.parent / "home").apply("as CSV", found.edits)
    return found.path


def test_objects_become_csv_and_come_back_in_one_step(tmp_path: Path) -> None:
    folder = make_game(tmp_path, GAME % "cards.json", cards_json=ROWS)
    assert convert(folder) == "cards.csv"
    assert (folder / "cards.csv").read_text("utf-8") == ('id,name,tags[]\n1,"Owl, eagle",a b\n007,"say ""no""\nnow",\n')
    assert (folder / "game.yaml").read_text("utf-8") == GAME % "cards.csv"
    EditHistory(folder, tmp_path / "home").undo()
    assert (folder / "game.yaml").read_text("utf-8") == GAME % "cards.json"
    assert not (folder / "cards.csv").exists()


def test_a_name_that_is_taken_is_not_written_over(tmp_path: Path) -> None:
    folder = make_game(tmp_path, GAME % "{file: cards.json, where: id}", cards_json=ROWS, cards_csv="mine")
    assert convert(folder) == "cards-2.csv"
    assert (folder / "cards.csv").read_text("utf-8") == "mine"
    assert (folder / "game.yaml").read_text("utf-8") == GAME % "{file: cards-2.csv, where: id}"


@for_each(["\n", "\r\n"])
def test_rows_in_the_game_become_a_file_and_what_stands_around_them_stays(tmp_path: Path, end: str) -> None:
    folder = make_game(tmp_path, BLOCK.replace("\n", end))
    assert convert(folder) == "hand.csv"
    assert (folder / "hand.csv").read_text("utf-8") == "id,name\n1,Owl\n2,Fox\n"
    start, rest = BLOCK.split("rows:")
    after = rest.partition("  # red")[2]
    assert (folder / "game.yaml").read_bytes().decode() == f"{start}rows: hand.csv  # red{after}".replace("\n", end)


def test_a_sheet_is_shown_with_its_lines_and_becomes_csv(tmp_path: Path) -> None:
    folder = make_game(tmp_path, GAME % "cards.xlsx:Hand")
    cells = '<c r="A3"><v>1.5</v></c><c r="B3" t="inlineStr"><is><t>x y</t></is></c>'
    (folder / "cards.xlsx").write_bytes(make_xlsx(f'{HEAD}<row r="3">{cells}</row>', "Other"))
    part = find_table(folder, "hand")
    shown = show_table(folder, part, read_table_bytes(folder, part))
    assert (shown.columns, shown.rows, shown.lines) == (("a", "b[]"), (("1.5", "x y"),), (3,))
    assert shown.source is None
    assert convert(folder) == "cards-hand.csv"
    found = read_csv((folder / "cards-hand.csv").read_text("utf-8"), "x")
    assert [row.values for row in found] == [{"a": 1.5, "b": ["x", "y"]}]


@for_each(
    [
        ('[{"id": 1, "flag": true}]', "CSV cannot hold True"),
        ('[{"id": 1, "tags": ["two words"]}]', "CSV cannot hold"),
        ('[{"id": 1, "name": 2}, {"id": "", "name": null}]', "blank"),
    ]
)
def test_what_csv_would_read_otherwise_is_refused_with_its_place(tmp_path: Path, rows: str, why: str) -> None:
    folder = make_game(tmp_path, GAME % "cards.json", cards_json=rows)
    with pytest.raises(DataError, match=why):
        convert(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["cards.json", "game.yaml"]
