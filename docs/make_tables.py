"""Measure tables of docs/printing.md: sheets by paper, ink by saving, and the least distances of colors."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from docs.make_edges import GAMES, ROOT
from generator.check.data.color_pairs import compare_colors
from generator.language.color_vision import NORMAL, Colorimeter
from generator.model.finding import DataError
from generator.model.paper import BackLayout
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.safety.memory import Memory

PAPERS: tuple[tuple[str, BackLayout], ...] = (
    *((paper, "long-edge") for paper in ("a4", "letter", "a4-letter", "legal", "a5", "a3", "tabloid")),
    ("a4", "fold"),
    ("letter", "fold"),
)
INKS: tuple[Literal["full", "low", "mono"], ...] = ("full", "low", "mono")


def count_sheets(game: Path, paper: str, backs: BackLayout) -> str:
    """Return the number of sheets as the table has it; empty if a piece is larger than the paper."""
    try:
        return str(len(prepare_kit(game, Options(paper=paper, backs=backs, sheets_only=True)).press.sheets))
    except DataError:
        return ""


def measure_ink(game: Path) -> list[float]:
    """Return the milliliters that the sheets take in full, low and mono."""
    found = []
    for ink in INKS:
        with TemporaryDirectory() as out:
            build_kit(game, Options(sheets_only=True, out=Path(out), formats=frozenset({"pdf"}), ink=ink))
            manifest = json.loads((Path(out) / game.name / "manifest.json").read_bytes())
            found.append(float(manifest["ink"]["milliliters"]))
    return found


def list_least_distances(game: Path) -> dict[str, float]:
    """Return the least difference of two player colors for each kind of sight; none if all have one paint."""
    colors = prepare_kit(game, Options(sheets_only=True)).game.colors
    pairs = [pair for pair in compare_colors(colors, Colorimeter(Memory())) if pair.group == "player"]
    if not pairs or not any(pair.differences[NORMAL] for pair in pairs):
        return {}
    return {sight: min(pair.differences[sight] for pair in pairs) for sight in pairs[0].differences}


def list_rows(game: Path) -> Iterator[str]:
    """Yield the rows of a game: of sheets, of ink, and of distances."""
    name = game.name.capitalize()
    yield _format_row(name, [count_sheets(game, *each) for each in PAPERS])
    full, *less = measure_ink(game)
    yield _format_row(name, [f"{full:.2f}", *(f"{each:.2f} ({max(0, 1 - each / full):.0%} less)" for each in less)])
    if least := list_least_distances(game):
        yield _format_row(name, [f"{each:.1f}" for each in least.values()])


def _format_row(name: str, cells: list[str]) -> str:
    return f"| {' | '.join((name, *cells))} |".replace("%", " %").replace("|  |", "| |")


def main() -> None:
    """Print the rows of each game."""
    for name in GAMES:
        for row in list_rows(ROOT / "layouts" / name):
            sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main()
