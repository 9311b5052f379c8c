"""Check that faces and cells whose data name a color by a word are painted in it, and not in that of others (GF148)."""

from collections.abc import Iterator, Set

from generator.check.paper.drawing import DrawnShape, plain_paint
from generator.check.paper.face_pages import Face, PageFault
from generator.check.paper.homes import Dwelling, list_dwellings
from generator.geometry.bounds import point_bounds
from generator.language.color_vision import nearest_color_term
from generator.language.color_words import COLOR_TERMS
from generator.model.picture import Image

_GROUND = 0.7  # of the width and of the height of a place: the last shape that fills so much is its ground


def find_exchanged_colors(face: Face) -> Iterator[PageFault]:
    """Yield GF148 for places whose ground has the color that the data of others name, and not their own.

    It is a warning: the word may be that of what stands on the ground.
    """
    places = [(each, words) for each in list_dwellings(face) if len(words := _color_words(each)) == 1]
    known = {word for _, words in places for word in words}
    for each, words in places if len(known) > 1 else ():
        ground = _find_ground(each)
        paint = ground and not isinstance(ground.shape, Image) and plain_paint(ground.shape.paint)
        shown = nearest_color_term(paint) if paint else ""
        if ground and shown in known - words:
            text = f"{each.home.label} ({each.home.sort}) has a {shown} ground, and others are {shown} by their data"
            yield PageFault("GF148", "word", text, ground.address, "warning", where="paint")


def _color_words(place: Dwelling) -> Set[str]:
    sort = place.home.sort
    return {word for word in sort.casefold().split() if word in COLOR_TERMS} if isinstance(sort, str) else set()


def _find_ground(place: Dwelling) -> DrawnShape | None:
    left, top, right, bottom = point_bounds(place.home.outline)
    wide, high = _GROUND * (right - left), _GROUND * (bottom - top)
    filled = [
        each
        for each in place.shapes
        if each.box and each.box[2] - each.box[0] >= wide and each.box[3] - each.box[1] >= high
    ]
    with_fill = [each for each in filled if not isinstance(each.shape, Image) and each.shape.paint.fill is not None]
    return with_fill[-1] if with_fill else None
