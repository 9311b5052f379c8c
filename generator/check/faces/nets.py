"""Check the faces of printed nets, and the cuts and folds that are drawn for them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from math import hypot
from typing import Any

from generator.check.analysis.placement import FaceFault, check_marks, report_faults
from generator.check.analysis.value_text import iterate_wordings, text_matches
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.bezier import flatten_cubic
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.tolerances import FILE_STEPS, FINE_CURVE_STEPS, VISIBLE
from generator.geometry.types import Point, Segment
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.net import Net, Panel
from generator.model.printed import ReadPiece


def check_nets(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report faces of folded pieces that differ from the data (GF120)."""
    for part, nets, faces in _find_folded_parts(case, shown):
        yield from report_faults("GF120", part, _check_panels(nets, faces, case.translated_words), case.locate)


def _find_folded_parts(
    case: CheckContext, shown: FormatContent
) -> Iterator[tuple[Part, Mapping[str, Net], list[ReadPiece]]]:
    """Yield each part that is folded, with the nets of its designs and the fronts that show them."""
    for part in case.parts:
        if nets := {design.id: design.net for design in part.designs if design.net}:
            yield part, nets, [face for face in shown.find_faces(part) if face.design in nets]


def _check_panels(
    designs: Mapping[str, Net], faces: Iterable[ReadPiece], says: Mapping[str, str]
) -> Iterator[FaceFault]:
    for face in faces:
        panels = {panel.id: panel for panel in designs[face.design].panels}
        places = {name: multiply_matrices(face.matrix, panel.matrix) for name, panel in panels.items()}
        must = [panel.id for panel in panels.values() if not panel.may_be_blank]
        yield from check_marks(face, "face", must, places, panels)
        yield from _check_corners(face, panels, places, says)
        yield from _check_looks(face, panels)
        yield from _check_words(face, panels, says)


def _check_corners(
    face: ReadPiece, panels: Mapping[str, Panel], places: Mapping[str, Matrix], says: Mapping[str, str]
) -> Iterator[FaceFault]:
    """Yield what is wrong with the corners of a die of four: each shows its value, in its place, once."""
    corners = {corner.id: corner for panel in panels.values() for corner in panel.corners}
    if not corners:
        return
    at = {
        corner.id: multiply_matrices(places[panel.id], corner.matrix)
        for panel in panels.values()
        for corner in panel.corners
    }
    yield from check_marks(face, "corner", corners, at, corners)
    for mark in face.marks:
        corner = corners.get(mark.name.removeprefix("corner.")) if mark.name.startswith("corner.") else None
        if corner and mark.text and not text_matches(mark.text, corner.value, says):
            text = f"the corner {corner.id!r} has the value {corner.value!r}, but shows {mark.text!r}"
            yield FaceFault("says", face, text, mark=mark.name, aspect="text")


def _check_looks(face: ReadPiece, panels: Mapping[str, Panel]) -> Iterator[FaceFault]:
    """Yield each pair of faces that look the same but have different values; those without a value are ignored."""
    names = {mark.name.removeprefix("face."): mark.look for mark in face.marks if mark.name.startswith("face.")}
    valued = [panels[name] for name in names if name in panels and panels[name].value is not None]
    for one, other in combinations(valued, 2):
        if one.value != other.value and names[one.id] == names[other.id]:
            says = f"but have the values {one.value!r} and {other.value!r}"
            text = f"the faces {one.id!r} and {other.id!r} look the same, {says}"
            yield FaceFault("alike", face, text, mark=f"face.{other.id}", aspect="art")


def _check_words(face: ReadPiece, panels: Mapping[str, Panel], says: Mapping[str, str]) -> Iterator[FaceFault]:
    """Yield each face whose text is not its value; of several words it may show some, in order."""
    for mark in face.marks:
        panel = panels.get(mark.name.removeprefix("face.")) if mark.name.startswith("face.") else None
        if mark.text and panel and panel.value is not None and not _is_partial_value(mark.text, panel.value, says):
            text = f"the face {panel.id!r} has the value {panel.value!r}, but shows {mark.text!r}"
            yield FaceFault("says", face, text, mark=mark.name, aspect="text")


def _is_partial_value(text: str, value: Any, says: Mapping[str, str]) -> bool:
    return any(text_matches(text, each) or _has_words(each, text) for each in iterate_wordings(value, says))


def _has_words(value: Any, text: str) -> bool:
    """Return whether a value has all words of a text, in their order."""
    rest = iter(value.casefold().split()) if isinstance(value, str) else iter(())
    return all(word in rest for word in text.casefold().split())


_LINE_ACTIONS = {"cut": "cut", "mountain": "folded away", "valley": "folded up"}
Polyline = tuple[Point, ...]  # a line of two points, or a curve as its chords
DrawnLines = tuple[tuple[float, float, float, float], ...]
LineFault = tuple[str, str]  # the kind of fault, and its description


def check_fold_lines(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report fold lines of folded pieces that are missing or wrong (GF127).

    Segments in the groups `cut`, `mountain` and `valley` must cover each edge of the net's outline, and each fold,
    from end to end, and these groups must draw nothing else.
    """
    for part, nets, faces in _find_folded_parts(case, shown):
        yield from report_faults("GF127", part, _check_lines(nets, faces))


def _check_lines(designs: Mapping[str, Net], faces: Iterable[ReadPiece]) -> Iterator[FaceFault]:
    known: dict[tuple[str, tuple[tuple[str, DrawnLines], ...]], list[LineFault]] = {}
    for face in faces:
        key = face.design, tuple(_lines_drawn(face))
        if key not in known:
            known[key] = list(_compare_lines(designs[face.design], key[1]))
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
    done, length = 0.0, sum(_distance_between(*piece) for piece in pairwise(line))
    for start, end in spans:
        if start > done + VISIBLE:
            return _point_along(line, done), _point_along(line, start)
        done = max(done, end)
    return (_point_along(line, done), line[-1]) if done < length - VISIBLE else None


def _overlap_straight(line: Polyline, other: Polyline) -> tuple[float, float] | None:
    """Return from where to where (mm from its start) another straight line lies on a straight one."""
    (x, y), long = line[0], _distance_between(line[0], line[-1])
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
        long = _distance_between((x, y), end)
        if not long:
            continue
        dx, dy = (end[0] - x) / long, (end[1] - y) / long
        at = min(max((point[0] - x) * dx + (point[1] - y) * dy, 0.0), long)
        found = min(found, (_distance_between((x + at * dx, y + at * dy), point), done + at))
        done += long
    return found[1] if found[1] >= 0 else None


def _point_along(line: Polyline, far: float) -> Point:
    """Return the point at a distance (mm) along a line."""
    for one, other in pairwise(line):
        long = _distance_between(one, other)
        if long and far <= long:
            return one[0] + (other[0] - one[0]) * far / long, one[1] + (other[1] - one[1]) * far / long
        far -= long
    return line[-1]


def _distance_between(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])
