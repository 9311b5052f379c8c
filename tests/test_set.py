"""`--set PART.KEY=VALUE` changes a value for one build; the manifest records it."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.kits import LAYOUTS, run
from tests.messages import facts, facts_of
from tests.test_output_folder import write_game

GEMS = ["--only", "gem", "--format", "svg"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a copy of Psycle; return it."""
    (source,) = (folder for folder in LAYOUTS if folder.name == "psycle")
    shutil.copytree(source, tmp_path / "psycle")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def build_gems(*options: str) -> dict[str, object]:
    """Build the gems; return the manifest."""
    code, stdout, stderr = run(["build", "psycle", "--quiet", *GEMS, *options])
    assert (code, stdout, stderr) == (0, "", "")
    found: dict[str, object] = json.loads(Path("output/psycle/manifest.json").read_text("utf-8"))
    return found


def list_sizes(manifest: dict[str, object]) -> set[tuple[float, float]]:
    """Return the widths and heights of the placed pieces."""
    rows = manifest["placements"]
    assert isinstance(rows, list)
    return {(row["w"], row["h"]) for row in rows}


def test_a_setting_changes_the_build_and_is_recorded(home: Path) -> None:
    plain, larger = build_gems(), build_gems("--set", "gem.diameter=20")
    assert list_sizes(plain) == {(12.1244, 14.0)}
    assert list_sizes(larger) == {(17.3205, 20.0)}
    assert plain["build"] != larger["build"]
    assert isinstance(plain["options"], dict)
    assert isinstance(larger["options"], dict)
    assert plain["options"] == {**larger["options"], "set": []}
    assert larger["options"]["set"] == ["gem.diameter=20"]
    assert build_gems() == plain


def test_check_reuses_the_settings_of_the_kit(home: Path) -> None:
    build_gems("--set", "gem.diameter=20", "--set", "gem.gap=1")
    code, stdout, _ = run(["check", "psycle"])
    assert code == 0
    assert "checked as it would be built" not in stdout
    code, stdout, _ = run(["check", "psycle", "--set", "gem.diameter=20", "--set", "gem.gap=1"])
    assert code == 0
    assert "checked as it would be built" not in stdout


def test_check_with_other_settings_checks_a_new_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)
    assert run(["build", "tiny", "--quiet", "--set", "tile.gap=1"]) == (0, "", "")
    code, stdout, stderr = run(["check", "tiny", "--set", "tile.copies=3"])
    assert code == 1
    assert "GF102" in stderr
    code, stdout, _ = run(["check", "tiny", "--set", "tile.gap=2"])
    assert code == 0
    state = "(the kit in output/tiny was built with another --set: checked as it would be built)"
    assert state in stdout


REFUSED = {
    "gme.diameter=20": "--set gme.diameter: GF010 'gme' 'gem'",
    "gem.diametr=20": "--set gem.diametr: GF010 'diametr' 'diameter'",
    "gem.diameter=wide": "--set gem.diameter: GF006 0.01 10,000 'wide'",
    "gem.diameter=400": "psycle/game.yaml:79:3: GF304 'gem' 346.41 400 190 281.8 4",
}


def test_the_order_of_settings_does_not_matter(home: Path) -> None:
    one, other = ("--set", "gem.diameter=20"), ("--set", "gem.gap=1")
    assert build_gems(*one, *other)["build"] == build_gems(*other, *one)["build"]
    assert "checked as it would be built" not in run(["check", "psycle", *one, *other])[1]


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("setting", REFUSED)
def test_an_invalid_setting_is_one_line_and_nothing_is_written(setting: str, command: str, home: Path) -> None:
    code, stdout, stderr = run([command, "psycle", "--set", setting, *["--quiet"][: command == "build"]])
    shown = re.compile(r" +(\d+ )?\|( |$)")  # the quoted line of the file, and the caret below it
    lines = [line for line in stderr.splitlines() if " warning: " not in line and not shown.match(line)]
    assert (code, stdout) == (1, "")
    assert not (home / "output").exists()
    assert facts_of(lines) == [REFUSED[setting]]


def test_a_failed_claim_names_the_setting(home: Path) -> None:
    code, _, stderr = run(["build", "psycle", "--quiet", "--set", "gem.copies=49"])
    assert code == 1
    (line,) = (line for line in stderr.splitlines() if "psycle/rules.md:23:26: " in line)
    assert line.startswith("--set gem.copies: GF102 gem: with 50 in place of 49 here, ")
    assert not (home / "output").exists()


def test_a_duplicate_setting_is_refused(home: Path) -> None:
    twice = ["--set", "gem.diameter=20", "--set", "gem.diameter=21"]
    code, stdout, stderr = run(["build", "psycle", "--quiet", *twice])
    assert (code, stdout) == (1, "")
    assert facts(stderr.rstrip("\n")) == "--set gem.diameter: GF010"
    assert "twice" in stderr
