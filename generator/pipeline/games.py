"""Build or check several games side by side, and explain why one could not be built.

Odd data that may be the cause come first, and one cause is told once.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.language.expressions import list_briefly
from generator.model.finding import DataError, Finding, describe_disk_error
from generator.model.game import Game
from generator.pipeline.checking.verification import CheckFailedError
from generator.pipeline.options import Options
from generator.program.parallel import share_work

_FEWEST = 3  # findings of one cause that are merged
_MOST_SHOWN = 4  # places of those that are merged
_SECONDS = 1.0  # of processor time to find the value that explains a failure
_WRITING = "GF4"  # each file that cannot be written is named
_HINT = re.compile(r"; (?:did you mean|there (?:is|are)) .*$| \(figure [^()]*\)")
_GLYPH = re.compile(r".* has no glyph for .*, and no other font has; (.*?)(?: \(drawing .*)?")  # what to do about it
_DOTTED = re.compile(r"'[^'.]*\.([^']*)'")


def explain_failure(folder: Path, options: Options, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a failed build, led by what is odd about the rows that they name."""
    from generator.pipeline.build import read_game_data

    merged = tuple(_merge_alike(findings))
    if all(each.place.file.startswith("--") for each in findings):
        return merged  # an option is at fault
    try:
        game = read_game_data(folder, options)
    except (DataError, OSError):
        return merged  # the data themselves are at fault
    return (*_find_odd_rows(game, merged), *_find_wrong_values(game, merged))


def _find_wrong_values(game: Game, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings led by the value of the data that explains them, if claims tell which one it is."""
    from generator.check.claims.judge import judge_claims
    from generator.pipeline.checking.wrong_values import find_unfit_values, name_wrong_values

    try:
        parts = expand_parts(game, KINDS)
    except DataError:
        return find_unfit_values(game, findings, _SECONDS)
    verdict = judge_claims(game, parts)
    wrong = [each for each in verdict.findings if each.is_blocking]
    named = name_wrong_values(game, verdict, wrong, _SECONDS)
    return *(each for each in named if each not in wrong), *findings


def _find_odd_rows(game: Game, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield what is odd about the rows of parts that the findings name, as warnings."""
    from generator.check.outliers.rows import find_odd_rows

    told = " ".join(finding.message for finding in findings)
    for note in find_odd_rows(game):
        part = note.message.partition(":")[0].partition(".")[0]
        if f"'{part}'" in told:
            yield note._replace(level="warning", message=f"{note.message}; the errors below may come from it")


def _merge_alike(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings; several that miss one thing in different colors or figures, or one font, are one."""
    alike: dict[tuple[str, str, str], list[Finding]] = {}
    for each in findings:
        glyph = _GLYPH.fullmatch(each.message)
        what = glyph[1] if glyph else _DOTTED.sub(r"'\1'", _HINT.sub("", each.message))
        alike.setdefault((each.code, each.level, what), []).append(each)
    for first, *others in alike.values():
        if len(others) + 1 < _FEWEST or first.code.startswith(_WRITING):
            yield from (first, *others)
            continue
        shown = list_briefly([str(each.place) for each in others], _MOST_SHOWN)
        yield first._replace(message=f"{first.message}; likewise {len(others)} more: {shown}")


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
    except CheckFailedError as error:
        return GameFailure(error.findings)
    except DataError as error:
        return GameFailure(explain_failure(folder, options, error.findings))
    except OSError as error:
        return GameFailure((describe_disk_error(error),))


def _measure_game(folder: Path) -> int:
    """Return the size of a game's rules and data in bytes, which tells about how long it takes."""
    try:
        return sum(path.stat().st_size for path in folder.iterdir() if path.suffix in (".md", ".yaml"))
    except OSError:
        return 0
