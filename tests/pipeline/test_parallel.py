"""A second process works beside the first, which does the work itself wherever the second cannot."""

import os
import pickle
import signal
import time
from pathlib import Path

import pytest

from generator.model.finding import DataError, Finding, Place
from generator.pipeline.build import build_kit, load_game
from generator.pipeline.each_game import GameFailure, run_each_game
from generator.pipeline.options import Options
from generator.program import parallel
from generator.program.parallel import SecondProcess
from tests.kits import GAMES


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "count_cores", lambda: 2)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_work_is_done_in_another_process() -> None:
    with SecondProcess(os.getpid, pays=True) as second:
        assert second.has_started
        found = second.result()
        assert found != os.getpid()
        assert second.result() == found
    assert not is_running(found)


def test_work_that_does_not_pay_is_done_here_when_asked_for() -> None:
    done: list[int] = []
    with SecondProcess(lambda: done.append(os.getpid()), pays=False) as second:
        assert (second.has_started, done) == (False, [])
        second.result()
    assert done == [os.getpid()]


def test_an_error_is_raised_by_the_work_in_this_process() -> None:
    def fail() -> int:
        raise DataError([Finding("GF001", Place("a", 1, 1), str(os.getpid()))])

    with SecondProcess(fail, pays=True) as second, pytest.raises(DataError) as caught:
        second.result()
    assert caught.value.findings[0].message == str(os.getpid())


def test_a_killed_process_is_replaced_by_this_one() -> None:
    first = os.getpid()

    def work() -> int:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    with SecondProcess(work, pays=True) as second:
        assert second.result() == first


@pytest.mark.parametrize("is_stubborn", [False, True])
def test_leaving_the_block_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_stubborn: bool) -> None:
    monkeypatch.setattr(parallel, "_PATIENCE", 0.05)
    note = tmp_path / "process"

    def work() -> None:
        if is_stubborn:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        note.with_suffix(".new").write_text(str(os.getpid()), "utf-8")
        note.with_suffix(".new").rename(note)
        time.sleep(600)

    with SecondProcess(work, pays=True):
        while not note.exists():
            time.sleep(0.001)
    assert not is_running(int(note.read_text("utf-8")))


def test_signals_that_come_during_the_start_end_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    fork = os.fork

    def fork_and_interrupt() -> int:
        if child := fork():
            started.append(child)
            signal.raise_signal(signal.SIGINT)
        return child

    monkeypatch.setattr(os, "fork", fork_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        SecondProcess(lambda: time.sleep(600), pays=True)
    assert not is_running(started[0])


def make_folders(home: Path, *sizes: int) -> list[Path]:
    folders = [home / f"game{n}" for n in range(len(sizes))]
    for folder, size in zip(folders, sizes, strict=True):
        folder.mkdir()
        (folder / "rules.md").write_bytes(b"x" * size)
    return folders


def test_games_are_shared_and_come_back_in_their_order(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, 1, 3, 2, 0)

    def run(folder: Path, options: Options) -> tuple[str, int, int]:
        until = time.monotonic() + 10
        (tmp_path / f"{os.getpid()}.seen").touch()
        while len(list(tmp_path.glob("*.seen"))) < 2 and time.monotonic() < until:
            time.sleep(0.001)  # until the other process has begun a game too
        return folder.name, os.getpid(), options.processes

    found = dict(run_each_game(folders, Options(), run))
    assert list(found) == folders
    names, processes, allowed = zip(
        *(each for each in found.values() if not isinstance(each, GameFailure)), strict=True
    )
    assert names == ("game0", "game1", "game2", "game3")
    assert len(set(processes)) == 2
    assert allowed == (1, 1, 1, 2)  # the smallest game is begun last and need not be alone


def test_a_game_that_fails_keeps_no_other_from_being_run(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, 1, 2, 3)
    fault = Finding("GF001", Place("game.yaml", 1, 1), "there is no 'x'")

    def run(folder: Path, _options: Options) -> str:
        if folder.name == "game0":
            raise DataError([fault])
        if folder.name == "game1":
            raise PermissionError(13, "Permission denied", "there")
        return folder.name

    found = dict(run_each_game(folders, Options(), run))
    assert list(found.values()) == [
        GameFailure((fault,)),
        GameFailure(
            (Finding("GF402", Place("there"), "Permission denied; choose another folder, or change its permissions"),)
        ),
        "game2",
    ]


def test_one_game_may_use_both_processes(tmp_path: Path) -> None:
    [(_, found)] = run_each_game(make_folders(tmp_path, 1), Options(), lambda _, options: (os.getpid(), options))
    assert found == (os.getpid(), Options())


@pytest.mark.parametrize("game", GAMES)
def test_the_result_of_each_game_can_be_handed_over(game: str) -> None:
    """Otherwise the first process would build the game once more."""
    made, parts = load_game(GAMES[game], Options(processes=1))
    again, _ = pickle.loads(pickle.dumps((made, parts)))
    assert again.data == made.data
    assert again.rules == made.rules


def test_two_processes_find_the_same_in_a_build(tmp_path: Path) -> None:
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    (home / "game.yaml").write_text(WREN, "utf-8")
    (home / "rules.md").write_text(
        "# Wren\n\nThere are 44 cards.\n\n" + "Two people look at both cards for a long while.\n" * 50,
        "utf-8",
    )
    found = []
    for processes in (1, 2):
        result = build_kit(home, Options(out=tmp_path / f"out-{processes}", processes=processes))
        found.append([(each.code, each.message, each.place) for each in result.checked.findings])
        assert result.checked.formats == ("PDF", "SVG")
    assert found[0] == found[1]
    assert [code for code, *_ in found[0]] == ["GF107"]


CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
  <text x="9" y="20" font-size="8">{{ row.id }}</text>
</svg>
"""
WREN = """\
title: Wren
version: "1"
players: [2, 2]
rules: rules.md
parts:
  card: {kind: card, size: [63, 88], copies: 1, front: card.svg.j2, rows: [{id: one}, {id: two}]}
claims:
  - {id: W1, says: two cards, rests_on: wren, check: count('card') == 2}
"""
