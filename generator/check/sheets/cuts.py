"""A case and what one format of its files shows go in; findings come out where crop marks lead not round each piece."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.case import Case, Shown
from generator.check.sheets.trims import Trim, where
from generator.model.finding import Finding

_NEAR = 0.05  # mm
_FINE = 1000  # steps in a mm, as fine as files are written

Line = tuple[float, float, float, float]


class _Side(NamedTuple):
    """One side of a sheet as a knife sees it: trims as left, top, right, bottom, those that marks lead round first."""

    marked: tuple[Line, ...]
    others: tuple[Line, ...]
    crops: tuple[Line, ...]


def cuts(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF127 for the first side of a sheet with each kind of fault, and how many more such sides there are.

    Each edge of a rectangle, and of a section of a board, must have a crop mark in line with it; each crop mark must be
    in line with an edge, and touch no piece. Round pieces and nets are cut along what is drawn. Backs have no marks.
    """
    sides: dict[tuple[str, int], list[Trim]] = defaultdict(list)
    for trim in shown.fair:
        if trim.seen.side == "front":
            sides[trim.page].append(trim)
    known: dict[_Side, tuple[tuple[str, str], ...]] = {}
    faults: dict[str, list[tuple[Trim, str]]] = defaultdict(list)
    for trims in sides.values():
        side = _side(case, trims)
        if side not in known:
            known[side] = tuple(_faults(side))
        for kind, text in known[side]:
            faults[kind].append((trims[0], text))
    for (first, text), *rest in faults.values():
        more = f", and {len(rest)} more such side{'s' if len(rest) > 1 else ''} of sheets" if rest else ""
        yield Finding("GF127", case.known[first.seen.part].place, f"{where(first.seen)}: {text}{more}")


def _side(case: Case, trims: Sequence[Trim]) -> _Side:
    marked: dict[bool, list[Line]] = {True: [], False: []}
    for trim in trims:
        box = trim.x, trim.y, trim.x + trim.width, trim.y + trim.height
        left, top, right, bottom = (round(each * _FINE) / _FINE for each in box)
        marked[_led(case, trim)].append((left, top, right, bottom))
    return _Side(tuple(marked[True]), tuple(marked[False]), trims[0].seen.crops)


def _led(case: Case, trim: Trim) -> bool:
    """Tell whether crop marks lead to the edges of a piece."""
    design = case.designs.get((trim.seen.part, trim.seen.design))
    if design is None or design.net is not None:
        return False
    return design.section is not None or case.known[trim.seen.part].trim(design).shape == "rect"


def _faults(side: _Side) -> Iterator[tuple[str, str]]:
    """Yield what is wrong on a side, one of each kind, with the name of its kind."""
    every = side.marked + side.others
    upright = [crop for crop in side.crops if abs(crop[0] - crop[2]) <= _NEAR]
    level = [crop for crop in side.crops if abs(crop[1] - crop[3]) <= _NEAR]
    if missing := [text for box in side.marked for text in _unled(box, upright, level)]:
        yield "missing", f"no crop mark leads to {missing[0]}{_more(missing)}"
    if touching := [crop for crop in side.crops if any(_touch(crop, box) for box in every)]:
        yield "touching", f"a crop mark touches a piece at {_at(touching[0])}{_more(touching)}"
    if stray := [crop for crop in side.crops if not any(_leads(crop, box) for box in every)]:
        yield "stray", f"a crop mark leads to no edge at {_at(stray[0])}{_more(stray)}"


def _unled(box: Line, upright: Sequence[Line], level: Sequence[Line]) -> Iterator[str]:
    """Yield the edges of a trim with which no mark is in line."""
    left, top, right, bottom = box
    for name, edge, axis, crops in (
        ("left", left, 0, upright),
        ("right", right, 0, upright),
        ("top", top, 1, level),
        ("bottom", bottom, 1, level),
    ):
        if not any(abs(crop[axis] - edge) <= _NEAR for crop in crops):
            yield f"the {name} edge of the piece at {left:.4g}, {top:.4g}"


def _leads(crop: Line, box: Line) -> bool:
    x1, y1, x2, y2 = crop
    if abs(x1 - x2) <= _NEAR:
        return abs(x1 - box[0]) <= _NEAR or abs(x1 - box[2]) <= _NEAR
    return abs(y1 - y2) <= _NEAR and (abs(y1 - box[1]) <= _NEAR or abs(y1 - box[3]) <= _NEAR)


def _touch(crop: Line, box: Line) -> bool:
    (left, right), (top, bottom) = sorted((crop[0], crop[2])), sorted((crop[1], crop[3]))
    return left < box[2] + _NEAR and right > box[0] - _NEAR and top < box[3] + _NEAR and bottom > box[1] - _NEAR


def _at(crop: Line) -> str:
    return f"{crop[0]:.4g}, {crop[1]:.4g} mm"


def _more(some: Sequence[object]) -> str:
    return f", and {len(some) - 1} more" if len(some) > 1 else ""
