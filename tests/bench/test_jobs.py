"""Test the benchmark tiles and board, which gutterfold prints, and the files of each job."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from tests.bench.board import COLUMNS, ROWS, generate_squares, write_board
from tests.bench.jobs import HERE, JOBS, OURS, Job
from tests.bench.run import TOOLS, change_a_row
from tests.bench.tiles import TILES, pair_ports, write_tiles


def build_deck(folder: Path) -> dict[str, object]:
    """Build the game in folder/deck; return the manifest."""
    command = [sys.executable, "-m", "generator", "build", str(folder / "deck"), "--out", str(folder / "out")]
    done = subprocess.run([*command, "--format", "pdf", "--quiet"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, object] = json.loads((folder / "out/deck/manifest.json").read_text(encoding="utf-8"))
    return found


def read_streams(path: Path) -> str:
    """Return the content streams of all pages and forms of a PDF."""
    with pikepdf.open(path) as pdf:
        data = [page.Contents.read_bytes() for page in pdf.pages]
        data += [each.read_bytes() for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/BBox" in each]
    return b"\n".join(data).decode("latin-1")


def test_eight_ports_are_paired_in_105_ways() -> None:
    every = list(pair_ports(tuple(range(8))))
    assert (len(every), len(set(every)), every[0]) == (105, 105, (0, 1, 2, 3, 4, 5, 6, 7))
    assert {tuple(sorted(each)) for each in every} == {tuple(range(8))}


def test_gutterfold_prints_400_different_tiles_of_four_curves(tmp_path: Path) -> None:
    write_tiles(tmp_path / "deck")
    with (tmp_path / "deck" / "tiles.csv").open(encoding="utf-8", newline="") as file:
        rows = [tuple(row.values()) for row in csv.DictReader(file)]
    assert len(rows) == len(set(rows)) == TILES
    placements = build_deck(tmp_path)["placements"]
    assert isinstance(placements, list)
    assert len(placements) == TILES
    strokes = read_streams(tmp_path / "out/deck/deck-sheets-a4.pdf").count(" c S")
    assert strokes == 4 * TILES


def test_gutterfold_prints_a_board_of_1000_cells(tmp_path: Path) -> None:
    write_board(tmp_path / "deck")
    every = list(generate_squares())
    assert len(every) == COLUMNS * ROWS == 1000
    assert {each.kind for each in every} == {"plain", "wood", "water", "castle"}
    build_deck(tmp_path)
    marks = read_streams(tmp_path / "out/deck/deck-sheets-a4.pdf").count("/Mark <</ID (cell.")
    assert marks == 1000
    text = pypdfium2.PdfDocument(tmp_path / "out/deck/deck-sheets-a4.pdf")[1].get_textpage().get_text_bounded()
    assert {each.label for each in every} <= set(text.split())


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.key)
def test_each_job_has_its_documents_and_rival_scripts(job: Job) -> None:
    assert (HERE / job.document).is_file()
    assert (HERE / f"{job.written[0]}.py").is_file()
    scripts = [job.find_rival_script(tool)[0] for tool in job.tools if not tool.startswith(OURS)]
    assert "rival_typst.py" in scripts
    assert [name for name in scripts if not (HERE / name).is_file()] == []
    assert not job.game or (job.find_game(HERE) / "game.yaml").is_file()


def test_each_tool_of_a_job_is_known() -> None:
    assert {tool for job in JOBS for tool in job.tools} <= TOOLS.keys()


def test_one_row_of_a_deck_changes(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("number,title\n10,a\n99,b\n12,c\n", "utf-8")
    change_a_row(path)
    assert path.read_text("utf-8") == "number,title\n10,a\n20,b\n12,c\n"
