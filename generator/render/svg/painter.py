"""Convert elements to shapes with resolved paint; equal elements give the same shape, for writers to share."""

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.fonts.font_book import FontBook
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box, Segment
from generator.model.cell_ranges import order_group_name
from generator.model.finding import DrawingError
from generator.model.lru_cache import LRUCache
from generator.model.picture import Group, Mask, Paint, Path, Shape, Text
from generator.render.bounds import em_bounds, shape_bounds
from generator.render.svg import path_segments, text_runs
from generator.render.svg.attribute_values import parse_number, parse_transform
from generator.render.svg.attributes import FIXED_NAMES, GEOMETRY_ATTRIBUTES, GroupNames, read_group_name
from generator.render.svg.elements import Document, Element, show_hidden
from generator.render.svg.groups import check_no_content, count_shapes, wrap_group
from generator.render.svg.paints import PaintServers, draw_painted_text, is_flat, is_reference, make_paint
from generator.render.svg.style import OwnProperties, Style, read_declarations, resolve_properties
from generator.render.svg.uses import DEEP, MOST_SHAPES, ImagePlacer, UsePlacer, find_style, move_use

if TYPE_CHECKING:
    from generator.render.svg.clips import Cutter
    from generator.render.svg.images import ImageLoader
    from generator.render.trimmed_faces import TrimmedFace

_SILENT = frozenset("""defs symbol linearGradient radialGradient pattern clipPath mask title desc metadata""".split())
_EDITOR = (
    "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}",
    "{http://www.inkscape.org/namespaces/inkscape}",
)
_INSTEAD = {"foreignObject": ", because it contains HTML; save its text as text, and its picture as an image"}
_FILLS = frozenset({"fill", "style", "color"})  # attributes that may set a fill
_LARGEST_SCALE = 1e6  # of all transforms around a shape together: a millionth of a millimeter becomes a millimeter


