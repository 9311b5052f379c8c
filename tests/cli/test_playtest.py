"""Test `gutterfold playtest`: its document, its tables, engines of one's own, and what goes wrong while playing."""

import json
import re
import shutil
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from generator.play.policies import choose_uniformly, make_search
from generator.safety.call_watch import CallWatch
from tests.kits import GAMES, ROOT, run
from tests.samples import for_each

QUICK = ["--workers", "1"]


def play(*arguments: str) -> dict[str, Any]:
    """Return the document of a command that ends well."""
    status, out, err = run(["playtest", *arguments, *QUICK, "--format", "json"])
    assert (status, err) == (0, "")
    document: dict[str, Any] = json.loads(out)
    return document


def copy_game(game: str, folder: Path, old: str = "", new: str = "") -> str:
    """Copy a game's folder, with a line of its data changed, and return its path."""
    copied = folder / game
    shutil.copytree(GAMES[game], copied)
    data = (copied / "game.yaml").read_text("utf-8")
    assert old in data
    (copied / "game.yaml").write_text(data.replace(old, new, 1), "utf-8")
    return str(copied)


def test_the_document_of_a_game() -> None:
    document = play("psycle", "--games", "60", "--seed", "7", "--policy", "random")
    assert (document["game"], document["version"], document["seed"]) == ("psycle", "1.0", 7)
    assert [result["players"] for result in document["results"]] == [2, 3, 4]
    for result in document["results"]:
        assert (result["policy"], result["games"], result["unfinished"]) == ("random", 60, 0)
        assert {"mean", "se", "median", "p95", "max"} <= result["turns"].keys()
        assert sum(result["wins_by_order"]) == pytest.approx(1, abs=1e-5)
        assert (
            list(result["wins_by_color"])
            == ["player.red", "player.blue", "player.green", "player.yellow"][: result["players"]]
        )
        assert sum(result["endings"].values()) == 60
    assert document["exact"]["rounds that can be short"] == {"2": [], "3": [5], "4": [2, 3, 4, 5]}


def test_the_same_seed_gives_the_same_numbers_with_any_number_of_workers() -> None:
    one = play("psycle", "--games", "90", "--players", "3", "--policy", "random")
    two = json.loads(
        run(
            [
                "playtest",
                "psycle",
                "--games",
                "90",
                "--players",
                "3",
                "--policy",
                "random",
                "--workers",
                "3",
                "--format",
                "json",
            ]
        )[1]
    )
    assert one == two
    other = play("psycle", "--games", "90", "--players", "3", "--policy", "random", "--seed", "2")
    assert other["results"][0]["turns"] != one["results"][0]["turns"]


def test_tables_for_people() -> None:
    status, out, err = run(["playtest", "pharaoh", "--players", "2", "--policy", "seek", "--games", "20", *QUICK])
    assert (status, err) == (0, "")
    head, answers, table = out.split("\n\n")
    assert (head, len(answers.splitlines())) == ("Pharaoh 1.0, seed 1", 5)
    assert table.startswith("2 players, seek: 20 games\n  length ")
    assert re.search(r"by seat +south [0-9.]+ %, north [0-9.]+ %; p = ", out)


def test_a_face_of_the_die_changes_the_play(tmp_path: Path) -> None:
    arguments = "--players", "2", "--policy", "seek", "--games", "30", "--limit", "500"
    changed = copy_game("pharaoh", tmp_path, "faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 1, 2, 1, 3, 1]")
    usual, slow = (play(game, *arguments)["results"][0]["turns"]["mean"] for game in ("pharaoh", changed))
    assert slow > 1.5 * usual


@pytest.mark.thorough
def test_a_line_a_card_and_a_road_change_the_play(tmp_path: Path) -> None:
    lines = copy_game("pharaoh", tmp_path / "one", "lines2: [row]", "lines2: [row, column]")
    arguments = "--players", "2", "--policy", "seek", "--games", "40"
    assert play(lines, *arguments)["results"][0]["turns"] != play("pharaoh", *arguments)["results"][0]["turns"]
    cards = copy_game("psycle", tmp_path / "two", "{value: 2, copies: 2}", "{value: 9, copies: 2}")
    arguments = "--players", "2", "--policy", "random", "--games", "40"
    earned = [play(game, *arguments)["results"][0]["measures"]["card 2 points"]["mean"] for game in ("psycle", cards)]
    assert earned[1] > earned[0]
    road = copy_game("pachisi", tmp_path / "three", "barred: [83]", "barred: [82, 83]")
    assert play(road, "--games", "8")["results"] != play("pachisi", "--games", "8")["results"]


