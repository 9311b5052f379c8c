"""Faces are checked against trim, bleed and safe zone; errors name template, line, column and piece."""

from math import cos, radians, sin

import pytest

from generator.fonts.shaping import text_run_corners
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.picture import Path, Text
from generator.render import safe_zone
from generator.render.bounds import text_bounds
from tests.render.drawing import HEAD, GameFolder, check_refusal, make_part, make_renderer

CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">{}</svg>'
WORD = '<text x="{}" y="{}" font-size="4">H</text>'


# -- size and bleed ------------------------------------------------------------------------------------------------

BOXES = {
    "0 0 50 50": (0, 0, 50, 50),
    "-3 -3 56 56": (-3, -3, 56, 56),
    "-2.5,-2.5 55 55": (-2.5, -2.5, 55, 55),
    "0 0 50.004 50": (0, 0, 50.004, 50),
}


@pytest.mark.parametrize("box", BOXES)
def test_the_viewbox_is_the_trim_or_the_trim_with_one_bleed(game_folder: GameFolder, box: str) -> None:
    picture = game_folder.draw_front(CARD.format(box, "<circle r='3'/>"))
    assert (picture.x, picture.y, picture.width, picture.height) == BOXES[box]


@pytest.mark.parametrize(
    "box", ["0 0 50 51", "0 0 49 50", "3 3 44 44", "-3 -3 53 53", "-3 -2 56 54", "-3 -3 56 50", "0 0 50.01 50"]
)
def test_other_viewboxes_are_refused(game_folder: GameFolder, box: str) -> None:
    found = game_folder.find_refusal(CARD.format(box, ""))
    check_refusal(
        found, f"game/templates/card.svg.j2:1:1: GF208 'viewBox' {box!r} '0 0 50 50' 'width' '50mm' 'height' '50mm'"
    )


ROOTS = {
    '<svg xmlns="http://www.w3.org/2000/svg"/>': "GF201 ~ no viewBox",
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" width="0"/>': "GF201 ~ width or height of zero",
    '<svg viewBox="0 0 50 50"/>': "GF201 ~ <{}svg>, not <svg> of 'http://www.w3.org/2000/svg'",
    '<html xmlns="http://www.w3.org/1999/xhtml"/>': "GF201 ~ <{http://www.w3.org/1999/xhtml}html>, not <svg> of 'http://www.w3.org/2000/svg'",
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" hieght="1"/>': "GF201 <svg> 'hieght' '1' 'height'",
}


@pytest.mark.parametrize("text", ROOTS)
def test_roots_that_are_refused(game_folder: GameFolder, text: str) -> None:
    check_refusal(game_folder.find_refusal(text), f"game/templates/card.svg.j2:1:1: {ROOTS[text]}")


@pytest.mark.parametrize("size", ['width="50mm" height="50mm"', 'width="50"', 'width="100%" height="100%"', 'x="0"'])
def test_the_root_may_give_its_size(game_folder: GameFolder, size: str) -> None:
    assert game_folder.draw_front(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" {size}/>').width == 50


# -- the safe zone -------------------------------------------------------------------------------------------------

H_TOP = 0.656  # em: the height of H in Source Sans Pro


def find_refusal(game_folder: GameFolder, word: str, safe: float = 3.0, outline: Outline | None = None) -> str:
    """Return the refusal of a word on a piece, or nothing."""
    try:
        game_folder.draw_front(CARD.format("0 0 50 50", word), make_part(outline or Outline(50, 50), safe))
    except Exception as error:
        return str(error)
    return ""


def test_text_inside_the_safe_zone_is_accepted(game_folder: GameFolder) -> None:
    for x, y in ((3, 10), (3, 47), (20, 3 + 4 * H_TOP + 0.01), (47 - 4 * 0.652 - 0.001, 20)):
        assert find_refusal(game_folder, WORD.format(x, y)) == ""


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (2.9, 10, "2.90 mm inside"),
        (3, 47.1, "2.90 mm inside"),
        (20, 3, "0.38 mm inside"),
        (46, 20, "1.39 mm inside"),
        (-1, 20, "1.00 mm beyond"),
        (20, 52, "2.00 mm beyond"),
    ],
)
def test_text_outside_the_safe_zone_is_refused(game_folder: GameFolder, x: float, y: float, where: str) -> None:
    found = find_refusal(game_folder, WORD.format(x, y))
    assert where in found
    assert found.endswith(" (drawing card.7 front)")
    number = where.split()[0]
    check_refusal(
        found.removesuffix(" (drawing card.7 front)"), f"game/templates/card.svg.j2:1:61: GF209 'H' {number} 3"
    )


