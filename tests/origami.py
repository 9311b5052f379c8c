"""Read nets from finished PDF and SVG sheets and fold them in three dimensions, without any code of the generator.

PDFs are read operator by operator with pikepdf, SVGs with ElementTree. Coordinates are millimeters: x right, y down, z
away from the printed side.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations
from math import atan2, cos, dist, pi, radians, sin
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf

Point = tuple[float, float]
Solid = tuple[float, float, float]
Line = list[Point]
Matrix = tuple[float, ...]
Marks = dict[str, list[Line]]  # by the name of a group, the lines that it draws
Move = Callable[[Solid], Solid]
SAME: Matrix = (1, 0, 0, 1, 0, 0)
LINES = {"cut", "mountain", "valley"}
STEPS = 16  # chords for each curve
NEAR = 0.02  # what the numbers of a file leave between two ends that are one point
MEET = 0.05
PIECE = re.compile(r"[a-z][a-z0-9-]*\.\S+\.c\d+\.front")


def multiply_matrices(outer: Matrix, inner: Sequence[float]) -> Matrix:
    (a, b, c, d, e, f), (g, h, i, j, k, m) = outer, inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def transform_point(m: Matrix, x: float, y: float) -> Point:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def flatten_cubic(p: Point, q: Point, r: Point, s: Point) -> Line:
    """Return points on a Bezier curve after its start."""
    out = []
    for t in (k / STEPS for k in range(1, STEPS + 1)):
        u = 1 - t
        w = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        out.append((sum(k * v[0] for k, v in zip(w, (p, q, r, s), strict=True)),
                    sum(k * v[1] for k, v in zip(w, (p, q, r, s), strict=True))))  # fmt: skip
    return out


class PathRecorder:
    """Collects the lines of a path."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def draw(self, word: str, p: Sequence[Point]) -> None:
        if word == "m":
            self.lines.append([p[0]])
        elif word == "l":
            self.lines[-1].append(p[0])
        elif word == "c":
            self.lines[-1] += flatten_cubic(self.lines[-1][-1], *p)
        elif word == "h":
            self.lines[-1].append(self.lines[-1][0])
        else:
            raise AssertionError(f"no such step of a path: {word}")

    def take_lines(self) -> list[Line]:
        lines, self.lines = self.lines, []
        return lines


def read_pdf(path: Path) -> dict[str, Marks]:
    """Return the marks of each front in a PDF, by its name."""
    out: dict[str, Marks] = defaultdict(lambda: defaultdict(list))
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            height = float(page.mediabox[3])
            to_mm = (25.4 / 72, 0.0, 0.0, -25.4 / 72, 0.0, height * 25.4 / 72)
            _read_content(page, page.obj.Resources, to_mm, [], out)
    return _join_all(out)


def _read_content(owner: Any, resources: Any, matrix: Matrix, names: list[str], out: dict[str, Marks]) -> None:
    states, marked, pencil = [matrix], list(names), PathRecorder()
    for step in pikepdf.parse_content_stream(owner):
        operands, word = list(step.operands), str(step.operator)
        if word == "q":
            states.append(states[-1])
        elif word == "Q":
            states.pop()
        elif word == "cm":
            states[-1] = multiply_matrices(states[-1], [float(each) for each in operands])
        elif word in ("BDC", "BMC"):
            marked.append(str(operands[1]["/ID"]) if word == "BDC" and "/ID" in operands[1] else "")
        elif word == "EMC":
            marked.pop()
        elif word == "Do":
            form = resources.XObject[str(operands[0])]
            if form.Subtype == "/Form":
                inner = multiply_matrices(states[-1], [float(each) for each in form.get("/Matrix", SAME)])
                _read_content(form, form.get("/Resources", resources), inner, marked, out)
        elif word in ("m", "l", "c", "h"):
            flat = [float(each) for each in operands]
            pencil.draw(word, [transform_point(states[-1], *pair) for pair in zip(flat[::2], flat[1::2], strict=True)])
        elif word in ("S", "s", "f", "f*", "B", "B*", "b", "b*", "n"):
            _record_lines(pencil.take_lines() if word != "n" else pencil.take_lines()[:0], marked, out)


