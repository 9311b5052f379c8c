"""Draw what `image` places: pixels, and SVG files that are used as images."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from generator.geometry.path import rectangle_segments
from generator.model.picture import Clip, Group, Shape
from generator.pdf.regions import parse_region
from generator.render.svg.attribute_values import (
    Crop,
    ViewBox,
    fit_view_box,
    parse_crop,
    parse_number,
    parse_positive,
)
from generator.render.svg.attributes import href
from generator.render.svg.elements import Document
from generator.render.svg.style import Style
from generator.render.svg.uses import ElementPainter, UsePlacer

if TYPE_CHECKING:
    from generator.render.svg.images import ImageLoader

IMAGE_PREFIX = "image:"  # of the name of an SVG that is used as an image
_PLACE = "xMidYMid"


class ImagePlacer(NamedTuple):
    """Draws images with a painter; finds the loader of images with `image`, and documents with `other`."""

    painter: ElementPainter
    placer: UsePlacer
    image: "Callable[[], ImageLoader]"
    other: Callable[[str], Document]

    def draw_image(self, geometry: dict[str, str]) -> tuple[Shape, ...]:
        """Return the shapes of an image; DrawingError for a fault of it, or of its place."""
        from generator.render.svg import images  # few games have any

        named = href(geometry)
        x, y = parse_number(geometry.get("x", "0"), "x"), parse_number(geometry.get("y", "0"), "y")
        sizes = [parse_positive(geometry[name], name) if name in geometry else None for name in ("width", "height")]
        if images.is_drawing(named):
            return self._draw_svg_image(named, (x, y, sizes[0], sizes[1]), geometry)
        ratio, rendering = _find_fit(geometry), geometry.get("image-rendering", "auto")
        if region := parse_region(named):
            placed = images.place_region(self.image().read_file(region.file), region, (x, y, sizes[0], sizes[1]), ratio)
            return () if placed is None else (placed,)
        if named.startswith("data:"):
            loaded = self.image().load_bytes(images.decode_data_uri(named))
        else:
            loaded = self.image().load_file(named)
        placed = images.place_image(loaded, (x, y, sizes[0], sizes[1]), ratio, rendering)
        return () if placed is None else (placed,)

    def _draw_svg_image(
        self, named: str, box: tuple[float, float, float | None, float | None], geometry: dict[str, str]
    ) -> tuple[Shape, ...]:
        """Draw an SVG that is used as an image: its own styles and ids, cut at the box of the image."""
        from generator.render.svg.images import complete_box

        document = self.other(f"{IMAGE_PREFIX}{named}")
        root = document.root
        wide, high = (parse_number(root.attributes[name], name) for name in ("width", "height"))
        x, y, width, height = complete_box(box, wide, high)
        if not width or not height:
            return ()
        ratio = _find_fit(geometry)
        matrix, _ = fit_view_box(ViewBox(0, 0, wide, high), x, y, width, height, ratio=ratio)
        with self.placer.enter(root, "an SVG image shows itself, or too many others"):
            shapes = self.painter.draw_element(root, self.painter.intern_style(Style()), document)
        placed = self.painter.wrap(Group(shapes, matrix))
        return self.painter.wrap(Group(placed, clip=Clip(rectangle_segments(x, y, width, height))))


def _find_fit(geometry: dict[str, str]) -> str | Crop:
    """Return how an image is fitted into its box; one that is cropped fills it."""
    crop = geometry.get("data-crop", "").strip()
    return parse_crop(crop) if crop else geometry.get("preserveAspectRatio", _PLACE)
