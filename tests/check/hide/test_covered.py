"""Nothing covers texts and named groups (GF150), and they have not the color of what lies behind them (GF151)."""

from pathlib import Path

import pytest

from tests.check.hide.pages import COLORS, look
from tests.samples import for_each

WORD = '<text x="20" y="16" text-anchor="middle" font-size="6">seven</text>'
SIGN = '<g class="icon.sun"><circle cx="20" cy="10" r="4" fill="#c80"/></g>'


@pytest.mark.parametrize("shown", [WORD, SIGN, f'<rect x="2" y="2" width="36" height="20" fill="#eee"/>{WORD}{SIGN}'])
def test_what_is_seen_is_not_told(tmp_path: Path, shown: str) -> None:
    assert look(tmp_path, shown) == []


FADE = (
    '<linearGradient id="g"><stop offset="0" stop-color="#d40"/><stop offset="1" stop-color="#00a"/></linearGradient>'
)
BRIGHT = WORD.replace("<text", '<text fill="url(#g)"')


def test_a_text_is_seen_by_the_gradient_in_its_letters(tmp_path: Path) -> None:
    assert look(tmp_path, f"{FADE}{BRIGHT}") == []
    covered = look(tmp_path / "more", f'{FADE}\n{BRIGHT}\n<rect y="8" width="40" height="20" fill="#fff"/>')
    assert covered == ["templates/face.svg.j2:4:1: GF150 'seven'"]


def test_a_shape_over_a_text_is_told_at_that_shape(tmp_path: Path) -> None:
    drawing = f'{WORD}\n<circle cx="3" cy="3" r="1"/>\n<rect y="8" width="40" height="20" fill="#fff"/>\n<rect x="9" y="1" width="9" height="5"/>'
    assert look(tmp_path, drawing) == ["templates/face.svg.j2:4:1: GF150 'seven'"]


@for_each([("24", []), ("6", ["templates/face.svg.j2:5:1: GF150 'icon.sun'"])])
def test_of_two_calls_of_one_tag_the_group_of_the_hidden_one_is_told(
    tmp_path: Path, second: str, told: list[str]
) -> None:
    side = "{% macro side(x, paint) %}\n<rect x='{{ x }}' y='6' width='12' height='18' fill='{{ paint }}'/>\n{% endmacro %}"
    calls = f"<g class='icon.sun'>{{{{ side(6, '#c80') }}}}</g>\n<g class='row.a'>{{{{ side({second}, '#246') }}}}</g>"
    assert look(tmp_path, f"{side}\n{calls}") == told


def test_what_one_shape_covers_is_one_finding(tmp_path: Path) -> None:
    drawing = f'{WORD}\n{SIGN}\n<text x="8" y="26" font-size="5">and</text>\n<rect width="40" height="30" fill="#fff"/>'
    assert look(tmp_path, drawing) == ["templates/face.svg.j2:5:1: GF150 'seven' 2"]


def test_a_text_may_be_covered_in_part(tmp_path: Path) -> None:
    assert look(tmp_path, f'{WORD}<rect x="25" width="9" height="30" fill="#fff"/>') == []
    assert look(tmp_path / "more", f'{WORD}<rect x="16" width="17" height="30" fill="#fff"/>') != []


def test_text_in_the_color_of_its_ground_is_told_at_the_text(tmp_path: Path) -> None:
    drawing = f'<rect x="2" y="2" width="36" height="26" fill="#000"/>\n{WORD}\n{SIGN}'
    assert look(tmp_path, drawing) == ["templates/face.svg.j2:3:1: GF151 'seven' 1.0 1 17 3 1"]


def test_white_on_white_is_told(tmp_path: Path) -> None:
    drawing = WORD.replace("<text", '<text fill="#fff"') + "\n" + SIGN.replace("#c80", "#fff")
    assert look(tmp_path, drawing) == [
        "templates/face.svg.j2:2:1: GF151 'seven' 1.0 1 17 3 1",
        "templates/face.svg.j2:3:21: GF151 'icon.sun'",
    ]


def test_what_is_nearly_transparent_is_told_at_its_group(tmp_path: Path) -> None:
    drawing = f'<g opacity="0.04">\n{WORD}\n{SIGN}</g>'
    assert look(tmp_path, drawing) == [
        "templates/face.svg.j2:2:1: GF151 'seven'",
        "templates/face.svg.j2:2:1: GF151 'icon.sun'",
    ]


def test_a_white_sign_on_a_dark_ground_is_seen(tmp_path: Path) -> None:
    assert look(tmp_path, f'<rect x="2" y="2" width="36" height="26" fill="#111"/>{SIGN.replace("#c80", "#fff")}') == []


