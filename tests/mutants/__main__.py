"""Change every fact of the games, one at a time, and print a table of what the checks caught.

The exit status is 1 if a change survives without a reason, if a reason is not needed any more, or if an unchanged game
gets a warning.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.mutants.changes import make_mutants, sample_evenly
from tests.mutants.harmless import KNOWN, find_idle_reasons
from tests.mutants.judge import GAMES, LAYOUTS, Outcome, find_false_alarms, judge_mutants
from tests.mutants.source import Mutant
from tests.mutants.table import find_unexplained, outcome_table, reason_table

_CHUNK = 25  # mutants that a worker process gets at a time


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--most", type=int, metavar="N", help="at most N mutants of each sort of fact in a game; all by default"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the tables as Markdown")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.games) - set(GAMES):
        parser.error(f"there is no game {min(unknown)!r}; there is {', '.join(GAMES)}")
    return asked


def judge_chunk(made: Sequence[Mutant]) -> list[Outcome]:
    """Judge one chunk of mutants, in a worker process."""
    return list(judge_mutants(made))


def judge_games(games: Sequence[str], most: int | None) -> list[Outcome]:
    """Judge the mutants of the games in two processes."""
    found = []
    with ProcessPoolExecutor(2) as pool:
        chunks = [chunk for game in games for chunk in _make_chunks(game, most)]
        for number, chunk in enumerate(pool.map(judge_chunk, chunks), 1):
            found += chunk
            if sys.stderr.isatty():
                print(f"\r\x1b[K{number} of {len(chunks)} chunks", end="", file=sys.stderr, flush=True)
    return found


def _make_chunks(game: str, most: int | None) -> Iterator[list[Mutant]]:
    made = make_mutants(LAYOUTS / game)
    made = made if most is None else sample_evenly(made, most)
    yield from (made[start : start + _CHUNK] for start in range(0, len(made), _CHUNK))


def main() -> None:
    """Run the command."""
    asked, began = parse_arguments(), time.perf_counter()
    games = asked.games or list(GAMES)
    found = judge_games(games, asked.most)
    said = "\n".join([*outcome_table(found), "", *reason_table(found)])
    print(f"\r{said}\n\n{len(found)} mutants in {time.perf_counter() - began:.0f} s")
    wrong = [f"survived: {each}" for each in find_unexplained(found)]
    if asked.most is None:
        left = [each.mutant for each in found if not each.by]
        wrong += [f"reason not needed any more: {row.game} {row.pattern}" for row in find_idle_reasons(left, games)]
    wrong += [
        f"{game}, unchanged: {each}"
        for game in games
        for each in find_false_alarms(LAYOUTS / game)
        if each not in KNOWN.get(game, [])
    ]
    print("\n".join(wrong) or "nothing survived without a reason, and the unchanged games get no warning")
    if asked.save:
        asked.save.write_text(said + "\n", encoding="utf-8")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
