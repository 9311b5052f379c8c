"""Read what was chosen for parts of finished art: sizes, shapes, bleeds."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from generator.language.suggestions import did_you_mean
from generator.model.card_sizes import CARD_SIZES
from generator.sources.cards import Size

Fit = Literal["cover", "contain", "stretch"]
PieceShape = Literal["rectangle", "rounded", "disc", "hexagon"]
MadeBleed = Literal["mirror", "edge", "color", "none"]
SHAPES: tuple[PieceShape, ...] = ("rectangle", "rounded", "disc", "hexagon")
LEAST_SIZE, MOST_SIZE = 5.0, 2000.0  # mm
BLEED = 3.0  # mm, that is made unless something else was chosen
ROUNDED = 3.0  # mm, the radius of the corners of most cards
_INCH = 25.4
_LENGTHS = re.compile(r"(\d+(?:[.,]\d+)?)(?:\s*[x\u00d7*]\s*(\d+(?:[.,]\d+)?))?\s*(mm|cm|in|\"|)", re.IGNORECASE)
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": _INCH, '"': _INCH}


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
    unit = _UNITS[found[3].lower()]
    width, height = (round(float((each or found[1]).replace(",", ".")) * unit, 3) for each in (found[1], found[2]))
    for side in (width, height):
        if not LEAST_SIZE <= side <= MOST_SIZE:
            raise ValueError(f"{side:g} mm is no size of a piece; give {LEAST_SIZE:g} to {MOST_SIZE:g} mm a side")
    return width, height


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
