"""What a machine cuts, scores and folds on a sheet: lines, also as SVG and DXF, and registration marks; mm."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from io import StringIO
from itertools import pairwise
from math import dist, hypot
from typing import Literal, NamedTuple

import msgspec

from generator.geometry.bezier import steps_within
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.path import outline_segments, rectangle_segments, transform_segments
from generator.geometry.regions import flatten_path
from generator.geometry.types import Point, Segment
from generator.model.finding import Place, refuse
from generator.model.game import Design, Part
from generator.model.paper import Paper
from generator.model.picture import Group, Paint, Path

LayerName = Literal["cuts", "scores", "folds", "registration"]
LAYERS: tuple[LayerName, ...] = ("scores", "folds", "cuts", "registration")
CHORD = 0.004  # mm between a curve and its chords: less than half of what the lines are held to
_KEY = 3  # decimals of a corner by which two edges are the same
CLEAR = 12.0  # from the edge of the paper to where sheets of a machine begin: its marks stand outside
_BLACK = Paint(fill="#000000")
_COLORS: Mapping[LayerName, tuple[str, int]] = {  # for SVG, and for DXF by AutoCAD's numbers
    "cuts": ("#ff0000", 1),
    "scores": ("#0000ff", 5),
    "folds": ("#00a000", 3),
    "registration": ("#000000", 7),
}
_MILLIMETERS = 4  # $INSUNITS


class CutPath(NamedTuple):
    """A line on a layer; a closed one ends where it begins."""

    layer: LayerName
    points: tuple[Point, ...]
    is_closed: bool


def trace_cut(part: Part, design: Design, corners: float) -> tuple[Segment, ...]:
    """Return the line that a piece is cut along, in its own coordinates; corners of rectangles are rounded."""
    if design.net is not None:
        return design.net.cut
    return outline_segments(part.trim_of(design), 0.0 if part.board is not None else corners)


def trace_piece(part: Part, design: Design, place: Matrix, corners: float) -> Iterator[CutPath]:
    """Yield the lines of a piece that lies on the paper by a matrix: its folds, then its cuts."""
    for fold in design.net.folds if design.net is not None else ():
        ends = transform_point(place, fold.x1, fold.y1), transform_point(place, fold.x2, fold.y2)
        yield CutPath("scores" if fold.kind == "mountain" else "folds", ends, False)
    yield from flatten_cut(transform_segments(trace_cut(part, design, corners), place))


def flatten_cut(segments: Sequence[Segment]) -> Iterator[CutPath]:
    """Yield the loops of a path as cuts, curves as chords."""
    for points, is_closed in flatten_path(segments, partial(steps_within, chord=CHORD)):
        closes = dist(points[0], points[-1]) < 1e-6
        kept = points[:-1] if closes and len(points) > 2 else points
        yield CutPath("cuts", tuple(kept), is_closed or closes)


def share_edges(paths: Iterable[CutPath]) -> Iterator[CutPath]:
    """Yield the lines without edges that were cut before, as of cards that lie side by side."""
    known: set[tuple[Point, Point]] = set()
    for path in paths:
        if path.layer != "cuts" or not path.is_closed:
            yield path
            continue
        edges = [_key_edge(one, other) for one, other in _edges_of(path)]
        again = [edge in known for edge in edges]
        known.update(edges)
        if not any(again):
            yield path
        else:
            yield from _keep_edges(path, again)


def _edges_of(path: CutPath) -> list[tuple[Point, Point]]:
    return list(zip(path.points, (*path.points[1:], path.points[0]), strict=True))


def _key_edge(one: Point, other: Point) -> tuple[Point, Point]:
    first, last = ((round(x, _KEY) + 0.0, round(y, _KEY) + 0.0) for x, y in (one, other))
    return min(first, last), max(first, last)


def _keep_edges(path: CutPath, again: Sequence[bool]) -> Iterator[CutPath]:
    """Yield the runs of a loop's edges that are new, beginning after one that is not."""
    edges, count = _edges_of(path), len(again)
    start = again.index(True) + 1
    run: list[Point] = []
    for k in (number % count for number in range(start, start + count)):
        if again[k]:
            if run:
                yield CutPath("cuts", tuple(run), False)
            run = []
        else:
            run = run or [edges[k][0]]
            run.append(edges[k][1])


def overcut(path: CutPath, far: float) -> CutPath:
    """Return a closed cut that runs on past its start, so that the blade frees the piece."""
    if not far or not path.is_closed or path.layer != "cuts":
        return path
    points, left = [*path.points, path.points[0]], far
    for one, other in _edges_of(path):
        long = hypot(other[0] - one[0], other[1] - one[1])
        if long >= left:
            part = left / long
            points.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
            break
        points.append(other)
        left -= long
    return CutPath(path.layer, tuple(points), False)


