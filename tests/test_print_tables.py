"""The tables of docs/printing.md hold what is measured: sheets, ink, and distances of colors; one game is a sample."""

import json
from pathlib import Path

import pytest

from docs.make_edges import measure_edges
from generator.check.data.color_pairs import compare_colors
from generator.components import KINDS
from generator.language.color_vision import Colorimeter
from generator.load.game import read_game
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.kits import ROOT, Kits, run

TEXT = (ROOT / "docs" / "printing.md").read_text("utf-8")
GAME = ROOT / "layouts" / "pharaoh"


def read_row(head: str, name: str) -> list[str]:
    """Return the cells of a row of the table whose first cell of the head is given."""
    table = TEXT[TEXT.index(f"| {head} |") :].split("\n\n")[0]
    (row,) = (line for line in table.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in row.strip("|").split("|")][1:]


@pytest.mark.parametrize(("paper", "column"), [("letter", 1), ("a3", 5)])
def test_sheets_are_counted(paper: str, column: int) -> None:
    assert read_row("sheets", "Pharaoh")[column] == str(len(prepare_kit(GAME, Options(paper=paper)).press.sheets))


def test_the_least_distances_are_measured() -> None:
    game = read_game(ROOT / "layouts" / "psycle", KINDS)
    pairs = [pair for pair in compare_colors(game.colors, Colorimeter()) if pair.group == "player"]
    least = [f"{min(pair.differences[sight] for pair in pairs):.1f}" for sight in pairs[0].differences]
    assert read_row("least distance", "Psycle") == least


def test_ink_is_measured(tmp_path: Path) -> None:
    words = ["build", "pharaoh", "--out", str(tmp_path), "--ink", "low", "--sheets-only", "--format", "pdf", "--quiet"]
    assert run(words)[0] == 0
    found = json.loads((tmp_path / "pharaoh" / "manifest.json").read_bytes())["ink"]["milliliters"]
    assert float(read_row("ink", "Pharaoh")[1].split()[0]) == pytest.approx(found, abs=0.0051)


def test_edges_are_measured(kit: Kits) -> None:
    rows = measure_edges(ROOT / "layouts" / "psycle", kit("psycle").sheets)
    assert [row.format_row("Psycle") for row in rows] == [
        line for line in TEXT.splitlines() if line.startswith("| Psycle: ")
    ]
