"""A text that lies wholly off the page is not printed, and is told (GF215); one that the page cuts is an error."""

import pytest

from generator.geometry.types import Outline
from generator.model.finding import Place
from generator.model.game import Design
from generator.model.picture import Group, Picture, Text
from tests.messages import facts_of
from tests.render.drawing import HEAD, GameFolder, make_part, make_renderer
from tests.render.test_faces import CARD, WORD, find_refusal


def list_texts(picture: Picture) -> list[str]:
    """Return the texts of a picture, in groups as well."""
    found, waiting = [], [*picture.shapes]
    while waiting:
        shape = waiting.pop(0)
        if isinstance(shape, Text):
            found.append(shape.text)
        elif isinstance(shape, Group):
            waiting = [*shape.shapes, *waiting]
    return found


@pytest.mark.parametrize(
    "note",
    [
        '<text x="-40" y="20" font-size="4">note</text>',
        '<text x="20" y="70" font-size="4">note</text>',
        '<g transform="translate(90 0)"><text x="5" y="20" font-size="4">note</text></g>',
        '<g opacity="0.5"><g><text x="5" y="-9" font-size="4">note</text></g></g>',
    ],
)
def test_a_text_off_the_page_is_not_printed_and_told_once(game_folder: GameFolder, note: str) -> None:
    game_folder.write("game/templates/card.svg.j2", CARD.format("0 0 50 50", f"\n{note}{WORD.format(9, 20)}"))
    renderer, part = make_renderer(game_folder.game, game_folder.shared), make_part(Outline(50, 50))
    assert list_texts(renderer.draw_face(part, part.designs[0], "front")) == ["H"]
    column = note.index("<text") + 1
    assert facts_of(renderer.take_notes()) == [f"game/templates/card.svg.j2:2:{column}: GF215 warning: 'note'"]
    assert renderer.take_notes() == []


@pytest.mark.parametrize("x", [-1, 49, 53.9])
def test_a_text_that_the_page_cuts_is_an_error(game_folder: GameFolder, x: float) -> None:
    found = []
    for word in (WORD.format(x, 20), f'<text x="-40" y="20">note</text>{WORD.format(x, 20)}'):
        game_folder.write("game/templates/card.svg.j2", CARD.format("-4 -4 58 58", word))
        with pytest.raises(Exception, match="GF209 the text 'H' reaches to") as error:
            make_renderer(game_folder.game, game_folder.shared).draw_face(
                part := make_part(Outline(50, 50)), part.designs[0], "front"
            )
        found.append(str(error.value))
    assert len(found) == 2


def test_a_text_in_a_named_group_is_never_left_out(game_folder: GameFolder) -> None:
    group = '<g class="row.name"><g><text x="-40" y="20">name</text></g></g>'
    assert "GF209 the text 'name' reaches to 40.00 mm beyond" in find_refusal(game_folder, group)


def test_each_card_of_a_deck_keeps_its_texts_on_the_page(game_folder: GameFolder) -> None:
    body = '<text x="{{ row.x }}" y="20" font-size="4">{{ row.name }}</text><text x="9" y="30">same</text>'
    game_folder.write("game/templates/card.svg.j2", f"{HEAD}{body}</svg>")
    rows = [{"name": f"n{n}", "x": "90" if n == 4 else "9"} for n in range(6)]
    designs = tuple(Design(str(n), {"row": row}, 1, Place("game.yaml", 9, n)) for n, row in enumerate(rows))
    part, renderer = make_part(Outline(50, 50), designs=designs), make_renderer(game_folder.game, game_folder.shared)
    drawn = [list_texts(renderer.draw_face(part, design, "front")) for design in designs]
    assert drawn == [["same"] if n == 4 else [f"n{n}", "same"] for n in range(6)]
    assert [finding.message for finding in renderer.take_notes()] == [
        "the text 'n4' is entirely off the page, so it is not printed; delete it, or move it"
    ]


def test_an_id_may_stand_twice_if_nothing_refers_to_it(game_folder: GameFolder) -> None:
    twice = '<rect id="a" width="9" height="9"/><rect id="a" x="20" width="9" height="9"/><rect id="b" width="3" height="3"/>'
    game_folder.write("game/templates/card.svg.j2", CARD.format("0 0 50 50", f'{twice}<use href="#b"/>'))
    renderer, part = make_renderer(game_folder.game, game_folder.shared), make_part(Outline(50, 50))
    assert len(renderer.draw_face(part, part.designs[0], "front").shapes) == 4
    for use in ('<use href="#a"/>', '<g clip-path="url(#a)"/>', "<g style=\"fill: url('#a')\"/>"):
        game_folder.write("game/templates/card.svg.j2", CARD.format("0 0 50 50", f"{twice}{use}"))
        assert "the id 'a' is given twice, and something refers to it" in game_folder.find_refusal(
            CARD.format("0 0 50 50", f"{twice}{use}")
        )


@pytest.mark.parametrize("turn", ["rotate(180)", "scale(-1 1)", "rotate(90) translate(2 2)"])
def test_a_text_that_is_turned_off_the_piece_is_told_at_its_group(game_folder: GameFolder, turn: str) -> None:
    group = f'<g transform="{turn}">\n<g class="row.name"><text x="9" y="20" font-size="4">name</text></g></g>'
    says = (
        "GF209 the text 'name' lies wholly outside the trim: the transform of this group takes it there; turn it about"
        " a point inside, such as the middle, 25 25, or move it back (drawing card.7 front)"
    )
    found = find_refusal(game_folder, group)
    assert found.endswith(says)
    assert ":1:" in found, "the place is the group's, not the text's"


def test_a_text_that_was_off_the_piece_before_it_was_turned_is_told_at_itself(game_folder: GameFolder) -> None:
    group = '<g transform="rotate(180)">\n<g class="row.name"><text x="9" y="90" font-size="4">name</text></g></g>'
    found = find_refusal(game_folder, group)
    assert "GF209 the text 'name' reaches to" in found
    assert ":2:" in found, "the place is the text's"


@pytest.mark.parametrize(("width", "line"), [("60", 2), ("40", 3)], ids=["wider than the card", "too far right"])
def test_a_line_that_is_wrapped_too_wide_is_told_at_its_loop(game_folder: GameFolder, width: str, line: int) -> None:
    words = "'many words that need several lines on a card'"
    loop = f"\n{{% for part in {words}|wrap({width}, 4) %}}\n"
    text = '<text x="20" y="{{ 9 + 5 * loop.index }}" font-size="4">{{ part }}</text>{% endfor %}'
    found = find_refusal(game_folder, loop + text)
    assert f"card.svg.j2:{line}:" in found
    assert "GF209" in found
