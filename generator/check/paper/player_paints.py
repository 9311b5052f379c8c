"""Check the paints of colors: those of a group are told apart, and each piece has its own player's (GF159)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import dist

from generator.check.paper.drawing import DrawnShape
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.model.color import Color, relative_luminance, to_rgb
from generator.model.finding import Finding
from generator.model.game import Game
from generator.model.picture import Image

_SAME, _NEAR = 3.0, 8.0  # CIE 1976 color difference: 2.3 is just noticed side by side; across a table, eight is little
_WHITE = 0.9505, 1.0, 1.0890  # of D65
_PALE, _DARK = 0.9, 0.02  # luminance beyond which a paint is that of the paper or of all lines


def check_group_paints(game: Game) -> Iterator[Finding]:
    """Yield GF159 for two colors of a group whose paints cannot be told apart, unless all of the group have one paint.

    A group in one paint is told apart by its marks.
    """
    for colors in _group_colors(game.colors).values():
        if len({color.paint for color in colors}) == 1 and len(colors) > 2:
            continue
        for one, other in combinations(colors, 2):
            far = color_difference(one.paint, other.paint)
            if far >= _NEAR:
                continue
            says = f"{other.role!r} is printed in {other.paint}, and {one.role!r} in {one.paint}"
            if far < _SAME:
                text = f"{says}: they cannot be told apart"
                yield Finding("GF159", game.place("colors", other.role, "paint"), text)
            else:
                text = f"{says}: they are hard to tell apart (a color difference of {far:.1f}; {_NEAR:g} is little)"
                yield Finding("GF159", game.place("colors", other.role, "paint"), text, "warning")


def _group_colors(colors: Mapping[str, Color]) -> Mapping[str, list[Color]]:
    groups: dict[str, list[Color]] = defaultdict(list)
    for role, color in colors.items():
        if "." in role:
            groups[role.rpartition(".")[0]].append(color)
    return groups


def color_difference(paint: str, other: str) -> float:
    """Return the CIE 1976 difference of two paints, the distance in L*a*b*."""
    return dist(_to_lab(paint), _to_lab(other))


def _to_lab(paint: str) -> tuple[float, float, float]:
    """Return L*, a* and b* of a paint (IEC 61966-2-1 and CIE 15)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _shares(paint))
    x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    fx, fy, fz = (_lightness(value / white) for value, white in zip((x, y, z), _WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _shares(paint: str) -> Iterator[float]:
    return (channel / 255 for channel in to_rgb(paint))


def _lightness(share: float) -> float:
    return share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116


def find_foreign_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield GF159 for a piece, or a cell, that shows the paint of another color of its group and not its own."""
    for face in pages.faces:
        group = pages.game.parts[face.part.id].for_each
        for own in dict.fromkeys(design.values.get(group) for design in face.designs if group):
            if isinstance(own, Color):
                faults = list(_compare_paints(face.drawing.shapes, own, pages.game.colors, "the piece"))
                faults = faults or list(_check_panels(face, own, pages.game.colors))
                yield from ((face, fault) for fault in faults)
        yield from ((face, fault) for fault in _check_cells(face, pages.game.colors))


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
        text = f"{what} of {own.role!r} has the paint of {others[str(ink)].role!r} and not its own"
        yield PageFault("GF159", "foreign", text, foreign.address)


def _is_telling(paint: str) -> bool:
    return _DARK < relative_luminance(paint) < _PALE
