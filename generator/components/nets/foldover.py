"""Fold-overs: nets of two faces with one fold, glued back to back."""

from collections.abc import Callable, Mapping
from math import asin, cos, pi
from typing import Annotated, Literal

from msgspec import Meta

from generator.components.nets.assembly import FOLDED_KIND, make_net
from generator.geometry.matrix import Matrix, multiply_matrices, transform_point
from generator.geometry.path import circle_arc_segments, flatten_outline, transform_segments
from generator.geometry.types import Segment
from generator.model.data_types import Length, Positive, Value, WidthHeight
from generator.model.finding import KeyedError, Place
from generator.model.game import PartData
from generator.model.net import Fold, Net, Panel

MAX_HINGE_WIDTH = 4.0  # greatest width in mm of the paper between two discs
# Turn of a net whose front is to the right of a vertical fold, by the side of the front on which the fold should be.
FOLD_TURNS: Mapping[str, Matrix] = {
    "left": (1, 0, 0, 1, 0, 0),
    "top": (0, 1, -1, 0, 0, 0),
    "right": (-1, 0, 0, -1, 0, 0),
    "bottom": (0, -1, 1, 0, 0, 0),
}
HALF_TURN: Matrix = (-1, 0, 0, -1, 0, 0)


class FoldoverData(PartData, frozen=True, kw_only=True):
    """Two faces, folded and glued back to back: `size` [width, height] or `diameter` of one of them, in mm."""

    size: Annotated[WidthHeight | None, Meta(description="[width, height] of a face, mm; or `diameter`")] = None
    diameter: Annotated[Positive | None, Meta(description="of a disc, mm; or `size`")] = None
    round: Annotated[Length, Meta(description="radius of the corners away from the fold, mm")] = 0.0
    fold: Annotated[Literal["left", "right", "top", "bottom"], Meta(description="side of the front to fold at")] = (
        "left"
    )

    def __post_init__(self) -> None:
        """Refuse a fold-over with no size or two, or whose round corners do not fit (KeyedError)."""
        if (self.size is None) == (self.diameter is None):
            key = "" if self.size is None else "diameter"
            raise KeyedError(key, "a fold-over needs either `size` or `diameter`, and not both")
        if self.size is None and self.round:
            raise KeyedError("round", "`round` is for a fold-over with a `size`: a disc is round")
        across, along = _face_extent(self)
        if self.size and self.round > min(across, along / 2):
            most = min(across, along / 2)
            raise KeyedError("round", f"`round` ({self.round:g}) must be at most {most:g} mm for this size")


def unfold_foldover(foldover: FoldoverData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net, on which both faces are upright once it is folded, whichever side the fold is on."""
    across, along = _face_extent(foldover)
    wide = along if foldover.size else min(MAX_HINGE_WIDTH, along / 2)
    half = _disc_segments(across, wide) if foldover.diameter else _leaf_segments(across, along, foldover.round)
    turn = FOLD_TURNS[foldover.fold]
    back_turn = multiply_matrices(turn, HALF_TURN)
    front = transform_segments(half, turn)
    back = transform_segments(half, back_turn)
    middle, beyond = transform_point(turn, across / 2, 0), transform_point(back_turn, across / 2, 0)
    # beyond a fold at the side an upright face is laid out upright; beyond one at the top or bottom, upside down
    upright = 1.0 if foldover.fold in ("left", "right") else -1.0
    panels = [
        _make_panel("front", front, (1, 0, 0, 1, *middle)),
        _make_panel("back", back, (upright, 0, 0, upright, *beyond)),
    ]
    start, end = transform_point(turn, 0, -wide / 2), transform_point(turn, 0, wide / 2)
    fold = Fold(*start, *end, kind="mountain", angle=180.0, one="front", other="back")
    size = foldover.size or [across, along]
    facts = {"width": size[0], "height": size[1]}
    cut = (*front, *(segment for segment in back if segment[0] != "M"), ("Z",))
    return make_net(panels, [fold], [], facts, cut)


def _face_extent(foldover: FoldoverData) -> tuple[float, float]:
    """Return the extent of a face perpendicular to the fold, and along it."""
    width, height = foldover.size or [foldover.diameter or 0.0] * 2
    return (width, height) if foldover.fold in ("left", "right") else (height, width)


def _leaf_segments(across: float, along: float, rounded: float) -> tuple[Segment, ...]:
    """Return the outline of a face to the right of the fold, clockwise from one end of the fold to the other."""
    y, flat = along / 2, across - rounded
    if not rounded:
        return ("M", 0, -y), ("L", across, -y), ("L", across, y), ("L", 0, y)
    return (
        ("M", 0, -y),
        *((("L", flat, -y),) if flat > 0 else ()),
        *circle_arc_segments(flat, rounded - y, rounded, -pi / 2, pi / 2),
        *((("L", across, y - rounded),) if y > rounded else ()),
        *circle_arc_segments(flat, y - rounded, rounded, 0, pi / 2),
        *((("L", 0, y),) if flat > 0 else ()),
    )


def _disc_segments(diameter: float, hinge: float) -> tuple[Segment, ...]:
    """Return the outline of a disc that touches the fold, from one end of the hinge to the other."""
    radius, y = diameter / 2, hinge / 2
    open_ = asin(y / radius)
    x = radius - radius * cos(open_)
    return (
        ("M", 0, -y),
        ("L", x, -y),
        *circle_arc_segments(radius, 0, radius, open_ - pi, 2 * (pi - open_)),
        ("L", 0, y),
    )


def _make_panel(name: str, outline: tuple[Segment, ...], matrix: Matrix) -> Panel:
    """Return a panel with its origin at that of the matrix, a translation with or without a half turn."""
    turn, _, _, _, x, y = matrix
    home: Matrix = (turn, 0, 0, turn, -turn * x, -turn * y)
    return Panel(name, flatten_outline(transform_segments(outline, home)), matrix)


FOLDOVER = FOLDED_KIND._replace(data=FoldoverData, net=unfold_foldover)
