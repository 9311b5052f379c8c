"""Write the lines of a sheet for cutting machines: as SVG, and as DXF, each layer by its name."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from io import StringIO

from generator.export.cut_lines import LAYERS, CutPath, LayerName
from generator.geometry.types import Point
from generator.model.finding import Place, refuse
from generator.model.paper import Paper

_COLORS: Mapping[LayerName, tuple[str, int]] = {  # for SVG, and for DXF by AutoCAD's numbers
    "cuts": ("#ff0000", 1),
    "scores": ("#0000ff", 5),
    "folds": ("#00a000", 3),
    "registration": ("#000000", 7),
}
_MILLIMETERS = 4  # $INSUNITS


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
