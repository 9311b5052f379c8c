"""Texts on paths, letters in places of their own, lines, shifted baselines, set lengths and text that flows."""

from math import cos, pi, sin

import pytest

from generator.fonts.font_book import FontBook
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import ellipse_segments
from generator.geometry.types import Outline
from generator.model.finding import DrawingError, Place
from generator.model.picture import Group, Path, Shape, Text
from generator.render.drawer import TextDrawer
from generator.render.drawings.measured_paths import MeasuredPath
from generator.render.request import RenderRequest
from generator.render.svg.attributes import FIXED_NAMES
from generator.render.svg.text_runs import measure_text
from generator.render.template_files import TemplateFiles
from tests.drawings.judge import FOLDER
from tests.samples import for_each

FONTS = FontBook({})
FONT = FONTS.find_font("Source Sans Pro", 400, False)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" font-size="10">'


def draw(body: str) -> list[tuple[Shape, Matrix]]:
    drawer = TextDrawer(TemplateFiles(FOLDER, FOLDER), FONTS, FIXED_NAMES, lambda name: pytest.fail(name), frozenset)
    request = RenderRequest("x", {}, "x", Place("x", 1, 1), Outline(60, 40), -100.0)
    return list(walk(drawer.draw_text(f"{HEAD}{body}</svg>", request).shapes, IDENTITY))


def walk(shapes: tuple[Shape, ...], matrix: Matrix) -> "list[tuple[Shape, Matrix]]":
    out: list[tuple[Shape, Matrix]] = []
    for shape in shapes:
        if isinstance(shape, Group):
            out += walk(shape.shapes, multiply_matrices(matrix, shape.matrix))
        else:
            out.append((shape, matrix))
    return out


def place_texts(body: str) -> list[tuple[str, float, float]]:
    """Return the texts of a drawing, and where each begins."""
    found = []
    for shape, (a, b, c, d, e, f) in draw(body):
        if isinstance(shape, Text):
            x, y = a * shape.x + c * shape.y + e, b * shape.x + d * shape.y + f
            found.append((shape.text, round(x, 3), round(y, 3)))
    return found


def wide(text: str) -> float:
    return measure_text(text, FONT) * 10


def test_each_letter_takes_its_numbers_from_the_lists_around_it() -> None:
    body = '<text x="1 11" y="5" dy="0 2">ab<tspan x="21 31" rotate="0">cde</tspan>f</text>'
    end = 31 + wide("d")
    assert place_texts(body) == [
        ("a", 1, 5),
        ("b", 11, 7),
        ("c", 21, 7),
        ("de", 31, 7),
        ("f", pytest.approx(end + wide("e"), abs=0.02), 7),
    ]


def test_letters_without_numbers_stay_together_and_blanks_are_no_letters_twice() -> None:
    assert place_texts('<text x="1" y="5" dx="0 0 3">  at\n once </text>') == [
        ("at", 1, 5),
        (" once", pytest.approx(4 + wide("at"), abs=0.01), 5),
    ]


def test_letters_turn_about_their_own_place_and_the_last_turn_lasts() -> None:
    (_, first), (_, second), (_, third) = draw('<text x="10 20 30" y="5" rotate="90 0 -90">abc</text>')
    assert first == pytest.approx((0, 1, -1, 0, 10, 5))
    assert second == pytest.approx(IDENTITY)
    assert third == pytest.approx((0, -1, 1, 0, 30, 5))


def test_a_text_is_anchored_as_a_whole() -> None:
    body = '<text x="30" y="9" text-anchor="middle" rotate="0 0 1">abc</text>'
    assert place_texts(body)[0][1] == pytest.approx(30 - wide("abc") / 2, abs=0.001)


def test_letters_stand_on_their_path_by_their_middles() -> None:
    found = draw(
        '<path id="p" d="M5 20h40" fill="none"/><text><textPath href="#p" startOffset="10%">ab</textPath></text>'
    )
    assert [
        (each.text, round(matrix[4] + each.x, 3), matrix[5]) for each, matrix in found if isinstance(each, Text)
    ] == [
        ("a", 9, 20),
        ("b", round(9 + wide("ab") - wide("b"), 3), 20),
    ]


@for_each([("0", "1 letter"), ("-2", ""), ("-9", "1 letter"), ("50%", "2 letters")])
def test_letters_beyond_the_ends_of_a_path_are_refused_since_no_program_draws_them(start: str, lost: str) -> None:
    long = round(2.4 * wide("M"), 2)
    path = f'<path id="p" d="M0 20h{long}" fill="none"/>'
    body = f'{path}<text><textPath href="#p" startOffset="{start}">MMM</textPath></text>'
    if not lost:
        assert [text for text, _, _ in place_texts(body)] == ["M", "M", "M"]
        return
    with pytest.raises(DrawingError) as caught:
        place_texts(body)
    assert caught.value.code == "GF202"
    assert caught.value.message.startswith(f"{lost} of 'MMM' would be beyond the ends of the path")


