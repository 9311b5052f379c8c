"""A game is made of what was given: nothing, a starter, a table with pictures, or finished pictures."""

from pathlib import Path

import pytest
from PIL import Image

from generator.model.finding import DataError
from generator.pipeline.editing import new_games
from generator.pipeline.editing.new_games import (
    GivenFiles,
    NewGame,
    describe_starters,
    list_games_below,
    spell_file_name,
    spell_game_name,
)
from generator.pipeline.preview import GamePreview
from tests.samples import for_each


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


def count_pieces(game: Path) -> list[tuple[str, int]]:
    return [(part, count) for part, _, count in GamePreview(game).load().game.parts]


def draw_picture(path: Path, color: str) -> bytes:
    Image.new("RGB", (63, 88), color).save(path)
    return path.read_bytes()


@for_each(
    [
        ("cards.csv", "cards.csv"),
        ("../../etc/cards.csv", "cards.csv"),
        (r"C:\decks\my cards.xlsx", "my cards.xlsx"),
        (".hidden.png", "hidden.png"),
        ("con.csv", "file-con.csv"),
        ('a<b>|"c?.png', "a-b-c-.png"),
        ("große Füchse.png", "große Füchse.png"),
        ("x" * 200 + ".png", "x" * 70 + ".png"),
        ("a\0b.png", "a-b.png"),
        ("", "file"),
    ]
)
def test_a_file_gets_a_name_that_every_system_takes(given: str, kept: str) -> None:
    assert spell_file_name(given) == kept


def test_a_title_spells_a_folder() -> None:
    assert [spell_game_name(title) for title in ("Dragon Cards!", "7 wonders", "--", "Ää")] == [
        "dragon-cards",
        "wonders",
        "--",
        "Ää",
    ]


def test_a_deck_begins_with_three_cards(home: Path, tmp_path: Path) -> None:
    given = GivenFiles(tmp_path)
    game = given.make(home, NewGame("Wild deck", "deck"))
    assert game == home / "wild-deck"
    assert count_pieces(game) == [("card", 4)]
    assert list_games_below(home) == ["wild-deck"]
    with pytest.raises(DataError, match="exists already"):
        given.make(home, NewGame("Wild deck", "deck"))


def test_a_starter_gets_the_title(home: Path, tmp_path: Path) -> None:
    assert describe_starters()[0] == ("cards", "Follow suit and take tricks.")
    game = GivenFiles(tmp_path).make(home, NewGame("My race", "starter", "race"))
    assert "title: My race\n" in (game / "game.yaml").read_text()


def test_a_table_brings_the_pictures_that_it_names(home: Path, tmp_path: Path) -> None:
    given = GivenFiles(tmp_path)
    given.put("deck.csv", b"name,art\nOwl,owl\nFox,fox\n")
    given.put("owl.png", draw_picture(tmp_path / "owl.png", "red"))
    game = given.make(home, NewGame("Birds", "table", size="tarot"))
    assert sorted(path.relative_to(game).as_posix() for path in game.rglob("*") if path.is_file()) == [
        "deck.csv",
        "game.yaml",
        "images/owl.png",
    ]
    assert "size: tarot\n" in (game / "game.yaml").read_text()
    given.put("second.csv", b"name\nOwl\n")
    with pytest.raises(DataError, match="give one table"):
        given.make(home, NewGame("Two", "table"))
    given.forget()
    with pytest.raises(DataError, match="give one table"):
        given.make(home, NewGame("None", "table"))
    assert list_games_below(home) == ["birds"]


def test_pictures_become_pieces_with_their_backs(home: Path, tmp_path: Path) -> None:
    given = GivenFiles(tmp_path)
    for name, color in (("owl.png", "red"), ("fox.png", "blue"), ("back.png", "black")):
        given.put(name, draw_picture(tmp_path / name, color))
    with pytest.raises(DataError, match="is no size"):
        given.make(home, NewGame("Birds", "pictures", size="wide"))
    game = given.make(home, NewGame("Birds", "pictures", size="poker"))
    (found,) = GamePreview(game).load().game.parts
    assert found[2] == 2
    assert given.names == ("owl.png", "fox.png", "back.png")


def test_what_is_no_table_and_no_picture_or_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = GivenFiles(tmp_path)
    for name in ("virus.exe", "game.yaml", "noending"):
        with pytest.raises(DataError, match="is no table and no picture"):
            given.put(name, b"")
    monkeypatch.setattr(new_games, "MOST_TOGETHER", 10)
    monkeypatch.setattr(new_games, "MOST_FILES", 2)
    given.put("a.csv", b"12345678")
    given.put("a.csv", b"1234567890")
    with pytest.raises(DataError, match="together"):
        given.put("b.csv", b"1")
    given.put("b.csv", b"")
    with pytest.raises(DataError, match="at most 2 files"):
        given.put("c.csv", b"")
    with pytest.raises(DataError, match="choose what to begin with"):
        given.make(tmp_path, NewGame("Birds", "nothing"))