def test_text_is_measured_after_transforms(game_folder: GameFolder) -> None:
    moved = f'<g transform="translate(-9 0)">{WORD.format(10, 20)}</g>'
    assert "GF209 the text 'H' reaches to 1.00 mm inside the cut" in find_refusal(game_folder, moved)
    assert find_refusal(game_folder, f'<g transform="translate(10 0)">{WORD.format(-5, 20)}</g>') == ""


def test_text_is_measured_by_its_ink(game_folder: GameFolder) -> None:
    assert find_refusal(game_folder, '<text x="3" y="47" font-size="4">nm</text>') == ""
    assert "GF209" in find_refusal(game_folder, '<text x="3" y="47" font-size="4">gm</text>')


def test_text_on_a_disc_keeps_away_from_its_rim(game_folder: GameFolder) -> None:
    disc = Outline(50, 50, "disc")
    assert find_refusal(game_folder, WORD.format(24, 26), outline=disc) == ""
    assert "GF209" in find_refusal(game_folder, WORD.format(5, 10), outline=disc)
    assert find_refusal(game_folder, WORD.format(5, 10)) == ""


def test_rotated_text_on_a_disc_is_measured_as_rotated(game_folder: GameFolder) -> None:
    disc = Outline(50, 50, "disc")
    word = '<text x="25" y="7" font-size="4" text-anchor="middle" transform="rotate({} 25 25)">HHHH</text>'
    assert [find_refusal(game_folder, word.format(turn), 3, disc) for turn in (0, 45, 90, 200)] == [""] * 4
    assert all("GF209" in find_refusal(game_folder, word.format(turn), 5, disc) for turn in (0, 45, 90, 200))


def test_text_on_a_polygon_keeps_away_from_its_edges(game_folder: GameFolder) -> None:
    corners = tuple((25 + 25 * sin(radians(60 * k)), 25 - 25 * cos(radians(60 * k))) for k in range(6))
    for points in (corners, corners[::-1]):
        hexagon = Outline(50, 50, "polygon", points)
        left = 25 - 25 * cos(radians(30))  # flat sides left and right
        assert find_refusal(game_folder, WORD.format(left + 3.01, 25), 3, hexagon) == ""
        assert "reaches to 2.90 mm inside" in find_refusal(game_folder, WORD.format(left + 2.9, 25), 3, hexagon)
        assert (
            find_refusal(game_folder, WORD.format(24, 9), 3, hexagon) == ""
        )  # in the point above, beyond the circle inside
        assert "GF209" in find_refusal(game_folder, WORD.format(7, 10), 3, hexagon)


def test_two_parts_of_one_template_are_each_held_to_their_own_outline(game_folder: GameFolder) -> None:
    game_folder.write("game/templates/card.svg.j2", CARD.format("0 0 50 50", WORD.format(5, 10)))
    drawer, tile, token = (
        make_renderer(game_folder.game, game_folder.shared),
        make_part(Outline(50, 50)),
        make_part(Outline(50, 50, "disc"), id="token"),
    )
    drawer.draw_face(tile, tile.designs[0], "front")
    with pytest.raises(Exception, match="GF209"):
        drawer.draw_face(token, token.designs[0], "front")


