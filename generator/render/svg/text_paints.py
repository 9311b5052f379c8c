"""Draw texts that are filled or stroked with gradients and patterns: the paint is seen through their letters.

What is found and copied in the finished files is one text in one color. It is the fill or the stroke that has a plain
color, or else it lies below what is seen, so that nothing may be seen through a paint over it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box
from generator.model.picture import Paint, Shape, Text
from generator.render.bounds import em_bounds, shape_bounds
from generator.render.svg.groups import wrap_group
from generator.render.svg.paints import PaintServers, is_reference
from generator.render.svg.style import Style

PaintRun = Callable[[Text, Style], Text]


class _PaintedRuns(NamedTuple):
    """Lines of a text in one paint; the `box` of the whole text is that of their gradients and patterns."""

    runs: tuple[Text, ...]
    style: Style
    box: Box
    paint: PaintRun

    def paint_in(self, plain: Style) -> tuple[Text, ...]:
        """Return the lines in the plain colors of a style."""
        return tuple(self.paint(run, plain) for run in self.runs)


def draw_painted_text(
    pieces: Sequence[tuple[Text, Style]], servers: PaintServers, paint: PaintRun
) -> tuple[Shape, ...]:
    """Return the shapes of a text; `pieces` are its lines and their styles, and `paint` returns one in plain colors."""
    box = shape_bounds([run for run, _ in pieces], IDENTITY, em_bounds)
    shapes: list[Shape] = []
    for _, group in groupby(pieces, key=lambda piece: piece[1][:_OF_PAINT]) if box else ():
        alike = list(group)
        style = alike[0][1]._replace(size=max(style.size for _, style in alike))
        shapes += _draw_runs(_PaintedRuns(tuple(run for run, _ in alike), style, box or _NO_BOX, paint), servers)
    return tuple(shapes)


_NO_BOX = (0.0, 0.0, 0.0, 0.0)
_OF_PAINT = Style._fields.index("family")  # of the fields of a style, those before are how it is painted


def _draw_runs(text: _PaintedRuns, servers: PaintServers) -> Iterator[Shape]:
    style = text.style
    if not is_reference(style.fill) and not is_reference(style.stroke):
        yield from text.paint_in(style)
    elif is_reference(style.fill) and style.stroke is not None and not is_reference(style.stroke):
        runs = text.paint_in(style._replace(fill=None))
        yield from _show_fill(text, servers, False, style.fill_opacity)
        yield from runs
    elif not is_reference(style.fill) and style.fill is not None:
        yield from text.paint_in(style._replace(stroke=None))
        yield from _show_stroke(text, servers, False, style.stroke_opacity)
    else:
        yield from _draw_over_color(text, servers)


def _draw_over_color(text: _PaintedRuns, servers: PaintServers) -> Iterator[Shape]:
    """Yield lines of which no part has a plain color: they lie in one color below what is seen."""
    style = text.style
    below = is_reference(style.fill)
    color = servers.mean_color(str(style.fill if below else style.stroke)[4:], style)
    if color is None:
        return
    plain = style._replace(fill=color if below else None, stroke=None if below else color)
    runs = text.paint_in(plain._replace(fill_opacity=1.0, stroke_opacity=1.0))
    show = _show_fill if below else _show_stroke
    opacity = style.fill_opacity if below else style.stroke_opacity
    yield from wrap_group((*runs, *show(text, servers, True, 1.0)), IDENTITY, None, opacity)
    if below and style.stroke:
        yield from _show_stroke(text, servers, False, style.stroke_opacity)


def _show_fill(text: _PaintedRuns, servers: PaintServers, solid: bool, opacity: float) -> tuple[Shape, ...]:
    white = tuple(replace(run, paint=Paint("#ffffff")) for run in text.runs)
    return servers.paint_through(white, text.box, str(text.style.fill)[4:], text.style, solid, opacity)


def _show_stroke(text: _PaintedRuns, servers: PaintServers, solid: bool, opacity: float) -> tuple[Shape, ...]:
    line = servers.make_line(text.style)
    white = tuple(replace(run, paint=line) for run in text.runs)
    return servers.paint_through(white, text.box, str(text.style.stroke)[4:], text.style, solid, opacity)