def test_a_blank_goes_with_the_letter_before_it_so_that_words_are_found_apart() -> None:
    body = '<path id="p" d="M0 20h50" fill="none"/><text><textPath href="#p">a bc</textPath></text>'
    assert [text for text, _, _ in place_texts(body)] == ["a ", "b", "c"]


def test_the_length_of_a_circle_and_the_points_on_it() -> None:
    path = MeasuredPath(ellipse_segments(10, 20, 5, 5))
    assert path.length == pytest.approx(10 * pi, rel=1e-4)
    for share in (0.0, 0.1, 0.35, 0.8):
        point = path.find(share * path.length)
        assert point is not None
        assert (point.x, point.y) == pytest.approx(
            (10 + 5 * cos(2 * pi * share), 20 + 5 * sin(2 * pi * share)), abs=1e-3
        )
        assert abs((point.angle - 360 * share - 90 + 180) % 360 - 180) < 2
    assert path.find(-0.1) is None
    assert path.find(path.length + 0.1) is None
    assert MeasuredPath(()).find(0) is None


def list_heights(path: Path) -> list[float]:
    """Return the y of each end point of a path of straight lines."""
    return [numbers[1] for _, *numbers in path.segments if numbers]


def test_lines_are_drawn_below_and_above_the_letters() -> None:
    shapes = [
        shape for shape, _ in draw('<text x="5" y="20" fill="red" text-decoration="underline line-through">ab</text>')
    ]
    assert [type(each) for each in shapes] == [Path, Text, Path]
    below, _, above = shapes
    assert isinstance(below, Path)
    assert isinstance(above, Path)
    xs = [each[1] for each in below.segments if len(each) > 1]
    assert (min(xs), max(xs)) == pytest.approx((5, 5 + wide("ab")))
    assert below.paint.fill == "#ff0000"
    assert min(list_heights(below)) > 20
    assert max(list_heights(above)) < 20


@for_each(["start", "middle", "end"])
def test_a_text_is_as_long_as_it_says(anchor: str) -> None:
    ((shape, matrix),) = draw(
        f'<text x="30" y="9" text-anchor="{anchor}" textLength="30" lengthAdjust="spacingAndGlyphs">ab</text>'
    )
    assert isinstance(shape, Text)
    assert matrix[0] * shape.width == pytest.approx(30)
    ((shape, matrix),) = draw(f'<text x="30" y="9" text-anchor="{anchor}" textLength="30">ab</text>')
    assert isinstance(shape, Text)
    assert shape.width == pytest.approx(30 + shape.setting.spacing * 10)
    assert matrix[4] + shape.x == pytest.approx({"start": 30, "middle": 15, "end": 0}[anchor])


def test_baselines_and_shifts_move_letters_up_and_down() -> None:
    assert place_texts('<text x="0" y="20">a<tspan baseline-shift="10%">b</tspan>c</text>')[1][2] == 19
    assert place_texts('<text x="0" y="20" baseline-shift="10%">a</text>')[0][2] == 20
    hanging = place_texts('<g dominant-baseline="hanging"><text x="0" y="20">a</text></g>')[0][2]
    assert hanging == pytest.approx(20 + FONT.ascent * 8)


def test_word_spacing_is_added_behind_blanks() -> None:
    (_, x, _), (_, other, _) = place_texts('<text x="0" y="20" word-spacing="3">a b</text>')
    assert x == 0
    assert other == pytest.approx(wide("a ") + 3, abs=0.001)


def test_a_blank_at_the_end_of_a_part_keeps_its_words_apart() -> None:
    region = '<flowRegion><rect x="3" y="4" width="50" height="60"/></flowRegion>'
    body = f'<flowRoot>{region}<flowPara>a <flowSpan fill="red">b</flowSpan>c <flowSpan> d</flowSpan></flowPara></flowRoot>'
    assert "".join(text for text, _, _ in place_texts(body)) == "a bc d"


