"""A page's number and its section go in; the running head and the number at the foot are drawn."""

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


def furnish(canvas: Any, leaf: Leaf, of: int, imprint: Imprint, by: Compositor) -> None:
    """Draw head and foot: in a folded booklet the title on the left page and the section on the right one.

    Pages that are stapled at a corner have both, and say of how many they are.
    """
    m = by.measures
    odd, shift = leaf.number % 2, m.shift(leaf.number)
    head, foot = (m.height + m.top) / 2 - m.size * 0.2, m.bottom / 2 - m.size * 0.2
    left, right = m.outer + shift, m.right + shift
    canvas.setFont(by.names["sans"], m.size * 0.8)
    if not m.fold or not odd:
        canvas.drawString(left, head, imprint.title)
    if not m.fold or odd:
        canvas.drawRightString(right, head, _fitting(canvas, leaf.section, m.measure * 0.8))
    if m.fold:
        canvas.setFont(by.names["sans"], m.size * 0.95)
        (canvas.drawRightString if odd else canvas.drawString)(right if odd else left, foot, str(leaf.number))
    else:
        canvas.drawRightString(right, foot, imprint.terms.page.format(number=leaf.number, pages=of))


def _fitting(canvas: Any, text: str, width: float) -> str:
    """Return a heading, cut off behind a word where it is longer than the head of a page."""
    if canvas.stringWidth(text) <= width:
        return text
    words = text.split()
    while len(words) > 1 and canvas.stringWidth(" ".join(words) + " \u2026") > width:
        words.pop()
    return " ".join(words) + " \u2026"
