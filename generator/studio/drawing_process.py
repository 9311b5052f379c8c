"""Draw and check a game in processes of their own, which a stranger's template can end without ending the studio."""

import asyncio
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.finding import DataError, Finding, Place, describe_disk_error
from generator.pipeline.games import judge_data
from generator.pipeline.layout_samples import draw_layout_faces
from generator.pipeline.preview import GamePreview
from generator.safety.limits import limit_memory
from generator.studio.checking import CheckedGame, check_in_copy, import_for_next

NOW, SOON, LATER = range(3)  # how urgent a request is: what is on screen comes first
_STOP = ("stop",)  # ends a check; it is not answered


class Faults(NamedTuple):
    """What is wrong with a game or a face."""

    findings: tuple[Finding, ...]


def draw_for_studio(connection: Connection, folder: Path) -> None:
    """Answer requests about a game until the connection is closed."""
    limit_memory()
    preview = GamePreview(folder)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            if (request := connection.recv()) != _STOP:
                connection.send(answer := _answer(connection, preview, request))
                if isinstance(answer, CheckedGame):
                    import_for_next(answer)


def _answer(connection: Connection, preview: GamePreview, request: Sequence[Any]) -> Any:
    """Return the result of a request: a method of the preview, and what it is given; failing claims; or layouts.

    That of a check is None if it was stopped.
    """
    try:
        if request[0] == "judge":
            return judge_data(preview.folder)
        if request[0] == "check":
            return check_in_copy(connection, preview.folder, *request[1:])
        if request[0] == "draw_layouts":
            return draw_layout_faces(preview.folder)
        return getattr(preview, request[0])(*request[1:])
    except DataError as error:
        return Faults(error.findings)
    except OSError as error:
        return Faults((describe_disk_error(error),))
    except MemoryError:
        return Faults((Finding("GF372", Place("game.yaml"), "the game needs more memory than a build may take"),))


@contextmanager
def _withhold_interrupt() -> Iterator[None]:
    """Block Ctrl-C, which a terminal sends to all, in processes that are started here; they end with the studio."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker  # which Windows has not

    resource_tracker.ensure_running()  # it unblocks the signal when it starts, with the first process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DrawingProcess:
    """Asks the process that draws, the most urgent request first; starts it again if it ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thread = ThreadPoolExecutor(1)
        self._waiting: asyncio.PriorityQueue[tuple[int, int, asyncio.Future[Any], tuple[Any, ...]]] = (
            asyncio.PriorityQueue()
        )
        self._number = count()
        self._loaded: tuple[Any, ...] | None = None
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=draw_for_studio, args=(theirs, self._folder), daemon=True)
        with _withhold_interrupt():
            self._process.start()
        theirs.close()

    async def ask(self, urgency: int, *request: Any) -> Any:
        """Return the answer to a request; Faults if something is wrong with the game, None if there is no such face."""
        future = asyncio.get_running_loop().create_future()
        await self._waiting.put((urgency, next(self._number), future, request))
        return await future

    async def serve(self) -> None:
        """Answer requests until cancelled."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                _, _, future, request = await self._waiting.get()
                if not future.cancelled():
                    answer = await loop.run_in_executor(self._thread, self._ask, request)
                    if not future.cancelled():
                        future.set_result(answer)
        finally:
            self.close()

    def _ask(self, request: tuple[Any, ...]) -> Any:
        try:
            self._connection.send(request)
            answer = self._connection.recv()
        except (EOFError, OSError):
            return self._restart(request)
        if request[0] == "load" and not isinstance(answer, Faults):
            self._loaded = request
        return answer

    def _restart(self, request: tuple[Any, ...]) -> Faults:
        """Start the process again with the last good game, and say so."""
        self._connection.close()
        self._process.join(1)
        self._start()
        if self._loaded is not None and request[0] != "load":
            try:
                self._connection.send(self._loaded)
                self._connection.recv()
            except (EOFError, OSError):  # the files are what crashes it; the next reading needs a process all the same
                self._connection.close()
                self._process.join(1)
                self._start()
        name = request[1] if request[0] in ("draw_face", "draw_board") else "the game"
        says = f"drawing {name} crashed the drawing process, which has been restarted"
        return Faults((Finding("GF372", Place("game.yaml"), says),))

    def stop_check(self) -> None:
        """Have the process give up the check that it is at, if any."""
        with suppress(OSError):
            self._connection.send(_STOP)

    def close(self) -> None:
        """End the process."""
        self.stop_check()
        self._connection.close()
        self._process.join(1)
        if self._process.is_alive():
            self._process.terminate()
        self._thread.shutdown(wait=False)
