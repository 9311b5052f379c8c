"""SVG files as images are drawn with their own styles, cut at their box."""

from base64 import b64encode

import pytest

from generator.geometry.types import Outline
from generator.model.finding import DataError
from generator.model.picture import Group, Path
from tests.messages import facts_of
from tests.render.drawing import GameFolder, make_part, make_renderer

SVG = 'xmlns="http://www.w3.org/2000/svg"'
LEAF = f'<svg {SVG} width="1in" viewBox="0 0 20 10"><style>rect{{fill:#f00}}</style><rect width="30" height="9"/></svg>'


def draw(game_folder: GameFolder, image: str) -> tuple[object, ...]:
    card = f'<svg {SVG} viewBox="0 0 30 30" fill="blue">{image}</svg>'
    game_folder.write("game/templates/card.svg.j2", card)
    part = make_part(Outline(30, 30))
    return make_renderer(game_folder.game, game_folder.shared).draw_face(part, part.designs[0], "front").shapes


@pytest.mark.parametrize("href", ["images/leaf.svg", f"data:image/svg+xml;base64,{b64encode(LEAF.encode()).decode()}"])
def test_an_svg_is_fitted_into_the_box_of_the_image(game_folder: GameFolder, href: str) -> None:
    game_folder.write("game/images/leaf.svg", LEAF)
    (group,) = draw(game_folder, f'<image href="{href}" x="5" y="6" width="10"/>')
    assert isinstance(group, Group)
    assert group.clip is not None
    corners = [each[1:] for each in group.clip.segments if len(each) > 1]
    assert (min(corners), max(corners)) == ((5, 6), (15, 11))
    inner: object = group
    scale = 1.0
    while isinstance(inner, Group):
        scale *= inner.matrix[0]
        (inner,) = inner.shapes
    assert isinstance(inner, Path)
    assert inner.paint.fill == "#ff0000"
    assert scale == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"<svg {SVG}/>", "no viewBox"),
        (f'<svg {SVG} viewBox="0 0 1 1"><script/></svg>', "<script>"),
        (f'<svg {SVG} viewBox="0 0 1 1"><image href="images/leaf.svg" width="1" height="1"/></svg>', "shows itself"),
        ("\x1f\x8b", "compressed"),
        ("<svg", "cannot be drawn"),
    ],
)
def test_an_svg_that_cannot_be_drawn_is_told_at_its_image(game_folder: GameFolder, text: str, says: str) -> None:
    game_folder.write("game/images/leaf.svg", text.encode("latin-1"))
    with pytest.raises(DataError) as caught:
        draw(game_folder, '\n<image href="images/leaf.svg" width="9" height="9"/>')
    assert says in caught.value.findings[0].message
    assert facts_of([f"{caught.value.findings[0].place}: GF201 x"]) == ["game/templates/card.svg.j2:2:1: GF201"]


def list_paths(shapes: tuple[object, ...], scale: float = 1.0) -> list[tuple[Path, float]]:
    """Return the paths among shapes, each with the scale of the groups around it."""
    found = []
    for shape in shapes:
        if isinstance(shape, Path):
            found.append((shape, scale))
        elif isinstance(shape, Group):
            found += list_paths(shape.shapes, scale * shape.matrix[0])
    return found


TRIANGLE = '<path d="M0 0h9v9z"/>'


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-16", "koi8-r"])
def test_an_image_is_read_in_the_encoding_that_it_says(game_folder: GameFolder, encoding: str) -> None:
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><svg {SVG} viewBox="0 0 9 9"><title>{{}}</title>{TRIANGLE}</svg>'
    )
    game_folder.write("game/images/a.svg", text.format("Я" if encoding == "koi8-r" else "é").encode(encoding))
    assert len(list_paths(draw(game_folder, '<image href="images/a.svg" width="9" height="9"/>'))) == 1


@pytest.mark.parametrize("encoding", ["rot13", "punycode", "klingon", "utf-8"])
def test_an_image_in_no_known_encoding_is_told(game_folder: GameFolder, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><svg {SVG} viewBox="0 0 9 9"><title>é</title>{TRIANGLE}</svg>'
    game_folder.write("game/images/a.svg", text.encode("latin-1"))
    with pytest.raises(DataError, match=f"not text in the encoding '{encoding}'; save it in UTF-8"):
        draw(game_folder, '<image href="images/a.svg" width="9" height="9"/>')


@pytest.mark.parametrize(
    "body",
    [
        f'<g class="Page"><g class="SlideGroup Master">{TRIANGLE}</g><g class="row.cost"/></g>',
        '<path d="M0 0h9v9z" filter="0" mask="0" clip-path="0"/>',
        '<path d="M0 0h9v9z" style="filter:0"/>',
    ],
)
def test_classes_and_values_that_mean_nothing_are_ignored_in_an_image(game_folder: GameFolder, body: str) -> None:
    game_folder.write("game/images/a.svg", f'<svg {SVG} viewBox="0 0 9 9">{body}</svg>')
    assert len(list_paths(draw(game_folder, '<image href="images/a.svg" width="9" height="9"/>'))) == 1


@pytest.mark.parametrize("unit", [1.0, 0.0001])
def test_lengths_are_as_exact_in_a_drawing_of_small_units(game_folder: GameFolder, unit: float) -> None:
    def show(*numbers: float) -> str:
        return " ".join(f"{number * unit:.12f}" for number in numbers)

    line = f'<path d="M{show(12, 3)} L{show(80, 70)}" stroke-width="{show(1.4567)}" stroke-dasharray="{show(3, 2)}"/>'
    disc = f'<circle cx="{show(50)}" cy="{show(50)}" r="{show(9)}" stroke-width="{show(0.5)}"/>'
    box = f"0 0 {show(100, 100)}"
    moved = f'<g stroke="red" fill="none" transform="translate({show(1, 2)}) scale(.5)">{line}{disc}</g>'
    game_folder.write("game/images/a.svg", f'<svg {SVG} viewBox="{box}">{moved}</svg>')
    (one, scale), (other, _) = list_paths(draw(game_folder, '<image href="images/a.svg" width="20" height="20"/>'))
    assert one.paint.width * scale == pytest.approx(0.14567)
    assert [each * scale for each in one.paint.dash] == pytest.approx([0.3, 0.2])
    assert other.paint.width * scale == pytest.approx(0.05)
    assert one.paint.width > 0.1


SHADOW = '<filter id="f"><feOffset dx="2"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>'


@pytest.mark.parametrize(
    "body",
    [
        '<text y="30" style="text-shadow:1px 1px red">a</text>',
        '<g style="filter:drop-shadow(2px 2px red)"><text y="30">a</text></g>',
        f'{SHADOW}<text y="30" filter="url(#f)">a</text>',
        '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><text y="30" filter="url(#f)">a</text>',
    ],
)
def test_the_shadow_of_a_text_is_left_out_and_told(game_folder: GameFolder, body: str) -> None:
    game_folder.write("game/images/a.svg", f'<svg {SVG} viewBox="0 0 60 60" font-size="20">{body}</svg>')
    card = f'<svg {SVG} viewBox="0 0 30 30"><image href="images/a.svg" width="30" height="30"/></svg>'
    game_folder.write("game/templates/card.svg.j2", card)
    part = make_part(Outline(30, 30))
    faces = make_renderer(game_folder.game, game_folder.shared)
    assert faces.draw_face(part, part.designs[0], "front").shapes
    assert [(each.code, "'images/a.svg': the shadow or blur" in each.message) for each in faces.take_notes()] == [
        ("GF214", True)
    ]
