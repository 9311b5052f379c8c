"""Pictures are drawn with less ink, and what stood out in them still does."""

import itertools

import pytest

from generator.geometry.path import rectangle_segments
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.picture import Gradient, Group, Paint, Path, Picture, Shape, Text
from generator.render.ink.converter import InkConverter
from generator.render.ink.paints import InkMode, contrast, hue_of, parse_rgb, spread_grays
from tests.impose.samples import label_font
from tests.samples import for_each

RED = Color("player.red", "red", "#c8102e")
BLUE = Color("player.blue", "blue", "#1f6fb2")
COLORS = {RED.role: RED, BLUE.role: BLUE}
CARD = Outline(60.0, 90.0)


def box(x: float, y: float, w: float, h: float, fill: str | None, **more: object) -> Path:
    return Path(rectangle_segments(x, y, w, h), Paint(fill=fill, **more))  # type: ignore[arg-type]


def convert(mode: InkMode, *shapes: Shape, is_back: bool = False) -> tuple[Shape, ...]:
    return InkConverter(mode, COLORS).convert(Picture(0, 0, 60, 90, shapes), CARD, is_back).shapes


def paint(shape: Shape) -> Paint:
    assert isinstance(shape, Path)
    return shape.paint


def test_a_large_fill_becomes_a_tint_with_a_dark_outline() -> None:
    (made,) = map(paint, convert("low", box(5, 5, 50, 50, "#c8102e")))
    assert made.fill == "#f5d4d9"
    assert made.stroke is not None
    assert contrast(parse_rgb(made.stroke), parse_rgb("#ffffff")) >= 3


def test_a_white_mark_on_a_color_becomes_a_mark_of_that_color() -> None:
    _, mark = map(paint, convert("low", box(5, 5, 50, 50, "#c8102e"), box(20, 20, 5, 5, "#ffffff")))
    assert mark.fill == "#c8102e"


@pytest.mark.parametrize("ring", ["#c8102e", "#e0a800", "#8fd0a0", "#bbbbbb"])
@pytest.mark.parametrize("sea", ["#1f6fb2", "#9fc5e8", "#ffffff"])
def test_a_small_white_disc_with_a_colored_ring_stays_white(ring: str, sea: str) -> None:
    _, disc = map(paint, convert("low", box(5, 5, 50, 50, sea), box(20, 20, 5, 5, "#ffffff", stroke=ring, width=0.5)))
    assert disc.fill == "#ffffff"
    was = contrast(parse_rgb(ring), parse_rgb("#ffffff"))
    assert contrast(parse_rgb(str(disc.stroke)), parse_rgb(str(disc.fill))) >= min(3, 0.9 * was)


def test_a_dark_mark_and_white_paper_stay() -> None:
    shapes = box(0, 0, 60, 90, "#ffffff"), box(20, 20, 5, 5, "#1f6fb2"), box(0, 40, 60, 0.3, "#1a1a1a")
    assert convert("low", *shapes) == shapes


def test_a_white_line_on_a_color_gets_dark() -> None:
    line = Path((("M", 10.0, 20.0), ("L", 50.0, 20.0)), Paint(fill=None, stroke="#ffffff", width=0.3))
    ground, made = map(paint, convert("low", box(5, 5, 50, 50, "#1f6fb2"), line))
    assert contrast(parse_rgb(str(made.stroke)), parse_rgb(str(ground.fill))) >= 3


def line(y: float, ink: str, width: float) -> Path:
    return Path((("M", 10.0, y), ("L", 50.0, y)), Paint(fill=None, stroke=ink, width=width))


def halves(y: float, above: str, below: str) -> tuple[Path, Path]:
    """Return two fills that meet at y."""
    return box(5, 5, 50, y - 5, above), box(5, y, 50, 85 - y, below)


@for_each([("#6577aa", "#6577aa"), ("#1f6fb2", "#c8102e"), ("#b6c3e1", "#28335f")])
def test_a_white_line_between_two_grounds_is_seen_on_both(above: str, below: str) -> None:
    *grounds, made = convert("low", *halves(40.0, above, below), line(40.0, "#ffffff", 0.7))
    for ground, old in zip(grounds, (above, below), strict=True):
        was = contrast(parse_rgb(old), parse_rgb("#ffffff"))
        assert contrast(parse_rgb(str(paint(made).stroke)), parse_rgb(list_inks(ground)[0])) >= min(3, 0.9 * was)


def test_a_white_line_at_the_edge_of_a_color_needs_no_contrast_with_paper() -> None:
    _, edge = convert("low", box(5, 5, 50, 35, "#1f6fb2"), line(40.0, "#ffffff", 0.7))
    assert paint(edge).stroke == "#1f6fb2"
    paper = line(40.0, "#ffffff", 0.3)
    assert convert("low", paper) == (paper,)


