"""The cards of finished art, and what a person says about them: sizes, shapes, bleeds, places on pages of PDFs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.language.suggestions import did_you_mean
from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import Place, refuse

Size = tuple[float, float]  # width and height, mm
Fit = Literal["cover", "contain", "stretch"]
PieceShape = Literal["rectangle", "rounded", "disc", "hexagon"]
MadeBleed = Literal["mirror", "edge", "color", "none"]
SHAPES: tuple[PieceShape, ...] = ("rectangle", "rounded", "disc", "hexagon")
LEAST_SIZE, MOST_SIZE = 5.0, 2000.0  # mm
BLEED = 3.0  # mm, that is made unless something else was chosen
ROUNDED = 3.0  # mm, the radius of the corners of most cards
_INCH = 25.4
_UNIT = r"\s*(mm|cm|inch(?:es)?|in|\"|\u2033|)"
_LENGTHS = re.compile(rf"(\d+(?:[.,]\d+)?){_UNIT}(?:\s*(?:[x\u00d7*]|by)\s*(\d+(?:[.,]\d+)?){_UNIT})?", re.IGNORECASE)
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, **dict.fromkeys(("in", "inch", "inches", '"', "\u2033"), _INCH)}
BacksAre = Literal["found", "none", "alternate", "last", "second-half", "folded"]
Mirrored = Literal["yes", "top", "no"]
_CHOICE = re.compile(r"(-?)(\d{1,5})(?:-(\d{1,5})?)?")
_PAIR = re.compile(r"(-?\d{1,4}(?:\.\d{1,4})?) *[,x] *(-?\d{1,4}(?:\.\d{1,4})?)", re.IGNORECASE)
_GRID = re.compile(r"([1-9]\d?) *x *([1-9]\d?)", re.IGNORECASE)
_PAGES = re.compile(r"(?:(fronts|backs)=)?([\d,-]+)")
_MOST_PAGES = 2_000


class SourceFile(NamedTuple):
    """A picture or a PDF: its name below the game's `images/`, with slashes, and where it is now."""

    name: str
    path: Path


class SourceCard(Struct, frozen=True):
    """One card, or `copies` equal ones.

    `front` and `back` are what a template's `href` says, below the game's folder and not percent-encoded:
    `images/fox #2.png`, or a region of a PDF's page, see `name_region`. `size` is None where the part's size holds.
    """

    front: str
    back: str | None = None
    name: str = ""
    part: str = "card"
    copies: int = 1
    size: Size | None = None


def name_image(name: str) -> str:
    """Return the href of a picture of that name."""
    return f"images/{name}"


def name_region(name: str, page: int, at: tuple[float, float], size: Size, turn: int = 0) -> str:
    """Return the href of a region of a PDF: `at` is its top left corner, mm on the page as it is shown.

    `page` counts from 1. `turn` is how far the region is turned clockwise to stand upright: 0, 90, 180 or 270.
    """
    numbers = f"page={page}&at={at[0]:g},{at[1]:g}&size={size[0]:g},{size[1]:g}"
    return f"images/{name}#{numbers}" + (f"&turn={turn}" if turn else "")


class ArtChoices(Struct, frozen=True):
    """How finished pictures become pieces; `sizes` and `shapes` are by part, or for all of them ("").

    `has_bleed` is what the pictures hold beyond the cut, `bleed` what is to be drawn there (None: as usual), mm.
    """

    sizes: Mapping[str, Size] = {}
    shapes: Mapping[str, PieceShape] = {}
    fit: Fit = "cover"
    has_bleed: float = 0.0
    made_bleed: MadeBleed = "mirror"
    bleed_color: str = ""
    bleed: float | None = None

    @property
    def tells_bleed(self) -> bool:
        """Return whether a bleed is made that nobody asked for."""
        return self.bleed is None and self.made_bleed != "none" and self.has_bleed < BLEED

    @property
    def drawn_bleed(self) -> float:
        """Return how far a template draws beyond the cut, mm."""
        if self.made_bleed == "none":
            return self.has_bleed
        return max(self.has_bleed, BLEED if self.bleed is None else self.bleed)


def parse_size(text: str) -> Size:
    """Return a size in mm: a trade name, or `63x88`, `25`, `2.5x3.5in`; ValueError says what is wrong."""
    name = text.strip().casefold().replace("_", "-").replace(" ", "-")
    if name in CARD_SIZES:
        return CARD_SIZES[name]
    found = _LENGTHS.fullmatch(text.strip())
    if found is None:
        hint = did_you_mean(name, CARD_SIZES) if name.isascii() and name[:1].isalpha() else ""
        raise ValueError(f"{text!r} is no size; give one such as poker, 63x88, 25 or 2.5x3.5in{hint}")
    last = found[4] if found[3] else found[2]
    pairs = (found[1], found[2] or last), (found[3] or found[1], last)
    width, height = (round(float(each.replace(",", ".")) * _UNITS[unit.lower()], 3) for each, unit in pairs)
    for side in (width, height):
        if not LEAST_SIZE <= side <= MOST_SIZE:
            hint = "" if last else f"; if these are inches, write {text.strip()}in"
            raise ValueError(f"{side:g} mm is no size of a piece; give {LEAST_SIZE:g} to {MOST_SIZE:g} mm a side{hint}")
    return width, height


