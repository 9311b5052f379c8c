"""What a record of findings is made of: tables whose rows are set as text and in print alike."""

from typing import Literal, NamedTuple

Look = Literal["title", "heading", "head", "plain", "strong", "words", "source"]


class Cell(NamedTuple):
    """A text in one or, by `span`, several columns: as a rule a value, else a name, a sentence, where it is from."""

    text: str
    look: Look = "plain"
    span: int = 1


class Row(NamedTuple):
    """Cells from left to right. One that `begins` has a line above it, one that `leads` stays with the next."""

    cells: tuple[Cell, ...]
    begins: bool = True
    leads: bool = False


class Table(NamedTuple):
    """A title, a sentence below it (or none), and rows below their heads.

    `shares` says how columns divide the width that is left by those of share 0, which are as wide as what they hold.
    """

    title: str
    said: str
    heads: tuple[str, ...]
    shares: tuple[int, ...]
    rows: tuple[Row, ...]


class Record(NamedTuple):
    """A whole record: its title, the line below it, what is said before the tables, the tables, and the last line."""

    title: str
    below: str
    said: tuple[str, ...]
    tables: tuple[Table, ...]
    last: str
