"""Test `gutterfold build --watch`, which builds a game again whenever one of its files changes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.kits import run

ROOT = Path(__file__).parents[2]
GAME = """\
title: Tiny
version: "1"
players: [1, 2]
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: 2}
claims:
  - {id: T1, says: two tiles, rests_on: tiny, check: count('tile') == 2}
"""
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">Tile</text></svg>'


class Watch:
    """A build that watches; `read_line` returns what it prints next, without its seconds."""

    def __init__(self, game: Path) -> None:
        command = [sys.executable, "-m", "generator", "build", str(game), "--out", str(game / "kits"), "--watch"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets its jobs in the background ignore it
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )

    def read_line(self) -> str:
        assert self.process.stdout is not None
        return str(self.process.stdout.readline()).rstrip().partition(" (")[0]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "templates/tile.svg.j2").write_text(TILE, "utf-8")
    return folder


@pytest.fixture
def watch(game: Path) -> Iterator[Watch]:
    found = Watch(game)
    yield found
    found.process.kill()
    found.process.communicate()


def test_a_changed_file_is_built_and_a_fault_is_told_at_its_line(game: Path, watch: Watch) -> None:
    assert watch.read_line() == "tiny: 1 sheet, 2 pieces, nothing is wrong"
    assert watch.read_line() == "watching tiny; Ctrl-C ends it"
    (game / "game.yaml").write_text(GAME.replace("copies: 2", "copies: 3").replace("== 2", "== 3"), "utf-8")
    assert watch.read_line() == "tiny: 1 sheet, 3 pieces, nothing is wrong"
    kit = (game / "kits/tiny/manifest.json").read_bytes()
    (game / "game.yaml").write_text(GAME.replace("copies: 2", "copies: two"), "utf-8")
    assert "game.yaml:5:66: GF006" in watch.read_line()
    assert [watch.read_line()[:4] for _ in range(2)] == ["  5 ", "    "]
    assert watch.read_line() == "tiny: not built, 1 finding; the last good kit stays"
    assert (game / "kits/tiny/manifest.json").read_bytes() == kit
    watch.process.send_signal(signal.SIGINT)
    assert watch.read_line() == "stopped"
    assert watch.process.wait(20) == 0


def test_a_second_build_in_one_process_is_that_of_a_new_one(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a watched build keeps in memory is never older than the files."""
    changes = {
        "game.yaml": GAME.replace("parts:", 'colors: {ink: {paint: "#0072b2"}}\nparts:'),
        "templates/tile.svg.j2": TILE.replace("Tile", '{% include "word.svg.j2" %}'),
        "templates/word.svg.j2": "Slab",
    }
    (game / "templates/word.svg.j2").write_text("Brick", "utf-8")
    build_kit(game, Options(out=tmp_path / "warm"))
    for path, text in changes.items():
        (game / path).write_text(text, "utf-8")
        build_kit(game, Options(out=tmp_path / "warm"))
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / f"cache of {Path(path).name}"))
        command = [sys.executable, "-m", "generator", "build", str(game), "--out", str(tmp_path / "cold"), "--quiet"]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        monkeypatch.undo()
        assert read_files(tmp_path / "warm") == read_files(tmp_path / "cold"), path


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_watched_build_prints_no_reprint(game: Path) -> None:
    status, _, errors = run(["build", str(game), "--watch", "--since", "printed"])
    assert status == 2
    assert "--watch builds whole kits" in errors


def test_a_missing_package_is_told(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "generator.studio.watching", raising=False)
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    status, _, errors = run(["build", str(game), "--watch"])
    assert status == 1
    assert "GF373 `build --watch` needs the package 'watchfiles'" in errors
