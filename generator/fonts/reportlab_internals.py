"""Hold every use of reportlab's private names in fonts and pages, which may change in its next major version.

Pillow, half of what reportlab imports, is loaded when a picture is met, so this module comes before reportlab's own.
"""

import sys
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache, cached_property, lru_cache
from importlib.util import LazyLoader, find_spec, module_from_spec
from io import BytesIO
from struct import unpack_from
from typing import Any
from weakref import WeakKeyDictionary

from generator.fonts.pdf_text import (
    FIXED_CODES,
    SOFT_HYPHEN,
    TextEncoder,
    find_fixed_code,
    find_fixed_glyph,
    format_segments,
    turn_to_visual,
)
from generator.fonts.shaping import SIGN, MissingGlyphError, open_harfbuzz_font, open_shaper
from generator.language.direction import RIGHT_TO_LEFT_MARK
from generator.model.picture import PLAIN, Font, TextSetting


def _import_later(package: str, name: str) -> None:
    """Import a module at its first use (the recipe of the docs of importlib)."""
    spec = find_spec(f"{package}.{name}")
    if spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(sys.modules[package], name, module)


if "PIL.Image" not in sys.modules:
    _import_later("PIL", "Image")

from reportlab.lib.rl_accel import fp_str  # noqa: E402
from reportlab.pdfbase import pdfdoc, pdfmetrics, ttfonts  # noqa: E402
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402
from reportlab.pdfgen.textobject import PDFTextObject  # noqa: E402


class BareCanvas(Canvas):  # type: ignore[misc]
    """A canvas that sets no font of its own, so that none is left unembedded."""

    def _make_preamble(self) -> None:
        self._preamble = ""


def document_of(canvas: Any) -> Any:
    """Return the document that a canvas draws into."""
    return canvas._doc


def reorder_pages(document: Any, order: Sequence[int]) -> None:
    """Put the pages of a document into another order, given as their numbers so far."""
    pages = document.Pages.pages
    pages[:] = [pages[number - 1] for number in order]


class _Face(TTFontFace):  # type: ignore[misc]
    table: dict[str, Any]

    def __init__(self, font: Font) -> None:
        self._font = font
        super().__init__(BytesIO(font.data))

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803  reportlab's names
        """Read names and heights as reportlab does; take characters and widths from the font that is read already."""
        super().extractInfo(charInfo=0)
        known = self._font
        self.charToGlyph = {ord(char): glyph for char, glyph in known.glyphs.items()}
        self.glyphToChar: dict[int, list[int]] = {}
        count = unpack_from(">H", self.get_table("hhea"), 34)[0]
        table = self.get_table("hmtx")
        pairs = unpack_from(f">{2 * count}H", table)
        rest = unpack_from(f">{self.numGlyphs - count}H", table, 4 * count)
        self.hmetrics = [*zip(pairs[::2], pairs[1::2], strict=True), *((pairs[-2], bearing) for bearing in rest)]
        self.defaultWidth = pairs[0] * 1000 / self.unitsPerEm
        self.charWidths = {
            code: self.hmetrics[glyph][0] * 1000 / self.unitsPerEm for code, glyph in self.charToGlyph.items()
        }
        self.glyphPos = self._glyph_positions()
        one, other = (0x20, 0xA0) if 0x20 in self.charToGlyph else (0xA0, 0x20)
        if one in self.charToGlyph:  # as reportlab does
            self.charToGlyph[other], self.charWidths[other] = self.charToGlyph[one], self.charWidths[one]

    def makeSubset(self, subset: Sequence[int]) -> bytes:  # noqa: N802  reportlab's name
        """Return the file of a subset without the font's names and licenses, which a PDF has no use for."""
        tables = self.table
        self.table = {tag: table for tag, table in tables.items() if tag != "name"}
        try:
            made: bytes = super().makeSubset(subset)
        finally:
            self.table = tables
        return made

    def getCharWidth(self, code: int) -> bytes:  # noqa: N802  reportlab's name
        """Return the width of a character as it is written; most characters share a few dozen widths."""
        return _format_width(super().getCharWidth(code))

    def _glyph_positions(self) -> list[int]:
        loca = self.get_table("loca")
        long = unpack_from(">h", self.get_table("head"), 50)[0]
        if long:
            return list(unpack_from(f">{self.numGlyphs + 1}L", loca))
        return [2 * half for half in unpack_from(f">{self.numGlyphs + 1}H", loca)]


