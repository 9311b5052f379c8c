"""Lay out the page that measures a printer: scales for the back, two lines, a ladder at each edge, and what to do; mm.

The front has all scales and all words. The back has only the lines that shine through.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.geometry.types import Point, Segment
from generator.model.paper import BackLayout, Paper
from generator.model.picture import Font, Paint, Path, Picture, Shape, Text
from generator.model.printer import (
    LADDER,
    LINE_QUESTIONS,
    MAGNIFIED,
    MARGIN_QUESTIONS,
    SCALE_QUESTIONS,
    CalibrationMeasures,
    is_small,
    measure_calibration,
)

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


_GREY = Paint(fill="#5f5f5f")
_SCALE_X = 38.0  # from the left of the paper to scales A and B
_TEXT_X = 65.0  # from the left of the paper to the text
_TEXT_RIGHT = 38.0  # from the text to the right of the paper, clear of the line down
_MOST_TEXT = 116.0  # width of the text, so that lines stay easy to read
_LINE_DOWN, _LINE_ACROSS = 25.0, 23.0  # from the line down and the line across to the edges
_CORNER = 13.0  # from the edges to the registration marks
_PAST = 6.0  # by how far a line of the back is longer than its scale, at either end
_EXAMPLE = 34.0  # room for the example at the right of the text
_PRINT = (
    "Do this once, in five minutes. Print this file at 100%, “actual size”, on both sides of {paper} paper, flipped on"
    " the {edge}."
)
_HOLD_UP = "Hold the sheet up to the light, with this side toward you"
_READ_SCALES = (
    "A line on the back shines through each of the scales A, B and C. Read the number where it crosses the slanted"
    " line; each small step is 0.1 mm. Left and up are negative. If a scale has no line near it, print again at"
    " 100%, flipped on the {edge}."
)
_LAY_RULER = (
    "Lay the 0 of a good ruler on the first mark of the line across. If the last mark does not meet {length} on the"
    " ruler, find the fine tick that best meets a millimeter of it: left of {length} if the line is short, right if it"
    " is long. Its number is the length. A tick is 0.1 mm: the third one left of {length} says {example}."
    " Do the same down the page."
)
_READ_LADDERS = "Printers leave a white edge. Read the smallest number whose step is fully printed."
_TYPE_NUMBERS = (
    "Choose any NAME. The program asks for these numbers and keeps them. From then on, add --printer NAME when you"
    " build a game."
)


class CalibrationFonts(NamedTuple):
    """The fonts of the page."""

    sans: Font
    bold: Font
    serif: Font


class _Layout(NamedTuple):
    """Where things stand on a paper, the size of its text, and what translates it."""

    paper: Paper
    measures: CalibrationMeasures
    fonts: CalibrationFonts
    scale_x: float
    left: float
    width: float
    size: float
    say: Callable[[str], str]

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of the paper."""
        return self.paper.width / 2, self.paper.height / 2

    @property
    def half(self) -> float:
        """Return half the length of a scale."""
        return self.measures.reach * MAGNIFIED


def draw_calibration(
    paper: Paper, backs: BackLayout, fonts: CalibrationFonts, say: Callable[[str], str] = str
) -> tuple[Picture, Picture]:
    """Return the front and the back of the page; `say` translates its words."""
    small = is_small(paper)
    left = 52.0 if small else _TEXT_X
    width = min(_MOST_TEXT, paper.width - left - (32.0 if small else _TEXT_RIGHT))
    scale_x, size = (32.0, 2.5) if small else (_SCALE_X, 3.3)
    layout = _Layout(paper, measure_calibration(paper), fonts, scale_x, left, width=width, size=size, say=say)
    front = (*_draw_instruments(layout), *_draw_words(layout, backs))
    return _make_page(paper, front), _make_page(paper, tuple(_draw_back(layout, backs)))


def _make_page(paper: Paper, shapes: tuple[Shape, ...]) -> Picture:
    return Picture(0.0, 0.0, paper.width, paper.height, shapes)


