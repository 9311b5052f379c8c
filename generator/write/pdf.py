"""Pages with their pictures go in, the bytes of one PDF come out: ReportLab holds the document, the pen fills it.

Lengths are mm on the way in and points (72 to the inch) in the file. Equal input gives equal bytes.
"""

import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

from generator.model.paper import Backs, Paper
from generator.model.picture import Font, Gradient, Image, Picture
from generator.model.sheet import Page, Placement
from generator.write.digits import digits, matrix
from generator.write.pdf_fonts import Face
from generator.write.pdf_pen import Pen
from generator.write.turn import placed

POINT = 72 / 25.4
_LEVEL = 6


class PdfFile:
    """A PDF being written, page by page."""

    def __init__(self, paper: Paper, title: str, flip: Backs) -> None:
        from reportlab.pdfbase import pdfdoc
        from reportlab.pdfgen.canvas import Canvas

        class Bare(Canvas):  # type: ignore[misc]
            """A canvas that names no font of its own, so that none is left unembedded."""

            def _make_preamble(self) -> None:
                self._preamble = ""

        self._pdf = pdfdoc
        size = paper.width * POINT, paper.height * POINT
        self._canvas = Bare(BytesIO(), pagesize=size, pageCompression=1, invariant=1, lang="en")
        self._canvas.setTitle(title)
        self._canvas.setCreator("gutterfold")
        self._canvas.setAuthor("gutterfold")
        self._canvas.setSubject("print-and-play sheets; print at 100 %")
        self._canvas.setViewerPreference("PrintScaling", "None")
        duplex = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "none": "Simplex"}[flip]
        self._canvas.setViewerPreference("Duplex", duplex)
        self._canvas.showOutline()
        self._document = self._canvas._doc
        self._paper = paper
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources.ProcSet = []
        self._shared = self._document.Reference(self._resources, "Shared")
        self._media = pdfdoc.PDFArrayCompact([0, 0, *map(digits, size)])
        self._pen = Pen(self)
        self._faces: dict[int, tuple[Font, Face]] = {}
        self._named: dict[Any, str] = {}
        self._streams: dict[str, Any] = {}
        self._drawn: dict[tuple[int, ...], str] = {}
        self._pictures: dict[Picture, str] = {}
        self.pages = 0

    # -- what the pen asks for -------------------------------------------------------------------------------------

    def show(self, font: Font, text: str, size: str) -> str:
        """Return the operators that show a text."""
        if id(font) not in self._faces:
            self._faces[id(font)] = font, Face(font, self._document)
        return self._faces[id(font)][1].show(text, size)

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of a graphics state with these opacities."""
        name = f"A{round(fill * 1000)}.{round(stroke * 1000)}"
        state = {"ca": digits(fill), "CA": digits(stroke)}
        self._resources.ExtGState.setdefault(name, self._pdf.PDFDictionary(state))
        return name

    def shading(self, gradient: Gradient) -> str:
        """Return the name of a shading."""
        key = gradient.kind, gradient.geometry, gradient.stops
        if key not in self._named:
            self._named[key] = name = f"S{len(self._named)}"
            self._resources.Shading[name] = self._document.Reference(_shading(self._pdf, gradient), name)
        return self._named[key]

    def image(self, image: Image) -> str:
        """Return the name of an image XObject; the same bytes are one object."""
        if image.key not in self._named:
            from generator.write.pdf_images import streams

            self._named[image.key] = name = f"I{len(self._named)}"
            self._resources.XObject[name] = streams(self._pdf, self._document, name, image)
        return self._named[image.key]

    def form(self, operators: str, group: bool) -> str:
        """Return the name of a form XObject in millimeters."""
        return self._form(operators, (-2000, -2000, 2000, 2000), group)

    def _form(self, operators: str, box: tuple[float, ...], group: bool) -> str:
        name = f"X{len(self._resources.XObject)}"
        entries: dict[str, Any] = {
            "Type": self._pdf.PDFName("XObject"),
            "Subtype": self._pdf.PDFName("Form"),
            "BBox": self._pdf.PDFArrayCompact(list(map(digits, box))),
            "Resources": self._shared,
        }
        if group:
            kind = {"S": self._pdf.PDFName("Transparency"), "I": "true"}
            entries["Group"] = self._pdf.PDFDictionary(kind)
        stream = self._stream(operators, entries)
        self._resources.XObject[name] = self._document.Reference(stream, name)
        return name

    # -- pages ---------------------------------------------------------------------------------------------------

    def _stream(self, operators: str, entries: Mapping[str, Any]) -> Any:
        packed = zlib.compress(operators.encode("latin-1"), _LEVEL)
        filled = {**entries, "Filter": self._pdf.PDFName("FlateDecode")}
        return self._pdf.PDFStream(self._pdf.PDFDictionary(filled), packed)

    def bookmark(self, title: str, level: int = 0) -> None:
        """Name the page that comes next in the outline."""
        key = f"p{self.pages}.{title}"
        self._canvas.bookmarkPage(key, fit="Fit")
        self._canvas.addOutlineEntry(title, key, level)

    def add_picture(self, picture: Picture) -> None:
        """Add a page that is one picture as large as the paper."""
        self._add(self._to_page(self._pen.draw(picture.shapes)), None, None)

    def add_blank(self) -> None:
        """Add an empty page: the back of a page that has none."""
        self._add("", None, None)

    def add_page(self, page: Page, faces: Sequence[tuple[Picture, bool]]) -> None:
        """Add one side of a sheet; `faces` holds each placement's picture, and whether it is placed again."""
        parts = [self._to_page(self._pen.draw((*page.furniture, *page.label)))]
        parts += [self._piece(p, *face) for p, face in zip(page.placements, faces, strict=True)]
        trim = _around([(p.x, p.y, p.x + p.width, p.y + p.height) for p in page.placements])
        bleed = _around([_inked(p) for p in page.placements])
        self._add("\n".join(parts), trim, bleed)

    def _to_page(self, operators: str) -> str:
        if not operators:
            return ""
        return f"q\n{matrix((POINT, 0, 0, -POINT, 0, self._paper.height * POINT))} cm\n{operators}\nQ"

    def _piece(self, placement: Placement, picture: Picture, again: bool) -> str:
        to = placed(placement)
        a, b, c, d, e, f = to.matrix
        height = self._paper.height
        page = (a * POINT, -b * POINT, c * POINT, -d * POINT, e * POINT, (height - f) * POINT)
        box = " ".join(map(digits, to.clip))
        body = self._face(picture) if again else self._pen.draw(picture.shapes)
        return f"/Piece <</ID ({placement.id})>> BDC\nq {matrix(page)} cm\n{box} re W n\n{body}\nQ\nEMC"

    def _face(self, picture: Picture) -> str:
        if picture not in self._pictures:
            box = picture.x, picture.y, picture.x + picture.width, picture.y + picture.height
            self._pictures[picture] = self._form(self._pen.draw(picture.shapes), box, False)
        return f"/{self._pictures[picture]} Do"

    def _add(self, operators: str, trim: tuple[float, ...] | None, bleed: tuple[float, ...] | None) -> None:
        page = self._pdf.PDFPage()
        page.MediaBox = self._media
        page.Resources = self._shared
        page.TrimBox, page.BleedBox = self._box(trim), self._box(bleed)
        if operators not in self._streams:
            stream = self._stream(operators, {})
            # sheets that look alike, such as backs, share one stream; only short texts are worth remembering
            reference = self._document.Reference(stream, f"C{self.pages}")
            if len(operators) < 4000:
                self._streams[operators] = reference
            page.Contents = reference
        else:
            page.Contents = self._streams[operators]
        self._document.addPage(page)
        self.pages += 1

    def _box(self, box: tuple[float, ...] | None) -> Any:
        if box is None:
            return self._media
        left, top, right, bottom = box
        height = self._paper.height
        corners = (left * POINT, (height - bottom) * POINT, right * POINT, (height - top) * POINT)
        return self._pdf.PDFArrayCompact(list(map(digits, corners)))

    def finish(self) -> bytes:
        """Return the file."""
        if not self.pages:
            self.add_blank()
        data: bytes = self._document.GetPDFData(self._canvas)
        return data


