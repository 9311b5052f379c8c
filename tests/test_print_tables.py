"""The tables of docs/printing.md hold what is measured: sheets, ink, and distances of colors; one game is a sample."""

import json
from pathlib import Path

import pytest

from docs.make_edges import measure_edges
from docs.make_tables import PAPERS, count_sheets, list_least_distances
from tests.kits import ROOT, Kits, run
from tests.samples import for_each

TEXT = (ROOT / "docs" / "printing.md").read_text("utf-8")


def read_row(head: str, name: str) -> list[str]:
    """Return the cells of a row of the table whose first cell of the head is given."""
    table = TEXT[TEXT.index(f"| {head} |") :].split("\n\n")[0]
    (row,) = (line for line in table.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in row.strip("|").split("|")][1:]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", ["pharaoh", "psycle", "pachisi"])
def test_sheets_are_counted(game: str) -> None:
    row = read_row("sheets", game.capitalize())
    assert len(row) == len(PAPERS)
    for column, (paper, backs) in enumerate(PAPERS):
        if column in (0, 5) or game == "pharaoh":
            assert row[column] == count_sheets(ROOT / "layouts" / game, paper, backs), (paper, backs)


@for_each(["psychopaths", "hypnosia", "psycle", "pharaoh"])
def test_the_least_distances_are_measured(game: str) -> None:
    least = list_least_distances(ROOT / "layouts" / game)
    assert read_row("least distance", game.capitalize()) == [f"{each:.1f}" for each in least.values()]


def test_a_game_in_one_paint_has_no_distances() -> None:
    assert list_least_distances(ROOT / "layouts" / "pachisi") == {}


@pytest.mark.thorough
def test_ink_is_measured(tmp_path: Path) -> None:
    words = "build psycle --ink low --sheets-only --format pdf --quiet".split()
    assert run([*words, "--out", str(tmp_path)])[0] == 0
    found = json.loads((tmp_path / "psycle" / "manifest.json").read_bytes())["ink"]["milliliters"]
    assert float(read_row("ink", "Psycle")[1].split()[0]) == pytest.approx(found, abs=0.0051)


@pytest.mark.thorough
def test_edges_are_measured(kit: Kits) -> None:
    rows = measure_edges(ROOT / "layouts" / "psycle", kit("psycle").sheets)
    assert [row.format_row("Psycle") for row in rows] == [
        line for line in TEXT.splitlines() if line.startswith("| Psycle: ")
    ]
