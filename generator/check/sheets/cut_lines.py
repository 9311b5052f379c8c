"""Check what is cut and folded along: crop marks, the lines on nets (GF127), and the arcs of corners (GF321)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist, hypot, inf, sqrt
from typing import NamedTuple

from generator.check.analysis.placement import FaceFault, PieceTrim, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.check.faces.nets import list_folded_faces
from generator.check.sheets.backs import find_fold
from generator.geometry.bezier import flatten_cubic
from generator.geometry.matrix import invert_matrix, transform_point
from generator.geometry.path import line_length, point_along
from generator.geometry.tolerances import FILE_STEPS, FINE_CURVE_STEPS, VISIBLE
from generator.geometry.types import Point, Segment
from generator.language.plurals import count_noun
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.net import Net
from generator.model.paper import Side
from generator.model.printed import ReadPiece
from generator.model.printer import NO_MARGINS

_STRIP = 8.0  # mm along the edges of the paper for rulers and labels, where no mark stands
_BARE_STRIP = 5.0  # where these give way to pieces: what printers leave white
_FURNISHED = 10.0  # mm from a trim to the edge of the paper where they do not
_MARK_ROOM = 1.3  # mm beyond the bleed that a mark needs: 0.8 for the mark, 0.5 between

_EDGE_NAMES = (("left", "right"), ("top", "bottom"))

SheetBox = tuple[float, float, float, float]


class _SheetSide(NamedTuple):
    """The trims (left, top, right, bottom) on one side of a sheet, those `marked` with crop marks first.

    `bleeds` are those of the marked trims, and `crops` the marks, which stand in the box `room`.
    """

    marked: tuple[SheetBox, ...]
    bleeds: tuple[float, ...]
    others: tuple[SheetBox, ...]
    crops: tuple[SheetBox, ...]
    room: SheetBox


class _TrimEdge(NamedTuple):
    """An edge of a trim: its line across the sheet, from where to where it lies on it, and the bleed of its piece."""

    at: float
    start: float
    end: float
    bleed: float
    name: str


def check_crop_marks(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report the first side of a sheet with each kind of fault, and how many more such sides there are (GF127).

    Each edge of a rectangle, and of a section of a board, must have crop marks in line with it, beyond the pieces at
    either end of its line; each crop mark must be in line with an edge, and touch no piece. Round pieces and nets are
    cut along drawn lines. Backs have no marks unless that was asked for, and no mark stands beyond a fold.
    """
    known: dict[_SheetSide, tuple[tuple[str, str], ...]] = {}
    faults: dict[str, list[tuple[PieceTrim, str]]] = defaultdict(list)
    for trims in shown.sheet_sides.values():
        paper_side: Side = "back" if all(trim.seen.side == "back" for trim in trims) else "front"
        if case.marks_on not in (paper_side, "both"):
            if crops := trims[0].seen.crops:
                says = f"there is a crop mark on a {paper_side} at {_format_point(crops[0])}{_and_more(crops)}"
                faults[paper_side].append((trims[0], says))
            continue
        side = _describe_side(case, trims, paper_side)
        if side not in known:
            known[side] = tuple(_check_side(side))
        for kind, text in known[side]:
            if kind == "missing" and case.marks == "none":
                continue
            faults[kind].append((trims[0], text))
    for (first, text), *rest in faults.values():
        more = f", and {count_noun(len(rest), 'more such sheet side')}" if rest else ""
        yield Finding("GF127", case.parts_by_id[first.seen.part].place, f"{name_page(first.seen)}: {text}{more}")


def _describe_side(case: CheckContext, trims: Sequence[PieceTrim], paper_side: Side) -> _SheetSide:
    marked: dict[bool, list[SheetBox]] = {True: [], False: []}
    bleeds: list[float] = []
    for trim in trims:
        box = trim.x, trim.y, trim.x + trim.width, trim.y + trim.height
        left, top, right, bottom = (round(each * FILE_STEPS) / FILE_STEPS for each in box)
        led, clip = _needs_marks(case, trim, paper_side), trim.seen.clip
        marked[led].append((left, top, right, bottom))
        if led:
            bleeds.append(-min(clip[0], clip[1], 0.0) if clip else 0.0)
    first = trims[0].seen
    room = _find_room(first, case, marked[True])
    return _SheetSide(tuple(marked[True]), tuple(bleeds), tuple(marked[False]), first.crops, room)


