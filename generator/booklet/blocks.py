"""What rules are made of: runs of one face, and the blocks that hold them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Face = Literal["serif", "serif-bold", "serif-italic", "serif-bolditalic", "sans", "sans-bold"]
Align = Literal["left", "center", "right"]


class Run(NamedTuple):
    """Text of one face; a hard break is a line feed, and a link is a URL or `#` and the key of a heading or figure.

    With an `image` it is a small picture in the line, `part:hand.red.3` or `figure:signs`, and `text` is its words for
    those who cannot see it.
    """

    text: str
    face: Face
    line: int
    link: str = ""
    image: str = ""


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that fills the measure; `lines` are the first and last line that it takes in the file."""

    runs: Runs
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 4 with the key by which links and bookmarks find it."""

    level: int
    runs: Runs
    lines: tuple[int, int]
    key: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A bullet list (no `start`) or a numbered one; tight where its items stand without space between them."""

    items: "tuple[tuple[Block, ...], ...]"
    start: int | None
    tight: bool


@dataclass(frozen=True, slots=True)
class Quote:
    """An example: set off by a rule in the margin."""

    blocks: "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class Note:
    """What is said besides, such as what this kit settles: `> [!NOTE]`."""

    blocks: "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class NewPage:
    """A new page of the folded booklet begins: `<!-- page -->`; or the back cover: `<!-- back cover -->`."""

    back_cover: bool
    line: int


class Row(NamedTuple):
    """One row of a table and its line in the file."""

    cells: tuple[Runs, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """A head, rows of as many cells, and how each column is set."""

    head: Row
    rows: tuple[Row, ...]
    aligns: tuple[Align, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """A horizontal rule: a pause between two thoughts."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the game by its id, the number that it has in the rules, and the caption below it."""

    figure: str
    number: int
    caption: Runs
    lines: tuple[int, int]


Block = Paragraph | Heading | Listing | Quote | Note | Table | Break | NewPage | Picture


def plain(runs: Runs) -> str:
    """Return the text of the runs on one line."""
    return " ".join("".join(run.text for run in runs).split())


def texts(blocks: Iterable[Block]) -> Iterator[tuple[Runs, tuple[int, int]]]:
    """Yield all runs in reading order with the lines between which they stand in the file."""
    for block in blocks:
        match block:
            case Paragraph(runs, lines) | Heading(_, runs, lines, _) | Picture(_, _, runs, lines):
                yield runs, lines
            case Quote(inner) | Note(inner):
                yield from texts(inner)
            case Listing(items):
                for item in items:
                    yield from texts(item)
            case Table(head, rows):
                for row in (head, *rows):
                    yield from ((cell, (row.line, row.line)) for cell in row.cells)


def thumbs_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the references of all small pictures, each once, in reading order."""
    return tuple(dict.fromkeys(run.image for runs, _ in texts(blocks) for run in runs if run.image))
