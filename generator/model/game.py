"""The data of `game.yaml`, from which its JSON Schema is made, and the game, parts and designs read from it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from generator.geometry.matrix import Matrix
from generator.geometry.types import Outline
from generator.model.board import Board, Section
from generator.model.color import Color
from generator.model.data_types import (
    ID,
    MOST_CLAIMS,
    MOST_ENTRIES,
    MOST_PARTS,
    MOST_SETUP,
    WORD,
    Age,
    Copies,
    Length,
    Minutes,
    Players,
    Scalar,
    Strict,
    Tag,
    Title,
    Value,
)
from generator.model.figure import FigureData
from generator.model.finding import Finding, Place
from generator.model.game_entries import (
    ClaimData,
    ColorData,
    CoverageData,
    IconData,
    RulesData,
    SetupData,
    UncheckedData,
    WaiverData,
)
from generator.model.language import Language, Term, TermData
from generator.model.layout import Layout
from generator.model.net import Net
from generator.model.play_rules import PlayRules
from generator.model.playtest import PlaytestRecord
from generator.model.rules import BraceMark, Claim, InlineClaim


class PartData(Strict, frozen=True, kw_only=True):
    """The keys of all kinds of components; each kind adds its own."""

    title: Annotated[Title, Meta(description="name on the sheets; the part's key unless given")] = ""
    front: Annotated[str, Meta(description="template of the front, by its path in templates/", min_length=1)] = ""
    layout: Annotated[
        str | dict[str, Any] | None, Meta(description="ready-made layout, or one with its slots and style")
    ] = None
    back: Annotated[str | None, Meta(description="template of the back; no back unless given")] = None
    for_each: Annotated[str | None, Meta(description="color group: one set of designs for each of its colors")] = None
    rows: Annotated[
        str | list[dict[str, Value]] | dict[str, str | list[Scalar]] | None,
        Meta(
            description="table (CSV, spreadsheet, JSON or YAML), a `file` and `where` to pick its rows, the rows"
            " themselves, or lists to combine: one design a row"
        ),
    ] = None
    defaults: Annotated[
        dict[str, Value], Meta(description="values of empty cells, by column", max_length=MOST_ENTRIES)
    ] = {}
    computed: Annotated[
        dict[str, Annotated[str, Meta(min_length=1)]],
        Meta(description="expressions of further columns", max_length=MOST_ENTRIES),
    ] = {}
    copies: Annotated[Copies | None, Meta(description="copies of each design; or a column `copies` in the rows")] = None
    safe: Annotated[Length | None, Meta(description="mm between the cut and anything written")] = None
    gap: Annotated[Length | None, Meta(description="mm between pieces beyond their bleed")] = None
    stock: Annotated[Title, Meta(description="paper to print it on; parts of different stock share no sheet")] = ""
    values: Annotated[dict[str, Value], Meta(description="further values for the templates")] = {}
    hidden: Annotated[
        list[Title],
        Meta(description="columns and values that are not meant to be seen on the paper", max_length=MOST_ENTRIES),
    ] = []
    pile: Annotated[str | None, Meta(description="name of the pile into which the pieces are shuffled")] = None
    one_way: Annotated[bool, Meta(description="the backs are meant to look different upside down")] = False
    is_printed: Annotated[bool, Meta(description="false: it comes from elsewhere and is not printed")] = msgspec.field(
        default=True, name="print"
    )

    @property
    def pieces_per_row(self) -> int:
        """Return how many pieces each copy of a row makes in one color."""
        return 1


EngineName = Literal["hypnosia", "psychopaths", "psycle"]


class GameData(Strict, frozen=True, kw_only=True):
    """All of `game.yaml` except its parts, whose keys depend on their kind."""

    title: Annotated[Title, Meta(pattern=WORD)]
    version: Annotated[Title, Meta(description="version of this kit, printed on each sheet", min_length=1)]
    players: Annotated[list[Players], Meta(min_length=2, max_length=2, description="fewest and most")]
    age: Annotated[Age | None, Meta(description="least age of players, in years")] = None
    minutes: Annotated[
        Minutes | Annotated[list[Minutes], Meta(min_length=2, max_length=2)] | None,
        Meta(description="how long a game takes, or fewest and most"),
    ] = None
    colors: Annotated[
        dict[str, ColorData], Meta(description="color roles, such as player.red", max_length=MOST_ENTRIES)
    ] = {}
    parts: Annotated[dict[str, Any], Meta(max_length=MOST_PARTS)]
    rules: Annotated[
        str | RulesData | None, Meta(description="the rules, in Markdown: a file, or a file and how it is printed")
    ] = None
    language: Annotated[Tag, Meta(description="of the rules, and of this file")] = "en"
    languages: Annotated[list[Tag], Meta(description="of the rules that are built", max_length=MOST_PARTS)] = []
    cover: Annotated[str | None, Meta(description="figure on the title page of the rules")] = None
    figures: Annotated[dict[str, FigureData], Meta(description="drawings in the rules", max_length=MOST_PARTS)] = {}
    setup: Annotated[
        list[SetupData], Meta(description="who gets what before the first turn", max_length=MOST_SETUP)
    ] = []
    terms: Annotated[
        dict[Annotated[str, Meta(pattern=ID)], Term],
        Meta(description="words and numbers that rules, cards and captions share, by name", max_length=MOST_ENTRIES),
    ] = {}
    icons: Annotated[
        dict[Annotated[str, Meta(pattern=ID)], Annotated[str, Meta(min_length=1)] | IconData],
        Meta(description="icons that texts name in braces, such as {gem}", max_length=MOST_ENTRIES),
    ] = {}
    claims: Annotated[list[ClaimData], Meta(max_length=MOST_CLAIMS)] = []
    unchecked: Annotated[list[UncheckedData], Meta(max_length=MOST_CLAIMS)] = []
    waivers: Annotated[
        list[WaiverData], Meta(description="findings to accept, each with a reason", max_length=MOST_ENTRIES)
    ] = []
    coverage: Annotated[CoverageData | None, Meta(description="how much must be proven for a check to pass")] = None
    about: Annotated[str, Meta(description="one line on what the game is")] = ""
    designers: Annotated[Title, Meta(description="who invented the game, printed on the title page of the rules")] = ""
    credits: Annotated[list[str], Meta(max_length=MOST_ENTRIES)] = []
    notice: Annotated[str, Meta(description="whose game it is, and that the kit is unofficial")] = ""
    fonts: Annotated[  # a pattern here would crash msgspec 0.22, which frees it twice in a union with a list
        dict[Annotated[str, Meta(min_length=1)], Annotated[str, Meta(min_length=1)] | list[str]],
        Meta(
            description="families that names such as `serif` stand for; `fallback` is a list of those asked for signs",
            max_length=MOST_ENTRIES,
        ),
    ] = {}
    print_notes: Annotated[
        list[str], Meta(description="advice for this game on the how-to-print page", max_length=MOST_ENTRIES)
    ] = []
    engine: Annotated[EngineName | None, Meta(description="rules by which `gutterfold playtest` plays the game")] = None

    @property
    def duration(self) -> tuple[int, int] | None:
        """Return the fewest and the most minutes that a game takes, if they are known."""
        match self.minutes:
            case int(both):
                return both, both
            case [fewest, most]:
                return fewest, most
        return None

    @property
    def rulebook(self) -> RulesData | None:
        """Return the file of the rules and how it is printed; None for a game without rules."""
        return RulesData(file=self.rules) if isinstance(self.rules, str) else self.rules

    @property
    def cover_figures(self) -> tuple[str, ...]:
        """Return the figures on the title page and the back cover of the rules."""
        jacket = self.rulebook.jacket if self.rulebook else None
        return tuple(filter(None, (self.cover, *((jacket.front, jacket.back) if jacket else ()))))

    @property
    def rules_file(self) -> str:
        """Return the file of the rules; an empty text for a game without rules."""
        return self.rulebook.file if self.rulebook else ""

    @property
    def shared_terms(self) -> Mapping[str, str | int | float]:
        """Return the words and numbers that the terms print, by name."""
        return {name: term.word if isinstance(term, TermData) else term for name, term in self.terms.items()}

    @property
    def usage(self) -> Mapping[str, TermData]:
        """Return the terms that list words to avoid, by name."""
        return {name: term for name, term in self.terms.items() if isinstance(term, TermData)}


class Row(NamedTuple):
    """The values of one design; `raw` is the text of the row in its file, from which the place of a cell is found.

    `delimiter` is the sign between its cells.
    """

    values: Mapping[str, Value]
    file: str
    line: int
    raw: str = ""
    columns: tuple[str, ...] = ()
    places: Mapping[str, Place] | None = None
    delimiter: str = ","

    def place(self, column: str = "") -> Place:
        """Return the place of a column's value, or of the row."""
        if self.places is not None:
            return self.places.get(column, self.places.get("", Place(self.file, self.line)))
        if column not in self.columns:
            return Place(self.file, self.line, 1)
        return _locate_cell(self, self.columns.index(column))


