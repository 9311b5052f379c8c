"""Test figures as SVG: cropped to the trim, small, reproducible, and equal in looks to the sheets."""

from xml.etree import ElementTree

import pytest

from generator.model.picture import Clip, Group, Paint, Picture, Shape
from generator.model.picture import Path as Drawn
from generator.write.svg.sheets import SvgFigures
from tests.looks import ALLOWED, difference, svg_pixels
from tests.write.drawing_helpers import SIDE, as_svg, draw_specimen, list_specimens
from tests.write.test_svg import make_text

BOX = Drawn((("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 9.0, 9.0), ("Z",)), Paint("#d55e00"))
PATH = '<path d="M0 0L9 0L9 9Z" fill="#d55e00" />'


def draw_figure(*shapes: Shape, bleed: float = 0.0) -> str:
    return SvgFigures().draw_figure(Picture(-bleed, -bleed, 20 + 2 * bleed, 30 + 2 * bleed, shapes))


def test_a_figure_holds_only_its_shapes() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="30mm" viewBox="0 0 20 30">'
    assert draw_figure(BOX) == f"{head}{PATH}</svg>"
    assert draw_figure(BOX, bleed=3.0) == f"{head}{PATH}</svg>"


def test_names_and_groups_without_effect_are_omitted() -> None:
    moved = Group((Group((BOX,), name="cell.a"),), matrix=(1, 0, 0, 1, 5, 0), name="cell.b")
    clipped = Group((BOX,), clip=Clip((("M", 0.0, 0.0), ("L", 3.0, 0.0), ("L", 3.0, 3.0), ("Z",))))
    faint = Group((BOX,), opacity=0.5)
    found = draw_figure(Group((Group((BOX, moved), name="cell.c"),)), faint, clipped)
    body = found.partition("</defs>")[2]
    assert body.startswith(
        f'{PATH}<g transform="matrix(1 0 0 1 5 0)">{PATH}</g><g opacity="0.5">{PATH}</g><g clip-path='
    )
    assert "cell" not in found
    assert found.count("<g") == 3


def test_a_repeated_path_is_defined_once_if_that_is_shorter() -> None:
    long = Drawn((("M", 0.0, 0.0), *(("L", 9.0, 0.1 * step) for step in range(20)), ("Z",)), Paint("#d55e00"))
    moved = Group((long,), matrix=(1, 0, 0, 1, 5, 0))
    found = draw_figure(BOX, long, moved, BOX)
    use = '<use xlink:href="#s0"/>'
    assert found.count("<path") == 3
    assert found.endswith(f'</defs>{PATH}{use}<g transform="matrix(1 0 0 1 5 0)">{use}</g>{PATH}</svg>')
    assert '<defs><path id="s0" d="M0 0L9 0L9 0.1L' in found
    assert 'xmlns:xlink="http://www.w3.org/1999/xlink"' in found


def test_a_repeated_group_is_defined_once() -> None:
    def cell(x: float, *more: Shape) -> Group:
        return Group((BOX, BOX, BOX, *more), matrix=(1, 0, 0, 1, x, 0), name=f"cell.{x}")

    found = draw_figure(cell(1), cell(2), cell(3, BOX), Group((cell(1),), opacity=0.5))
    place, use = '<g transform="matrix(1 0 0 1 {} 0)">', '<use xlink:href="#s{}"/>'
    assert found.partition("<defs>")[2] == (
        f'<g id="s0">{PATH * 3}</g><g id="s1"{place.format(1)[2:]}{use.format(0)}</g></defs>{use.format(1)}'
        f'{place.format(2)}{use.format(0)}</g>{place.format(3)}<g>{PATH * 4}</g></g><g opacity="0.5">{use.format(1)}</g></svg>'
    )


def test_letters_are_outlines_defined_once() -> None:
    found = draw_figure(make_text("toot"), make_text("toot", 12.0))
    root = ElementTree.fromstring(found)
    assert not list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert found.count("<path") == 2
    assert 'xmlns:xlink="http://www.w3.org/1999/xlink"' in found


def test_a_figure_does_not_depend_on_earlier_figures() -> None:
    pictures = [Picture(0, 0, 20, 30, (BOX, make_text(words))) for words in ("toot", "to")]
    pen = SvgFigures()
    assert [pen.draw_figure(each) for each in pictures] == [SvgFigures().draw_figure(each) for each in pictures]


@pytest.mark.parametrize("name", [path.name for path in list_specimens()])
def test_a_figure_looks_as_on_a_sheet(name: str) -> None:
    found = svg_pixels(SvgFigures().draw_figure(draw_specimen(name)), SIDE)
    assert difference(found, svg_pixels(as_svg(draw_specimen(name)), SIDE)) <= ALLOWED
