"""Divide a net that is larger than the paper into pieces, along folds; tabs join them again. mm."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import comb, cos, dist, hypot, sin
from typing import NamedTuple

from msgspec.structs import replace

from generator.components.nets.assembly import find_tab_ends, make_net, make_tab, panel_edge, panel_points
from generator.components.nets.face_shares import face_of, split_faces
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices
from generator.geometry.polygon import (
    OutlineError,
    distance_from_origin,
    find_smallest_box_turn,
    outline_union,
    polygons_overlap,
)
from generator.geometry.tolerances import SAME_LENGTH
from generator.geometry.types import Box, Points
from generator.model.net import Fold, Net, Panel, Tab, TabLabel

_JOINT_DEPTH = 12.0  # greatest depth of a tab that joins two pieces
_ROOM_SHARE = 0.7  # of the distance from the middle of a face to its edge: tabs from two edges stay apart
_LABEL_OFFSET = 2.2  # from an edge to the middle of the number beside it, clear of the cut line
_MOST_TRIES = 1500  # sets of folds to cut that are tried
_MOST_LAYOUTS = 5_000  # ways to put tabs on the pieces of a set that are looked at
_MOST_PIECES = 600  # pieces with their tabs that are tried
_MOST_CUTS = 30

Fits = Callable[[float, float], bool]


class NetShare(NamedTuple):
    """A piece of a divided net, and the matrix that leads from it to the whole net."""

    net: Net
    matrix: Matrix


class _Joint(NamedTuple):
    """A fold that is cut: a tab on an edge of one panel goes under the edge of another."""

    fold: Fold
    one: str
    edge: int
    onto: str
    its_edge: int


def divide_net(net: Net, fits: Fits, texts: Sequence[Box] = ()) -> list[NetShare]:
    """Return the fewest pieces that fit; nothing if no cuts along folds, and across faces that are larger, make it fit.

    `texts` are boxes on the net that a cut across a face leaves whole if it can.
    """
    if find_largest_panel(net, fits):
        split = split_faces(net, fits, texts)
        return [_name_faces(share) for share in _Division(split, fits).divide()] if split else []
    return _Division(net, fits).divide()


def _name_faces(share: NetShare) -> NetShare:
    """Return a piece whose shares are called like their faces; the tabs between them lie flat, without a fold."""
    net = share.net
    names = {panel.id: face_of(panel.id) for panel in net.panels}
    return share._replace(
        net=replace(
            net,
            panels=tuple(replace(panel, id=names[panel.id]) for panel in net.panels),
            folds=tuple(
                fold._replace(one=names.get(fold.one, fold.one), other=names.get(fold.other, fold.other))
                for fold in net.folds
                if fold.angle
            ),
            tabs=tuple(replace(tab, onto=face_of(tab.onto)) for tab in net.tabs),
        )
    )


class _Division:
    """Divides a net along its folds; remembers the pieces that were tried with their tabs, and whether they can be."""

    def __init__(self, net: Net, fits: Fits) -> None:
        self._net, self._fits = net, fits
        self._panels = {panel.id: panel for panel in net.panels}
        self._folds = [fold for fold in net.folds if {fold.one, fold.other} <= self._panels.keys()]
        self._tried: dict[object, bool] = {}

    def divide(self) -> list[NetShare]:
        for cuts in self._list_cuts():
            if len(self._tried) > _MOST_PIECES:
                break
            if made := self._cut_at(cuts):
                return made
        self._tried.clear()
        if any(fold.angle == 0 for fold in self._folds):  # shares of faces: each a piece of its own, if nothing else
            return self._cut_at(self._find_open_folds())
        return []

    def _cut_at(self, cuts: Collection[Fold]) -> list[NetShare]:
        """Return the pieces that folds divide a net into, with the first tabs that have room; nothing if none have."""
        groups = self._group_panels(cuts)
        if any(map(self._is_too_large, groups)):
            return []
        for joints in islice(_choose_sides(self._panels, cuts), _MOST_LAYOUTS):
            if all(self._can_be(group, joints) for group in groups):
                return self._make_pieces(groups, joints)
            if len(self._tried) > _MOST_PIECES:
                break
        return []

    def _find_open_folds(self) -> list[Fold]:
        """Return the folds along which a net can be cut, since tabs can join it again."""
        return [fold for fold in self._folds if _find_joint(self._panels, fold, fold.one, fold.other)]

    def _can_be(self, group: Sequence[str], joints: Sequence[_Joint]) -> bool:
        """Return whether a piece has room for its tabs and fits with them, remembering what was tried."""
        own = [joint for joint in joints if joint.one in group or joint.onto in group]
        key = tuple(group), tuple(own)
        if key not in self._tried:
            piece = self._make_piece(group, own, dict.fromkeys((tab.id for tab in self._net.tabs), 0))
            self._tried[key] = piece is not None and self._fits(piece.width, piece.height)
        return self._tried[key]

    def _list_cuts(self) -> Iterator[Collection[Fold]]:
        """Yield sets of folds to cut: few before many, and short before long; at last one for a net of very many."""
        joints = self._find_open_folds()
        flat, open_folds = ([fold for fold in joints if (fold.angle == 0) is wanted] for wanted in (True, False))
        tried = 0
        for count in range(0 if flat else 1, len(open_folds) + 1):
            tried += comb(len(open_folds), count)
            if tried > _MOST_TRIES:
                yield self._cut_in_turn(open_folds, flat)
                return
            lengths = {fold: hypot(fold.x2 - fold.x1, fold.y2 - fold.y1) for fold in open_folds}
            found = sorted(combinations(open_folds, count), key=lambda cuts: sum(map(lengths.__getitem__, cuts)))
            yield from ([*flat, *cuts] for cuts in found)

    def _cut_in_turn(self, open_folds: Sequence[Fold], first: Sequence[Fold]) -> list[Fold]:
        """Return folds that are cut one after the other, each so that the larger part becomes as small as can be."""
        cuts = [*first]
        while len(cuts) < _MOST_CUTS:
            large = next(filter(self._is_too_large, self._group_panels(cuts)), None)
            inside = [fold for fold in open_folds if large and fold not in cuts and {fold.one, fold.other} <= {*large}]
            if not inside:
                break
            cuts.append(min(inside, key=lambda fold: self._measure_unevenness([*cuts, fold])))
        return cuts

    def _measure_unevenness(self, cuts: Sequence[Fold]) -> float:
        """Return the sum of the squared areas of the boxes of all groups: least for groups of like size."""
        groups = self._group_panels(cuts)
        laid = ([point for name in group for point in panel_points(self._panels[name])] for group in groups)
        return sum((width * height) ** 2 for width, height in (_measure_box(points, 0.0) for points in laid))

    def _is_too_large(self, group: Sequence[str]) -> bool:
        """Return whether panels that hang together are larger than the paper, or hold two shares of a face."""
        polygons = [panel_points(self._panels[name]) for name in group]
        return len({face_of(name) for name in group}) < len(group) or not _fits_flat(polygons, self._fits)

    def _group_panels(self, cuts: Collection[Fold]) -> list[list[str]]:
        """Return the panels that still hang together, in the order of the net."""
        home = {name: {name} for name in self._panels}
        for fold in self._folds:
            if fold not in cuts:
                joined = home[fold.one] | home[fold.other]
                home.update(dict.fromkeys(joined, joined))
        groups = {id(each): each for each in home.values()}
        return [[name for name in self._panels if name in group] for group in groups.values()]

    def _make_pieces(self, groups: Sequence[Sequence[str]], joints: Sequence[_Joint]) -> list[NetShare]:
        """Return the pieces with their tabs, all of which can be."""
        made = []
        numbers = {tab.id: number for number, tab in enumerate(self._net.tabs, len(joints) + 1)}
        for group in groups:
            piece = self._make_piece(group, joints, numbers)
            assert piece is not None, "it was tried"
            home = invert_matrix(piece.panels[0].matrix)
            assert home is not None, "a panel is moved and turned, never squeezed"
            made.append(NetShare(piece, multiply_matrices(self._panels[group[0]].matrix, home)))
        return made

    def _make_piece(self, group: Sequence[str], joints: Sequence[_Joint], numbers: Mapping[str, int]) -> Net | None:
        """Return the net of a piece; None if a tab has no room on it."""
        net, panels, own = self._net, self._panels, [self._panels[name] for name in group]
        folds = [fold for fold in net.folds if fold.one in group and fold.other in group]
        hung = [(tab, fold) for tab in net.tabs for fold in net.folds if fold.other == tab.id and fold.one in group]
        tabs = [replace(tab, number=numbers[tab.id]) for tab, _ in hung]
        folds += [fold for _, fold in hung]
        labels = []
        for number, joint in enumerate(joints, 1):
            if joint.one in group:
                flap = _make_joint_tab(panels, joint, number)
                if flap is None:
                    return None
                tabs, folds = [flap[0], *tabs], [*folds, flap[1]]
            elif joint.onto in group:
                labels.append(_place_label(panels[joint.onto], joint, number))
        if not _lie_apart(own, tabs):
            return None
        polygons = [panel_points(panel) for panel in own] + [tab.points for tab in tabs]
        made = make_net(own, folds, tabs, net.facts, labels=labels)
        turn = find_smallest_box_turn([point for polygon in polygons for point in polygon])
        turned = make_net(own, folds, tabs, net.facts, turn=turn, labels=labels)
        return turned if turned.width * turned.height < 0.9 * made.width * made.height else made


def find_largest_panel(net: Net, fits: Fits) -> str:
    """Return the id of a panel that does not fit by itself; empty if each does."""
    return next((each.id for each in net.panels if not _fits_flat([panel_points(each)], fits)), "")


def _fits_flat(polygons: Sequence[Points], fits: Fits) -> bool:
    """Return whether polygons fit as they lie on the net, or turned into their smallest box."""
    points = [point for polygon in polygons for point in polygon]
    return any(fits(*_measure_box(points, turn)) for turn in (0.0, find_smallest_box_turn(points)))


def _measure_box(points: Sequence[tuple[float, float]], turn: float) -> tuple[float, float]:
    c, s = cos(turn), sin(turn)
    xs, ys = [c * x - s * y for x, y in points], [s * x + c * y for x, y in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def _choose_sides(panels: Mapping[str, Panel], cuts: Collection[Fold]) -> Iterator[list[_Joint]]:
    """Yield the ways to put the tabs of cut folds on one panel or on the other."""
    sides = []
    for fold in cuts:
        ways = [(fold.other, fold.one), (fold.one, fold.other)]
        sides.append([joint for one, onto in ways if (joint := _find_joint(panels, fold, one, onto))])
    yield from (list(each) for each in product(*sides))


def _find_joint(panels: Mapping[str, Panel], fold: Fold, one: str, onto: str) -> _Joint | None:
    edges = [_find_edge(panels[name], fold) for name in (one, onto)]
    return None if None in edges else _Joint(fold, one, edges[0] or 0, onto, edges[1] or 0)


def _find_edge(panel: Panel, fold: Fold) -> int | None:
    """Return the number of the edge of a panel along which a fold runs from end to end."""
    ends = (fold.x1, fold.y1), (fold.x2, fold.y2)
    for number in range(len(panel.points)):
        start, end = panel_edge(panel, number)
        if any(dist(start, one) + dist(end, other) < 2 * SAME_LENGTH for one, other in (ends, ends[::-1])):
            return number
    return None


def _make_joint_tab(panels: Mapping[str, Panel], joint: _Joint, number: int) -> tuple[Tab, Fold] | None:
    face = panels[joint.onto].points
    deep = min(_JOINT_DEPTH, _ROOM_SHARE * distance_from_origin(_center(face) if panels[joint.onto].whole else face))
    ends = find_tab_ends(face, joint.its_edge)
    flap = make_tab(panels[joint.one], joint.edge, joint.onto, deep, joint.fold.angle, ends=ends)
    return flap and (replace(flap[0], number=number), flap[1]._replace(kind=joint.fold.kind))


def _center(points: Points) -> Points:
    """Return a polygon with the middle of its box at 0, 0."""
    xs, ys = zip(*points, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return tuple((px - x, py - y) for px, py in points)


def _place_label(panel: Panel, joint: _Joint, number: int) -> TabLabel:
    """Return the label in the waste beside the middle of an edge."""
    (x1, y1), (x2, y2) = panel_edge(panel, joint.its_edge)
    long = hypot(x2 - x1, y2 - y1)
    out = (y2 - y1) / long * _LABEL_OFFSET, (x1 - x2) / long * _LABEL_OFFSET
    return TabLabel(number, (x1 + x2) / 2 + out[0], (y1 + y2) / 2 + out[1])


def _lie_apart(panels: Sequence[Panel], tabs: Sequence[Tab]) -> bool:
    """Return whether tabs lie on no panel and on no other tab, and one line goes round them all."""
    taken = [panel_points(panel) for panel in panels]
    for tab in tabs:
        points = tab.points[::-1]
        if any(polygons_overlap(points, other) for other in taken):
            return False
        taken.append(points)
    try:
        outline_union([panel_points(panel) for panel in panels] + [tab.points for tab in tabs])
    except OutlineError:
        return False
    return True
