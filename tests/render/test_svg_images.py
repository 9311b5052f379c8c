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