def test_a_pale_band_between_two_grounds_gets_lines_on_both_sides() -> None:
    *_, made = convert("low", *halves(40.0, "#6577aa", "#8d9dc7"), line(40.0, "#ffffff", 1.4))
    assert isinstance(made, Group)
    outer, inner = map(paint, made.shapes)
    assert inner.stroke == "#ffffff"
    assert (outer.width, inner.width) == (1.4, 1.0)
    assert contrast(parse_rgb(str(outer.stroke)), parse_rgb("#ffffff")) >= 3


def test_a_thin_ring_is_seen_in_both_modes() -> None:
    outer, inner = rectangle_segments(10, 10, 40, 40), rectangle_segments(10.5, 10.5, 39, 39)
    ring = Path((*outer, *inner), Paint(fill="#ffffff", even_odd=True))
    for mode in ("low", "mono"):
        ground, made = map(paint, convert(mode, box(5, 5, 50, 50, "#c8102e"), ring))
        assert contrast(parse_rgb(str(made.fill)), parse_rgb(str(ground.fill))) >= 3


def test_an_outline_is_drawn_where_the_edge_was_seen() -> None:
    patch = box(20, 38, 20, 10, "#8d9dc7")  # its lower edge lies on a ground of its own paint
    *_, made = convert("low", *halves(40.0, "#6577aa", "#8d9dc7"), patch)
    assert isinstance(made, Group)
    ground, edge = made.shapes
    assert paint(ground).stroke is None
    assert isinstance(edge, Path)
    assert {y for _, x, y in edge.segments if 21 < x < 39} == {38}  # type: ignore[misc]
    assert max(y for _, _, y in edge.segments) == pytest.approx(40, abs=1.5)  # type: ignore[misc]


def test_an_edge_under_a_line_needs_no_outline() -> None:
    first, _ = convert("low", box(5, 5, 50, 35, "#1f6fb2"), line(40.0, "#ffffff", 0.7))
    assert isinstance(first, Group)
    edge = first.shapes[1]
    assert isinstance(edge, Path)
    lower = [x for _, x, y in edge.segments if y == 40.0]  # type: ignore[misc]
    assert lower
    assert not [x for x in lower if 12 < x < 48]  # where the line lies, which becomes dark


def test_cells_that_are_alike_stay_alike() -> None:
    cells = [
        Group((box(0, 0, 10, 10, "#8d9dc7"),), (1.0, 0.0, 0.0, 1.0, x, 20.0), name=f"cell.{x:g}")
        for x in (10.0, 20.0, 30.0)
    ]
    found = []
    for made in convert("low", *cells):
        assert isinstance(made, Group)
        found.append([list_inks(each) for each in made.shapes])
    assert found[0] == found[1] == found[2]


def test_a_wide_edge_of_a_fill_becomes_a_tint_between_lines() -> None:
    (made,) = convert("low", box(5, 5, 50, 50, "#ffffff", stroke="#c8102e", width=3.0))
    assert isinstance(made, Group)
    outer, inner = map(paint, made.shapes)
    assert (outer.fill, outer.stroke, outer.width) == ("#ffffff", "#c8102e", 3.0)
    assert (inner.fill, inner.stroke, inner.width) == (None, "#f5d4d9", 2.6)


def test_a_white_square_with_a_dark_edge_stays_white() -> None:
    *_, made = map(paint, convert("low", box(5, 5, 50, 50, "#e2e9f6"), box(20, 20, 6, 6, "#ffffff", stroke="#28335f")))
    assert (made.fill, made.stroke) == ("#ffffff", "#28335f")


def test_a_wide_stroke_becomes_a_tint_between_dark_lines() -> None:
    line = Path((("M", 10.0, 20.0), ("L", 50.0, 20.0)), Paint(fill=None, stroke="#c8102e", width=6.0))
    (made,) = convert("low", line)
    assert isinstance(made, Group)
    outer, inner = map(paint, made.shapes)
    assert (outer.stroke, outer.width, inner.stroke, inner.width) == ("#c8102e", 6.0, "#f5d4d9", 5.6)


def test_a_back_gets_a_light_frame() -> None:
    ground, frame = map(paint, convert("low", box(-2, -2, 64, 94, "#1f6fb2"), is_back=True))
    assert (ground.fill, frame.fill, frame.width) == ("#e0ebf4", None, 0.5)
    assert len(convert("low", box(0, 0, 60, 90, "#ffffff"), is_back=True)) == 1  # a white back has nothing to save


