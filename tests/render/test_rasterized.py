"""What a filter makes an image of is told, at its place (GF212)."""

import pytest
from PIL import Image

from generator.geometry.types import Outline
from generator.render.drawings import rasters
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.rasters import _spread_colors
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


def draw_notes(game_folder: GameFolder, card: str, size: int = 30) -> list[str]:
    """Return the notes on a card, after it was drawn."""
    game_folder.write(
        "game/templates/card.svg.j2",
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{card}</svg>',
    )
    renderer = make_renderer(game_folder.game, game_folder.shared)
    part = make_part(Outline(size, size))
    renderer.draw_face(part, part.designs[0], "front")
    return [finding.message for finding in renderer.take_notes()]


def test_a_slow_filter_is_drawn_with_fewer_dots(game_folder: GameFolder) -> None:
    square = '<rect x="3" y="5" width="20" height="10" filter="url(#f)"/>'
    found = {
        radius: draw_notes(
            game_folder, f'<filter id="f"><feMorphology operator="dilate" radius="{radius}"/></filter>{square}', 90
        )[0]
        for radius in (1, 3, 6)
    }
    assert {radius: message.rpartition(" of ")[2] for radius, message in found.items()} == {
        1: "300 dpi",
        3: "200 dpi",
        6: "150 dpi",
    }


def test_a_length_below_zero_is_reported_with_the_face(game_folder: GameFolder) -> None:
    (message,) = draw_notes(game_folder, '<circle r="-4"/>')
    assert message == "r='-4' is less than zero, so the <circle> is not drawn; write a length above zero"


def test_clear_pixels_have_the_colors_beside_them() -> None:
    image = Image.new("RGBA", (5, 1), (0, 0, 0, 0))
    image.putpixel((0, 0), (200, 100, 0, 128))
    spread = _spread_colors(image)
    assert [spread.getpixel((x, 0)) for x in (0, 1)] == [(200, 100, 0, 128), (195, 100, 0, 0)]
    assert spread.getpixel((4, 0)) == (0, 0, 0, 0)


BLUR = '<filter id="f"{}><feGaussianBlur stdDeviation="1"/></filter>'
FLOOD = '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%"><feFlood flood-color="red"/></filter>'
BACK = '<filter id="f" x="0" y="0" width="9" height="1"><feOffset dx="120"/><feOffset dx="-120"/></filter>'


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("drawing", "share"),
    [
        (f'{BLUR.format("")}<circle cx="40" cy="50" r="9" filter="url(#f)"/>', (0.005, 0.05)),
        (f'{FLOOD}<circle cx="40" cy="50" r="9" filter="url(#f)"/>', (1, 1)),  # all of the page
        (f'{BACK}<circle cx="20" cy="50" r="9" filter="url(#f)"/>', (1, 1)),  # a part alone would lack what is moved
    ],
)
def test_only_the_part_of_a_large_page_that_a_filter_draws_on_is_rendered(
    game_folder: GameFolder, monkeypatch: pytest.MonkeyPatch, drawing: str, share: tuple[float, float]
) -> None:
    sizes = list[tuple[int, int]]()
    render = rasters._render

    def record(text: str, wide: int, high: int, node: DrawingNode) -> Image.Image:
        sizes.append((wide, high))
        return render(text, wide, high, node)

    monkeypatch.setattr(rasters, "_render", record)
    (note,) = draw_notes(game_folder, drawing, 190)
    wide, high = sizes[-1]
    assert share[0] <= wide * high / 2244**2 <= share[1]
    assert note.endswith("an image of 300 dpi")


def test_a_part_of_a_page_is_drawn_as_on_the_whole(game_folder: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = f'{BLUR.format("")}<circle cx="40" cy="50" r="9" fill="#246" filter="url(#f)"/>'
    boxes = list[float]()
    for least in (0, rasters._LARGE, 1e9):  # each page is large, those that are, none
        monkeypatch.setattr(rasters, "_LARGE", least)
        (note,) = draw_notes(game_folder, drawing, 190)
        boxes.append(float(note.partition(" x ")[0].rpartition(" ")[2]))
    assert boxes == pytest.approx([21.7] * 3, abs=0.15)
