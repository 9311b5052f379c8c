"""Draw texts that are filled or stroked with gradients and patterns: the paint is seen through their letters.

What is found and copied in the finished files is one text in one color. It is the fill or the stroke that has a plain
color, or else it lies below what is seen, so that nothing may be seen through a paint over it.
"""

from collections.abc import Callable

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box
from generator.model.picture import Paint, Shape, Text
from generator.render.svg.groups import wrap_group
from generator.render.svg.paints import PaintServers, is_reference
from generator.render.svg.style import Style

LayOut = Callable[[Style], tuple[Text, ...]]


def draw_painted_text(style: Style, lay_out: LayOut, servers: PaintServers) -> tuple[Shape, ...]:
    """Return the shapes of a text; `lay_out` returns its lines in a style of plain colors."""
    if is_reference(style.fill) and style.stroke is not None and not is_reference(style.stroke):
        runs = lay_out(style._replace(fill=None))
        return *_show_fill(runs, style, servers, False, style.fill_opacity), *runs
    if not is_reference(style.fill) and style.fill is not None:
        runs = lay_out(style._replace(stroke=None))
        return *runs, *_show_stroke(runs, style, servers, False, style.stroke_opacity)
    below = is_reference(style.fill)
    name = str(style.fill if below else style.stroke)[4:]
    color = servers.mean_color(name, style)
    if color is None:
        return ()
    plain = style._replace(fill=color if below else None, stroke=None if below else color)
    runs = lay_out(plain._replace(fill_opacity=1.0, stroke_opacity=1.0))
    show = _show_fill if below else _show_stroke
    opacity = style.fill_opacity if below else style.stroke_opacity
    seen = wrap_group((*runs, *show(runs, style, servers, True, 1.0)), IDENTITY, None, opacity)
    over = _show_stroke(runs, style, servers, False, style.stroke_opacity) if below and style.stroke else ()
    return *seen, *over


def _show_fill(
    runs: tuple[Text, ...], style: Style, servers: PaintServers, solid: bool, opacity: float
) -> tuple[Shape, ...]:
    white = tuple(replace(run, paint=Paint("#ffffff")) for run in runs)
    box = _find_em_box(runs)
    return servers.paint_through(white, box, str(style.fill)[4:], style, solid, opacity) if box else ()


def _show_stroke(
    runs: tuple[Text, ...], style: Style, servers: PaintServers, solid: bool, opacity: float
) -> tuple[Shape, ...]:
    line = servers.make_line(style)
    white = tuple(replace(run, paint=line) for run in runs)
    box = _find_em_box(runs)
    return servers.paint_through(white, box, str(style.stroke)[4:], style, solid, opacity) if box else ()


def _find_em_box(runs: tuple[Text, ...]) -> Box | None:
    """Return the box around lines from their ascent to their descent, which is that of a text (SVG 2, 8.10)."""
    if not runs:
        return None
    left, right = min(run.x for run in runs), max(run.x + run.width for run in runs)
    tops = (run.y - run.font.ascent * run.size for run in runs)
    bottoms = (run.y - run.font.descent * run.size for run in runs)
    return left, min(tops), right, max(bottoms)
