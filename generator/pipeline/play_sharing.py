"""Share the games of a table among processes of this machine."""

from collections.abc import Callable

from generator.pipeline.parallel import share_among
from generator.play.runner import GameTable, play_games
from generator.play.tally import Tally, merge_tallies

Progress = Callable[[int, int], None]  # games played, and to play
Sharing = Callable[[GameTable, int, int, Progress], Tally]  # plays the games from one number to before another
_CHUNK = 20  # games that a process takes at a time, at the least
_MOST_CHUNKS = 4000


def share_here(workers: int) -> Sharing:
    """Return what plays games in so many processes of this machine."""

    def play(table: GameTable, start: int, stop: int, progress: Progress) -> Tally:
        size = max(_CHUNK, -(-(stop - start) // _MOST_CHUNKS))
        chunks = [range(at, min(at + size, stop)) for at in range(start, stop, size)]
        begun = iter(range(len(chunks)))
        return merge_tallies(
            share_among(
                workers,
                len(chunks),
                lambda number: play_games(table, chunks[number]),
                lambda number: progress(next(begun, 0) and chunks[number].start, stop),
            )
        )

    return play
