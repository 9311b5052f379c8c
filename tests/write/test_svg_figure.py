"""A figure as an image: cut to its trim, small, the same whatever was drawn before, and as the sheets show it."""

from xml.etree import ElementTree

import pytest

from generator.model.picture import Clip, Group, Paint, Picture, Shape
from generator.model.picture import Path as Drawn
from generator.write.svg.sheets import SvgFigures
from tests.looks import ALLOWED, difference, svg_pixels
from tests.write.press import SIDE, as_svg, drawn, specimens
from tests.write.test_svg import text

BOX = Drawn((("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 9.0, 9.0), ("Z",)), Paint("#d55e00"))
PATH = '<path d="M0 0L9 0L9 9Z" fill="#d55e00" />'


def figure(*shapes: Shape, bleed: float = 0.0) -> str:
    return SvgFigures().draw_figure(Picture(-bleed, -bleed, 20 + 2 * bleed, 30 + 2 * bleed, shapes))


def test_a_figure_is_nothing_but_its_shapes() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="30mm" viewBox="0 0 20 30">'
    assert figure(BOX) == f"{head}{PATH}</svg>"
    assert figure(BOX, bleed=3.0) == f"{head}{PATH}</svg>"


def test_names_and_idle_groups_are_left_out_and_what_a_group_does_is_not() -> None:
    moved = Group((Group((BOX,), name="cell.a"),), matrix=(1, 0, 0, 1, 5, 0), name="cell.b")
    clipped = Group((BOX,), clip=Clip((("M", 0.0, 0.0), ("L", 3.0, 0.0), ("L", 3.0, 3.0), ("Z",))))
    faint = Group((BOX,), opacity=0.5)
    found = figure(Group((Group((BOX, moved), name="cell.c"),)), faint, clipped)
    body = found.partition("</defs>")[2]
    assert body.startswith(
        f'{PATH}<g transform="matrix(1 0 0 1 5 0)">{PATH}</g><g opacity="0.5">{PATH}</g><g clip-path='
    )
    assert "cell" not in found
    assert found.count("<g") == 3


def test_a_path_that_is_drawn_again_is_there_once_if_that_is_shorter() -> None:
    long = Drawn((("M", 0.0, 0.0), *(("L", 9.0, 0.1 * step) for step in range(20)), ("Z",)), Paint("#d55e00"))
    moved = Group((long,), matrix=(1, 0, 0, 1, 5, 0))
    found = figure(BOX, long, moved, BOX)
    use = '<use xlink:href="#s0"/>'
    assert found.count("<path") == 3
    assert found.endswith(f'</defs>{PATH}{use}<g transform="matrix(1 0 0 1 5 0)">{use}</g>{PATH}</svg>')
    assert '<defs><path id="s0" d="M0 0L9 0L9 0.1L' in found
    assert 'xmlns:xlink="http://www.w3.org/1999/xlink"' in found


def test_a_cell_that_is_drawn_again_elsewhere_is_there_once() -> None:
    def cell(x: float, *more: Shape) -> Group:
        return Group((BOX, BOX, BOX, *more), matrix=(1, 0, 0, 1, x, 0), name=f"cell.{x}")

    found = figure(cell(1), cell(2), cell(3, BOX), Group((cell(1),), opacity=0.5))
    place, use = '<g transform="matrix(1 0 0 1 {} 0)">', '<use xlink:href="#s{}"/>'
    assert found.partition("<defs>")[2] == (
        f'<g id="s0">{PATH * 3}</g><g id="s1"{place.format(1)[2:]}{use.format(0)}</g></defs>{use.format(1)}'
        f'{place.format(2)}{use.format(0)}</g>{place.format(3)}<g>{PATH * 4}</g></g><g opacity="0.5">{use.format(1)}</g></svg>'
    )


def test_letters_are_outlines_that_are_there_once() -> None:
    found = figure(text("toot"), text("toot", 12.0))
    root = ElementTree.fromstring(found)
    assert not list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert found.count("<path") == 2
    assert 'xmlns:xlink="http://www.w3.org/1999/xlink"' in found


def test_a_figure_does_not_depend_on_the_one_before() -> None:
    pictures = [Picture(0, 0, 20, 30, (BOX, text(words))) for words in ("toot", "to")]
    pen = SvgFigures()
    assert [pen.draw_figure(each) for each in pictures] == [SvgFigures().draw_figure(each) for each in pictures]


@pytest.mark.parametrize("name", [path.name for path in specimens()])
def test_a_figure_looks_as_on_a_sheet(name: str) -> None:
    found = svg_pixels(SvgFigures().draw_figure(drawn(name)), SIDE)
    assert difference(found, svg_pixels(as_svg(drawn(name)), SIDE)) <= ALLOWED
