"""Test the benchmark deck, which gutterfold prints, the measuring of commands and the tables."""

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.deck import MEASURE, load_widths, write_deck
from tests.bench.measure import MeasureError, Run
from tests.bench.measure import measure_command as clock
from tests.bench.table import TARGETS, format_report
from tests.samples import for_each


def count_lines(text: str, width: Callable[[str], float]) -> int:
    """Return the number of lines that first-fit line breaking gives the text."""
    used, count = 0.0, 1
    for word in text.split():
        step = width(f" {word}" if used else word)
        count, used = (count, used + step) if used + step <= MEASURE else (count + 1, width(word))
    return count


@for_each([54, 1_000, 10_000])
def test_cards_differ_and_take_four_lines(tmp_path: Path, cards: int) -> None:
    write_deck(tmp_path, cards)
    with (tmp_path / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["title"] for row in rows}) == len(rows) == cards
    width = load_widths()
    assert {count_lines(row["text"], width) for row in rows} == {4}


def test_the_same_deck_has_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_deck(tmp_path / name, 54)
    one, two = ((tmp_path / name / "cards.csv").read_bytes() for name in ("one", "two"))
    assert one == two


def test_gutterfold_prints_six_sheets_with_backs(tmp_path: Path) -> None:
    write_deck(tmp_path / "deck", 54)
    command = [sys.executable, "-m", "generator", "build", str(tmp_path / "deck"), "--out", str(tmp_path / "out")]
    done = subprocess.run([*command, "--format", "pdf", "--quiet"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    manifest = json.loads((tmp_path / "out/deck/manifest.json").read_text(encoding="utf-8"))
    faces = [(placement["pdf_page"], placement["side"]) for placement in manifest["placements"]]
    fronts = {page for page, face in faces if face == "front"}
    backs = {page for page, face in faces if face == "back"}
    assert len(faces) == 2 * 54
    assert len(fronts) == len(backs) == 6
    assert not fronts & backs


def test_measure_command_sees_memory_of_children_and_failures() -> None:
    child = "import time; held = bytearray(60_000_000); time.sleep(0.3)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    run = clock([sys.executable, "-c", parent])
    assert run.memory > 60_000_000
    assert run.wall > 0.3
    with pytest.raises(MeasureError, match=r"status 3\nno such deck"):
        clock([sys.executable, "-c", "import sys; print('no such deck', file=sys.stderr); sys.exit(3)"])


def test_ratios_are_medians_of_pairs_and_missed_targets_are_shown() -> None:
    ours = [Run(1.0, 1.0, 50, 10), Run(3.0, 1.0, 50, 10), Run(1.0, 1.0, 50, 10)]
    typst = [Run(2.0, 1.0, 100, 20), Run(10.0, 4.0, 100, 20), Run(1.0, 4.0, 100, 20)]
    results = {("10,000 cards", "pdf-first"): ours, ("10,000 cards", "typst"): typst}
    found = [(target.name, target.find(results)) for target in TARGETS]
    assert [(name, figure) for name, figure in found if figure is not None] == [
        ("first, wall of typst's", 0.5),
        ("first, CPU s", 1.0),
        ("first, memory of typst's", 0.5),
    ]
    text = format_report(results)
    assert "| 10,000 cards: first, wall of typst's | 0.500 | 0.250 | 0.610 | 0.299 | NOT MET |" in text
    assert "| 10,000 cards: first, CPU s | 1.00 |  | 2.50 | 1.30 | met |" in text
    assert "| 10,000 cards | typst | none | 3 | 2.000 | 4.000 | 0 | 0 |" in text
    assert "| 10,000 cards | pdf-first | typst | 0.500 | 0.250 | 0.500 | 0.500 |" in text


def test_a_game_is_compared_with_the_landing_before() -> None:
    walls = {"whole-first": (1.0, 2.0), "before-whole-first": (1.0, 4.0)}
    results = {("Psychopaths", tool): [Run(wall, 3.0, 50) for wall in both] for tool, both in walls.items()}
    text = format_report(results)
    assert "| Psychopaths | whole-first | before-whole-first | 0.750 | 1.00 | 1.00 | 1.00 |" in text
    assert "| Psychopaths: whole-first, wall of the landing before | 0.750 | 1.00 | 1.00 | 1.05 | met |" in text


def test_growth_compares_caches_in_the_same_state() -> None:
    walls = {
        ("1,000 cards", "check-first"): 2.0,
        ("1,000 cards", "check-again"): 1.0,
        ("10,000 cards", "check-first"): 9.0,
    }
    text = format_report({key: [Run(wall, 1.0, 50)] for key, wall in walls.items()})
    assert "| check-first | 4.5 | 1.0 | 1.0 |" in text
    assert "| check-again |" not in text
