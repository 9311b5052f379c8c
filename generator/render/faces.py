"""Render the faces of a game's parts, and pages and figures, from their templates to checked Pictures."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.fonts.font_book import FontBook
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box, Outline
from generator.language.translation import translate_game
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.model.game import Design, Game, GameData, Part
from generator.model.language import Language
from generator.model.lru_cache import LRUCache
from generator.model.paper import Side
from generator.model.picture import Picture, Shape
from generator.model.sheet import ArtTraits
from generator.render.bounds import text_bounds
from generator.render.drawer import TextDrawer
from generator.render.fault_places import MarkedFace, gather_faults, locate_place, locate_shape, relative_path
from generator.render.repeats import RenderingMemory
from generator.render.request import OUR_PAGE, RenderRequest
from generator.render.rich_text import Icon, IconBook
from generator.render.safe_zone import walk_texts
from generator.render.svg.attributes import known_group_names
from generator.render.template import Templates
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator

if TYPE_CHECKING:
    from generator.render.ink.converter import InkConverter
    from generator.render.sections import SectionedBoards
    from generator.render.trimmed_faces import TrimmedFace

_FaceKey = tuple[int, int, Side]  # the ids of a part and of its design
_ANYWHERE = 1e6  # mm
_TRIAL_SECONDS = 30.0  # of processor time; the slowest of our games takes 4 s
_MOST_PICTURES = 256  # copies of a design are placed one after the other, so few pictures are needed again
_MOST_TEXTS = 512  # a batch of sheets has some 200 faces


class TemplateText(NamedTuple):
    """What a template made for a face, and all that its drawing is checked against."""

    template: str
    text: str
    limits: Hashable


class FaceRenderer:
    """Renders the faces of one game; equal faces share one Picture.

    Of a large deck only the pictures used last are kept, and of the other faces whether they are sound. With a
    `language`, texts that templates `say` are translated into it. Figures of the rules can show faces of the `parts`.
    All pictures are drawn with less ink if `ink` converts them.
    """

    def __init__(
        self,
        game: Game,
        files: TemplateFiles,
        fonts: FontBook,
        language: Language | None = None,
        parts: Sequence[Part] = (),
        seconds: float | None = None,
        ink: "InkConverter | None" = None,
        memory: RenderingMemory | None = None,
    ) -> None:
        self._game = game
        self._files = files
        self._fonts = fonts
        self._language = language
        self._ink = ink
        self._speech = Translator(language, game.sheet_words, game.data.language)
        self._icons = IconBook(game.data.icons, game.colors, files)
        self._templates = Templates(
            files, fonts, self._speech, game.data.shared_terms, self._icons, seconds=seconds, memory=memory
        )
        names = known_group_names(game)
        self._drawer = TextDrawer(files, fonts, names, self.trimmed_face, lambda: self.shown_groups)
        self._parts = {part.id: part for part in parts}
        self._asked: dict[int, Part] = {}  # kept with their designs, so that nothing else gets their ids
        self._rendered: LRUCache[_FaceKey, Picture] = LRUCache(_MOST_PICTURES)
        self._failed: dict[_FaceKey, Sequence[Finding]] = {}
        self._sound: dict[tuple[int, Side], set[int]] = {}  # ids of designs
        self._texts: LRUCache[_FaceKey, str] = LRUCache(_MOST_TEXTS)
        self._trimmed: dict[str, TrimmedFace] = {}
        self._pictures: LRUCache[tuple[object, ...], Picture] = LRUCache(_MOST_PICTURES)
        self._marked: dict[tuple[str, str, str, Side, bool], MarkedFace] = {}
        self.figures: dict[str, Picture] = {}  # of the rules, by their ids, as far as they were drawn
        self._face_values = {"game": game.data, "colors": game.colors}
        self._translated = translate_game(game, language) if language else game
        printed = self._translated  # faces stay as on the sheets
        self._page_values = {"game": printed.data, "colors": printed.colors}

    @property
    def used_texts(self) -> frozenset[str]:
        """Return the texts that templates have passed to `say` so far, in the game's first language."""
        return frozenset(self._speech.used_texts)

    @property
    def language_tag(self) -> str:
        """Return the tag of the language of the texts; empty for the game's first language."""
        return self._speech.tag

    @property
    def language(self) -> Language | None:
        """Return the language of the texts; None for the game's first language."""
        return self._language

    @property
    def page_data(self) -> GameData:
        """Return the data of the game as pages print them, in the language of the texts."""
        return self._translated.data

    @property
    def parts(self) -> Mapping[str, Part]:
        """Return the parts that figures can show, by id."""
        return self._parts

    @property
    def shown_groups(self) -> frozenset[Shape]:
        """Return the groups that draw the faces that figures have shown so far."""
        return frozenset(each.group for each in self._trimmed.values())

    def find_icon(self, name: str) -> Icon:
        """Return an icon of the game; DataError (GF340) for one that cannot be read."""
        try:
            return self._icons.find(name)
        except DrawingError as error:
            raise DataError([Finding(error.code, self._game.place("icons", name), error.message)]) from None

    def measure_image(self, name: str) -> tuple[float, float]:
        """Return the size of an image of the game as it is drawn by itself, mm; DrawingError for what is none."""
        return self._drawer.measure_image(name)

    def translate_text(self, text: str) -> str:
        """Return the translation of a text of the data; DrawingError (GF005) if it is missing."""
        return str(self._speech.say(None, text))

    def for_language(self, language: Language) -> "FaceRenderer":
        """Return a renderer of the same faces with the texts in another language; this one if it speaks it."""
        asked = None if language is self._game.first else language
        if asked is self._language:
            return self
        return FaceRenderer(self._game, self._files, self._fonts, asked, tuple(self._parts.values()), ink=self._ink)

    def translate_own(self, text: str) -> str:
        """Return words that are printed on sheets in the language of the faces, if it has them."""
        return self._speech.translate(text)

    def in_full_ink(self) -> "FaceRenderer":
        """Return a renderer of the same faces in the paints of the data; this one if it saves no ink."""
        if self._ink is None:
            return self
        return FaceRenderer(self._game, self._files, self._fonts, self._language, tuple(self._parts.values()))

    def print_paint(self, paint: str) -> str:
        """Return what a large fill in a paint is printed in."""
        return paint if self._ink is None else self._ink.print_fill(paint)

    def for_trials(self) -> "FaceRenderer":
        """Return a renderer that has time to render each face some hundred times, with caches of its own."""
        return FaceRenderer(
            self._game,
            self._files,
            self._fonts,
            self._language,
            (),
            seconds=_TRIAL_SECONDS,
            ink=self._ink,
            memory=self._templates.memory.copy(),
        )

    def draw_face(self, part: Part, design: Design, side: Side) -> Picture:
        """Return a face; DataError with template, line and piece for anything that is wrong with it.

        A face that failed before is not rendered again, nor is one whose picture is still kept.
        """
        key = id(part), id(design), side
        picture = self._rendered.get(key)
        if picture is None:
            if key in self._failed:
                raise DataError(self._failed[key])
            self._asked[id(part)] = part
            try:
                picture = self._rendered.put(key, self._render_face(part, design, side))
            except DataError as error:
                self._failed[key] = error.findings
                raise
            self._sound.setdefault((id(part), side), set()).add(id(design))
        return picture

    @property
    def reads_images_again(self) -> bool:
        """Return whether the images drawn so far are too many to be held, and are read again when they are written."""
        return self._drawer.reads_images_again

    def list_group_names(self) -> list[list[str]]:
        """Return the names that groups may have: first words, and entries that may follow some of them."""
        return [sorted(each) for each in known_group_names(self._game)]

    def mentions(self, name: str) -> bool:
        """Return whether a template that was rendered so far may read a value of that name."""
        return self._templates.mentions(name)

    def identify_face(self, part: Part, design: Design, side: Side) -> TemplateText | None:
        """Return what decides how a face is drawn, but for files and colors; None if more does, or it has a fault.

        The text is kept, so that the face can be drawn from it soon.
        """
        if design.section is not None or design.net is not None:
            return None
        request = self._face_request(part, design, side)
        try:
            text = self._templates.render_once(request.template, request.values)
        except DrawingError:
            return None
        self._asked[id(part)] = part
        self._texts.put((id(part), id(design), side), text)
        return TemplateText(request.template, text, request.limits)

    def request_face(
        self, part: Part, design: Design, side: Side, values: Mapping[str, Any] = MappingProxyType({})
    ) -> RenderRequest:
        """Return what is asked for a face whose text may stand anywhere; a board in sections is drawn whole.

        `values` are used instead of those of the game.
        """
        request = self._face_request(part, design, side)
        return request._replace(values={**request.values, **values}, safe_zone=-_ANYWHERE)

    def render_text(self, request: RenderRequest, marked: bool = False) -> str:
        """Return the SVG text that a template makes, with the places of its tags if `marked`; DrawingError."""
        render = self._templates.render if request.shows_faces else self._templates.render_once
        return render(request.template, request.values, marked)

    def draw_text(self, text: str, request: RenderRequest) -> Picture:
        """Return the picture of an SVG text that a template made, without remembering it; DrawingError."""
        picture = self._drawer.draw_text(text, request)
        if self._ink is None:
            return picture
        return self._ink.convert_drawing(picture, request, self.shown_groups)

    def draw_marked(self, request: RenderRequest) -> tuple[Picture, Mapping[Shape, str]]:
        """Return a picture, and the places in templates, `file:line:column`, of its shapes; DrawingError."""
        marked = self._drawer.draw_marked(self.render_text(request, marked=True), request)
        return marked.picture, marked.painter.shape_places

    def take_notes(self) -> Sequence[Finding]:
        """Return the remarks on faces that were drawn since they were taken last: GF212 to GF216."""
        found: dict[Finding, None] = {}
        for request in self._drawer.take_remarked():
            for each in self._drawer.find_remarks(self.render_text(request, marked=True), request):
                place = locate_place(each.at) if each.at else request.place
                found[Finding(each.code, place, each.message, each.level)] = None
        return list(found)

    def take_shrunk(self) -> dict[str, tuple[float, float]]:
        """Return the texts that were set smaller since they were taken last, with the sizes asked for and set, mm."""
        found = dict(self._templates.shrunk)
        self._templates.shrunk.clear()
        return found

    def _render_face(self, part: Part, design: Design, side: Side) -> Picture:
        request = self._face_request(part, design, side)
        if design.section is not None and part.board is not None:
            return self._boards.render_section(request, part, design, side)
        return self._render_request(request, self._texts.get((id(part), id(design), side)))

    def _find_faults(self, part: Part, design: Design, side: Side) -> Sequence[Finding]:
        """Return what is wrong with a face, without rendering one that was found sound."""
        if id(design) in self._sound.get((id(part), side), ()):
            return ()
        try:
            self.draw_face(part, design, side)
        except DataError as error:
            return error.findings
        return ()

    def _face_request(self, part: Part, design: Design, side: Side) -> RenderRequest:
        template = part.front if side == "front" else part.back
        assert template is not None
        outline = part.outline if design.section else part.trim_of(design)
        values = {**self._face_values, "part": part, "w": outline.width, "h": outline.height}
        values.update(part.values)
        values.update(design.values)
        named = ("parts", part.id, side) in self._game.places
        place = self._game.place("parts", part.id, side) if named else design.place
        net = design.net if side == "front" and design.section is None else None
        if side == "back" and design.back_net is not None:
            net = design.back_net
            values.update(design.back_values)
        asked = RenderRequest(
            template, values, f"{part.id}.{design.id} {side}", place, outline, safe_zone=part.safe, net=net
        )
        return asked._replace(is_back=side == "back")

    @cached_property
    def _boards(self) -> "SectionedBoards":
        from generator.render.sections import SectionedBoards  # few games have any; start-up is most of a small build

        font = self._fonts.find_font("sans-serif", 400, False)
        return SectionedBoards(self._game, font, self._render_request, self._locate_address)

    def _locate_address(self, request: RenderRequest, address: Sequence[int]) -> Place | None:
        """Return the tag that draws a shape, or the `use` that does."""
        marked = self._drawer.draw_marked(self.render_text(request, marked=True), request)
        return locate_shape(marked, address, "use")

    def trimmed_face(self, name: str) -> "TrimmedFace":
        """Return a face of the kit by a name such as hand.red.3.back, trimmed; DrawingError (GF008) for none."""
        from generator.render.trimmed_faces import parse_face_name, trim_face

        if name not in self._trimmed:
            asked = parse_face_name(name, self._parts)
            part, design, side = asked.part, asked.design, asked.paper_side
            if asked.whole:
                picture = self._boards.render_whole(self._face_request(part, design, side), part, design, side).picture
            else:
                picture = self.draw_face(part, design, side)
            self._trimmed[name] = trim_face(asked, picture)
        return self._trimmed[name]

    def text_boxes(self, part: Part) -> list[Box]:
        """Return the boxes (mm) of all text on the fronts of a board or a net that is not cut."""
        return [box for _, box in self.list_texts(part)]

    def list_texts(self, part: Part) -> list[tuple[str, Box]]:
        """Return all text on the fronts of a board or a net that is not cut, with its boxes (mm)."""
        shapes = [shape for design in part.designs for shape in self.draw_face(part, design, "front").shapes]
        found = walk_texts(tuple(shapes), IDENTITY)
        return [(text.text.strip(), text_bounds(text, matrix)) for text, matrix in found]

    def draw_whole(self, part: Part, design: Design, side: Side) -> Picture:
        """Return a face; of a board in sections, the whole board."""
        if design.section is None or part.board is None:
            return self.draw_face(part, design, side)
        return self._boards.render_whole(self._face_request(part, design, side), part, design, side).picture

    def locate_shape(
        self, part: Part, design: Design, side: Side, address: Sequence[int], where: str = "shape"
    ) -> Place | None:
        """Return the tag that draws a shape of a face, or of a whole board, given by its index in each group.

        The tag of an empty address is the root of the template. `where` is "use" for the `use` that draws the shape, if
        one does, and "paint" for the tag that sets its fill.
        """
        request = self._face_request(part, design, side)
        deep = where == "symbol"
        key = request.template, part.id, design.id, side, deep
        if key not in self._marked:
            self._marked[key] = self._drawer.draw_marked(self.render_text(request, marked=True), request, deep)
        return locate_shape(self._marked[key], address, where)

    def measure_bleeds(self, part: Part, backs: bool) -> ArtTraits:
        """Return a part's bleeds and whether its faces are alike; render no more faces than that takes."""
        front = self.draw_face(part, part.designs[0], "front")
        alike = len(part.designs) == 1
        if part.back is None or not backs:
            return ArtTraits(-front.x, 0.0, alike, True)
        back = self.draw_face(part, part.designs[0], "back")
        same = back.x == 0 or all(self.draw_face(part, design, "back") is back for design in part.designs)
        return ArtTraits(-front.x, -back.x, alike, same)

    def draw_page(
        self,
        name: str,
        values: Mapping[str, Any],
        width: float,
        height: float,
        label: str = OUR_PAGE,
        place: Place | None = None,
        value_places: Mapping[object, Place] = {},
    ) -> Picture:
        """Return a page or figure of `width` x `height` mm, rendered from the template `name`.

        `label` is what errors call it, `place` is where the data name the template, and `value_places` finds the places
        of its values.
        """
        request = RenderRequest(
            name,
            {**self._page_values, "w": width, "h": height, **values},
            label,
            place or Place(self._game.file),
            Outline(width, height),
            shows_faces=True,
            value_places=value_places,
        )
        return self._render_request(request)

    def read_template(self, name: str) -> tuple[str, str]:
        """Return the text of a template, and its path for messages."""
        text, path = self._files.read_template(name)
        return text, relative_path(str(path))

    def collect_findings(self, parts: Iterable[Part]) -> list[Finding]:
        """Return what is wrong with the faces of some parts; only those that were never asked for are rendered.

        What one line of a template does to many pieces is one finding that counts them. At most 60 are returned.
        """
        return gather_faults(parts, self._find_faults)

    def _render_request(self, request: RenderRequest, text: str | None = None) -> Picture:
        try:
            text = self.render_text(request) if text is None else text
            key = request.template, text, request.limits
            known = self._pictures.get(key)
            return known or self._pictures.put(key, self.draw_text(text, request))
        except DrawingError as error:
            raise DataError([self._locate(each, request) for each in self._find_all(error, request)]) from None

    def _find_all(self, error: DrawingError, request: RenderRequest) -> Sequence[DrawingError]:
        """Return an error and all others of the same drawing, each at the tag at fault.

        To find the tags, the drawing is repeated from a template whose tags carry their places.
        """
        if error.at:
            return [error]
        try:
            text = self.render_text(request, marked=True)
        except DrawingError as located:
            return [located]
        return self._drawer.find_faults(text, request) or [error]

    def _locate(self, error: DrawingError, request: RenderRequest) -> Finding:
        """Return the finding of an error, at the tag at fault."""
        from generator.render.fault_sources import FaultSource

        source = FaultSource(self._game, self._files, self._language, lambda *face: not self._find_faults(*face))
        return source.report(error, request)
