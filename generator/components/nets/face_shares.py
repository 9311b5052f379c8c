"""Split the faces of a net that alone are larger than the paper into shares, along straight cuts; mm.

The shares of one face lie flat beside each other: a tab of one is glued under the other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import dist
from typing import NamedTuple

from msgspec.structs import replace

from generator.components.nets.assembly import panel_points
from generator.geometry.bounds import point_bounds
from generator.geometry.matrix import Matrix, invert_matrix, transform_point
from generator.geometry.polygon import OutlineError, clip_polygon, find_shared_edge, outline_union
from generator.geometry.tolerances import SAME_LENGTH
from generator.geometry.types import Box, Edge, Point, Points
from generator.model.net import Fold, Net, Panel, Tab

SHARE_SIGN = "~"  # between the id of a face and the number of a share: no id of a face has it
_JOINT_ROOM = 16.0  # mm of the paper for a tab, and for the number beside an edge
_MOST_SHARES = 9
_NARROWEST = 30.0  # mm: a narrower share is a sliver
_FAR = 1e5  # mm, beyond any net

Fits = Callable[[float, float], bool]


class _Cuts(NamedTuple):
    """Where a face is cut, from left to right and from top to bottom, both with its ends."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]


def face_of(share: str) -> str:
    """Return the id of the face that a share belongs to; of any other panel, its own."""
    return share.partition(SHARE_SIGN)[0]


def split_faces(net: Net, fits: Fits, texts: Sequence[Box] = ()) -> Net | None:
    """Return the net with shares of the faces that do not fit, joined by folds of 0 degrees; None if one cannot be cut.

    `texts` are boxes on the net that no cut should cross: it does if there is no other way.
    """
    cuts: dict[str, _Cuts] = {}
    met: list[Point] = []  # where cuts end at the edges of faces
    for panel in sorted(net.panels, key=lambda panel: max(_measure_sides(panel)), reverse=True):
        if not fits(*_measure_sides(panel)):
            found = _choose_cuts(panel, fits, texts, met)
            if found is None or not _are_whole(_make_shares(panel, found)):
                return None
            cuts[panel.id] = found
            met += [point for share in _make_shares(panel, found) for point in panel_points(share)]
    shares = {panel.id: _make_shares(panel, cuts[panel.id]) if panel.id in cuts else [panel] for panel in net.panels}
    tabs, tab_folds = _split_tabs(net, cuts)
    folds = [*_split_folds(net, shares), *_join_shares(shares), *tab_folds]
    panels = [_insert_ends(panel, folds) for found in shares.values() for panel in found]
    return replace(net, panels=tuple(panels), folds=tuple(folds), tabs=tuple(tabs))


def explain_undivided(net: Net, fits: Fits) -> str:
    """Return which face cannot be split, and why; empty if each can be."""
    for panel in net.panels:
        if not fits(*_measure_sides(panel)):
            cuts = _choose_cuts(panel, fits, (), ())
            if cuts is None:
                return f"its face {panel.id!r} alone would take more than {_MOST_SHARES} pieces"
            if not _are_whole(_make_shares(panel, cuts)):
                return f"its face {panel.id!r} is too large, and a straight cut would leave loose parts of it"
    return ""


def _measure_sides(panel: Panel) -> tuple[float, float]:
    left, top, right, bottom = point_bounds(panel.points)
    return right - left, bottom - top


def _choose_cuts(panel: Panel, fits: Fits, texts: Sequence[Box], met: Sequence[Point]) -> _Cuts | None:
    """Return the cuts of a face into the fewest shares that fit, clear of texts and in line with other cuts."""
    left, top, right, bottom = point_bounds(panel.points)
    count = _count_shares((right - left, bottom - top), fits)
    if count is None:
        return None
    wide, high = (right - left) / count[0], (bottom - top) / count[1]
    far_x = _stretch(wide, lambda x: fits(*_add_joints((x, high), count)))
    far_y = _stretch(high, lambda y: fits(*_add_joints((wide, y), count)))
    boxes, ends = _bring_home(panel, texts), [_to_panel(panel, point) for point in met]
    blocked_x, blocked_y = [(box[0], box[2]) for box in boxes], [(box[1], box[3]) for box in boxes]
    return _Cuts(
        _place_cuts(left, right, count[0], far_x, blocked_x, ends=[x for x, _ in ends]),
        _place_cuts(top, bottom, count[1], far_y, blocked_y, ends=[y for _, y in ends]),
    )


