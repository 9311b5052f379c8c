"""Set the number of the build apart from other text, so that rules that are set already can be given another one.

In a PDF it is a form of its own, which is not compressed; no other byte depends on it, but for the file's identifier.
"""

from collections.abc import Iterable
from functools import partial
from hashlib import md5
from typing import Any, NamedTuple

from generator.booklet.blocks import BUILD_DIGITS, BUILD_NUMBER

STAND_IN = "\0" * 8  # for the number of a build, in rules that are kept; no text of a game holds such characters
_FORM = "BuildNumber"
_HEIGHT = 0.6  # of the font size: about that of a digit, which makes no line higher
_ID_MARK = b"/ID \n"  # as reportlab writes it, near the end of the file
_ID_DIGITS = 32


class BuildNumber(NamedTuple):
    """The number of a build in a line of a paragraph, in a font of a size in pt."""

    text: str
    font: str
    size: float

    def draw_on(self, canvas: Any, x: float, y: float) -> None:
        """Draw it with its baseline at a point, as content of an element of its own."""
        from generator.booklet.structure import StructureElement  # imports reportlab, which web pages do not need
        from generator.fonts.reportlab_internals import draw_plain_text

        draw = partial(draw_plain_text, canvas, _FORM, self.font, self.size, _show(self.text), (x, y), BUILD_DIGITS)
        if canvas.tagged_line is None:
            draw()
            return
        element = StructureElement("Span")
        canvas.addLiteral(canvas.tags.begin_content(element, canvas.getPageNumber()))
        draw()
        canvas.addLiteral("EMC")
        canvas.tagged_line.place_element(element)


def place_build_number(fragments: Iterable[Any], text: str) -> None:
    """Give the fragment of a paragraph that stands for the number of the build its text, and room for any number."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    for fragment in fragments:
        mark = getattr(fragment, "cbDefn", None)
        if mark is None or mark.label != BUILD_NUMBER:
            continue
        font, size = fragment.fontName, fragment.fontSize
        width = len(text) * max(stringWidth(digit, font, size) for digit in BUILD_DIGITS)
        mark.kind, mark.image = "img", BuildNumber(text, font, size)
        mark.width, mark.height, mark.valign = width, size * _HEIGHT, 0


def put_build_number(file: bytes, build: str) -> bytes:
    """Return a PDF or a web page with the number of a build in place of the stand-in."""
    if not file.startswith(b"%PDF"):
        return file.replace(STAND_IN.encode(), build.encode())
    if len(build) != len(STAND_IN):
        raise ValueError(f"the number {build!r} does not have {len(STAND_IN)} digits")
    return identify_file(file.replace(_show(STAND_IN), _show(build)))


def can_put_number(file: bytes) -> bool:
    """Return whether the stand-in is found once; one more may be part of an image, one less of another translation."""
    return file.count(_show(STAND_IN) if file.startswith(b"%PDF") else STAND_IN.encode()) == 1


def identify_file(pdf: bytes) -> bytes:
    """Return a PDF of reportlab with an identifier (PDF 1.7, 14.4) that depends on every other byte."""
    head, mark, tail = pdf.rpartition(_ID_MARK)
    end = 2 * (_ID_DIGITS + 2) + 2  # [<...><...>]
    digest = md5(head + tail[end:], usedforsecurity=False).hexdigest().encode()
    return b"%b%b[<%b><%b>]%b" % (head, mark, digest, digest, tail[end:])


def _show(text: str) -> bytes:
    """Return the operator that shows the number; ASCII characters have their own codes in each font."""
    return b"(%b) Tj %% build" % text.encode("ascii")