# -- where an error stands -----------------------------------------------------------------------------------------

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">\n'
WHERE = {
    "  <blink/>": "2:3: GF201 <blink>",
    "{% for k in range(3) %}\n  <g>\n    <rect widht='3'/></g>\n{% endfor %}": "4:5: GF201 <rect> 'widht' '3' 'width'",
    "<g>\n <text font-size='4' y='9'\n  x='9'>{{ row.name }}★</text></g>": "3:2: GF205 '★' +2605 'Bo★'",
    "<text x='9' y='9'>a\n <tspan rotate='left'>b</tspan></text>": "3:2: GF201 ~ rotate",
    "<rect\n  width='5'": "2:1: GF201 `<`",
    "<g>\n<rect/>\n</h>": "2:1: GF201 </h> <g>",
    "<g>": "2:1: GF201 </svg> <g>",
    "\n <rect fill=red/>": "3:2: GF201 '<rect fill=red/>'",
    "<defs>\n<linearGradient id='a' href='#b'/></defs><rect width='3' height='3' fill='url(#a)'/>": "3:1: GF201 '#b'",
    "<defs><clipPath id='a'><g/></clipPath></defs>\n<rect width='3' height='3' clip-path='url(#a)'/>": "2:24: GF201 <g> <clipPath>",
    "<rect id='a'/>\n<g id='a'/><use href='#a'/>": "3:1: GF201 'a'",
    "<image width='3' height='3' href='images/no.png'/>": "2:1: GF206 'images/no.png'",
    "<use href='no.svg#a'/>": "2:1: GF206 'no.svg' 'card.svg.j2' 'part.svg.j2' 'shared.svg'",
    "\n<use href='shared.svg#a'/>": "3:1: GF201 <blink>",
    "\n{{ row.nmae }}": "3:8: GF207 'nmae' 'name'",
    "<g>{{ nothing }}</g>": "2:7: GF207 'nothing'",
    "<g>{{ name }}</g>": "2:7: GF207 'name' ~ write row.name",
    "<g>{{ title }}</g>": "2:7: GF207 'title' ~ write game.title or part.title",
    "<g>{{ rov.name }}</g>": "2:7: GF207 'rov' 'row'",
    "{{ colors[''] }}": "2:1: GF207 ~ look up is empty",
    "{{ row[7] }}": "2:1: GF207 7 'name'",
    "{{ row.name.paint }}": "2:13: GF207 ~ a text has no 'paint'",
    "{{ [1, 2][2] }}": "2:1: GF207 2 2",
    "{{ [1, 2].paint }}": "2:11: GF207 ~ a list has no 'paint'",
    "{{ w.paint }}": "2:6: GF207 ~ a number has no 'paint'",
    "{% import 'part.svg.j2' as p %}{{ p.stra(3) }}": "2:37: GF207 'part.svg.j2' 'stra' 'star'",
    "{{ 1 / 0 }}": "2:1: GF207 ~ division by zero",
    "\n\n{% if %}": "4:1: GF207 'end of statement block'",
    "{{ 'a'|upside }}": "2:1: GF207 'upside'",
    "\n{{ 'Donaudampfschiff'|wrap(5) }}": "3:5: GF202 'Donaudampfschiff' 24.7 5",
    "{{ 'red'|tint(0.5) }}": "2:5: GF203 'red'",
    "{% include 'nothing.svg' %}": "2:1: GF206 'nothing.svg' 'card.svg.j2' 'part.svg.j2' 'shared.svg'",
    "{% include '../secret.svg' %}": "2:1: GF206 '../secret.svg' 'card.svg.j2' 'part.svg.j2' 'shared.svg'",
    "{% include '/etc/passwd' %}": "2:1: GF206 '/etc/passwd' 'card.svg.j2' 'part.svg.j2' 'shared.svg'",
}


@pytest.mark.parametrize("body", WHERE)
def test_an_error_is_reported_at_its_line_and_column(game_folder: GameFolder, body: str) -> None:
    game_folder.write("shared/shared.svg", CARD.format("0 0 1 1", "<g id='a'><blink/></g>"))
    game_folder.write("game/secret.svg", "<g/>")
    game_folder.write("shared/part.svg.j2", "<g/>{% macro star(x) %}{% endmacro %}")
    found = game_folder.find_refusal(f"{OPEN}{body}\n</svg>", row={"name": "Bo"})
    check_refusal(found.removeprefix("game/templates/card.svg.j2:"), WHERE[body])


def test_an_error_in_an_include_or_a_macro_is_reported_in_its_own_file(game_folder: GameFolder) -> None:
    game_folder.write(
        "shared/part.svg.j2",
        "\n  <blink/>{% macro star(x) %}\n <rect x='{{ x }}mm' width='3' height='3'/>{% endmacro %}",
    )
    found = game_folder.find_refusal(f"{OPEN}<g>{{% include 'part.svg.j2' %}}</g></svg>")
    check_refusal(found, "shared/part.svg.j2:2:3: GF201 <blink>")
    found = game_folder.find_refusal(f"{OPEN}{{% import 'part.svg.j2' as p %}}{{{{ p.star(3) }}}}</svg>")
    check_refusal(found, "shared/part.svg.j2:3:2: GF201 '3mm'")


def test_an_undefined_name_in_a_macro_is_reported_in_the_macro(game_folder: GameFolder) -> None:
    game_folder.write("shared/part.svg.j2", "{% macro star() %}\n\n{{ nothing }}{% endmacro %}")
    found = game_folder.find_refusal(f"{OPEN}{{% import 'part.svg.j2' as p %}}{{{{ p.star() }}}}</svg>")
    assert found.startswith("shared/part.svg.j2:3:")
    assert "GF207 'nothing'" in found


def test_a_broken_shared_file_is_named(game_folder: GameFolder) -> None:
    game_folder.write("shared/icons.svg", "<svg><g></svg>")
    found = game_folder.find_refusal(f"{OPEN}<use href='icons.svg#a'/></svg>")
    check_refusal(found, "shared/icons.svg: GF201 </svg> <g>")


@pytest.mark.parametrize("text", ["", "<p>", " ", CARD.format("0 0 50 50", "").replace("viewBox", "viewbox")])
def test_a_fault_of_a_whole_template_is_reported_at_its_first_line(game_folder: GameFolder, text: str) -> None:
    assert game_folder.find_refusal(text).startswith("game/templates/card.svg.j2:1:1: GF201 ")


