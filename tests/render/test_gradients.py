"""Gradients: units, transforms, inheritance by href, and refusals."""

from itertools import pairwise

import pytest

from generator.model.picture import Gradient, Path
from tests.render.drawing import check_refusal, draw_group, draw_path, draw_shapes, find_refusal
from tests.samples import for_each

STOPS = '<stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/>'
TWO = ((0.0, "#ff0000"), (1.0, "#0000ff"))


def draw_gradient(
    gradient: str, shape: str = '<rect x="10" y="20" width="4" height="2" fill="url(#g)"/>'
) -> tuple[Gradient, float]:
    drawn = draw_path(gradient + shape)
    assert isinstance(drawn.paint.fill, Gradient)
    return drawn.paint.fill, drawn.paint.fill_opacity


def test_a_linear_gradient_runs_across_the_bounding_box() -> None:
    gradient, opacity = draw_gradient(f'<linearGradient id="g">{STOPS}</linearGradient>')
    assert (gradient.kind, gradient.geometry, gradient.stops, opacity) == ("linear", (0, 0, 1, 0), TWO, 1)
    assert gradient.matrix == (4, 0, 0, 2, 10, 20)


def test_a_radial_gradient_has_its_focus_in_the_middle() -> None:
    gradient, _ = draw_gradient(f'<radialGradient id="g">{STOPS}</radialGradient>')
    assert (gradient.kind, gradient.geometry) == ("radial", (0.5, 0.5, 0.5, 0.5, 0.5))
    gradient, _ = draw_gradient(f'<radialGradient id="g" cx="40%" fx="30%" fy=".6">{STOPS}</radialGradient>')
    assert gradient.geometry == (0.4, 0.5, 0.5, 0.3, 0.6)


def test_user_space_and_transforms() -> None:
    gradient, _ = draw_gradient(
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="1" x2="9" gradientTransform="translate(2 3)">{STOPS}</linearGradient>'
    )
    assert (gradient.geometry, gradient.matrix) == ((1, 0, 9, 0), (1, 0, 0, 1, 2, 3))
    gradient, _ = draw_gradient(f'<linearGradient id="g" gradientTransform="translate(.5 0)">{STOPS}</linearGradient>')
    assert gradient.matrix == (4, 0, 0, 2, 12, 20)


def test_the_bounding_box_of_a_curve_is_exact() -> None:
    gradient, _ = draw_gradient(
        f'<linearGradient id="g">{STOPS}</linearGradient>', '<path fill="url(#g)" d="M0 0C0 4 4 4 4 0Z"/>'
    )
    assert gradient.matrix == (4, 0, 0, 3, 0, 0)


@for_each(["href", "xlink:href"])
def test_gradients_inherit_by_href(name: str) -> None:
    base = f'<linearGradient id="a" x1=".2" gradientTransform="scale(2)">{STOPS}</linearGradient><linearGradient id="b" {name}="#a" x2=".7"/>'
    gradient, _ = draw_gradient(f'{base}<linearGradient id="g" {name}="#b" gradientTransform="scale(3)"/>')
    assert (gradient.geometry, gradient.stops, gradient.matrix) == ((0.2, 0, 0.7, 0), TWO, (12, 0, 0, 6, 10, 20))
    radial, _ = draw_gradient(f'{base}<radialGradient id="g" {name}="#a" gradientTransform="scale(1)"/>')
    assert (radial.kind, radial.stops) == ("radial", TWO)


def test_stops_are_clamped_and_never_run_back() -> None:
    stops = '<stop offset="-1" stop-color="#111"/><stop offset="60%" stop-color="#222"/><stop offset=".4" stop-color="#333"/><stop offset="9" style="stop-color:#444"/>'
    gradient, _ = draw_gradient(f'<linearGradient id="g">{stops}</linearGradient>')
    assert gradient.stops == ((0.0, "#111111"), (0.6, "#222222"), (0.6, "#333333"), (1.0, "#444444"))


def test_one_opacity_of_all_stops_is_that_of_the_fill() -> None:
    stops = '<stop offset="0" stop-opacity=".5"/><stop offset="1" stop-opacity="50%"/>'
    assert draw_gradient(f'<linearGradient id="g">{stops}</linearGradient>')[1] == 0.5
    assert (
        draw_gradient(
            f'<linearGradient id="g">{stops}</linearGradient>',
            '<rect width="4" height="2" fill-opacity=".5" fill="url(#g)"/>',
        )[1]
        == 0.25
    )


