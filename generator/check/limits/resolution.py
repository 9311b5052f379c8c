"""Measure images by what the eye sees at reading distance: 300 dots an inch look smooth, 150 look coarse."""

import re
from collections.abc import Iterator, Sequence

from generator.check.check_context import CheckContext, PlacedPixels
from generator.model.finding import Finding, Place

LEAST, GOOD = 150.0, 300.0  # dpi
_CLOSE = 0.98  # of a resolution: what rounding to whole pixels takes
_MOST_TOLD = 3
_NAME = re.compile(r"'(images/.+)'")


def check_resolution(case: CheckContext) -> Iterator[Finding]:
    """Report images that are printed at less than 150 dpi, and sum up those at less than 300 (GF323)."""
    images = sorted(case.images(), key=lambda each: each.dpi)
    coarse = [each for each in images if each.dpi < LEAST * _CLOSE]
    if coarse:
        told = ", ".join(f"{each.name} at {each.dpi:.0f} dpi ({each.piece})" for each in coarse[:_MOST_TOLD])
        more = f" and {len(coarse) - _MOST_TOLD} more" if len(coarse) > _MOST_TOLD else ""
        says = f"printed at less than {LEAST:.0f} dpi, which looks coarse: {told}{more}"
        says = f"{says}; use images of more pixels, or print them smaller"
        yield Finding("GF323", _locate(case, coarse), says, "warning")
    fair = [each for each in images if LEAST * _CLOSE <= each.dpi < GOOD * _CLOSE]
    if fair:
        count = "1 image is" if len(fair) == 1 else f"{len(fair)} images are"
        between = dict.fromkeys(f"{each.dpi:.0f}" for each in (fair[0], fair[-1]))
        says = f"{count} printed at {' to '.join(between)} dpi; at {GOOD:.0f} no pixel is seen"
        yield Finding("GF323", _locate(case, fair), says, "note")


def _locate(case: CheckContext, images: Sequence[PlacedPixels]) -> Place:
    """Return the file of the first image; that of the game for one that a template holds."""
    found = _NAME.fullmatch(images[0].name)
    return case.game.place("parts") if found is None else Place(f"{case.game.file.removesuffix('game.yaml')}{found[1]}")
