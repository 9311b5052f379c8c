"""Work out where pieces that were read back will be cut out."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.geometry.outline import Outline
from generator.geometry.tolerances import QUARTER_TURN_ENTRY
from generator.model.game import Part
from generator.model.printed import Seen

_QUARTERS = {(1, 0, 0, 1): 0, (0, 1, -1, 0): 90, (-1, 0, 0, -1): 180, (0, -1, 1, 0): 270}


class Trim(NamedTuple):
    """Where a piece will be cut out (mm on the paper), and its clockwise rotation in degrees."""

    seen: Seen
    x: float
    y: float
    width: float
    height: float
    rotation: int

    @property
    def sheet_side(self) -> tuple[str, int]:
        """Return the file and page, which are the same for all pieces on one side of a sheet."""
        return self.seen.file, self.seen.page


def where(seen: Seen) -> str:
    """Return the file, and the page if the file has several."""
    return seen.file if seen.file.endswith(".svg") else f"{seen.file}, page {seen.page}"


def trim(seen: Seen, outline: Outline) -> Trim | str:
    """Return the trim that a piece's matrix gives to its outline, or what is wrong with it."""
    turn = seen.matrix[:4]
    nearest = _nearest(turn)
    if nearest is None:
        return _fault(turn, outline)
    if seen.clip and not _inside(outline, seen.clip):
        return f"it is cut to {_box(*seen.clip)} of its {outline.width:g} x {outline.height:g} mm"
    a, b, c, d = nearest
    x, y = seen.matrix[4], seen.matrix[5]
    across = a * outline.width + c * outline.height
    down = b * outline.width + d * outline.height
    return Trim(seen, x + min(across, 0), y + min(down, 0), abs(across), abs(down), _QUARTERS[nearest])


@lru_cache(maxsize=1024)
def _nearest(turn: tuple[float, float, float, float]) -> tuple[int, int, int, int] | None:
    """Return the quarter turn that a matrix makes, or None."""
    nearest = round(turn[0]), round(turn[1]), round(turn[2]), round(turn[3])
    far = max(abs(a - b) for a, b in zip(turn, nearest, strict=True))
    return nearest if nearest in _QUARTERS and far <= QUARTER_TURN_ENTRY else None


def _fault(turn: Sequence[float], outline: Outline) -> str:
    a, b, c, d = turn
    across, down, area = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5, a * d - b * c
    should = f"and not {outline.width:g} x {outline.height:g} mm"
    if abs(across - 1) > QUARTER_TURN_ENTRY or abs(down - 1) > QUARTER_TURN_ENTRY:
        return f"it comes out {outline.width * across:.4g} x {outline.height * down:.4g} mm {should}"
    if area < 0:
        return "it is mirrored"
    return "it is skewed" if abs(area - 1) > QUARTER_TURN_ENTRY else "it is not turned by quarters"


def _inside(outline: Outline, clip: tuple[float, float, float, float]) -> bool:
    x, y, width, height = clip
    slack = 0.01
    return x <= slack and y <= slack and x + width >= outline.width - slack and y + height >= outline.height - slack


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{width:.4g} x {height:.4g} mm from {x:.4g}, {y:.4g}"


def trims(seen: Sequence[Seen], parts: Mapping[str, Part]) -> Iterator[tuple[Seen, Trim | str]]:
    """Yield each piece of a known part with its trim, or with what is wrong with it."""
    known = {(part.id, design.id): part.trim_of(design) for part in parts.values() for design in part.designs}
    for piece in seen:
        if piece.part in parts:
            yield piece, trim(piece, known.get((piece.part, piece.design), parts[piece.part].outline))


def overlaps(page: Sequence[Trim], slack: float = 0.02) -> Iterator[tuple[Trim, Trim]]:
    """Yield each pair of trims of a page that overlap by more than `slack` mm both ways (sweep line)."""
    open_: list[Trim] = []
    for each in sorted(page, key=lambda trim: (trim.x, trim.y)):
        open_ = [other for other in open_ if other.x + other.width > each.x + slack]
        for other in open_:
            if other.y + other.height > each.y + slack and each.y + each.height > other.y + slack:
                yield other, each
        open_.append(each)
