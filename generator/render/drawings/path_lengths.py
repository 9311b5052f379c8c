"""Scale dashes by `pathLength`, the length that the author of a path says that it has (SVG 2, 9.6.1)."""

from collections.abc import Mapping

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.scopes import Properties
from generator.render.drawings.text_paths import MeasuredPath
from generator.render.drawings.units import format_length
from generator.render.svg.attribute_values import parse_number, parse_numbers
from generator.render.svg.attributes import SHAPES
from generator.render.svg.path_segments import shape_segments


def apply_path_lengths(root: DrawingNode, inherited: Mapping[int, Properties]) -> None:
    """Write the dashes of shapes with a `pathLength` in user units, and drop it."""
    nodes = [node for node in root.walk() if "pathLength" in node.attributes and node.name in SHAPES]
    if not nodes:
        return
    followed = {node.reference() for node in root.walk() if node.name == "textPath"}
    for node in nodes:
        if node.attributes.get("id") in followed:
            raise DrawingError(
                "text runs along a path with a pathLength, which is not in the profile; drop it", node.at
            )
        _scale_dashes(node, inherited.get(id(node), {}))


def _scale_dashes(node: DrawingNode, known: Properties) -> None:
    said = parse_number(node.attributes.pop("pathLength"), "pathLength")
    dashes = known.get("stroke-dasharray", "none")
    if dashes == "none":
        return
    if said <= 0:
        raise DrawingError("the pathLength of a dashed line is not above zero", node.at)
    scale = MeasuredPath(shape_segments(node.name, node.attributes)).length / said
    lengths = [value * scale for value in parse_numbers(dashes, "stroke-dasharray")]
    node.attributes["stroke-dasharray"] = " ".join(map(format_length, lengths))
    offset = parse_number(known.get("stroke-dashoffset", "0"), "stroke-dashoffset")
    node.attributes["stroke-dashoffset"] = format_length(offset * scale)
