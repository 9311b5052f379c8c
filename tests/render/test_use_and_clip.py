"""`use`, `symbol`, nested `svg` and `clipPath`: placement, inheritance and clipping."""

import pytest

from generator.geometry.path import ellipse_segments, rectangle_segments
from generator.model.picture import Clip, Group, Image, Paint, Path
from tests.render.drawing import check_refusal, draw_group, draw_path, draw_shapes, find_refusal
from tests.samples import for_each

SQUARE = '<rect id="s" width="4" height="4"/>'


def test_a_use_is_the_element_moved() -> None:
    found = draw_group(f'<defs>{SQUARE}</defs><use href="#s" x="3" y="5" transform="scale(2)"/>')
    (moved,) = found.shapes
    assert isinstance(moved, Group)
    assert (found.matrix, moved.matrix) == ((2, 0, 0, 2, 0, 0), (1, 0, 0, 1, 3, 5))
    assert isinstance(moved.shapes[0], Path)


def test_a_use_without_a_place_is_the_element_itself() -> None:
    assert draw_path(f'<defs>{SQUARE}</defs><use xlink:href="#s"/>').segments == rectangle_segments(0, 0, 4, 4)


def test_a_use_passes_on_inherited_properties() -> None:
    body = '<defs><g id="g" stroke="#000"><rect width="1" height="1" stroke="#fff"/><rect width="2" height="2"/></g></defs>'
    one, two = draw_shapes(f'{body}<use href="#g" fill="red" stroke="blue"/>')
    assert isinstance(one, Path)
    assert isinstance(two, Path)
    assert [(each.paint.fill, each.paint.stroke) for each in (one, two)] == [
        ("#ff0000", "#ffffff"),
        ("#ff0000", "#000000"),
    ]


def test_two_uses_of_one_style_share_their_shapes() -> None:
    one, two = draw_shapes(f'<defs>{SQUARE}</defs><use href="#s" x="1"/><use href="#s" x="2"/>')
    assert isinstance(one, Group)
    assert isinstance(two, Group)
    assert one.shapes[0] is two.shapes[0]


def test_a_symbol_is_fitted_and_cut_at_its_edge() -> None:
    body = '<symbol id="i" viewBox="0 0 24 24"><circle r="20"/></symbol><use href="#i" x="10" y="20" width="12" height="6"/>'
    found = draw_group(body)
    assert (found.matrix, found.clip) == ((0.25, 0, 0, 0.25, 13, 20), Clip(rectangle_segments(-12, 0, 48, 24)))
    assert draw_group(body.replace("<symbol", '<symbol overflow="visible"')).clip is None


def test_a_sliced_view_is_cut_at_its_viewport() -> None:
    found = draw_group(
        '<svg x="1" y="2" width="20" height="10" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid slice"><rect width="9" height="9"/></svg>'
    )
    assert (found.matrix, found.clip) == ((2, 0, 0, 2, 1, -3), Clip(rectangle_segments(0, 2.5, 10, 5)))


def test_a_nested_svg_without_a_view_is_moved_and_one_with_a_size_is_cut() -> None:
    assert draw_group('<svg x="1" y="2"><rect width="9" height="9"/></svg>').matrix == (1, 0, 0, 1, 1, 2)
    found = draw_group('<svg x="1" width="5" height="6"><rect width="9" height="9"/></svg>')
    assert (found.matrix, found.clip) == ((1, 0, 0, 1, 1, 0), Clip(rectangle_segments(0, 0, 5, 6)))


def test_a_use_of_a_nested_svg_gives_it_its_size() -> None:
    body = '<defs><svg id="n" width="5" height="5" viewBox="0 0 10 10"><rect width="9" height="9"/></svg></defs>'
    assert draw_group(f'{body}<use href="#n"/>').matrix == (0.5, 0, 0, 0.5, 0, 0)
    assert draw_group(f'{body}<use href="#n" width="20" height="20"/>').matrix == (2, 0, 0, 2, 0, 0)


ICONS = '<symbol id="star" viewBox="0 0 24 24"><path d="M0 0H24V24Z" fill="currentColor"/></symbol><g id="pair"><use href="#star" width="3" height="3"/></g>'


