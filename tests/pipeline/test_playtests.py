"""Test recorded playtests: claims that ask for them, digests that go stale, and samples that are played again."""

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.check.claims.judge import judge_claims
from generator.load.play_files import read_playtests
from generator.model.finding import DataError, Place
from generator.model.game import Game, Part
from generator.model.playtest import PlaytestRecord
from generator.model.rules import Claim
from generator.pipeline.build import load_game
from generator.pipeline.checking.recorded_playtests import _PLAY as PLAY
from generator.pipeline.checking.recorded_playtests import check_playtests, digest_record
from generator.pipeline.options import Options
from generator.play.runner import GameTable
from tests.browser import AXE, Browser
from tests.conftest import find_packed
from tests.kits import GAMES, ROOT, run
from tests.play.stamp import COMMAND, list_records
from tests.play.tables import load
from tests.samples import for_each


def require_record(game: str) -> PlaytestRecord:
    record = load(game)[0].playtests
    assert record is not None
    return record


def judge(game: str, check: str) -> str:
    """Return the code of what is wrong with a claim; empty if it holds."""
    data, parts = load(game)
    claim = Claim("X1", "it is so", "a test", check, "error", Place("game.yaml", 1))
    verdict = judge_claims(replace(data, claims=(claim,), inline=(), printed=()), parts)
    return "".join(f"{each.code} {each.message}" for each in verdict.findings)


@pytest.mark.parametrize(
    ("game", "check"),
    [
        ("psycle", "played('turns', players=2, policy='random').mean > 20"),
        (
            "psycle",
            "played('card 2 points', players=2, policy='greedy').max > 5 and played('games', players=2) >= 1000",
        ),
        ("psycle", "fair('seat', players=3) and exact('rounds that can be short')['4'] == [2, 3, 4, 5]"),
        ("pharaoh", "not fair('order', players=2) and fair('order', players=2, policy='random')"),
        ("pachisi", "always('no capture on a castle') > 1000 and played('unfinished', players=4) == 0"),
    ],
)
def test_claims_ask_what_was_played(game: str, check: str) -> None:
    assert judge(game, check) == ""


@pytest.mark.parametrize(
    ("game", "check", "says"),
    [
        ("psycle", "played('turns', players=2).mean > 2000", "GF102 X1 "),
        ("psycle", "played('turn', players=2).mean > 20", "the games have no 'turn'; did you mean 'turns'?"),
        ("psycle", "played('turns', players=5).mean > 20", "no games of 5 players were recorded, only of 2, 3, 4"),
        ("psycle", "played('turns').mean > 20", "it needs the number of players, such as players=4"),
        ("psycle", "played('turns', players=2, policy='gredy').mean > 2", "did you mean 'greedy'?"),
        ("psycle", "fair('color', players=2)", "fair() takes 'seat' or 'order', not 'color'"),
        ("psycle", "always('nothing') > 1", "the engine does not check 'nothing'"),
        ("psycle", "exact('nothing') == 1", "the engine does not compute 'nothing'"),
        (
            "hypnosia",
            "played('turns', players=2).mean > 20",
            "no games were recorded; run gutterfold playtest hypnosia --record",
        ),
    ],
)
def test_claims_that_ask_for_what_was_not_played(game: str, check: str, says: str) -> None:
    if game == "hypnosia" and load("hypnosia")[0].playtests is not None:
        pytest.skip("its games are recorded")
    assert says in judge(game, check)


@for_each(["pachisi", "pharaoh", "psycle"])
def test_the_recorded_games_rest_on_data_and_engine_as_they_are(game: str) -> None:
    data, parts = load(game)
    assert list(check_playtests(data, parts, replay=False)) == []
    record = require_record(game)
    assert {table.players for table in record.results} == {*range(data.data.players[0], data.data.players[1] + 1)}
    assert all(len(table.sample) == 10 and table.games >= 1000 for table in record.results)


def test_a_sample_is_played_again() -> None:
    data, parts = load("psycle")
    assert list(check_playtests(data, parts, replay=True)) == []
    record = require_record("psycle")
    table = record.results[0]
    wrong = replace(table, sample=(*table.sample[:3], table.sample[3] + 2, *table.sample[4:]))
    changed = replace(data, playtests=replace(record, results=(wrong, *record.results[1:])))
    (finding,) = check_playtests(changed, parts, replay=True)
    assert (finding.code, finding.place, finding.level) == ("GF351", Place(record.file), "error")
    assert f"took {table.sample[3] + 2} turns when it was recorded and takes {table.sample[3]} now" in finding.message


