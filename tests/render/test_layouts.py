"""A face in a layout is written as the same face without one: whatever comes before it, and whatever stands around texts."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from generator.geometry.types import Outline
from generator.model.finding import Place
from generator.model.game import Design
from generator.model.paper import Paper
from generator.model.picture import LaidShapes, Picture, Text
from generator.write.looks import LookDigester
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.svg.pen import SvgPen
from tests.render.drawing import HEAD, GameFolder, make_part, make_renderer

LONG = " ".join(f"L{k} {k * k % 17}" for k in range(40))  # operators that become a form where they are repeated
CARD = f"""\
<defs><linearGradient id="a"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>
<text x="25" y="20" font-size="4" text-anchor="middle">{{{{ row.name }}}}</text>
<path d="M1 2 {LONG} z" fill="{{{{ row.fill }}}}"/>
<g transform="translate(3 3)"><path d="M1 2 {LONG} z"/><g opacity="0.5"><path d="M2 2 {LONG} z"/></g></g>
<g class="name" opacity="0.5"><path d="M1 2 {LONG} z"/><text x="9" y="9">A</text></g>
<text x="5" y="30" stroke="#ff0000" opacity="1">{{{{ row.says }}}}</text>
<rect x="5" y="31" width="9" height="9" fill="url(#a)"/>
<text x="5" y="40" fill-opacity="0.5">{{{{ row.says }}}}</text>
"""
NAMES = ("Wren", "Owl", "Emu (3)", "fir\N{LATIN SMALL LETTER E WITH ACUTE}", "Tit", "Jay", "AV", "office")


@pytest.fixture
def faces(game_folder: GameFolder) -> list[Picture]:
    """Draw cards of two fills, those of a fill in turn."""
    game_folder.write("game/templates/card.svg.j2", f"{HEAD}{CARD}</svg>")
    rows = [{"name": name, "says": f"{name}!", "fill": f"#ff00{n % 2}0"} for n, name in enumerate(NAMES)]
    designs = tuple(Design(str(n), {"row": row}, 1, Place("game.yaml", 9, n)) for n, row in enumerate(rows))
    part = make_part(Outline(50, 50), 0.0, designs=designs)
    renderer = make_renderer(game_folder.game, game_folder.shared)
    return [renderer.draw_face(part, design, "front") for design in designs]


def strip_layout(face: Picture) -> Picture:
    return replace(face, shapes=(*face.shapes,))


def test_most_faces_of_a_deck_have_a_layout(faces: list[Picture]) -> None:
    assert [type(face.shapes) is LaidShapes for face in faces] == [False] * 4 + [True] * 4
    layouts = [face.shapes.layout for face in faces if isinstance(face.shapes, LaidShapes)]
    assert [one is other for one, other in pairwise(layouts[::2] + layouts[1::2])] == [True, False, True]
    for face in faces[4:]:
        assert isinstance(face.shapes, LaidShapes)
        assert [type(face.shapes[slot]) for slot in face.shapes.layout.slots] == [Text] * 3


@pytest.mark.parametrize("before", [0, 4, 6])
def test_operators_are_those_of_a_face_without_a_layout(faces: list[Picture], before: int) -> None:
    shown = [*faces[before:], *faces[:before], *faces]
    laid, plain = PdfPageDrawer(Paper("a", 50, 50)), PdfPageDrawer(Paper("a", 50, 50))
    assert [laid.draw_operators(face) for face in shown] == [plain.draw_operators(strip_layout(each)) for each in shown]
    assert_equal_definitions(laid.definitions, plain.definitions)


def assert_equal_definitions(one: Any, other: Any) -> None:
    """Assert that the same resources were defined, in the same order."""
    for name in one.__struct_fields__:
        assert list(getattr(one, name)) == list(getattr(other, name))
    assert (one.forms, one.alphas, one.characters) == (other.forms, other.alphas, other.characters)
    assert one.forms
    assert one.alphas
    assert one.shadings


@pytest.mark.parametrize("live", [False, True])
def test_markup_is_that_of_a_face_without_a_layout(faces: list[Picture], live: bool) -> None:
    laid, plain = SvgPen(live), SvgPen(live)
    for face in [*faces, *faces]:
        needs, others = dict[str, Any](), dict[str, Any]()
        assert laid.draw(face.shapes, needs) == plain.draw((*face.shapes,), others)
        assert list(needs.items()) == list(others.items())


def test_a_layout_does_not_change_how_a_face_looks(faces: list[Picture]) -> None:
    one, other = LookDigester(), LookDigester()
    looks = [one.digest_picture(face) for face in faces]
    assert looks == [other.digest_picture(strip_layout(face)) for face in faces]
    assert len({*looks}) == len(faces)
