"""Read the values of a printer as people type them, and describe them in words."""

import re
from collections.abc import Iterator
from math import asin, degrees

from generator.model.printer import (
    MAGNIFIED,
    MARGIN_RANGE,
    OFFSET_RANGE,
    SCALE_RANGE,
    SKEW_RANGE,
    CalibrationMeasures,
    PrinterProfile,
    ValueRange,
)

_NUMBER = r"[+-]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})"
_LENGTH = re.compile(rf"({_NUMBER}) ?(?:mm)?")
_ANGLE = re.compile(rf"({_NUMBER}) ?(?:deg|degrees|°)?")
_DRIFT = re.compile(rf"({_NUMBER}) ?mm|({_NUMBER}) ?(?:mm)? ?/ ?({_NUMBER}) ?(?:mm)?")
_PERCENT = re.compile(rf"({_NUMBER}) ?%?")
NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


def parse_name(text: str) -> str:
    """Return the name of a printer; ValueError if it is none."""
    if not NAME.fullmatch(text):
        raise ValueError(f"{text!r} cannot be the name of a printer: use up to 32 letters, digits, - and _")
    return text


def parse_length(text: str) -> float:
    """Return a length that is answered to a question, in mm; a decimal comma is as good as a point."""
    found = _LENGTH.fullmatch(text.strip().replace(",", "."))
    if found is None:
        raise ValueError(f"{text!r} is not a number of mm, such as 0.4")
    return float(found[1])


def parse_offset(text: str) -> tuple[float, float]:
    """Return `X,Y` in mm."""
    x, y = _parse_lengths(text, 2, "X,Y in mm, such as 0.6,-0.4")
    return _require(OFFSET_RANGE, x), _require(OFFSET_RANGE, y)


def parse_margins(text: str) -> tuple[float, float, float, float]:
    """Return `T,R,B,L` in mm."""
    top, right, bottom, left = _parse_lengths(text, 4, "T,R,B,L in mm, such as 4.5,4.5,12.7,4.5")
    for each in (top, right, bottom, left):
        _require(MARGIN_RANGE, each)
    return top, right, bottom, left


def parse_skew(text: str, measures: CalibrationMeasures) -> float:
    """Return a skew in degrees, given so, as the mm between scales A and B, or as mm over another distance."""
    if found := _ANGLE.fullmatch(text.strip()):
        return _require(SKEW_RANGE, float(found[1]))
    found = _DRIFT.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a skew: give degrees, such as 0.2, or scale A less scale B, such as 0.5mm")
    drift, over = float(found[1] or found[2]), float(found[3] or measures.apart)
    if over <= 0 or abs(drift) >= over:
        raise ValueError(f"{text!r} is not a skew: the drift is larger than the distance")
    return find_skew(drift, over)


def solve_scales(a: float, b: float, c: float, apart: float) -> tuple[tuple[float, float], float]:
    """Return the back offset in mm and the skew in degrees, given what the scales A, B and C of the page read.

    A line that is turned crosses a slanted one further along, or less far: by ten times the turn, as the scales enlarge
    offsets ten times. It is turned about where the middle of the back comes to lie.
    """
    drift = (a - b) / apart
    turn = drift / (1 - MAGNIFIED * drift)
    skew = find_skew(turn, 1)
    x, y = (a + b) / 2 * (1 + MAGNIFIED * turn), c * (1 - MAGNIFIED * turn)
    offset = round(x - turn * y, 3), round(y + turn * x, 3)
    return (_require(OFFSET_RANGE, offset[0]), _require(OFFSET_RANGE, offset[1])), skew


def find_skew(drift: float, apart: float) -> float:
    """Return the skew in degrees of a back that lies `drift` mm further right at scale A than at scale B."""
    return _require(SKEW_RANGE, round(degrees(asin(max(-1.0, min(1.0, drift / apart)))), 4))


def parse_scale(text: str, measures: CalibrationMeasures) -> tuple[float, float]:
    """Return `XxY` in percent; each is given so, or measured: `149.6mm` of the page's line, or `149.6/150`."""
    sides = re.split("[xX\N{MULTIPLICATION SIGN}]", text)
    if len(sides) != 2:
        raise ValueError(f"{text!r} is not XxY, such as 99.7x100.2, or measured, such as 149.6mmx200.3mm")
    across, down = sides
    return _parse_percent(across, measures.across, text), _parse_percent(down, measures.down, text)


def _parse_percent(side: str, line: float, text: str) -> float:
    side = side.strip()
    if found := _PERCENT.fullmatch(side):
        return _require(SCALE_RANGE, float(found[1]))
    found = _DRIFT.fullmatch(side)
    over = float(found[3] or line) if found else 0.0
    if found is None or over <= 0:
        raise ValueError(f"{text!r} is not XxY, such as 99.7x100.2, or measured, such as 149.6mmx200.3mm")
    return find_scale(float(found[1] or found[2]), over)


def find_scale(measured: float, printed: float) -> float:
    """Return the scale in percent of a line that is `measured` mm long instead of `printed`."""
    return _require(SCALE_RANGE, round(100 * measured / printed, 4))


def _parse_lengths(text: str, count: int, example: str) -> list[float]:
    found = [_LENGTH.fullmatch(each.strip()) for each in text.split(",")]
    if len(found) != count or None in found:
        raise ValueError(f"{text!r} is not {example}")
    return [float(each[1]) for each in found if each]


def _require(bounds: ValueRange, value: float) -> float:
    if says := bounds.describe_fault(value):
        raise ValueError(says)
    return value


def describe_printer(printer: PrinterProfile) -> Iterator[str]:
    """Yield what was measured of a printer, in words."""
    (x, y), (across, down) = printer.back_offset, printer.scale
    moved = _join(_describe_way(x, "to the right", "to the left"), _describe_way(y, "too low", "too high"))
    turned = f"turned {abs(printer.skew):g} degrees {'' if printer.skew > 0 else 'counter'}clockwise"
    found = _join(moved, turned if printer.skew else "") or "right behind their fronts"
    yield f"backs come out {found}, seen from the front"
    if (across, down) == (100, 100):
        yield "lengths come out true"
    else:
        yield f"100 mm come out as {across:.5g} mm across and {down:.5g} mm down"
    top, right, bottom, left = printer.margins
    yield f"it prints nothing within {top:g} mm of the top, {right:g} right, {bottom:g} bottom, {left:g} left"


def _describe_way(value: float, more: str, less: str) -> str:
    return f"{abs(value):g} mm {more if value > 0 else less}" if value else ""


def _join(one: str, other: str) -> str:
    return f"{one} and {other}" if one and other else one or other