def test_a_color_that_a_group_gives_is_told_at_the_group(tmp_path: Path) -> None:
    drawing = f'<g fill="#fff">\n{WORD}\n<text x="8" y="26" font-size="5">and</text></g>'
    assert look(tmp_path, drawing) == ["templates/face.svg.j2:2:1: GF151 'seven' 1.0 1 17 3 1 1"]


def test_what_is_clipped_away_is_told(tmp_path: Path) -> None:
    clip = '<defs><clipPath id="hole"><rect width="5" height="5"/></clipPath></defs>'
    assert look(tmp_path, f'{clip}\n<g clip-path="url(#hole)">\n{WORD}</g>') == [
        "templates/face.svg.j2:4:1: GF150 'seven'"
    ]


DIE = "{kind: die, size: 16, faces: [ab, cd, ef, gh, ij, kl], front: face.svg.j2, copies: 1}"
FACE = """{% for f in faces %}
<g class="{{ f.mark }}" transform="{{ f.at }}"><polygon points="{{ f.points }}" fill="#111"/>
<text y="2" text-anchor="middle" font-size="6" fill="INK">{{ f.value }}</text></g>
{% endfor %}"""
GROUND = "{% for f in faces %}<g transform='{{ f.at }}'><polygon points='{{ f.points }}' fill='#111'/></g>{% endfor %}"


def test_the_clip_of_a_pattern_clips_no_group_away(tmp_path: Path) -> None:
    tile = '<pattern id="p" width="30" height="30" patternUnits="userSpaceOnUse"><circle cx="9" cy="9" r="9" fill="#c00"/></pattern>'
    sign = '<g class="icon.sun"><rect x="8" y="8" width="6" height="6" fill="url(#p)"/>{}</g>'
    whole = '<circle cx="11" cy="11" r="2"/>'
    assert look(tmp_path / "whole", f"<defs>{tile}</defs>\n{sign.format(whole)}") == []
    cut = '<clipPath id="c"><rect width="9" height="30"/></clipPath>'
    clipped = f'<g clip-path="url(#c)">\n{sign.format(whole)}</g>'
    assert look(tmp_path / "cut", f"<defs>{tile}{cut}</defs>\n{clipped}") == [
        "templates/face.svg.j2:4:1: GF150 'icon.sun'"
    ]


def test_the_ground_of_a_group_may_have_the_color_of_what_lies_behind_it(tmp_path: Path) -> None:
    assert look(tmp_path, GROUND + FACE.replace("INK", "#fff"), DIE, other="GF157") == []


def test_what_stands_on_that_ground_may_not(tmp_path: Path) -> None:
    found = look(tmp_path, GROUND + FACE.replace("INK", "#111"), DIE, other="GF157")
    assert found == ["templates/face.svg.j2:4:1: GF151 'ab' 1.0 1 17 3 1 5"]


def test_the_ground_of_a_group_may_cover_what_should_stand_on_it(tmp_path: Path) -> None:
    drawing = f'<g class="row.a">\n{WORD}\n<rect x="3" y="3" width="34" height="24" fill="#fff"/></g>'
    assert look(tmp_path, drawing) == ["templates/face.svg.j2:4:1: GF150 'seven'"]


BOARD = "{kind: board, grid: {columns: 3, rows: 2, cell: 14}, front: face.svg.j2, copies: 1}"
CELLS = '{% for c in cells %}\n<g class="{{ c.mark }}" transform="{{ c.at }}">{{ DRAWN }}</g>\n{% endfor %}'
SQUARE = '<rect x="-7" y="-7" width="14" height="14" fill="#fff" stroke="#000" stroke-width="0.4"/>'


def test_cells_may_share_their_lines(tmp_path: Path) -> None:
    assert look(tmp_path, CELLS.replace("{{ DRAWN }}", SQUARE), BOARD) == []


def test_a_cell_that_covers_its_neighbors_is_told(tmp_path: Path) -> None:
    large = "{% if c.id == 'r1c2' %}<rect x='-27' y='-20' width='34' height='27' fill='#ccc'/>{% endif %}"
    drawn = f'{SQUARE}<circle r="3" fill="#c80"/>\n{large}'
    found = look(tmp_path, CELLS.replace("{{ DRAWN }}", drawn), BOARD)
    assert found[0] == "templates/face.svg.j2:4:24: GF330 'r1c2' 'plain' 'r1c1'"
    assert found[1] == "templates/face.svg.j2:4:24: GF150 'cell.r0c2' 2"


def test_a_group_whose_mark_is_in_the_paint_of_the_side_is_told_once_for_all_designs(tmp_path: Path) -> None:
    drawing = '<rect width="40" height="30" fill="{{ player }}"/>\n<g class="icon.sun"><circle cx="9" cy="9" r="4" fill="{{ player }}"/></g>'
    part = "{kind: card, size: [40, 30], for_each: player, front: face.svg.j2, copies: 1}"
    assert [each for each in look(tmp_path, drawing, part, COLORS) if "GF151" in each] == [
        "templates/face.svg.j2:3:21: GF151 'icon.sun' 1"
    ]


