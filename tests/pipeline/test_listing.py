"""Test that what is told of a game is told again only while nothing has changed that decides it."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.model.game import Game, Part
from generator.pipeline.listing import describe_game
from tests.test_startup import write_game


class Teller:
    """Tells the title of a game, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def tell(self, game: Game, parts: Sequence[Part]) -> list[str]:
        """Return a line with the title and the pieces."""
        self.asked += 1
        return [f"{game.data.title}: {sum(part.count for part in parts)}"]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = write_game(tmp_path / "tiny")
    age(home)
    return home


def age(home: Path) -> None:
    """Let a game have been saved a minute ago: what was saved just now is not kept."""
    for path in (*home.rglob("*"), home):
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 60))


def test_a_game_is_read_once_until_its_data_change(game: Path) -> None:
    teller, data = Teller(), game / "game.yaml"
    assert [*describe_game(game, teller.tell)] == [*describe_game(game, teller.tell)] == ["Tiny: 2"]
    assert teller.asked == 1
    told = data.stat()
    data.write_text(data.read_text("utf-8").replace("copies: 2", "copies: 3"), "utf-8")
    os.utime(data, ns=(told.st_atime_ns, told.st_mtime_ns))  # its content counts, not its time
    assert [*describe_game(game, teller.tell)] == ["Tiny: 3"]


def test_what_was_saved_while_it_was_read_is_not_kept(game: Path) -> None:
    teller, data = Teller(), game / "game.yaml"
    for _ in range(2):
        os.utime(data)
        describe_game(game, teller.tell)
    assert teller.asked == 2


def test_a_file_that_comes_or_goes_is_noticed(game: Path) -> None:
    teller = Teller()
    describe_game(game, teller.tell)
    (game / "rules.md").write_text("# Tiny\n", "utf-8")
    describe_game(game, teller.tell)
    assert teller.asked == 2
    (game / "game.yaml").unlink()
    with pytest.raises(DataError):
        describe_game(game, teller.tell)


def test_faults_are_found_each_time(game: Path) -> None:
    data = game / "game.yaml"
    data.write_text(data.read_text("utf-8").replace("tile,", "tyle,", 1), "utf-8")
    for _ in range(2):
        with pytest.raises(DataError):
            describe_game(game, Teller().tell)
