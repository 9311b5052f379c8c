"""Rows of cells and a way to measure text go in; the widths of columns, and lines that fit them, come out."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from generator.model.record import Cell, Look, Record, Row, Table

Measure = Callable[[str, Look], float]
_MOST = 0.2  # of the width, for a column that is as wide as what it holds


class Piece(NamedTuple):
    """What stands in one line of a cell, so far from the left of the table, in the units of the measure."""

    x: float
    text: str
    look: Look


def columns(table: Table, width: float, gap: float, measure: Measure) -> list[float]:
    """Return the widths of the columns with `gap` between them; a column of share 0 is as wide as what it holds."""
    rows = [Row(tuple(Cell(head, "head") for head in table.heads)), *table.rows]
    widths = [0.0] * len(table.shares)
    for row in rows:
        for column, cell in _starts(row):
            if table.shares[column] == 0 and cell.span == 1:
                widths[column] = max(widths[column], min(measure(cell.text, cell.look), width * _MOST))
    rest = width - sum(widths) - gap * (len(widths) - 1)
    return [own or rest * share / sum(table.shares) for own, share in zip(widths, table.shares, strict=True)]


def _starts(row: Row) -> Iterator[tuple[int, Cell]]:
    column = 0
    for cell in row.cells:
        yield column, cell
        column += cell.span


def lines(row: Row, widths: Sequence[float], gap: float, measure: Measure) -> list[list[Piece]]:
    """Return the lines of a row from top to bottom, each with what stands in it from left to right."""
    cells = []
    for column, cell in _starts(row):
        x = sum(widths[:column]) + gap * column
        width = sum(widths[column : column + cell.span]) + gap * (cell.span - 1)
        cells.append([Piece(x, text, cell.look) for text in wrapped(cell.text, width, cell.look, measure)])
    return [[piece for piece in line if piece and piece.text] for line in zip_longest(*cells)]


def wrapped(text: str, width: float, look: Look, measure: Measure) -> list[str]:
    """Break a text between words, and a word that is too long anywhere."""
    done: list[str] = []
    line, blank = "", measure(" ", look)
    used = 0.0
    for word in text.split():
        size = measure(word, look)
        if line and used + blank + size <= width:
            line, used = f"{line} {word}", used + blank + size
            continue
        done += [line] if line else []
        *full, line = _broken(word, width, look, measure) if size > width else [word]
        done += full
        used = measure(line, look) if full else size
    return [*done, line] if line else done


def _broken(word: str, width: float, look: Look, measure: Measure) -> list[str]:
    parts = [""]
    for char in word:
        if parts[-1] and measure(parts[-1] + char, look) > width:
            parts.append("")
        parts[-1] += char
    return parts


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
