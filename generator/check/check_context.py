"""All that a check may look at: a game, its parts and what the finished files show."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from generator.check.analysis.placement import GroupLocator, PieceTrim, measure_trims
from generator.model.facts import PaperProof
from generator.model.game import Design, Game, Part
from generator.model.language import Language
from generator.model.listed_placement import ListedPlacement
from generator.model.paper import BackLayout, MarkedSides, MarkStyle, PageOrder, Paper, Side
from generator.model.picture import Font
from generator.model.printed import ReadPiece
from generator.model.printer import ASSUMED_MARGIN, PageMargins


class PlacedPixels(NamedTuple):
    """An image as a template calls it, in how many dots an inch it is printed, and where that is coarsest."""

    name: str
    dpi: float
    piece: str


class FormatContent:
    """The content of the finished files of one format: `name` is PDF or SVG, `seen` all pieces in their order.

    `fair` are the trims of the pieces of true size and shape; `unfair` are the other pieces of known parts, each with
    what is wrong with it.
    """

    def __init__(self, name: str, seen: Sequence[ReadPiece], known: Mapping[str, Part]) -> None:
        self.name, self.seen = name, seen
        made = list(measure_trims(seen, known))
        self.trims = [trim for _, trim in made if isinstance(trim, PieceTrim)]
        self.misshapen = [(piece, wrong) for piece, wrong in made if not isinstance(wrong, PieceTrim)]

    @cached_property
    def _faces(self) -> Mapping[tuple[str, Side], Sequence[ReadPiece]]:
        found: dict[tuple[str, Side], list[ReadPiece]] = defaultdict(list)
        for piece in self.seen:
            found[piece.part, piece.side].append(piece)
        return found

    def find_faces(self, part: Part, side: Side = "front") -> list[ReadPiece]:
        """Return the faces of one side of the designs of a part."""
        designs = {design.id for design in part.designs}
        return [face for face in self._faces.get((part.id, side), ()) if face.design in designs]

    @cached_property
    def sheet_sides(self) -> Mapping[tuple[str, int], Sequence[PieceTrim]]:
        """Return the valid trims on each side of a sheet, by its file and page."""
        found: dict[tuple[str, int], list[PieceTrim]] = defaultdict(list)
        for trim in self.trims:
            found[trim.sheet_side].append(trim)
        return found

    @cached_property
    def front_counts(self) -> Mapping[str, int]:
        """Return the number of fronts of each part."""
        return Counter(piece.part for piece in self.seen if piece.side == "front")

    @cached_property
    def trims_by_id(self) -> Mapping[str, PieceTrim]:
        """Return the valid trims by the ids of their pieces."""
        return {trim.seen.id: trim for trim in self.trims}


class FigureLegend(NamedTuple):
    """A legend in a figure of the rules: the icon that it explains, and whether it shows the icon and has words."""

    figure: str
    icon: str
    shows_icon: bool
    has_words: bool


class PrinterLimits(NamedTuple):
    """A printer that the kit was corrected for: its name, and what it leaves white on fronts and on backs, mm.

    The name is empty if only margins were asked for. `inset` is by how much everything on a sheet gives way at the
    edges of the paper, and `least` what any printer leaves white.
    """

    name: str
    front: PageMargins
    back: PageMargins
    inset: PageMargins
    least: float = ASSUMED_MARGIN


class CheckContext(Struct, frozen=True, dict=True):
    """A kit as the checks see it.

    `all_parts` are all parts of the game, and `parts` those that were to be printed, on `paper` and with `backs` and
    pages in an `order`; pieces are cut by `marks`, and their corners rounded by `corners` (mm). `pdf` and `svg` are the
    pieces that the finished files show, as they come out of a `printer`; None for a format that was not built or not
    read back. `placements` is the list in manifest.json. `translation` is the language of the pieces, None if it is
    that of the first rules.

    The rest is asked for when it is needed: `fonts` returns the font that a PDF calls by a name, `figure_legends` the
    legends in the figures of the rules, `proof` what became of the facts when they were changed, None if nobody
    looked, and `images` how fine the images of all faces are printed; `locate` finds the tag of a template that draws a
    named group.
    """

    game: Game
    all_parts: Sequence[Part]
    parts: Sequence[Part]
    paper: Paper
    backs: BackLayout = "long-edge"
    pdf: Sequence[ReadPiece] | None = None
    svg: Sequence[ReadPiece] | None = None
    placements: Sequence[ListedPlacement] | None = None
    fonts: Callable[[str], Font | None] | None = None
    figure_legends: Callable[[], Sequence[FigureLegend]] = tuple
    proof: Callable[[], PaperProof | None] = lambda: None
    locate: GroupLocator | None = None
    order: PageOrder = "interleaved"
    printer: PrinterLimits | None = None
    marks: MarkStyle = "corners"
    marks_on: MarkedSides = "front"
    corners: float = 0.0
    translation: Language | None = None
    images: Callable[[], Sequence[PlacedPixels]] = tuple

    @cached_property
    def parts_by_id(self) -> Mapping[str, Part]:
        """Return the parts that were to be printed."""
        return {part.id: part for part in self.parts}

    @cached_property
    def whole_parts(self) -> Collection[str]:
        """Return the ids of the parts of which all pieces were to be printed."""
        every = {part.id: part.designs for part in self.all_parts}
        return {part.id for part in self.parts if part.designs == every[part.id]}

    @cached_property
    def formats(self) -> Sequence[FormatContent]:
        """Return the content of the files of each format that was read back, the PDF first."""
        both = ("PDF", self.pdf), ("SVG", self.svg)
        return tuple(FormatContent(name, seen, self.parts_by_id) for name, seen in both if seen is not None)

    @cached_property
    def paints(self) -> Mapping[str, str]:
        """Return the paints of the colors by their roles."""
        return {role: color.paint for role, color in self.game.colors.items()}

    @cached_property
    def designs(self) -> Mapping[tuple[str, str], Design]:
        """Return the designs that were to be printed, by the ids of their part and their own."""
        return {(part.id, design.id): design for part in self.parts for design in part.designs}

    @property
    def words_seen(self) -> Sequence[ReadPiece]:
        """Return the pieces whose words can be compared with those of the first rules."""
        return () if self.translation else self.seen or ()

    @property
    def translated_words(self) -> Mapping[str, str]:
        """Return what the pieces print for a text of the data; empty if they are in the language of the first rules."""
        return self.translation.says if self.translation else {}

    @property
    def is_complete(self) -> bool:
        """Return whether all pieces that are printed at all were to be printed."""
        return all(part.id in self.whole_parts for part in self.all_parts if part.is_printed)

    @property
    def seen(self) -> Sequence[ReadPiece] | None:
        """Return the pieces that the files show, from the PDF if there is one; None if nothing was read back."""
        return self.formats[0].seen if self.formats else None
