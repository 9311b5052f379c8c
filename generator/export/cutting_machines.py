"""Cutting machines: the registration marks of their sheets, and the lines of a sheet as SVG and DXF; mm."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from io import StringIO
from typing import Literal

import msgspec

from generator.export.cut_lines import LAYERS, CutPath, LayerName
from generator.geometry.path import rectangle_segments
from generator.geometry.types import Point
from generator.model.finding import Place, refuse
from generator.model.paper import Paper
from generator.model.picture import Group, Paint, Path

CLEAR = 12.0  # from the edge of the paper to where sheets of a machine begin: its marks stand outside
_BLACK = Paint(fill="#000000")
_COLORS: Mapping[LayerName, tuple[str, int]] = {  # for SVG, and for DXF by AutoCAD's numbers
    "cuts": ("#ff0000", 1),
    "scores": ("#0000ff", 5),
    "folds": ("#00a000", 3),
    "registration": ("#000000", 7),
}
_MILLIMETERS = 4  # $INSUNITS


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