def _record_lines(lines: list[Line], names: Sequence[str], out: dict[str, Marks]) -> None:
    pieces = [name for name in names if PIECE.fullmatch(name)]
    for name in names[names.index(pieces[0]) + 1 :] if pieces else ():
        out[pieces[0]][name] += lines


def read_svg(text: str) -> dict[str, Marks]:
    """Return the marks of each front in an SVG sheet, by its name."""
    out: dict[str, Marks] = defaultdict(lambda: defaultdict(list))
    root = ElementTree.fromstring(text)
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    for child in root:
        if not child.tag.endswith("}defs"):
            _read_element(child, ids, SAME, [], out)
    return _join_all(out)


def _join_all(found: dict[str, Marks]) -> dict[str, Marks]:
    """Join the stretches of lines that change their ink on the way."""
    for marks in found.values():
        for kind in LINES & set(marks):
            marks[kind] = join_straight_lines(marks[kind])
    return found


def join_straight_lines(lines: Sequence[Line]) -> list[Line]:
    """Join lines that continue each other straight; make closed loops start at a corner."""
    out = [list(line) for line in lines]
    while pair := next((pair for pair in permutations(out, 2) if _goes_on(*pair)), None):
        one, other = pair
        out = [line for line in out if line is not one and line is not other] + [one[:-1] + other[1:]]
    return [[*line[1:-1], line[1]] if len(line) > 3 and _goes_on(line, line) else line for line in out]


def _goes_on(one: Line, other: Line) -> bool:
    """Tell whether a line begins where one ends, and runs the same way there."""
    (ax, ay), (bx, by), (cx, cy) = one[-2], one[-1], other[1]
    ahead = (bx - ax) * (cx - bx) + (by - ay) * (cy - by) > 0
    return one[-1] == other[0] and ahead and abs(signed_distance(one[-1], one[-2], other[1])) < 0.002


def chain_lines(lines: Sequence[Line]) -> list[Line]:
    """Join lines end to start, even at corners."""
    out = [list(line) for line in lines]
    while pair := next(((p, q) for p, q in permutations(out, 2) if p[-1] == q[0]), None):
        one, other = pair
        out = [line for line in out if line is not one and line is not other] + [one + other[1:]]
    return out


def _read_element(
    element: ElementTree.Element,
    ids: Mapping[str | None, ElementTree.Element],
    matrix: Matrix,
    names: list[str],
    out: dict[str, Marks],
) -> None:
    kind = element.tag.rpartition("}")[2]
    for word, inner in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        matrix = multiply_matrices(
            matrix, _parse_transform(word, [float(each) for each in re.split(r"[\s,]+", inner.strip())])
        )
    if PIECE.fullmatch(element.get("id", "")):
        names = [*names, element.get("id", "")]
    if element.get("class"):
        names = [*names, element.get("class", "")]
    if kind == "use":
        _read_element(ids[element.get("{http://www.w3.org/1999/xlink}href", "")[1:]], ids, matrix, names, out)
    elif kind == "path" and len(names) > 1 and not element.get("d", "").startswith("m"):  # glyphs begin with an m
        _record_lines(_parse_path_data(element.get("d", ""), matrix), names, out)
    for child in element:
        _read_element(child, ids, matrix, names, out)


def _parse_transform(word: str, n: list[float]) -> Matrix:
    if word == "matrix":
        return tuple(n)
    if word == "translate":
        return 1, 0, 0, 1, n[0], [*n, 0.0][1]
    assert word == "rotate", word
    t = radians(n[0])
    turn = (cos(t), sin(t), -sin(t), cos(t), 0.0, 0.0)
    return (
        turn
        if len(n) == 1
        else multiply_matrices(multiply_matrices((1, 0, 0, 1, n[1], n[2]), turn), (1, 0, 0, 1, -n[1], -n[2]))
    )


def _parse_path_data(d: str, matrix: Matrix) -> list[Line]:
    pencil = PathRecorder()
    for word, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        flat = [float(each) for each in re.findall(r"-?[\d.]+", rest)]
        points = [transform_point(matrix, *pair) for pair in zip(flat[::2], flat[1::2], strict=True)]
        size = {"M": 1, "L": 1, "C": 3, "Z": 1}[word]
        for k in range(0, max(1, len(points)), size):
            pencil.draw({"M": "m", "L": "l", "C": "c", "Z": "h"}[word], points[k : k + size])
    return pencil.take_lines()


