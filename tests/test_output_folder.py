"""Test commands on an output folder that came from a stranger, or that another process is working on."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.pipeline.build import build_booklet, build_kit
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock
from tests.crashes import GAME, TILE, read_tree
from tests.kits import run
from tests.messages import facts_of

ROOT = Path(__file__).parents[1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with a small game, which is the current one."""
    write_game(tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_game(folder: Path) -> None:
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(copies=2), "utf-8")
    (folder / "rules.md").write_text("# Tiny\n\nFew rules.\n", "utf-8")
    (folder / "templates" / "tile.svg.j2").write_text(TILE.format(word="tile"), "utf-8")


def run_command(*words: str) -> list[str]:
    """Run a command that fails with findings; return their facts."""
    code, _, stderr = run(words)
    assert code == 1
    return facts_of(line for line in stderr.splitlines() if ": GF" in line)


@pytest.mark.parametrize("command", ["build", "booklet", "check"])
def test_an_output_folder_that_leads_away_must_be_named(home: Path, command: str) -> None:
    (home / "far").mkdir()
    (home / "work").mkdir()
    os.chdir("work")
    Path("output").symlink_to("../far")
    assert run_command(command, "../tiny") == ["output: GF401"]
    assert "--out" in run([command, "../tiny"])[2]
    assert list((home / "far").iterdir()) == []
    assert run([command, "../tiny", "--out", "output"])[0] == 0
    assert {path.name for path in (home / "far").iterdir()} == (set() if command == "check" else {"tiny"})
    Path("output").unlink()
    Path("near").mkdir()
    Path("output").symlink_to("near")
    assert run([command, "../tiny"])[0] == 0


@pytest.mark.parametrize("command", ["build", "booklet"])
def test_a_known_name_leads_to_no_other_file(home: Path, command: str) -> None:
    (home / "precious").write_text("mine")
    (home / "output" / "tiny").mkdir(parents=True)
    for name in ("manifest.json.part", ".manifest.pending.json", ".manifest.pending.json.part"):
        (home / "output" / "tiny" / name).symlink_to("../../precious")
    assert run([command, "tiny", "--quiet"])[0] == 0
    assert (home / "precious").read_text() == "mine"
    (home / "output" / "tiny" / "manifest.json").unlink()
    (home / "output" / "tiny" / "manifest.json").symlink_to("../../precious")
    assert run_command(command, "tiny")[-1] == "output/tiny/manifest.json: GF401"
    assert (home / "precious").read_text() == "mine"


