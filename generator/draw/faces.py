"""A part's design and side go in, its Picture comes out, checked: its size, its bleed, its text clear of the cut."""

import os
from collections.abc import Iterator, Mapping
from math import copysign, hypot
from typing import Any

from generator.draw.bounds import corners_of_text
from generator.draw.elements import Element, Reader
from generator.draw.errors import PictureError
from generator.draw.files import Files
from generator.draw.font import FontBook
from generator.draw.shapes import Document, Painter
from generator.draw.style import Style
from generator.draw.template import Templates
from generator.draw.transform import view
from generator.model.finding import DataError, Finding
from generator.model.game import Design, Game, Outline, Part
from generator.model.paper import Side
from generator.model.picture import IDENTITY, Group, Matrix, Picture, Shape, Text, multiply
from generator.model.place import Place
from generator.model.recent import Recent
from generator.model.sheet import Look

_NEAR = 0.005
_NO_IDS: Mapping[str, Element] = {}


class Faces:
    """Draws the faces of one game; equal faces are one Picture."""

    def __init__(self, game: Game, files: Files, fonts: FontBook) -> None:
        self._game = game
        self._files = files
        self._fonts = fonts
        self._templates = Templates(files, fonts)
        self._reader = Reader()
        self._painter = Painter(fonts, self._image, self._other)
        self._others: dict[str, Document] = {}
        self._images: dict[str, bytes] = {}
        self._ids: dict[tuple[Element, ...], Mapping[str, Element]] = {}
        self._frames: dict[tuple[int, Outline], tuple[Element, Style, tuple[float, float, float, float]]] = {}
        self._pictures: Recent[tuple[str, str, Outline, float], Picture] = Recent(256)
        self._shared = {"game": game.data, "colors": game.colors}

    def draw(self, part: Part, design: Design, side: Side) -> Picture:
        """Return the face; DataError with template, line and piece for whatever is wrong with it."""
        name = part.front if side == "front" else part.back
        assert name is not None
        outline = part.outline if design.section else part.trim(design)
        values = {**self._shared, "part": part, "w": outline.width, "h": outline.height}
        values.update(part.values)
        values.update(design.values)
        piece = f"{part.id}.{design.id} {side}"
        return self._face(name, values, piece, part, outline, design.place)

    def look(self, part: Part, backs: bool) -> Look:
        """Draw as much of a part as it takes to know its bleeds and whether neighbors look alike."""
        front = self.draw(part, part.designs[0], "front")
        alike = len(part.designs) == 1
        if part.back is None or not backs:
            return Look(-front.x, 0.0, alike, True)
        back = self.draw(part, part.designs[0], "back")
        same = back.x == 0 or all(self.draw(part, design, "back") is back for design in part.designs)
        return Look(-front.x, -back.x, alike, same)

    def page(self, name: str, values: Mapping[str, Any], width: float, height: float) -> Picture:
        """Return a page that is not a part, such as the how-to-print page; width and height in mm."""
        part = Part(
            name, name, "page", Outline(width, height), 0.0, None, name, None, {}, (), "", Place(self._game.file)
        )
        values = {**self._shared, "w": width, "h": height, **values}
        return self._face(name, values, "page", part, part.outline, part.place)

    def _face(
        self, name: str, values: Mapping[str, Any], piece: str, part: Part, outline: Outline, place: Place
    ) -> Picture:
        try:
            text = self._templates.render(name, values)
            key = name, text, outline, part.safe
            found = self._pictures.get(key)
            made = found or self._picture(text, outline, part.safe, self._reader, self._painter)
            return found or self._pictures.put(key, made)
        except PictureError as error:
            raise DataError([self._finding(error, name, values, piece, part, outline, place)]) from None

    def _picture(self, text: str, outline: Outline, safe: float, reader: Reader, painter: Painter) -> Picture:
        root = reader.read(text)
        if root.name != "svg":
            raise PictureError(
                f"the root element is <{root.name}>, not <svg> of {'http://www.w3.org/2000/svg'!r}", root.at
            )
        key = id(root.attributes), outline
        if key not in self._frames or root.at:
            style, geometry = painter.root_style(root)
            self._frames[key] = root, style, _frame(root, geometry, outline)
        _, style, picture = self._frames[key]
        refers = "url(" in text or "href" in text
        document = Document(root, self._identified(root) if refers else _NO_IDS)
        shapes = painter.draw(document, style)
        _clear(shapes, outline, safe, painter.places)
        return Picture(*picture, shapes)

    def _identified(self, root: Element) -> Mapping[str, Element]:
        found = tuple(_with_ids(root))
        if found not in self._ids:
            ids: dict[str, Element] = {}
            for element in found:
                if ids.setdefault(element.attributes["id"], element) is not element:
                    raise PictureError(f"the id {element.attributes['id']!r} is given twice", element.at)
            if len(self._ids) > 2000:
                self._ids.clear()
                self._painter = Painter(self._fonts, self._image, self._other)
            self._ids[found] = ids
        return self._ids[found]

    def _other(self, name: str) -> Document:
        if name not in self._others:
            text, path = self._files.template(name)
            try:
                root = self._reader.read(text)
            except PictureError as error:
                raise PictureError(error.message, f"{path}:0:0", error.code) from None
            self._others[name] = Document(root, self._identified(root))
        return self._others[name]

    def _image(self, name: str) -> bytes:
        if name not in self._images:
            self._images[name] = self._files.image(name)
        return self._images[name]

    def _finding(
        self,
        error: PictureError,
        name: str,
        values: Mapping[str, Any],
        piece: str,
        part: Part,
        outline: Outline,
        place: Place,
    ) -> Finding:
        """Say where the fault stands: draw the face once more from a template whose tags know their places."""
        if not error.at:
            try:
                text = self._templates.render(name, values, marked=True)
                self._picture(text, outline, part.safe, Reader(), Painter(self._fonts, self._image, self._other))
            except PictureError as again:
                error = again
        message = f"{error.message} (drawing {piece})"
        if error.at:
            file, line, column = error.at.rsplit(":", 2) if error.at.count(":") >= 2 else (error.at, "0", "0")
            return Finding(error.code, Place(_shown(file), int(line), int(column)), message)
        # a template that is not there is the part's fault, and no row's
        return Finding(error.code, part.place if error.code == "GF206" else place, message)


