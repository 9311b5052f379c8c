"""Measure how fine the images of a kit's faces are printed."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import hypot

from generator.check.check_context import PlacedPixels
from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box
from generator.model.finding import DataError
from generator.model.picture import Group, Image, Shape
from generator.proof.kit import Kit

_MM = 25.4  # in an inch


def list_placed_images(kit: Kit) -> list[PlacedPixels]:
    """Return the images of all faces, each once, where it is printed coarsest; of one drawn twice on a face, the finer.

    So a bleed that draws the edge of an image out does not count.
    """
    coarsest: dict[str, PlacedPixels] = {}
    for part in kit.parts:
        for design in part.designs:
            for side in ("front", "back") if part.back else ("front",):
                with suppress(DataError):  # which is told where the sheets are drawn
                    shapes = kit.faces.draw_face(part, design, side).shapes
                    for name, dpi in _measure_face(shapes).items():
                        known = coarsest.get(name)
                        if known is None or dpi < known.dpi:
                            coarsest[name] = PlacedPixels(name, dpi, f"{part.id}.{design.id} {side}")
    return list(coarsest.values())


def _measure_face(shapes: Sequence[Shape]) -> dict[str, float]:
    """Return the finest resolution of each image on a face, dpi."""
    found: dict[str, float] = {}
    for image, matrix, _ in walk_images(shapes):
        if image.smooth and (dpi := measure_dpi(image, matrix)):
            found[image.name] = max(dpi, found.get(image.name, 0.0))
    return found


def measure_dpi(image: Image, matrix: Matrix) -> float:
    """Return the resolution of an image on its face, 0 if it has no pixels or no size."""
    a, b, c, d, *_ = matrix
    wide, high = hypot(a, b) * image.width, hypot(c, d) * image.height
    return min(image.pixels[0] / wide, image.pixels[1] / high) * _MM if wide > 0 and high > 0 else 0.0


def walk_images(
    shapes: Sequence[Shape], matrix: Matrix = IDENTITY, box: Box | None = None
) -> Iterator[tuple[Image, Matrix, Box | None]]:
    """Yield the images among some shapes, with the matrix from each to its face, and the box that clips it."""
    for shape in shapes:
        if isinstance(shape, Image):
            yield shape, matrix, box
        elif isinstance(shape, Group):
            inner = multiply_matrices(matrix, shape.matrix)
            own = segment_bounds(shape.clip.segments, inner) if shape.clip else None
            yield from walk_images(shape.shapes, inner, own or box)