@lru_cache(maxsize=16)
def _read_face(font: Font) -> _Face:
    return _Face(font)


def _copy_face(font: Font) -> _Face:
    """Return what reportlab knows of a font, to which characters can be added; the file is taken apart once."""
    face = copy(_read_face(font))
    face.charToGlyph, face.charWidths = dict(face.charToGlyph), dict(face.charWidths)
    return face


@lru_cache(maxsize=4096)
def _format_width(width: float) -> bytes:
    return str(fp_str(width)).encode("ascii")


_NO_BREAK_SPACE = "\u00a0"  # which reportlab writes as a space
_RIGHT_TO_LEFT = TextSetting(rtl=True)
_HIGH_CODES = {code: f"\\{code:03o}" for code in range(128, 256)}  # reportlab writes a stream as UTF-8
_SUBSETS = 1 << 12  # more than a document has of a font: the first number of those of another one
_FIRST_PRIVATE = 0xF0000  # beyond what a text of people holds


class KnownFont(TTFont):  # type: ignore[misc]
    """A TTFont of a font that is read already; ASCII characters keep their codes, and those in use are embedded."""

    def __init__(self, name: str, font: Font) -> None:
        self.fontName = name
        self.face = _copy_face(font)
        self.encoding = TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable = 1
        self.shapable = False
        self.font = font
        self._private: dict[tuple[int, str], str] = {}
        self._texts: dict[int, str] = {}  # what private characters stand for
        self._used: WeakKeyDictionary[Any, set[int]] = WeakKeyDictionary()
        self._encoders: WeakKeyDictionary[Any, dict[TextSetting, TextEncoder]] = WeakKeyDictionary()

    def find_encoder(self, document: Any, setting: TextSetting = PLAIN) -> TextEncoder:
        """Return what encodes text for a document."""
        known = self._encoders.setdefault(document, {})
        return known.get(setting) or known.setdefault(setting, TextEncoder(self, document, setting))

    def char_of(self, number: int, text: str) -> str:
        """Return the character that stands for a glyph and its text: its own, or a private one."""
        if len(text) == 1 and (text == _NO_BREAK_SPACE or self.face.charToGlyph.get(ord(text)) == number):
            return text
        found = self._private.get((number, text))
        if found is None:
            found = self._private[number, text] = chr(_FIRST_PRIVATE + len(self._private))
            self.face.charToGlyph[ord(found)] = number
            self.face.charWidths[ord(found)] = self.face.hmetrics[number][0] * 1000 / self.face.unitsPerEm
            self._texts[ord(found)] = turn_to_visual(text)
        return found

    def find_code(self, glyph: int, text: str, doc: Any) -> tuple[int, int]:
        """Return the subset of a glyph with its text, and its code in it; of a sign, a subset of its own font."""
        if glyph >= SIGN:
            font, number = open_harfbuzz_font(self.font).find_sign(glyph)
            sign = open_sign_font(font)
            if doc not in sign.state:
                embed_font(sign, font.name, doc)
            subset, code = sign.find_code(number, text, doc)
            return (glyph // SIGN) * _SUBSETS + subset, code
        char = self.char_of(glyph, text)
        if text in FIXED_CODES and (fixed := find_fixed_code(self.font, glyph, text)):
            state = self._assignState(doc)
            state.assignments[ord(char)], state.subsets[0][fixed] = fixed, ord(char)
        ((subset, codes),) = self.splitString(char, doc)
        return subset, codes[0]

    def _assignState(self, doc: Any, *options: Any) -> Any:  # noqa: N802  reportlab's name
        """Return what a document knows of the font; codes that it assigns come after those of ASCII."""
        is_new, state = doc not in self.state, super()._assignState(doc, *options)
        if is_new:
            state.nextCode = len(state.subsets[0])
        return state

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:  # noqa: N802  reportlab's name
        """Return the name of a subset in a document, be it of this font or of one of signs."""
        number, inner = divmod(subset, _SUBSETS)
        if number:
            font = open_harfbuzz_font(self.font).sign_fonts[number - 1]
            return open_sign_font(font).getSubsetInternalName(inner, doc)
        return str(super().getSubsetInternalName(subset, doc))

    def note_texts(self, texts: Iterable[str], doc: Any) -> None:
        """Take notice of characters and ligatures that operators of a document show by their fixed codes."""
        for text in texts:
            glyph = find_fixed_glyph(self.font, text)
            if glyph is not None:
                self.find_code(glyph, text, doc)

    def splitString(self, text: str, doc: Any, encoding: str = "utf-8") -> list[tuple[int, bytes]]:  # noqa: N802
        """Return the codes of a text in the subsets of a document, where its characters are in use from now on."""
        self._assignState(doc)
        self._used.setdefault(doc, {0x20}).update(map(ord, text))
        found: list[tuple[int, bytes]] = super().splitString(text, doc, encoding)
        return found

    def addObjects(self, doc: Any) -> None:  # noqa: N802  reportlab's name
        """Add the subsets of the characters in use to a document, with what each of their codes stands for."""
        used = self._used.get(doc, {0x20})
        subsets = [[char if char in used else 0 for char in subset] for subset in self.state[doc].subsets]
        self.state[doc].subsets = subsets
        super().addObjects(doc)
        for number, subset in enumerate(subsets):
            name = doc.idToObject["BasicFonts"].dict[f"{self._name_in(doc)}+{number}"].BaseFont
            doc.idToObject[f"toUnicodeCMap:{name}"].content = self._map_to_text(name, subset)

    def _name_in(self, doc: Any) -> str:
        return str(doc.fontMapping[self.fontName]).lstrip("/")

    def _map_to_text(self, name: str, subset: Sequence[int]) -> str:
        """Return the ToUnicode map of a subset (PDF 1.7, 9.10.3)."""
        texts = ((code, self._texts.get(char, chr(char))) for code, char in enumerate(subset) if char)
        shown = [f"<{code:02X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in texts]
        plain: str = ttfonts.makeToUnicodeCMap(name, [0])
        head, _, tail = plain.partition("1 beginbfchar\n<00> <0000>\nendbfchar")
        blocks = [shown[at : at + 100] for at in range(0, len(shown), 100)]
        head = head.replace("<00> <00>", f"<00> <{len(subset) - 1:02X}>")
        return head + "\n".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar" for b in blocks) + tail


@cache
def open_sign_font(font: Font) -> KnownFont:
    """Return a font of signs, which all fonts of a document share."""
    return KnownFont(font.name, font)


class SheetPage(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page with given resources and boxes, such as `/MediaBox [0 0 595 842]`."""

    def __init__(self, contents: Any, resources: Any, boxes: bytes) -> None:
        super().__init__()
        self.Contents, self.Resources = contents, resources
        self._boxes = boxes

    def format(self, document: Any) -> bytes:
        """Return the page's dictionary."""
        parent = document.Reference(document.Pages).format(document)
        contents, resources = self.Contents.format(document), self.Resources.format(document)
        return b"<< /Type /Page /Parent %b /Contents %b /Resources %b %b >>" % (
            parent,
            contents,
            resources,
            self._boxes,
        )


class PackedStream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream of operators that are deflated already."""

    def format(self, document: Any) -> bytes:
        """Return the stream."""
        return b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream\n" % (len(self.content), self.content)


class KernedFont(KnownFont):
    """A font that measures text as it is shaped; a font with a hyphen has a soft hyphen too."""

    def __init__(self, name: str, font: Font) -> None:
        super().__init__(name, font)
        for known in (self.face.charToGlyph, self.face.charWidths):
            if 0x2D in known:
                known.setdefault(0xAD, known[0x2D])

    @cached_property
    def _widths(self) -> dict[str, float]:
        return {}

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802  reportlab's name
        """Return the width of a text, in the unit of its size."""
        width = self._widths.get(text)
        if width is None:
            width = self._widths[text] = self._measure(text, encoding)
        return width * size

    def _measure(self, text: str, encoding: str) -> float:
        setting = _RIGHT_TO_LEFT if text.startswith(RIGHT_TO_LEFT_MARK) else PLAIN
        text = text.removeprefix(RIGHT_TO_LEFT_MARK)
        try:
            return open_shaper(self.font, setting).measure(text.replace(SOFT_HYPHEN, "-"))
        except MissingGlyphError:  # which is reported before anything is drawn
            return float(super().stringWidth(text, 1, encoding))


class ShapedLine(PDFTextObject):  # type: ignore[misc]
    """Text that is shaped as KernedFont measures it (PDF 1.7, 9.4.3: TJ)."""

    @property
    def code(self) -> list[str]:
        """The operators so far."""
        found: list[str] = self._code
        return found

    @code.setter
    def code(self, code: list[str]) -> None:
        self._code = code

    @property
    def page_number(self) -> int:
        """The number of the page that the text is drawn on."""
        return int(self._canvas.getPageNumber())

    def note_text(self, text: str) -> None:
        """Take notice of a text whose operators come next."""

    def note_link(self, link: Any, event: str) -> None:
        """Take notice of a link that has started, with the text before, or ends."""

    def _linkRecord(self, link: Any, event: str) -> None:  # noqa: N802  reportlab's name
        self.note_link(link, event)

    def _formatText(self, text: str) -> str:  # noqa: N802  reportlab's name
        """Return the operators that show a text; one that begins with U+200F is set from right to left."""
        setting = _RIGHT_TO_LEFT if text.startswith(RIGHT_TO_LEFT_MARK) else PLAIN
        text = text.removeprefix(RIGHT_TO_LEFT_MARK)
        self.note_text(text)
        font = pdfmetrics.getFont(self._fontname)
        if not isinstance(font, KernedFont) or not text:
            return str(super()._formatText(text))
        document = self._canvas._doc
        segments = font.find_encoder(document, setting).encode(text)
        before: Any = self._curSubset
        self._curSubset: Any = segments[-1].subset
        if len(segments) == 1 and before == segments[0].subset:
            return segments[0].operator.translate(_HIGH_CODES)
        size = str(fp_str(self._fontsize))
        shown = format_segments(segments, lambda subset: str(font.getSubsetInternalName(subset, document)), size)
        return f"{shown} {fp_str(self._leading)} TL".translate(_HIGH_CODES)


class KernedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that shapes all of its text."""

    def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> ShapedLine:  # noqa: N802
        """Return a fresh text object."""
        return ShapedLine(self, x, y, direction=direction)

    def note_annotation(self, annotation: Any, name: str, in_line: bool) -> None:
        """Take notice of an annotation, by its name in the document, which may be added while a line is drawn."""

    def _addAnnotation(self, annotation: Any, name: Any = None, addtopage: int = 1) -> None:  # noqa: N802
        super()._addAnnotation(annotation, name, addtopage)
        self.note_annotation(annotation, self._annotationrefs[-1].name, hasattr(self, "_curr_tx_info"))

    def drawImage(self, image: Any, x: float, y: float, *size: Any, **options: Any) -> Any:  # noqa: N802
        """Draw an image; one in a line of text that draws itself does so."""
        if hasattr(image, "draw_on"):
            return image.draw_on(self, x, y)
        return super().drawImage(image, x, y, *size, **options)


def register_font(name: str, font: Font) -> None:
    """Register a font under a name, for kerned text.

    reportlab's own registerFont would return the glyphs of the first file for a second one of the same PostScript name.
    """
    pdfmetrics._fonts[name] = KernedFont(name, font)
    pdfmetrics.registerFontFamily(name)


def draw_plain_text(
    canvas: Any, name: str, font_name: str, size: float, operator: bytes, at: tuple[float, float], characters: str
) -> None:
    """Draw text in ASCII as a form that is not compressed, from a point on its baseline.

    It is given as its operator, which may be changed later to show other ones of the `characters`.
    """
    document = canvas._doc
    if not canvas.hasForm(name):
        font = pdfmetrics.getFont(font_name)
        font.note_texts(characters, document)
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArrayCompact([0, fp_str(-size), fp_str(len(operator) * size), fp_str(size)]),
            "Resources": resources,
        }
        chosen = f"BT {font.getSubsetInternalName(0, document)} {fp_str(size)} Tf ".encode()
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), chosen + operator + b"\nET\n")
        document.Reference(stream, document.getXObjectName(name))
    canvas.saveState()
    canvas.translate(*at)
    canvas.doForm(name)
    canvas.restoreState()


def embed_font(font: Any, name: str, document: Any) -> None:
    """Make a TTFont known to a document by `name`, also if the document's own text uses it under another name."""
    state = font._assignState(document)
    if state.internalName is None:
        state.internalName = name
        document.fontMapping[font.fontName] = f"/{name}"
        document.delayedFonts.append(font)
    else:
        ascii_codes = pdfdoc.PDFObjectReference(f"{state.internalName}+0")
        document.idToObject["BasicFonts"].dict[f"{name}+0"] = ascii_codes
