"""A part's design and side go in, its Picture comes out, checked: its size, its bleed, its text clear of the cut."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.fonts.truetype import FontBook
from generator.geometry.bounds import Box
from generator.geometry.matrix import IDENTITY
from generator.geometry.outline import Outline
from generator.language.translation import in_language
from generator.model.finding import DataError, DrawingError, Finding
from generator.model.game import Design, Game, Part
from generator.model.language import Language
from generator.model.lru_cache import Recent
from generator.model.paper import Side
from generator.model.picture import Picture, Shape
from generator.model.place import Place
from generator.model.sheet import Look
from generator.render.bounds import of_text
from generator.render.request import UNSAID, Face, Order, frame
from generator.render.safe_zone import clear, clear_in_boxes, clear_in_net, texts
from generator.render.section_faces import Seamed
from generator.render.svg.elements import Document, Element, Reader
from generator.render.svg.group_name_hints import names_of
from generator.render.svg.painter import Painter
from generator.render.svg.style import Style
from generator.render.template import Templates
from generator.render.template_files import Files
from generator.render.text_filters import Speech

if TYPE_CHECKING:
    from generator.render.trimmed_faces import Trimmed

_NO_IDS: Mapping[str, Element] = {}


class Faces:
    """Draws the faces of one game; equal faces are one Picture.

    With a `language`, texts that templates `say` are in that language; `said` are these texts as templates have them.
    Figures of the rules can show faces of the `parts`.
    """

    def __init__(
        self,
        game: Game,
        files: Files,
        fonts: FontBook,
        language: Language | None = None,
        parts: Sequence[Part] = (),
    ) -> None:
        self._game = game
        self._files = files
        self._fonts = fonts
        self._speech = Speech(language)
        self._templates = Templates(files, fonts, self._speech)
        self._reader = Reader()
        self._names = names_of(game)
        self._painter = self._new_painter()
        self._pages = self._new_painter(self.face)
        self._parts = {part.id: part for part in parts}
        self._trimmed: dict[str, Trimmed] = {}
        self._others: dict[str, Document] = {}
        self._images: dict[str, bytes] = {}
        self._ids: dict[tuple[Element, ...], Mapping[str, Element]] = {}
        self._frames: dict[tuple[int, Outline, bool], tuple[Element, Style, tuple[float, float, float, float]]] = {}
        self._pictures: Recent[tuple[str, str, Face], Picture] = Recent(256)
        self._seamed = Seamed(game, fonts, self._face)
        self._shared = {"game": game.data, "colors": game.colors}
        there = in_language(game, language) if language else game
        self._told = {"game": there.data, "colors": there.colors}  # faces stay as they are on the sheets

    @property
    def said(self) -> frozenset[str]:
        """Return the texts that templates have said so far, as they stand in the first language."""
        return frozenset(self._speech.used)

    @property
    def tongue(self) -> str:
        """Return the tag of the language that is spoken; empty for the game's first."""
        return self._speech.tag

    @property
    def parts(self) -> Mapping[str, Part]:
        """Return the parts that figures can show, by their ids."""
        return self._parts

    @property
    def shown(self) -> frozenset[Shape]:
        """Return what draws the faces that figures have shown so far."""
        return frozenset(each.group for each in self._trimmed.values())

    def words(self, text: str) -> str:
        """Return what stands for a text of the data in this language; PictureError (GF005) where that is missing."""
        return str(self._speech.say(None, text))

    def speaking(self, language: Language) -> "Faces":
        """Return what draws the same faces with the words of another language."""
        return Faces(self._game, self._files, self._fonts, language, tuple(self._parts.values()))

    def draw(self, part: Part, design: Design, side: Side) -> Picture:
        """Return the face; DataError with template, line and piece for whatever is wrong with it."""
        order = self._order(part, design, side)
        if design.section is not None and part.board is not None:
            return self._seamed.section(order, design, side)
        net = design.net if side == "front" else None
        return self._face(order, Face(part.outline if design.section else part.trim(design), part.safe, net))

    def face(self, name: str) -> "Trimmed":
        """Return a face of the kit by a name such as hand.red.3.back, trimmed; PictureError (GF008) for none."""
        from generator.render.trimmed_faces import named, trimmed

        if name not in self._trimmed:
            asked = named(name, self._parts)
            part, design, side = asked.part, asked.design, asked.printed
            whole = self._seamed.whole(self._order(part, design, side), design, side).picture if asked.whole else None
            self._trimmed[name] = trimmed(asked, whole or self.draw(part, design, side))
        return self._trimmed[name]

    def _order(self, part: Part, design: Design, side: Side) -> Order:
        name = part.front if side == "front" else part.back
        assert name is not None
        outline = part.outline if design.section else part.trim(design)
        values = {**self._shared, "part": part, "w": outline.width, "h": outline.height}
        values.update(part.values)
        values.update(design.values)
        return Order(name, values, f"{part.id}.{design.id} {side}", part, design.place)

    def _new_painter(self, face: "Callable[[str], Trimmed] | None" = None) -> Painter:
        return Painter(self._fonts, self._image, self._other, self._names, face)

    def written(self, part: Part) -> list[Box]:
        """Return the boxes of all text on the fronts of a board that is not cut, mm."""
        shapes = [shape for design in part.designs for shape in self.draw(part, design, "front").shapes]
        return [of_text(text, matrix) for text, matrix in texts(tuple(shapes), IDENTITY)]

    def look(self, part: Part, backs: bool) -> Look:
        """Draw as much of a part as it takes to know its bleeds and whether neighbors look alike."""
        front = self.draw(part, part.designs[0], "front")
        alike = len(part.designs) == 1
        if part.back is None or not backs:
            return Look(-front.x, 0.0, alike, True)
        back = self.draw(part, part.designs[0], "back")
        same = back.x == 0 or all(self.draw(part, design, "back") is back for design in part.designs)
        return Look(-front.x, -back.x, alike, same)

    def page(
        self,
        name: str,
        values: Mapping[str, Any],
        width: float,
        height: float,
        piece: str = "page",
        place: Place | None = None,
        said: Mapping[object, Place] = UNSAID,
    ) -> Picture:
        """Return what is no part: the how-to-print page, a figure of the rules; width and height in mm.

        `piece` is what errors call it, and `place` is where it is asked for; `said` is where each of its values stands.
        """
        at, outline = place or Place(self._game.file), Outline(width, height)
        part = Part(name, name, "page", outline, 0.0, None, name, None, {}, (), "", at)
        values = {**self._told, "w": width, "h": height, **values}
        return self._face(Order(name, values, piece, part, at, said), Face(outline, 0.0))

    def _face(self, order: Order, face: Face) -> Picture:
        try:
            text = self._templates.render(order.template, order.values)
            key = order.template, text, face
            found = self._pictures.get(key)
            painter = self._pages if order.part.kind == "page" else self._painter
            return found or self._pictures.put(key, self._picture(text, face, self._reader, painter))
        except DrawingError as error:
            raise DataError([self._finding(error, order, face)]) from None

    def _picture(self, text: str, face: Face, reader: Reader, painter: Painter) -> Picture:
        root = reader.read(text)
        if root.name != "svg":
            raise DrawingError(
                f"the root element is <{root.name}>, not <svg> of {'http://www.w3.org/2000/svg'!r}", root.at
            )
        key = id(root.attributes), face.outline, face.bleeds
        if key not in self._frames or root.at:
            style, geometry = painter.root_style(root)
            self._frames[key] = root, style, frame(root, geometry, face)
        _, style, picture = self._frames[key]
        refers = "url(" in text or "href" in text
        document = Document(root, self._identified(root) if refers else _NO_IDS)
        shapes = painter.draw(document, style)
        if face.net is not None:
            from generator.render.dielines import dielines, with_room

            clear_in_net(shapes, face.net, face.safe, painter.places)
            return Picture(*with_room(picture), (*shapes, *dielines(face.net, shapes)))
        clear(shapes, face.outline, face.safe, painter.places, self.shown)
        if face.boxes:
            clear_in_boxes(shapes, face.boxes, face.safe, painter.places)
        return Picture(*picture, shapes)

    def _identified(self, root: Element) -> Mapping[str, Element]:
        found = tuple(_with_ids(root))
        if found not in self._ids:
            ids: dict[str, Element] = {}
            for element in found:
                if ids.setdefault(element.attributes["id"], element) is not element:
                    raise DrawingError(f"the id {element.attributes['id']!r} is given twice", element.at)
            if len(self._ids) > 2000:
                self._ids.clear()
                self._painter, self._pages = self._new_painter(), self._new_painter(self.face)
            self._ids[found] = ids
        return self._ids[found]

    def _other(self, name: str) -> Document:
        if name not in self._others:
            text, path = self._files.template(name)
            try:
                root = self._reader.read(text)
            except DrawingError as error:
                raise DrawingError(error.message, f"{path}:0:0", error.code) from None
            self._others[name] = Document(root, self._identified(root))
        return self._others[name]

    def _image(self, name: str) -> bytes:
        if name not in self._images:
            self._images[name] = self._files.image(name)
        return self._images[name]

    def _finding(self, error: DrawingError, order: Order, face: Face) -> Finding:
        """Say where the fault stands: draw the face once more from a template whose tags know their places."""
        if not error.at:
            try:
                text = self._templates.render(order.template, order.values, marked=True)
                self._picture(text, face, Reader(), self._new_painter(self.face if order.part.kind == "page" else None))
            except DrawingError as again:
                error = again
        message = f"{error.message} (drawing {order.piece})"
        if error.at:
            file, line, column = error.at.rsplit(":", 2) if error.at.count(":") >= 2 else (error.at, "0", "0")
            at = Place(_shown(file), int(line), int(column))
            name = next((each for each in error.names if each in order.said), None)
            if name is not None:  # a name of the data that nothing has is no fault of the template
                message = f"{error.message} (drawing {order.piece}, looked up at {at})"
                return Finding("GF005" if error.code == "GF005" else "GF008", order.said[name], message)
            return Finding(error.code, at, message)
        return Finding(error.code, self._blame(error, order), message)

    def _blame(self, error: DrawingError, order: Order) -> Place:
        """Return the place of a fault that stands at no tag: the template as a whole, or what names it wrong."""
        if error.code != "GF206":
            return Place(_shown(str(self._files.template(order.template)[1])), 1, 1)
        part = order.part
        side = "back" if order.piece.endswith(" back") else "front"
        named = part.kind != "page" and ("parts", part.id, side) in self._game.places
        return self._game.place("parts", part.id, side) if named else order.place


