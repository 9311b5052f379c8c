"""Draw the scales, lines and ladders that a printer is measured with; mm."""

from collections.abc import Callable, Iterator

from generator.geometry.types import Point, Segment
from generator.model.calibration import LADDER, MAGNIFIED
from generator.model.picture import Font, Paint, Path, Shape, Text

FINE = Paint(fill=None, stroke="#000000", width=0.2)
GUIDE = Paint(fill=None, stroke="#9a9a9a", width=0.1)
INK = Paint(fill="#000000")
SMALL = 2.4  # mm per em of the numbers on scales
_CENTERED = 0.33  # em from the middle of a number to its baseline
_TICK, _LONG_TICK = 0.6, 1.6  # half of the ticks on a slanted line: of 0.1 mm, and of 0.5
_TO_NUMBER = 10.0  # from the middle of a scale to its numbers
_PITCH, _STEP = 3.3, 2.7  # from one step of a ladder to the next along the edge, and its length
_VERNIER = 0.9  # mm from one fine tick to the next beside the end of a line: each tells 0.1 mm


def draw_lines(ends: list[tuple[float, float, float, float]], paint: Paint = FINE) -> Path:
    """Return straight lines, given as x1, y1, x2, y2."""
    segments: list[Segment] = []
    for x1, y1, x2, y2 in ends:
        segments += [("M", x1, y1), ("L", x2, y2)]
    return Path(tuple(segments), paint)


def set_text(x: float, y: float, text: str, font: Font, size: float, anchor: float = 0.0, paint: Paint = INK) -> Text:
    """Return a text on the baseline y; `anchor` is 0 if it starts at x, 0.5 if it is centered, 1 if it ends there."""
    width = measure_text(text, font, size)
    return Text(x - anchor * width, y, text, font, size, width=width, paint=paint)


def measure_text(text: str, font: Font, size: float) -> float:
    """Return the width of a text, mm."""
    return sum(font.advances.get(char, 0.5) for char in text) * size


def draw_scale(middle: Point, reach: float, is_across: bool, font: Font, bold: Font) -> Iterator[Shape]:
    """Yield a slanted line with numbers: where a line of the back crosses it, its number is the offset.

    The line runs ten times as far along the scale as across it. A scale that is read `is_across` stands upright.
    """
    x, y = middle

    def turn(along: float, over: float) -> Point:
        return (x + over, y + along) if is_across else (x + along, y + over)

    def span(along: float, start: float, end: float) -> tuple[float, float, float, float]:
        return (*turn(along, start), *turn(along, end))

    steps = range(-round(10 * reach), round(10 * reach) + 1)
    guides, ticks = [], [(*turn(-reach * MAGNIFIED, -reach), *turn(reach * MAGNIFIED, reach))]
    for step in steps:
        offset = step / 10
        half = _LONG_TICK if step % 5 == 0 else _TICK
        ticks.append(span(offset * MAGNIFIED, offset - half, offset + half))
        if step % 5 == 0:
            guides.append(span(offset * MAGNIFIED, offset + half + 0.6, _TO_NUMBER - 0.6))
            number_x, number_y = turn(offset * MAGNIFIED, _TO_NUMBER + (0.0 if is_across else SMALL * 0.4))
            says, face = _format_offset(offset), font if step % 10 else bold
            down = SMALL * _CENTERED
            yield set_text(number_x, number_y + down, says, face, SMALL, anchor=0.0 if is_across else 0.5)
    yield draw_lines(guides, GUIDE)
    yield draw_lines(ticks)


def _format_offset(offset: float) -> str:
    sign = "+" if offset > 0 else "\N{MINUS SIGN}" if offset < 0 else ""
    return f"{sign}{abs(offset):g}"


def draw_measured_line(start: Point, length: float, is_across: bool, font: Font) -> Iterator[Shape]:
    """Yield a line of a known length with a vernier at its end, on the side away from the ruler that is laid on it."""
    x, y = start

    def turn(along: float, over: float) -> Point:
        return (x + along, y - over) if is_across else (x - over, y + along)

    def span(along: float, end: float) -> tuple[float, float, float, float]:
        return (*turn(along, 0.0), *turn(along, end))

    bold_ends = [span(0.0, 4.2), span(length, 4.2), (*turn(0.0, 0.0), *turn(length, 0.0))]
    yield draw_lines(bold_ends)
    ticks = [(*turn(length, 0.0), *turn(length + 10 * _VERNIER, 0.0))]
    for step in (*range(-10, 0), *range(1, 11)):
        ticks.append(span(length + step * _VERNIER, 2.6 if step % 5 == 0 else 1.4))
    yield draw_lines(ticks, Paint(fill=None, stroke="#000000", width=0.12))
    for step, says in ((-10, f"{length - 1:g}"), (-5, ".5"), (0, f"{length:g}"), (5, ".5"), (10, f"{length + 1:g}")):
        at = turn(length + step * _VERNIER, 5.0 if step == 0 else 3.4)
        yield _set_beside(at, says, is_across, font)
    yield _set_beside(turn(0.0, 5.0), "0", is_across, font)


def _set_beside(at: Point, says: str, is_across: bool, font: Font) -> Text:
    """Return a number above a mark, or left of it."""
    if is_across:
        return set_text(at[0], at[1], says, font, SMALL * 0.9, anchor=0.5)
    return set_text(at[0], at[1] + SMALL * 0.9 * _CENTERED, says, font, SMALL * 0.9, anchor=1.0)


def draw_ladder(place: Callable[[float, float], Point], font: Font) -> Iterator[Shape]:
    """Yield the steps of a ladder, half a mm apart; `place` takes u along an edge, and v from it, to the page."""
    count = round(2 * LADDER)
    steps = []
    for number in range(count + 1):
        middle, away = (number - count / 2) * _PITCH, number / 2
        at = away + FINE.width / 2  # so that the step begins where its number says
        steps.append((*place(middle - _STEP / 2, at), *place(middle + _STEP / 2, at)))
        if number % 2 == 0:
            x, y = place(middle, away + 2.0)
            yield set_text(x, y + SMALL * _CENTERED, f"{away:g}", font, SMALL, anchor=0.5)
    yield draw_lines(steps)


def draw_ring(x: float, y: float, has_ring: bool) -> Path:
    """Return a registration mark: a cross, in a ring on the front."""
    r, k = 2.2, 2.2 * 0.5523
    segments: list[Segment] = [("M", x - 4, y), ("L", x + 4, y), ("M", x, y - 4), ("L", x, y + 4)]
    if has_ring:
        segments += [
            ("M", x + r, y),
            ("C", x + r, y + k, x + k, y + r, x, y + r),
            ("C", x - k, y + r, x - r, y + k, x - r, y),
            ("C", x - r, y - k, x - k, y - r, x, y - r),
            ("C", x + k, y - r, x + r, y - k, x + r, y),
            ("Z",),
        ]
    return Path(tuple(segments), FINE)
