"""Set the texts of footnotes on a panel, whole and in order: in two columns, or in one where its page has room."""

from collections.abc import Sequence
from itertools import pairwise

from reportlab.platypus import Flowable

from generator.booklet.blocks import Footnote, Paragraph, to_plain_text
from generator.booklet.compositor import Compositor
from generator.booklet.page_layout import FINE, PageMeasures
from generator.booklet.stack import Stack, gap_between
from generator.booklet.structure import marked_artifact

_FEWEST, _MOST_LETTERS, _MOST_ON_AVERAGE = 4, 300, 150  # notes, and letters of each of them and of all, in columns
_PAD, _GUTTER = 0.6, 1.2  # in leadings: the blank inside the edges of a panel, and between its columns
_WAYS = (True, 1.16), (True, 1.08), (True, 1.0), (False, 1.0)  # whether in one column, and the leading, in leadings
_PALE = 0.93  # of white in a panel


def suit_columns(notes: Sequence[Footnote], compositor: Compositor) -> bool:
    """Report whether notes are short enough for narrow columns, and enough of them, in a folded booklet."""
    if not compositor.measures.fold or len(notes) < _FEWEST:
        return False
    blocks = [block for note in notes for block in note.blocks]
    letters = [len(to_plain_text(block.runs)) for block in blocks if isinstance(block, Paragraph)]
    is_short = max(letters, default=0) <= _MOST_LETTERS and sum(letters) <= _MOST_ON_AVERAGE * len(letters)
    return is_short and len(letters) == len(blocks) == len(notes)


def column_width(compositor: Compositor, within: float) -> float:
    """Return the width of each of two columns on a panel `within` pt wide."""
    return (within - (2 * _PAD + _GUTTER) * compositor.measures.leading) / 2


class NoteColumns(Flowable):  # type: ignore[misc]
    """Notes on a tint: in two columns that end nearly together with a line between them, or in one that is `open`.

    Those that go on over the page are not `whole`. `white` is added between two notes, pt.
    """

    is_open, whole, white = False, True, 0.0

    def __init__(self, notes: Sequence[Stack], compositor: Compositor) -> None:
        super().__init__()
        self.children, self.compositor, lead = tuple(notes), compositor, compositor.measures.leading
        self.spaceBefore = self.spaceAfter = lead * 0.5

    def set_open(self, page: Stack, m: PageMeasures, depth: float) -> None:
        """Set the notes in one column, with lines as far apart as a page allows that is so deep, if it allows any."""
        texts = [text for note in self.children for text in note.children]
        for is_open, factor in _WAYS if self.whole else ():
            self.is_open = is_open
            for text in texts:
                text.style = text.style.clone("", leading=self.compositor.measures.leading * factor)
            for each in (self, *self.children, *texts):
                each.laid = 0.0, 0.0
            if page.wrap(m.measure, m.depth)[1] <= depth:
                break

    @property
    def rows(self) -> int:
        """Return the number of places for white, one below the other, in notes that are laid out."""
        return max(self.first, len(self.children) - self.first) - 1

    def stretch(self, more: float) -> None:
        """Make the notes stand apart, by so much together, pt."""
        self.white = more / self.rows

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of the panel, pt."""
        count, pad = len(self.children), self.compositor.measures.leading * _PAD
        self.column = width - 2 * pad if self.is_open else column_width(self.compositor, width)
        least = count - 1 if self.is_open else 0
        self.first = min(range(count, least, -1), key=lambda first: self._measure(count, first))
        self.width, self.height = width, self._measure(len(self.children), self.first) + 2 * pad
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the notes that fit a height, in two columns, and the others; nothing if there is no good break."""
        self.wrap(width, height)
        room = height - 2 * self.compositor.measures.leading * _PAD
        for count in range(len(self.children) - 2, 1, -1):
            if any(self._measure(count, first) <= room for first in range(1, count)):
                parts = self.children[:count], self.children[count:]
                pieces = [NoteColumns(each, self.compositor) for each in parts]
                for piece in pieces:
                    piece.whole = False
                return [*pieces]
        return []

    def draw(self) -> None:
        """Draw the panel, then its columns."""
        canvas, lead, rtl = self.canv, self.compositor.measures.leading, self.compositor.rtl
        pad, middle = lead * _PAD, self.width / 2
        with marked_artifact(canvas):
            canvas.setFillColor(self.compositor.mix_tint(_PALE))
            canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
            canvas.setFillColor("#000000")
            canvas.setStrokeColor(self.compositor.accent)
            canvas.setLineWidth(FINE)
            if not self.is_open:
                canvas.line(middle, pad, middle, self.height - pad)
        places = (pad, self.width - pad - self.column)
        columns = self.children[: self.first], self.children[self.first :]
        for x, notes in zip(places[:: -1 if rtl else 1], columns, strict=True):
            column = Stack(notes)
            column.white.update(dict.fromkeys(range(1, len(notes)), self.white))
            column.wrap(self.column, self.height)
            column.drawOn(canvas, x, self.height - pad - column.height)

    def _measure(self, count: int, first: int) -> float:
        """Return the height of so many notes, pt, of which the first stand in the first column."""
        notes = self.children[:count]
        return max(self._measure_column(notes[:first]), self._measure_column(notes[first:]))

    def _measure_column(self, notes: Sequence[Stack]) -> float:
        heights = sum(self._measure_note(note) for note in notes)
        return heights + sum(gap_between(above, below, 1.0) + self.white for above, below in pairwise(notes))

    def _measure_note(self, note: Stack) -> float:
        if getattr(note, "laid", (0.0, 0.0))[0] != self.column:
            note.laid = self.column, note.wrap(self.column, self.column)[1]
        return float(note.laid[1])
