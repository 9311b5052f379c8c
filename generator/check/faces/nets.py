"""Check the faces of printed nets, and the cuts and folds that are drawn for them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import hypot
from typing import Any

from generator.check.evidence.marks import Fault, said, standing
from generator.check.evidence.wording import says
from generator.geometry.bezier import flatten_cubic
from generator.geometry.matrix import apply, invert, multiply
from generator.geometry.path import Segment
from generator.geometry.tolerances import FILE_STEPS, FINE_CURVE_STEPS, VISIBLE
from generator.geometry.types import Point
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.net import Net, Panel
from generator.model.printed import Seen


def nets(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF120 for each part that is folded; `seen` is what one format shows."""
    for part, designs, faces in folded(parts, seen):
        yield from said("GF120", part, _faults(designs, faces))


def folded(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[tuple[Part, Mapping[str, Net], list[Seen]]]:
    """Yield each part that is folded, with the nets of its designs and the fronts that show them."""
    for part in parts:
        designs = {design.id: design.net for design in part.designs if design.net}
        if designs:
            faces = [face for face in seen if face.part == part.id and face.side == "front" and face.design in designs]
            yield part, designs, faces


def _faults(designs: Mapping[str, Net], faces: Iterable[Seen]) -> Iterator[Fault]:
    for face in faces:
        panels = {panel.id: panel for panel in designs[face.design].panels}
        places = {name: multiply(face.matrix, panel.matrix) for name, panel in panels.items()}
        yield from standing(face, "face", panels, places, panels)
        yield from _looks(face, panels)
        yield from _words(face, panels)


def _looks(face: Seen, panels: Mapping[str, Panel]) -> Iterator[Fault]:
    """Yield each pair of faces that look the same but have different values; those without a value are ignored."""
    names = {mark.name.removeprefix("face."): mark.look for mark in face.marks if mark.name.startswith("face.")}
    valued = [panels[name] for name in names if name in panels and panels[name].value is not None]
    for one, other in combinations(valued, 2):
        if one.value != other.value and names[one.id] == names[other.id]:
            says = f"but have the values {one.value!r} and {other.value!r}"
            yield Fault("alike", face, f"the faces {one.id!r} and {other.id!r} look the same, {says}")


def _words(face: Seen, panels: Mapping[str, Panel]) -> Iterator[Fault]:
    """Yield each face whose text is not its value; of several words it may show some, in order."""
    for mark in face.marks:
        panel = panels.get(mark.name.removeprefix("face.")) if mark.name.startswith("face.") else None
        if mark.text and panel and panel.value is not None and not _some(mark.text, panel.value):
            yield Fault("says", face, f"the face {panel.id!r} has the value {panel.value!r}, but shows {mark.text!r}")


def _some(text: str, value: Any) -> bool:
    if says(text, value):
        return True
    rest = iter(value.casefold().split()) if isinstance(value, str) else iter(())
    return all(word in rest for word in text.casefold().split())


_HOW = {"cut": "cut", "mountain": "folded away", "valley": "folded up"}
Bent = tuple[Point, ...]  # a line of two points, or a curve as its chords
Lines = tuple[tuple[float, float, float, float], ...]
Odd = tuple[str, str]  # the kind of fault, and its description


def creases(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF127 for each part that is folded; `seen` is what one format shows.

    Segments in the groups `cut`, `mountain` and `valley` must cover each edge of the net's outline, and each fold,
    from end to end, and these groups must draw nothing else.
    """
    for part, designs, faces in folded(parts, seen):
        yield from said("GF127", part, _crease_faults(designs, faces))


def _crease_faults(designs: Mapping[str, Net], faces: Iterable[Seen]) -> Iterator[Fault]:
    known: dict[tuple[str, tuple[tuple[str, Lines], ...]], list[Odd]] = {}
    for face in faces:
        key = face.design, tuple(_drawn(face))
        if key not in known:
            known[key] = list(_odd(designs[face.design], key[1]))
        for kind, text in known[key]:
            yield Fault(kind, face, text)


def _drawn(face: Seen) -> Iterator[tuple[str, Lines]]:
    """Yield the groups of lines and their segments, in the coordinates of the net."""
    back = invert(face.matrix)
    for mark in face.marks:
        if back and mark.name in _HOW:
            ends = [(*apply(back, x1, y1), *apply(back, x2, y2)) for x1, y1, x2, y2 in mark.lines]
            yield mark.name, tuple((_fine(a), _fine(b), _fine(c), _fine(d)) for a, b, c, d in ends)


def _fine(value: float) -> float:
    return round(value * FILE_STEPS) / FILE_STEPS


def _odd(net: Net, drawn: Iterable[tuple[str, Lines]]) -> Iterator[Odd]:
    """Yield what is missing from each line, and which segments belong to none."""
    shown: dict[str, list[Bent]] = defaultdict(list)
    for kind, lines in drawn:
        shown[kind] += [((x1, y1), (x2, y2)) for x1, y1, x2, y2 in lines]
    wanted: dict[str, list[Bent]] = {"cut": list(_edges(net.cut)), "mountain": [], "valley": []}
    for fold in net.folds:
        wanted[fold.kind].append(((fold.x1, fold.y1), (fold.x2, fold.y2)))
    for kind, how in _HOW.items():
        ends, others = {_ends(line) for line in wanted[kind]}, {_ends(line) for line in shown[kind]}
        for line in wanted[kind]:
            if _ends(line) not in others and (gap := _uncovered(line, shown[kind])):
                yield kind, f"it is not {how} {_told(*gap)}"
        for line in shown[kind]:
            if _ends(line) in ends:
                continue  # the usual case
            if _uncovered(line, wanted[kind]) and not any(_curved(bent, line) for bent in wanted[kind]):
                yield f"{kind} too", f"it is {how} where the net has no such line, {_told(line[0], line[1])}"


def _ends(line: Bent) -> tuple[tuple[int, int], ...]:
    """Return a key that lines with the same ends share, and lines with ends one tolerance apart do not."""
    one, other = ((round(x / VISIBLE * 2), round(y / VISIBLE * 2)) for x, y in (line[0], line[-1]))
    return (one, other) if one <= other else (other, one)


def _told(one: Point, other: Point) -> str:
    return f"from {one[0]:.4g}, {one[1]:.4g} to {other[0]:.4g}, {other[1]:.4g} mm of its net"


def _edges(segments: Iterable[Segment]) -> Iterator[Bent]:
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


def _uncovered(line: Bent, others: Iterable[Bent]) -> tuple[Point, Point] | None:
    """Return the ends of the first stretch of a line or a curve that none of the others covers."""
    spans = sorted(span for other in others if (span := (_curved if len(line) > 2 else _straight)(line, other)))
    done, length = 0.0, sum(_far(*piece) for piece in pairwise(line))
    for start, end in spans:
        if start > done + VISIBLE:
            return _at(line, done), _at(line, start)
        done = max(done, end)
    return (_at(line, done), line[-1]) if done < length - VISIBLE else None


def _straight(line: Bent, other: Bent) -> tuple[float, float] | None:
    """Return from where to where (mm from its start) another straight line lies on a straight one."""
    (x, y), long = line[0], _far(line[0], line[-1])
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


def _curved(line: Bent, chord: Bent) -> tuple[float, float] | None:
    """Return from where to where (mm from its start) a chord follows a curve, if both its ends lie on it."""
    if len(line) < 3:
        return None
    one, other = (_nearest(line, end) for end in (chord[0], chord[-1]))
    return None if one is None or other is None else (min(one, other), max(one, other))


def _nearest(line: Bent, point: Point) -> float | None:
    """Return how far along a curve (mm) a point lies, None if it does not lie on it."""
    done, found = 0.0, (VISIBLE, -1.0)
    for (x, y), end in pairwise(line):
        long = _far((x, y), end)
        if not long:
            continue
        dx, dy = (end[0] - x) / long, (end[1] - y) / long
        at = min(max((point[0] - x) * dx + (point[1] - y) * dy, 0.0), long)
        found = min(found, (_far((x + at * dx, y + at * dy), point), done + at))
        done += long
    return found[1] if found[1] >= 0 else None


def _at(line: Bent, far: float) -> Point:
    """Return the point at a distance (mm) along a line."""
    for one, other in pairwise(line):
        long = _far(one, other)
        if long and far <= long:
            return one[0] + (other[0] - one[0]) * far / long, one[1] + (other[1] - one[1]) * far / long
        far -= long
    return line[-1]


def _far(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])
