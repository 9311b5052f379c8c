"""Draw a picture again with less ink: fills become tints, and what stood out against them still does; lengths in mm.

Large fills, wide strokes and images are grounds; texts, thin lines and small shapes are marks. A ground gets the tint
of its paint, and a dark outline where its edge was seen. A mark keeps its paint if that still stands out against all
that lies round it, and gets a darker one otherwise: white marks on a color become marks of the color on its tint.
`mono` leaves black and a few grays: a gray for each color of a group, and a hatch by its hue for a large fill in a
color that no role has. The tree of shapes stays as it is, so that places found in one are those of the other.
"""

from collections.abc import Mapping, Set

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY
from generator.geometry.path import transform_segments
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.net import LINE_STYLES
from generator.model.picture import Group, Paint, Path, Picture, Shape
from generator.render.ink.conversion import Conversion, InkPlace
from generator.render.ink.grounds import Grounds
from generator.render.ink.paints import InkMode, InkPaints
from generator.render.ink.tints import WHITE, contrast, format_rgb, lighten
from generator.render.request import RenderRequest
from generator.render.trimmed_faces import trim_path

_FRAME_INSET, _FRAME_WIDTH, _FRAME_SHARE = 4.0, 0.5, 0.6
_INKED = 1.25  # contrast with paper of a spot that had ink
_LEAST_FRAMED = 24.0  # the shorter side of a back that has room for a frame


class InkConverter:
    """Converts the pictures of one game."""

    def __init__(self, mode: InkMode, colors: Mapping[str, Color]) -> None:
        self.mode = mode
        self._paints = InkPaints(mode, colors)

    def print_fill(self, paint: str) -> str:
        """Return the paint of a large fill on a front."""
        return self._paints.tint(paint, is_back=False)

    def convert(
        self, picture: Picture, outline: Outline, is_back: bool = False, kept: Set[Shape] = frozenset()
    ) -> Picture:
        """Return a picture with less ink; the shapes `kept` have had their turn already.

        What lies round a shape may differ by chance, and shapes that look alike must keep doing so. So all are asked
        first whether they need an outline, and then all of the same paint and build do what most of them need.
        """
        place = InkPlace(IDENTITY, (), 1.0)
        first = Conversion(self._paints, is_back, kept)
        first.convert_shapes(picture.shapes, place)
        work = Conversion(self._paints, is_back, kept, first)
        shapes = work.convert_shapes(picture.shapes, place)
        if is_back and (frame := self._frame_back(outline, work.grounds)):
            shapes = (*shapes, frame)
        return replace(picture, shapes=shapes)

    def convert_drawing(self, picture: Picture, request: RenderRequest, kept: Set[Shape]) -> Picture:
        """Return what was drawn for a request with less ink.

        Die lines are drawn again, in the ink that stands out on what lies there now.
        """
        if request.net is None:
            return self.convert(picture, request.outline, request.is_back, kept)
        from generator.render.die_lines import draw_die_lines

        art = tuple(shape for shape in picture.shapes if not (isinstance(shape, Group) and shape.name in LINE_STYLES))
        made = self.convert(replace(picture, shapes=art), request.outline, request.is_back, kept)
        return replace(made, shapes=(*made.shapes, *draw_die_lines(request.net, made.shapes)))

    def _frame_back(self, outline: Outline, grounds: Grounds) -> Shape | None:
        """Return a light frame for a back that had color all over; None for a white or a small one."""
        width, height = outline.width, outline.height
        spots = [(width * (x + 0.5) / 9, height * (y + 0.5) / 9) for x in range(9) for y in range(9)]
        inked = [old for old, _ in (grounds.under(*spot) for spot in spots) if contrast(old, WHITE) > _INKED]
        if min(width, height) < _LEAST_FRAMED or len(inked) < len(spots) / 10:
            return None
        darkest = format_rgb(max(inked, key=lambda rgb: contrast(rgb, WHITE)))
        scale = 1 - 2 * _FRAME_INSET / width, 1 - 2 * _FRAME_INSET / height
        inset = scale[0], 0.0, 0.0, scale[1], _FRAME_INSET, _FRAME_INSET
        stroke = lighten(self._paints.tone(darkest), _FRAME_SHARE)
        paint = Paint(fill=None, stroke=stroke, width=_FRAME_WIDTH, join="round")
        return Path(transform_segments(trim_path(outline), inset), paint)
