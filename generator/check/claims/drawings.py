"""Claim functions about what is drawn: the named groups of faces and figures, and the paints of colors.

The answers come from the same pictures that go to the sheets, so a claim that holds is true of the paper.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import atan2, degrees
from typing import Any, NamedTuple

from generator.check.analysis.drawing import Drawing, DrawnShape, NamedGroup
from generator.check.claims.calls import Answer
from generator.check.claims.context import ClaimContext, NeedsFiles, PictureSource
from generator.geometry.bounds import box_area
from generator.geometry.types import Box
from generator.language.expressions import ExpressionError
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place
from generator.model.game import Design
from generator.model.paper import Side
from generator.model.picture import Paint, Path, Picture, Text
from generator.safety.limits import run_apart

_DIGITS = 2  # of lengths in mm
_KEPT_DRAWINGS = 64  # that are known with their shapes: claims ask again of each cell or row
_take_apart = lru_cache(_KEPT_DRAWINGS)(Drawing)


class _FoundGroup(NamedTuple):
    """A named group, the drawing that it is in, and the box of its ink."""

    drawing: Drawing
    group: NamedGroup
    box: Box


def drawn(
    world: ClaimContext, part: str, group: str, /, *, side: str = "front", inside: str | None = None, **where: Any
) -> Answer[list[dict[str, Any]]]:
    """Return what the groups of a name look like on the faces of a part, each different face once.

    `inside` keeps those in a group of that name.
    """
    shown = world.get_side(part, side)
    pictures = _require_pictures(world, part)
    owner = world.get_part(part)
    designs: dict[Picture, Design] = {}
    for design in world.pick_designs(part, where):
        designs.setdefault(run_apart(pictures.draw_face, owner, design, shown), design)
    found = [each for face in designs for each in _find_groups(_take_apart(face), group, inside)]
    if not found:
        sides: tuple[Side, ...] = ("front", "back") if owner.back else ("front",)
        every = (run_apart(pictures.draw_face, owner, *each) for each in product(owner.designs, sides))
        locate_name = partial(pictures.locate_undrawn, owner)
        _require_names(map(_take_apart, every), (group, inside), f"no face of {part!r} draws", locate_name)

    def locate() -> Sequence[Place]:
        if not found and (undrawn := pictures.locate_undrawn(owner, group)):
            return [undrawn]
        around = [each for face in designs for each in _find_groups(_take_apart(face), inside or group)]
        for each in (*found, *around):
            design = designs[each.drawing.picture]
            if place := pictures.locate_shape(owner, design, shown, each.group.address):
                return [place]
        return [world.game.place("parts", part, side)]

    return _answer(found, locate)


def drawn_in(
    world: ClaimContext, figure: str, group: str, /, *, inside: str | None = None
) -> Answer[list[dict[str, Any]]]:
    """Return what the groups of a name look like in a figure of the rules; `inside` keeps those in another group."""
    if figure not in world.game.data.figures:
        raise ExpressionError(f"there is no figure {figure!r}{did_you_mean(figure, world.game.data.figures)}")
    if world.pictures is None:
        raise NeedsFiles
    pictures = world.pictures
    drawing = _take_apart(run_apart(pictures.draw_figure, figure))
    found = list(_find_groups(drawing, group, inside))
    if not found:
        _require_names([drawing], (group, inside), f"the figure {figure!r} does not draw")
    return _answer(found, lambda: [pictures.locate_in_figure(figure, group if found or not inside else inside)])


def paint(world: ClaimContext, role: str, /) -> Answer[str]:
    """Return the paint of a color role, such as #d04a35."""
    if role not in world.game.colors:
        raise ExpressionError(f"there is no color {role!r}{did_you_mean(role, world.game.colors)}")
    found = world.game.colors[role].paint.lower()
    return Answer(found, lambda: [world.game.place("colors", role)])


