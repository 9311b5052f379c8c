"""Build, check or export several games side by side; what reads and draws them is imported by what is done."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from generator.model.finding import DataError, Finding, describe_disk_error
from generator.pipeline.options import Options
from generator.program.parallel import share_work

T = TypeVar("T")


class GameFailure(NamedTuple):
    """Why a game could not be built or checked at all."""

    findings: tuple[Finding, ...]


def run_each_game(
    folders: Sequence[Path], options: Options, run: Callable[[Path, Options], T]
) -> Iterator[tuple[Path, T | GameFailure]]:
    """Yield the outcome of `run` for each game in order; two processes share the games.

    The longest games come first and the last one may use a second process of its own, so that both end together.
    """
    queue = sorted(folders, key=_measure_game, reverse=True)

    def run_game(number: int) -> T | GameFailure:
        is_last = number == len(queue) - 1
        return _run_game(queue[number], replace(options, processes=2 if is_last else 1), run)

    outcomes = dict(zip(queue, share_work(len(queue), run_game, True, lambda _begun: None), strict=True))
    for folder in folders:
        yield folder, outcomes[folder]


def _run_game(folder: Path, options: Options, run: Callable[[Path, Options], T]) -> T | GameFailure:
    try:
        return run(folder, options)
    except DataError as error:
        from generator.pipeline.checking.verification import CheckFailedError
        from generator.pipeline.games import explain_failure

        is_checked = isinstance(error, CheckFailedError)
        return GameFailure(error.findings if is_checked else explain_failure(folder, options, error.findings))
    except OSError as error:
        return GameFailure((describe_disk_error(error),))


def _measure_game(folder: Path) -> int:
    """Return the size of a game's rules and data in bytes, which tells about how long it takes."""
    try:
        return sum(path.stat().st_size for path in folder.iterdir() if path.suffix in (".md", ".yaml"))
    except OSError:
        return 0
