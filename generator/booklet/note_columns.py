"""Set the texts of footnotes in two columns on a panel, whole and in order, down the first and then the second."""

from collections.abc import Sequence
from itertools import pairwise

from reportlab.platypus import Flowable

from generator.booklet.blocks import Footnote, Paragraph, to_plain_text
from generator.booklet.compositor import Compositor
from generator.booklet.page_layout import FINE
from generator.booklet.stack import Stack, gap_between
from generator.booklet.structure import marked_artifact

_FEWEST, _MOST_LETTERS, _MOST_ON_AVERAGE = 4, 300, 150  # notes, and letters of each of them and of all, in columns
_PAD, _GUTTER = 0.6, 1.2  # in leadings: the blank inside the edges of a panel, and between its columns
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
    """Notes in two columns that end nearly together, on a tint, with a line between them."""

    def __init__(self, notes: Sequence[Stack], compositor: Compositor) -> None:
        super().__init__()
        self.children, self.compositor, lead = tuple(notes), compositor, compositor.measures.leading
        self.spaceBefore = self.spaceAfter = lead * 0.5

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of the panel, pt."""
        self.column, pad = column_width(self.compositor, width), self.compositor.measures.leading * _PAD
        self.first = min(range(len(self.children), 0, -1), key=lambda first: self._measure(len(self.children), first))
        self.width, self.height = width, self._measure(len(self.children), self.first) + 2 * pad
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the notes that fit a height, in two columns, and the others; nothing if there is no good break."""
        self.wrap(width, height)
        room = height - 2 * self.compositor.measures.leading * _PAD
        for count in range(len(self.children) - 2, 1, -1):
            if any(self._measure(count, first) <= room for first in range(1, count)):
                parts = self.children[:count], self.children[count:]
                return [NoteColumns(each, self.compositor) for each in parts]
        return []

    def draw(self) -> None:
        """Draw the panel, then both columns."""
        canvas, lead, rtl = self.canv, self.compositor.measures.leading, self.compositor.rtl
        pad, middle = lead * _PAD, self.width / 2
        with marked_artifact(canvas):
            canvas.setFillColor(self.compositor.mix_tint(_PALE))
            canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
            canvas.setFillColor("#000000")
            canvas.setStrokeColor(self.compositor.accent)
            canvas.setLineWidth(FINE)
            canvas.line(middle, pad, middle, self.height - pad)
        places = (pad, self.width - pad - self.column)
        columns = self.children[: self.first], self.children[self.first :]
        for x, notes in zip(places[:: -1 if rtl else 1], columns, strict=True):
            column = Stack(notes)
            column.wrap(self.column, self.height)
            column.drawOn(canvas, x, self.height - pad - column.height)

    def _measure(self, count: int, first: int) -> float:
        """Return the height of so many notes, pt, of which the first stand in the first column."""
        notes = self.children[:count]
        return max(self._measure_column(notes[:first]), self._measure_column(notes[first:]))

    def _measure_column(self, notes: Sequence[Stack]) -> float:
        heights = sum(self._measure_note(note) for note in notes)
        return heights + sum(gap_between(above, below, 1.0) for above, below in pairwise(notes))

    def _measure_note(self, note: Stack) -> float:
        if getattr(note, "laid", (0.0, 0.0))[0] != self.column:
            note.laid = self.column, note.wrap(self.column, self.column)[1]
        return float(note.laid[1])
