"""Tracks of numbered spaces."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from generator.geometry.outline import Outline
from generator.model.finding import KeyedError
from generator.model.game import PartData
from generator.model.strict import Positive


class Track(PartData, frozen=True, kw_only=True):
    """A track of numbered square spaces in rows; `cell` is their side in mm, `border` the paper round them."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    columns: Annotated[int, Meta(ge=1)]
    cell: Positive
    border: Annotated[float, Meta(ge=0)] = 0.0
    snake: Annotated[bool, Meta(description="every second row runs back")] = False

    def __post_init__(self) -> None:
        """Refuse a track that runs backwards or a border larger than the spaces (KeyedError)."""
        if self.last < self.first:
            raise KeyedError("to", f"`to` ({self.last}) is less than `from` ({self.first})")
        inside = outline(self)
        most = max(inside.width, inside.height) - 2 * self.border
        if self.border > most:
            raise KeyedError(
                "border",
                f"`border` ({self.border:g}) must be at most {most:g} mm, the larger side of what it surrounds",
            )


def numbers(track: Track) -> range:
    """Return the numbers of the spaces in order."""
    return range(track.first, track.last + 1)


def outline(track: Track) -> Outline:
    """Return the trim: the spaces and their border."""
    rows = -(-len(numbers(track)) // track.columns)
    return Outline(track.columns * track.cell + 2 * track.border, rows * track.cell + 2 * track.border)


def values(track: Track) -> dict[str, Any]:
    """Return `spaces`, each {n, x, y, size, mark, at} with its top left in mm, and `cell`, their side.

    `mark` is the name of the group, and `at` the transform from coordinates around the middle.
    """
    spaces = []
    for index, number in enumerate(numbers(track)):
        row, column = divmod(index, track.columns)
        if track.snake and row % 2:
            column = track.columns - 1 - column
        x, y = track.border + column * track.cell, track.border + row * track.cell
        at = f"translate({x + track.cell / 2:.8g} {y + track.cell / 2:.8g})"
        spaces.append({"n": number, "x": x, "y": y, "size": track.cell, "mark": f"space.{number}", "at": at})
    return {"spaces": spaces, "cell": track.cell}
