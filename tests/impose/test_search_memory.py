"""A search that was made before is not made again, and a memory that does not fit is not believed."""

from pathlib import Path

import pytest

from generator.impose.filling import search_once
from generator.impose.packing import PackedSheet
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.kits import ROOT


@pytest.fixture(autouse=True)
def _empty_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


class Search:
    """A search whose try `best` succeeds, and its tries in the order in which they were made."""

    def __init__(self, best: int | None) -> None:
        self.best = best
        self.made: list[int | str] = []

    def attempt(self, number: int) -> str | None:
        self.made.append(number)
        return f"found {number}" if number == self.best else None

    def search(self) -> tuple[int, str] | None:
        self.made.append("all")
        return None if self.best is None else (self.best, f"found {self.best}")

    def once(self, key: str) -> str | None:
        return search_once(key, self.attempt, self.search)


def test_the_second_time_only_the_best_try_is_made() -> None:
    search = Search(7)
    assert [search.once("cards"), search.once("cards")] == ["found 7", "found 7"]
    assert search.made == ["all", 7]


def test_a_search_in_vain_is_not_made_again() -> None:
    search = Search(None)
    assert [search.once("cards"), search.once("cards")] == [None, None]
    assert search.made == ["all"]


def test_other_pieces_are_another_search() -> None:
    search = Search(7)
    assert [search.once("cards"), search.once("tiles")] == ["found 7", "found 7"]
    assert search.made == ["all", "all"]


def test_a_try_that_no_longer_succeeds_is_searched_for_again() -> None:
    assert Search(7).once("cards") == "found 7"
    changed = Search(3)
    assert [changed.once("cards"), changed.once("cards")] == ["found 3", "found 3"]
    assert changed.made == [7, "all", 3]


def test_without_a_cache_each_search_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    search = Search(7)
    assert [search.once("cards"), search.once("cards")] == ["found 7", "found 7"]
    assert search.made == ["all", "all"]


@pytest.mark.parametrize("game", ["pachisi", "psycle"])
def test_a_kit_is_laid_out_alike_with_and_without_a_memory(game: str, tmp_path: Path) -> None:
    first, second = (prepare_kit(ROOT / "layouts" / game, Options()).press.sheets for _ in range(2))
    assert list(tmp_path.glob("gutterfold/*"))
    assert [list_blocks(sheet) for sheet in first] == [list_blocks(sheet) for sheet in second]


def list_blocks(sheet: PackedSheet) -> list[tuple[float, float, int]]:
    return [(block.x, block.y, len(block.pieces)) for block in sheet.blocks]
