"""Share games among the workers of a Dask cluster: chunks of numbers go out, and counts come back."""

import logging
import time
from concurrent.futures import CancelledError
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, NoReturn, Self

from generator.model.finding import Place, refuse
from generator.pipeline.playtest.sharing import Progress
from generator.play.faults import PlayError
from generator.play.remote import PlayedChunk, pack_table, play_packed
from generator.play.runner import GameTable
from generator.play.tally import Tally

_CONNECT_SECONDS = 10
_PATIENCE = 60.0  # seconds without any worker, in which one may come
_LOOK = 2.0  # seconds after which workers are counted again
_FIRST_GAMES = 5  # of a chunk before it is known how long a game takes
_CHUNKS_A_WORKER = 20  # of the whole, so that all workers end at about the same time
_SHORTEST, _LONGEST = 0.25, 10.0  # seconds that a chunk should take
_LAST = 0.05  # seconds that a chunk of the last games should take at the least
_AHEAD = 2  # chunks for each thread that are handed out at a time


class _Chunk(NamedTuple):
    """Numbers of games that are being played, and the future of what they come to."""

    start: int
    stop: int
    future: Any


class Cluster:
    """A connection to the scheduler of a cluster; leaving the `with` block closes it."""

    def __init__(self, address: str) -> None:
        self._place = Place("--cluster")
        self.address = address
        try:
            import distributed
        except ImportError:
            self._refuse("the package distributed is missing; install it with pip install 'gutterfold[cluster]'")
        _silence_logs()
        try:
            connect: Any = distributed.Client
            self._client = connect(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError):
            says = "start a scheduler with dask scheduler, and workers with dask worker ADDRESS --nthreads 1"
            self._refuse(f"no Dask scheduler answers at {address!r}; {says}")
        self._counted = self._alone = 0.0
        self._threads = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def play(self, table: GameTable, start: int, stop: int, progress: Progress) -> Tally:
        """Play the games from one number to before another; PlayError for the first one that goes wrong.

        What a worker took that then went away is played again by another.
        """
        run = _Run(self, table, start, stop)
        while run.goes_on():
            run.hand_out(self._count_threads())
            run.collect(self._take(run))
            progress(min(run.tally.games + start, stop), stop)
        if run.error is not None:
            raise run.error
        return run.tally

    def pack(self, table: GameTable) -> Any:
        """Return a future of the packed table, which workers hand to one another."""
        try:
            packed = pack_table(table)
        except Exception as error:  # whatever an engine holds
            says = f"{type(error).__name__}: {error}"
            self._refuse(f"the engine cannot be sent to other machines ({says}); keep open files and locks out of it")
        return self._client.submit(_hand_over, packed, pure=False)

    def submit(self, packed: Any, start: int, stop: int) -> _Chunk:
        """Let a worker play some games."""
        return _Chunk(start, stop, self._client.submit(play_packed, packed, start, stop, pure=False))

    def _take(self, run: "_Run") -> tuple[_Chunk, PlayedChunk]:
        """Return the next chunk that was played, and wait for it."""
        while True:
            try:
                chunk = run.done.get(timeout=_LOOK)
                return chunk, self._receive(chunk)
            except Empty:
                self._count_threads()

    def _receive(self, chunk: _Chunk) -> PlayedChunk:
        while True:
            try:
                played: PlayedChunk = chunk.future.result(timeout=_LOOK)
            except TimeoutError:  # the worker that holds it is gone, so it is played again
                self._count_threads()
            except CancelledError:
                self._refuse(f"the scheduler at {self.address} is gone; start the command again")
            except Exception as error:
                self._refuse_error(error, chunk)
            else:
                if played.mismatch:
                    self._refuse(
                        f"a worker is not like this program: {played.mismatch}; install the same gutterfold on all"
                    )
                return played

    def _refuse_error(self, error: Exception, chunk: _Chunk) -> NoReturn:
        if type(error).__name__ == "KilledWorker":
            games = f"games {chunk.start} to {chunk.stop - 1}"
            self._refuse(f"workers have died one after another while playing {games}; check their memory")
        says = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        self._refuse(f"a worker cannot play ({says}); each needs this version of gutterfold")

    def _count_threads(self) -> int:
        """Return how many threads of workers there are, counted every now and then; wait for the first one."""
        now = time.monotonic()
        if now < self._counted + _LOOK and self._threads:
            return self._threads
        while True:
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, CancelledError):
                self._refuse(f"the scheduler at {self.address} is gone; start the command again")
            self._counted = time.monotonic()
            if self._threads:
                self._alone = 0.0
                return self._threads
            self._alone = self._alone or self._counted
            if self._counted > self._alone + _PATIENCE:
                says = f"start some with dask worker {self.address} --nthreads 1"
                self._refuse(f"the cluster has had no worker for {_PATIENCE:.0f} seconds; {says}")
            time.sleep(_LOOK / 4)

    def _refuse(self, says: str) -> NoReturn:
        raise refuse("GF352", self._place, says) from None


class _Run:
    """The games of a table on a cluster: what is still to be handed out, what is out, and what has come back."""

    def __init__(self, cluster: Cluster, table: GameTable, start: int, stop: int) -> None:
        self._cluster, self._at, self._stop = cluster, start, stop
        self._packed = cluster.pack(table)
        self._out: dict[int, _Chunk] = {}
        self._seconds = 0.0
        self.done: SimpleQueue[_Chunk] = SimpleQueue()
        self.tally = Tally()
        self.error: PlayError | None = None

    def goes_on(self) -> bool:
        """Return whether games are missing: after an error those before it, one of which may go wrong too."""
        return self._at < self._stop or any(start < self._stop for start in self._out)

    def hand_out(self, threads: int) -> None:
        """Hand out chunks until each thread has some ahead."""
        while self._at < self._stop and len(self._out) < _AHEAD * threads:
            stop = min(self._at + self._choose_games(threads), self._stop)
            chunk = self._out[self._at] = self._cluster.submit(self._packed, self._at, stop)
            chunk.future.add_done_callback(lambda _, chunk=chunk: self.done.put(chunk))
            self._at = stop

    def _choose_games(self, threads: int) -> int:
        """Return how many games the next chunk takes: fewer towards the end, so that no worker is late."""
        if not self.tally.games or not self._seconds:
            return _FIRST_GAMES
        left, a_game = self._stop - self._at, self._seconds / self.tally.games
        seconds = min(max(left * a_game / (_CHUNKS_A_WORKER * threads), _SHORTEST), _LONGEST)
        games = min(seconds / a_game, left / (_AHEAD * threads))
        return max(1, int(max(games, _LAST / a_game)))

    def collect(self, taken: tuple[_Chunk, PlayedChunk]) -> None:
        """Add what a chunk came to; after an error nothing that comes later is wanted."""
        chunk, played = taken
        del self._out[chunk.start]
        if played.error is not None and chunk.start < self._stop:
            self.error, self._stop = played.error, chunk.start
        self.tally.merge(played.tally)
        self._seconds += played.seconds


def _silence_logs() -> None:
    """Keep what Dask logs in this process off the terminal; what matters is told by us."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).handlers = [logging.NullHandler()]


def _hand_over(packed: bytes) -> bytes:
    return packed
