"""What a filter makes an image of is told, at its place (GF212)."""

from generator.geometry.types import Outline
from tests.messages import facts_of
from tests.render.drawing import GameFolder, make_part, make_renderer

FILTER = '<filter id="f"><feOffset dy="0"/></filter>'
CARD = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">
  {FILTER}<g filter="url(#f)"><rect x="3" y="5" width="20" height="10"/></g>
  <use href="signs.svg#sign"/>
</svg>"""
SIGNS = f"""\
<svg xmlns="http://www.w3.org/2000/svg">
{FILTER}<g id="sign"><circle r="0" filter="url(#f)"/><circle cx="9" cy="9" r="1" filter="url(#f)"/></g></svg>"""


def test_an_element_that_became_an_image_is_told_once(game_folder: GameFolder) -> None:
    game_folder.write("game/templates/card.svg.j2", CARD)
    game_folder.write("game/templates/signs.svg", SIGNS)
    renderer = make_renderer(game_folder.game, game_folder.shared)
    part = make_part(Outline(30, 30))
    renderer.draw_face(part, part.designs[0], "front")
    assert facts_of(renderer.take_notes()) == [
        "game/templates/card.svg.j2:2:45: GF212 note: <g> 20.1 10.0 300",
        "game/templates/signs.svg:2:88: GF212 note: <circle> 2.0 2.0 300",
    ]
    assert renderer.take_notes() == []


def test_a_drawing_without_filters_is_not_looked_at_again(game_folder: GameFolder) -> None:
    card = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm"><rect width="1mm" height="9"/></svg>'
    game_folder.write("game/templates/card.svg.j2", card)
    renderer = make_renderer(game_folder.game, game_folder.shared)
    part = make_part(Outline(30, 30))
    renderer.draw_face(part, part.designs[0], "front")
    assert renderer.take_notes() == []
