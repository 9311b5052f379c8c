"""A list of the sections with their pages, for booklets."""

from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import Heading, to_plain_text
from generator.booklet.compositor import Compositor
from generator.booklet.structure import StructureElement
from generator.language.direction import direct_text

_SIZE, _LEADING = 0.82, 0.92  # of the type and the leading of the text
_GAP = 2.0  # em, between the two columns
_FEWEST_IN_COLUMNS = 6  # sections


class ContentsList(Flowable):  # type: ignore[misc]
    """The words of headings and their pages, in two columns if all fit; `numbers` has the pages by the keys."""

    def __init__(self, headings: Sequence[Heading], compositor: Compositor, numbers: Mapping[str, int]) -> None:
        super().__init__()
        around = compositor.compose_within(compositor.add_element("TOC"))
        self.entries = [(each.key, to_plain_text(each.runs), around.add_element("TOCI")) for each in headings]
        self.compositor, self.numbers = compositor, numbers
        m = compositor.measures
        self.spaceBefore, self.spaceAfter = m.leading * 0.8, m.leading * 0.8
        self.size, self.step = m.size * _SIZE, m.leading * _LEADING
        self.columns = 1

    @property
    def rows(self) -> int:
        """Return the number of lines of a column."""
        return -(-len(self.entries) // self.columns)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the width of the column and the height of the list, pt."""
        half = self._measure_room((width - self.size * _GAP) / 2, "00")
        names = self.compositor.names
        fit = all(stringWidth(words, names["sans"], self.size) <= half for _, words, _ in self.entries)
        self.columns = 2 if fit and len(self.entries) >= _FEWEST_IN_COLUMNS else 1
        self.width, self.height = width, self.rows * self.step
        return self.width, self.height

    def draw(self) -> None:
        """Draw each entry as a link."""
        gap = self.size * _GAP
        wide = (self.width - gap * (self.columns - 1)) / self.columns
        for at, entry in enumerate(self.entries):
            column, row = divmod(at, self.rows)
            column = self.columns - 1 - column if self.compositor.rtl else column
            self._draw_entry(entry, column * (wide + gap), self.height - row * self.step - self.size, wide)

    def _measure_room(self, wide: float, number: str) -> float:
        """Return the width that words have beside the number of a page, pt."""
        return wide - float(stringWidth(number, self.compositor.names["sans-bold"], self.size)) - self.size

    def _draw_entry(self, entry: tuple[str, str, StructureElement], x: float, y: float, wide: float) -> None:
        """Draw the words and the page at two edges; words that are too long lose their end."""
        (key, words, element), canvas, rtl = entry, self.canv, self.compositor.rtl
        sans, bold = self.compositor.names["sans"], self.compositor.names["sans-bold"]
        number, kept = str(self.numbers.get(key, "")), words
        room = self._measure_room(wide, number)
        while stringWidth(words, sans, self.size) > room and kept:
            kept = kept[:-1].rstrip()
            words = f"{kept}\u2026"
        far, drawn = x + wide, direct_text(words, rtl)
        with canvas.tags.describe(element):
            canvas.setFont(sans, self.size)
            _draw_at(canvas, far if rtl else x, y, drawn, ends=rtl)
            canvas.setFillColor(HexColor(self.compositor.accent))
            canvas.setFont(bold, self.size)
            _draw_at(canvas, x if rtl else far, y, number, ends=not rtl)
            canvas.setFillColor(HexColor("#000000"))
        link = StructureElement("Link", element)
        link.words, canvas.tags.link = words, link
        canvas.linkRect("", key, (x, y - self.size * 0.25, far, y + self.size * 0.8), relative=1)
        canvas.tags.link = None


def _draw_at(canvas: Any, x: float, y: float, text: str, ends: bool) -> None:
    """Draw a text that begins or `ends` at x."""
    (canvas.drawRightString if ends else canvas.drawString)(x, y, text)


def find_heading_pages(pages: Sequence[tuple[int, Any]]) -> dict[str, int]:
    """Return the page of each heading by its key, on pages that are given by their numbers."""
    found = dict[str, int]()
    for number, page in pages:
        for child in getattr(page, "children", ()):
            block = getattr(child, "block", None)
            if isinstance(block, Heading):
                found.setdefault(block.key, number)
    return found