def _find_room(seen: ReadPiece, case: CheckContext, trims: Sequence[SheetBox]) -> SheetBox:
    """Return the box that crop marks may stand in: inside the strips along the edges, and before a fold."""
    paper, inset = case.paper, case.printer.inset if case.printer else NO_MARGINS
    fold = find_fold(seen, paper)
    sizes = ((0, inset.left, inset.right, seen.paper[0]), (1, inset.top, inset.bottom, seen.paper[1]))
    near = [
        min((min(box[axis] - first, size - last - box[axis + 2]) for box in trims), default=inf)
        for axis, first, last, size in sizes
    ]
    side, end = (_STRIP if each >= _FURNISHED - VISIBLE else _BARE_STRIP for each in near)
    right = paper.width / 2 if fold == "vertical" else seen.paper[0] - side - inset.right
    bottom = paper.height / 2 if fold == "horizontal" else seen.paper[1] - end - inset.bottom
    return side + inset.left, end + inset.top, right, bottom


def _needs_marks(case: CheckContext, trim: PieceTrim, paper_side: Side) -> bool:
    """Return whether crop marks lead to the edges of a face on a side; beside a fold, only to the fronts."""
    if trim.seen.side != paper_side:
        return False
    design = case.designs.get((trim.seen.part, trim.seen.design))
    if design is None or design.net is not None:
        return False
    return design.section is not None or case.parts_by_id[trim.seen.part].trim_of(design).shape == "rect"


def _check_side(side: _SheetSide) -> Iterator[tuple[str, str]]:
    """Yield what is wrong on a side, one fault of each kind, with the kind."""
    every = side.marked + side.others
    if missing := [text for axis in (0, 1) for text in _find_unmarked_edges(side, axis)]:
        yield "missing", f"no crop mark leads to {missing[0]}{_and_more(missing)}"
    if touching := [crop for crop in side.crops if any(_is_touching(crop, box) for box in every)]:
        yield "touching", f"a crop mark touches a piece at {_format_point(touching[0])}{_and_more(touching)}"
    if stray := [crop for crop in side.crops if not any(_leads_to(crop, box) for box in every)]:
        yield "stray", f"a crop mark leads to no edge at {_format_point(stray[0])}{_and_more(stray)}"


def _find_unmarked_edges(side: _SheetSide, axis: int) -> Iterator[str]:
    """Yield the edges to which no mark leads, on vertical lines (axis 0) or horizontal lines (axis 1)."""
    marks = [
        (crop[axis], *sorted((crop[1 - axis], crop[3 - axis])))
        for crop in side.crops
        if abs(crop[axis] - crop[axis + 2]) <= VISIBLE
    ]
    names = ("from above", "from below") if axis == 0 else ("from the left", "from the right")
    for line in _group_by_line(sorted(_list_edges(side, axis))):
        there = [mark for mark in marks if abs(mark[0] - line[0].at) <= VISIBLE]
        first, last = min(line, key=lambda edge: edge.start), max(line, key=lambda edge: edge.end)
        before, after = first.start - side.room[1 - axis], side.room[3 - axis] - last.end
        if before >= first.bleed + _MARK_ROOM and not any(end < first.start for _, _, end in there):
            yield f"{first.name} {names[0]}"
        if after >= last.bleed + _MARK_ROOM and not any(start > last.end for _, start, _ in there):
            yield f"{last.name} {names[1]}"


def _list_edges(side: _SheetSide, axis: int) -> Iterator[_TrimEdge]:
    for box, bleed in zip(side.marked, side.bleeds, strict=True):
        for at, name in ((axis, _EDGE_NAMES[axis][0]), (axis + 2, _EDGE_NAMES[axis][1])):
            told = f"the {name} edge of the piece at {box[0]:.4g}, {box[1]:.4g}"
            yield _TrimEdge(box[at], box[1 - axis], box[3 - axis], bleed, told)


