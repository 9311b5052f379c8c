"""Draw pages as compressed content streams with the definitions that they need.

Nothing depends on what was drawn before: names are digests of what they name, so pages can be drawn in any order and by
any process. ASCII, common ligatures and letters have codes of their own; other text is left to the document.
"""

import zlib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct

from generator.fonts.pdf_text import WordEncoder, find_fixed_code, list_fixed_texts, show_words
from generator.fonts.shaping import WordMemory, open_shaper
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box
from generator.model.paper import Paper
from generator.model.picture import PLAIN, Font, Gradient, Image, LaidShapes, Picture, SharedLayout, Text, TextSetting
from generator.model.sheet import Page, Placement
from generator.write.coordinates import format_matrix, format_number, locate_face
from generator.write.pdf.pen import PdfPen

POINT = 72 / 25.4
LEVEL = 6
TOKEN = "\x01"
_BOX = (-100_000, -100_000, 100_000, 100_000)  # of a form that may be drawn in any units, also inside a viewBox
_PARTS = "\x02"
FaceName = tuple[str, int, bool]


class PdfForm(NamedTuple):
    """Operators that are drawn by name, their bounding box, and whether they are a transparency group."""

    operators: str
    box: Box
    group: bool


class PdfDefinitions(Struct):
    """Resources that pages refer to by name."""

    forms: dict[str, PdfForm] = {}
    alphas: dict[str, tuple[float, float]] = {}
    masks: dict[str, tuple[str, bool]] = {}  # the name of a form, and whether its alpha masks
    blends: dict[str, str] = {}
    shadings: dict[str, Gradient] = {}
    images: dict[str, Image] = {}
    fonts: dict[str, FaceName] = {}
    characters: dict[str, set[str]] = {}  # of fonts, and their ligatures, but for what the document itself encodes


def merge_definitions(first: PdfDefinitions, second: PdfDefinitions) -> PdfDefinitions:
    """Return the definitions of both; equal names name equal things, and the characters of a font are joined."""
    both = PdfDefinitions(*({**getattr(first, name), **getattr(second, name)} for name in first.__struct_fields__))
    for name, characters in first.characters.items():
        both.characters[name] = characters | both.characters[name]
    return both


class PageMargin(NamedTuple):
    """The operators of what stands around the pieces of a page: its furniture and its label, and guides over them."""

    furniture: str
    label: str
    guides: str


class FixedWords:
    """The words of a font and setting whose glyphs have the same codes in the first subset of every document.

    A word with other glyphs, such as a rare ligature, is left to the document.
    """

    def __init__(self, font: Font, setting: TextSetting) -> None:
        self.font, self.name = font, pdf_name(font)
        self._shaper = open_shaper(font, setting)
        self._encoder = WordEncoder(font, partial(find_fixed_code, font))
        self._words = WordMemory(self._encode_word)

    def show(self, text: str) -> str:
        """Return the operator that shows a line; empty if the document must encode it."""
        shown = show_words(map(self._words.__getitem__, self._shaper.split(text)))
        return "" if TOKEN in shown else shown

    def _encode_word(self, word: str) -> str:
        """Return a word as it stands in a string, or the token if the document must encode it."""
        if not word.isprintable():
            return TOKEN
        found = word if self._shaper.stands_alone(word) else self._encoder.encode(self._shaper.shape(word))
        return TOKEN if found is None else found


@cache
def open_fixed_words(font: Font, setting: TextSetting) -> FixedWords:
    """Return the words of a font and setting; a process encodes each word once, however many batches it draws."""
    return FixedWords(font, setting)


class PageBoxes(NamedTuple):
    """The size of a page, and its trim and bleed as x, y, width and height from the top left; mm."""

    width: float
    height: float
    trim: Box
    bleed: Box

    def format(self) -> str:
        """Return the entries of the page's dictionary, in points from the bottom left."""
        media = " ".join(map(format_number, (0, 0, self.width * POINT, self.height * POINT)))
        boxes = {"TrimBox": self.trim, "BleedBox": self.bleed}
        told = " ".join(f"/{name} [{' '.join(map(format_number, self._turn(box)))}]" for name, box in boxes.items())
        return f"/MediaBox [{media}] {told}"

    def _turn(self, box: Box) -> Box:
        x, y, width, height = box
        bottom = self.height - y - height
        return x * POINT, bottom * POINT, (x + width) * POINT, (bottom + height) * POINT


class LooseStream(bytes):
    """Operators with texts that the document must still encode, compressed a little until then."""


PageStream = bytes | str  # compressed, or a `LooseStream`, or operators as they are


