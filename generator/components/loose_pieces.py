"""Pieces that are not printed: wooden cubes, pawns, coins and dice from elsewhere, and how figures draw them."""

from math import cos, radians, sin
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from generator.geometry.bounds import point_bounds
from generator.geometry.tolerances import FLOAT_NOISE
from generator.geometry.types import Outline, Point
from generator.model.data_types import Positive, WidthHeight
from generator.model.finding import KeyedError
from generator.model.game import ComponentKind, KindTraits, PartData

PLAIN_PAINT = "#D9B98C"  # of a piece without a color: light wood
_PANELS, _PLAIN, _PICTURE = "pieces/panels.svg.j2", "pieces/plain.svg.j2", "pieces/picture.svg.j2"
ShapeName = Literal["cube", "disc", "coin", "die", "meeple", "pawn"]
_DEPTH = 0.35  # of a cube seen from the upper right, in edges
_ROUND = 0.14  # radius of the corners of a die, in edges


class LoosePieceData(PartData, frozen=True, kw_only=True):
    """A piece that is not printed; `size` is its height or diameter in mm, or [width, height] of its picture."""

    size: Positive | WidthHeight
    shape: Annotated[ShapeName | None, Meta(description="how figures draw it; or give a template as `front`")] = None
    color: Annotated[str | None, Meta(description="color role; or `for_each`, for pieces of several colors")] = None
    is_printed: Annotated[bool, Meta(description="a piece is never printed")] = msgspec.field(
        default=False, name="print"
    )

    def __post_init__(self) -> None:
        """Refuse a piece that is printed, or without a drawing or with two, or with two colors (KeyedError)."""
        if self.is_printed:
            raise KeyedError("print", "a `piece` is never printed; leave `print` out, or make it a token or a card")
        if not self.shape and not self.front:
            shapes = ", ".join(get_args(ShapeName))
            raise KeyedError("shape", f"a piece needs a `shape` ({shapes}), or a template of its own as `front`")
        if self.shape and isinstance(self.size, list):
            raise KeyedError("size", f"the size of a {self.shape} is one number, its height or diameter in mm")
        if self.color and self.for_each:
            raise KeyedError("color", "a piece has a `color`, or those of a group by `for_each`, and it has both")


def loose_piece_outline(piece: LoosePieceData) -> Outline:
    """Return the silhouette of its shape; without one, the box of the given size."""
    width, height = piece.size if isinstance(piece.size, list) else (piece.size, piece.size)
    if piece.shape in (None, "disc", "coin"):
        return Outline(width, height, "disc" if piece.shape else "rect")
    points = _SILHOUETTES[piece.shape]()
    left, top, right, bottom = point_bounds(points)
    placed = tuple(((x - left) * width, (y - top) * height) for x, y in points)
    return Outline((right - left) * width, (bottom - top) * height, "polygon", placed)


def loose_piece_values(piece: LoosePieceData) -> dict[str, Any]:
    """Return `size` in mm, `shape`, and `corners`, the silhouette as an SVG points list."""
    corners = " ".join(f"{x:.4f},{y:.4f}" for x, y in loose_piece_outline(piece).points)
    return {"size": piece.size, "shape": piece.shape or "", "corners": corners}


def _trace_cube() -> list[Point]:
    """Return the hexagon of a cube whose front is at the lower left."""
    far, d = 1 + _DEPTH, _DEPTH
    return [(0.0, d), (d, 0.0), (far, 0.0), (far, 1.0), (1.0, far), (0.0, far)]


def _trace_die() -> list[Point]:
    """Return a square with round corners."""
    r = _ROUND
    centers = (1 - r, r, -90), (1 - r, 1 - r, 0), (r, 1 - r, 90), (r, r, 180)
    return [point for x, y, start in centers for point in _trace_arc((x, y), r, start, start + 90, 5)]


def _trace_meeple() -> list[Point]:
    """Return a standing figure with a round head and arms that stand out."""
    half = [*_trace_arc((0.5, 0.175), 0.175, -90, 48, 8), (0.66, 0.34), (0.92, 0.43), (0.99, 0.5), (0.97, 0.57)]
    half += [(0.89, 0.6), (0.71, 0.6), (0.94, 0.93), (0.95, 0.98), (0.91, 1.0), (0.64, 1.0), (0.59, 0.97), (0.5, 0.8)]
    return _mirror_half(half, 0.5)


def _trace_pawn() -> list[Point]:
    """Return a ball on a body that widens toward its foot."""
    half = [*_trace_arc((0.3, 0.19), 0.19, -90, 52, 8), (0.44, 0.37), (0.44, 0.42), (0.38, 0.44), (0.41, 0.6)]
    half += [(0.47, 0.74), (0.55, 0.85), (0.6, 0.89), (0.6, 1.0)]
    return _mirror_half(half, 0.3)


def _trace_arc(middle: Point, radius: float, start: float, end: float, steps: int) -> list[Point]:
    """Return points of an arc, from one angle to another in degrees, clockwise from the right."""
    turns = [radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns]


def _mirror_half(half: list[Point], axis: float) -> list[Point]:
    """Return a silhouette from its right half, which begins at the top."""
    return [*half, *((2 * axis - x, y) for x, y in reversed(half) if abs(x - axis) > FLOAT_NOISE)]


_SILHOUETTES = {"cube": _trace_cube, "die": _trace_die, "meeple": _trace_meeple, "pawn": _trace_pawn}


def find_stand_in(data: PartData, is_folded: bool) -> str:
    """Return the template that draws a part without one of its own: in figures, or a board that is a picture."""
    if getattr(data, "image", ""):
        return _PICTURE
    if isinstance(data, LoosePieceData) and data.shape:
        return f"pieces/{data.shape}.svg.j2"
    return _PANELS if is_folded else _PLAIN


PIECE = ComponentKind(
    LoosePieceData,
    loose_piece_outline,
    loose_piece_values,
    safe=0.0,
    traits=KindTraits(stacks=False, printed=False),
)
