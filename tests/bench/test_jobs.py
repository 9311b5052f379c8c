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
from tests.bench.jobs import BEFORE, HERE, JOBS, RIVALS, ROOT, Job
from tests.bench.table import TARGETS
from tests.bench.tiles import TILES, pair_ports, write_tiles
from tests.bench.tools import COMMANDS, change_a_row, compose, describe_caches, measure_tool, split_name
from tests.samples import UNREAD


def build_deck(folder: Path) -> dict[str, object]:
    """Build the game in folder/deck; return the manifest."""
    command = [sys.executable, "-m", "generator", "build", str(folder / "deck"), "--out", str(folder / "out")]
    done = subprocess.run(
        [*command, "--format", "pdf", "--quiet", *UNREAD], capture_output=True, text=True, check=False
    )
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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
    rivals = [tool for tool in job.tools if tool in RIVALS]
    assert rivals[:1] == (["typst"] if "pdf-first" in job.tools else [])
    scripts = [job.find_rival_script(tool)[0] for tool in rivals]
    written = [f"{module}.py" for module in job.written[:1]]
    assert [name for name in (*scripts, *written, job.document) if not (HERE / name).exists()] == []
    assert not job.game or (job.find_game(HERE) / "game.yaml").is_file()


def test_each_tool_of_a_job_is_known() -> None:
    ours = {tool for job in JOBS for tool in job.tools} - {*RIVALS}
    known = {f"{command}-{caches}" for command in COMMANDS for caches in ("first", "again", "edited")}
    assert {tool.removeprefix(BEFORE) for tool in ours} <= known
    assert (split_name("before-check-first"), split_name("typst")) == (("before-check", "first"), ("typst", "none"))


def test_each_target_is_measured() -> None:
    measured = {(job.title, tool) for job in JOBS for tool in job.tools}
    named = [(target.job, tool) for target in TARGETS for tool in (target.tool, target.of or target.tool)]
    assert [pair for pair in named if pair not in measured] == []


@pytest.mark.thorough
def test_a_tool_fills_only_caches_of_its_own_and_first_empties_only_these(tmp_path: Path) -> None:
    job = next(job for job in JOBS if job.key == "54")
    folder = tmp_path / job.key
    job.write_data(folder)
    left = {tool: folder / "caches" / tool / "left" for tool in ("pdf-first", "pdf-again", "whole-edited")}
    for path in left.values():
        path.parent.mkdir(parents=True)
        path.touch()
    sizes = [measure_tool(tool, folder, job).size for tool in ("pdf-first", "pdf-again")]
    assert sizes[0] == sizes[1] > 10_000
    assert [tool for tool, path in left.items() if not path.exists()] == ["pdf-first"]
    assert describe_caches("pdf-again") == "nothing changed"
    filled = sorted(path.parent.name for path in (folder / "caches").glob("*/gutterfold"))
    assert filled == ["pdf-again", "pdf-first"]
    before = (folder / "deck" / job.rows).read_bytes()
    measure_tool("whole-edited", folder, job)
    assert (folder / "deck" / job.rows).read_bytes() == before != (folder / "whole-edited-deck" / job.rows).read_bytes()


def test_a_command_runs_from_its_own_tree(tmp_path: Path) -> None:
    (tmp_path / "generator").mkdir()
    (tmp_path / "generator/__init__.py").touch()
    (tmp_path / "generator/__main__.py").write_text("def run():\n    print('landed before')\n", "utf-8")
    for tree, told in ((tmp_path, "landed before"), (ROOT, "gutterfold, version")):
        line, environment, at = compose(tree, tmp_path / "cache", "--version")
        done = subprocess.run(line, env=environment, cwd=at, capture_output=True, text=True, check=True)
        assert told in done.stdout


def test_one_row_of_a_deck_changes(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("number,title\n10,a\n99,b\n12,c\n", "utf-8")
    change_a_row(path)
    assert path.read_text("utf-8") == "number,title\n10,a\n20,b\n12,c\n"