def _count_shares(sides: tuple[float, float], fits: Fits) -> tuple[int, int] | None:
    """Return the least number of shares beside and below each other that fit with their tabs; None for too many."""
    counts = [(x, y) for x, y in product(range(1, _MOST_SHARES + 1), repeat=2) if 1 < x * y <= _MOST_SHARES]
    for count in sorted(counts, key=lambda each: (each[0] * each[1], abs(each[0] - each[1]))):
        if fits(*_add_joints((sides[0] / count[0], sides[1] / count[1]), count)):
            return count
    return None


def _add_joints(size: tuple[float, float], count: tuple[int, int]) -> tuple[float, float]:
    """Return the size of a share with room for the tabs at its cuts."""
    wide, high = (side + _JOINT_ROOM * (n > 1) for side, n in zip(size, count, strict=True))
    return wide, high


def _stretch(size: float, fits: Callable[[float], bool]) -> float:
    """Return a greater size that fits, in steps of a millimeter, up to half as much again."""
    far = size
    while far < 1.5 * size and fits(far + 1):
        far += 1
    return far


def _place_cuts(
    low: float, high: float, count: int, far: float, blocked: Sequence[tuple[float, float]], ends: Sequence[float]
) -> tuple[float, ...]:
    """Return the ends and the cuts between them, each as near to an equal share as texts and other cuts allow."""
    made = [low]
    for left in range(count - 1, 0, -1):
        target = made[-1] + (high - made[-1]) / (left + 1)
        least, most = max(made[-1] + _NARROWEST, high - left * far), min(made[-1] + far, high - left * _NARROWEST)
        tried = [target, *(target + way * step for step in range(1, int(far)) for way in (1, -1))]
        tried = [each for each in (*ends, *tried) if min(target, least) <= each <= max(target, most)]
        free = (each for each in tried if not any(start < each < end for start, end in blocked))
        made.append(next(free, target))
    return (*made, high)


