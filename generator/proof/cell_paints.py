"""Find out which colors of the data each cell of a board is painted in, and which mark it has.

The colors of a group get hues that lie far apart, all at once: a shape that changes tells by its hue which color it
has, even if it is a tint or a shade. Then the marks of all colors change places: the shapes that change are the marks.
"""

from collections.abc import Iterator, Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from generator.geometry.clearance import depth_in_polygons
from generator.model.board import Board, Cell
from generator.model.color import Color, to_rgb
from generator.model.facts import CellPaint
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Part
from generator.model.picture import Gradient, Group, Image, Picture, Shape
from generator.proof.unseen_causes import walk_leaves
from generator.render.faces import FaceRenderer
from generator.render.fault_places import locate_place
from generator.render.picture_changes import find_changed_shapes, shape_key
from generator.render.sections import BoxedShape

_PALEST = 15  # of 255 between the channels of a paint: less is gray
_JOIN = "join."
_NEAR_HUE = 0.015  # of a turn: tints and shades keep their hue, except for rounding
Colors = Mapping[str, Color]


def look_at_paints(part: Part, colors: Colors, faces: FaceRenderer) -> list[CellPaint]:
    """Return the colors and the mark that each cell of a board shows; empty if the board cannot be drawn so."""
    if part.board is None or not (roles := _list_roles(part.board, colors)):
        return []
    try:
        before = _draw(part, faces, colors)
        after = _draw(part, faces, _repaint(colors, roles))
        new = _find_new(before, after)
        marked = _exchange_marks(colors, roles)
        drawn = _find_new(_draw(part, faces, marked), before) if marked else []
    except (DrawingError, DataError):
        return []
    shown: dict[str, set[str]] = {}
    marks: dict[str, list[Any]] = {}
    for cell, each in _sort_shapes(part.board, new):
        shown.setdefault(cell.id, set()).update(_roles_of(each.shape, roles))
    for cell, each in _sort_shapes(part.board, drawn):
        marks.setdefault(cell.id, []).append(_outline_of(each.shape))
    cells = [
        CellPaint(cell.id, cell.kind, cell.color, tuple(sorted(shown.get(cell.id, ()))), _hash_marks(marks, cell.id))
        for cell in part.board.cells.values()
    ]
    return [*cells, *_look_at_joins(part.board, after, new, roles)]


def _look_at_joins(
    board: Board, after: Picture, new: Sequence[BoxedShape], roles: Sequence[str]
) -> Iterator[CellPaint]:
    """Yield what the groups of joins show, each with the color of the first of its cells that has one."""
    joins = {f"{_JOIN}{join.one}.{join.other}": join for join in board.joins}
    owners = {id(leaf): name for name, leaf in _walk_named(after.shapes, "") if name in joins}
    shown: dict[str, set[str]] = {}
    for each in new:
        for leaf, _ in walk_leaves((each.shape,), {}):
            if id(leaf) in owners:
                shown.setdefault(owners[id(leaf)], set()).update(_roles_of(leaf, roles))
    for name, found in shown.items():
        ends = (board.cells[cell].color for cell in joins[name][:2])
        yield CellPaint(name, joins[name].kind, next(filter(None, ends), ""), tuple(sorted(found)), "")


