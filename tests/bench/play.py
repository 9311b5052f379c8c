"""Compare the turns a second of the engines, at random play on one core, with plain simulators of the same games."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from generator.pipeline.playtest.runs import PlaytestOptions, prepare_playtest
from generator.play.runner import play_games
from tests.bench.plain_hypnosia import play_hypnosia
from tests.bench.plain_play import play_pachisi, play_pharaoh
from tests.bench.plain_psychopaths import play_psychopaths
from tests.bench.plain_psycle import play_psycle

LAYOUTS = Path(__file__).parents[2] / "layouts"
_SECONDS = 4.0


def measure_engine(game: str, players: int) -> float:
    """Return the turns a second of an engine, as `playtest` runs it: every 64th game is watched."""
    playtest = prepare_playtest(LAYOUTS / game, PlaytestOptions(players=(players,), policies=("random",)))

    def play(number: int) -> int:
        tally = play_games(playtest.tables[0], range(64 * number, 64 * number + 64))
        return sum(turns * count for turns, count in tally.spreads["turns"].items())

    return _measure(play)


def _measure(play: Callable[[int], int]) -> float:
    began, turns, number = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < _SECONDS:
        turns += play(number)
        number += 1
    return turns / spent


def make_plain(play: Callable[[int, random.Random], tuple[Any, ...]], players: int) -> Callable[[int], int]:
    """Return a function that plays the game of a number plainly and returns its turns."""
    return lambda number: play(players, random.Random(number))[0]


def main() -> None:
    """Print turns a second of both, and how many times as fast the engine is."""
    plain = {
        **{("hypnosia", players): make_plain(play_hypnosia, players) for players in (2, 4, 6)},
        **{("psychopaths", players): make_plain(play_psychopaths, players) for players in (2, 3, 4)},
        **{("psycle", players): make_plain(play_psycle, players) for players in (2, 3, 4)},
        ("pachisi", 4): lambda number: play_pachisi(random.Random(number))[0],
        ("pharaoh", 2): lambda number: play_pharaoh(2, random.Random(number))[0],
        ("pharaoh", 3): lambda number: play_pharaoh(3, random.Random(number))[0],
        ("pharaoh", 4): lambda number: play_pharaoh(4, random.Random(number))[0],
    }
    for (game, players), play in plain.items():
        ours, theirs = measure_engine(game, players), _measure(play)
        print(f"{game} {players}: {ours:,.0f} turns/s, plain {theirs:,.0f}, {ours / theirs:.1f} times")


if __name__ == "__main__":
    main()