def _group_by_line(edges: Iterable[_TrimEdge]) -> Iterator[list[_TrimEdge]]:
    """Yield the edges that lie on one line, given edges in order."""
    line: list[_TrimEdge] = []
    for edge in edges:
        if line and edge.at - line[0].at > VISIBLE:
            yield line
            line = []
        line.append(edge)
    if line:
        yield line


def _leads_to(crop: SheetBox, box: SheetBox) -> bool:
    x1, y1, x2, y2 = crop
    if abs(x1 - x2) <= VISIBLE:
        return abs(x1 - box[0]) <= VISIBLE or abs(x1 - box[2]) <= VISIBLE
    return abs(y1 - y2) <= VISIBLE and (abs(y1 - box[1]) <= VISIBLE or abs(y1 - box[3]) <= VISIBLE)


def _is_touching(crop: SheetBox, box: SheetBox) -> bool:
    (left, right), (top, bottom) = sorted((crop[0], crop[2])), sorted((crop[1], crop[3]))
    return left < box[2] + VISIBLE and right > box[0] - VISIBLE and top < box[3] + VISIBLE and bottom > box[1] - VISIBLE


def _format_point(crop: SheetBox) -> str:
    return f"{crop[0]:.4g}, {crop[1]:.4g} mm"


def _and_more(some: Sequence[object]) -> str:
    return f", and {len(some) - 1} more" if len(some) > 1 else ""


_LINE_ACTIONS = {"cut": "cut", "mountain": "folded away", "valley": "folded up"}
Polyline = tuple[Point, ...]  # a line of two points, or a curve as its chords
DrawnLines = tuple[tuple[float, float, float, float], ...]
LineFault = tuple[str, str]  # the kind of fault, and its description