FORK = "{kind: board, grid: {columns: 4, rows: 3, cell: 10}, routes: {a: [r0c0..3], b: [r0c0..2, r1c2]}, front: face.svg.j2, copies: 1}"
WAYS = (
    "{% for name, route in routes|dictsort %}\n<g class='route.{{ name }}'><polyline fill='none' stroke='#a60' stroke-width='2' "
    "points='{% for c in route %}{{ c.x }},{{ c.y }} {% endfor %}'/></g>{% endfor %}\n"
    "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><circle r='SIZE' fill='#fff' stroke='#000' stroke-width='0.3'/></g>{% endfor %}"
)


def test_a_route_may_run_below_cells_and_another_route_if_a_stretch_is_seen(tmp_path: Path) -> None:
    assert look(tmp_path, WAYS.replace("SIZE", "3.8"), FORK) == []
    covered = look(tmp_path / "covered", WAYS.replace("SIZE", "5.2"), FORK)
    assert [line.partition(": ")[2] for line in covered] == ["GF150 'route.a' 1"]
    same = WAYS.replace("SIZE", "3.8").replace("#a60", "{{ '#fff' if name == 'a' else '#a60' }}")
    assert "'route.a'" in str(look(tmp_path / "same", same, FORK))
    over = WAYS.replace("SIZE", "3.8") + "<rect width='40' height='7' fill='#eee'/>"
    assert look(tmp_path / "over", over, FORK) != []


SAYS = """{% macro says(word, paint) %}
<text x="20" y="16" text-anchor="middle" font-size="5" fill="{{ paint }}">{{ word }}</text>
{% endmacro %}
<rect x="5" y="5" width="30" height="20" fill="#246"/>
{{ says('Wren', '#fff') }}"""


def test_a_paint_that_a_macro_is_given_is_told_at_its_call(tmp_path: Path) -> None:
    assert look(tmp_path, SAYS) == []
    found = look(tmp_path / "same", SAYS.replace("#fff", "#246"))
    assert [each.split(" ")[:2] for each in found] == [["templates/face.svg.j2:6:1:", "GF151"]]
    twice = SAYS.replace("#fff", "#246") + "\n{{ says('', '#fff') }}"
    assert [each.split(":")[1] for each in look(tmp_path / "twice", twice) if "GF151" in each] == ["3"]


def test_pale_cells_with_lines_of_the_ground_are_seen(tmp_path: Path) -> None:
    board = "{kind: board, grid: {columns: 3, rows: 2, cell: 20}, front: face.svg.j2, border: 3, copies: 1}"
    ground = '<rect width="{{ w }}" height="{{ h }}" fill="#7a5230"/>\n'
    cells = '{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><polygon points="{{ c.points }}" fill="FILL" stroke="#7a5230" stroke-width="0.4"/></g>{% endfor %}'
    pale = look(tmp_path / "pale", ground + cells.replace("FILL", "#f6efe3"), board, other="GF157")
    same = look(tmp_path / "same", ground + cells.replace("FILL", "#7a5230"), board, other="GF157")
    assert pale == []
    assert [each.split()[1] for each in same] == ["GF151"]


PASSES = """{% for n in range(2) %}
{% set y = 4 + STEP * loop.index0 %}
<rect x="4" y="{{ y }}" width="9" height="6" fill="#fc8"/>
<text x="5" y="{{ y + 9 }}" font-size="3">seven</text>
{% endfor %}"""


@for_each(
    [
        (PASSES.replace("STEP", "12"), []),
        (PASSES.replace("STEP", "6"), ["4:1: GF150 'seven'", "5:1: GF150 note: 'seven' templates/face.svg.j2:4:1"]),
        (
            '<text x="4" y="20" font-size="4">seven</text>\n<rect x="3" y="15" width="34" height="9" fill="#fc8"/>',
            ["3:1: GF150 'seven'", "2:1: GF150 note: 'seven' templates/face.svg.j2:3:1"],
        ),
        (
            '<rect x="3" y="15" width="34" height="9" fill="#444"/>\n<text x="4" y="20" font-size="4">seven</text>',
            ["3:1: GF151 warning: 'seven' 2.2 1 11.3 4.5 1", "2:1: GF151 note: 'seven' templates/face.svg.j2:3:1"],
        ),
    ]
)
def test_what_may_be_wrong_instead_is_a_note(tmp_path: Path, drawing: str, told: list[str]) -> None:
    found = look(tmp_path, drawing, tells_instead=True)
    assert [each.removeprefix("templates/face.svg.j2:") for each in found] == told