def _shown(file: str) -> str:
    here = os.path.relpath(file)
    return file if here.startswith("..") else here


def _with_ids(element: Element) -> Iterator[Element]:
    if "id" in element.attributes:
        yield element
    for part in element.content:
        if not isinstance(part, str):
            yield from _with_ids(part)


_MOST = 60


def faults(faces: Faces, parts: Iterable[Part]) -> list[Finding]:
    """Draw every face; what one line does to many pieces is one finding that counts them, and 60 are enough."""
    found: dict[tuple[str, Place, str], list[str]] = {}
    for part in parts:
        for design in part.designs:
            for side in ("front", "back") if part.back else ("front",):
                try:
                    faces.draw(part, design, "front" if side == "front" else "back")
                except DataError as error:
                    _note(found, error.findings)
                if len(found) >= _MOST:
                    more = Finding("GF299", part.place, "there may be more faults; these are the first", "note")
                    return [*_said(found), more]
    return _said(found)


def _note(found: dict[tuple[str, Place, str], list[str]], findings: Iterable[Finding]) -> None:
    for finding in findings:
        what, _, piece = finding.message.partition(" (drawing ")
        found.setdefault((finding.code, finding.place, what), []).append(piece.rstrip(")"))


def _said(found: dict[tuple[str, Place, str], list[str]]) -> list[Finding]:
    out = []
    for (code, place, what), pieces in found.items():
        more = f" and {len(pieces) - 1} more" if len(pieces) > 1 else ""
        out.append(Finding(code, place, f"{what} (drawing {pieces[0]}{more})"))
    return out
