"""GF317: parts of different stock on one page of the finished files are told, once for each pair."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.sheets.pieces import check_stocks
from generator.model.game import Part
from tests.check.kit import A4, GAME, HAND, Piece, see


def find_faults(folder: Path, stocks: Sequence[str], pages: Sequence[int]) -> list[str]:
    """Return what is told of parts a, b, ... of these stocks, each with a piece on its page."""
    pieces = [Piece(f"{name}.red.1.c1.front", page, 30, 20) for name, page in zip("abcdefg", pages, strict=False)]
    return find_faults_of(folder, stocks, pieces)


def find_faults_of(folder: Path, stocks: Sequence[str], pieces: Sequence[Piece]) -> list[str]:
    """Return what is told of parts a, b, ... of these stocks, with these pieces."""
    names = "abcdefg"[: len(stocks)]
    parts: list[Part] = [replace(HAND, id=name, stock=stock) for name, stock in zip(names, stocks, strict=True)]
    case = CheckContext(GAME, parts, parts, A4, "none", see(folder, pieces)[0])
    return [f"{each.place} {each.code} {each.message}" for each in check_stocks(case, case.formats[0])]


def told(one: str, other: str, page: int = 2) -> str:
    says = f"the part {other} is on wren.pdf, page {page} with {one}, but all pieces of a sheet need the same paper"
    return f"{HAND.place} GF317 {says}; build the kit again"


def test_parts_of_different_stock_on_one_page(tmp_path: Path) -> None:
    assert find_faults(tmp_path, ["card", "plain paper"], [2, 2]) == [told("'a' (card)", "'b' (plain paper)")]
    assert find_faults(tmp_path, ["card", "plain paper"], [2, 3]) == []


@pytest.mark.parametrize("stocks", [("card, 200 to 300 gsm", "Card, 250 gsm", ""), ("", "plain paper", "")])
def test_one_paper_serves_all_parts_of_a_page(tmp_path: Path, stocks: tuple[str, ...]) -> None:
    assert find_faults(tmp_path, stocks, [2] * len(stocks)) == []


def test_three_of_which_each_two_agree(tmp_path: Path) -> None:
    stocks = ["card, 160 to 200 gsm", "card, 190 to 260 gsm", "card, 250 to 300 gsm"]
    found = find_faults(tmp_path, stocks, [2, 2, 2])
    assert found == [told("'a' (card, 160 to 200 gsm)", "'c' (card, 250 to 300 gsm)")]


def test_strips_of_one_paper_may_be_finished_in_different_ways(tmp_path: Path) -> None:
    both = ["plain paper, glued on thick card", "plain paper, folded over thin card"]
    apart = [Piece("a.red.1.c1.front", 2, 30, 20), Piece("b.red.1.c1.front", 2, 30, 110)]
    assert find_faults_of(tmp_path, both, apart) == []
    assert find_faults_of(tmp_path, both, [*apart, Piece("a.red.2.c1.front", 2, 110, 150)]) == [
        told(f"'a' ({both[0]})", f"'b' ({both[1]})")
    ]
    assert find_faults_of(tmp_path, [both[0], "card, folded"], apart) == [
        told(f"'a' ({both[0]})", "'b' (card, folded)")
    ]