class Painter:
    """Converts elements to shapes, and remembers them from one face to the next."""

    def __init__(
        self,
        fonts: FontBook,
        image: "Callable[[], ImageLoader]",
        other: Callable[[str], Document],
        names: GroupNames = FIXED_NAMES,
        face: "Callable[[str], TrimmedFace] | None" = None,
    ) -> None:
        self._names = names
        self._face = face
        self._fonts = fonts
        self._image = image
        self._shapes: LRUCache[tuple[Element, int, int], tuple[Shape, ...]] = LRUCache(6000)
        self._styles: dict[Style, Style] = {}
        self._paints: dict[Style, Paint] = {}
        self._recipes: dict[tuple[int, int], tuple[dict[str, str], text_runs.TextRecipe | None]] = {}
        self._placer = UsePlacer(self, other, face)
        self._images = ImagePlacer(self, self._placer, image, other)
        self.shape_places: dict[Shape, str] = {}
        self.paint_places: dict[Shape, str] = {}  # of the tags that set the fill, often that of a group
        self._fill_at = ""
        self.used_shapes: set[Shape] = set()  # what a use draws; kept, like the places, of marked templates alone
        self._placer.begin_drawing()
        self._rewriting: Painter | None = None
        self.faults: list[DrawingError] | None = None  # collected instead of raised
        self._scales: dict[Shape, float] = {}  # of groups that enlarge what is in them

    def reading(self, other: Callable[[str], Document]) -> "Painter":
        """Return a painter like this one, with the same places, that reads other files in another way."""
        if self._rewriting is None:
            self._rewriting = Painter(self._fonts, self._image, other, self._names, self._face)
            self._rewriting.shape_places, self._rewriting.paint_places = self.shape_places, self.paint_places
            self._rewriting.used_shapes = self.used_shapes
        return self._rewriting

    def draw_document(self, document: Document, style: Style) -> tuple[Shape, ...]:
        """Return the shapes of a document; DrawingError with the place of the element, if known."""
        self._placer.begin_drawing()
        try:
            shapes = self.draw_children(document.root, self.intern_style(style), document)
        except RecursionError:
            raise DrawingError("elements and uses are nested too deeply") from None
        if count_shapes(shapes, MOST_SHAPES, 4 * DEEP) > MOST_SHAPES:
            raise DrawingError(f"the drawing has more than {MOST_SHAPES:,} shapes", document.root.at)
        return shapes

    def root_style(self, root: Element) -> tuple[Style, dict[str, str]]:
        """Return the style and the geometry of a root svg element."""
        style, own, geometry = resolve_properties(read_declarations(root), Style(), GEOMETRY_ATTRIBUTES["svg"], "svg")
        if own._replace(overflow="") != OwnProperties():
            raise DrawingError("the root svg cannot have an opacity, a clip or a display", root.at)
        return style, geometry

    def intern_style(self, style: Style) -> Style:
        """Return the one style that is equal to this one."""
        if len(self._styles) > 50_000:
            self._styles.clear()
            self._recipes.clear()
            self._shapes = LRUCache(6000)
        return self._styles.setdefault(style, style)

    def draw_children(self, element: Element, style: Style, document: Document) -> tuple[Shape, ...]:
        """Return the shapes of what is in an element."""
        out: list[Shape] = []
        for part in element.content:
            if not isinstance(part, str):
                out += self._draw_child(part, style, document)
            elif not part.isspace():
                message = f"<{element.name}> cannot contain text: {part.strip()[:20]!r}"
                raise DrawingError(message, element.at)
        return tuple(out)

    def _draw_child(self, part: Element, style: Style, document: Document) -> tuple[Shape, ...]:
        """Draw an element; one at fault is left out if `faults` are collected."""
        if self.faults is None:
            return self.draw_element(part, style, document)
        try:
            return self.draw_element(part, style, document)
        except DrawingError as error:
            self.faults.append(error)
            return ()

    @property
    def memory(self) -> object:
        """Return what holds the shapes that equal elements share; it is another object when some may be forgotten."""
        return self._shapes.new

    def draw_element(self, element: Element, style: Style, document: Document) -> tuple[Shape, ...]:
        """Return the shapes of an element of a document, in the style of the element around it."""
        if text := _read_plain_text(element):
            return self._draw_plain_text(element, text, style, document)
        key = (element, id(style), id(document.ids))
        found = self._shapes.get(key)
        if found is None:
            try:
                found = self._shapes.put(key, self._convert_element(element, style, document))
            except DrawingError as error:
                error.at = error.at or element.at
                raise
            except ArithmeticError:
                raise DrawingError(f"the numbers of <{element.name}> cannot be calculated with", element.at) from None
        if element.at:
            for shape in found:
                self.shape_places.setdefault(shape, element.at)
            if element.name == "use":
                self.used_shapes.update(found)
        return found

    def find_recipe(self, element: Element, style: Style) -> text_runs.TextRecipe | None:
        """Return the recipe of a text that was drawn before; None for anything but a plain text."""
        if not _read_plain_text(element):
            return None
        known = self._recipes.get((id(element.attributes), id(self.intern_style(style))))
        return known[1] if known else None

    def _draw_plain_text(self, element: Element, text: str, style: Style, document: Document) -> tuple[Shape, ...]:
        """Draw a text element that contains nothing but text, by the recipe that is made once for its tag."""
        key = (id(element.attributes), id(style))
        found = self._recipes.get(key)
        try:
            if found is None:
                found = self._recipes[key] = element.attributes, self._make_recipe(element, style)
            shapes: tuple[Shape, ...]
            if found[1] is None:
                shapes = self._convert_element(element, style, document)
            else:
                shapes = found[1].make_run(text_runs.collapse_blanks(text))
        except DrawingError as error:
            error.at = error.at or element.at
            raise
        if element.at:
            self.shape_places.update(dict.fromkeys(shapes, element.at))
            filled = element.at if self._fill_at == "" or not _FILLS.isdisjoint(element.attributes) else self._fill_at
            self.paint_places.update(dict.fromkeys(shapes, filled))
        return shapes

    def _make_recipe(self, element: Element, style: Style) -> text_runs.TextRecipe | None:
        style, own, geometry = resolve_properties(
            read_declarations(element), style, GEOMETRY_ATTRIBUTES["text"], "text"
        )
        if own != OwnProperties() or is_reference(style.fill) or is_reference(style.stroke):
            return None
        return text_runs.make_recipe(style, geometry, self._fonts, self._text_paint)

    def _convert_element(self, element: Element, style: Style, document: Document) -> tuple[Shape, ...]:
        name = element.name
        if name in _SILENT or name.startswith(_EDITOR):
            self._check_undrawn(element, style, document)
            return ()
        if name not in GEOMETRY_ATTRIBUTES:
            raise DrawingError(f"<{name}> is not in the profile{_INSTEAD.get(name, '')}")
        style, own, geometry = resolve_properties(read_declarations(element), style, GEOMETRY_ATTRIBUTES[name], name)
        style = self.intern_style(style)
        group = read_group_name(geometry, self._names)
        before, known = self._fill_at, len(self.faults or ())
        if element.at and not _FILLS.isdisjoint(element.attributes):
            self._fill_at = element.at
        shapes = () if own.hidden else self._draw_transformed(element, style, geometry, own, document)
        if element.at:
            for shape in shapes:
                self.paint_places.setdefault(shape, self._fill_at or element.at)
        self._fill_at = before
        if group and not shapes and len(self.faults or ()) == known:  # what it holds is at fault
            raise DrawingError(f"the group {group!r} draws nothing; draw something in it, or remove it")
        return shapes

    def wrap(self, group: Group) -> tuple[Shape, ...]:
        """Return a group, or its shapes if they need none; DrawingError if it and its groups enlarge too much."""
        wrapped, matrix = wrap_group(group), group.matrix
        scale = 1.0 if matrix is IDENTITY else max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3]))
        if self._scales:
            scale *= max((self._scales.get(shape, 1.0) for shape in group.shapes), default=1.0)
        if scale > 1.0001:  # a rotation is not exact
            if scale > _LARGEST_SCALE:
                raise DrawingError(f"the transforms around a shape enlarge it {scale:.2g} times, which is not printed")
            if len(self._scales) > 20_000:
                self._scales.clear()
            self._scales.update(dict.fromkeys(wrapped, scale))
        return wrapped

    def _draw_transformed(
        self, element: Element, style: Style, geometry: dict[str, str], own: OwnProperties, document: Document
    ) -> tuple[Shape, ...]:
        matrix = parse_transform(geometry["transform"]) if "transform" in geometry else IDENTITY
        if element.name == "use" and (own.clip or own.mask) and ("x" in geometry or "y" in geometry):
            element, geometry, matrix = move_use(element, geometry, matrix, document)
        elif element.name == "svg" and (own.clip or own.mask) and not _OF_VIEWPORT.isdisjoint(geometry):
            says = "some programs put a clip-path or a mask of an inner <svg> elsewhere"
            raise DrawingError(f"{says}; give it to a <g> around it")
        shapes = self._draw_content(element, style, geometry, own, document)
        name = order_group_name(geometry.get("class", ""))
        opacity = 1.0 if style.clipping else own.opacity
        if not (own.clip or own.mask or own.blend != "normal"):
            return self.wrap(Group(shapes, matrix, None, opacity, name, isolated=own.isolated))
        cutter = self._cutter(element, style, document)
        clip = cutter.resolve_clip(own.clip) if own.clip else None
        mask = cutter.resolve_mask(own.mask) if own.mask and not style.clipping else None
        if isinstance(clip, Mask):
            if mask is not None:
                shapes = self.wrap(Group(shapes, mask=mask))
            clip, mask = None, clip
        return self.wrap(Group(shapes, matrix, clip, opacity, name, mask=mask, blend=own.blend, isolated=own.isolated))

    def _cutter(self, element: Element, style: Style, document: Document) -> "Cutter":
        from generator.render.svg.clips import Cutter

        def draw(child: Element, inner: Style) -> tuple[Shape, ...]:
            with self._placer.enter(child, "a clip or a mask refers to itself, or to too many elements"):
                return self.draw_element(child, self.intern_style(inner), document)

        return Cutter(
            document.ids,
            draw,
            lambda: self._measure(element, style, document),
            lambda target: find_style(document, target),
        )

    def _measure(self, element: Element, style: Style, document: Document) -> Box | None:
        """Return the box of what an element draws without its transform, with what is in it but not seen."""
        seen = show_hidden(element)
        style = self.intern_style(style._replace(visible=True))
        geometry = {name: value for name, value in seen.attributes.items() if name in GEOMETRY_ATTRIBUTES[seen.name]}
        return shape_bounds(self._draw_content(seen, style, geometry, OwnProperties(), document), IDENTITY, em_bounds)

    def _check_undrawn(self, element: Element, style: Style, document: Document) -> None:
        """Check an element that is not drawn where it stands: its content must be in the profile too."""
        match element.name:
            case "linearGradient" | "radialGradient":
                from generator.render.svg import gradients  # few games have any; start-up is most of a small build

                gradients.check_gradient(element)
            case "pattern" | "mask":
                resolve_properties(read_declarations(element), style, GEOMETRY_ATTRIBUTES[element.name], element.name)
            case "defs" | "symbol" | "clipPath":
                inner = resolve_properties(
                    read_declarations(element), style, GEOMETRY_ATTRIBUTES[element.name], element.name
                )[0]
                self.draw_children(element, self.intern_style(inner), document)

    def _draw_content(
        self, element: Element, style: Style, geometry: dict[str, str], own: OwnProperties, document: Document
    ) -> tuple[Shape, ...]:
        match element.name:
            case "g":
                return self.draw_children(element, style, document)
            case "svg":
                box = parse_number(geometry.get("x", "0"), "x"), parse_number(geometry.get("y", "0"), "y")
                return self._placer.draw_viewport(
                    element, style, geometry, geometry, box, overflow=own.overflow, document=document
                )
            case "use":
                return self._placer.draw_use(element, style, geometry, document)
            case "text":
                return self._draw_text(element, style, geometry, document)
            case "image":
                check_no_content(element)
                return self._images.draw_image(geometry) if style.visible else ()
        check_no_content(element)
        segments = path_segments.shape_segments(element.name, geometry)
        if not style.visible or not segments:
            return ()
        if style.fill is not None and is_flat(segments):
            style = self.intern_style(style._replace(fill=None))
        if not style.clipping and (is_reference(style.fill) or is_reference(style.stroke)):
            return self._servers(document).paint_shape(segments, style)
        if style.cap != "butt" and style.stroke is not None and not style.clipping:
            return self._stroke_points(segments, style)
        return (Path(segments, self._plain_paint(style)),)

    def _stroke_points(self, segments: tuple[Segment, ...], style: Style) -> tuple[Shape, ...]:
        """Return a path, with a square for each part of it that has no length: PDF draws none (PDF 1.7, 8.5.3.2)."""
        if style.cap == "round":
            return (Path(path_segments.open_points(segments), self._plain_paint(style)),)
        lines, squares = path_segments.split_points(segments, style.stroke_width)
        solid = style._replace(fill=style.stroke, fill_opacity=style.stroke_opacity, fill_rule="nonzero", stroke=None)
        drawn = ((lines, style), (squares, solid))
        return tuple(Path(part, self._plain_paint(self.intern_style(look))) for part, look in drawn if part)

    def _servers(self, document: Document) -> PaintServers:
        return PaintServers(
            document,
            lambda element, inner: self.draw_children(element, self.intern_style(inner), document),
            lambda target: find_style(document, target),
        )

    def _draw_text(
        self, element: Element, style: Style, geometry: dict[str, str], document: Document
    ) -> tuple[Shape, ...]:
        """Draw a text, with paints that are not plain colors seen through its letters."""
        styles: list[Style] = []  # of the runs

        def note_style(inner: Style) -> Paint:
            styles.append(inner)
            refers = is_reference(inner.fill) or is_reference(inner.stroke)
            return Paint() if refers and not style.clipping else self._text_paint(inner)

        runs = text_runs.lay_out_text(element, style, geometry, self._fonts, note_style)
        self._note_places(runs, element)
        if style.clipping or not any(is_reference(each.fill) or is_reference(each.stroke) for each in styles):
            return runs

        def paint(run: Text, plain: Style) -> Text:
            painted = replace(run, paint=self._text_paint(self.intern_style(plain)))
            self._note_places((painted,), element)
            return painted

        return draw_painted_text(list(zip(runs, styles, strict=True)), self._servers(document), paint)

    def _note_places(self, runs: tuple[Text, ...], element: Element) -> None:
        if element.at:
            self.shape_places.update(dict.fromkeys(runs, element.at))
            self.paint_places.update(dict.fromkeys(runs, self._fill_at or element.at))

    def _text_paint(self, style: Style) -> Paint:
        if style.clipping:  # only outlines matter
            style = style._replace(fill="#000000", stroke=None)
        paint = self._plain_paint(style._replace(fill_rule="nonzero") if style.fill_rule != "nonzero" else style)
        if paint.stroke_opacity < 1 and paint.stroke and paint.fill:
            says = "a text with a fill has a stroke that lets it through, which PDF viewers draw in different ways"
            raise DrawingError(f"{says}; make the stroke opaque, or convert the text to paths")
        return paint

    def _plain_paint(self, style: Style) -> Paint:
        found = self._paints.get(style)
        if found is None:
            found = self._paints[style] = make_paint(style, style.fill, style.fill_opacity)
        return found


_OF_VIEWPORT = frozenset({"x", "y", "viewBox"})


def _read_plain_text(element: Element) -> str:
    """Return the text of a text element that holds nothing else; "" for any other element."""
    if element.name != "text" or len(element.content) != 1:
        return ""
    text = element.content[0]
    return text if isinstance(text, str) else ""
