"""Draw the SVG texts that templates make as checked Pictures; what was drawn before is remembered by its tags."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from generator.fonts.font_book import FontBook
from generator.geometry.types import Box, Outline
from generator.model.finding import DrawingError
from generator.model.picture import Picture, Shape
from generator.render.fault_places import MarkedFace
from generator.render.request import RenderRequest, check_view_box
from generator.render.safe_zone import (
    check_net_safe_zone,
    check_safe_zone,
    check_section_safe_zones,
    describe_distant_text,
    drop_distant_texts,
)
from generator.render.svg.attributes import GroupNames
from generator.render.svg.elements import Document, Element, SvgParser
from generator.render.svg.painter import Painter
from generator.render.svg.stencils import SoundFace, StencilCache
from generator.render.svg.style import Style
from generator.render.svg.uses import IMAGE_PREFIX
from generator.render.template import mark_tags
from generator.render.template_files import TemplateFiles

if TYPE_CHECKING:
    from generator.render.drawings.cleaning import DrawingRemark
    from generator.render.drawings.rewriting import DrawingRewriter
    from generator.render.svg.images import ImageLoader
    from generator.render.trimmed_faces import TrimmedFace

_NO_IDS: Mapping[str, Element] = {}
_MOST_ID_SETS = 2000
_SVG = "http://www.w3.org/2000/svg"
_MOST_ROOTS = 2000
_MOST_FAULTS = 30  # of one drawing that are told at once
_REWRITTEN_CODES = frozenset({"GF201", "GF203", "GF204", "GF208"})  # of what is not in the profile
_IMAGE_PIXELS = 144  # to the inch, of an image that nobody gives a size


class TextDrawer:
    """Draws SVG texts, with images and included drawings from the folders of templates.

    `names` are those that groups may have. Figures find faces of the kit by `find_face`; `shown_groups` returns the
    groups that draw the faces they have found so far, which were held to their own safe zones.
    """

    def __init__(
        self,
        files: TemplateFiles,
        fonts: FontBook,
        names: GroupNames,
        find_face: "Callable[[str], TrimmedFace]",
        shown_groups: Callable[[], frozenset[Shape]],
    ) -> None:
        self._files = files
        self._fonts = fonts
        self._names = names
        self._find_face = find_face
        self._shown_groups = shown_groups
        self._reader = SvgParser()
        self._painter = self._new_painter()
        self._figure_painter = self._new_painter(find_face)
        self._stencils = StencilCache(self._reader, self._painter)
        self._included: dict[str, Document] = {}
        self._rewritten: dict[str, Document] = {}
        self._rewriter: DrawingRewriter | None = None
        self._remarked: dict[str, RenderRequest] = {}  # by template: faces that there are remarks on
        self._image_remarks: dict[str, Sequence[DrawingRemark]] = {}  # by image
        self._noted_images: set[str] = set()  # images with remarks that were drawn since somebody cleared it
        self._distant: list[tuple[str, str]] = []  # texts off the page that was drawn last, with their places
        self._loader: ImageLoader | None = None
        self._ids: dict[tuple[Element, ...], Mapping[str, Element]] = {}
        self._roots: dict[tuple[int, Outline], tuple[Element, Style, tuple[float, float, float, float]]] = {}

    def draw_marked(self, text: str, request: RenderRequest, deep: bool = False) -> MarkedFace:
        """Return the picture of a text whose tags carry their places, and the painter that knows them; DrawingError.

        If `deep`, shapes that a `use` takes from another file have their places there.
        """
        read = self._read_marked if deep else self._read_included
        painter = self._new_painter(self._find_face if request.shows_faces else None, read)
        root = SvgParser().read(text)
        return MarkedFace(self._draw_document(root, text, request, painter), painter, root.at)

    def find_faults(self, text: str, request: RenderRequest) -> list[DrawingError]:
        """Return all faults of a drawing whose tags carry their places, in the order of the file."""
        try:
            self.draw_marked(text, request)
        except DrawingError as error:
            if error.code not in _REWRITTEN_CODES:
                return [error]
            return self._collect_faults(text, request, error)
        return []

    def _collect_faults(self, text: str, request: RenderRequest, first: DrawingError) -> list[DrawingError]:
        """Return the fault that was met first and all others: what is at fault is left out, and all else drawn."""
        faults: list[DrawingError] = []
        painter = self._new_painter(self._find_face if request.shows_faces else None, self._read_rewritten)
        painter.faults = faults
        try:
            outline = request.outline
            root = SvgParser().read(text)
            if root.name != "svg":
                return [first]
            root = self._find_rewriter().rewrite(root, (outline.width, outline.height), faults)
            self._draw_profile(root, text, request, painter)
        except DrawingError as error:
            faults.append(error)
        faults = [each for each in faults if each.at or each.message != first.message]
        if (first.at, first.message) not in {(each.at, each.message) for each in faults}:
            faults.insert(0, first)
        distinct = {(each.at, each.message): each for each in faults}
        return list(distinct.values())[:_MOST_FAULTS]

    def _new_painter(
        self,
        find_face: "Callable[[str], TrimmedFace] | None" = None,
        read: Callable[[str], Document] | None = None,
    ) -> Painter:
        return Painter(self._fonts, self._find_loader, read or self._read_included, self._names, find_face)

    def _read_marked(self, name: str) -> Document:
        """Return a file whose tags carry their places."""
        if name.startswith(IMAGE_PREFIX):
            return self._read_svg_image(name)
        text, path = self._files.read_template(name)
        root = SvgParser().read(mark_tags(text, str(path)))
        return Document(root, self._index_ids(root))

    def draw_text(self, text: str, request: RenderRequest) -> Picture:
        """Return the picture of a text; faces whose tags came before are drawn by a stencil. DrawingError."""
        painter = self._figure_painter if request.shows_faces else self._painter
        bare = not (request.shows_faces or request.net or request.sections)
        if not bare or not self._stencils.takes(text):
            return self._draw_document(self._reader.read(text), text, request, painter)
        parts = self._reader.split(text)
        stencil = self._stencils.find(parts, request.limits)
        if stencil is not None and (drawn := stencil.draw(parts[::2])):
            shapes, near = drawn
            with suppress(DrawingError):  # a text may lie off the page altogether
                if near:
                    check_safe_zone(near, request.outline, request.safe_zone, {}, self._shown_groups())
                return Picture(*stencil.view_box, shapes)
        root = self._reader.read_parts(parts)
        if root is None:
            return self._draw_document(self._reader.read_carefully(text), text, request, painter)
        return self._draw_document(root, text, request, painter, parts)

    def _draw_document(
        self, root: Element, text: str, request: RenderRequest, painter: Painter, parts: Sequence[str] = ()
    ) -> Picture:
        """Draw the root of a text; if its `parts` are given, a stencil can be made of them.

        What is not in the profile is rewritten and drawn again; what is in it pays nothing for that.
        """
        try:
            drawn = self._draw_profile(root, text, request, painter, parts)
        except DrawingError as error:
            if error.code not in _REWRITTEN_CODES or root.name != "svg":
                raise
            rewriter = self._find_rewriter()
            rewritten = rewriter.rewrite(root, (request.outline.width, request.outline.height))
            drawn = self._draw_profile(rewritten, text, request, painter.reading(self._read_rewritten))
            if rewriter.remarks:
                self._remarked.setdefault(request.template, request)
                rewriter.remarks.clear()
        if self._noted_images:
            self._remarked.setdefault(request.template, request)
            self._noted_images.clear()
        return drawn

    def take_remarked(self) -> Sequence[RenderRequest]:
        """Return a face of each template that there are remarks on, and forget them."""
        found = tuple(self._remarked.values())
        self._remarked.clear()
        return found

    def find_remarks(self, text: str, request: RenderRequest) -> "Sequence[DrawingRemark]":
        """Return the remarks on a drawing whose tags carry their places."""
        from generator.render.drawings.cleaning import DrawingRemark
        from generator.render.drawings.rewriting import DrawingRewriter

        rewriter = DrawingRewriter(self._fonts)
        self._distant = []
        self._noted_images.clear()

        def read(name: str) -> Document:
            if name.startswith(IMAGE_PREFIX):
                return self._read_svg_image(name)
            root = rewriter.rewrite(self._read_marked(name).root)
            return Document(root, self._index_ids(root))

        root = rewriter.rewrite(SvgParser().read(text), (request.outline.width, request.outline.height))
        self._draw_profile(root, text, request, self._new_painter(self._find_face, read))
        self._remarked.pop(request.template, None)  # drawing it has noted it again
        of_images = [each for name in sorted(self._noted_images) for each in self._image_remarks[name]]
        self._noted_images.clear()
        distant = (DrawingRemark(at, "GF215", "warning", says) for at, says in self._distant)
        return [*rewriter.remarks, *of_images, *distant]

    def _find_rewriter(self) -> "DrawingRewriter":
        if self._rewriter is None:
            from generator.render.drawings.rewriting import DrawingRewriter  # few templates need it

            self._rewriter = DrawingRewriter(self._fonts)
        return self._rewriter

    def _read_rewritten(self, name: str) -> Document:
        """Return a file in the profile."""
        if name.startswith(IMAGE_PREFIX):
            return self._read_svg_image(name)
        if name not in self._rewritten:
            root = self._find_rewriter().rewrite(self._read_included(name).root)
            self._rewritten[name] = Document(root, self._index_ids(root))
        return self._rewritten[name]

    def _draw_profile(
        self, root: Element, text: str, request: RenderRequest, painter: Painter, parts: Sequence[str] = ()
    ) -> Picture:
        """Draw a root that is in the profile."""
        if root.name != "svg":
            says = f"the root element is <{root.name}>, not <svg> of {_SVG!r}"
            hint = f'; write <svg xmlns="{_SVG}" ...>' if root.name in ("{}svg", "svg") else ""
            raise DrawingError(f"{says}{hint}", root.at)
        key = id(root.attributes), request.outline
        if len(self._roots) > _MOST_ROOTS:
            self._roots.clear()
        if key not in self._roots or root.at:
            style, geometry = painter.root_style(root)
            self._roots[key] = root, style, check_view_box(root, geometry, request)
        _, style, view_box = self._roots[key]
        refers = "url(" in text or "href" in text
        document = Document(root, self._index_ids(root) if refers else _NO_IDS)
        shapes = painter.draw_document(document, style)
        try:
            picture = self._check_texts(shapes, view_box, request, painter)
        except DrawingError as error:
            x, y, width, height = view_box
            shapes, dropped = drop_distant_texts(shapes, (x, y, x + width, y + height))
            if error.code != "GF209" or not dropped or request.shows_faces:
                raise
            self._remarked.setdefault(request.template, request)
            self._distant = [(painter.shape_places.get(text, ""), describe_distant_text(text)) for text in dropped]
            return self._check_texts(shapes, view_box, request, painter)
        if parts:
            face = SoundFace(document, style, view_box, request.outline, request.safe_zone)
            self._stencils.learn(parts, request.limits, face)
        return picture

    def _check_texts(
        self, shapes: tuple[Shape, ...], view_box: Box, request: RenderRequest, painter: Painter
    ) -> Picture:
        """Return the picture of the shapes of a face; DrawingError (GF209) if a text leaves its safe zone."""
        if request.net is not None:
            from generator.render.die_lines import add_cut_line_room, clip_to_shares, draw_die_lines

            shapes = clip_to_shares(shapes, request.net)
            check_net_safe_zone(shapes, request.net, request.safe_zone, painter.shape_places)
            return Picture(*add_cut_line_room(view_box), (*shapes, *draw_die_lines(request.net, shapes)))
        check_safe_zone(shapes, request.outline, request.safe_zone, painter.shape_places, self._shown_groups())
        if request.sections:
            check_section_safe_zones(shapes, request.sections, request.safe_zone, painter.shape_places)
        return Picture(*view_box, shapes)

    def _index_ids(self, root: Element) -> Mapping[str, Element]:
        elements = tuple(_elements_with_ids(root))
        if elements not in self._ids:
            ids: dict[str, Element] = {}
            for element in elements:
                name = element.attributes["id"]
                if ids.setdefault(name, element) is not element and _is_referred_to(name, root):
                    raise DrawingError(f"the id {name!r} is given twice, and something refers to it", element.at)
            if len(self._ids) > _MOST_ID_SETS:
                self._ids.clear()
                self._painter, self._figure_painter = self._new_painter(), self._new_painter(self._find_face)
                self._stencils = StencilCache(self._reader, self._painter)
            self._ids[elements] = ids
        return self._ids[elements]

    def _read_svg_image(self, name: str) -> Document:
        """Return an SVG that is used as an image, in the profile; its root says its size in its own units."""
        if name not in self._included:
            from generator.render.drawings.rewriting import size_image_root
            from generator.render.svg.images import decode_drawing, read_drawing

            named = name.removeprefix(IMAGE_PREFIX)
            text = decode_drawing(named) if named.startswith("data:") else self._decode_image(named, read_drawing)
            called = "an embedded SVG" if named.startswith("data:") else repr(named)
            try:
                raw, rewriter = SvgParser().read(text), self._find_rewriter()
                before = len(rewriter.remarks)
                root = size_image_root(rewriter.rewrite(raw, is_image=True), raw)
                told = [each._replace(at="", message=f"{called}: {each.message}") for each in rewriter.remarks[before:]]
                self._image_remarks[name], rewriter.remarks[before:] = told, []
            except DrawingError as error:
                raise DrawingError(f"{called} cannot be drawn: {error.message}", code=error.code) from None
            self._included[name] = Document(root, self._index_ids(root))
        if self._image_remarks.get(name):
            self._noted_images.add(name)
        return self._included[name]

    def measure_image(self, name: str) -> tuple[float, float]:
        """Return the size of an image of the game as it is drawn by itself, mm; DrawingError for what is none."""
        from generator.render.svg.images import is_drawing

        if is_drawing(name):
            root = self._read_svg_image(f"{IMAGE_PREFIX}{name}").root
            wide, high, pixel = float(root.attributes["width"]), float(root.attributes["height"]), 25.4 / 96
        else:
            (wide, high), pixel = self._find_loader().load_file(name).prepared.shown_size, 25.4 / _IMAGE_PIXELS
        return wide * pixel, high * pixel

    def _decode_image(self, name: str, read: Callable[[bytes], str]) -> str:
        try:
            return read(self._files.read_image(name))
        except UnicodeDecodeError:
            raise DrawingError(f"{name!r} is not UTF-8", code="GF206") from None

    def _read_included(self, name: str) -> Document:
        if name.startswith(IMAGE_PREFIX):
            return self._read_svg_image(name)
        if name not in self._included:
            text, path = self._files.read_template(name)
            try:
                root = self._reader.read(text)
            except DrawingError as error:
                raise DrawingError(error.message, f"{path}:0:0", error.code) from None
            self._included[name] = Document(root, self._index_ids(root))
        return self._included[name]

    @property
    def reads_images_again(self) -> bool:
        """Return whether the images drawn so far are too many to be held."""
        return self._loader is not None and self._loader.is_full

    def _find_loader(self) -> "ImageLoader":
        if self._loader is None:
            from generator.render.svg.images import ImageLoader  # few games have any

            self._loader = ImageLoader(self._files.read_image, self._files.locate_image)
        return self._loader


def _is_referred_to(name: str, element: Element) -> bool:
    """Return whether an attribute in an element, or of it, refers to an id."""
    if any(f"#{name}" in re.split(r"""["'()\s]+""", text) for text in element.attributes.values()):
        return True
    return any(_is_referred_to(name, part) for part in element.content if not isinstance(part, str))


def _elements_with_ids(element: Element) -> Iterator[Element]:
    if "id" in element.attributes:
        yield element
    for part in element.content:
        if not isinstance(part, str):
            yield from _elements_with_ids(part)