def test_a_game_is_played_until_it_is_precise() -> None:
    document = play("psycle", "--players", "2", "--policy", "random", "--games", "20", "--until", "0.1")
    (result,) = document["results"]
    assert result["games"] in (80, 160)
    assert 1.96 * result["turns"]["se"] <= 0.1 * result["turns"]["mean"]


def test_the_moves_of_a_game_are_printed() -> None:
    status, out, _ = run(["playtest", "psycle", "--players", "2", "--policy", "random", "--replay", "3"])
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "game 3 of seed 1, 2 players, policy random"
    assert lines[1].startswith("turn 1, red: round 1, target ")
    assert re.fullmatch(r"(red|blue) wins after [0-9]+ turns: two tiles", lines[-1])


def find_engine() -> str:
    """Return the engine that docs/playtests.md shows, for the gems of Psycle."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "playtests.md").read_text("utf-8"), re.DOTALL)
    assert 40 < code.count("\n") <= 75
    return str(code).replace('copies("counter")', 'copies("gem")')


def test_the_engine_of_the_page_plays(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(find_engine(), "utf-8")
    document = play(
        "psycle", "--engine", str(file), "--players", "2", "--policy", "random", "--policy", "greedy", "--games", "30"
    )
    random, greedy = document["results"]
    assert greedy["wins_by_order"] == [1.0, 0.0]  # fifty is no multiple of four
    assert greedy["turns"]["mean"] < 50
    assert 0 < random["wins_by_order"][0] < 1
    assert random["endings"] == {"last counter": 30}
    assert document["always"]["no counter comes or goes"] > 100


def test_the_search_beats_chance() -> None:
    names: dict[str, Any] = {}
    exec(find_engine(), names)  # the page's code
    engine = names["Engine"](SimpleNamespace(players=(2,), copies=lambda _part: 10))
    search, won = make_search(engine, 100), 0
    for number in range(20):
        stream = Random(number)
        state = engine.start(2, stream)
        while not state.is_over():
            state.apply(search(state, stream) if state.player == 0 else choose_uniformly(state, stream))
        won += state.outcome().winners == (0,)
    assert won >= 17


SWALLOW = """self.left -= action
        while self.left < 20:
            try:
                left = self.left
            except:
                left = 0"""


def write_engine(folder: Path, old: str, new: str) -> Path:
    """Write the engine of the page with a change to a file, and return its path."""
    file, code = folder / "nim.py", find_engine()
    assert old in code
    file.write_text(code.replace(old, new, 1), "utf-8")
    return file


FAULTS = {
    "never": (
        "    def is_over(self):\n        return self.left == 0",
        "    def is_over(self):\n        return False",
        "nobody can do anything, and the game is not over",
    ),
    "cheats": ("self.left -= action", "self.left -= action * 2", "a counter has come or gone"),
    "nobody": ("(self.player + 1) % self.players", "self.player + 1", "it is the turn of seat 2, but there are 2"),
    "measure": (
        'return {"most taken": max(self.taken)}',
        'return {"most taken": max(self.taken) / 2}',
        "the measure 'most taken' must be a whole number, not 13.5",
    ),
    "winner": ("Outcome((self.player,)", "Outcome((7,)", "the winners are seats (7,), but there are 2"),
    "breaks": (
        "self.turns += 1",
        "self.turns += 1 // 0",
        "ZeroDivisionError: integer division or modulo by zero (line LINE of nim.py)",
    ),
}


FAULTS |= {
    "exits": ("self.left -= action", "raise SystemExit(0)", "SystemExit: 0 (line LINE of nim.py)"),
    "recursion": (
        "self.left -= action",
        "self.apply(action)",
        "RecursionError: maximum recursion depth exceeded (line LINE of nim.py)",
    ),
    "memory": (
        "self.left -= action",
        "raise MemoryError",
        "MemoryError: the engine takes more memory than the program may have (line LINE of nim.py)",
    ),
    "no measures": (
        'return {"most taken": max(self.taken)}',
        "return None",
        "measures must be a dictionary of whole numbers, not None",
    ),
    "half turns": ("self.turns += 1", "self.turns += 0.5", "turns must be a whole number, not 14.0"),
    "supplies": (
        "    def find_fault(self):",
        "    def supplies(self):\n        return 5\n\n    def find_fault(self):",
        "supplies() must return a dictionary of whole numbers, not 5",
    ),
    "no outcome": (
        'return Outcome((self.player,), "last counter")',
        "pass",
        "outcome() returns None, which has no 'winners'",
    ),
    "ending": ('"last counter"', "7", "the ending must be a text, not 7"),
    "shared copy": (
        "self.taken[:]",
        "self.taken",
        "an action on a copy changes measures of the position that it copies; copy lists and dictionaries too",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_engine_that_breaks_its_rules_is_told_with_its_seed(tmp_path: Path, name: str) -> None:
    old, new, says = FAULTS[name]
    file = tmp_path / "nim.py"
    code = find_engine()
    assert old in code
    file.write_text(code.replace(old, new, 1), "utf-8")
    status, out, err = run(
        [
            "playtest",
            "psycle",
            "--engine",
            str(file),
            "--players",
            "2",
            "--policy",
            "random",
            *QUICK,
            "--format",
            "json",
        ]
    )
    assert (status, out) == (1, "")
    said = re.sub(r"\(line [0-9]+", "(line LINE", err)
    assert said.startswith(f"{file}: GF351 {says}: game 0 of seed 1, 2 players, policy random, after ")
    assert err.count("\n") == 1


LOOPS = {
    "apply": ("self.left -= action", "self.left -= action\n        while self.left < 20: pass"),
    "legal_actions": ("        return [number", "        while self.left < 20: pass\n        return [number"),
    "start": ("        return State(self", "        while True: pass\n        return State(self"),
    "swallow": ("self.left -= action", SWALLOW),
}


@pytest.mark.parametrize("name", LOOPS)
def test_an_endless_loop_in_one_call_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(CallWatch.__init__, "__defaults__", (0.1,))
    file = write_engine(tmp_path, *LOOPS[name])
    arguments = ["playtest", "psycle", "--engine", str(file), "--players", "2", "--policy", "random"]
    status, out, err = run([*arguments, *QUICK, "--format", "json"])
    assert (status, out) == (1, "")
    call = "apply" if name == "swallow" else name
    assert re.fullmatch(
        rf"{re.escape(str(file))}: GF351 {call} has not returned after 0\.1 seconds of processor time "
        r"\(line [0-9]+ of nim\.py\); look for a loop without end: game 0 of seed 1, 2 players, policy random, "
        r"after [0-9]+ actions; --seed 1 --players 2 --policy random --replay 0 prints its moves\n",
        err,
    )


def test_a_replay_of_an_endless_loop_prints_the_moves_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CallWatch.__init__, "__defaults__", (0.1,))
    file = write_engine(tmp_path, *LOOPS["apply"])
    arguments = ["playtest", "psycle", "--engine", str(file), "--players", "2", "--policy", "random"]
    status, out, err = run([*arguments, "--replay", "0"])
    assert status == 1
    (actions,) = re.findall("after ([0-9]+) actions", err)
    assert len(re.findall("^  ", out, re.MULTILINE)) == int(actions) + 1  # the last one does not come back


def test_a_file_that_does_not_come_back_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CallWatch.__init__, "__defaults__", (0.1,))
    file = write_engine(tmp_path, "class Outcome:", "while True:\n    pass\n\n\nclass Outcome:")
    status, _, err = run(["playtest", "psycle", "--engine", str(file), *QUICK])
    assert status == 1
    assert re.match(rf"{re.escape(str(file))}:[45]:1: GF006 \S+ has not returned after 0\.1 seconds", err)


@for_each(
    [
        ("return max(1,", "return 1 + (IMPURE.random() < 0.5) if state.left > 9 else max(1,"),
        (
            "        self.left -= action",
            "        KEPT.append(action)\n        self.turns += len(KEPT) > 30\n        self.left -= action",
        ),
        ("first=int(chance.random() * players)", "first=(KEPT.append(0) or len(KEPT)) % players"),
    ]
)
def test_an_engine_whose_games_do_not_come_out_alike_is_told(tmp_path: Path, old: str, new: str) -> None:
    head = "import random\n\nIMPURE = random.Random(3)\nKEPT = []\n\n\nclass Outcome:"
    file = write_engine(tmp_path, old, new)
    file.write_text(file.read_text("utf-8").replace("class Outcome:", head, 1), "utf-8")
    policy = ["--policy", "greedy" if "max" in old else "random"]
    status, _, err = run(
        ["playtest", "psycle", "--engine", str(file), "--players", "2", *policy, *QUICK, "--seed", "5"]
    )
    assert status == 1
    assert err.startswith(f"{file}: GF351 the same game comes to ")
    assert "; take chance from the stream of start alone, and keep nothing between games: game 0 of seed 5" in err


def test_the_first_game_that_goes_wrong_is_told_with_any_number_of_workers(tmp_path: Path) -> None:
    file = write_engine(tmp_path, "self.left -= action", "self.left -= action * (1 + (self.left < 9))")
    arguments = ["playtest", "psycle", "--engine", str(file), "--players", "2", "--policy", "random", "--games", "100"]
    told = [run([*arguments, "--workers", workers])[2] for workers in ("1", "2")]
    assert told[0] == told[1]
    assert ": game 0 of seed 1, " in told[0]


def test_an_engine_that_never_ends_reaches_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    code = find_engine().replace("self.left -= action", "pass").replace("self.taken[self.player] += action", "pass")
    file.write_text(code, "utf-8")
    arguments = [
        "playtest",
        "psycle",
        "--engine",
        str(file),
        "--players",
        "2",
        "--policy",
        "random",
        "--games",
        "3",
        "--limit",
        "50",
        *QUICK,
    ]
    status, out, _ = run(arguments)
    assert status == 0
    assert "unfinished: 3 reached the limit of turns, the first one is game 0" in out


@for_each(
    [
        (["psycle", "--policy", "gredy"], "--policy: GF001 there is no policy 'gredy'; did you mean 'greedy'?"),
        (
            ["psycle", "--policy", "search:0"],
            "--policy: GF001 there is no policy 'search:0'; did you mean 'search:200'?",
        ),
        (["psycle", "--players", "5"], "--players: GF001 Psycle is not played by 5; choose 2, 3, 4"),
        (
            ["psycle", "--engine", "no.py"],
            "no.py: GF001 there is no such file; --engine names a Python file with a class Engine",
        ),
    ]
)
def test_what_cannot_be_played_is_told(arguments: list[str], says: str) -> None:
    status, out, err = run(["playtest", *arguments, *QUICK])
    assert (status, out) == (1, "")
    assert err.endswith(f"{says}\n")
    assert err.count("\n") == 1


def test_a_game_without_an_engine_is_told(tmp_path: Path) -> None:
    status, out, err = run(["playtest", copy_game("hypnosia", tmp_path, "engine: hypnosia", ""), *QUICK])
    says = "GF005 the game does not say how it is played: write its turn into a play.yaml beside it (docs/playing.md)"
    assert (status, out) == (1, "")
    assert err.endswith(f"{says}\n")
    assert err.count("\n") == 1


@for_each(
    [
        ("x = (", "{file}:1:5: GF006 SyntaxError: '(' was never closed"),
        ("x = 1", "{file}: GF005 the file has no class Engine; docs/playtests.md shows one"),
        (
            "class Engine:\n    def __init__(self, material): pass\n",
            "{file}: GF005 its class Engine has no 'players'; docs/playtests.md shows one",
        ),
        ("\nraise ValueError('no')", "{file}:2:1: GF006 ValueError: no"),
    ]
)
def test_a_file_that_is_no_engine_is_told(tmp_path: Path, code: str, says: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(code, "utf-8")
    status, out, err = run(["playtest", "psycle", "--engine", str(file), *QUICK])
    assert (status, out, err.splitlines()[0]) == (1, "", says.format(file=file))


@for_each(
    [
        ("psycle", "    copies: 50", "    copies: 30", "there are fewer gems than the players start with"),
        ("hypnosia", "points: [5, 4, 3, 2, 1]", "points: [5, 4]", "there are 2 points for 5 places"),
    ]
)
def test_data_that_an_engine_cannot_play_are_told_at_their_place(
    tmp_path: Path, game: str, old: str, new: str, says: str
) -> None:
    status, out, err = run(["playtest", copy_game(game, tmp_path, old, new), *QUICK])
    assert (status, out) == (1, "")
    assert re.match(
        rf".*{game}/game\.yaml:[0-9]+:[0-9]+: GF008 the engine of this game cannot play: {re.escape(says)}", err
    )


@for_each(
    [
        ("pharaoh", "lines2: [row]", "lines: [row]", "21:11: GF008 board has no value 'lines2'"),
        ("pachisi", "grace: [25, 10, 6]", "grace: [2, 3, 4, 5, 6, 10, 25]", "8:12: GF006 dice.throws never ends"),
    ]
)
def test_data_that_rules_cannot_play_are_told_at_the_place_of_the_rule(
    tmp_path: Path, game: str, old: str, new: str, says: str
) -> None:
    status, out, err = run(["playtest", copy_game(game, tmp_path, old, new), *QUICK])
    assert (status, out) == (1, "")
    assert f"{game}/play.yaml:{says}" in err


def test_results_are_recorded_and_a_change_makes_them_stale(tmp_path: Path) -> None:
    game = copy_game("psycle", tmp_path)
    path = Path(game) / "playtests.json"
    path.unlink(missing_ok=True)
    status, out, _ = run(["playtest", game, "--games", "20", "--record", *QUICK])
    assert status == 0
    assert out.endswith(f"wrote {path}\n")
    record = json.loads(path.read_text("utf-8"))
    assert len(record["results"]) == 6
    assert all(len(result["sample"]) == 10 for result in record["results"])


def test_starters_are_played_in_their_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = sorted(path.parent.name for path in (ROOT / "starters").glob("*/play.yaml"))
    assert played == ["hex", "race"]
    for name in played:
        assert run(["new", str(tmp_path / name), "--like", name])[0] == 0
        monkeypatch.chdir(tmp_path / name)
        status, out, err = run(["playtest", "--games", "20", *QUICK])
        assert (status, err) == (0, "")
        assert out.startswith(f"{name.capitalize()} 0.1, seed 1\n\nPlayed by greedy, a game takes ")


def test_the_rules_of_a_file_take_the_place_of_those_of_the_game(tmp_path: Path) -> None:
    text = (ROOT / "layouts/pharaoh/play.yaml").read_text("utf-8")
    rules = str(tmp_path / "other.yaml")
    Path(rules).write_text(text.replace("no larger pyramid is captured", "all is well"), "utf-8")
    document = play("pharaoh", "--engine", rules, "--players", "2", "--games", "5", "--policy", "random")
    assert (document["results"][0]["policy"], document["always"].keys()) == (
        "random",
        {"no two pieces stand on one cell", "no piece comes or goes", "all is well"},
    )
    out = run(["playtest", "pharaoh", "--engine", rules, "--players", "2", "--policy", "random", "--replay", "3"])[1]
    assert re.search(r"\n  (red|yellow).(small|medium|large) to r\dc\d for \d\n", out)


def test_a_check_tells_what_is_wrong_in_the_rules_of_play(tmp_path: Path) -> None:
    assert run(["new", str(tmp_path / "mine"), "--like", "race"])[0] == 0
    file = tmp_path / "mine/play.yaml"
    file.write_text(file.read_text("utf-8").replace("by: die", "by: dye"), "utf-8")
    status, _, err = run(["check", str(tmp_path / "mine"), "--out", str(tmp_path)])
    assert status == 1
    assert f"{file}:6:9: GF008 there is no 'dye' here; did you mean 'die'?" in err
