"""Test the checks that the studio runs in copies of a process."""

import os
import sys
from multiprocessing import Pipe
from pathlib import Path

import pytest

from generator.program import parallel
from generator.studio import checking
from generator.studio.checking import CheckedClaims, CheckedGame, HeldClaim, check_in_copy, import_for_next
from tests.studio.running import make_deck


@pytest.fixture
def game(tmp_path: Path) -> Path:
    make_deck(tmp_path / "trick")
    with (tmp_path / "trick" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("unchecked:\n  - {id: fun, says: it is fun, why: nobody can count it}\n")
    return tmp_path / "trick"


@pytest.mark.parametrize("has_cores", [True, False])
def test_a_copy_tells_what_it_found(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_cores: bool
) -> None:
    monkeypatch.setattr(parallel, "has_second_core", lambda: has_cores)
    _, connection = Pipe()
    found = check_in_copy(connection, game, tmp_path / "nowhere")
    assert found is not None
    assert {each.level for each in found.findings} <= {"note"}
    assert found.claims.unchecked == (HeldClaim("fun", "it is fun", "", "nobody can count it"),)
    assert found.claims.held
    assert found.claims.numbers > 0


def test_a_game_that_cannot_be_read_is_told(game: Path, tmp_path: Path) -> None:
    (game / "cards.csv").unlink()
    _, connection = Pipe()
    found = check_in_copy(connection, game, tmp_path / "nowhere")
    assert found is not None
    assert [each.code for each in found.findings] == ["GF001"]
    assert found.claims == CheckedClaims()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without copies of a process, a check goes on to its end")
def test_whatever_comes_ends_a_check(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait_for_good(*_: Path) -> None:
        os.read(os.pipe()[0], 1)

    monkeypatch.setattr(parallel, "has_second_core", lambda: True)
    monkeypatch.setattr(checking, "check_game", wait_for_good)
    studio, connection = Pipe()
    studio.send(("stop",))
    assert check_in_copy(connection, game, tmp_path / "nowhere") is None


def test_what_a_copy_imported_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    import_for_next(CheckedGame((), modules=("colorsys", "made_up_by_a_library")))
    assert "colorsys" in sys.modules