def _list_corners(paper: Paper) -> list[tuple[float, float]]:
    return [(x, y) for x in (_CORNER, paper.width - _CORNER) for y in (_CORNER, paper.height - _CORNER)]


def _draw_instruments(layout: _Layout) -> Iterator[Shape]:
    """Yield all that is read: scales, lines and ladders, with their names."""
    paper, measures, fonts = layout.paper, layout.measures, layout.fonts
    middle_x, middle_y = layout.middle
    yield from (draw_ring(x, y, True) for x, y in _list_corners(paper))
    for name, y in (("A", middle_y - measures.apart / 2), ("B", middle_y + measures.apart / 2)):
        yield from draw_scale((layout.scale_x, y), measures.reach, True, fonts.sans, fonts.bold)
        yield set_text(layout.scale_x - 9, y + 2, name, fonts.serif, 7.0, anchor=1.0)
    yield from draw_scale((middle_x, middle_y), measures.reach, False, fonts.sans, fonts.bold)
    yield set_text(middle_x - layout.half - 7, middle_y + 2.3, "C", fonts.serif, 7.0, anchor=1.0)
    across_x, across_y = middle_x - measures.across / 2, paper.height - _LINE_ACROSS
    yield from draw_measured_line((across_x, across_y), measures.across, True, fonts.sans)
    across = layout.say("across: {length} mm").format(length=f"{measures.across:g}")
    yield set_text(middle_x, across_y - 2, across, fonts.sans, layout.size, anchor=0.5)
    down_x, down_y = paper.width - _LINE_DOWN, middle_y - measures.down / 2
    yield from draw_measured_line((down_x, down_y), measures.down, False, fonts.sans)
    down = layout.say("down: {length} mm").format(length=f"{measures.down:g}")
    yield set_text(down_x - 2, middle_y + 2, down, fonts.sans, layout.size, anchor=1.0)
    yield from _draw_ladders(layout)


def _draw_ladders(layout: _Layout) -> Iterator[Shape]:
    """Yield the ladders at the top, right, bottom and left edge."""
    (x, y), paper, font = layout.middle, layout.paper, layout.fonts.sans
    yield from draw_ladder(lambda u, v: (x + u, v), font)
    yield from draw_ladder(lambda u, v: (paper.width - v, y + u), font)
    yield from draw_ladder(lambda u, v: (x - u, paper.height - v), font)
    yield from draw_ladder(lambda u, v: (v, y - u), font)


def _draw_back(layout: _Layout, backs: BackLayout) -> Iterator[Shape]:
    """Yield the lines that shine through, where the paper turned over brings them behind their scales."""
    paper, measures = layout.paper, layout.measures
    middle_x, middle_y = layout.middle
    scale_x = layout.scale_x if backs == "short-edge" else paper.width - layout.scale_x
    far, long = measures.apart / 2, layout.half + _PAST
    yield draw_lines(
        [
            (scale_x, middle_y - far - long, scale_x, middle_y - far + long),
            (scale_x, middle_y + far - long, scale_x, middle_y + far + long),
            (middle_x - long, middle_y, middle_x + long, middle_y),
        ]
    )
    yield from (draw_ring(x, y, False) for x, y in _list_corners(paper))
    says = layout.say("Back of the calibration sheet: there is nothing to read on this side.")
    yield set_text(middle_x, middle_y - 9, says, layout.fonts.sans, layout.size * 0.8, anchor=0.5, paint=_GREY)


