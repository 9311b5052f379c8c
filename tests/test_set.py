"""`--set PART.KEY=VALUE` changes a value for one build; the manifest records it."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.model.game import Game
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from tests.kits import GAMES, LAYOUTS, STARTERS, run
from tests.messages import facts, facts_of
from tests.test_output_folder import write_game

VOTES = ["--only", "vote", "--format", "svg", "--sheets-only"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a copy of Psycle; return it."""
    (source,) = (folder for folder in LAYOUTS if folder.name == "psycle")
    shutil.copytree(source, tmp_path / "psycle")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a directory with a copy of a starter, which takes a fourth of the time of Psycle."""
    shutil.copytree(STARTERS["party"], tmp_path / "party")
    monkeypatch.chdir(tmp_path)


def build_votes(*options: str) -> dict[str, object]:
    """Build the tokens of the starter; return the manifest."""
    code, stdout, stderr = run(["build", "party", "--quiet", "--no-read-back", *VOTES, *options])
    assert (code, stdout, stderr) == (0, "", "")
    found: dict[str, object] = json.loads(Path("output/party/manifest.json").read_text("utf-8"))
    return found


def list_sizes(manifest: dict[str, object]) -> set[tuple[float, float]]:
    """Return the widths and heights of the placed pieces."""
    rows = manifest["placements"]
    assert isinstance(rows, list)
    return {(row["w"], row["h"]) for row in rows}


@pytest.mark.usefixtures("party")
def test_a_setting_changes_the_build_and_is_recorded() -> None:
    plain, larger = build_votes(), build_votes("--set", "vote.diameter=20")
    assert list_sizes(plain) == {(22.0, 22.0)}
    assert list_sizes(larger) == {(20.0, 20.0)}
    assert plain["build"] != larger["build"]
    assert isinstance(plain["options"], dict)
    assert isinstance(larger["options"], dict)
    assert plain["options"] == {**larger["options"], "set": []}
    assert larger["options"]["set"] == ["vote.diameter=20"]
    assert build_votes() == plain


@pytest.mark.usefixtures("party")
def test_check_reuses_the_settings_of_the_kit() -> None:
    build_votes("--set", "vote.diameter=20", "--set", "vote.gap=1")
    code, stdout, _ = run(["check", "party"])
    assert code == 0
    assert "checked as it would be built" not in stdout
    code, stdout, _ = run(["check", "party", "--set", "vote.diameter=20", "--set", "vote.gap=1"])
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
    "trakcer.diameter=20": "--set trakcer.diameter: GF010 'trakcer' 'tracker'",
    "tracker.diametr=20": "--set tracker.diametr: GF010 'diametr' 'diameter'",
    "tracker.diameter=wide": "--set tracker.diameter: GF006 0.01 10,000 'wide'",
    "tracker.diameter=400": "psycle/game.yaml:72:3: GF304 'tracker' 400 400 190 284.4 4",
}


LISTS = {
    "target.rows[1].value=9": [1, 9, 3, 4, 5],
    "target.rows[4].value=7": [1, 2, 3, 4, 7],
}


@pytest.mark.parametrize("setting", LISTS)
def test_an_entry_of_a_list_is_set(setting: str, home: Path) -> None:
    game, _ = load_game(home / "psycle", Options(settings=(setting,)))
    assert [row.values["value"] for row in game.rows["target"]] == LISTS[setting]


def test_a_whole_list_and_a_list_in_a_list_are_set() -> None:
    folder = GAMES["pharaoh"]
    whole, _ = load_game(folder, Options(settings=("die.faces=[1, 2, 3, 3, 2, 1]",)))
    assert vars_of(whole, "die").faces == [1, 2, 3, 3, 2, 1]
    one, _ = load_game(folder, Options(settings=("die.faces[0]=4", "board.values.lines2[0]=column")))
    assert vars_of(one, "die").faces == [4, 6, 2, 5, 3, 4]
    assert one.parts["board"].values["lines2"] == ["column"]


def vars_of(game: Game, part: str) -> Any:
    return game.parts[part]


LIST_FAULTS = {
    "target.rows[5].value=9": (
        "target.rows[5].value: GF010 target.rows has entries target.rows[0] to target.rows[4], but no entry 5"
    ),
    "target.rows[0].valeu=9": ("target.rows[0].valeu: GF010 target.rows[0] has no key 'valeu'; did you mean 'value'?"),
    "target.rows=9": (
        "target.rows: GF010 target.rows is a list; a single value cannot replace it: "
        "set one entry, such as target.rows[0], or all of them, such as [1, 2, 3]"
    ),
    "target.rows[0]=9": "target.rows[0]: GF010 target.rows[0] is a mapping; a single value cannot replace it",
    "target.rows=[1, 2": "target.rows: GF010 [1, 2 begins with a bracket but is not a list such as [1, 2, 3]",
    "tracker.diameter[0]=9": "tracker.diameter[0]: GF010 tracker.diameter is not a list in this game, so it has no entry 0",
    "target.rows[-1].value=9": "target.rows[-1].value: GF010 target has no key 'rows[-1]'; did you mean 'rows'?",
}


@pytest.mark.parametrize("setting", LIST_FAULTS)
def test_an_entry_that_is_not_there_is_told(setting: str, home: Path) -> None:
    code, stdout, stderr = run(["build", "psycle", "--quiet", "--set", setting])
    assert (code, stdout, stderr) == (1, "", f"--set {LIST_FAULTS[setting]}\n")


def test_the_path_of_a_value_is_suggested() -> None:
    code, _, stderr = run(["check", str(GAMES["pharaoh"]), "--set", "board.lines2=row"])
    assert code == 1
    assert stderr == "--set board.lines2: GF010 board has no key 'lines2'; did you mean board.values.lines2?\n"


@pytest.mark.usefixtures("party")
def test_the_order_of_settings_does_not_matter() -> None:
    one, other = ("--set", "vote.diameter=20"), ("--set", "vote.gap=1")
    assert build_votes(*one, *other)["build"] == build_votes(*other, *one)["build"]
    assert "checked as it would be built" not in run(["check", "party", *one, *other])[1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("setting", REFUSED)
def test_an_invalid_setting_is_one_line_and_nothing_is_written(setting: str, command: str, home: Path) -> None:
    code, stdout, stderr = run([command, "psycle", "--set", setting, *["--quiet"][: command == "build"]])
    shown = re.compile(r" +(\d+ )?\|( |$)")  # the quoted line of the file, and the caret below it
    lines = [line for line in stderr.splitlines() if " warning: " not in line and not shown.match(line)]
    assert (code, stdout) == (1, "")
    assert not (home / "output").exists()
    assert facts_of(lines) == [REFUSED[setting]]


@pytest.mark.thorough
def test_a_failed_claim_names_the_setting(home: Path) -> None:
    code, _, stderr = run(["build", "psycle", "--quiet", "--set", "gem.copies=49"])
    assert code == 1
    (line,) = (line for line in stderr.splitlines() if "psycle/rules.md:23:26: " in line)
    assert line.startswith("--set gem.copies: GF102 gem: with 50 in place of 49 here, ")
    assert not (home / "output").exists()


def test_a_duplicate_setting_is_refused(home: Path) -> None:
    twice = ["--set", "tracker.diameter=20", "--set", "tracker.diameter=21"]
    code, stdout, stderr = run(["build", "psycle", "--quiet", *twice])
    assert (code, stdout) == (1, "")
    assert facts(stderr.rstrip("\n")) == "--set tracker.diameter: GF010"
    assert "twice" in stderr
