"""The calibration page reads what a printer does: its scales are simulated with an error, and read like a person would."""

from collections.abc import Callable, Iterator

import pytest

from generator.cli.printer_values import solve_scales
from generator.fonts.font_book import bundled_font
from generator.geometry.matrix import Matrix, transform_point
from generator.impose.calibration import CalibrationFonts, draw_calibration
from generator.load.language_tables import read_bundled_words
from generator.model.paper import PAPERS, BackLayout, Paper, get_paper
from generator.model.picture import Path, Picture, Text
from generator.model.printer import (
    LINE_QUESTIONS,
    MARGIN_QUESTIONS,
    SCALE_QUESTIONS,
    PrinterProfile,
    measure_calibration,
)
from generator.readback.printer_error import find_printer_error
from tests.kits import WORDS
from tests.samples import for_each

NAMES = [*sorted(PAPERS), "b5", "super-b", "13x19in"]

FONTS = CalibrationFonts(
    bundled_font("Source Sans Pro", 400, False),
    bundled_font("Source Sans Pro", 700, False),
    bundled_font("Source Serif Pro", 600, False),
)
Line = tuple[float, float, float, float]


def lines_of(picture: Picture) -> Iterator[Line]:
    for shape in picture.shapes:
        if isinstance(shape, Path):
            for start, end in zip(shape.segments, shape.segments[1:], strict=False):
                numbers: list[float] = [*start[1:], *end[1:]]
                if (start[0], end[0]) == ("M", "L"):
                    yield numbers[0], numbers[1], numbers[2], numbers[3]


def texts_of(picture: Picture) -> list[Text]:
    return [shape for shape in picture.shapes if isinstance(shape, Text)]


def slanted(picture: Picture, reach: float) -> list[Line]:
    """Return the slanted lines of scales A, B and C: A and B stand, and A is above B."""
    size = 2 * reach, 20 * reach
    found = [
        line for line in lines_of(picture) if sorted((line[2] - line[0], line[3] - line[1])) == pytest.approx(size)
    ]
    return sorted(found, key=lambda line: (line[2] - line[0] > line[3] - line[1], line[1]))


def needles(picture: Picture) -> list[Line]:
    """Return the lines of the back that shine through scales A, B and C."""
    found = [line for line in lines_of(picture) if abs(line[2] - line[0]) + abs(line[3] - line[1]) > 20]
    return sorted(found, key=lambda line: (line[1] == line[3], line[1]))


def seen_from_front(line: Line, error: Matrix, paper: Paper, backs: BackLayout) -> Line:
    """Return a line of the back where it shines through, with the error of the printer."""
    points = [transform_point(error, *line[:2]), transform_point(error, *line[2:])]
    if backs == "long-edge":
        points = [(paper.width - x, y) for x, y in points]
    else:
        points = [(x, paper.height - y) for x, y in points]
    return (*points[0], *points[1])


def cross(one: Line, other: Line) -> float:
    """Return where a line crosses the first one, 0 at its middle and 1 at its end."""
    (x1, y1, x2, y2), (x3, y3, x4, y4) = one, other
    across = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    return 2 * ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / across - 1


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
@pytest.mark.parametrize("name", ["a4", "letter", "a3", "a5", "b5", "13x19in"])
@pytest.mark.parametrize(("x", "y", "skew"), [(0.0, 0.0, 0.0), (1.2, -0.7, 0.0), (-0.4, 2.1, 0.2), (0.8, 0.3, -0.25)])
def test_the_scales_read_offset_and_skew(name: str, backs: BackLayout, x: float, y: float, skew: float) -> None:
    paper, measures = get_paper(name), measure_calibration(get_paper(name))
    front, back = draw_calibration(paper, backs, FONTS)
    error = find_printer_error(PrinterProfile("p", (x, y), skew), paper, backs, "back")
    scales, shining = slanted(front, measures.reach), needles(back)
    assert (len(scales), len(shining)) == (3, 3)
    seen = [seen_from_front(line, error, paper, backs) for line in shining]
    if backs == "short-edge":
        seen[:2] = sorted(seen[:2], key=lambda line: min(line[1], line[3]))
    a, b, c = (cross(scale, line) * measures.reach for scale, line in zip(scales, seen, strict=True))
    assert ((a + b) / 2, c) == pytest.approx((x, y), abs=0.1)
    offset, turned = solve_scales(a, b, c, measures.apart)
    assert (*offset, turned) == pytest.approx((x, y, skew), abs=0.002)


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_of_a_scale_stand_where_it_is_crossed(name: str) -> None:
    paper, measures = get_paper(name), measure_calibration(get_paper(name))
    front, _ = draw_calibration(paper, "long-edge", FONTS)
    line = slanted(front, measures.reach)[0]
    numbers = [
        each for each in texts_of(front) if each.text == "+1.5" and 0 < each.x - line[0] < 20 and each.y < line[3]
    ]
    (number,) = numbers
    middle = number.y - 0.33 * number.size
    assert (middle - (line[1] + line[3]) / 2) / 10 == pytest.approx(1.5, abs=0.02)


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_are_as_long_as_they_say(name: str) -> None:
    front, _ = draw_calibration(get_paper(name), "long-edge", FONTS)
    measures = measure_calibration(get_paper(name))
    lengths = [(round(abs(x2 - x1), 3), round(abs(y2 - y1), 3)) for x1, y1, x2, y2 in lines_of(front)]
    assert lengths.count((measures.across, 0)) == 1
    assert lengths.count((0, measures.down)) == 1
    says = " ".join(each.text for each in texts_of(front))
    assert f"across: {measures.across:g} mm" in says
    assert f"down: {measures.down:g} mm" in says