ESCAPES = [
    "{{ ''.__class__ }}",
    "{{ ''['__class__'].__mro__ }}",
    "{{ row.__class__.__init__.__globals__ }}",
    "{{ part.__class__ }}",
    "{{ self.__init__.__globals__ }}",
    "{{ cycler.__init__.__globals__.os }}",
    "{{ lipsum.__globals__ }}",
    "{{ polar.__globals__ }}",
    "{{ ''|attr('__class__') }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ ('%s' % 1).__class__ }}",
    "{{ row.update({'a': 1}) }}",
    "{{ row.clear() }}",
    "{{ colors.clear() }}",
    "{% set row.name = 3 %}",
    "{{ range(999999999)|list }}",
    "{% import 'os' as os %}",
    "{{ (row.items).__self__ }}",
]


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_leads_out_of_the_sandbox(game_folder: GameFolder, escape: str) -> None:
    values = {"name": "Bo"}
    found = game_folder.find_refusal(f"{OPEN}<text x='9' y='9'>{escape}</text></svg>", row=values)
    assert "GF20" in found
    assert found.startswith(("game/templates/card.svg.j2:2", "game/templates/card.svg.j2:1:1: GF207 "))
    assert values == {"name": "Bo"}


def test_values_are_escaped(game_folder: GameFolder) -> None:
    picture = game_folder.draw_front(
        f"{OPEN}<text x='9' y='9'>{{{{ row.name }}}}</text><rect id='{{{{ row.name }}}}' width='3' height='3'/></svg>",
        row={"name": "<a> & \"b\" 'c'"},
    )
    word, square_ = picture.shapes
    assert isinstance(word, Text)
    assert isinstance(square_, Path)
    assert word.text == "<a> & \"b\" 'c'"


def test_templates_receive_the_documented_values(game_folder: GameFolder) -> None:
    told = "{{ w }}|{{ h }}|{{ part.id }}|{{ part.title }}|{{ game.title }}|{{ game.version }}|{{ row.n }}|{{ colors['gem'] }}|{{ colors['gem'].mark }}"
    game_folder.write("game/templates/card.svg.j2", f"{OPEN}<text x='1' y='9' font-size='2'>{told}</text></svg>")
    piece = make_part(Outline(50, 50), values={"row": {"n": 3}})
    colors = {"gem": Color("gem", "gem", "#009E73", "disc")}
    (word,) = (
        make_renderer(game_folder.game, game_folder.shared, colors).draw_face(piece, piece.designs[0], "front").shapes
    )
    assert isinstance(word, Text)
    assert word.text == "50|50|card|Cards|Specimen|1.0|3|#009E73|disc"


def test_equal_faces_are_one_picture_and_different_ones_are_not(game_folder: GameFolder) -> None:
    game_folder.write("game/templates/card.svg.j2", f"{OPEN}<rect width='{{{{ row.n }}}}' height='3'/></svg>")
    drawer = make_renderer(game_folder.game, game_folder.shared)
    one, same, other = (make_part(Outline(50, 50), values={"row": {"n": n}}) for n in (1, 1, 2))
    pictures = [drawer.draw_face(each, each.designs[0], "front") for each in (one, same, other)]
    assert pictures[0] is pictures[1]
    assert pictures[0] is not pictures[2]


def test_geometry_helpers(game_folder: GameFolder) -> None:
    body = "<polygon points='{{ regular(25, 25, 10, 4) }}'/><polyline points='{{ polar(25, 25, 10, 90) }} 0,0'/><polygon points='{{ star(25, 25, 10, 0.5, 2) }}'/>"
    one, two, three = game_folder.draw_front(f"{OPEN}{body}</svg>").shapes
    assert isinstance(one, Path)
    assert isinstance(two, Path)
    assert isinstance(three, Path)
    assert one.segments == (("M", 25, 15), ("L", 35, 25), ("L", 25, 35), ("L", 15, 25), ("Z",))
    assert two.segments[0] == ("M", 35, 25)
    assert three.segments == (("M", 25, 15), ("L", 30, 25), ("L", 25, 35), ("L", 20, 25), ("Z",))


def test_an_empty_body_is_a_valid_face(game_folder: GameFolder) -> None:
    assert game_folder.draw_front(f"{HEAD}</svg>").shapes == ()


def test_text_well_inside_a_card_is_not_measured_glyph_by_glyph(
    game_folder: GameFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def corners(text: Text, _: object) -> list[tuple[float, float]]:
        looked.append(text.text)
        return [(0.0, 0.0)]

    monkeypatch.setattr(safe_zone, text_run_corners.__name__, corners)
    monkeypatch.setattr(safe_zone, text_bounds.__name__, corners)
    game_folder.draw_front(CARD.format("0 0 50 50", WORD.format(20, 20)))
    assert looked == []
    game_folder.draw_front(CARD.format("0 0 50 50", WORD.format(0, 2)))
    assert set(looked) == {"H"}
