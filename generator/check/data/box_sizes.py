"""Find cards and tiles for which a box is a little too small (GF138)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.model.finding import Finding
from generator.model.game import Game, Part

_NEARLY = 1.1  # times its room: a piece that is larger is not meant to be in the box


def check_box_sizes(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, each box whose inner size is nearly that of cards or tiles, but less (GF138)."""
    for box in (part for part in parts if part.traits.holds):
        inner = getattr(game.parts[box.id], "inner", None) or ()
        for part in parts:
            size = sorted((part.outline.width, part.outline.height))
            if part.traits.held and _fits(size, inner, _NEARLY) and not _fits(size, inner, 1.0):
                room = " x ".join(f"{each:g}" for each in inner)
                says = (
                    f"this box is {room} mm inside, a little too small for {part.id!r}, of {size[0]:g} x {size[1]:g} mm"
                )
                place = game.place("parts", box.id, "inner")
                yield Finding("GF138", place, f"parts.{box.id}: {says}; make it larger if it is to hold them", "note")
                break


def _fits(size: Sequence[float], inner: Sequence[float], stretched: float) -> bool:
    """Return whether a flat piece, its shorter side first, lies in a box that is so much larger."""
    return any(
        all(side <= stretched * room for side, room in zip(size, pair, strict=True))
        for pair in combinations(sorted(inner), 2)
    )