def plays_again(monkeypatch: pytest.MonkeyPatch, game: Game, parts: tuple[Part, ...]) -> bool:
    """Tell whether the samples of a game are played again; each comes out otherwise."""
    played: list[GameTable] = []

    def sample_turns(table: GameTable, count: int) -> list[int]:
        played.append(table)
        return [0] * count

    monkeypatch.setattr("generator.play.runner.sample_turns", sample_turns)
    found = list(check_playtests(game, parts, replay=True))
    assert len(found) == len(played)
    return bool(played)


def test_a_sample_is_not_played_again_while_nothing_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data, parts = load("psycle")
    record = require_record("psycle")
    assert not plays_again(monkeypatch, data, parts)
    first, *others = record.results
    longer = replace(record, results=(replace(first, sample=(first.sample[0] + 2, *first.sample[1:])), *others))
    policy = replace(record, results=(replace(first, policy="greedy"), *others))
    for changed in (longer, policy, replace(record, seed=2), replace(record, replay="")):
        assert plays_again(monkeypatch, replace(data, playtests=changed), parts)
    shutil.copytree(PLAY, tmp_path / "play")
    (tmp_path / "play/runner.py").write_text("# changed", "utf-8")
    monkeypatch.setattr("generator.pipeline.checking.recorded_playtests._PLAY", tmp_path / "play")
    assert plays_again(monkeypatch, data, parts)


def test_what_was_played_again_is_remembered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data, parts = load("psycle")
    record = replace(require_record("psycle"), replay="")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert list(check_playtests(replace(data, playtests=record), parts, replay=True)) == []
    assert not plays_again(monkeypatch, replace(data, playtests=record), parts)
    assert plays_again(monkeypatch, replace(data, playtests=replace(record, seed=2)), parts)
    assert plays_again(monkeypatch, replace(data, playtests=replace(record, seed=2)), parts)  # what is wrong is not
    monkeypatch.setattr("generator.pipeline.checking.recorded_playtests.identify_program", lambda: "another")
    assert plays_again(monkeypatch, replace(data, playtests=record), parts)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the records were stamped with Python 3.11")
def test_the_records_are_stamped() -> None:
    stale = [name for name, record in list_records().items() if record.replay != digest_record(record)]
    assert stale == [], f"the code of play changed; if the games did not, run {COMMAND}"


def copy_game(game: str, folder: Path, old: str, new: str) -> Path:
    copied = folder / game
    shutil.copytree(GAMES[game], copied)
    data = (copied / "game.yaml").read_text("utf-8")
    assert old in data
    (copied / "game.yaml").write_text(data.replace(old, new, 1), "utf-8")
    return copied


@for_each(
    [
        ("faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 6, 2, 5, 4, 3]", ["GF350"]),
        ("lines2: [row]", "lines2: [column]", ["GF350"]),
        ("cell: 37,", "cell: 36,", []),
        ("scale: 1\n", "scale: 1.25\n", []),
    ]
)
def test_a_change_of_what_engines_read_makes_results_stale(
    tmp_path: Path, old: str, new: str, codes: list[str]
) -> None:
    data, parts = load_game(copy_game("pharaoh", tmp_path, old, new), Options())
    found = list(check_playtests(data, parts, replay=False))
    assert [(each.code, each.level) for each in found] == [(code, "warning") for code in codes]


def test_a_change_of_the_engine_makes_results_stale() -> None:
    data, parts = load("psycle")
    changed = replace(data, playtests=replace(require_record("psycle"), engine="0" * 16))
    (finding,) = check_playtests(changed, parts, replay=True)
    assert finding.code == "GF350"
    assert finding.message.startswith("the engine has changed since the games were played; ")