def _shown(file: str) -> str:
    here = os.path.relpath(file)
    return file if here.startswith("..") else here


def _with_ids(element: Element) -> Iterator[Element]:
    if "id" in element.attributes:
        yield element
    for part in element.content:
        if not isinstance(part, str):
            yield from _with_ids(part)


def _frame(root: Element, geometry: Mapping[str, str], outline: Outline) -> tuple[float, float, float, float]:
    """Return the box of the viewBox: the trim, or the trim and one bleed all round; anything else is refused."""
    if "viewBox" not in geometry:
        raise PictureError("the svg has no viewBox", root.at)
    box = view(geometry["viewBox"])
    for key, size in (("width", box.width), ("height", box.height)):
        if key in geometry and geometry[key] not in ("100%",) and not _says(geometry[key], size):
            raise PictureError(f"the svg's {key} is {geometry[key]!r}, and its viewBox says {size:g} mm", root.at)
    bleed = -box.x
    whole = bleed, bleed, outline.width + 2 * bleed, outline.height + 2 * bleed
    if (
        bleed < 0
        or max(abs(a - b) for a, b in zip(whole, (-box.x, -box.y, box.width, box.height), strict=True)) > _NEAR
    ):
        trim = f"0 0 {outline.width:g} {outline.height:g}"
        message = f"viewBox={geometry['viewBox']!r} is neither the trim {trim!r} nor the trim with one bleed all round"
        raise PictureError(message, root.at, "GF208")
    return box.x, box.y, box.width, box.height


def _says(text: str, size: float) -> bool:
    try:
        return abs(float(text.removesuffix("mm").removesuffix("px")) - size) < _NEAR
    except ValueError:
        return False


def _clear(shapes: tuple[Shape, ...], outline: Outline, safe: float, places: Mapping[Shape, str]) -> None:
    """Refuse text that comes nearer to the cut than the safe zone allows (GF209)."""
    right_edge, bottom_edge = outline.width - safe, outline.height - safe
    for text, matrix in _texts(shapes, IDENTITY):
        if (
            matrix is IDENTITY
            and outline.shape == "rect"
            and text.x >= safe
            and text.x + text.width <= right_edge
            and text.y - text.size * text.font.ascent >= safe
            and text.y - text.size * text.font.descent <= bottom_edge
        ):
            continue  # the face's own ascent and descent are inside: no need to look at each letter
        room = min(_room(outline, x, y) for x, y in corners_of_text(text, matrix))
        if room < safe - _NEAR:
            where = f"{room:.2f} mm inside the cut" if room >= 0 else f"{-room:.2f} mm beyond the cut"
            message = f"the text {text.text[:40]!r} reaches to {where}; the safe zone is {safe:g} mm"
            raise PictureError(message, places.get(text, ""), "GF209")


def _room(outline: Outline, x: float, y: float) -> float:
    """Return how far inside the cut a point lies, mm; below zero it lies beyond. Polygons are convex."""
    if outline.shape == "rect":
        return min(x, y, outline.width - x, outline.height - y)
    cx, cy = outline.width / 2, outline.height / 2
    if not outline.points:
        return min(cx, cy) - hypot(x - cx, y - cy)
    edges = zip(outline.points, (*outline.points[1:], outline.points[0]), strict=True)
    return min(_beside(edge, x, y) * copysign(1.0, _beside(edge, cx, cy)) for edge in edges)


def _beside(edge: tuple[tuple[float, float], tuple[float, float]], x: float, y: float) -> float:
    """Return the distance of a point from a line, with a sign that tells the sides apart."""
    (x1, y1), (x2, y2) = edge
    return ((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1)


def _texts(shapes: tuple[Shape, ...], matrix: Matrix) -> Iterator[tuple[Text, Matrix]]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape, matrix
        elif isinstance(shape, Group):
            yield from _texts(shape.shapes, multiply(matrix, shape.matrix))
