"""Draw what is placed: `use`, symbols, nested svg elements, images, and faces in figures (SVG 1.1, chapter 5)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.geometry.tolerances import DEGENERATE
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Group, Shape
from generator.pdf.regions import parse_region
from generator.render.bounds import shape_bounds
from generator.render.svg.attribute_values import (
    Crop,
    ViewBox,
    check_reach,
    fit_view_box,
    parse_crop,
    parse_number,
    parse_positive,
    parse_view_box,
)
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES, href, required_box
from generator.render.svg.elements import Document, Element
from generator.render.svg.groups import check_no_content, count_shapes
from generator.render.svg.path_segments import viewport_in_user_space
from generator.render.svg.style import OwnProperties, Style, read_declarations, resolve_properties

if TYPE_CHECKING:
    from generator.render.svg.images import ImageLoader

if TYPE_CHECKING:
    from generator.render.trimmed_faces import TrimmedFace

# The bounds of a face, a page or a figure. A detailed board has some 5,000 shapes; viewers need seconds for 50,000.
MOST_SHAPES = 50_000
DEEP = 100  # groups in one another; the parser allows as many elements
_FACE = "face:"
_USES = 10_000  # `use` elements, and shapes that one of them draws
_USE_DEPTH = 50


class ElementPainter(Protocol):
    """Draws elements, and groups what they draw."""

    def draw_element(self, element: Element, style: Style, document: Document) -> tuple[Shape, ...]:
        """Return the shapes of an element."""

    def draw_children(self, element: Element, style: Style, document: Document) -> tuple[Shape, ...]:
        """Return the shapes of what is in an element."""

    def intern_style(self, style: Style) -> Style:
        """Return the one style that is equal to this one."""

    def wrap(self, group: Group) -> tuple[Shape, ...]:
        """Return a group, or its shapes if they need none."""


class UsePlacer:
    """Draws what `use` and viewports place, and counts it: a few elements could refer to millions of shapes."""

    def __init__(
        self,
        painter: ElementPainter,
        other: Callable[[str], Document],
        face: "Callable[[str], TrimmedFace] | None",
    ) -> None:
        self._painter, self._other, self._face = painter, other, face
        self._uses: list[Element] = []
        self._count = self._used_shapes = 0

    def begin_drawing(self) -> None:
        """Count from zero."""
        self._count = self._used_shapes = 0

    @contextmanager
    def enter(self, target: Element, says: str) -> Iterator[None]:
        """Draw an element that something refers to; DrawingError if it is being drawn already, or too deep."""
        if target in self._uses or len(self._uses) >= _USE_DEPTH:
            raise DrawingError(says, target.at)
        self._uses.append(target)
        try:
            yield
        finally:
            self._uses.pop()

    def draw_use(
        self, element: Element, style: Style, geometry: dict[str, str], document: Document
    ) -> tuple[Shape, ...]:
        """Return what a `use` draws; DrawingError if there is no such thing, or too much of it."""
        check_no_content(element)
        named = href(geometry)
        if named.startswith(_FACE):
            return self._draw_face(named.removeprefix(_FACE), geometry)
        file, hash_, name = named.partition("#")
        if not name if hash_ else not file.endswith(".svg"):
            raise DrawingError(f"<use> refers to {named!r}, which is neither #id nor file.svg#id nor file.svg")
        source = self._other(file) if file else document
        if hash_ and name not in source.ids:
            from generator.language.suggestions import did_you_mean

            where = file or "this file"
            says = f"<use> refers to #{name}, which is not in {where}{did_you_mean(name, source.ids)}"
            raise DrawingError(says, "", "GF201", name)
        target = source.ids[name] if hash_ else source.root
        self._count += 1
        says = f"<use> of {named} refers to itself, or to too many elements"
        if self._count > _USES:
            raise DrawingError(says)
        with self.enter(target, says):
            shapes = self._draw_use_target(target, style, geometry, source)
        count = count_shapes(shapes, _USES, DEEP)
        if count > _USES:
            raise DrawingError(f"<use> of #{name} draws more than {_USES} shapes, or groups more than {DEEP} deep")
        self._used_shapes += count
        if self._used_shapes > MOST_SHAPES:
            raise DrawingError(f"<use> of #{name} and those before it draw more than {MOST_SHAPES:,} shapes")
        return shapes

    def _draw_face(self, name: str, geometry: dict[str, str]) -> tuple[Shape, ...]:
        """Draw a face of the kit as large as possible, centered in the box of the use."""
        if self._face is None:
            raise DrawingError(f"<use> refers to {_FACE}{name}: only a figure of the rules can show a face")
        x, y, width, height = required_box(geometry, "use")
        face = self._face(name)
        matrix = fit_view_box(ViewBox(*face.box), x, y, width, height, ratio="xMidYMid")[0]
        return self._painter.wrap(Group((face.group,), matrix)) if width and height else ()

    def _draw_use_target(
        self, target: Element, style: Style, geometry: dict[str, str], source: Document
    ) -> tuple[Shape, ...]:
        x, y = parse_number(geometry.get("x", "0"), "x"), parse_number(geometry.get("y", "0"), "y")
        if target.name == "svg":
            sizes = {name: geometry[name] for name in ("width", "height") if name in geometry}  # SVG 1.1, 5.6
            target = Element("svg", target.attributes | sizes, target.content, target.at)
        if target.name != "symbol":
            return self._painter.wrap(Group(self._painter.draw_element(target, style, source), (1, 0, 0, 1, x, y)))
        inner, own, view_of = resolve_properties(
            read_declarations(target), style, GEOMETRY_ATTRIBUTES["symbol"], "symbol"
        )
        if own._replace(overflow="") != OwnProperties():
            raise DrawingError("a symbol cannot have an opacity, a clip or a display", target.at)
        return self.draw_viewport(
            target, self._painter.intern_style(inner), view_of, geometry, (x, y), overflow=own.overflow, document=source
        )

    def draw_viewport(
        self,
        element: Element,
        style: Style,
        inner: dict[str, str],
        outer: dict[str, str],
        origin: tuple[float, float],
        overflow: str,
        document: Document,
    ) -> tuple[Shape, ...]:
        """Draw a nested svg or a symbol, fitted into its viewport by its viewBox, clipped unless it may overflow."""
        shapes = self._painter.draw_children(element, style, document)
        if "viewBox" not in inner and "width" not in outer:
            reach = shape_bounds(shapes, IDENTITY)
            if element.name == "symbol" and overflow not in ("visible", "auto") and reach and min(reach[:2]) < 0:
                raise DrawingError(
                    f"a symbol without a viewBox is cut at its 0, 0, but reaches to {reach[0]:g}, {reach[1]:g}"
                )
            return self._painter.wrap(Group(shapes, (1, 0, 0, 1, *origin)))
        missing = [name for name in ("width", "height") if name not in outer]
        if missing:
            raise DrawingError(f"<{element.name}> with a viewBox needs a {missing[0]} where it is placed")
        width, height = parse_positive(outer["width"], "width"), parse_positive(outer["height"], "height")
        if width * height < DEGENERATE:
            return ()
        box = parse_view_box(inner["viewBox"]) if "viewBox" in inner else ViewBox(0, 0, width, height)
        matrix, _ = fit_view_box(box, *origin, width, height, inner.get("preserveAspectRatio", "xMidYMid"))
        if overflow not in ("visible", "auto"):
            seen = viewport_in_user_space(matrix, *origin, width, height)
            check_reach(seen, "a viewport")
            return self._painter.wrap(Group(shapes, matrix, Clip(rectangle_segments(*seen))))
        return self._painter.wrap(Group(shapes, matrix))


def move_use(
    element: Element, geometry: dict[str, str], matrix: Matrix, document: Document
) -> tuple[Element, dict[str, str], Matrix]:
    """Return a `use` at 0, 0 and the matrix that moves it, since what cuts it moves too (SVG 2, 5.5).

    DrawingError for a `use` of a symbol, which some programs cut where it was.
    """
    target = document.ids.get(href(geometry).removeprefix("#"))
    if target is not None and target.name == "symbol":
        says = "some programs put a clip-path or a mask of a <use> of a <symbol> with an x or a y elsewhere"
        raise DrawingError(f"{says}; give it to a <g> around it")
    x, y = (parse_number(geometry.get(name, "0"), name) for name in ("x", "y"))
    at = {"x": "0", "y": "0"}
    moved = Element(element.name, element.attributes | at, element.content, element.at)
    return moved, geometry | at, multiply_matrices(matrix, (1.0, 0.0, 0.0, 1.0, x, y))


def find_style(document: Document, target: Element) -> Style:
    """Return the style that an element inherits where it stands."""
    style = Style()
    for element in _find_path(document.root, target):
        known = GEOMETRY_ATTRIBUTES.get(element.name, frozenset())
        style = resolve_properties(read_declarations(element), style, known, element.name)[0]
    return style


def _find_path(element: Element, target: Element) -> list[Element]:
    """Return the elements around another one, from the root."""
    for part in element.content:
        if part is target:
            return [element]
        if isinstance(part, Element) and part.content and (found := _find_path(part, target)):
            return [element, *found]
    return []


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
