"""Test the commands that the studio runs for itself."""

import asyncio

import pytest

from generator.studio import jobs
from generator.studio.jobs import Job


def test_the_result_of_an_interrupted_command_is_dropped() -> None:
    async def interrupt() -> object:
        job = Job()
        running = asyncio.create_task(job.run("studio", "--help"))
        while job.is_idle:
            await asyncio.sleep(0.01)
        job.interrupt()
        return await running

    assert asyncio.run(interrupt()) is None


def test_a_command_tells_how_it_ended() -> None:
    result = asyncio.run(Job().run("explain", "GF101"))
    assert result is not None
    assert result.status == 0
    assert result.output.startswith("GF101")


def test_only_what_nobody_waits_for_runs_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    idle: list[int] = []
    monkeypatch.setattr(jobs, "_run_in_background", idle.append)
    asyncio.run(Job().run("explain", "GF101"))
    assert idle == []
    asyncio.run(Job(in_background=True).run("explain", "GF101"))
    assert len(idle) == 1