def test_elements_of_another_file_keep_their_own_ids() -> None:
    found = draw_group(
        '<g color="red"><use href="icons.svg#star" width="12" height="12"/></g>', files={"icons.svg": ICONS}
    )
    assert isinstance(found.shapes[0], Path)
    assert found.shapes[0].paint.fill == "#ff0000"
    mine = '<symbol id="star" viewBox="0 0 1 1"><rect width="1" height="1"/></symbol><use href="icons.svg#pair"/>'
    assert draw_group(mine, files={"icons.svg": ICONS}).matrix == (0.125, 0, 0, 0.125, 0, 0)


REFUSED = {
    '<use href="#x"/>': "~ <use> refers to #x",
    '<use href="#strr"/><rect id="star"/>': "~ #strr, which is not in this file; did you mean 'star'?",
    '<use href="icons.svg#stars" width="1" height="1"/>': "~ #stars, which is not in icons.svg; did you mean 'star'?",
    "<use/>": "<use> ''",
    '<use href="icons.svg#star"/>': "~ needs a width",
    '<use href="icons.svg#star" width="3"/>': "~ needs a height",
    '<use href="icons.svg#star" width="-3" height="3"/>': "'width' '-3'",
    '<use href="icons.svg#star" width="100%" height="3"/>': "'width' '100%'",
    '<g id="a"><use href="#a"/></g>': "~ <use> of #a refers to itself",
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>': "~ <use> of #b refers to itself",
    '<symbol id="s" opacity=".5"/><use href="#s"/>': "~ a symbol",
    '<svg viewBox="0 0 0 1" width="1" height="1"/>': "'viewBox' '0 0 0 1'",
}


@pytest.mark.parametrize("body", REFUSED)
def test_refusals_to_the_letter(body: str) -> None:
    check_refusal(find_refusal(body, files={"icons.svg": ICONS}), REFUSED[body])


TOO_MUCH = "draws more than 10000 shapes, or groups more than 100 deep"


@for_each(["", 'x="1" '])
def test_uses_of_uses_do_not_multiply_without_end(move: str) -> None:
    levels = (f'<g id="a{k}">{f"""<use {move}href="#a{k - 1}"/>""" * 10}</g>' for k in range(1, 12))
    assert find_refusal(f'<defs><g id="a0">{SQUARE}</g>{"".join(levels)}</defs>') == f"<use> of #a5 {TOO_MUCH}"


def test_uses_of_uses_do_not_nest_without_end() -> None:
    levels = [
        f'<g id="a{k}" transform="scale(1.01)">{f"""<use href="#a{k - 1}"/>""" if k else SQUARE}</g>'
        for k in range(200)
    ]
    assert find_refusal(f"<defs>{''.join(levels)}</defs>") == f"<use> of #a99 {TOO_MUCH}"
    check_refusal(find_refusal(f"<defs>{''.join(reversed(levels))}</defs>"), "~ <use> of #a148 refers to itself")


def test_elements_and_uses_nested_too_deeply_are_refused() -> None:
    inner = [f"""<use href="#a{k - 1}"/>""" if k else SQUARE for k in range(45)]
    levels = [f'<g id="a{k}">{"<g>" * 90}{each}{"</g>" * 90}</g>' for k, each in enumerate(inner)]
    assert find_refusal(f"<defs>{''.join(reversed(levels))}</defs>") == "elements and uses are nested too deeply"


# -- clips ---------------------------------------------------------------------------------------------------------

CUT = '<rect width="10" height="20" clip-path="url(#c)"/>'


def draw_clip(inside: str, attributes: str = "", cut: str = CUT) -> Clip | None:
    return draw_group(f'<clipPath id="c" {attributes}>{inside}</clipPath>{cut}').clip


def test_a_clip_is_its_shape_in_the_coordinates_of_what_it_cuts() -> None:
    assert draw_clip('<circle r="3"/>') == Clip(ellipse_segments(0, 0, 3, 3))
    assert draw_clip('<rect width="2" height="3" transform="translate(1 0)"/>', 'transform="scale(2)"') == Clip(
        rectangle_segments(2, 0, 4, 6)
    )
    moved = (
        '<g transform="translate(5 5)" clip-path="url(#c)"><rect width="9" height="9"/><rect width="8" height="8"/></g>'
    )
    found = draw_group(f'<clipPath id="c"><rect width="2" height="3"/></clipPath>{moved}')
    assert (found.matrix, found.clip) == ((1, 0, 0, 1, 5, 5), Clip(rectangle_segments(0, 0, 2, 3)))


