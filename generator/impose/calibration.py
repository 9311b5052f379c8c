"""Lay out the page that measures a printer: scales for the back, two lines, a ladder at each edge, and what to do; mm.

The front has all scales and all words. The back has only the lines that shine through.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.impose.calibration_scales import (
    FINE,
    INK,
    draw_ladder,
    draw_lines,
    draw_measured_line,
    draw_ring,
    draw_scale,
    measure_text,
    set_text,
)
from generator.model.calibration import (
    LADDER,
    LINE_QUESTIONS,
    MAGNIFIED,
    MARGIN_QUESTIONS,
    SCALE_QUESTIONS,
    CalibrationMeasures,
    is_small,
    measure_calibration,
)
from generator.model.paper import BackLayout, Paper
from generator.model.picture import Font, Paint, Picture, Shape

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
    "Do this once, in five minutes. Print this file at 100 %, “actual size”, on both sides of {paper} paper, flipped on"
    " the {edge}."
)
_HOLD_UP = "Hold the sheet up to the light, with this side toward you"
_READ_SCALES = (
    "A line on the back shines through each of the scales A, B and C. Read the number where it crosses the slanted"
    " line; each small step is 0.1 mm. Left and up are negative. If a scale has no line near it, print again at"
    " 100 %, flipped on the {edge}."
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