REFUSED = {
    f'<linearGradient id="g" spreadMethod="no">{STOPS}</linearGradient>': "'spreadMethod' 'no'",
    f'<radialGradient id="g" fr="-.1">{STOPS}</radialGradient>': "~ below zero",
    f'<radialGradient id="g" fr=".1" spreadMethod="repeat">{STOPS}</radialGradient>': "~ fr cannot repeat",
    f'<radialGradient id="g" r="-1">{STOPS}</radialGradient>': "~ below zero",
    f'<radialGradient id="g" fx="2">{STOPS}</radialGradient>': "~ focus",
    f'<linearGradient id="g" gradientTransform="scale(0)">{STOPS}</linearGradient>': "~ gradientTransform cannot",
    f'<linearGradient id="g" gradientUnits="mm">{STOPS}</linearGradient>': "'gradientUnits' 'mm'",
    f'<linearGradient id="g" gradientUnits="userSpaceOnUse">{STOPS}</linearGradient>': "~ units has no x2",
    f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="1" cy="2">{STOPS}</radialGradient>': "~ units has no r",
    f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="50%">{STOPS}</linearGradient>': "~ percentages",
    f'<linearGradient id="g" spreadMethod="repeat" x2=".001">{STOPS}</linearGradient>': "~ repeats 1,000 times",
    '<linearGradient id="g" href="#g"><stop/></linearGradient>': "~ in a loop",
    '<linearGradient id="g" href="other.svg#g"><stop/></linearGradient>': "'other.svg#g'",
    '<linearGradient id="g" href="#r"/><rect id="r"/>': "<rect>",
    '<rect id="g"/>': "<rect>",
    '<linearGradient id="g"><stop offset="1mm"/></linearGradient>': "'offset' '1mm'",
    '<linearGradient id="g"><stop stop-color="currentColor"/></linearGradient>': "'stop-color' 'currentColor'",
    '<linearGradient id="g"><stop stop-color="none"/></linearGradient>': "'stop-color' 'none'",
}


@pytest.mark.parametrize("gradient", REFUSED)
def test_refusals_to_the_letter(gradient: str) -> None:
    check_refusal(
        find_refusal(f'<rect width="4" height="4" fill="url(#g)"/>{gradient}').split("; did")[0], REFUSED[gradient]
    )


ONE_COLOR = {
    '<linearGradient id="g"><stop stop-color="red" stop-opacity=".5"/></linearGradient>': ("#ff0000", 0.5),
    '<linearGradient id="g" x2="0"><stop/><stop offset="1" stop-color="red"/></linearGradient>': ("#ff0000", 1.0),
    '<radialGradient id="g" r="0"><stop/><stop offset="1" stop-color="red"/></radialGradient>': ("#ff0000", 1.0),
}


@pytest.mark.parametrize("gradient", ONE_COLOR)
def test_a_gradient_of_one_stop_or_without_length_is_one_color(gradient: str) -> None:
    paint = draw_path(f'<rect width="4" height="4" fill="url(#g)"/>{gradient}').paint
    assert (paint.fill, paint.fill_opacity) == ONE_COLOR[gradient]


def test_a_gradient_without_stops_draws_nothing() -> None:
    assert draw_shapes('<rect width="4" height="4" fill="url(#g)"/><linearGradient id="g"/>') == ()


def test_a_gradient_that_repeats_is_longer() -> None:
    stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
    gradient = f'<linearGradient id="g" x1=".5" spreadMethod="{{}}">{stops}</linearGradient>'
    for spread, first in (("repeat", "#ff0000"), ("reflect", "#0000ff")):
        fill = draw_path(f'<rect width="4" height="4" fill="url(#g)"/>{gradient.format(spread)}').paint.fill
        assert isinstance(fill, Gradient)
        assert fill.geometry == (0, 0, 1, 0)
        distinct = [fill.stops[0], *(new for old, new in pairwise(fill.stops) if new != old)]
        middle = [(0.5, "#0000ff"), (0.5, "#ff0000")] if spread == "repeat" else [(0.5, "#ff0000")]
        assert distinct == [(0.0, first), *middle, (1.0, "#0000ff")]


def test_stops_of_different_opacity_are_a_mask_in_greys() -> None:
    stops = '<stop stop-color="red" stop-opacity=".5"/><stop offset="1" stop-color="red"/>'
    found = draw_group(f'<rect width="4" height="4" fill="url(#g)"/><linearGradient id="g">{stops}</linearGradient>')
    assert found.mask is not None
    assert not found.mask.alpha
    (edge,) = found.mask.shapes
    assert isinstance(edge, Path)
    assert isinstance(edge.paint.fill, Gradient)
    assert edge.paint.fill.stops == ((0.0, "#808080"), (1.0, "#ffffff"))
    (filled,) = found.shapes
    assert isinstance(filled, Path)
    assert isinstance(filled.paint.fill, Gradient)
    assert filled.paint.fill.stops == ((0.0, "#ff0000"), (1.0, "#ff0000"))


def test_a_gradient_on_a_stroke_is_seen_through_it() -> None:
    found = draw_group(
        f'<path d="M2 2H8" stroke="url(#g)" stroke-width="2"/><linearGradient id="g" gradientUnits="userSpaceOnUse" x2="9">{STOPS}</linearGradient>'
    )
    assert found.mask is not None
    (seen,) = found.mask.shapes
    assert isinstance(seen, Path)
    assert (seen.paint.fill, seen.paint.stroke, seen.paint.width) == (None, "#ffffff", 2)


def test_shapes_without_area_have_no_gradient() -> None:
    assert (
        draw_path(f'<linearGradient id="g">{STOPS}</linearGradient><path d="M0 0L4 0" fill="url(#g)"/>').paint.fill
        is None
    )
