"""Test the commands that the studio runs for itself."""

import asyncio
import signal
from typing import Any

import pytest

from generator.studio.jobs import Job


def test_a_command_tells_how_it_ended() -> None:
    result = asyncio.run(Job().run("explain", "GF101"))
    assert result is not None
    assert result.status == 0
    assert result.output.startswith("GF101")


def test_a_command_that_is_no_longer_wanted_while_it_starts_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def start_late(*command: Any, **more: Any) -> asyncio.subprocess.Process:
        started.append(await start(*command, **more))
        await asyncio.sleep(0.01)
        return started[0]

    monkeypatch.setattr("generator.studio.jobs.asyncio.create_subprocess_exec", start_late)

    async def cancel() -> int:
        running = asyncio.create_task(Job().run("studio", "--help"))
        while not started:
            await asyncio.sleep(0)
        running.cancel()
        await started[0].communicate()
        return await started[0].wait()

    assert asyncio.run(cancel()) == -signal.SIGTERM