def test_a_clip_by_bounding_box() -> None:
    assert draw_clip('<rect x=".5" width=".5" height="1"/>', 'clipPathUnits="objectBoundingBox"') == Clip(
        rectangle_segments(5, 0, 5, 20)
    )


@for_each(
    ['<rect width="1" height="1" clip-rule="evenodd"/>', '<use href="#r"/>', '<use href="#s" clip-rule="evenodd"/>']
)
def test_the_clip_rule_is_that_of_the_shape(inside: str) -> None:
    cut = (
        f'<defs><rect id="r" width="1" height="1" clip-rule="evenodd"/><rect id="s" width="1" height="1"/></defs>{CUT}'
    )
    found = draw_clip(inside, cut=cut)
    assert found is not None
    assert found.even_odd
    plain = draw_clip('<rect width="1" height="1" fill-rule="evenodd"/>')
    assert plain is not None
    assert not plain.even_odd


@for_each(['<rect width="0" height="3"/>', '<circle r="0"/>'])
def test_a_clip_without_area_leaves_nothing(inside: str) -> None:
    assert draw_shapes(f'<clipPath id="c">{inside}</clipPath>{CUT}') == ()


CLIPS = {
    '<g><rect width="1" height="1"/></g>': "<g> <clipPath>",
    '<use href="#two"/>': "<use> <clipPath>",
    '<image width="1" height="1"/>': "<image> <clipPath>",
}


@pytest.mark.parametrize("inside", CLIPS)
def test_clips_that_are_refused(inside: str) -> None:
    defs = '<defs><g id="two"><circle r="3"/><circle r="2"/></g><text id="word">x</text><clipPath id="d"><circle r="3"/></clipPath></defs>'
    check_refusal(find_refusal(f'{defs}{CUT}<clipPath id="c">{inside}</clipPath>'), CLIPS[inside])


def test_an_empty_clip_leaves_nothing() -> None:
    assert draw_shapes(f'{CUT}<clipPath id="c"/>') == ()


@for_each(['<rect width="1" height="1"/><circle r="3"/>', "<text>x</text>", '<use href="#word"/>'])
def test_a_clip_of_several_shapes_or_of_text_is_a_mask_in_white(inside: str) -> None:
    found = draw_group(f'<defs><text id="word">x</text></defs>{CUT}<clipPath id="c">{inside}</clipPath>')
    assert found.clip is None
    assert found.mask is not None
    (seen,) = found.mask.shapes
    assert isinstance(seen, Group)
    assert [shape.paint for shape in seen.shapes if not isinstance(shape, Image | Group)] == [Paint("#ffffff")] * (
        2 if "circle" in inside else 1
    )


def test_the_opacity_of_a_shape_does_not_change_a_clip() -> None:
    clip = draw_clip('<rect width="1" height="1" opacity="0"/>')
    assert clip == Clip(rectangle_segments(0, 0, 1, 1))


def test_a_clip_of_a_clip_is_a_mask_that_is_clipped() -> None:
    inner = '<clipPath id="d"><rect width="2" height="2"/></clipPath>'
    found = draw_group(f'{CUT}{inner}<clipPath id="c" clip-path="url(#d)"><rect width="3" height="3"/></clipPath>')
    assert found.mask is not None
    (seen,) = found.mask.shapes
    assert isinstance(seen, Group)
    assert seen.clip == Clip(rectangle_segments(0, 0, 2, 2))


def test_clip_units_that_are_refused() -> None:
    units = find_refusal(f'{CUT}<clipPath id="c" clipPathUnits="mm"><circle r="3"/></clipPath>')
    check_refusal(units, "'clipPathUnits' 'mm'")
    own_clip = find_refusal(f'{CUT}<clipPath id="c" clip-path="url(#d)"><circle r="3"/></clipPath>')
    check_refusal(own_clip, "~ clip-path refers to #d")