def _locate_cell(row: Row, index: int) -> Place:
    """Return the place of a value: count delimiters outside quotes (RFC 4180), and line ends inside them."""
    line, start, quoted = row.line, 0, False
    for at, char in enumerate(row.raw):
        if index == 0 and at >= start:
            break
        if char == '"':
            quoted = not quoted
        elif char == "\n":
            line += 1
        elif char == row.delimiter and not quoted:
            index, start = index - 1, at + 1
    return Place(row.file, line, start - row.raw.rfind("\n", 0, start))


class Game(msgspec.Struct, frozen=True):
    """A game's folder, read and validated; `places` maps a path such as ('parts', 'hand') to its place.

    `rules` is the text of the rules with braces replaced by what they print, and `marked` says where that is; `spoken`
    says it for other texts, by their paths. `first` is the language of `data` and of the rules; `translations` are the
    rules in other languages. `printed` are the claims in templates, `playtests` the games that were recorded, `play`
    the rules of `play.yaml`. `sources` are the files that were read, relative to the folder. `layouts` are those of the
    parts that use one. `sheet_words` are what gutterfold prints on sheets in the language of `data`, by the English
    words.
    """

    id: str
    folder: Path
    file: str
    data: GameData
    parts: Mapping[str, PartData]
    rows: Mapping[str, tuple[Row, ...]]
    colors: Mapping[str, Color]
    claims: tuple[Claim, ...]
    inline: tuple[InlineClaim, ...]
    rules: str | None
    places: Mapping[tuple[str | int, ...], Place]
    notes: tuple[Finding, ...] = ()
    marked: tuple[BraceMark, ...] = ()
    spoken: Mapping[tuple[str | int, ...], tuple[BraceMark, ...]] = {}
    first: Language | None = None
    translations: tuple[Language, ...] = ()
    printed: tuple[InlineClaim, ...] = ()
    sources: tuple[str, ...] = ()
    playtests: PlaytestRecord | None = None
    play: PlayRules | None = None
    sheet_words: Mapping[str, str] = {}
    layouts: Mapping[str, Layout] = {}

    @property
    def languages(self) -> tuple[Language, ...]:
        """Return all languages of the rules, starting with the first; empty for a game without rules."""
        return (self.first, *self.translations) if self.first else ()

    def place(self, *path: str | int) -> Place:
        """Return the place of a value, or of the nearest enclosing value that has one."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(self.file))


class PathLine(NamedTuple):
    """A line of a path card between two ports, the lower number first, in a color role."""

    one: int
    other: int
    color: str

    @property
    def mark(self) -> str:
        """Return the name of its group in templates and finished files."""
        return f"line.{self.one}-{self.other}"


class Design(NamedTuple):
    """One design of a part and its number of copies; `id` is unique in the part.

    `outline` is its trim if it differs from the part's, `section` the section of a board that it shows, `net` the net
    of a folded piece, `net_piece` what it is of a net that is larger than the paper, and `lines` the lines of a path
    card. A net that is printed on both sides has a `back_net`, as it is seen from behind, and further `back_values`.
    """

    id: str
    values: Mapping[str, Any]
    copies: int
    place: Place
    outline: Outline | None = None
    section: Section | None = None
    net: Net | None = None
    lines: tuple[PathLine, ...] = ()
    net_piece: "NetPiece | None" = None
    back_net: Net | None = None
    back_values: Mapping[str, Any] = {}

    @property
    def whole_net(self) -> Net | None:
        """Return the net of a folded piece; if it is printed in several pieces, the whole one."""
        return self.net_piece.whole.net if self.net_piece else self.net

    @property
    def source_id(self) -> str:
        """Return the id of the design in the data, which all pieces of its net share."""
        return self.net_piece.whole.id if self.net_piece else self.id


class NetPiece(NamedTuple):
    """A piece of a net that is larger than the paper: its number, counted from 1, of how many, and the whole design.

    `matrix` leads from the piece to the whole net.
    """

    number: int
    of: int
    whole: Design
    matrix: Matrix


class Port(NamedTuple):
    """A place at the edge of a path card where a line ends; `dx`, `dy` is the unit vector inwards, mm.

    Numbers run clockwise from 0, the leftmost port of the upper side.
    """

    number: int
    x: float
    y: float
    dx: float
    dy: float


Product = Literal["card", "tile", "mat", "board"]


class KindTraits(NamedTuple):
    """What is true of all pieces of a kind: others ask for this, and never for the name of the kind.

    `product` is what a print shop makes of them: cards, which are always shuffled, mats and boards, which lie in the
    middle of the table, and tiles. Pieces that are `held` are of paper and small, so that a hand, a pile or a box takes
    them either way up. `stacks` tells that they lie on one another, `stands` that they show a figure upright, and
    `thrown` that they have opposite faces. A kind that `holds` others has a room inside, one that is `divided` may be
    made of several sheets, and one that is `free` says itself whether its net closes. `sleeved` are those for which
    sleeves are sold, and `printed` is false for what always comes from elsewhere. A folded piece stands on the panel
    `foot`.
    """

    product: Product = "tile"
    held: bool = False
    stacks: bool = True
    stands: bool = False
    thrown: bool = False
    holds: bool = False
    divided: bool = False
    free: bool = False
    sleeved: bool = False
    printed: bool = True
    foot: str = ""

    @property
    def is_shuffled(self) -> bool:
        """Return whether the pieces are shuffled in every game, and dealt as a deck."""
        return self.product == "card"

    @property
    def lies_in_middle(self) -> bool:
        """Return whether the other pieces are put on it."""
        return self.product in ("mat", "board")


class Part(msgspec.Struct, frozen=True, eq=False):
    """A component ready to be rendered: its outline, templates and designs; lengths in mm.

    `outline` is the trim of all designs without their own; for a board it is that of the whole board. A part that is
    not printed comes from elsewhere: it counts, and figures show it, but no sheet prints it.
    """

    id: str
    title: str
    kind: str
    outline: Outline
    safe: float
    gap: float | None
    front: str
    back: str | None
    values: Mapping[str, Any]
    designs: tuple[Design, ...]
    stock: str
    place: Place
    board: Board | None = None
    ports: tuple[Port, ...] = ()
    is_printed: bool = True
    traits: KindTraits = KindTraits()

    def trim_of(self, design: Design) -> Outline:
        """Return the trim of a design."""
        return design.outline or self.outline

    @property
    def count(self) -> int:
        """Return the number of pieces; one that is printed in several, as its net is too large, counts once."""
        return sum(each.copies for each in self.designs if each.net_piece is None or each.net_piece.number == 1)


class PieceStack(NamedTuple):
    """All pieces of a flat part, laid on one another; width and height in mm."""

    width: float
    height: float
    pieces: int


class RowDesign(NamedTuple):
    """One of several designs from one row: the suffix of its id, its row, further values, and its lines."""

    word: str
    row: Mapping[str, Value]
    values: Mapping[str, Any]
    lines: tuple[PathLine, ...]


class ComponentKind(NamedTuple):
    """A kind of component: the type of its data, its outline, and the values for its templates.

    Folded kinds have a `net`, made from a design's row; kinds with cells have a `board`. Both get a function that finds
    the place of a value of the part, for errors (DataError). Kinds with `ports` make several designs from a row: `deal`
    gets the data, the row, the color roles and places, and returns the designs. `stock` is the paper unless the game
    names one; a kind without it goes with any. `fit` gives data that hold other parts the size that their stacks need.
    `turn_over` returns the row whose net is that of a design as seen from behind; other nets are printed on one side.
    """

    data: type[PartData]
    outline: Callable[[Any], Outline]
    values: Callable[[Any], Mapping[str, Any]] = lambda data: {}
    safe: float = 1.0
    net: Callable[[Any, Mapping[str, Value], Callable[..., Place]], Net] | None = None
    board: Callable[[Any, Callable[..., Place]], Board] | None = None
    ports: Callable[[Any], tuple[Port, ...]] | None = None
    deal: Callable[[Any, Mapping[str, Value], Collection[str], Callable[..., Place]], Sequence[RowDesign]] | None = None
    stock: str = ""
    fit: Callable[[Any, Sequence[PieceStack]], Any] | None = None
    turn_over: Callable[[Any, Mapping[str, Value]], Mapping[str, Value]] | None = None
    traits: KindTraits = KindTraits()