def forge(**changes: Any) -> None:
    """Change the manifest of the kit."""
    path = Path("output/tiny/manifest.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_a_forged_manifest_is_told_in_a_line(home: Path) -> None:
    assert run(["build", "tiny", "--quiet"])[0] == 0
    manifest = home / "output" / "tiny" / "manifest.json"
    whole = manifest.read_text()
    options = json.loads(whole)["options"]
    forged: list[dict[str, Any]] = [
        {"options": {**options, "paper": "zz"}},
        {"options": {**options, "color": [5]}},
        {"options": 5},
        {"build": 5},
        {"placements": [5]},
        {"placements": [{**json.loads(whole)["placements"][0], "x": None}]},
        {"files": [{"path": "a\0b"}]},
    ]
    for changes in forged:
        forge(**changes)
        code, stdout, _ = run(["check", "tiny"])
        assert code == 0
        assert "the manifest of the kit in output/tiny cannot be read" in stdout
        for command in ("build", "booklet"):
            assert "output/tiny/manifest.json: GF401" in run_command(command, "tiny")
        manifest.write_text(whole)
    manifest.write_text(whole)
    forge(build=None)
    assert "does not say how it was built" in run(["check", "tiny"])[1]
    forge(build="01234567", options={**options, "format": ["stl"]})
    assert "does not say how it was built" in run(["check", "tiny"])[1]
    manifest.write_bytes(b"[" * 200_000)
    assert "cannot be read" in run(["check", "tiny"])[1]


def test_a_manifest_names_no_palette_outside_the_game(home: Path) -> None:
    (home / "secret").write_text("password: hunter2\n")
    (home / "tiny" / "own.yaml").write_text("title: Own\npaint: {table: '#123456'}\nshared: true\n")
    assert run(["build", "tiny", "--quiet"])[0] == 0
    options = json.loads((home / "output" / "tiny" / "manifest.json").read_text())["options"]
    for name in (str(home / "secret"), "secret", "tiny/../secret"):
        forge(options={**options, "palette": name})
        code, stdout, stderr = run(["check", "tiny"])
        assert code == 0
        assert "hunter2" not in stdout + stderr
        assert "built with a palette from outside the game's folder" in stdout
    forge(options={**options, "palette": "no-such-palette"})
    assert run_command("check", "tiny") == ["--palette: GF001 'no-such-palette' 'grey' 'okabe-ito'"]
    for name in ("grey", "tiny/own.yaml"):
        assert run(["build", "tiny", "--quiet", "--palette", name])[0] == 0
        assert "as it would be built" not in run(["check", "tiny"])[1]


def test_the_folder_of_a_kit_that_is_a_link_is_not_checked(home: Path) -> None:
    assert run(["build", "tiny", "--out", "far", "--quiet"])[0] == 0
    (home / "output").mkdir()
    (home / "output" / "tiny").symlink_to("../far/tiny")
    before = read_tree(home / "far")
    assert "output/tiny is a link, which is not followed: checked as it would be built" in run(["check", "tiny"])[1]
    assert run_command("build", "tiny") == ["output/tiny: GF401"]
    assert read_tree(home / "far") == before


@pytest.mark.parametrize("replaced", ["link", "fifo"])
def test_a_file_of_a_kit_that_is_no_file_counts_as_changed(home: Path, replaced: str) -> None:
    assert run(["build", "tiny", "--quiet"])[0] == 0
    sheet = home / "output" / "tiny" / "svg" / "tiny-01-tile.svg"
    sheet.rename(home / "moved.svg")
    if replaced == "link":
        sheet.symlink_to(home / "moved.svg")
    else:
        os.mkfifo(sheet)
    assert run_command("check", "tiny") == ["output/tiny/svg/tiny-01-tile.svg: GF403"]


@pytest.fixture
def held(home: Path) -> Iterator[FileLock]:
    """Hold the lock of a kit that exists."""
    build_kit(Path("tiny"), Options())
    with GuardedFolder(home / "output") as folder:
        lock = FileLock(folder, ".tiny.lock")
        assert lock.acquire()
        yield lock
        lock.release()


@pytest.mark.parametrize("command", [build_kit, build_booklet, check_kit])
def test_a_command_waits_for_the_one_that_works_on_its_kit(held: FileLock, command: Any) -> None:
    told: list[Path] = []

    def tell(kit: Path) -> None:
        told.append(kit)
        held.release()

    options = {} if command is check_kit else {"progress": lambda done, of: None}
    command(Path("tiny"), Options(), waiting=tell, **options)
    assert told == [Path("output/tiny")]
    assert not Path("output/.tiny.lock").exists()


def start(*words: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "generator", *words]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.thorough
def test_waiting_is_told_in_a_line_unless_quiet(held: FileLock) -> None:
    with start("build", "tiny") as told, start("build", "tiny", "--quiet") as quiet:
        assert told.stderr is not None
        lines = [told.stderr.readline(), told.stderr.readline()]
        held.release()
        assert told.wait(60) == 0
        assert quiet.communicate(timeout=60) == ("", "")
    assert lines[1] == "another gutterfold is building output/tiny; waiting for it\n"
    assert (lines[0], quiet.returncode) == ("building tiny ...\n", 0)


def test_builds_of_one_kit_at_the_same_time_all_succeed(home: Path) -> None:
    running = [start("build", "tiny", "--quiet", "--paper", paper) for paper in ("a4", "letter", "a4", "letter")]
    for process in running:
        stdout, stderr = process.communicate(timeout=120)
        assert (process.returncode, stdout, [line for line in stderr.splitlines() if "GF" in line]) == (0, "", [])
    found = {path.name for path in (home / "output").iterdir()}
    assert found == {"tiny"}
    listed = json.loads((home / "output" / "tiny" / "manifest.json").read_text())["files"]
    files = {path.removeprefix("tiny/") for path in read_tree(home / "output")}
    assert files == {file["path"] for file in listed} | {"manifest.json"}


def test_a_kit_that_may_only_be_read_is_checked_without_a_lock(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_kit(Path("tiny"), Options())
    before = read_tree(home / "output")

    def refuse(self: GuardedFolder, path: str) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(GuardedFolder, "open_lock_file", refuse)
    assert "as it would be built" not in check_kit(Path("tiny"), Options()).summary
    assert read_tree(home / "output") == before
    with pytest.raises(PermissionError):
        build_kit(Path("tiny"), Options())


def test_a_game_whose_name_no_file_may_have_everywhere(home: Path) -> None:
    (home / "tiny").rename("aux")
    assert run_command("build", "aux") == ["aux/game.yaml: GF006 'aux'"]
    assert not (home / "output").exists()
