"""Make each realistic mistake, check the game, and print a table of what was told; then check the correct games.

The exit status is 1 if a check crashes, or if a correct game gets an error.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

from generator.model.finding import Finding
from tests.mistakes.judge import Outcome, check_unchanged, judge_mistakes
from tests.mistakes.rows import CORRECT_GAMES, HERE, KINDS, LAYOUTS, Mistake, load_mistakes
from tests.mistakes.table import Record, format_alarms, format_outcomes, format_rates, record_outcome

OUTCOMES = HERE / "outcomes.json"
_CHUNK = 6  # mistakes that a worker process gets at a time


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make mistakes", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--only", default="", metavar="WORD", help="only the mistakes whose name has this word")
    parser.add_argument("--games", action="store_true", help="check only the correct games")
    parser.add_argument("--list", action="store_true", help="print each mistake, or each game, with what was said")
    parser.add_argument("--accept", action="store_true", help="record the outcomes")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.kinds) - set(KINDS):
        parser.error(f"there is no kind {min(unknown)!r}; there is {', '.join(KINDS)}")
    return asked


def choose_mistakes(asked: argparse.Namespace) -> list[Mistake]:
    """Return the mistakes that the command line asks for."""
    return [row for row in load_mistakes() if row.kind in (asked.kinds or KINDS) and asked.only in row.id]


def judge_chunk(chunk: Sequence[Mistake]) -> list[Outcome]:
    """Judge one chunk of mistakes, in a worker process."""
    return list(judge_mistakes(chunk))


def judge_all(rows: Sequence[Mistake]) -> list[Outcome]:
    """Judge mistakes in two processes, game by game, and return the outcomes in the order of the rows."""
    by_game = sorted(rows, key=lambda row: row.game)
    found: dict[str, Outcome] = {}
    with ProcessPoolExecutor(2) as pool:
        for chunk in pool.map(judge_chunk, _divide(by_game)):
            found |= {each.mistake.id: each for each in chunk}
            if sys.stderr.isatty():
                print(f"\r\x1b[K{len(found)} of {len(rows)}\r", end="", file=sys.stderr, flush=True)
    return [found[row.id] for row in rows]


def _divide(rows: Sequence[Mistake]) -> Iterator[tuple[Mistake, ...]]:
    for _, some in groupby(rows, lambda row: row.game):
        game = tuple(some)
        yield from (game[start : start + _CHUNK] for start in range(0, len(game), _CHUNK))


def check_correct_games() -> dict[str, Sequence[Finding]]:
    """Return the findings of the five games and of the forty correct games."""
    names = [file.parent.name for home in (LAYOUTS, CORRECT_GAMES) for file in sorted(home.glob("*/game.yaml"))]
    with ProcessPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(check_unchanged, names), strict=True))


def find_false_errors(found: dict[str, Sequence[Finding]]) -> list[str]:
    """Return a line for each error in a correct game."""
    return [f"false error in {game}: {each}" for game, some in found.items() for each in some if each.is_blocking]


def find_crashes(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a line for each mistake that a check cannot stand."""
    return [f"crash: {each.mistake.id}: {each.crash}" for each in outcomes if each.crash]


def record(outcomes: Sequence[Outcome]) -> None:
    """Record the outcomes, and keep those of mistakes that were not tried; a line for each."""
    records = read_records() | {each.mistake.id: record_outcome(each) for each in outcomes}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(records[name])}" for name in sorted(records))
    OUTCOMES.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def read_records() -> dict[str, Record]:
    """Return what is recorded of each mistake, by its name."""
    records: dict[str, Record] = json.loads(OUTCOMES.read_text(encoding="utf-8")) if OUTCOMES.exists() else {}
    return records


def run_mistakes(asked: argparse.Namespace) -> list[str]:
    """Judge the mistakes that are asked for, print their table, and return what is wrong."""
    rows = choose_mistakes(asked)
    outcomes = judge_all(rows)
    lines = format_rates(rows, {each.mistake.id: record_outcome(each) for each in outcomes})
    print("\n".join([*lines, "", *(format_outcomes(outcomes) if asked.list else [])]))
    if asked.accept:
        record(outcomes)
    return find_crashes(outcomes)


def run_games(asked: argparse.Namespace) -> list[str]:
    """Check the correct games, print the table of their findings, and return what is wrong."""
    games = check_correct_games()
    said = [f"- {game}: {each}" for game, some in games.items() for each in some] if asked.list else []
    print("\n".join([*format_alarms(games), "", *said]))
    return find_false_errors(games)


def main() -> None:
    """Run the command: the mistakes that are asked for, and the games unless only some mistakes are."""
    asked, began, wrong = parse_arguments(), time.perf_counter(), []
    if not asked.games:
        wrong += run_mistakes(asked)
    if asked.games or not (asked.kinds or asked.only):
        wrong += run_games(asked)
    print(f"\n{time.perf_counter() - began:.0f} s")
    print("\n".join(wrong) or "no crash, no false error")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
