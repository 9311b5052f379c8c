"""What a person says about the cards on the pages of PDFs."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.model.finding import Place, refuse
from generator.sources.cards import Size, SourceCard

BacksAre = Literal["found", "none", "alternate", "last", "second-half", "folded"]
Mirrored = Literal["yes", "top", "no"]
_CHOICE = re.compile(r"(-?)(\d{1,5})(?:-(\d{1,5})?)?")
_PAIR = re.compile(r"(-?\d{1,4}(?:\.\d{1,4})?) *[,x] *(-?\d{1,4}(?:\.\d{1,4})?)", re.IGNORECASE)
_GRID = re.compile(r"([1-9]\d?) *x *([1-9]\d?)", re.IGNORECASE)
_PAGES = re.compile(r"(?:(fronts|backs)=)?([\d,-]+)")
_MOST_PAGES = 2_000


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
