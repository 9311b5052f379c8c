"""Check that each piece has the paint of its own player (GF159)."""

from collections.abc import Iterator, Mapping, Sequence

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.model.color import Color, relative_luminance
from generator.model.picture import Image

_PALE, _DARK = 0.9, 0.02  # luminance beyond which a paint is that of the paper or of all lines


def find_foreign_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Report a piece, a cell or a line that shows the paint of another color of its group and not its own (GF159)."""
    for face in pages.faces:
        group = pages.game.parts[face.part.id].for_each
        values = dict.fromkeys(design.values.get(group) for design in face.designs if group)
        owners = [each for each in values if isinstance(each, Color)]
        is_shared = face.side == "back" and len(owners) > 1  # the proof tells of its paint
        for own in () if is_shared else owners:
            faults = list(_compare_paints(face.drawing.shapes, own, pages.game.colors, "the piece"))
            faults = faults or list(_check_panels(face, own, pages.game.colors))
            yield from ((face, fault) for fault in faults)
        yield from ((face, fault) for fault in _check_cells(face, pages.game.colors))
        yield from ((face, fault) for fault in _check_lines(face, pages.game.colors))


def _check_panels(face: Face, own: Color, colors: Mapping[str, Color]) -> Iterator[PageFault]:
    for each in face.drawing.groups:
        if each.name.startswith("face."):
            shapes = face.drawing.shapes[each.first : each.end]
            yield from _compare_paints(shapes, own, colors, f"the face {each.name.removeprefix('face.')!r}")


def _check_cells(face: Face, colors: Mapping[str, Color]) -> Iterator[PageFault]:
    cells = face.part.board.cells if face.part.board else {}
    for each in face.drawing.groups:
        cell = cells.get(each.name.removeprefix("cell.")) if each.name.startswith("cell.") else None
        if cell is not None and cell.color in colors:
            shapes = face.drawing.shapes[each.first : each.end]
            yield from _compare_paints(shapes, colors[cell.color], colors, f"the cell {cell.id!r}")


def _check_lines(face: Face, colors: Mapping[str, Color]) -> Iterator[PageFault]:
    """Yield the lines of a card of paths that have the paint of another color."""
    roles = {line.mark: line.color for line in face.designs[0].lines if line.color in colors}
    for each in face.drawing.groups if face.side == "front" else ():
        if each.name in roles:
            shapes = face.drawing.shapes[each.first : each.end]
            name = each.name.removeprefix("line.")
            yield from _compare_paints(shapes, colors[roles[each.name]], colors, f"the line {name!r}")


def _compare_paints(
    shapes: Sequence[DrawnShape], own: Color, colors: Mapping[str, Color], what: str
) -> Iterator[PageFault]:
    group = own.role.rpartition(".")[0]
    others = {
        color.paint: color
        for color in colors.values()
        if color.role.rpartition(".")[0] == group and color.paint != own.paint
    }
    if not group or not _is_telling(own.paint):
        return
    foreign = None
    for each in shapes:
        if isinstance(each.shape, Image):
            continue
        paint = each.shape.paint
        if own.paint in (paint.fill, paint.stroke):
            return
        if foreign is None:
            foreign = next((each for ink in (paint.fill, paint.stroke) if isinstance(ink, str) and ink in others), None)
    if foreign is not None:
        assert not isinstance(foreign.shape, Image)
        ink = next(ink for ink in (foreign.shape.paint.fill, foreign.shape.paint.stroke) if ink in others)
        text = f"{what} of {own.role!r} has the paint of {others[str(ink)].role!r} instead of its own"
        yield PageFault("GF159", "foreign", text, foreign.address)


def _is_telling(paint: str) -> bool:
    return _DARK < relative_luminance(paint) < _PALE