def check_fold_lines(_case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield fold lines of folded pieces that are missing or wrong (GF127).

    Segments in the groups `cut`, `mountain` and `valley` must cover each edge of the net's outline, and each fold,
    from end to end, and these groups must draw nothing else.
    """
    known: dict[tuple[str, tuple[tuple[str, DrawnLines], ...]], list[LineFault]] = {}
    for face, net in list_folded_faces(part, shown):
        key = face.design, tuple(_lines_drawn(face))
        if key not in known:
            known[key] = list(_compare_lines(net, key[1]))
        for kind, text in known[key]:
            yield FaceFault(kind, face, text)


def _lines_drawn(face: ReadPiece) -> Iterator[tuple[str, DrawnLines]]:
    """Yield the groups of lines and their segments, in the coordinates of the net."""
    back = invert_matrix(face.matrix)
    for mark in face.marks:
        if back and mark.name in _LINE_ACTIONS:
            ends = [(*transform_point(back, x1, y1), *transform_point(back, x2, y2)) for x1, y1, x2, y2 in mark.lines]
            yield (
                mark.name,
                tuple(
                    (_round_to_file(a), _round_to_file(b), _round_to_file(c), _round_to_file(d)) for a, b, c, d in ends
                ),
            )


def _round_to_file(value: float) -> float:
    return round(value * FILE_STEPS) / FILE_STEPS


def _compare_lines(net: Net, drawn: Iterable[tuple[str, DrawnLines]]) -> Iterator[LineFault]:
    """Yield what is missing from each line, and which segments belong to none."""
    shown: dict[str, list[Polyline]] = defaultdict(list)
    for kind, lines in drawn:
        shown[kind] += [((x1, y1), (x2, y2)) for x1, y1, x2, y2 in lines]
    wanted: dict[str, list[Polyline]] = {"cut": list(_outline_edges(net.cut)), "mountain": [], "valley": []}
    for fold in net.folds:
        wanted[fold.kind].append(((fold.x1, fold.y1), (fold.x2, fold.y2)))
    for kind, how in _LINE_ACTIONS.items():
        ends, others = {_line_key(line) for line in wanted[kind]}, {_line_key(line) for line in shown[kind]}
        for line in wanted[kind]:
            if _line_key(line) not in others and (gap := _find_gap(line, shown[kind])):
                yield kind, f"it is not {how} {_describe_stretch(*gap)}"
        for line in shown[kind]:
            if _line_key(line) in ends:
                continue  # the usual case
            if _find_gap(line, wanted[kind]) and not any(_overlap_curved(bent, line) for bent in wanted[kind]):
                yield (
                    f"{kind} too",
                    f"it is {how} where the net has no such line, {_describe_stretch(line[0], line[1])}",
                )


def _line_key(line: Polyline) -> tuple[tuple[int, int], ...]:
    """Return a key that lines with the same ends share, and lines with ends one tolerance apart do not."""
    one, other = ((round(x / VISIBLE * 2), round(y / VISIBLE * 2)) for x, y in (line[0], line[-1]))
    return (one, other) if one <= other else (other, one)


def _describe_stretch(one: Point, other: Point) -> str:
    return f"from {one[0]:.4g}, {one[1]:.4g} to {other[0]:.4g}, {other[1]:.4g} mm of its net"


def _outline_edges(segments: Iterable[Segment]) -> Iterator[Polyline]:
    """Yield the lines and curves of a path."""
    first = last = (0.0, 0.0)
    for segment in segments:
        match segment:
            case ("M", x, y):
                first = last = x, y
            case ("L", x, y):
                yield last, (x, y)
                last = x, y
            case ("C", x1, y1, x2, y2, x, y):
                yield last, *flatten_cubic(last, (x1, y1), (x2, y2), (x, y), FINE_CURVE_STEPS)
                last = x, y
            case _:
                if hypot(first[0] - last[0], first[1] - last[1]) > VISIBLE:
                    yield last, first
                last = first


def _find_gap(line: Polyline, others: Iterable[Polyline]) -> tuple[Point, Point] | None:
    """Return the ends of the first stretch of a line or a curve that none of the others covers."""
    spans = sorted(
        span for other in others if (span := (_overlap_curved if len(line) > 2 else _overlap_straight)(line, other))
    )
    done, length = 0.0, line_length(line)
    for start, end in spans:
        if start > done + VISIBLE:
            return point_along(line, done), point_along(line, start)
        done = max(done, end)
    return (point_along(line, done), line[-1]) if done < length - VISIBLE else None


def _overlap_straight(line: Polyline, other: Polyline) -> tuple[float, float] | None:
    """Return from where to where (mm from its start) another straight line lies on a straight one."""
    (x, y), long = line[0], dist(line[0], line[-1])
    if len(other) > 2 or not long:
        return None
    dx, dy = (line[-1][0] - x) / long, (line[-1][1] - y) / long
    ends = sorted(((a - x) * dx + (b - y) * dy, (b - y) * dx - (a - x) * dy) for a, b in other)
    (start, off), (end, away) = ends
    if end - start <= 0 or start >= long or end <= 0:
        return None
    slope = (away - off) / (end - start)
    first, last = max(start, 0.0), min(end, long)
    if max(abs(off + slope * (at - start)) for at in (first, last)) > VISIBLE:
        return None
    return first, last


def _overlap_curved(line: Polyline, chord: Polyline) -> tuple[float, float] | None:
    """Return from where to where (mm from its start) a chord follows a curve, if both its ends lie on it."""
    if len(line) < 3:
        return None
    one, other = (_locate_on_curve(line, end) for end in (chord[0], chord[-1]))
    return None if one is None or other is None else (min(one, other), max(one, other))


def _locate_on_curve(line: Polyline, point: Point) -> float | None:
    """Return how far along a curve (mm) a point lies, None if it does not lie on it."""
    done, found = 0.0, (VISIBLE, -1.0)
    for (x, y), end in pairwise(line):
        long = dist((x, y), end)
        if not long:
            continue
        dx, dy = (end[0] - x) / long, (end[1] - y) / long
        at = min(max((point[0] - x) * dx + (point[1] - y) * dy, 0.0), long)
        found = min(found, (dist((x + at * dx, y + at * dy), point), done + at))
        done += long
    return found[1] if found[1] >= 0 else None


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
        for trim, text in _check_arcs(case, trims):
            if trim.seen.part not in told:
                told.add(trim.seen.part)
                yield Finding("GF321", case.parts_by_id[trim.seen.part].place, f"{name_page(trim.seen)}: {text}")


def _check_arcs(case: CheckContext, trims: Sequence[PieceTrim]) -> Iterator[tuple[PieceTrim, str]]:
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