class _Column:
    """Sets text line by line down a column."""

    def __init__(self, layout: _Layout, y: float) -> None:
        self._layout, self.y = layout, y

    def set_lines(
        self, text: str, font: Font, indent: float = 0.0, paint: Paint = INK, room: float = 0.0
    ) -> Iterator[Shape]:
        """Yield a paragraph, which leaves `room` at the right."""
        size = self._layout.size
        for line in _wrap(text, font, size, self._layout.width - indent - room):
            yield set_text(self._layout.left + indent, self.y, line, font, size, anchor=0.0, paint=paint)
            self.y += size * 1.36

    def set_step(self, number: int, title: str, text: str, room: float = 0.0) -> Iterator[Shape]:
        """Yield a numbered step, whose text leaves `room` at the right."""
        size, fonts, indent = self._layout.size, self._layout.fonts, self._layout.size * 2.3
        yield set_text(self._layout.left, self.y, str(number), fonts.serif, size * 1.7)
        yield from self.set_lines(title, fonts.bold, indent)
        yield from self.set_lines(text, fonts.sans, indent, INK, room)
        self.y += size * 0.9


def _wrap(text: str, font: Font, size: float, width: float) -> list[str]:
    """Return the lines of a text, as full as they can be."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_text(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _draw_words(layout: _Layout, backs: BackLayout) -> Iterator[Shape]:
    """Yield the title, what to do, and the form for the numbers."""
    fonts, size, say = layout.fonts, layout.size, layout.say
    edge = say(backs.replace("-", " "))
    top = _Column(layout, LADDER + 8 + size * 3)
    title = 2.5 if is_small(layout.paper) else 2.9
    yield set_text(layout.left, top.y, say("Calibrate your printer"), fonts.serif, size * title)
    top.y += size * 2.2
    how = say(_PRINT).format(paper=layout.paper.name.capitalize(), edge=edge)
    yield from top.set_lines(how, fonts.sans, 0.0, _GREY)
    top.y += size * 1.4
    room = 0.0 if is_small(layout.paper) else _EXAMPLE
    yield from _draw_example(layout, top.y) if room else ()
    yield from top.set_step(1, say(_HOLD_UP), say(_READ_SCALES).format(edge=edge), room)
    length = layout.measures.across
    ruler = say(_LAY_RULER).format(length=f"{length:g}", example=f"{length - 0.3:g}")
    yield from top.set_step(2, say("Measure the two lines"), ruler)
    low = _Column(layout, layout.middle[1] + 24)
    yield from low.set_step(3, say("Read the ladder at each edge"), say(_READ_LADDERS))
    yield from low.set_step(4, say("Note the numbers"), "")
    low.y -= size * 1.0
    yield from _draw_form(layout, low)
    yield from low.set_step(5, say("Type: gutterfold printer add NAME"), say(_TYPE_NUMBERS))


def _draw_example(layout: _Layout, y: float) -> Iterator[Shape]:
    """Yield a short scale with a line that shines through at +0.3, right of the first step."""
    fonts, reach, reads = layout.fonts, 1.0, 0.3
    x, y = layout.left + layout.width - _EXAMPLE + 9, y + 14
    shining = Paint(fill=None, stroke="#b4b4b4", width=0.5)
    yield draw_lines([(x + reads, y - reach * MAGNIFIED - 3, x + reads, y + reach * MAGNIFIED + 3)], shining)
    yield from draw_scale((x, y), reach, True, fonts.sans, fonts.bold)
    yield set_text(
        x + 17,
        y + reads * MAGNIFIED + 1,
        layout.say("here: {number}").format(number=f"{reads:+g}"),
        fonts.bold,
        layout.size * 0.85,
    )


def _draw_form(layout: _Layout, column: _Column) -> Iterator[Shape]:
    """Yield a line to write on for each number."""
    size, left = layout.size, layout.left + layout.size * 2.3
    cell = (layout.width - size * 2.3) / 4
    rows = (SCALE_QUESTIONS, LINE_QUESTIONS, MARGIN_QUESTIONS)
    for row in rows:
        for number, question in enumerate(row):
            x = left + number * cell
            name = layout.say(question.name)
            yield set_text(x, column.y, name, layout.fonts.sans, size)
            start = x + measure_text(name, layout.fonts.sans, size) + 1
            yield draw_lines([(start, column.y + 0.6, x + cell - 2.5, column.y + 0.6)], FINE)
        column.y += size * 2.4
    column.y += size * 0.5