def _bring_home(panel: Panel, boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes on the net that reach into a face, in its coordinates."""
    left, top, right, bottom = point_bounds(panel.points)
    made = []
    for x0, y0, x1, y1 in boxes:
        box = point_bounds([_to_panel(panel, point) for point in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
        if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top:
            made.append(box)
    return made


def _to_panel(panel: Panel, point: Point) -> Point:
    return transform_point(_invert(panel.matrix), *point)


def _invert(matrix: Matrix) -> Matrix:
    home = invert_matrix(matrix)
    assert home is not None, "a panel is moved and turned, never squeezed"
    return home


def _list_cells(cuts: _Cuts, beyond: float = 0.0) -> Iterator[Points]:
    """Yield the fields between the cuts, the outer ones larger by `beyond`."""
    xs, ys = ((each[0] - beyond, *each[1:-1], each[-1] + beyond) for each in cuts)
    for (top, bottom), (left, right) in product(pairwise(ys), pairwise(xs)):
        yield (left, top), (right, top), (right, bottom), (left, bottom)


def _make_shares(panel: Panel, cuts: _Cuts) -> list[Panel]:
    shares = (clip_polygon(panel.points, cell) for cell in _list_cells(cuts))
    return [
        replace(panel, id=f"{panel.id}{SHARE_SIGN}{number}", points=points, whole=panel.points)
        for number, points in enumerate((points for points in shares if len(points) > 2), 1)
    ]


def _are_whole(shares: Sequence[Panel]) -> bool:
    """Return whether each share of a face is in one part."""
    try:
        return all(outline_union([share.points]) for share in shares)
    except OutlineError:
        return False


def _split_folds(net: Net, shares: Mapping[str, Sequence[Panel]]) -> Iterator[Fold]:
    """Yield the folds between faces; those at faces in shares, between the shares that meet there."""
    for fold in net.folds:
        if fold.one not in shares or fold.other not in shares:
            continue
        if len(shares[fold.one]) == len(shares[fold.other]) == 1:
            yield fold
            continue
        whole = (fold.x1, fold.y1), (fold.x2, fold.y2)
        for one, other in product(shares[fold.one], shares[fold.other]):
            mine, yours = (find_shared_edge(panel_points(each), whole) for each in (one, other))
            if mine and yours and (edge := find_shared_edge(mine, yours)):
                yield _move_fold(fold, edge, one.id, other.id)


def _move_fold(fold: Fold, edge: Edge, one: str, other: str) -> Fold:
    (x1, y1), (x2, y2) = edge
    return fold._replace(x1=x1, y1=y1, x2=x2, y2=y2, one=one, other=other)


def _join_shares(shares: Mapping[str, Sequence[Panel]]) -> Iterator[Fold]:
    """Yield a fold of 0 degrees where two shares of a face meet."""
    for found in shares.values():
        for one, other in combinations(found, 2):
            if edge := find_shared_edge(panel_points(one), panel_points(other)):
                yield Fold(*edge[0], *edge[1], kind="mountain", angle=0.0, one=one.id, other=other.id)


def _split_tabs(net: Net, cuts: Mapping[str, _Cuts]) -> tuple[list[Tab], list[Fold]]:
    """Return the tabs and their folds; a tab at a face in shares is cut as the face is."""
    tabs, folds = [], []
    panels = {panel.id: panel for panel in net.panels}
    hung = {fold.other: fold for fold in net.folds if fold.one in panels and fold.other not in panels}
    for tab in net.tabs:
        fold = hung.get(tab.id)
        if fold is None or fold.one not in cuts:
            tabs.append(tab)
            folds += [fold] if fold else []
            continue
        for share, cell in zip(
            _make_shares(panels[fold.one], cuts[fold.one]), _list_cells(cuts[fold.one], _FAR), strict=True
        ):
            there = tuple(transform_point(share.matrix, *point) for point in cell)
            points = clip_polygon(tab.points, there)
            edge = find_shared_edge(points, ((fold.x1, fold.y1), (fold.x2, fold.y2))) if len(points) > 2 else None
            if edge:
                tabs.append(replace(tab, id=f"{tab.id}{SHARE_SIGN}{len(tabs)}", points=points))
                folds.append(_move_fold(fold, edge, share.id, tabs[-1].id))
    return tabs, folds


def _insert_ends(panel: Panel, folds: Sequence[Fold]) -> Panel:
    """Return a panel with a corner where each of its folds ends, so that a fold runs along a whole edge."""
    ends = [
        _to_panel(panel, end)
        for fold in folds
        if panel.id in (fold.one, fold.other) and SHARE_SIGN in fold.one + fold.other
        for end in ((fold.x1, fold.y1), (fold.x2, fold.y2))
    ]
    points: list[Point] = []
    for start, end in pairwise((*panel.points, panel.points[0])):
        inside = [each for each in ends if _lies_between(each, start, end)]
        points += [start, *sorted(inside, key=lambda each: dist(each, start))]
    kept = [each for n, each in enumerate(points) if dist(each, points[n - 1]) > SAME_LENGTH]
    return replace(panel, points=tuple(kept))


def _lies_between(point: Point, start: Point, end: Point) -> bool:
    apart = dist(point, start), dist(point, end)
    return min(apart) > SAME_LENGTH and abs(sum(apart) - dist(start, end)) < SAME_LENGTH / 100