def distance_to_line(point: Point, lines: Sequence[CutPath]) -> float:
    """Return the distance from a point to the nearest of some lines."""
    x, y = point
    best = float("inf")
    for path in lines:
        ends = path.points if not path.is_closed else (*path.points, path.points[0])
        for (x1, y1), (x2, y2) in pairwise(ends):
            dx, dy = x2 - x1, y2 - y1
            along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1.0)))
            best = min(best, hypot(x - x1 - along * dx, y - y1 - along * dy))
    return best


class CuttingMachine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine: its marks, the kind of cut file that its program takes best, and what to do."""

    title: str
    marks: Literal["silhouette", "angles", "none"]
    inset: float
    length: float
    thickness: float
    square: float
    cut: Literal["dxf", "svg"]
    steps: list[str]
    source: str


def parse_machines(text: str) -> dict[str, CuttingMachine]:
    """Return the machines of a file by name."""
    return msgspec.convert(tomllib.loads(text), dict[str, CuttingMachine])


def draw_registration(machine: CuttingMachine, paper: Paper) -> tuple[Group, ...]:
    """Return the marks as one named group."""
    shapes = [Path(rectangle_segments(*box), _BLACK) for box in _list_boxes(machine, paper)]
    return (Group(tuple(shapes), name="registration"),) if shapes else ()


def trace_registration(machine: CuttingMachine, paper: Paper) -> Iterator[CutPath]:
    """Yield the outlines of the marks."""
    for x, y, width, height in _list_boxes(machine, paper):
        corners: tuple[Point, ...] = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        yield CutPath("registration", corners, True)


def _list_boxes(machine: CuttingMachine, paper: Paper) -> Iterator[tuple[float, float, float, float]]:
    """Yield the bars and the square of the marks."""
    near, far, bottom = machine.inset, paper.width - machine.inset, paper.height - machine.inset
    if machine.marks == "none":
        return
    corners = [(far, near, -1, 1), (near, bottom, 1, -1)]
    if machine.marks == "angles":
        corners += [(near, near, 1, 1), (far, bottom, -1, -1)]
    else:
        yield near, near, machine.square, machine.square
    for x, y, right, down in corners:
        for width, height in ((machine.length, machine.thickness), (machine.thickness, machine.length)):
            yield min(x, x + right * width), min(y, y + down * height), width, height


def write_cut_svg(paths: Sequence[CutPath], paper: Paper, title: str) -> str:
    """Return the lines as SVG of the paper's size, each layer as a group of its name."""
    return "\n".join(_draw_svg(paths, paper, title)) + "\n"


def _draw_svg(paths: Sequence[CutPath], paper: Paper, title: str) -> Iterator[str]:
    size = f'width="{paper.width:g}mm" height="{paper.height:g}mm" viewBox="0 0 {paper.width:g} {paper.height:g}"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    yield f'<?xml version="1.0" encoding="utf-8"?>\n<svg {spaces} {size}>'
    yield f"<title>{escape(title, quote=False)}</title>"
    for layer in LAYERS:
        own = [path for path in paths if path.layer == layer]
        if own:
            look = f'fill="none" stroke="{_COLORS[layer][0]}" stroke-width="0.1"'
            yield f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" {look}>'
            yield from (f'<path d="{_format_path(path)}"/>' for path in own)
            yield "</g>"
    yield "</svg>"


def _format_path(path: CutPath) -> str:
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in path.points)
    return f"M {points}{' Z' if path.is_closed else ''}"


def write_cut_dxf(paths: Sequence[CutPath], paper: Paper) -> bytes:
    """Return the lines as DXF (AutoCAD 2000) in mm, y upwards from the lower left of the paper.

    DataError (GF365) if ezdxf is not installed.
    """
    try:
        from ezdxf._options import options
        from ezdxf.filemanagement import new
    except ImportError:
        says = "DXF files need the package ezdxf; install gutterfold[export]"
        raise refuse("GF365", Place("--to"), says) from None
    options.write_fixed_meta_data_for_testing = True  # no clock and no random ids: equal sheets are equal files
    document = new("R2000", units=_MILLIMETERS)
    space = document.modelspace()
    for layer in LAYERS:
        if any(path.layer == layer for path in paths):
            document.layers.add(layer, color=_COLORS[layer][1])
    for path in paths:
        points = [_turn_upwards(point, paper) for point in path.points]
        space.add_lwpolyline(points, close=path.is_closed, dxfattribs={"layer": path.layer})
    out = StringIO()
    document.write(out)
    return out.getvalue().encode(document.output_encoding)


def _turn_upwards(point: Point, paper: Paper) -> Point:
    return round(point[0], 4), round(paper.height - point[1], 4)
