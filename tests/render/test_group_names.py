"""A class on a `<g>` is the name of a group; any other class is refused."""

import re
from pathlib import Path

import pytest

from generator.check.faces.values import list_sources
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import IDENTITY
from generator.load.game import read_game
from generator.model.picture import Group
from generator.model.picture import Path as Drawn
from generator.render.svg.attributes import FIXED_NAMES, GroupNames, known_group_names, suggest_group_name
from tests.kits import WORDS
from tests.render.drawing import GameFolder, check_refusal, draw_group, draw_shapes, find_refusal
from tests.samples import for_each

SQUARE = '<rect width="1" height="1"/>'


def test_a_group_keeps_its_name_and_its_matrix() -> None:
    found = draw_group(f'<g class="cell.south.2.8" transform="translate(3 4)">{SQUARE}</g>')
    assert (found.name, found.matrix, len(found.shapes)) == ("cell.south.2.8", (1, 0, 0, 1, 3, 4), 1)


def test_a_group_of_an_edge_has_its_cells_in_their_order() -> None:
    assert [draw_group(f'<g class="{name}">{SQUARE}</g>').name for name in ("cell.B1+A2", "road.B2+B1+A10")] == [
        "cell.A2+B1",
        "road.A10+B1+B2",
    ]


def test_a_named_group_without_a_transform_is_kept() -> None:
    found = draw_group(f'<g class="hill">{SQUARE}{SQUARE}</g>')
    assert (found.name, found.matrix, len(found.shapes)) == ("hill", IDENTITY, 2)
    assert [type(each) for each in draw_shapes(f"<g>{SQUARE}</g>")] == [Drawn]


def test_a_lone_path_takes_the_opacity_of_its_named_group() -> None:
    found = draw_group(f'<g class="a" opacity=".5">{SQUARE}</g>')
    (square,) = found.shapes
    assert isinstance(square, Drawn)
    assert (found.name, found.opacity, square.paint.fill_opacity) == ("a", 1.0, 0.5)


def test_equal_content_is_shared_under_two_names() -> None:
    one, other = draw_shapes(f'<g class="a"><g fill="red">{SQUARE}</g></g><g class="b"><g fill="red">{SQUARE}</g></g>')
    assert isinstance(one, Group)
    assert isinstance(other, Group)
    assert (one.name, other.name) == ("a", "b")
    assert one.shapes == other.shapes


def test_a_name_is_found_through_uses_and_nested_groups() -> None:
    found = draw_group(f'<defs><g id="g" class="a">{SQUARE}</g></defs><use href="#g" x="2"/>')
    (inner,) = found.shapes
    assert isinstance(inner, Group)
    assert (found.name, inner.name) == ("", "a")
    outer = draw_group(f'<g class="a-1"><g class="b_2.C">{SQUARE}</g></g>')
    assert [outer.name, *(each.name for each in outer.shapes if isinstance(each, Group))] == ["a-1", "b_2.C"]


def test_invisible_shapes_are_left_out_of_named_groups() -> None:
    ghost = '<rect width="9" height="9" fill-opacity="0"/><path d="M0 0H9" fill="none"/>'
    found = draw_group(f'<g class="a">{ghost}{SQUARE}<g fill="none" transform="scale(2)">{SQUARE}</g></g>')
    assert [type(each) for each in found.shapes] == [Drawn]
    assert (
        len(
            draw_group(f'<g class="a" transform="scale(2)">{SQUARE}<g fill="none" stroke="red">{SQUARE}</g></g>').shapes
        )
        == 2
    )


def test_a_fill_or_a_stroke_of_no_opacity_is_none_in_a_named_group() -> None:
    thin = '<rect width="1" height="1" stroke="red" stroke-opacity="0"/><path d="M0 0h1v1z" fill-opacity="0" stroke="red"/>'
    paints = [each.paint for each in draw_group(f'<g class="a">{thin}</g>').shapes if isinstance(each, Drawn)]
    assert [(paint.fill, paint.stroke) for paint in paints] == [("#000000", None), (None, "#ff0000")]


