"""A save is never lost: the moments at which one could be, each brought about on purpose."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from generator.studio import jobs, session, watching
from generator.studio.drawing_process import LATER, DrawingProcess
from generator.studio.jobs import Job
from generator.studio.session import Event, Session
from generator.studio.watching import watch_folders
from tests.studio.running import make_deck


@pytest.fixture
def game(tmp_path: Path) -> Path:
    make_deck(tmp_path / "trick")
    return tmp_path / "trick"


def change_card(game: Path, number: int, name: str = "The Shrew") -> None:
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace("1,1,The Mouse", f"1,{number},{name}"), "utf-8")


async def follow(found: Session, work: Callable[[], Awaitable[None]]) -> None:
    """Let a session run while something is done with it."""
    async with asyncio.timeout(120):
        running = asyncio.create_task(found.run())
        try:
            await work()
        finally:
            await found.close()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def wait_until(events: AsyncIterator[Event], name: str, ready: Callable[[dict[str, Any]], bool]) -> Event:
    """Return the next event of a name whose details are as wanted."""
    async for event in events:
        if event.name == name and ready(event.details):
            return event
    raise AssertionError("the session is gone")


def test_a_card_saved_before_anything_was_drawn_is_marked(game: Path, tmp_path: Path) -> None:
    found = Session(game, tmp_path)

    async def work() -> None:
        events = found.listen()
        await anext(events)
        found.reload()
        await wait_until(events, "game", lambda told: told["version"] == 1)
        change_card(game, 1)
        found.reload()
        told = await wait_until(events, "faces", lambda told: bool(told["changed"]))
        assert told.details["changed"] == [f"card.{suit}.1" for suit in ("leaf", "sun")]

    asyncio.run(follow(found, work))


def test_no_face_is_lost_to_a_sweep_of_an_earlier_reading(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep that waits while the game is read again is answered after that, before it is known to be of no use."""
    monkeypatch.setattr(session, "_SWEEP", 60.0)
    asked: list[tuple[Any, ...]] = []
    found = Session(game, tmp_path)

    async def work() -> None:
        events = found.listen()
        found.reload()
        await wait_until(events, "faces", lambda told: True)
        stale = asyncio.create_task(found._drawing.ask(LATER, "sweep", 60.0, None, 1))
        drawn = found._drawing.ask

        async def ask(urgency: int, *request: Any) -> Any:
            answer = await drawn(urgency, *request)
            if request[0] == "load":
                asked.append(await stale)
            return answer

        monkeypatch.setattr(found._drawing, "ask", ask)
        template = game / "templates" / "card.svg.j2"
        template.write_text(template.read_text("utf-8").replace("</svg>", '<circle r="2"/></svg>'), "utf-8")
        found.reload()
        told = await wait_until(events, "faces", lambda told: bool(told["changed"]))
        assert len(told.details["changed"]) == 14

    asyncio.run(follow(found, work))
    assert [len(each[0]) for each in asked] == [0]


