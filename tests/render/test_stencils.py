"""A face drawn by a stencil is the face drawn without one, and its faults are found all the same."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import asdict

from generator.geometry.types import Outline
from generator.model.finding import DataError, Place
from generator.model.game import Design
from generator.model.picture import Shape, Text
from generator.render.svg import stencils
from generator.render.svg.stencils import Stencil, StencilCache
from tests.render.drawing import HEAD, GameFolder, make_part, make_renderer

CARD = """\
<rect width="9" height="9" fill="{{ row.fill|default('#ff0000') }}"/>
<text x="25" y="20" font-size="4" text-anchor="middle">{{ row.name }}</text>
<g class="number" transform="translate(3 3)"><path d="M1 2 h3 v4 z"/></g>
<text x="5" y="30">{{ row.says }}</text>
"""
ROWS = [{"name": name, "says": says} for name, says in zip(["Wren", "A  &  B", " Owl\n", ""], "abcd", strict=True)]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each face that had a stencil: whether it was drawn by it."""
    found: list[bool] = []
    draw = Stencil.draw

    def watch(self: Stencil, texts: Sequence[str]) -> Any:
        shapes = draw(self, texts)
        found.append(shapes is not None)
        return shapes

    monkeypatch.setattr(Stencil, "draw", watch)
    return found


def draw_deck(game_folder: GameFolder, body: str, rows: Sequence[dict[str, str]], safe: float = 0.0) -> list[Any]:
    """Return the pictures of a deck, one row after the other; the findings of a face in place of its picture."""
    game_folder.write("game/templates/card.svg.j2", f"{HEAD}{body}</svg>")
    designs = tuple(Design(str(n), {"row": row}, 1, Place("game.yaml", 9, n)) for n, row in enumerate(rows))
    part = make_part(Outline(50, 50), safe, designs=designs)
    renderer, found = make_renderer(game_folder.game, game_folder.shared), list[Any]()
    for design in designs:
        try:
            found.append(renderer.draw_face(part, design, "front"))
        except DataError as error:
            found.append([str(finding) for finding in error.findings])
    return found


def describe(shapes: tuple[Shape, ...]) -> list[Any]:
    """Return texts by their values, and other shapes themselves: equal ones are the same object."""
    return [{**asdict(each), "font": each.font.name} if isinstance(each, Text) else each for each in shapes]


def test_a_deck_is_drawn_as_without_stencils(game_folder: GameFolder, drawn: list[bool]) -> None:
    pictures = draw_deck(game_folder, CARD, ROWS + ROWS[:1] + [{"name": "Emu", "says": "<&>"}])
    assert drawn == [True] * 3  # two faces come before the stencil, and one is drawn already
    plain = [text.text for picture in pictures for text in picture.shapes if isinstance(text, Text)]
    assert plain == ["Wren", "a", "A & B", "b", "Owl", "c", "d", "Wren", "a", "Emu", "<&>"]
    for picture, row in zip(pictures, ROWS, strict=False):
        alone = draw_deck(game_folder, CARD, [row])[0]
        assert (picture.x, picture.y, picture.width, picture.height) == (alone.x, alone.y, alone.width, alone.height)
        texts = [each for each in describe(picture.shapes) if isinstance(each, dict)]
        assert texts == [each for each in describe(alone.shapes) if isinstance(each, dict)]
        assert [type(each) for each in picture.shapes] == [type(each) for each in alone.shapes]


def test_equal_elements_are_one_shape_with_and_without_a_stencil(game_folder: GameFolder, drawn: list[bool]) -> None:
    rows = [{"name": f"n{n}", "says": "s", "fill": "#0000ff" if n == 4 else "#ff0000"} for n in range(6)]
    pictures = draw_deck(game_folder, CARD, rows)
    assert drawn == [True, True, True]
    assert {id(picture.shapes[2]) for picture in pictures} == {id(pictures[0].shapes[2])}
    assert {id(picture.shapes[0]) for picture in pictures if picture is not pictures[4]} == {id(pictures[0].shapes[0])}


def test_a_stencil_is_forgotten_with_the_shapes(game_folder: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    memories: list[object] = []
    find = StencilCache.find

    def change_memory(self: StencilCache, parts: Sequence[str], limits: Any) -> Any:
        self._painter._shapes.new = dict(self._painter._shapes.new)  # as when it begins to forget
        memories.append(found := find(self, parts, limits))
        return found

    monkeypatch.setattr(StencilCache, "find", change_memory)
    draw_deck(game_folder, CARD, ROWS)
    assert memories == [None] * 4


REFUSED = {
    "a character without a glyph": ({"name": "\N{SNOWMAN}"}, "game/templates/card.svg.j2:3:1: GF205"),
    "a text too near to the cut": ({"name": "W" * 20}, "game/templates/card.svg.j2:3:1: GF209"),
    "a character that XML does not know": ({"name": "\x01"}, "game/templates/card.svg.j2:3:1: GF201"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_fault_is_found_by_a_stencil(game_folder: GameFolder, drawn: list[bool], fault: str) -> None:
    values, place = REFUSED[fault]
    found = draw_deck(game_folder, "\n" + CARD, [*ROWS[:3], {"name": "n", "says": "s", **values}], 2)
    assert found[3][0].startswith(place)
    assert found[3] == [
        line.replace("card.0 ", "card.3 ")
        for line in draw_deck(game_folder, "\n" + CARD, [{"name": "n", "says": "s", **values}], 2)[0]
    ]


DIFFERENT = {
    "a text in a group": "<g><text x='5' y='20'>{{ row.name }}</text></g><text x='5' y='30'>.</text>",
    "a text with an id": "<text id='t' x='5' y='20'>{{ row.name }}</text><use xlink:href='#t' y='9'/>",
    "a text in parts": "<text x='5' y='20'>{{ row.name }}<tspan>!</tspan></text><text y='30'>.</text>",
    "a text between shapes": "<text x='5' y='20'>.</text><title>{{ row.name }}</title>",
    "a sign in quotes": "<title lang='>'/><text x='5' y='20'>{{ row.name }}</text>",
}


@pytest.mark.parametrize("body", DIFFERENT)
def test_other_texts_are_drawn_anew(game_folder: GameFolder, drawn: list[bool], body: str) -> None:
    pictures = draw_deck(game_folder, DIFFERENT[body], ROWS[:3] * 2)
    assert True not in drawn
    for picture, row in zip(pictures, ROWS[:3], strict=False):
        alone = draw_deck(game_folder, DIFFERENT[body], [row])[0]
        assert [text for text in describe(picture.shapes) if isinstance(text, dict)] == [
            text for text in describe(alone.shapes) if isinstance(text, dict)
        ]


def test_too_many_shapes_are_refused(
    game_folder: GameFolder, drawn: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stencils, "MOST_SHAPES", 10)
    draw_deck(game_folder, CARD, [*ROWS[:2], {"name": "n", "says": "i" * 20}, {"name": "n", "says": "i" * 200}])
    assert drawn == [True, False]


def test_a_long_face_has_no_stencil(
    game_folder: GameFolder, drawn: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_deck(game_folder, CARD, ROWS)
    assert drawn == [True, True]
    monkeypatch.setattr(stencils, "_MOST_CHARACTERS", 200)
    draw_deck(game_folder, CARD, ROWS)
    assert drawn == [True, True]
