"""Share the games of a table among processes of this machine."""

from collections.abc import Callable, Sequence

from generator.play.faults import PlayError
from generator.play.runner import GameTable, play_games
from generator.play.tally import Tally, merge_tallies
from generator.program.parallel import share_among

Progress = Callable[[int, int], None]  # games played, and to play
Sharing = Callable[[GameTable, int, int, Progress], Tally]  # plays the games from one number to before another
_CHUNK = 20  # games that a process takes at a time, at the least
_MOST_CHUNKS = 150  # so that progress is seen, and processes end at about the same time


def share_here(workers: int) -> Sharing:
    """Return what plays games in so many processes of this machine; PlayError for the first game that goes wrong."""

    def play(table: GameTable, start: int, stop: int, progress: Progress) -> Tally:
        size = max(_CHUNK, -(-(stop - start) // _MOST_CHUNKS))
        chunks = [range(at, min(at + size, stop)) for at in range(start, stop, size)]
        begun = iter(range(len(chunks)))
        results = list(
            share_among(
                workers,
                len(chunks),
                _play_until_fault(table, chunks),
                lambda number: progress(next(begun, 0) and chunks[number].start, stop),
            )
        )
        if faults := [each for each in results if isinstance(each, PlayError)]:
            raise min(faults, key=lambda fault: fault.number)
        return merge_tallies(each for each in results if isinstance(each, Tally))

    return play


def _play_until_fault(table: GameTable, chunks: Sequence[range]) -> Callable[[int], Tally | PlayError | None]:
    """Return what plays a chunk by its number; after a fault each process leaves out all later ones."""
    faults: list[PlayError] = []

    def play(number: int) -> Tally | PlayError | None:
        if faults:
            return None
        try:
            return play_games(table, chunks[number])
        except PlayError as fault:
            faults.append(fault)
            return fault

    return play