WORD = "is not a name of a group: write a small letter, then letters, digits, '.', '+', '_' and '-'"
NOTHING = "~ the group 'a' draws nothing; draw something in it, or remove it"
ELSEWHERE = "has the attribute class='a', which is not in the profile; a class is the name of a <g>"
REFUSED = {
    f'<g class="a b">{SQUARE}</g>': "'class' 'a b' 2",
    f'<g class="">{SQUARE}</g>': "'class' '' '.' '+' '_' '-'",
    f'<g class=" a">{SQUARE}</g>': "'class' ' a' '.' '+' '_' '-'",
    f'<g class="Cell">{SQUARE}</g>': "'class' 'Cell' '.' '+' '_' '-'",
    f'<g class="1">{SQUARE}</g>': "'class' '1' '.' '+' '_' '-'",
    f'<g class="a)b">{SQUARE}</g>': "'class' 'a)b' '.' '+' '_' '-'",
    f'<g class="ä">{SQUARE}</g>': "'class' 'ä' '.' '+' '_' '-'",
    f'<g class="cut">{SQUARE}</g>': "'class' 'cut'",
    f'<g class="glue">{SQUARE}</g>': "'class' 'glue'",
    f'<g class="crop">{SQUARE}</g>': "'class' 'crop'",
    '<g class="a"/>': NOTHING,
    '<g class="a"><path d="M0 0H9" fill="none" stroke="red" stroke-opacity="0"/></g>': NOTHING,
    f'<g class="a" fill-opacity="0">{SQUARE}</g>': NOTHING,
    f'<g class="a" fill="none"><g transform="translate(1)">{SQUARE}</g></g>': NOTHING,
    f'<g class="a"><g class="b" fill="none">{SQUARE}</g>{SQUARE}</g>': "~ the group 'b' draws nothing; draw something in it, or remove it",
    '<g class="a"><text x="1" y="9" fill-opacity="0">Ay</text></g>': NOTHING,
    '<g class="a"><g/></g>': NOTHING,
    f'<g class="a" display="none">{SQUARE}</g>': NOTHING,
    f'<g class="a" opacity="0">{SQUARE}</g>': NOTHING,
    f'<g class="a" visibility="hidden">{SQUARE}</g>': NOTHING,
    f'<g class="a" transform="scale(0)">{SQUARE}</g>': NOTHING,
    '<defs><g class="a"/></defs>': NOTHING,
    '<g style="class: a"/>': "'class: a'",
    '<use class="a" href="#x"/>': "<use> 'class' 'a' <g>",
    '<text class="a">x</text>': "<text> 'class' 'a' <g>",
    '<text><tspan class="a">x</tspan></text>': "<tspan> 'class' 'a' <g>",
    '<svg class="a"/>': "<svg> 'class' 'a' <g>",
    '<defs class="a"/>': "<defs> 'class' 'a' <g>",
    f'<defs><g id="g" class="a">{SQUARE}</g></defs><clipPath id="c"><use href="#g"/></clipPath>'
    '<rect width="1" height="1" clip-path="url(#c)"/>': "<use> <clipPath>",
}


@for_each(REFUSED)
def test_a_class_that_is_refused(body: str) -> None:
    check_refusal(find_refusal(body), REFUSED[body])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('<g class="a b"><rect width="1" height="1"/></g>', "'class' 'a b' 2"),
        ('<g class="a"></g>', NOTHING),
    ],
)
def test_a_bad_class_is_reported_at_its_line(game_folder: GameFolder, line: str, says: str) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">\n  {line}\n</svg>'
    check_refusal(game_folder.find_refusal(text), f"game/templates/card.svg.j2:2:3: GF201 {says}")


KNOWN = GroupNames(FIXED_NAMES.words | {"player", "my-team"}, frozenset({"strength", "name", "player.red", "letter"}))


@for_each(
    [
        ("rows.strength", "row.strength"),
        ("rwo.strength", "row.strength"),
        ("raw.strength", "row.strength"),
        ("row-strength", "row.strength"),
        ("row_strength", "row.strength"),
        ("rows-strength", "row.strength"),
        ("row-strength.2", "row.strength.2"),
        ("value.x", "values.x"),
        ("colour.player.red", "color.player.red"),
        ("color-player.red", "color.player.red"),
        ("players.name", "player.name"),
        ("playre.name", "player.name"),
        ("player-name", "player.name"),
        ("my-teams.name", "my-team.name"),
        ("cel.r0c0", "cell.r0c0"),
        ("iocn.sun", "icon.sun"),
        ("legends.sun", "legend.sun"),
        ("faec.top", "face.top"),
        ("routes.red", "route.red"),
        ("spaces.4", "space.4"),
    ]
)
def test_a_misspelled_group_name_is_suggested(name: str, meant: str) -> None:
    assert suggest_group_name(name, KNOWN) == meant


FREE = (
    "row.strength my-team.letter line.0-2 rows row row-3 rows-3 hill.2 arrow.north place.1 coin.3 layer.2 tower.1"
    " title.top name.x a.b player back-strength strength team-of.x"
)


@pytest.mark.parametrize("name", FREE.split())
def test_a_correct_or_free_group_name_is_not_questioned(name: str) -> None:
    assert suggest_group_name(name, KNOWN) == ""


def test_a_misspelled_group_name_is_reported_at_its_line(game_folder: GameFolder) -> None:
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">\n  <g class="rows.strength">{SQUARE}</g>\n</svg>'
    )
    says = "'class' 'rows.strength' 'row.strength'"
    check_refusal(game_folder.find_refusal(text), f"game/templates/card.svg.j2:2:3: GF201 {says}")


def test_the_names_of_a_game_are_those_that_its_checks_know() -> None:
    game = read_game(Path(__file__).parents[2] / "layouts" / "psycle", KINDS, words=WORDS)
    names = known_group_names(game)
    heads = {head for part in expand_parts(game, KINDS) for of in list_sources(game, part).values() for head in of}
    assert {"row", "values", "color", "player"} <= heads <= names.words
    assert {"beats", "letter", "player.red"} <= names.entries


def test_the_page_names_the_first_words() -> None:
    page = (Path(__file__).parents[2] / "docs" / "templates.md").read_text("utf-8")
    (listed,) = re.findall(r"The first words that the checks know are (.*?)\nand", page)
    assert set(re.findall(r"`(\w+)`", listed)) == FIXED_NAMES.words
