"""A trap, and a setup that needs too many pieces, stop a build before anything is written."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.check.claims.judge import judge_claims
from generator.cli.commands import main
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from tests.kits import GAMES, WORDS
from tests.messages import facts

GAME = """\
title: Tiny
version: "1"
players: [1, 3]
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: 5}
setup:
  - {part: tile, each: 1}
claims:
  - {id: T1, says: home can be reached, rests_on: tiny, level: trap, check: "stuck(5, [2]) == [] and count('tile') == 5"}
"""
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">Tile</text></svg>'
TRAP = "trap: 1 5 2 5 2 2 4"  # stuck(5, [2]) == [] is false; stuck(5, [2]) = [2, 4]
SHORT = "tiny/game.yaml:7:24: GF125 3 6 'tile' 2 5 tiny/game.yaml:5:66"


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tiny" / "templates").mkdir(parents=True)
    (tmp_path / "tiny" / "templates" / "tile.svg.j2").write_text(TILE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tiny" / "game.yaml"


def run_command(*arguments: str) -> tuple[int, list[str]]:
    """Run a command; return its exit code and the facts of each line that it writes to stderr."""
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, [facts(line) for line in done.stderr.splitlines()]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("stuck(5, [2])", "stuck(5, [2])", f"tiny/game.yaml:9:77: GF102 {TRAP}"),
        ("stuck(5, [2]) == []", "true", ""),
        ("stuck(5, [2]) == [] and count('tile') == 5", "count('tile') == 5", ""),
        ("level: trap, ", "level: warning, ", f"GF102 {TRAP.replace('trap:', 'warning:')}"),
    ],
)
def test_a_trap_stops_a_build_like_an_error(command: str, old: str, new: str, expected: str, tiny: Path) -> None:
    tiny.write_text(GAME.replace(old, new), "utf-8")
    is_plain = command == "build" and "warning" not in new
    code, err = run_command(command, "tiny", *(["--quiet"] if is_plain else []))
    stops = "trap" in expected
    assert code == (1 if stops else 0)
    shown = [expected] if is_plain else [expected.removesuffix(" 5 2 2 4"), "5 2 2 4"]  # what fails, what would hold
    assert not expected or all(any(each in line for line in err) for each in shown)
    assert (tiny.parents[1] / "output" / "tiny").exists() == (command == "build" and not stops)


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("more", [(), ("--no-read-back",)])
def test_a_setup_that_needs_too_many_pieces(command: str, more: tuple[str, ...], tiny: Path) -> None:
    sound = GAME.replace("stuck(5, [2]) == [] and ", "")
    options = more if command == "build" else ()
    tiny.write_text(sound.replace("each: 1", "each: 2"), "utf-8")
    code, err = run_command(command, "tiny", *options)
    assert code == 1
    assert SHORT in err
    assert not (tiny.parents[1] / "output" / "tiny").exists()
    tiny.write_text(sound, "utf-8")
    assert run_command(command, "tiny", *options)[0] == 0


BROKEN = [
    ("pachisi", "barred: [83]", "barred: [82]", "C13"),
    ("pachisi", "scores: [25, 10, 2, 3", "scores: [25, 10, 12, 3", "C13"),
    ("hypnosia", "        - {ring: 2, from: 1, to: 1}\n", "", "H15"),
    ("psychopaths", "door: r0c3, side: top, size: 16, away: 1, way: in", "door: r0c3, side: top, size: 16, away: 1, way: out", "P14"),
]  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "old", "new", "claim"), BROKEN)
def test_traps_of_the_games(name: str, old: str, new: str, claim: str, tmp_path: Path) -> None:
    folder = shutil.copytree(GAMES[name], tmp_path / name)
    text = (folder / "game.yaml").read_text("utf-8")
    assert text.count(old) == 1
    (folder / "game.yaml").write_text(text.replace(old, new), "utf-8")
    game = read_game(folder, KINDS, words=WORDS)
    found = [str(finding) for finding in judge_claims(game, expand_parts(game, KINDS)).findings]
    assert [line for line in found if re.search(rf"GF10[23] (trap: )?{re.escape(claim)} ", line)]


def test_claims_that_are_traps() -> None:
    found = {
        name: [claim.id for claim in read_game(folder, KINDS, words=WORDS).claims if claim.level == "trap"]
        for name, folder in sorted(GAMES.items())
    }
    assert found == {
        "hypnosia": ["H15"],
        "pachisi": ["C13"],
        "pharaoh": [],
        "psychopaths": ["P14", "P17", "P17.trap"],
        "psycle": [],
        "specimen": [],
    }