@for_each(
    [
        lambda document: "{",
        lambda document: json.dumps(document | {"seed": "one"}),
        lambda document: json.dumps(document | {"results": [{"policy": "random"}]}),
        lambda document: json.dumps(["no record"]),
    ]
)
def test_a_file_that_is_no_record_is_told(tmp_path: Path, change: Callable[[Any], str]) -> None:
    document = json.loads((GAMES["psycle"] / "playtests.json").read_text("utf-8"))
    (tmp_path / "playtests.json").write_text(change(document), "utf-8")
    with pytest.raises(DataError) as error:
        read_playtests(tmp_path)
    (finding,) = error.value.findings
    assert finding.code == "GF002"
    assert finding.message.endswith("write it again with gutterfold playtest --record")


def test_a_folder_without_a_record_has_none(tmp_path: Path) -> None:
    assert read_playtests(tmp_path) is None


def test_the_page_shows_plots_and_two_games(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    arguments = ["playtest", "pharaoh", "--games", "10", "--policy", "seek", "--workers", "1", "--report", str(page)]
    status, out, err = run(arguments)
    assert (status, err) == (0, "")
    assert out.endswith(f"wrote {page}\n")
    text = page.read_text("utf-8")
    assert text.count("<h2 id=") == text.count('<li><a href="#') == 3 + 2
    assert (text.count("<main>"), text.count("<nav ")) == (1, 1)
    assert re.search(r"<h1>[^<]*</h1>\n(<p>[^<]*</p>\n){5}<p>Seed 1", text)
    assert (
        text.count('fill="#c23b22" stroke="#1a1a1a" stroke-width="0.5"') == 3
    )  # the bar of red, for 2, 3 and 4 players
    assert text.count('<use href="#mark-triangle" x="0.0"') == 3
    assert text.count('aria-label="histogram of turns"') == 3
    assert text.count('aria-label="shares of wins"') == 6
    assert text.count('aria-label="the board before the turn"') > 20
    assert "http" not in text


def test_the_page_shows_supplies_card_values_and_policies_side_by_side(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    arguments = ["playtest", "psycle", "--players", "2", "--games", "10", "--workers", "1", "--report", str(page)]
    assert run(arguments)[0] == 0
    text = page.read_text("utf-8")
    assert text.count('<h2 id="policies-side-by-side">Policies side by side</h2>') == 1
    assert text.count("<h3>2 players: ") == 1
    assert text.count('<th scope="row">random</th>') == text.count('<th scope="row">greedy</th>') == 1
    assert text.count('aria-label="gems in the supply over time"') == 2
    assert text.count('aria-label="victory tiles left over time"') == 2
    assert text.count("mean, least and most of 10 games") == 4
    assert text.count('aria-label="points of cards"') == 2
    assert '<meta name="viewport"' in text


def test_the_page_of_a_replay_shows_one_game_with_figures(tmp_path: Path) -> None:
    page = tmp_path / "replay.html"
    arguments = ["playtest", "pharaoh", "--players", "2", "--policy", "seek", "--replay", "7", "--report", str(page)]
    status, out, err = run(arguments)
    assert (status, err) == (0, "")
    assert out.startswith(f"wrote {page}\n")
    (turns,) = re.findall(r"wins after ([0-9]+) turns: line", out)
    text = page.read_text("utf-8")
    assert text.count("<h2 id=") == text.count(">Game 7: 2 players, seek</h2>") == 1
    assert text.count('aria-label="the board before the turn"') == int(turns)
    assert f"<p>After {turns} turns: line; won by " in text


@pytest.mark.thorough
def test_the_page_of_rules_in_data_shows_pictures_and_is_accessible(browser: Browser, tmp_path: Path) -> None:
    page, game = tmp_path / "report.html", ROOT / "docs/examples/lamplighters"
    assert (
        run(["playtest", str(game), "--players", "4", "--games", "6", "--workers", "1", "--report", str(page)])[0] == 0
    )
    text = page.read_text("utf-8")
    assert len(re.findall('<image id="face-', text)) >= 15  # the town, lamps, goods, contracts and deeds
    assert re.search(r"<dt>supply</dt><dd><svg [^>]*aria-label=\"[0-9]+ peat\"", text)
    assert re.search(r"With 4 players these run out, in so many of the games: .*peat in 100.0 % \(± 0\)", text)
    browser.open(page, 390, 800)
    assert browser.run("document.documentElement.scrollWidth") <= 390
    browser.run(find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8"))
    assert browser.run(AXE) == []
