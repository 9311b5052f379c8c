"""The content of a booklet: its imprint, runs of text in one face, and the blocks that hold them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.language.typography import straighten_quotes
from generator.model.color import Accents
from generator.model.figure import Figure
from generator.model.finding import Finding, Place
from generator.model.game_entries import JacketData
from generator.model.language import Terms
from generator.model.picture import Font

FaceName = Literal[
    "serif", "serif-bold", "serif-italic", "serif-bolditalic", "sans", "sans-bold", "mono", "display", "heading"
]
Alignment = Literal["left", "center", "right"]
PAGE_ART = {  # mm
    "head": (148.0, 64.0), "band": (140.0, 9.0), "foot": (140.0, 3.0), "folio": (12.0, 9.0), "tail": (110.0, 32.0),
}  # fmt: skip
GROUND, OPENER = (148.0, 210.0), (148.0, 64.0)  # mm: the art behind a page, and above a section that begins one
BUILD_DIGITS = "0123456789abcdef"
BUILD_NUMBER = "build number"  # in place of the name of an icon, which has no blanks


class Imprint(Struct, frozen=True, kw_only=True):
    """The texts of the title page and the colophon.

    `facts` are lines such as "2 to 4 players", and `signs` what is drawn above each on a jacket: `players`, `clock`, or
    a text in a ring. `cover` is the id of a figure, and `language` a BCP 47 tag. `jacket` is the art of the first and
    the last page, and `jacket_paint` the color of the words on it. `has_display` tells that there is a face for the
    title, and `ornament` is the icon of the headings. `tint` is the paint of grounds, if it is not the accent. `places`
    maps a text to its place in the data.
    """

    title: str
    about: str = ""
    facts: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    designers: str = ""
    jacket: JacketData | None = None
    jacket_paint: str = "#FFFFFF"
    has_display: bool = False
    ornament: str = ""
    accents: Accents = Accents()
    tint: str = ""
    version: str
    language: str = "en"
    terms: Terms = Terms()
    credits: tuple[str, ...] = ()
    notice: str = ""
    build: str
    cover: str | None = None
    places: Mapping[str, Place] = {}

    @property
    def edition(self) -> str:
        """Return the line that names the version and the build."""
        terms = self.terms
        return f"{terms.version.format(version=self.version)} \u00b7 {terms.build.format(build=self.build)}"

    def list_texts(self) -> Iterator[tuple[str, str, FaceName]]:
        """Yield the name and content of each text, and each face that it is set in."""
        title: FaceName = "display" if self.has_display else "serif-bold"
        yield from (("title", self.title, face) for face in (title, "sans"))
        yield ("line of designers", self.designers, "sans-bold")
        yield from (("number in a sign", sign, "sans-bold") for sign in self.signs)
        yield ("about line", self.about, "serif-italic")
        yield from (
            ("line of players, age and minutes", fact, face) for fact in self.facts for face in ("sans", "sans-bold")
        )
        yield from (("version", self.version, "sans"), ("notice", self.notice, "sans"), ("build", BUILD_DIGITS, "sans"))
        yield from (("credits", line, "sans") for line in self.credits)
        yield from (("word for a figure", self.terms.figure, face) for face in ("sans-bold", "serif"))
        yield from (
            ("word for a section", self.terms.section, "serif"),
            ("word for a note", self.terms.note, "sans-bold"),
        )
        yield from (("word for a version", self.terms.version, "sans"), ("word for a build", self.terms.build, "sans"))
        yield from (("words for a page", self.terms.page, "sans"), ("larger", self.terms.larger, "serif-italic"))


class StyledText(NamedTuple):
    """A stretch of text in one face.

    A hard line break is a line feed. `link` is a URL, or `#` and the key of a heading, figure or footnote. A run with
    an `image` is an inline thumbnail (`part:hand.red.3` or `figure:signs`), and `text` is its alternative text. A run
    with an `icon` is one of the game's icons, or an image in the line (`image:images/coin.png`). `line` is its line in
    the source file. A `raised` run is the sign of a footnote. A run with a `sign` refers to the place of such a sign,
    by the key of its footnote: by page, where there are pages. `marks` are `strike`, `sub`, `sup` and `under`, in that
    order, between blanks, or `aside`: gray on paper.
    """

    text: str
    face: FaceName
    line: int
    link: str = ""
    image: str = ""
    raised: bool = False
    icon: str = ""
    sign: str = ""
    marks: str = ""


TextRuns = tuple[StyledText, ...]


class Paragraph(Struct, frozen=True):
    """A paragraph of text; `lines` are its first and last line in the source file.

    Of those before the first section, the first one leads in, and another stands out on a `panel`.
    """

    runs: TextRuns
    lines: tuple[int, int]
    align: Alignment = "left"
    kind: Literal["", "lead", "panel"] = ""


class Heading(Struct, frozen=True):
    """A heading of level 1 to 4; links and bookmarks refer to it by `key`."""

    level: int
    runs: TextRuns
    lines: tuple[int, int]
    key: str


class ListBlock(Struct, frozen=True):
    """A bullet list (`start` is None) or a numbered list; a tight one has no space between its items.

    `labels` are those of its items where they are no bullets or numbers: `box` and `tick` of a list of tasks, and
    `none` of a list of definitions.
    """

    items: "tuple[tuple[Block, ...], ...]"
    start: int | None
    tight: bool
    labels: tuple[str, ...] = ()


class BlockQuote(Struct, frozen=True):
    """An example, written as a block quote and set off by a rule in the margin."""

    blocks: "tuple[Block, ...]"


class NoteBlock(Struct, frozen=True):
    """An aside, such as a ruling specific to this kit, written as `> [!NOTE]`; `label` is what stands above it."""

    blocks: "tuple[Block, ...]"
    label: str = ""
    line: int = 1


class Footnote(Struct, frozen=True):
    """The text of a footnote, which links refer to by `key`; `lines` are its first and last line in the source file."""

    key: str
    number: int
    blocks: "tuple[Block, ...]"
    lines: tuple[int, int]


class FootnoteList(Struct, frozen=True):
    """The texts of footnotes that stand together, in the order of their numbers."""

    notes: tuple[Footnote, ...]


class PageBreak(Struct, frozen=True):
    """A page break in the folded booklet (`<!-- page -->`), or the start of the back cover (`<!-- back cover -->`).

    The pages after one that is `tinted` (`<!-- tinted page -->`) have a ground in the color of the game. The section
    after one that `has_art` (`<!-- art page -->`) begins with a band of art.
    """

    back_cover: bool
    line: int
    tinted: bool = False
    has_art: bool = False


class ContentsBlock(Struct, frozen=True):
    """A list of the sections with their pages (`<!-- contents -->`)."""

    line: int


class TableRow(NamedTuple):
    """A table row and its line in the source file."""

    cells: tuple[TextRuns, ...]
    line: int


class TableBlock(Struct, frozen=True):
    """A table: a head, rows with the same number of cells, and the alignment of each column.

    The pictures of one that `shows_pieces`, on a tinted page, are large and in one scale.
    """

    head: TableRow
    rows: tuple[TableRow, ...]
    aligns: tuple[Alignment, ...]
    shows_pieces: bool = False


class ThematicBreak(Struct, frozen=True):
    """A thematic break, drawn as a short horizontal rule."""


class CodeBlock(Struct, frozen=True):
    """A block of code, or a drawing in signs: `text` is set as it is, in lines of its own."""

    text: StyledText
    lines: tuple[int, int]


class ImageBlock(Struct, frozen=True):
    """An image of the game's folder (`image:images/map.png`), which has words for who cannot see it.

    `beside` are the others of its paragraph.
    """

    image: str
    alt: str
    caption: TextRuns
    lines: tuple[int, int]
    beside: "tuple[ImageBlock, ...]" = ()


class FigureBlock(Struct, frozen=True):
    """A figure of the game: its id, its number in the rules, and its caption."""

    figure: str
    number: int
    caption: TextRuns
    lines: tuple[int, int]


Block = (
    Paragraph
    | Heading
    | ListBlock
    | BlockQuote
    | NoteBlock
    | FootnoteList
    | TableBlock
    | ThematicBreak
    | PageBreak
    | ContentsBlock
    | FigureBlock
    | CodeBlock
    | ImageBlock
)


class BookContent(NamedTuple):
    """What rules are typeset from: blocks, imprint, fonts by faces, and the file that errors name.

    `figures` are known by their ids, and `thumbnails`, pictures in their natural size, by their references. What is set
    in another way than it is written is added to `notes`.
    """

    blocks: Sequence[Block]
    imprint: Imprint
    fonts: Mapping[str, Font]
    file: str
    figures: Mapping[str, Figure] = {}
    thumbnails: Mapping[str, Figure] = {}
    notes: list[Finding] | None = None


def to_plain_text(runs: TextRuns) -> str:
    """Return the text of the runs on one line, with whitespace collapsed and without signs of footnotes."""
    return " ".join("".join(run.text for run in runs if not run.raised).split())


def iterate_runs(blocks: Iterable[Block]) -> Iterator[tuple[TextRuns, tuple[int, int]]]:
    """Yield the runs of all blocks in reading order, each with its first and last line in the source file."""
    for block in blocks:
        match block:
            case Paragraph(runs, lines) | Heading(_, runs, lines, _) | FigureBlock(_, _, runs, lines):
                yield runs, lines
            case ImageBlock(_, _, runs, lines):
                yield runs, lines
            case CodeBlock(text, lines):
                yield (text,), lines
            case BlockQuote(inner) | NoteBlock(inner):
                yield from iterate_runs(inner)
            case ListBlock(items):
                for item in items:
                    yield from iterate_runs(item)
            case FootnoteList(notes):
                for note in notes:
                    yield from iterate_runs(note.blocks)
            case TableBlock(head, rows):
                for row in (head, *rows):
                    yield from ((cell, (row.line, row.line)) for cell in row.cells)


def find_labels(blocks: Iterable[Block]) -> tuple[StyledText, ...]:
    """Return what stands above the notes between the other blocks."""
    notes = (block for block in blocks if isinstance(block, NoteBlock))
    return tuple(StyledText(note.label, "sans-bold", note.line) for note in notes if note.label)


def find_icons(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the icons in the text, without duplicates, in reading order."""
    return tuple(dict.fromkeys(run.icon for runs, _ in iterate_runs(blocks) for run in runs if run.icon))


def find_thumbnails(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the references of all images and thumbnails, without duplicates."""
    small = [run.image for runs, _ in iterate_runs(blocks) for run in runs if run.image]
    return tuple(dict.fromkeys([*small, *_find_images(blocks)]))


def _find_images(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case ImageBlock(image, beside=others):
                yield from (image, *(other.image for other in others))
            case BlockQuote(inner) | NoteBlock(inner):
                yield from _find_images(inner)
            case ListBlock(items):
                for item in items:
                    yield from _find_images(item)


def split_title(blocks: Sequence[Block], imprint: Imprint) -> tuple[Heading, Sequence[Block]]:
    """Split off the heading that the title page replaces; a first heading that differs from the title stays.

    Quotes and apostrophes are set in the heading, but stay as typed in the title.
    """
    first = blocks[0] if blocks else None
    if isinstance(first, Heading) and first.level == 1:
        words, title = to_plain_text(first.runs), " ".join(imprint.title.split())
        if straighten_quotes(words) == straighten_quotes(title):
            return first, blocks[1:]
    return Heading(1, (StyledText(imprint.title, "serif-bold", 0),), (1, 1), "\0title"), blocks
