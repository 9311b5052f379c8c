"""A record and fonts go in, one long column of lines comes out, to be cut into pages.

The rules' own room sets prose by ReportLab's paragraphs and tables. Here everything is a line of a table, and laying it
out by the widths of the letters takes a tenth of the time, which every build has to pay.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.booklet.record.plain_text import Piece, columns, lines, wrapped
from generator.model.paper import Paper
from generator.model.picture import Font, Paint
from generator.model.record import Cell, Look, Record, Row, Table

_FACES: Mapping[Look, tuple[str, float]] = {  # the face, and its size on wide paper, mm
    "title": ("serif-bold", 9.0),
    "heading": ("sans-bold", 5.0),
    "head": ("sans-bold", 2.95),
    "plain": ("sans", 3.05),
    "strong": ("sans-bold", 3.05),
    "words": ("serif", 3.7),
    "source": ("serif-italic", 3.35),
}
_LEAST = 2.75  # mm: capitals of 1.8 mm, the least that any page has
_LEAD, _GAP = 1.32, 4.0
_NARROW = 190.0  # mm; on paper below it all is a little smaller
_PROSE = 125.0  # mm: lines of no more than 80 characters
_FINE = Paint(fill=None, stroke="#b0b0b0", width=0.2)
_FORM = Paint(fill=None, stroke="#000000", width=0.35)


class Line(NamedTuple):
    """What stands in a line, its height, and the space above and below, mm; `rule` is a line above or below it.

    One that `leads` stays on a page with the next. `heads` are the lines that a page repeats which begins with it.
    """

    pieces: Sequence[Piece]
    height: float
    above: float = 0.0
    over: Paint | None = None
    under: Paint | None = None
    leads: bool = False
    heads: "tuple[Line, ...]" = ()


class Form:
    """Where the column stands on the paper, mm, and the face of each look; `fonts` are known by the names above."""

    def __init__(self, paper: Paper, fonts: Mapping[str, Font]) -> None:
        narrow = paper.width < _NARROW
        self.side, self.top, self.bottom = (14.0, 19.0, 17.0) if narrow else (20.0, 24.0, 20.0)
        self.width = paper.width - 2 * self.side
        self.depth = paper.height - self.top - self.bottom
        scale = 0.92 if narrow else 1.0
        self.faces = {look: (fonts[face], max(size * scale, _LEAST)) for look, (face, size) in _FACES.items()}

    def measure(self, text: str, look: Look) -> float:
        """Return the width of a text, mm."""
        font, size = self.faces[look]
        try:
            return sum(map(font.advances.__getitem__, text)) * size
        except KeyError:
            return sum(font.advances.get(char, 0.5) for char in drawable(text, font)) * size

    def height(self, pieces: Sequence[Piece]) -> float:
        """Return the height of a line, mm."""
        return max((self.faces[piece.look][1] for piece in pieces), default=_LEAST) * _LEAD


def drawable(text: str, font: Font) -> str:
    """Return the text with the number, in hexadecimal, of each character that the face has no glyph for."""
    return "".join(char if char in font.advances else f"\\u{ord(char):04x}" for char in text)


def galley(record: Record, form: Form) -> Iterator[Line]:
    """Yield the whole record, line by line."""
    for line in wrapped(record.title, form.width, "title", form.measure):
        yield _line([Piece(0, line, "title")], form, leads=True)
    yield from _prose(record.below, "plain", form, 1.0)
    for number, said in enumerate(record.said):
        yield from _prose(said, "words", form, 2.0 if number else 6.0)
    for table in record.tables:
        yield _line([Piece(0, table.title, "heading")], form, above=9.0, leads=True)
        yield from _prose(table.said, "words", form, 1.0, leads=bool(table.rows))
        yield from _rows(table, form) if table.rows else ()


def _line(pieces: Sequence[Piece], form: Form, above: float = 0.0, leads: bool = False) -> Line:
    return Line(pieces, form.height(pieces), above, leads=leads)


def _prose(text: str, look: Look, form: Form, above: float, leads: bool = False) -> Iterator[Line]:
    for number, line in enumerate(wrapped(text, min(form.width, _PROSE), look, form.measure)):
        yield _line([Piece(0, line, look)], form, 0.0 if number else above, leads)


def _rows(table: Table, form: Form) -> Iterator[Line]:
    widths = columns(table, form.width, _GAP, form.measure)
    *rest, last = _row(Row(tuple(Cell(head, "head") for head in table.heads), leads=True), widths, form)
    heads = (*rest, last._replace(under=_FORM, leads=True))
    yield heads[0]._replace(above=3.0)
    yield from heads[1:]
    for number, row in enumerate(table.rows):
        first, *others = _row(row, widths, form)
        over = _FINE if number and row.begins else None
        yield first._replace(heads=heads, above=1.1 if row.begins else 0.0, over=over)
        yield from (line._replace(heads=heads) for line in others)


def _row(row: Row, widths: Sequence[float], form: Form) -> list[Line]:
    """Return the lines of a row, which stay together."""
    found = lines(row, widths, _GAP, form.measure)
    ends = len(found) - 1
    return [_line(pieces, form, leads=row.leads or number < ends) for number, pieces in enumerate(found)]