def test_mono_has_grays_alone() -> None:
    stops = Gradient("linear", (0, 0, 1, 0), (1, 0, 0, 1, 0, 0), ((0.0, "#ff0000"), (1.0, "#00ff00")))
    shapes = box(5, 5, 50, 50, "#c8102e"), box(5, 5, 20, 20, "#1f6fb2"), box(6, 6, 4, 4, "#f2b705")
    for mode in ("mono",):
        made = convert(mode, *shapes, Path(rectangle_segments(0, 60, 20, 20), Paint(fill=stops)))
        inks = [ink for each in made for ink in list_inks(each)]
        assert len(inks) > 4
        assert all(ink[1:3] == ink[3:5] == ink[5:7] for ink in inks)
        assert paint(made[0]).fill != paint(made[1]).fill


def list_inks(shape: Shape) -> list[str]:
    if isinstance(shape, Group):
        return [ink for each in shape.shapes for ink in list_inks(each)]
    one = paint(shape)
    fills = [stop for _, stop in one.fill.stops] if isinstance(one.fill, Gradient) else [one.fill]
    return [ink for ink in (*fills, one.stroke) if ink is not None]


def test_mono_hatches_a_large_fill_in_a_color_that_no_role_has() -> None:
    (made,) = convert("mono", box(5, 5, 50, 50, "#2e9e5b"))
    assert isinstance(made, Group)
    hatch = made.shapes[1]
    assert isinstance(hatch, Group)
    assert hatch.clip is not None


def test_grays_of_a_group_are_apart_and_in_order() -> None:
    paints = ["#c8102e", "#1f6fb2", "#2e9e5b", "#f2b705", "#222222", "#612698"]
    grays = [int(gray[1:3], 16) for gray in spread_grays(paints).values()]
    assert all(b - a >= 35 for a, b in itertools.pairwise(grays))
    assert spread_grays(["#000000", "#000000"]) == {}


@for_each(["low", "mono"])
def test_the_tree_of_shapes_stays(mode: InkMode) -> None:
    shapes = (
        Group((box(0, 0, 30, 30, "#c8102e"), box(1, 1, 3, 3, "#ffffff")), name="cell.a"),
        box(0, 50, 9, 9, "#1f6fb2"),
    )
    made = convert(mode, *shapes)
    assert len(made) == 2
    assert isinstance(made[0], Group)
    assert made[0].name == "cell.a"
    assert len(made[0].shapes) == 2


def test_a_group_in_one_paint_keeps_solid_and_open_apart() -> None:
    colors = {role: Color(role, role, "#000000") for role in ("player.north", "player.south")}
    solid, white = box(5, 5, 20, 20, "#000000"), box(35, 5, 20, 20, "#ffffff", stroke="#000000", width=0.7)
    made = InkConverter("low", colors).convert(Picture(0, 0, 60, 90, (solid, white)), CARD).shapes
    assert list_inks(made[0])[0] == "#8c8c8c"
    assert list_inks(made[1])[0] == "#ffffff"
    assert list_inks(convert("low", solid)[0])[0] == "#d1d1d1"


@for_each(["#f6e9f0", "#f0e442"])
def test_a_pale_mark_on_paper_stays(pale: str) -> None:
    mark = box(20, 20, 5, 5, pale)
    assert convert("low", mark) == (mark,)


def test_a_pale_mark_that_gets_dark_keeps_its_hue() -> None:
    _, mark = map(paint, convert("low", box(5, 5, 50, 50, "#1f6fb2"), box(20, 20, 5, 5, "#fff59d")))
    assert contrast(parse_rgb(str(mark.fill)), parse_rgb("#d7e5f1")) >= 3
    assert hue_of(str(mark.fill)) == pytest.approx(hue_of("#fff59d"), abs=1)


@for_each(["#787221", None])
def test_a_large_number_with_a_dark_edge_keeps_its_paint(stroke: str | None) -> None:
    number = Text(20, 40, "5", label_font(), 12.0, 6.0, Paint(fill="#f0e442", stroke=stroke, width=0.7))
    (made,) = convert("low", number)
    assert isinstance(made, Text)
    assert (made.paint.fill == "#f0e442") == (stroke is not None)


@for_each([((0.0, 2.5), 1.0), ((4.0, 2.0), 0.44)])
def test_dots_stay_as_large_as_they_are_and_dashes_get_thin(dash: tuple[float, float], width: float) -> None:
    row = Paint(fill=None, stroke="#28335f", width=1.0, cap="round", dash=dash)
    (made,) = map(paint, convert("low", Path((("M", 10.0, 20.0), ("L", 50.0, 20.0)), row)))
    assert made.width == pytest.approx(width)
