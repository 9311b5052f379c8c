"""Draw markers as groups at the vertices of paths (SVG 2, 13.7), and fills and strokes in the order that is asked."""

from collections.abc import Iterator, Mapping
from math import atan2, degrees, hypot

from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.render.drawings.nodes import URL, DrawingNode, Properties
from generator.render.drawings.properties import INITIAL_VALUES
from generator.render.drawings.units import format_length
from generator.render.svg.attribute_values import ViewBox, fit_view_box, parse_number, parse_view_box
from generator.render.svg.path_segments import shape_segments

_MARKED = frozenset({"path", "line", "polyline", "polygon"})
_ROUND = frozenset({"rect", "circle", "ellipse"})
_SHAPES = _MARKED | _ROUND
_MOST_MARKERS = 10_000
_NAMES = ("marker-start", "marker-mid", "marker-end")


class Vertex:
    """A vertex of a path: its place, and the directions in which the path arrives and leaves; None at an end."""

    __slots__ = ("arrives", "leaves", "x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.arrives: tuple[float, float] | None = None
        self.leaves: tuple[float, float] | None = None


class MarkerDrawer:
    """Replaces shapes that have markers, or a `paint-order`, by groups."""

    def __init__(self, root: DrawingNode, inherited: Mapping[int, Properties]) -> None:
        self._ids = root.index_ids()
        self._inherited = inherited
        self._count = 0

    def draw(self, node: DrawingNode, depth: int = 0) -> None:
        """Replace the shapes below a node."""
        for index, part in enumerate(node.content):
            if isinstance(part, DrawingNode):
                self.draw(part, depth + (part.name == "marker"))
                node.content[index] = self._replace(part, depth)
        if node.name in ("g", "svg", "use", "symbol", "a"):
            for name in _NAMES:
                node.attributes.pop(name, None)

    def _replace(self, node: DrawingNode, depth: int) -> DrawingNode:
        known = self._inherited.get(id(node), {})
        asked = {name: known.get(name, "none") for name in _NAMES} if node.name in _SHAPES else {}
        order = known.get("paint-order", "normal")
        for name in (*_NAMES, "paint-order"):
            node.attributes.pop(name, None)
        found = {name: marker for name, text in asked.items() if (marker := self._find_marker(text))}
        self._check_markers(node, found, depth)
        steps = _order_steps(order, bool(found))
        if node.name == "text":
            self._check_parts(node, steps[0])
        if node.name in ("text", "tspan") and steps[0] == "stroke" and known.get("stroke", "none") != "none":
            return self._split(node, ["stroke", "fill"], []) if node.name == "text" else node
        if node.name not in _SHAPES or (not found and steps[0] == "fill"):
            return node
        if known.get("visibility", "visible") != "visible":
            return node
        drawn = list(self._draw_markers(node, found, known)) if found else []
        if steps in (["fill", "stroke"], ["fill", "stroke", "markers"]):
            return _wrap(node, [_bare(node), *drawn])
        return self._split(node, steps, drawn)

    def _check_parts(self, text: DrawingNode, first: str) -> None:
        """Raise DrawingError for a stroked part of a text whose stroke is not drawn when that of the text is."""
        for node in text.walk():
            known = self._inherited.get(id(node), {})
            order = _order_steps(known.get("paint-order", "normal"), False)
            if known.get("stroke", "none") != "none" and order[0] != first:
                says = "a part of a text has a paint-order of its own, which is not in the profile"
                raise DrawingError(f"{says}; give it to the text, or make the part a text", node.at or text.at)

    def _check_markers(self, node: DrawingNode, found: Mapping[str, DrawingNode], depth: int) -> None:
        """Raise DrawingError for markers of which programs draw different things."""
        if found and node.name in _ROUND:
            raise DrawingError(f"<{node.name}> has markers, which not every program draws; make it a path", node.at)
        if found and depth:
            raise DrawingError("a marker holds a shape with markers, which some programs do not draw", node.at)
        for marker in found.values():
            for part in marker.walk():
                for name in ("fill", "stroke"):
                    paint = part.attributes.get(name, "")
                    known = self._inherited.get(id(node), {})
                    if paint.startswith("context-") and "url(" in known.get(paint.removeprefix("context-"), ""):
                        raise DrawingError("a marker takes a gradient or a pattern from its path", node.at)

    def _find_marker(self, text: str) -> DrawingNode | None:
        match = URL.fullmatch(text)
        if match is None:
            return None
        found = self._ids.get(match[1])
        return found if found is not None and found.name == "marker" else None

    def _split(self, node: DrawingNode, steps: list[str], drawn: list[DrawingNode]) -> DrawingNode:
        """Return a group that draws the fill, the stroke and the markers of a shape one after another."""
        parts: list[DrawingNode] = []
        for step in steps:
            if step == "markers":
                parts += drawn
                continue
            copy = _bare(node)
            copy.attributes["stroke" if step == "fill" else "fill"] = "none"
            parts.append(copy)
        return _wrap(node, parts)

    def _draw_markers(
        self, node: DrawingNode, found: Mapping[str, DrawingNode], known: Properties
    ) -> Iterator[DrawingNode]:
        vertices = _list_vertices(shape_segments(node.name, node.attributes))
        last = len(vertices) - 1
        for index, vertex in enumerate(vertices):
            names = ["marker-start"] if index == 0 else []
            names += ["marker-mid"] if 0 < index < last else []
            names += ["marker-end"] if index == last else []
            for name in names:
                if name in found:
                    self._count += 1
                    if self._count > _MOST_MARKERS:
                        raise DrawingError(f"the drawing has more than {_MOST_MARKERS:,} markers", node.at)
                    yield from self._place(found[name], vertex, known, name == "marker-start")

    def _place(self, marker: DrawingNode, vertex: Vertex, known: Properties, at_start: bool) -> Iterator[DrawingNode]:
        """Yield the group that draws a marker at a vertex."""
        attributes = marker.attributes
        width, height = (parse_number(attributes.get(name, "3"), name) for name in ("markerWidth", "markerHeight"))
        if width <= 0 or height <= 0:
            return
        scale = 1.0 if attributes.get("markerUnits") == "userSpaceOnUse" else float(known.get("stroke-width", "1"))
        move = [f"translate({format_length(vertex.x)} {format_length(vertex.y)})"]
        move.append(f"rotate({format_length(_find_angle(attributes.get('orient', '0'), vertex, at_start))})")
        move.append(f"scale({format_length(scale)})")
        box = parse_view_box(attributes["viewBox"]) if attributes.get("viewBox") else None
        refs = [_find_reference(attributes.get(name, "0"), name, box) for name in ("refX", "refY")]
        inner = {"width": format_length(width), "height": format_length(height)}
        inner["overflow"] = attributes.get("overflow", "hidden")
        if box is None:
            move.append(f"translate({format_length(-refs[0])} {format_length(-refs[1])})")
        else:
            inner["viewBox"] = attributes["viewBox"]
            x, y = _fit_point(
                attributes.get("preserveAspectRatio", "xMidYMid"), refs, attributes["viewBox"], width, height
            )
            move.append(f"translate({format_length(-x)} {format_length(-y)})")
            if "preserveAspectRatio" in attributes:
                inner["preserveAspectRatio"] = attributes["preserveAspectRatio"]
        content = [_paint_by_context(part, known) for part in marker.children()]
        viewport = DrawingNode("svg", inner, [*content], marker.at)
        look = _reset_properties(self._inherited.get(id(marker), {}), known)
        group = DrawingNode("g", {**look, "transform": " ".join(move)}, [viewport], marker.at)
        for name in ("opacity", "clip-path", "mask"):
            if name in attributes:
                group.attributes[name] = attributes[name]
        yield group


def _order_steps(order: str, marked: bool) -> list[str]:
    words = order.split()
    if len(set(words)) < len(words) or not {*words} <= {"fill", "stroke", "markers"}:
        words = []  # `normal`, or no order at all
    words += [word for word in ("fill", "stroke", "markers") if word not in words]
    return words if marked else [word for word in words if word != "markers"]


_OF_GROUP = frozenset({"id", "transform", "opacity", "clip-path", "mask", "filter", "mix-blend-mode", "display"})


def _bare(node: DrawingNode) -> DrawingNode:
    """Return a copy of a shape without what its group has."""
    kept = {name: value for name, value in node.attributes.items() if name not in _OF_GROUP}
    return DrawingNode(node.name, kept, list(node.content), node.at)


def _wrap(node: DrawingNode, parts: list[DrawingNode]) -> DrawingNode:
    held = {name: value for name, value in node.attributes.items() if name in _OF_GROUP}
    return DrawingNode("g", held, [*parts], node.at)


def _reset_properties(own: Properties, around: Properties) -> Properties:
    """Return the properties by which a marker looks as where it is defined, and not as its path."""
    names = (own.keys() | around.keys()) - {*_NAMES, "paint-order", "font-family"}
    return {
        name: own.get(name, INITIAL_VALUES[name])
        for name in sorted(names)
        if name in INITIAL_VALUES and own.get(name) != around.get(name)
    }


def _paint_by_context(node: DrawingNode, known: Properties) -> DrawingNode:
    """Return a copy in which `context-fill` and `context-stroke` are the paints of the path."""
    paints = {"context-fill": known.get("fill", "#000000"), "context-stroke": known.get("stroke", "none")}
    attributes = {name: paints.get(value, value) for name, value in node.attributes.items() if name != "id"}
    content = [part if isinstance(part, str) else _paint_by_context(part, known) for part in node.content]
    return DrawingNode(node.name, attributes, content, node.at)


def _find_reference(text: str, name: str, box: ViewBox | None) -> float:
    share = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}.get(text)
    if share is None:
        return parse_number(text, name)
    x, y, width, height = box or ViewBox(0.0, 0.0, 0.0, 0.0)
    return x + share * width if name == "refX" else y + share * height