def test_a_change_while_the_game_is_read_has_it_read_again(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Session(game, tmp_path)

    async def work() -> None:
        events = found.listen()
        found.reload()
        await wait_until(events, "faces", lambda told: True)
        drawn = found._drawing.ask

        async def ask(urgency: int, *request: Any) -> Any:
            answer = await drawn(urgency, *request)
            if request[0] == "load" and "The Shrew" not in (game / "cards.csv").read_text("utf-8"):
                change_card(game, 1)  # it was read, and nobody heard of it yet
                found.reload()
            return answer

        monkeypatch.setattr(found._drawing, "ask", ask)
        found.reload()
        await wait_until(events, "faces", lambda told: len(told["changed"]) == 2)

    asyncio.run(follow(found, work))


def test_claims_are_told_before_the_game_is_checked(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole check, which takes seconds, has not begun when the bar turns red."""
    monkeypatch.setattr(session, "_QUIET", 3600.0)
    found = Session(game, tmp_path)

    async def work() -> None:
        events = found.listen()
        found.reload()
        await wait_until(events, "findings", lambda told: told["failing"] == 0)
        change_card(game, 9)
        found.reload()
        told = await wait_until(events, "findings", lambda told: told["failing"] > 0)
        assert told.details["failing"] == 1
        assert (found.findings[0].code, found.findings[0].place.line) == ("GF102", 3)
        change_card(game, 1)
        text = (game / "cards.csv").read_text("utf-8").replace("1,9,", "1,1,")
        (game / "cards.csv").write_text(text, "utf-8")
        found.reload()
        await wait_until(events, "findings", lambda told: told["failing"] == 0)

    asyncio.run(follow(found, work))


def test_a_page_that_reads_no_events_is_told_how_things_stand(tmp_path: Path) -> None:
    async def work() -> None:
        found = Session(tmp_path, tmp_path)
        events = found.listen()
        assert (await anext(events)).name == "hello"
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        for number in range(session._MOST_WAITING + 2):
            found.tell("changed", number=number)
        told = [await waiting, await anext(events), await anext(events)]
        assert [event.name for event in told] == ["hello", "changed", "changed"]
        assert [event.details["number"] for event in told[1:]] == [session._MOST_WAITING, session._MOST_WAITING + 1]
        for process in (found._drawing, found._judging):
            process.close()

    asyncio.run(work())


def test_a_command_whose_output_stays_open_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that it started holds its output open, and lives on when the command has ended."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nsleep 60 &\necho $! > {tmp_path}/child\nexec sleep 60\n", "utf-8")
    program.chmod(0o700)
    monkeypatch.setattr("generator.studio.jobs.sys.executable", str(program))
    monkeypatch.setattr(jobs, "_PATIENCE", 0.1)

    async def work() -> None:
        job = Job()
        running = asyncio.create_task(job.run("check"))
        while job.is_idle or not (tmp_path / "child").is_file() or not (tmp_path / "child").read_text():
            await asyncio.sleep(0.01)
        process = job._process
        assert process is not None
        running.cancel()
        async with asyncio.timeout(30):
            await job.stop()
        assert job.is_idle
        os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)
        assert process.stdout is not None
        assert process.stderr is not None
        assert await process.stdout.read() + await process.stderr.read() == b""
        await asyncio.sleep(0)

    asyncio.run(work())


def test_a_drawing_process_that_a_game_ended_reads_the_next_one(game: Path) -> None:
    """A game that crashes the process when it is read crashes it again if it is read to set things up."""
    found = DrawingProcess(game)
    try:
        assert found._ask(("load",)).game.title == "Trick"
        found._process.kill()
        assert type(found._ask(("load",))).__name__ == "Faults"
        assert found._ask(("load",)).game.title == "Trick"
    finally:
        found.close()


def test_a_change_before_the_system_watches_is_noticed(game: Path, tmp_path: Path) -> None:
    async def work() -> None:
        changes = watch_folders([game], tmp_path / "kits")
        await anext(changes)  # the game is read now, and nothing is watched yet
        change_card(game, 1)
        async with asyncio.timeout(60):
            await anext(changes)
        await changes.aclose()  # type: ignore[attr-defined]  # it is a generator

    asyncio.run(work())


def test_a_change_that_the_system_does_not_tell_is_noticed(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats = 0

    async def tell_nothing(*_folders: Path, **_options: object) -> AsyncIterator[set[object]]:
        nonlocal beats
        for _ in range(2):
            beats += 1
            if beats == 3:
                change_card(game, 1)
            yield set()
        raise RuntimeError("error in underlying watcher")

    monkeypatch.setattr(watching, "awatch", tell_nothing)
    monkeypatch.setattr(watching, "_LOOK", 0)

    async def work() -> None:
        changes = watch_folders([game], tmp_path / "kits")
        await anext(changes)
        await anext(changes)
        await changes.aclose()  # type: ignore[attr-defined]  # it is a generator

    asyncio.run(work())
    assert beats == 3