class PageResources:
    """Names the resources that the pages of one batch refer to, and collects their definitions."""

    def __init__(self) -> None:
        self.definitions = PdfDefinitions()
        self._words: dict[tuple[int, TextSetting], FixedWords] = {}

    def show(self, text: Text, size: str) -> str:
        """Return the operators that show a text, or a token that the document replaces by them."""
        key = id(text.font), text.setting
        words = self._words.get(key)
        if words is None:
            words = self._words[key] = open_fixed_words(text.font, text.setting)
            self.definitions.fonts[words.name] = text.font.family, text.font.weight, text.font.italic
        shown = words.show(text.text)
        if shown:
            used = self.definitions.characters.setdefault(words.name, set())
            used.update(text.text)
            if "\\" in shown:
                used.update(list_fixed_texts(shown))
            return f"/{words.name}+0 {size} Tf {shown}"
        return _PARTS.join((TOKEN + words.name, size, text.text, _join_setting(text.setting))) + TOKEN

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of a graphics state with these opacities."""
        name = f"A{round(fill * 1000)}.{round(stroke * 1000)}"
        self.definitions.alphas[name] = round(fill, 3), round(stroke, 3)
        return name

    def mask(self, operators: str, alpha: bool) -> str:
        """Return the name of a graphics state with a soft mask: the brightness, or the alpha, of what is drawn."""
        form = self.form(operators, True)
        name = f"M{'a' if alpha else ''}{form[1:]}"
        self.definitions.masks[name] = form, alpha
        return name

    def blend(self, mode: str) -> str:
        """Return the name of a graphics state with a blend mode."""
        name = f"B{mode.replace('-', '')}"
        self.definitions.blends[name] = mode
        return name

    def shading(self, gradient: Gradient) -> str:
        """Return the name of a shading."""
        name = _name_by_digest("S", repr((gradient.kind, gradient.geometry, gradient.stops)))
        self.definitions.shadings[name] = gradient
        return name

    def image(self, image: Image) -> str:
        """Return the name of an image or of a page of a PDF; the same bytes are one object."""
        name = f"I{image.key[:16]}{'' if image.smooth else 's'}"
        if image.region is not None:
            name = f"P{image.key[:16]}"
        self.definitions.images[name] = image
        return name

    def form(self, operators: str, group: bool) -> str:
        """Return the name of a form XObject in millimeters."""
        return self.add_form(PdfForm(operators, _BOX, group))

    def add_form(self, form: PdfForm) -> str:
        """Return the name of a form XObject."""
        # spelled out, so that a file does not change with the name of a class
        text = f"Form(operators={form.operators!r}, box={form.box!r}, group={form.group!r})"
        name = _name_by_digest("X", text)
        self.definitions.forms[name] = form
        return name


class PdfPageDrawer:
    """Draws the pages of one batch.

    Nothing it holds refers to it: what large batches have drawn is freed with it, not when garbage is collected.
    """

    def __init__(self, paper: Paper) -> None:
        self._height = paper.height
        self._resources = PageResources()
        self._pen = PdfPen(self._resources)
        self._pictures: dict[Picture, str] = {}
        self._layouts: dict[SharedLayout, LayoutOperators | None] = {}

    @property
    def definitions(self) -> PdfDefinitions:
        """Return what the pages drawn so far refer to."""
        return self._resources.definitions

    def draw_operators(self, picture: Picture) -> str:
        """Return the operators of a picture, in mm with y downwards."""
        shapes = picture.shapes
        if type(shapes) is not LaidShapes or self._pen.forgets:
            return self._pen.draw(shapes)
        if shapes.layout not in self._layouts:  # what is drawn once is written out, and what is repeated are forms
            self._layouts[shapes.layout] = None
            return self._pen.draw(shapes)
        layout = self._layouts[shapes.layout]
        if layout is None:
            layout = self._layouts[shapes.layout] = LayoutOperators(shapes.layout, self._pen)
        return layout.write(shapes, self._resources.show)

    def draw_picture(self, picture: Picture, correction: Matrix = IDENTITY, level: int = LEVEL) -> PageStream:
        """Return a page that is one picture as large as the paper, drawn with a matrix in mm, y downwards."""
        return _compress(self._correct(self._to_page(self.draw_operators(picture)), correction), level)

    def draw_page(self, page: Page, faces: Sequence[tuple[Picture, bool]], correction: Matrix = IDENTITY) -> PageStream:
        """Return one side of a sheet; `faces` holds each placement's picture, and whether it is placed again.

        The whole page is drawn with the matrix `correction`, in mm with y downwards.
        """
        margin = self.draw_margin(page)
        return self.join_page(margin, self.draw_pieces(page, faces), correction)

    def draw_margin(self, page: Page) -> PageMargin:
        """Return what a page shows beside and over its pieces."""
        label = self._to_page(self._pen.draw(page.label)) if page.label else ""
        guides = self._to_page(self._pen.draw(page.guides)) if page.guides else ""
        return PageMargin(self._to_page(self._pen.draw(page.furniture)), label, guides)

    def draw_pieces(self, page: Page, faces: Sequence[tuple[Picture, bool]]) -> str:
        """Return the operators of a page's pieces; see `draw_page`."""
        return "\n".join(self._draw_piece(p, *face) for p, face in zip(page.placements, faces, strict=True))

    def join_page(self, margin: PageMargin, pieces: str, correction: Matrix = IDENTITY) -> PageStream:
        """Return a page of its margin and its pieces, drawn with a matrix."""
        parts = filter(None, (margin.furniture, margin.label, pieces, margin.guides))
        return _compress(self._correct("\n".join(parts), correction))

    def _correct(self, operators: str, correction: Matrix) -> str:
        """Return the operators of a page inside a matrix that is given in mm, y downwards."""
        if correction == IDENTITY:
            return operators
        return f"q {format_matrix(convert_to_points(correction, self._height))} cm\n{operators}\nQ"

    def _to_page(self, operators: str) -> str:
        return f"q\n{format_matrix((POINT, 0, 0, -POINT, 0, self._height * POINT))} cm\n{operators}\nQ"

    def _draw_piece(self, placement: Placement, picture: Picture, again: bool) -> str:
        to = locate_face(placement)
        box = " ".join(map(format_number, to.clip))
        body = self._draw_face(picture) if again else self.draw_operators(picture)
        move = format_matrix(self._flip_matrix(to.matrix))
        return f"/Piece <</ID ({placement.id})>> BDC\nq {move} cm\n{box} re W n\n{body}\nQ\nEMC"

    def _flip_matrix(self, to: Matrix) -> Matrix:
        """Return a matrix to the paper in mm, y downwards, as one to the page in points, y upwards."""
        a, b, c, d, e, f = to
        return a * POINT, -b * POINT, c * POINT, -d * POINT, e * POINT, (self._height - f) * POINT

    def _draw_face(self, picture: Picture) -> str:
        if picture not in self._pictures:
            box = picture.x, picture.y, picture.x + picture.width, picture.y + picture.height
            self._pictures[picture] = self._resources.add_form(PdfForm(self.draw_operators(picture), box, False))
        return f"/{self._pictures[picture]} Do"


