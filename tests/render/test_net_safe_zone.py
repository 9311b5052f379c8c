"""The safe zone of nets: text keeps clear of cuts, holes, reflex corners, folds and tabs."""

import pytest

from generator.fonts.font_book import bundled_font
from generator.geometry.matrix import Matrix
from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.model.net import Fold, Net, Tab
from generator.model.picture import Group, Paint, Shape, Text
from generator.render.safe_zone import check_net_safe_zone
from tests.render.drawing import check_refusal

SIZE = 4.0
# an L: 40 wide and high, without its upper right quarter
ELBOW = ((0, 0), (20, 0), (20, 20), (40, 20), (40, 40), (0, 40))
HOLE = ((5, 25), (15, 25), (15, 35), (5, 35))


def make_net(*loops: tuple[tuple[float, float], ...]) -> Net:
    cut: list[Segment] = []
    for first, *rest in loops:
        cut += [("M", *first), *(("L", *point) for point in rest), ("Z",)]
    return Net(40, 40, (), (), (), tuple(cut))


# two panels of 20 x 40 beside one another, and a tab of 5 mm right of them
FOLDS = (Fold(20, 0, 20, 40, "mountain", 90, "a", "b"), Fold(40, 0, 40, 40, "mountain", 90, "b", "b-a"))
TAB = Tab("b-a", ((40, 0), (45, 5), (45, 35), (40, 40)), "a")
LEAF = Net(45, 40, (), FOLDS, (TAB,), (("M", 0, 0), ("L", 40, 0), ("L", 45, 5), ("L", 45, 35), ("L", 40, 40), ("L", 0, 40), ("Z",)))  # fmt: skip
QUARTER = (0.0, 1.0, -1.0, 0.0, 0.0, 0.0)


def draw_word(x: float, y: float, text: str = "HHHH", matrix: Matrix | None = None) -> tuple[Shape, ...]:
    font = bundled_font("Source Sans Pro", 400, False)
    wide = sum(font.advances[char] for char in text) * SIZE
    found = Text(x, y, text, font, SIZE, wide, Paint())
    return (Group((found,), matrix),) if matrix else (found,)


def find_refusal(shapes: tuple[Shape, ...], cut: Net, safe: float = 1.0) -> str:
    with pytest.raises(DrawingError) as error:
        check_net_safe_zone(shapes, cut, safe, {})
    assert error.value.code == "GF209"
    return error.value.message


def test_text_in_a_notch_lies_beyond_the_cut() -> None:
    check_net_safe_zone(draw_word(2, 10), make_net(ELBOW), 1, {})
    check_net_safe_zone(draw_word(24, 30), make_net(ELBOW), 1, {})
    assert "mm beyond the cut" in find_refusal(draw_word(24, 10), make_net(ELBOW))


def test_the_safe_zone_is_kept_from_every_edge() -> None:
    check_net_safe_zone(draw_word(1, 10), make_net(ELBOW), 1, {})
    assert find_refusal(draw_word(0.5, 10), make_net(ELBOW)).endswith(
        "reaches to 0.50 mm inside the cut; the safe zone is 1 mm; make it shorter or smaller, "
        "break it into lines with fit(), or move it"
    )
    assert "0.40 mm inside the cut" in find_refusal(draw_word(2, 39.6), make_net(ELBOW))


def test_a_reflex_corner_is_measured_between_the_ends_of_a_line() -> None:
    # both ends of the word lie well inside, and the corner at 20, 20 lies in its middle
    diagonal = 0.70710678
    across = draw_word(-5, 1.2, matrix=(diagonal, diagonal, -diagonal, diagonal, 20, 20))
    assert "beyond the cut" in find_refusal(across, make_net(ELBOW))
    near = draw_word(-5, 3.4, matrix=(diagonal, diagonal, -diagonal, diagonal, 20, 20))
    assert "to 0.78 mm inside the cut" in find_refusal(near, make_net(ELBOW))


def test_a_hole_is_cut_as_well() -> None:
    check_net_safe_zone(draw_word(24, 30), make_net(ELBOW, HOLE), 1, {})
    assert "beyond the cut" in find_refusal(draw_word(4, 31), make_net(ELBOW, HOLE))


def test_text_lies_inside_one_panel() -> None:
    check_net_safe_zone((*draw_word(2, 10), *draw_word(22, 30)), LEAF, 1, {})
    check_refusal(find_refusal(draw_word(15, 10), LEAF), "'HHHH' 'a' 'b'")
    # a corner alone, and a fold of which no end is near and that no corner is near to
    assert "lies across the fold between 'b' and 'b-a'" in find_refusal(
        draw_word(0, 0, matrix=(0.7, 0.7, -0.7, 0.7, 34.5, 20)), LEAF
    )
    assert "lies across the fold between 'a' and 'b'" in find_refusal(draw_word(18, 20, "H" * 9), LEAF)


def test_text_keeps_clear_of_folds() -> None:
    check_net_safe_zone(draw_word(20.5, 10), LEAF, 1, {})
    near = "reaches to 0.40 mm from the fold between 'a' and 'b'; text keeps 0.5 mm from folds"
    assert near in find_refusal(draw_word(20.4, 10), LEAF)
    # a fold that ends above the middle of a word
    short = Net(40, 40, (), (Fold(10, 0, 10, 5, "valley", 90, "c", "d"),), (), LEAF.cut)
    assert "0.20 mm from the fold between 'c' and 'd'" in find_refusal(draw_word(6, 5.2 + 0.655 * SIZE), short)
    check_net_safe_zone(draw_word(6, 5.6 + 0.66 * SIZE), short, 1, {})


def test_a_tab_is_no_place_for_text() -> None:
    on = "'HH' 'b-a'"
    check_refusal(find_refusal(draw_word(20, -41, "HH", matrix=QUARTER), LEAF), on)
    # also where it runs over the cut: moved off the tab, it would be right
    check_refusal(find_refusal(draw_word(36, -41, "HH", matrix=QUARTER), LEAF), on)


def test_a_curve_is_followed() -> None:
    round_cut = Net(20, 20, (), (), (), (("M", 0, 10), *_circle_segments(), ("Z",)))
    check_net_safe_zone(draw_word(5, 11), round_cut, 1, {})
    assert "mm beyond the cut" in find_refusal(draw_word(1, 4), round_cut)


def _circle_segments() -> list[Segment]:
    k = 5.5228
    return [
        ("C", 0, 10 - k, 10 - k, 0, 10, 0),
        ("C", 10 + k, 0, 20, 10 - k, 20, 10),
        ("C", 20, 10 + k, 10 + k, 20, 10, 20),
        ("C", 10 - k, 20, 0, 10 + k, 0, 10),
    ]
