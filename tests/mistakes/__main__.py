"""Make each realistic mistake, check the game, and print a table of what was told.

The exit status is 1 if a mistake that is recorded as told is told no more, if a check crashes, or if a correct game gets
an error or more than three warnings.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path

from generator.model.finding import Finding
from tests.mistakes.judge import Outcome, check_unchanged, judge_mistakes
from tests.mistakes.rows import HERE, KINDS, LAYOUTS, OWN_GAMES, Mistake, load_mistakes
from tests.mistakes.table import format_alarms, format_outcomes, format_rates

OUTCOMES = HERE / "outcomes.json"
_CHUNK = 6  # mistakes that a worker process gets at a time
_MOST_WARNINGS = 3  # of a correct game


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make mistakes", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--most", type=int, metavar="N", help="at most N mistakes of each kind; all by default")
    parser.add_argument("--only", default="", metavar="WORD", help="only the mistakes whose name has this word")
    half = parser.add_mutually_exclusive_group()
    half.add_argument("--shown", action="store_true", help="leave out the mistakes that are kept to ourselves")
    half.add_argument("--held-out", action="store_true", help="only the mistakes that are kept to ourselves")
    half.add_argument("--blind", action="store_true", help="only those that were written before the checks were read")
    half.add_argument("--unseen", action="store_true", help="only those of the second such set")
    parser.add_argument("--list", action="store_true", help="print each mistake with what was said")
    parser.add_argument("--games", action="store_true", help="check the correct games instead, for false alarms")
    parser.add_argument("--accept", action="store_true", help="record the outcomes")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write what is printed as Markdown")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.kinds) - set(KINDS):
        parser.error(f"there is no kind {min(unknown)!r}; there is {', '.join(KINDS)}")
    return asked


def choose_mistakes(asked: argparse.Namespace) -> list[Mistake]:
    """Return the mistakes that the command line asks for."""
    rows = [row for row in load_mistakes() if row.kind in (asked.kinds or KINDS) and asked.only in row.id]
    rows = [row for row in rows if not (asked.shown if row.held_out else asked.held_out)]
    rows = [row for row in rows if (row.is_blind or not asked.blind) and (row.is_unseen or not asked.unseen)]
    if asked.most is None:
        return rows
    kinds = [list(some) for _, some in groupby(rows, lambda row: row.kind)]
    return [some[number * len(some) // asked.most] for some in kinds for number in range(min(asked.most, len(some)))]


def judge_chunk(chunk: Sequence[Mistake]) -> list[Outcome]:
    """Judge one chunk of mistakes, in a worker process."""
    return list(judge_mistakes(chunk))


def judge_all(rows: Sequence[Mistake]) -> list[Outcome]:
    """Judge mistakes in two processes, game by game, and return the outcomes in the order of the rows."""
    by_game = sorted(rows, key=lambda row: row.game)
    chunks = list(_divide(by_game))
    found: dict[str, Outcome] = {}
    with ProcessPoolExecutor(2) as pool:
        for chunk in pool.map(judge_chunk, chunks):
            found |= {each.mistake.id: each for each in chunk}
            if sys.stderr.isatty():
                print(f"\r\x1b[K{len(found)} of {len(rows)}\r", end="", file=sys.stderr, flush=True)
    return [found[row.id] for row in rows]


def _divide(rows: Sequence[Mistake]) -> Iterator[tuple[Mistake, ...]]:
    for _, some in groupby(rows, lambda row: row.game):
        game = tuple(some)
        yield from (game[start : start + _CHUNK] for start in range(0, len(game), _CHUNK))


def check_correct_games() -> dict[str, Sequence[Finding]]:
    """Return the findings of the five games and of the correct games of this package."""
    names = [folder.parent.name for home in (LAYOUTS, OWN_GAMES) for folder in sorted(home.glob("*/game.yaml"))]
    with ProcessPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(check_unchanged, names), strict=True))


def find_false_alarms(found: dict[str, Sequence[Finding]]) -> list[str]:
    """Return a line for each game with an error or with too many warnings."""
    wrong = []
    for game, findings in found.items():
        wrong += [f"false error in {game}: {each}" for each in findings if each.is_blocking]
        if (count := sum(each.level == "warning" for each in findings)) > _MOST_WARNINGS:
            wrong.append(f"{count} warnings in {game}")
    return wrong


def find_losses(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a line for each mistake that is recorded as told and is told no more, and for each crash."""
    recorded = json.loads(OUTCOMES.read_text(encoding="utf-8")) if OUTCOMES.exists() else {}
    lost = [each for each in outcomes if not each.told and recorded.get(each.mistake.id, {}).get("told")]
    crashed = [f"crash: {each.mistake.id}: {each.crash}" for each in outcomes if each.crash]
    return [*crashed, *(f"told no more: {each.mistake.id}" for each in lost)]


def record(outcomes: Sequence[Outcome]) -> None:
    """Record the outcomes, and keep those of mistakes that were not tried; a line for each."""
    recorded = json.loads(OUTCOMES.read_text(encoding="utf-8")) if OUTCOMES.exists() else {}
    recorded |= {each.mistake.id: {"told": bool(each.told), "placed": each.is_placed} for each in outcomes}
    names = sorted({row.id for row in load_mistakes()} & recorded.keys())
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(recorded[name])}" for name in names)
    OUTCOMES.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main() -> None:
    """Run the command."""
    asked, began = parse_arguments(), time.perf_counter()
    if asked.games:
        games = check_correct_games()
        lines, wrong = format_alarms(games), find_false_alarms(games)
        if asked.list:
            lines += ["", *(f"- {game}: {each}" for game, some in games.items() for each in some)]
    else:
        outcomes = judge_all(choose_mistakes(asked))
        lines, wrong = format_rates(outcomes), find_losses(outcomes)
        lines += ["", *format_outcomes(outcomes)] if asked.list else []
        if asked.accept:
            record(outcomes)
    print("\n".join(lines))
    print(f"\n{time.perf_counter() - began:.0f} s")
    print("\n".join(wrong) or "nothing was lost")
    if asked.save:
        asked.save.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
