"""Check that text keeps its distance from cuts, folds and tabs; lengths in mm."""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import reduce

from msgspec import structs

from generator.fonts.shaping import text_run_corners
from generator.geometry.bounds import box_contains, box_corners, box_middle, boxes_overlap
from generator.geometry.clearance import explain_net_breach, explain_outline_breach, flatten_loops
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.polygon import shared_area
from generator.geometry.tolerances import SLIVER_AREA
from generator.geometry.types import Box, Outline, Points
from generator.model.finding import DrawingError
from generator.model.net import Net
from generator.model.picture import Group, Shape, Text
from generator.render.bounds import text_bounds
from generator.render.text_fitting import shorten_text

ShapePlaces = Mapping[Shape, str]


def check_safe_zone(
    shapes: tuple[Shape, ...], outline: Outline, safe: float, places: ShapePlaces, but: Container[Shape] = frozenset()
) -> None:
    """Raise DrawingError (GF209) for text outside the safe zone of the trim; skip the groups in `but`."""
    right_edge, bottom_edge = outline.width - safe, outline.height - safe
    for text, matrix in walk_texts(shapes, IDENTITY, but):
        if (
            matrix is IDENTITY
            and outline.shape == "rect"
            and text.x >= safe
            and text.x + text.width <= right_edge
            and text.y - text.size * text.font.ascent >= safe
            and text.y - text.size * text.font.descent <= bottom_edge
        ):
            continue  # the font's ascent and descent are inside: no need to look at each letter
        if says := explain_outline_breach(text_run_corners(text, matrix), outline, safe):
            _refuse_lost_text(shapes, text, matrix, (0.0, 0.0, outline.width, outline.height), places)
            _refuse_text(text, says, places)


def check_section_safe_zones(
    shapes: tuple[Shape, ...], sections: Sequence[Points], safe: float, places: ShapePlaces
) -> None:
    """Raise DrawingError (GF209) for text outside the safe zone of the one section that it touches."""
    for text, matrix in walk_texts(shapes, IDENTITY):
        touched = find_touched(text, matrix, sections)
        if len(touched) == 1:
            corners, loops = text_run_corners(text, matrix), (sections[touched[0]],)
            _refuse_text(text, explain_net_breach(corners, folds=(), tabs=(), loops=loops, safe=safe), places)


def find_touched(text: Text, matrix: Matrix, sections: Sequence[Points]) -> list[int]:
    """Return the numbers of the sections that the box of a text reaches into."""
    box = box_corners(text_bounds(text, matrix))
    return [number for number, corners in enumerate(sections) if shared_area(corners, box) > SLIVER_AREA]


def check_net_safe_zone(shapes: tuple[Shape, ...], net: Net, safe: float, places: ShapePlaces) -> None:
    """Raise DrawingError (GF209) for text on a fold or tab, or too near to the cut of a net."""
    loops = tuple(flatten_loops(net.cut))
    for text, matrix in walk_texts(shapes, IDENTITY):
        _refuse_text(text, explain_net_breach(text_run_corners(text, matrix), net.folds, net.tabs, loops, safe), places)


def drop_distant_texts(
    shapes: tuple[Shape, ...], page: Box, matrix: Matrix = IDENTITY
) -> tuple[tuple[Shape, ...], Sequence[Text]]:
    """Return shapes without the texts that lie wholly off a page, its left, top, right and bottom, and those texts.

    A text in a group with a name stays: it is what the group is to show.
    """
    kept: list[Shape] = []
    dropped: list[Text] = []
    for shape in shapes:
        if isinstance(shape, Text) and not boxes_overlap(text_bounds(shape, matrix), page):
            dropped.append(shape)
            continue
        if isinstance(shape, Group) and not shape.name:
            inner, found = drop_distant_texts(shape.shapes, page, multiply_matrices(matrix, shape.matrix))
            dropped += found
            shape = structs.replace(shape, shapes=inner) if found else shape
        kept.append(shape)
    return tuple(kept), dropped


def describe_distant_text(text: Text) -> str:
    """Return what is said (GF215) about a text that lies off the page."""
    return f"the text {shorten_text(text.text)!r} is entirely off the page, so it is not printed; delete it, or move it"


def _refuse_text(text: Text, says: str, places: ShapePlaces) -> None:
    """Raise DrawingError (GF209) for a text if `says` tells what is wrong with it."""
    if says:
        remedy = "make it shorter or smaller, break it into lines with fit(), or move it"
        says = f"the text {shorten_text(text.text)!r} {says}; {remedy}"
        raise DrawingError(says, places.get(text, ""), "GF209", text.text, text.text)


def _refuse_lost_text(shapes: tuple[Shape, ...], text: Text, matrix: Matrix, trim: Box, places: ShapePlaces) -> None:
    """Raise DrawingError (GF209) for a text wholly outside the trim if the transform of a group took it there."""
    if boxes_overlap(text_bounds(text, matrix), trim):
        return
    groups = _find_groups_around(shapes, text, matrix, IDENTITY) or []
    for number, group in reversed([*enumerate(groups)]):
        others = [other.matrix for at, other in enumerate(groups) if at != number]
        box = text_bounds(text, reduce(multiply_matrices, others, IDENTITY))
        if group.matrix[:4] != IDENTITY[:4] and box_contains(trim, box):
            x, y = box_middle(trim)
            says = (
                f"the text {shorten_text(text.text)!r} lies wholly outside the trim: the transform of this group takes"
                f" it there; turn it about a point inside, such as the middle, {x:g} {y:g}, or move it back"
            )
            raise DrawingError(says, places.get(group, ""), "GF209", text.text, text.text)


def _find_groups_around(shapes: tuple[Shape, ...], text: Text, at: Matrix, outer: Matrix) -> list[Group] | None:
    """Return the groups around a text that is drawn at a matrix, outermost first; None if it is not in the shapes."""
    for shape in shapes:
        if shape is text and outer == at:
            return []
        if isinstance(shape, Group):
            inside = _find_groups_around(shape.shapes, text, at, multiply_matrices(outer, shape.matrix))
            if inside is not None:
                return [shape, *inside]
    return None


def walk_texts(
    shapes: tuple[Shape, ...], matrix: Matrix, but: Container[Shape] = frozenset()
) -> Iterator[tuple[Text, Matrix]]:
    """Yield each text with the matrix from its coordinates to those of the picture; skip the groups in `but`."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape, matrix
        elif isinstance(shape, Group) and shape not in but:
            yield from walk_texts(shape.shapes, multiply_matrices(matrix, shape.matrix), but)
