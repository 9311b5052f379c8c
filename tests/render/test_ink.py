"""Pictures are drawn with less ink, and what stood out in them still does."""

import itertools

import pytest

from generator.geometry.path import rectangle_segments
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.picture import Gradient, Group, Paint, Path, Picture, Shape
from generator.render.ink.converter import InkConverter
from generator.render.ink.paints import InkMode
from generator.render.ink.tints import contrast, parse_rgb, spread_grays

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
    assert made.fill == "#f4cfd5"
    assert made.stroke is not None
    assert contrast(parse_rgb(made.stroke), parse_rgb("#ffffff")) >= 3


def test_a_white_mark_on_a_color_becomes_a_mark_of_that_color() -> None:
    _, mark = map(paint, convert("low", box(5, 5, 50, 50, "#c8102e"), box(20, 20, 5, 5, "#ffffff")))
    assert mark.fill == "#c8102e"


def test_a_dark_mark_and_white_paper_stay() -> None:
    shapes = box(0, 0, 60, 90, "#ffffff"), box(20, 20, 5, 5, "#1f6fb2"), box(0, 40, 60, 0.3, "#1a1a1a")
    assert convert("low", *shapes) == shapes


def test_a_white_line_on_a_color_gets_dark() -> None:
    line = Path((("M", 10.0, 20.0), ("L", 50.0, 20.0)), Paint(fill=None, stroke="#ffffff", width=0.3))
    ground, made = map(paint, convert("low", box(5, 5, 50, 50, "#1f6fb2"), line))
    assert contrast(parse_rgb(str(made.stroke)), parse_rgb(str(ground.fill))) >= 3


def test_a_wide_stroke_becomes_a_tint_between_dark_lines() -> None:
    line = Path((("M", 10.0, 20.0), ("L", 50.0, 20.0)), Paint(fill=None, stroke="#c8102e", width=6.0))
    (made,) = convert("low", line)
    assert isinstance(made, Group)
    outer, inner = map(paint, made.shapes)
    assert (outer.stroke, outer.width, inner.stroke, inner.width) == ("#c8102e", 6.0, "#f4cfd5", 5.4)


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


@pytest.mark.parametrize("mode", ["low", "mono"])
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
