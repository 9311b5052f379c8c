"""Check that rounded corners are drawn where they were asked for, with the radius that was asked for (GF321)."""

from collections.abc import Iterator, Sequence
from math import sqrt

from generator.check.analysis.placement import PieceTrim, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.tolerances import VISIBLE
from generator.model.finding import Finding

_CornerArc = tuple[float, float, float, float]
# for each corner, the way from it to the center of its arc
_CORNERS = {"top left": (1, 1), "top right": (-1, 1), "bottom right": (-1, -1), "bottom left": (1, -1)}


def check_corners(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report pieces without the arcs that they are to be cut along, and arcs that belong to no piece.

    All four corners of each front that is a plain rectangle are rounded, if they were asked for; of each part, only
    the first fault is told.
    """
    told: set[str] = set()
    for trims in shown.sheet_sides.values():
        for trim, text in _check_side(case, trims):
            if trim.seen.part not in told:
                told.add(trim.seen.part)
                yield Finding("GF321", case.parts_by_id[trim.seen.part].place, f"{name_page(trim.seen)}: {text}")


def _check_side(case: CheckContext, trims: Sequence[PieceTrim]) -> Iterator[tuple[PieceTrim, str]]:
    """Yield what is wrong on a page: the piece, and the text."""
    arcs = list(trims[0].seen.corners)
    for trim in trims if case.corners else ():
        if not _is_rounded(case, trim):
            continue
        for name, wanted in _list_arcs(trim, case.corners):
            found = next((arc for arc in arcs if _is_same_arc(arc, wanted)), None)
            if found is None:
                says = f"no arc of {case.corners:g} mm rounds the {name} corner of {trim.seen.id}"
                yield trim, f"{says}; build the kit again"
                return
            arcs.remove(found)
    if arcs:
        x, y, *_ = arcs[0]
        yield trims[0], f"an arc at {x:.4g}, {y:.4g} mm rounds no corner of any piece; build the kit again"


def _is_rounded(case: CheckContext, trim: PieceTrim) -> bool:
    """Return whether the corners of a face are rounded: the front of a rectangle that is no board and is not folded."""
    part = case.parts_by_id[trim.seen.part]
    plain = part.board is None and part.outline.shape == "rect" and all(each.net is None for each in part.designs)
    return plain and trim.seen.side == "front"


def _list_arcs(trim: PieceTrim, radius: float) -> Iterator[tuple[str, _CornerArc]]:
    """Yield the ends of the two halves of the arc at each corner of a trim, with the corner's name."""
    short = radius * (1 - sqrt(0.5))  # from an edge to the middle of an arc
    for name, (right, down) in _CORNERS.items():
        x = trim.x if right > 0 else trim.x + trim.width
        y = trim.y if down > 0 else trim.y + trim.height
        middle = x + right * short, y + down * short
        yield name, (x + right * radius, y, *middle)
        yield name, (x, y + down * radius, *middle)


def _is_same_arc(one: _CornerArc, other: _CornerArc) -> bool:
    """Return whether two arcs have the same ends, in either order."""
    turned = other[2], other[3], other[0], other[1]
    return any(all(abs(a - b) <= VISIBLE for a, b in zip(one, each, strict=True)) for each in (other, turned))