class LayoutOperators:
    """The operators of faces of a layout that was drawn before, with holes for the texts that differ."""

    def __init__(self, layout: SharedLayout, pen: PdfPen) -> None:
        written, frames = pen.draw_layout(layout)
        befores, ends = [each.before for each in frames], [each.end for each in frames]
        around = zip(["", *ends], written, [*befores, ""], strict=True)
        self._first, *rest = ["\n".join(filter(None, each)) for each in around]
        self._slots = [
            (slot, frame.after_x, frame.size, after)
            for slot, frame, after in zip(layout.slots, frames, rest, strict=True)
        ]

    def write(self, shapes: LaidShapes, show: Callable[[Text, str], str]) -> str:
        """Return the operators of a face; `show` returns those that show a text of a size."""
        out = [self._first]
        for slot, after_x, size, after in self._slots:
            text = shapes[slot]
            assert type(text) is Text
            out += format_number(text.x), after_x, show(text, size), after
        return "".join(out)


def convert_to_points(matrix: Matrix, height: float) -> Matrix:
    """Return a matrix of a page in mm, y downwards, as one in points, y upwards; `height` is that of the page, mm."""
    to_mm: Matrix = (1 / POINT, 0.0, 0.0, -1 / POINT, 0.0, height)
    to_points: Matrix = (POINT, 0.0, 0.0, -POINT, 0.0, height * POINT)
    return multiply_matrices(to_points, multiply_matrices(matrix, to_mm))


def blank_page() -> PageStream:
    """Return an empty page."""
    return zlib.compress(b"", LEVEL)


def pdf_name(font: Font) -> str:
    """Return the font's name as a PDF name: letters, digits and hyphens."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in font.name)


def _join_setting(setting: TextSetting) -> str:
    features = ",".join(f"{tag}={value}" for tag, value in setting.features)
    return f"{features};{setting.spacing!r};{'rtl' if setting.rtl else ''}" if setting is not PLAIN else ""


@lru_cache(maxsize=256)
def _split_setting(told: str) -> TextSetting:
    if not told:
        return PLAIN
    features, spacing, rtl = told.split(";")
    pairs = (each.partition("=") for each in features.split(",") if each)
    return TextSetting(tuple((tag, int(value)) for tag, _, value in pairs), float(spacing), bool(rtl))


def split_token(token: str) -> tuple[str, str, str, TextSetting]:
    """Split a token into the name of the font, the size, the text and its setting."""
    name, size, text, setting = token.strip(TOKEN).split(_PARTS)
    return name, size, text, _split_setting(setting)


def _name_by_digest(letter: str, text: str) -> str:
    return letter + sha256(text.encode()).hexdigest()[:16]


def strip_label(stream: PageStream, label: str) -> str:
    """Return the operators of a page without its label, which tells the build."""
    return read_operators(stream).replace(label, "", 1)


def read_operators(stream: PageStream) -> str:
    """Return the operators of a page."""
    if isinstance(stream, str):
        return stream
    return zlib.decompress(stream).decode(_LOOSE if isinstance(stream, LooseStream) else "latin-1", "surrogatepass")


def _compress(operators: str, level: int = LEVEL) -> PageStream:
    if TOKEN in operators:
        return LooseStream(zlib.compress(operators.encode(_LOOSE, "surrogatepass"), _QUICK))
    return zlib.compress(operators.encode("latin-1"), level)


_LOOSE, _QUICK = "utf-8", 1