def test_text_flows_in_a_rectangle_where_a_use_moves_it() -> None:
    body = '<defs><rect id="r" x="3" width="50" height="60"/></defs><flowRoot><flowRegion><use href="#r" x="4" y="5"/>'
    ((text, x, y),) = place_texts(f"{body}</flowRegion><flowPara>a</flowPara></flowRoot>")
    unmoved = body.replace(' x="4" y="5"', "")
    ((_, other_x, other_y),) = place_texts(f"{unmoved}</flowRegion><flowPara>a</flowPara></flowRoot>")
    assert (text, round(x - other_x, 3), round(y - other_y, 3)) == ("a", 4, 5)


LINES = (
    '<tspan x="12" y="20"><tspan style="text-anchor:middle">one two </tspan></tspan><tspan x="20" y="30">six</tspan>'
)
SHAPES = '<rect id="r" x="3" width="50" height="60"/><rect id="s" x="3" width="50" height="60" rx="2"/>'


@for_each(
    [
        ("shape-inside:url(#r);text-align:center", 0.5, (28, 28)),
        ("shape-inside: url('#r') ;text-align:end;text-anchor:start", 1.0, (53, 53)),
        ("shape-inside:url(#r)", 0.0, (12, 20)),
        ("shape-inside:url(#s);text-align:center", 0.0, (12, 20)),  # lines of a rounded shape stay where they are
        ("shape-inside:url(#gone);text-align:center", 0.0, (12, 20)),
    ]
)
def test_lines_in_a_shape_are_aligned_in_it(style: str, share: float, at: tuple[float, float]) -> None:
    drawn = place_texts(f'<defs>{SHAPES}</defs><g text-anchor="end"><text style="{style}">{LINES}</text></g>')
    ends = [(x + share * wide(text.strip() if share else ""), y) for text, x, y in drawn]
    assert [y for _, y in ends] == [20, 30]
    assert [x for x, _ in ends] == pytest.approx(at, abs=0.002)


def test_lines_without_a_shape_keep_their_anchors() -> None:
    for style in ("shape-inside:none", ""):
        (_, x, _), _ = place_texts(f'<text style="{style}">{LINES}</text>')
        assert x == pytest.approx(12 - wide("one two ") / 2, abs=0.002)


def test_flowed_text_is_broken_into_lines_in_its_rectangle() -> None:
    region = '<flowRegion><rect x="3" y="4" width="36" height="60"/></flowRegion>'
    body = f'<flowRoot style="line-height:150%;text-align:end">{region}<flowPara>one two three</flowPara><flowPara/><flowPara>b</flowPara></flowRoot>'
    lines: dict[float, str] = {}
    for text, _, y in place_texts(body):
        lines[y] = lines.get(y, "") + text
    first = min(lines)
    assert {round(y - first, 2): text for y, text in lines.items()} == {0.0: "one two", 15.0: "three", 45.0: "b"}
    assert list(lines.values()) == ["one two", "three", "b"]


@for_each([
        ('<text rotate="3">\u05d0</text>', "right to left"),
        ('<text><textPath href="#no">a</textPath></text>', "not a shape in this file"),
        ('<path id="p" d="M0 0h9"/><text><textPath href="#p">a</textPath>b</text>', "behind a textPath"),
        ('<text text-decoration="wavy underline">a</text>', "text-decoration"),
        ('<text>a<tspan textLength="9">b</tspan></text>', "textLength of a part"),
        ('<text textLength="-1">ab</text>', "textLength"),
        ('<text dominant-baseline="up">a</text>', "dominant-baseline"),
        ('<text rotate="1 x">a</text>', "rotate"),
        ('<flowRoot><flowRegion><rect width="9" height="9" rx="2"/></flowRegion><flowPara>a</flowPara></flowRoot>', "plain rectangle"),
        ('<rect id="r" width="9" height="9"/><rect id="s" width="9" height="9"/><text style="shape-inside:url(#r) url(#s)">a</text>', "plain rectangle"),
        ('<rect id="r" width="9" height="9"/><text style="shape-padding:2;shape-inside:url(#r)">a</text>', "shape-padding"),
        ('<flowRoot><flowRegion><circle r="9"/></flowRegion><flowPara>a</flowPara></flowRoot>', "plain rectangle"),
        ('<flowRoot><flowRegion><rect width="9" height="3"/></flowRegion><flowPara>a</flowPara></flowRoot>', "does not fit"),
        ('<flowRoot><flowRegion><rect width="9" height="30"/></flowRegion><flowPara>aaaaaaa</flowPara></flowRoot>', "wider"),
        (f'<text rotate="1">{"a" * 5001}</text>', "5,001 letters"),
    ])  # fmt: skip
def test_what_cannot_be_placed_is_refused(body: str, says: str) -> None:
    with pytest.raises(DrawingError) as caught:
        draw(body)
    assert says in caught.value.message