def _walk_named(shapes: Sequence[Shape], name: str) -> Iterator[tuple[str, Shape]]:
    """Yield the shapes that are no groups with the name of the group of a join around them."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _walk_named(shape.shapes, shape.name if shape.name.startswith(_JOIN) else name)
        elif name:
            yield name, shape


def locate_paint(part: Part, colors: Colors, faces: FaceRenderer, cell: str, role: str) -> Place | None:
    """Return the tag that paints a cell in a color; that of its mark if no role is given."""
    assert part.board is not None
    roles = _list_roles(part.board, colors)
    other = _repaint(colors, roles) if role else _exchange_marks(colors, roles)
    try:
        before = _draw(part, faces, colors)
        request = faces.request_face(part, part.designs[0], "front", {"colors": other})
        after, places = faces.draw_marked(request)
    except (DrawingError, DataError):
        return None
    found = {id(leaf): at for leaf, at in walk_leaves(after.shapes, places)}
    new = _find_new(before, after)
    of_joins = {id(leaf) for name, leaf in _walk_named(after.shapes, "") if name == cell}
    of_cell = [each for home, each in _sort_shapes(part.board, new) if home.id == cell]
    for each in new if of_joins else of_cell:
        for leaf, _ in walk_leaves((each.shape,), {}):
            if of_joins and id(leaf) not in of_joins:
                continue
            at = found.get(id(leaf))
            if at and (not role or role in _roles_of(leaf, roles)):
                return locate_place(at)
    return None


def _list_roles(board: Board, colors: Colors) -> Sequence[str]:
    """Return the colors of the groups that give cells their color, or their kinds a name."""
    used = {cell.color.rpartition(".")[0] for cell in board.cells.values() if cell.color in colors}
    kinds = {cell.kind for cell in board.cells.values()}
    used |= {role.rpartition(".")[0] for role in colors if role.rpartition(".")[2] in kinds}
    return [role for role in colors if "." in role and role.rpartition(".")[0] in used]


def _find_new(before: Picture, after: Picture) -> Sequence[BoxedShape]:
    """Return the shapes that only the second picture has, leaf by leaf."""
    old = {id(leaf) for leaf, _ in walk_leaves(before.shapes, {})}
    changed = [leaf for each in find_changed_shapes(before, after) for leaf in _walk_boxed(each)]
    return [each for each in changed if any(id(leaf) not in old for leaf, _ in walk_leaves((each.shape,), {}))]


def _draw(part: Part, faces: FaceRenderer, colors: Colors) -> Picture:
    request = faces.request_face(part, part.designs[0], "front", {"colors": colors})
    return faces.draw_text(faces.render_text(request), request)


def _repaint(colors: Colors, roles: Sequence[str]) -> Colors:
    """Return the colors with hues for some roles that lie as far apart as can be."""
    hues = {role: number / len(roles) for number, role in enumerate(roles)}
    return {**colors, **{role: replace(colors[role], paint=_paint_of(hue)) for role, hue in hues.items()}}


def _paint_of(hue: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in hls_to_rgb(hue, 0.45, 0.9))


def _exchange_marks(colors: Colors, roles: Sequence[str]) -> Colors:
    """Return the colors with each mark in the place of the one before; empty if there are not two."""
    marks = list(dict.fromkeys(colors[role].mark for role in roles if colors[role].mark))
    if len(marks) < 2:
        return {}
    after = dict(zip(marks, [*marks[1:], marks[0]], strict=True))
    return {
        **colors,
        **{role: replace(colors[role], mark=after[colors[role].mark]) for role in roles if colors[role].mark},
    }


def _sort_shapes(board: Board, changed: Sequence[BoxedShape]) -> Iterator[tuple[Cell, BoxedShape]]:
    """Yield the changed shapes whose middle lies in a cell."""
    boxes = [(cell, *cell.box) for cell in board.cells.values()]
    for each in changed:
        left, top, right, bottom = each.box
        x, y = (left + right) / 2, (top + bottom) / 2
        for cell, west, north, east, south in boxes:
            if west < x < east and north < y < south and depth_in_polygons((cell.board_points,), x, y) > 0:
                yield cell, each


def _walk_boxed(each: BoxedShape) -> Iterator[BoxedShape]:
    if not each.inner:
        yield each
    for inner in each.inner:
        yield from _walk_boxed(inner)


def _roles_of(shape: Shape, roles: Sequence[str]) -> Iterator[str]:
    """Yield the roles whose hues a shape is painted in."""
    for leaf, _ in walk_leaves((shape,), {}):
        if isinstance(leaf, Image):
            continue
        for ink in (leaf.paint.fill, leaf.paint.stroke):  # type: ignore[union-attr]
            if ink is not None and not isinstance(ink, Gradient) and (role := _role_of(ink, roles)):
                yield role


def _role_of(ink: str, roles: Sequence[str]) -> str:
    channels = to_rgb(ink)
    if max(channels) - min(channels) < _PALEST:
        return ""
    at = rgb_to_hls(*(channel / 255 for channel in channels))[0] * len(roles)
    return roles[round(at) % len(roles)] if abs(at - round(at)) < _NEAR_HUE * len(roles) else ""


def _outline_of(shape: Shape) -> Any:
    return [shape_key(leaf)[:2] for leaf, _ in walk_leaves((shape,), {})]


def _hash_marks(marks: Mapping[str, Any], cell: str) -> str:
    return sha256(repr(marks[cell]).encode()).hexdigest()[:16] if cell in marks else ""
