"""Test the benchmark deck, which gutterfold prints, the measuring of commands and the tables."""

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.deck import MEASURE, load_widths, write_deck
from tests.bench.jobs import OURS
from tests.bench.measure import MeasureError, Run
from tests.bench.measure import measure_command as clock
from tests.bench.table import find_targets, format_report


def count_lines(text: str, width: Callable[[str], float]) -> int:
    """Return the number of lines that first-fit line breaking gives the text."""
    used, count = 0.0, 1
    for word in text.split():
        step = width(f" {word}" if used else word)
        count, used = (count, used + step) if used + step <= MEASURE else (count + 1, width(word))
    return count


@pytest.mark.parametrize("cards", [54, 1_000, 10_000])
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
    typst = [Run(2.0, 1.0, 100, 20), Run(10.0, 1.0, 100, 20), Run(1.0, 1.0, 100, 20)]
    results = {("10,000 cards", OURS): ours, ("10,000 cards", "typst"): typst}
    found = {target.name: (round(target.found, 2), target.met) for target in find_targets(results)}
    assert found == {
        "10,000 cards: wall, of typst's": (0.5, True),
        "10,000 cards: wall, of typst's (the aim beyond)": (0.5, False),
        "10,000 cards: memory, of typst's": (0.5, False),
        "10,000 cards: file, of typst's": (0.5, True),
    }
    read = f"{OURS}-both", f"{OURS}-read"
    results |= {("10,000 cards", tool): [Run(wall, 1.0, 50)] for tool, wall in zip(read, (2.0, 1.2), strict=True)}
    (back,) = [target for target in find_targets(results) if "reading both" in target.name]
    name = "10,000 cards: reading both formats back, of writing both"
    assert back == (name, 0.6, 0.5)
    assert not back.met
    results |= {
        ("10,000 cards", f"{OURS}-{what}"): [Run(wall, 1.0, 50)] for what, wall in (("check", 1.5), ("whole", 2.0))
    }
    (check,) = [target for target in find_targets(results) if "check" in target.name]
    assert check == ("10,000 cards: check of a kit that stands, of its build", 0.75, 1.0)
    text = format_report(results)
    assert f"| {name} | 0.60 | 0.50 | NOT MET |" in text
    assert "| 10,000 cards: memory, of typst's | 0.50 | 0.17 | NOT MET |" in text
    assert "| 10,000 cards | typst | 3 | 2.000 | 1.000 | 0 | 0 |" in text


def test_a_game_is_measured_in_what_typst_takes_for_a_deck() -> None:
    walls = {"typst": (0.1, 0.2), f"{OURS}-whole": (1.2, 3.0), f"{OURS}-booklet": (1.1, 2.2)}
    results = {("Psychopaths", tool): [Run(wall, 1.0, 50) for wall in both] for tool, both in walls.items()}
    assert {target.name: (round(target.found, 2), target.met) for target in find_targets(results)} == {
        "Psychopaths: whole, of typst's wall for 54 cards": (13.5, True),
        "Psychopaths: booklet, of typst's wall for 54 cards": (11.0, False),
    }
