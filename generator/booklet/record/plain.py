"""A record goes in, plain text of at most 100 columns comes out."""

from collections.abc import Iterator

from generator.booklet.record.columns import Piece, columns, lines, wrapped
from generator.model.record import Cell, Look, Record, Row, Table

WIDTH = 100
_GAP = 2


def plain_text(record: Record) -> str:
    """Return the record as text whose columns line up where every character is equally wide."""
    return "\n".join([*_head(record), *(line for table in record.tables for line in _table(table)), record.last, ""])


def _length(text: str, look: Look) -> int:
    return len(text)


def _head(record: Record) -> Iterator[str]:
    for title in wrapped(record.title, WIDTH, "head", _length):
        yield from (title, "=" * len(title))
    yield from wrapped(record.below, WIDTH, "plain", _length)
    for said in record.said:
        yield from ("", *wrapped(said, WIDTH, "words", _length))
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield from ("", table.title, "-" * len(table.title))
    yield from wrapped(table.said, WIDTH, "words", _length)
    if table.rows:
        widths = [float(int(width)) for width in columns(table, WIDTH, _GAP, _length)]
        heads = Row(tuple(Cell(head, "head") for head in table.heads))
        apart = any(not row.begins for row in table.rows)  # entries of several rows stand apart
        for row in (heads, *table.rows):
            yield from [""] if row.begins and (apart or row is heads) else []
            yield from map(_line, lines(row, widths, _GAP, _length))
    yield ""


def _line(pieces: list[Piece]) -> str:
    line = ""
    for piece in pieces:
        line = line.ljust(int(piece.x)) + piece.text
    return line