def parse_card_size(text: str) -> str | Size:
    """Return a size of cards: its trade name as it is, or width and height in mm; ValueError says what is wrong."""
    return text if text in CARD_SIZES else parse_size(text)


def parse_shape(text: str) -> PieceShape:
    """Return a shape by its name; ValueError."""
    for shape in SHAPES:
        if text.strip().casefold() == shape:
            return shape
    raise ValueError(f"{text!r} is no shape{did_you_mean(text, SHAPES) or '; choose ' + ', '.join(SHAPES)}")


def parse_bleed(text: str) -> tuple[MadeBleed, str]:
    """Return how a bleed is made, and its color if it has one: `mirror`, `edge`, `color=#204060` or `none`."""
    kind, _, color = text.strip().partition("=")
    match kind.casefold():
        case "mirror" | "edge" | "none" as made if not color:
            return made, ""
        case "color" | "colour" if re.fullmatch(r"#?[0-9a-fA-F]{6}|#?[0-9a-fA-F]{3}", color):
            return "color", "#" + color.removeprefix("#").lower()
    raise ValueError(f"{text!r} makes no bleed; choose mirror, edge, color=#204060 or none")


class PdfOptions(Struct, frozen=True):
    """What a person says about the cards on the pages; what is not said is found. Lengths are in mm.

    `grid` is columns and rows, `at` the top left of the first card, `pitch` from one card to the next. `pages` are
    those that hold cards, `fronts` and `backs` pages that belong to one another. `cards` are numbers such as
    `1-6,9-,-30`, the last without the card 30. `bleed` is what each card has around its trim on the page;
    None: as found.
    """

    grid: tuple[int, int] | None = None
    size: Size | None = None
    at: tuple[float, float] | None = None
    pitch: tuple[float, float] | None = None
    pages: tuple[int, ...] = ()
    fronts: tuple[int, ...] = ()
    backs: tuple[int, ...] = ()
    backs_are: BacksAre = "found"
    mirrored: Mirrored | None = None
    cards: str = ""
    scale_to: Size | None = None
    bleed: float | None = None


class SheetPicture(NamedTuple):
    """A picture of a whole sheet of cards, and where its cards are on the page of a PDF that it became."""

    path: Path
    options: PdfOptions


def parse_grid(text: str) -> tuple[int, int]:
    """Return columns and rows, `3x3`; ValueError."""
    found = _GRID.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no grid; write columns x rows, such as 3x3")
    return int(found[1]), int(found[2])


def parse_lengths(text: str) -> tuple[float, float]:
    """Return two lengths in mm, `12.5,20`; ValueError."""
    found = _PAIR.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} are not two lengths in mm; write them as 12.5,20")
    return float(found[1]), float(found[2])


def parse_pages(texts: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Return numbers of `pages`, `fronts` and `backs`, such as `1-4`, or `fronts=1,3 backs=2,4`; ValueError."""
    pages: dict[str, tuple[int, ...]] = {}
    for word in (word for text in texts for word in text.split()):
        found = _PAGES.fullmatch(word)
        if found is None:
            raise ValueError(f"{word!r} are no pages; write them as 1-4, or as 'fronts=1,3 backs=2,4'")
        name = found[1] or "pages"
        pages[name] = pages.get(name, ()) + tuple(_iter_numbers(found[2]))
    return pages


def _iter_numbers(text: str) -> Iterator[int]:
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        numbers = [int(each) if each.isdecimal() else 0 for each in (first, last or first)]
        if not 1 <= numbers[0] <= numbers[1] <= _MOST_PAGES:
            raise ValueError(f"{part!r} are no pages; they count from 1")
        yield from range(numbers[0], numbers[1] + 1)


def choose_cards(cards: Sequence[SourceCard], told: str) -> Iterator[SourceCard]:
    """Yield the cards of numbers such as `1-6,9-27`; `9-` are all from 9 on, and `-30` leaves out the card 30."""
    kept, left, count = set[int](), set[int](), len(cards)
    parts = [part.strip() for part in told.split(",")] if told else []
    for part in parts:
        found = _CHOICE.fullmatch(part)
        if found is None:
            raise refuse("GF380", Place("--cards"), f"{part!r} are no numbers of cards; write them as 1-6,9-27,-30")
        first = int(found[2])
        last = int(found[3]) if found[3] else count if part.endswith("-") else first
        if not 1 <= first <= last <= count:
            raise refuse("GF380", Place("--cards"), f"there is no card {part.lstrip('-')}: there are {count}")
        (left if found[1] else kept).update(range(first, last + 1))
    chosen = (kept or {*range(1, count + 1)}) - left
    if not chosen and cards:
        raise refuse("GF380", Place("--cards"), f"{told!r} leaves no cards")
    return (card for number, card in enumerate(cards, 1) if number in chosen)