@dataclass
class Leaf:
    """A face of the net's graph: a panel with its id, or a tab; `move` maps the flat net to the folded position."""

    points: Line
    name: str = ""
    parent: str = ""
    move: Move = field(default=lambda p: p)

    @property
    def corners(self) -> list[Solid]:
        return [self.move((x, y, 0.0)) for x, y in drop_straight_corners(self.points)]

    @property
    def normal(self) -> Solid:
        """Return the normal of the printed side."""
        (x, y), m = self.points[0], self.move
        return subtract(m((x, y, -1.0)), m((x, y, 0.0)))

    def fold_direction(self, x: float, y: float) -> Solid:
        """Return a direction on paper after folding."""
        return subtract(self.move((x, y, 0.0)), self.move((0.0, 0.0, 0.0)))


def subtract(p: Solid, q: Solid) -> Solid:
    return p[0] - q[0], p[1] - q[1], p[2] - q[2]


def dot(p: Sequence[float], q: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(p, q, strict=True))


def cross(p: Solid, q: Solid) -> Solid:
    return p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]


def signed_area(points: Sequence[Point]) -> float:
    """Return the area of a polygon, positive where it runs clockwise as seen."""
    around = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around) / 2


def signed_distance(p: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a line, positive where it lies right of it as seen."""
    return ((b[0] - a[0]) * (p[1] - a[1]) - (p[0] - a[0]) * (b[1] - a[1])) / dist(a, b)


def drop_straight_corners(points: Line) -> Line:
    """Drop corners on straight edges, measured from the last corner kept, so that fine curves stay."""
    kept: Line = []
    for here, after in zip(points, (*points[1:], points[0]), strict=True):
        before = kept[-1] if kept else points[-1]
        if abs(signed_distance(here, before, after)) > 0.002:
            kept.append(here)
    return kept


def contains_point(p: Point, points: Sequence[Point]) -> bool:
    odd = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        odd ^= (y1 > p[1]) != (y2 > p[1]) and p[0] < x1 + (p[1] - y1) / (y2 - y1) * (x2 - x1)
    return odd


class NetGraph:
    """The lines of a net as a planar graph, with its polygons."""

    def __init__(self, marks: Marks) -> None:
        self.vertices: list[Point] = []
        cut = chain_lines(marks["cut"])
        assert len(cut) == 1, "one line goes round a net"
        assert dist(cut[0][0], cut[0][-1]) < NEAR, "the line round a net is closed"
        lines = [(kind, line) for kind in ("cut", "mountain", "valley") for line in marks.get(kind, [])]
        steps = [(kind, self._find_vertex(p), self._find_vertex(q)) for kind, line in lines for p, q in pairwise(line)]
        steps = [step for step in steps if step[1] != step[2]]
        self._check_crossings([step[1:] for step in steps])
        self.kinds: dict[tuple[int, int], str] = {}
        for kind, one, other in steps:
            for edge in pairwise(self._vertices_between(one, other)):
                assert edge not in self.kinds, f"a line is drawn twice: {kind} over {self.kinds.get(edge)}"
                self.kinds[edge] = self.kinds[edge[::-1]] = kind
        self.loops = [loop for loop in self._walk_faces() if signed_area([self.vertices[k] for k in loop]) > 0]
        self.around = abs(signed_area(cut[0][:-1]))

    def _find_vertex(self, point: Point) -> int:
        for number, other in enumerate(self.vertices):
            if dist(point, other) < NEAR:
                return number
        self.vertices.append(point)
        return len(self.vertices) - 1

    def _check_crossings(self, steps: Sequence[tuple[int, int]]) -> None:
        """Assert that no lines cross; crossing lines mean that the net overlaps itself."""
        for (a, b), (c, d) in combinations(steps, 2):
            if not {a, b} & {c, d}:
                p, q, r, s = (self.vertices[k] for k in (a, b, c, d))
                sides = (
                    signed_distance(p, r, s),
                    signed_distance(q, r, s),
                    signed_distance(r, p, q),
                    signed_distance(s, p, q),
                )
                crosses = sides[0] * sides[1] < 0 > sides[2] * sides[3] and min(map(abs, sides)) > NEAR
                assert not crosses, f"lines cross near {p}"

    def _vertices_between(self, one: int, other: int) -> list[int]:
        """Return the vertices on a line from end to end."""
        p, q = self.vertices[one], self.vertices[other]
        on = [
            k
            for k, r in enumerate(self.vertices)
            if k not in (one, other) and abs(signed_distance(r, p, q)) < NEAR and dist(p, r) < dist(p, q) > dist(q, r)
        ]
        return [one, *sorted(on, key=lambda k: dist(p, self.vertices[k])), other]

    def _walk_faces(self) -> Iterator[list[int]]:
        """Yield the faces of the graph: at each vertex the next edge to the left is taken."""
        spokes: dict[int, list[int]] = defaultdict(list)
        for one, other in self.kinds:
            spokes[one].append(other)
        for vertex, ends in spokes.items():
            ends.sort(key=lambda end: self._edge_angle(vertex, end))
        left = set(self.kinds)
        while left:
            start = edge = min(left)
            loop = []
            while True:
                left.discard(edge)
                loop.append(edge[0])
                ring = spokes[edge[1]]
                edge = edge[1], ring[ring.index(edge[0]) - 1]
                if edge == start:
                    break
            yield loop

    def _edge_angle(self, one: int, other: int) -> float:
        (x, y), (u, v) = self.vertices[one], self.vertices[other]
        return atan2(v - y, u - x)


def rotate_about_fold(kind: str, a: Point, b: Point, middle: Point, degrees: float) -> Move:
    """Return the rotation about the fold from a to b of a leaf that contains `middle`."""
    u: Solid = ((b[0] - a[0]) / dist(a, b), (b[1] - a[1]) / dist(a, b), 0.0)
    off = signed_distance(middle, a, b)
    n: Solid = (-u[1], u[0], 0.0) if off > 0 else (u[1], -u[0], 0.0)
    w = 1.0 if kind == "mountain" else -1.0
    c, s = cos(radians(degrees)), sin(radians(degrees))

    def move(p: Solid) -> Solid:
        d = p[0] - a[0], p[1] - a[1], p[2]
        along, out, deep = dot(d, u), dot(d, n), d[2] * w
        x, z = out * c - deep * s, (out * s + deep * c) * w
        return a[0] + along * u[0] + x * n[0], a[1] + along * u[1] + x * n[1], z

    return move


def compose_moves(first: Move, second: Move) -> Move:
    return lambda p: second(first(p))


def fold_net(
    marks: Marks, root: str, bend: Callable[[str, str], float], bend_by_length: Callable[[float], float] | None = None
) -> dict[str, Leaf]:
    """Return the leaves of a net, folded; `bend` gives the angle between two panels, or a panel and a tab ("").

    `bend_by_length` takes its place where only the length of a fold tells its angle.

    A panel is called by the mark that is drawn round a point in it; all other polygons are tabs: tab1, tab2.
    """
    graph = NetGraph(marks)
    leaves = [Leaf([graph.vertices[k] for k in loop]) for loop in graph.loops]
    assert abs(sum(signed_area(leaf.points) for leaf in leaves) - graph.around) < 0.05, "the net lies on itself"
    faces = {name.removeprefix("face."): lines for name, lines in marks.items() if name.startswith("face.")}
    for name, lines in faces.items():
        xs, ys = zip(*(point for line in lines for point in line), strict=True)
        (home,) = (leaf for leaf in leaves if contains_point((sum(xs) / len(xs), sum(ys) / len(ys)), leaf.points))
        assert not home.name, "two faces in one panel"
        home.name = name
    for number, leaf in enumerate((leaf for leaf in leaves if not leaf.name), 1):
        leaf.name = f"tab{number}"
    owner = {edge: leaf for leaf, loop in zip(leaves, graph.loops, strict=True) for edge in zip(loop, (*loop[1:], loop[0]), strict=True)}  # fmt: skip
    done = {root: next(leaf for leaf in leaves if leaf.name == root)}
    folds = [(edge, kind) for edge, kind in graph.kinds.items() if kind != "cut"]
    assert len(folds) == 2 * (len(leaves) - 1), "each leaf hangs on the others by one fold"
    while len(done) < len(leaves):
        before = len(done)
        for (a, b), kind in folds:
            one, other = owner[a, b], owner[b, a]
            if one.name in done and other.name not in done:
                names = tuple("" if leaf.name.startswith("tab") else leaf.name for leaf in (one, other))
                p, q = graph.vertices[a], graph.vertices[b]
                angle = bend_by_length(dist(p, q)) if bend_by_length else bend(*names)
                middle = max(other.points, key=lambda point: abs(signed_distance(point, p, q)))
                other.move = compose_moves(rotate_about_fold(kind, p, q, middle, angle), one.move)
                other.parent = one.name
                done[other.name] = other
        assert len(done) > before, "a leaf hangs on no other"
    return done


def list_panels(leaves: Mapping[str, Leaf]) -> dict[str, Leaf]:
    return {name: leaf for name, leaf in leaves.items() if not name.startswith("tab")}


def find_meeting_panels(leaves: Mapping[str, Leaf]) -> set[frozenset[str]]:
    """Return the pairs of panels whose edges meet; AssertionError for an edge that meets none."""
    edges = [
        (name, p, q)
        for name, leaf in list_panels(leaves).items()
        for p, q in zip(leaf.corners, (*leaf.corners[1:], leaf.corners[0]), strict=True)
    ]
    found = set()
    for name, p, q in edges:
        others = [n for n, r, s in edges if n != name and dist(p, s) < MEET and dist(q, r) < MEET]
        assert len(others) == 1, f"an edge of {name} meets {others or 'nothing'}"
        found.add(frozenset((name, others[0])))
    return found


def on_plane(leaf: Leaf) -> Callable[[Solid], tuple[Point, float]]:
    """Return a function that maps a point to coordinates in the leaf's plane and its distance from it."""
    origin, x, y = leaf.corners[0], leaf.fold_direction(1, 0), leaf.fold_direction(0, 1)
    return lambda p: (
        (dot(subtract(p, origin), x), dot(subtract(p, origin), y)),
        dot(subtract(p, origin), leaf.normal),
    )


def lies_in(leaf: Leaf, other: Leaf) -> bool:
    """Tell whether a leaf lies flat below another, printed sides the same way, and within its edges."""
    place = on_plane(other)
    around = [place(corner)[0] for corner in other.corners]
    if dot(leaf.normal, other.normal) < 0.9999 or any(abs(place(corner)[1]) > MEET for corner in leaf.corners):
        return False
    edges = list(zip(around, (*around[1:], around[0]), strict=True))
    return all(signed_distance(place(corner)[0], *edge) > -MEET for corner in leaf.corners for edge in edges)


def find_glued_panels(leaves: Mapping[str, Leaf]) -> set[frozenset[str]]:
    """Return the pairs of panels joined by glued tabs; AssertionError if a tab lands nowhere or on another tab."""
    found: list[frozenset[str]] = []
    on: dict[str, list[Leaf]] = defaultdict(list)
    for name, leaf in leaves.items():
        if name.startswith("tab"):
            homes = [n for n, other in list_panels(leaves).items() if n != leaf.parent and lies_in(leaf, other)]
            assert len(homes) == 1, f"a tab of {leaf.parent} lands on {homes or 'nothing'}"
            found.append(frozenset((leaf.parent, homes[0])))
            on[homes[0]].append(leaf)
    for home, tabs in on.items():
        place = on_plane(leaves[home])
        for one, other in combinations(tabs, 2):
            shared = shared_area([place(p)[0] for p in one.corners], [place(p)[0] for p in other.corners])
            assert shared < 0.01, f"two tabs share {shared:.2f} square mm of {home}"
    assert len(found) == len(set(found)), "two tabs join the same panels"
    return set(found)


def shared_area(one: Line, other: Line) -> float:
    """Return the area that two convex polygons share (Sutherland and Hodgman, 1974)."""
    for a, b in zip(other, (*other[1:], other[0]), strict=True):
        kept: Line = []
        for p, q in zip(one, (*one[1:], one[0]), strict=True):
            u, v = signed_distance(p, a, b), signed_distance(q, a, b)
            if u >= 0:
                kept.append(p)
            if u * v < 0:
                kept.append((p[0] + u / (u - v) * (q[0] - p[0]), p[1] + u / (u - v) * (q[1] - p[1])))
        one = kept
        if not one:
            return 0.0
    return abs(signed_area(one))


def angle_between(p: Solid, q: Solid) -> float:
    """Return the angle between two directions, degrees."""
    return atan2(dot(cross(p, q), cross(p, q)) ** 0.5, dot(p, q)) * 180 / pi
