"""A page's number and its section go in; the running head and the number at the foot are drawn."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from generator.booklet.blocks import Heading, plain
from generator.booklet.compositor import Compositor
from generator.booklet.imprint import Imprint
from generator.booklet.stack import Stack


class Leaf(NamedTuple):
    """A page of text: its number, what stands on it, and the section that it ends in."""

    number: int
    column: Stack
    section: str


def leaves(pages: list[Stack], first: int) -> list[Leaf]:
    """Return the pages with their numbers, and the words of the last heading of level 1 or 2 so far."""
    found, section = list[Leaf](), ""
    for number, page in enumerate(pages, first):
        for child in page.children:
            block = getattr(child, "block", None)
            if isinstance(block, Heading) and block.level <= 2:
                section = plain(block.runs)
        found.append(Leaf(number, page, section))
    return found


def draw_head(canvas: Any, leaf: Leaf, imprint: Imprint, by: Compositor) -> None:
    """Draw the running head: in a folded booklet the title on the left page and the section on the right one.

    Pages that are stapled at a corner have both.
    """
    m, right_page = by.measures, leaf.number % 2 == 1
    base, shift = (m.height + m.top) / 2 - m.size * 0.2, m.shift(leaf.number)
    with _artifact(canvas):
        canvas.setFont(by.names["sans"], m.size * 0.8)
        room = m.measure * 0.8
        if not m.fold or not right_page:
            title = _fitting(canvas, imprint.title, m.measure * 0.5)
            canvas.drawString(m.outer + shift, base, title)
            room = min(room, m.right - m.outer - canvas.stringWidth(title) - 2 * m.size)
        if not m.fold or right_page:
            canvas.drawRightString(m.right + shift, base, _fitting(canvas, leaf.section, room))


def draw_folio(canvas: Any, leaf: Leaf, of: int, imprint: Imprint, by: Compositor) -> None:
    """Draw the number of the page at its outer corner; loose pages say of how many they are."""
    m, base, shift = by.measures, by.measures.bottom / 2 - by.measures.size * 0.2, by.measures.shift(leaf.number)
    with _artifact(canvas):
        canvas.setFont(by.names["sans"], m.size * (0.95 if m.fold else 0.8))
        if m.fold and leaf.number % 2 == 0:
            canvas.drawString(m.outer + shift, base, str(leaf.number))
        elif m.fold:
            canvas.drawRightString(m.right + shift, base, str(leaf.number))
        else:
            canvas.drawRightString(m.right, base, imprint.terms.page.format(number=leaf.number, pages=of))


@contextmanager
def _artifact(canvas: Any) -> Iterator[None]:
    """Mark what is drawn as no part of the text (PDF 1.7, 14.8.2.2): who has the rules read aloud is not disturbed."""
    canvas.addLiteral("/Artifact BMC")
    yield
    canvas.addLiteral("EMC")


def _fitting(canvas: Any, text: str, width: float) -> str:
    """Return a heading, cut off behind a word, or inside the only one, where it is longer than the head of a page."""
    kept = " ".join(text.split())
    if canvas.stringWidth(kept) <= width:
        return kept
    while kept and canvas.stringWidth(f"{kept} \u2026") > width:
        kept = kept.rpartition(" ")[0] or kept[:-1]
    return f"{kept} \u2026"
