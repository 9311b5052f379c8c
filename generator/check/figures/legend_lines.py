"""Check that the line from an entry of a figure's legend leads to the sign that it explains (GF182)."""

import re
from collections.abc import Iterator
from math import hypot

from generator.check.analysis.drawing import Drawing
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.check.figures.template_words import FigureTemplate
from generator.check.paper.arrowheads import list_lines
from generator.geometry.types import Box, Point
from generator.model.finding import Finding, Place

_LEGEND, _ICON = "legend.", "icon."
_NEAR = 2.0  # mm from the end of a line to the sign
_CALL = re.compile(r"(?m)^[ \t]*+(?P<call>\{\{-?\s*+\w[\w.]*+\()")


def check_legend_lines(scene: FigureScene, drawing: Drawing, template: FigureTemplate) -> Iterator[Finding]:
    """Report the line of a legend's entry that ends beside the signs of its name, if the figure draws any."""
    for group in drawing.groups:
        name = group.name.removeprefix(_LEGEND)
        if name == group.name:
            continue
        inner = range(group.first, group.end)
        signs = [each for each in drawing.groups if each.name == f"{_ICON}{name}" and each.first not in inner]
        boxes = [box for each in signs if (box := drawing.box_of(each))]
        ends = [end for n in inner for line in list_lines(drawing.shapes[n]) for end in (line[0], line[-1])]
        if boxes and ends and min(_measure_gap(end, box) for end in ends for box in boxes) > _NEAR:
            says = f"the line from the words about {name!r} does not lead to it"
            yield report(scene, _locate_line(template, group.name), says, fix="move its end to the sign")


def _measure_gap(end: Point, box: Box) -> float:
    """Return the distance from a point to a box, mm."""
    across, down = (max(box[n] - end[n], end[n] - box[n + 2], 0.0) for n in (0, 1))
    return hypot(across, down)


def _locate_line(template: FigureTemplate, name: str) -> Place:
    """Return the call of a macro in the group of an entry, else the group."""
    at = max(template.source.find(name), 0)
    call = _CALL.search(template.source, at, template.source.find(_LEGEND, at + len(name)) + 1 or len(template.source))
    return template.locate(call.start("call") if call else at)
