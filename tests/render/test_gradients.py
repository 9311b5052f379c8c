"""Gradients: units, transforms, inheritance by href, and refusals."""

import pytest

from generator.model.picture import Gradient
from tests.render.drawing import check_refusal, draw_path, find_refusal

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


@pytest.mark.parametrize("name", ["href", "xlink:href"])
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
    '<linearGradient id="g"/>': "~ has no stops",
    '<linearGradient id="g" spreadMethod="repeat"><stop/></linearGradient>': "~ spreadMethod",
    '<radialGradient id="g" fr=".1"><stop/></radialGradient>': "~ fr other than 0",
    '<radialGradient id="g" r="0"><stop/></radialGradient>': "~ r of a radial gradient",
    '<radialGradient id="g" fx="2"><stop/></radialGradient>': "~ focus",
    '<linearGradient id="g" x2="0"><stop/></linearGradient>': "~ same point",
    '<linearGradient id="g" gradientTransform="scale(0)"><stop/></linearGradient>': "~ gradientTransform cannot",
    '<linearGradient id="g" gradientUnits="mm"><stop/></linearGradient>': "'gradientUnits' 'mm'",
    '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop/></linearGradient>': "~ units has no x2",
    '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="1" cy="2"><stop/></radialGradient>': "~ units has no r",
    '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="50%"><stop/></linearGradient>': "~ percentages",
    '<linearGradient id="g"><stop stop-opacity=".5"/><stop/></linearGradient>': "~ stops of different opacity",
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


def test_shapes_without_area_have_no_gradient() -> None:
    assert (
        draw_path(f'<linearGradient id="g">{STOPS}</linearGradient><path d="M0 0L4 0" fill="url(#g)"/>').paint.fill
        is None
    )