def _around(boxes: Sequence[tuple[float, ...]]) -> tuple[float, ...] | None:
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _inked(p: Placement) -> tuple[float, float, float, float]:
    left, top, right, bottom = p.clip
    return p.x - left, p.y - top, p.x + p.width + right, p.y + p.height + bottom


def _shading(pdf: Any, gradient: Gradient) -> Any:
    """Return an axial or radial shading that is extended at both ends, as `pad` asks."""
    stops = [(offset, tuple(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))) for offset, color in gradient.stops]
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    pairs = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    functions = [pdf.PDFExponentialFunction(_three(a[1]), _three(b[1]), 1) for a, b in pairs]
    bounds = [digits(b[0]) for _, b in pairs[:-1]]
    function = functions[0]
    if len(functions) > 1:
        encode = [0, 1] * len(functions)
        function = pdf.PDFStitchingFunction(functions, bounds, encode, Domain=pdf.PDFArrayCompact((0, 1)))
    extend = pdf.PDFArrayCompact(("true", "true"))
    if gradient.kind == "linear":
        return pdf.PDFAxialShading(*gradient.geometry, function, "DeviceRGB", Extend=extend)
    cx, cy, r, fx, fy = gradient.geometry
    return pdf.PDFRadialShading(fx, fy, 0, cx, cy, r, function, "DeviceRGB", Extend=extend)


def _three(color: tuple[float, ...]) -> tuple[str, ...]:
    return tuple(digits(channel) for channel in color)