def _fit_point(ratio: str, point: list[float], view_box: str, width: float, height: float) -> tuple[float, float]:
    matrix, _ = fit_view_box(parse_view_box(view_box), 0.0, 0.0, width, height, ratio=ratio)
    return matrix[0] * point[0] + matrix[4], matrix[3] * point[1] + matrix[5]


def _find_angle(orient: str, vertex: Vertex, at_start: bool) -> float:
    if not orient.startswith("auto"):
        for unit, turn in (("deg", 1.0), ("grad", 0.9), ("rad", 57.29577951308232), ("turn", 360.0)):
            if orient.endswith(unit):
                return float(orient.removesuffix(unit)) * turn
        return parse_number(orient, "orient")
    reverse = 180.0 if orient == "auto-start-reverse" and at_start else 0.0
    before, after = vertex.arrives, vertex.leaves
    if before is None or after is None:
        way = before or after
        return (degrees(atan2(way[1], way[0])) if way else 0.0) + reverse
    one, other = degrees(atan2(before[1], before[0])), degrees(atan2(after[1], after[0]))
    if abs(other - one) > 180:
        other += 360 if other < one else -360
    return (one + other) / 2 + reverse


def _list_vertices(segments: tuple[Segment, ...]) -> list[Vertex]:
    """Return the vertices of a path with the directions at each."""
    found: list[Vertex] = []
    start: Vertex | None = None
    for kind, *numbers in segments:
        if kind == "Z" and found and start is None:
            raise DrawingError("a path with markers is closed twice")
        if kind == "M":
            found.append(Vertex(numbers[0], numbers[1]))
            start = found[-1]
            continue
        here = found[-1]
        if kind == "Z":
            assert start is not None
            end = Vertex(start.x, start.y)
            points = [(here.x, here.y), (start.x, start.y)]
        else:
            points = [(here.x, here.y), *zip(numbers[::2], numbers[1::2], strict=True)]
            end = Vertex(*points[-1])
        away, into = _end_directions(points)
        here.leaves = away or here.leaves
        end.arrives = into or here.arrives
        if kind == "Z" and start is not None:
            end.leaves = start.leaves
            if start.arrives is None:
                start.arrives = end.arrives
        found.append(end)
        if kind == "Z":
            start = None
        elif start is None:
            start = here
    return found


def _end_directions(
    points: list[tuple[float, float]],
) -> tuple[tuple[float, float] | None, tuple[float, float] | None]:
    """Return the directions at the beginning and the end of a segment; None for one without length."""
    ways = [(x - points[0][0], y - points[0][1]) for x, y in points[1:]]
    back = [(points[-1][0] - x, points[-1][1] - y) for x, y in points[-2::-1]]
    return next(filter(_is_long, ways), None), next(filter(_is_long, back), None)


def _is_long(way: tuple[float, float]) -> bool:
    return hypot(*way) > 1e-9
