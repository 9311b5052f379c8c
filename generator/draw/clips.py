"""A clipPath and what it cuts go in, the region that stays comes out (SVG 1.1, 14.3)."""

from collections.abc import Callable, Mapping

from generator.draw.attributes import KNOWN, SHAPES, href
from generator.draw.bounds import of_shapes
from generator.draw.elements import Element
from generator.draw.errors import PictureError
from generator.draw.groups import path_of
from generator.draw.style import Own, Style, declarations, resolve
from generator.draw.transform import parse
from generator.model.picture import IDENTITY, Clip, Matrix, Shape, multiply


def clip_of(
    target: Element,
    ids: Mapping[str, Element],
    shapes: tuple[Shape, ...],
    draw: Callable[[Element, Style], tuple[Shape, ...]],
) -> Clip:
    """Return the clip; it holds no segments where nothing stays."""
    inner, own, geometry = resolve(declarations(target), Style(), KNOWN["clipPath"], "clipPath")
    if own != Own():
        raise PictureError("a clipPath can not have an opacity, a clip or a display of its own", target.at)
    child = _child(target)
    declared = declarations(child)
    if "opacity" in declared or "display" in declared or "visibility" in declared:
        raise PictureError("a shape in a clipPath can not have an opacity, a visibility or a display", child.at)
    matrix = _matrix(target, geometry, shapes)
    paths = list(path_of(draw(child, inner), matrix, child))
    if len(paths) > 1:
        raise PictureError("a clipPath holds one shape and nothing else", target.at)
    return Clip(paths[0] if paths else (), _rule(child, inner, ids, 0) == "evenodd")


def _child(target: Element) -> Element:
    found = [part for part in target.content if isinstance(part, Element) and part.name not in ("title", "desc")]
    if len(found) != 1:
        raise PictureError("a clipPath holds one shape and nothing else", target.at)
    if found[0].name not in SHAPES | {"use"}:
        raise PictureError(f"<{found[0].name}> inside <clipPath> is not in the profile", found[0].at)
    return found[0]


def _matrix(target: Element, geometry: dict[str, str], shapes: tuple[Shape, ...]) -> Matrix:
    matrix = parse(geometry.get("transform", ""))
    units = geometry.get("clipPathUnits", "userSpaceOnUse")
    if units == "objectBoundingBox" and (box := of_shapes(shapes, IDENTITY)):
        return multiply((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
    if units != "userSpaceOnUse":
        raise PictureError(f"clipPathUnits={units!r} is not known, or clips nothing", target.at)
    return matrix


def _rule(child: Element, style: Style, ids: Mapping[str, Element], depth: int) -> str:
    """Return the clip-rule of the shape itself, also where it is used from elsewhere."""
    style, _, geometry = resolve(declarations(child), style, KNOWN.get(child.name, frozenset()), child.name)
    used = ids.get(href(geometry).removeprefix("#")) if child.name == "use" and depth < 50 else None
    return _rule(used, style, ids, depth + 1) if used is not None else style.clip_rule