@pytest.mark.parametrize("name", NAMES)
def test_the_step_of_a_ladder_begins_where_its_number_says(name: str) -> None:
    paper = get_paper(name)
    front, _ = draw_calibration(paper, "long-edge", FONTS)
    steps = [line for line in lines_of(front) if abs(line[2] - line[0]) + abs(line[3] - line[1]) == pytest.approx(2.7)]
    outer = sorted(
        [
            *(round(min(y, paper.height - y) - 0.1, 3) for _, y, _, end in steps if y == end),
            *(round(min(x, paper.width - x) - 0.1, 3) for x, _, end, _ in steps if x == end),
        ]
    )
    assert outer == sorted(half / 2 for half in range(31) for _ in range(4))
    at_top = {each.text: each for each in texts_of(front) if each.y < 18.5 and each.text.isdigit()}
    step = next(line for line in steps if line[1] == pytest.approx(9.1))
    assert at_top["9"].x + at_top["9"].width / 2 == pytest.approx((step[0] + step[2]) / 2)


def translate(language: str) -> Callable[[str], str]:
    """Return what translates the words of the page."""
    words = read_bundled_words(language, WORDS).sheets
    return lambda text: words.get(text, text)


@for_each(["de", "fr"])
def test_the_page_is_translated_word_for_word(language: str) -> None:
    asked = set[str]()

    def say(text: str) -> str:
        asked.add(text)
        return translate(language)(text)

    draw_calibration(PAPERS["a4"], "long-edge", FONTS, say)
    names = {each.name for each in (*SCALE_QUESTIONS, *LINE_QUESTIONS, *MARGIN_QUESTIONS)}
    assert asked >= (names - {"A", "B", "C"}) | {"Calibrate your printer", "long edge", "across: {length} mm"}
    assert {text for text in asked if text not in read_bundled_words(language, WORDS).sheets} == {"A", "B", "C"}


def test_a_page_in_german_says_what_to_do() -> None:
    front, back = draw_calibration(PAPERS["a4"], "short-edge", FONTS, translate("de"))
    says = " ".join(each.text for each in texts_of(front))
    assert "auf beide Seiten von A4-Papier, an der kurzen Kante gewendet." in says
    assert "Der dritte links von 150 heißt 149.7." in says
    assert {"quer: 150 mm", "längs: 200 mm", "hier: +0.3", "oben", "links"} <= {each.text for each in texts_of(front)}
    assert [each.text[:10] for each in texts_of(back)] == ["Rückseite "]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_stands_outside_the_paper_and_no_text_on_another(name: str, language: str) -> None:
    paper = get_paper(name)
    for picture in draw_calibration(paper, "long-edge", FONTS, translate(language)):
        boxes = [(t.x, t.y - 0.7 * t.size, t.x + t.width, t.y + 0.1 * t.size) for t in texts_of(picture)]
        assert all(box[0] >= 0 and box[1] >= -0.1 and box[2] <= paper.width and box[3] <= paper.height for box in boxes)
        for number, one in enumerate(boxes):
            for other in boxes[number + 1 :]:
                assert not (one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3])


def test_the_page_has_a_line_to_write_on_for_each_question() -> None:
    front, _ = draw_calibration(PAPERS["a4"], "long-edge", FONTS)
    says = [each.text for each in texts_of(front)]
    for question in (*SCALE_QUESTIONS, *LINE_QUESTIONS, *MARGIN_QUESTIONS):
        assert question.name in says
    assert "Type: gutterfold printer add NAME" in says