def _require_pictures(world: ClaimContext, part: str) -> PictureSource:
    """Return the pictures of the faces (NeedsFiles); ExpressionError for a part that is not printed."""
    if not world.get_part(part).is_printed:
        raise ExpressionError(f"{part!r} is not printed (`print: false`), so nothing of it is drawn")
    if world.pictures is None:
        raise NeedsFiles
    world.require_sheets(part)
    return world.pictures


def _require_names(
    drawings: Iterable[Drawing],
    names: Iterable[str | None],
    who: str,
    locate: Callable[[str], Place | None] = lambda _name: None,
) -> None:
    """Raise ExpressionError for the name of a group that none of the drawings has: nothing would ever be found."""
    left, known = {name for name in names if name}, dict[str, None]()
    for drawing in drawings:
        known |= dict.fromkeys(each.group.name for each in _find_groups(drawing))
        left = {name for name in left if not any(_is_of(each, name) for each in known)}
        if not left:
            return
    name = min(left)
    raise ExpressionError(f"{who} a group {name!r}{did_you_mean(name, known)}", locate(name))


def _find_groups(drawing: Drawing, name: str = "", inside: str | None = None) -> Iterator[_FoundGroup]:
    for group in drawing.groups:
        is_inside = inside is None or any(_is_of(each, inside) for each in group.inside)
        if is_inside and _is_of(group.name, name) and (box := drawing.box_of(group)):
            yield _FoundGroup(drawing, group, box)


def _is_of(name: str, asked: str) -> bool:
    """Return whether a group has a name, or one that begins with it and a dot; any group if no name is asked for."""
    return name == asked or name.startswith(f"{asked}.") or not asked


def _answer(found: Sequence[_FoundGroup], locate: Callable[[], Sequence[Place]]) -> Answer[list[dict[str, Any]]]:
    looks = [_describe_group(each) for each in found]
    return Answer(looks, locate, prints=False, declared=False, draws=True, told=len(looks))


def _describe_group(found: _FoundGroup) -> dict[str, Any]:
    """Return where a group is and how it looks; mm from the top left of the trim, degrees clockwise."""
    drawing, group, (x, y, right, bottom) = found
    shapes = drawing.shapes[group.first : group.end]
    place = {"x": (x + right) / 2, "y": (y + bottom) / 2, "width": right - x, "height": bottom - y}
    turn = degrees(atan2(group.matrix[1], group.matrix[0])) % 360
    return {
        "name": group.name,
        "words": " ".join(each.shape.text for each in shapes if isinstance(each.shape, Text)),
        **{key: round(value, _DIGITS) for key, value in place.items()},
        "turn": round(turn, _DIGITS) % 360,
        "shapes": len(shapes),
        "fill": _find_fill(shapes),
        **_describe_line(shapes),
    }


def _find_fill(shapes: Sequence[DrawnShape]) -> str | None:
    """Return the paint of the largest filled shape that is no text; none if nothing is filled, or with a gradient."""
    filled = [(each.box, each.shape.paint.fill) for each in shapes if isinstance(each.shape, Path) and each.box]
    inked = [(box_area(box), fill) for box, fill in filled if fill is not None]
    fill = max(inked, key=lambda each: each[0])[1] if inked else None
    return fill.lower() if isinstance(fill, str) else None


def _describe_line(shapes: Sequence[DrawnShape]) -> dict[str, Any]:
    """Return the paint and the style of the line that is drawn last; none if no shape has a line."""
    paints = [each.shape.paint for each in shapes if isinstance(each.shape, Path) and each.shape.paint.stroke]
    last = paints[-1] if paints else None
    if last is None or last.stroke is None:
        return {"line": None, "style": None}
    return {"line": last.stroke.lower(), "style": _name_style(last)}


def _name_style(paint: Paint) -> str:
    """Return whether a line is solid, dashed or dotted; a dot is at most as long as the line is wide."""
    if not paint.dash:
        return "solid"
    length = paint.dash[0] + (paint.width if paint.cap != "butt" else 0)
    return "dotted" if length <= 1.05 * paint.width else "dashed"
