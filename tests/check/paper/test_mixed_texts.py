"""Texts and signs that stand where others belong (GF144, GF155), and what is too small or turned around (GF146, GF147)."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.color import Color
from generator.model.finding import Finding, Place
from generator.proof.typed_colors import find_exchanged_roles, find_typed_arguments
from generator.proof.typed_icons import find_crossed_choices, find_foreign_symbols
from tests.check.paper.pages import CARD, look
from tests.messages import facts

RACE = Path(__file__).parents[3] / "starters" / "race"
FACE = "templates/face.svg.j2"
BEATS = '<g class="row.beats"><text x="8" y="9" font-size="4">1</text><text x="{}" y="9" font-size="4">3</text></g>'
LOSES = '<g class="row.loses"><text x="16" y="{}" font-size="4">2</text></g>'


def test_signs_with_texts_in_them_are_told_apart_by_their_looks(tmp_path: Path) -> None:
    ring = '<circle cx="17" cy="7.6" r="3" fill="none" stroke="#000" stroke-width="0.5"/></g>'
    assert look(tmp_path, BEATS.format(24) + "\n" + LOSES.format(9).replace("</g>", ring)) == []


def test_letters_in_groups_of_their_own_may_touch_but_not_lie_on_each_other(tmp_path: Path) -> None:
    letter = '<g class="row.{}"><text x="{}" y="16" font-size="6">{}</text></g>\n'
    assert look(tmp_path, letter.format("a", 9, "B") + letter.format("b", 12.4, "C")) == []
    over = letter.format("a", 9, "B") + letter.format("b", 9.2, "C")
    assert [each for each in look(tmp_path / "over", over) if "GF155" in each] == [f"{FACE}:3:18: GF155 'C' 'B'"]


LEGEND = (
    '<g class="legend.{}"><g class="icon.{}"><circle cx="8" cy="{}" r="{}"/></g>'
    '<text x="14" y="{}" font-size="3">{}</text></g>\n'
)


def legends(fox: str, owl: str, r: float = 3) -> str:
    """Return the legends of two icons with these words."""
    return LEGEND.format("fox", "fox", 8, 3, 9, fox) + LEGEND.format("owl", "owl", 20, r, 21, owl)


TABLE = (
    '<g class="row.beats"><circle cx="8" cy="30" r="2"/></g>'
    '<g class="row.loses"><circle cx="16" cy="30" r="1.8" fill="#fff" stroke="#000"/></g>\n'
)
SAMPLE = '<circle cx="8" cy="{y}" r="{r}" {paint}/>\n<text x="12" y="{low}" font-size="3">{words}</text>\n'


def samples(*rows: tuple[bool, str], smaller: float = 0) -> str:
    """Return a table, and below it a legend with these words, each beside a filled dot or an open one."""
    looks = [(1.8 - smaller, 'fill="#fff" stroke="#000"'), (2 - smaller, "")]
    drawn = [(8 + 7 * row, *looks[is_filled], words) for row, (is_filled, words) in enumerate(rows)]
    return TABLE + "".join(SAMPLE.format(y=y, r=r, paint=paint, low=y + 1, words=words) for y, r, paint, words in drawn)


def test_an_icon_is_large_enough_to_be_told_from_others(tmp_path: Path) -> None:
    assert look(tmp_path / "large", legends("fox", "owl", r=0.8), other="GF143") == []
    assert look(tmp_path, legends("fox", "owl", r=0.6), other="GF143") == [
        f"{FACE}:3:23: GF146 warning: 'icon.owl' 1.2"
    ]


BOARD = (
    "{kind: board, front: face.svg.j2, copies: 1, grid: {columns: 2, rows: 1, cell: 20}, joins: [[r0c0, r0c1, slide]]}"
)
CELLS = (
    "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><circle r='8' fill='#eee'/></g>{% endfor %}\n"
)
SLIDE = "{{% for j in joins if j.kind == 'slide' %}}<g class='{{{{ j.mark }}}}'>{}</g>{{% endfor %}}"
ARROW = (
    "<path d='M10 10 L30 10 m{0} -3 l{1} 3 l{0} 3' fill='none' stroke='#080' stroke-width='1' stroke-linecap='round'/>"
)


FOLDED = "{kind: foldover, diameter: 20, front: face.svg.j2, copies: 1}"
SIDES = "{{% for f in faces %}}<g class='{{{{ f.mark }}}}' transform='{{{{ f.at }}}}'>\n{}</g>{{% endfor %}}"
RINGS = "<circle r='8' fill='#eee'/><circle r='5' fill='#ccc'/><circle r='2'/>"


@pytest.mark.parametrize(
    ("back", "told"), [(RINGS, []), ("<circle r='8' fill='#eee'/>", []), ("<circle r='7'/>", [""])]
)
def test_a_side_with_another_ground_alone_is_noted(tmp_path: Path, back: str, told: list[str]) -> None:
    drawing = SIDES.format(f"{{% if f.id == 'front' %}}{RINGS}{{% else %}}{back}{{% endif %}}")
    found = [each for each in look(tmp_path, drawing, FOLDED) if "GF158 note" in each]
    assert found == [f"{FACE}:2:21: GF158 note: 'back' 'front'" for _ in told]


DIE = "{kind: die, size: 16, faces: [1, 6, 2, 5, 3, 4], front: face.svg.j2, copies: 1}"
NUMBER = SIDES.format("<text y='2' text-anchor='middle' font-size='5'TURN>{{ f.value }}</text>")


def test_the_numbers_of_a_die_that_are_all_upside_down_are_told(tmp_path: Path) -> None:
    assert look(tmp_path, NUMBER.replace("TURN", ""), DIE) == []
    turned = NUMBER.replace("TURN", " transform='rotate(180)'").replace("y='2'", "y='1'")
    assert look(tmp_path / "turned", turned, DIE) == [f"{FACE}:3:1: GF158 warning: 'face.a'"]


BACKED = CARD.replace("front", "back: back.svg.j2, front")
RING = '<circle cx="20" cy="15" r="9" fill="#246"/>'
STRIPE = '<rect x="{}" y="{}" width="{}" height="{}" fill="#246"/>'


def test_a_centered_text_on_a_back_is_the_place_to_edit(tmp_path: Path) -> None:
    deck = BACKED.replace("copies: 1", "copies: 1, rows: [{id: a}, {id: b}]")
    text = '\n<text x="20" y="16" text-anchor="middle" font-size="5">Wren</text>'
    found = look(tmp_path, '<circle cx="9" cy="9" r="4"/>', deck, back=RING.replace("#246", "#cde") + text)
    assert found == ["templates/back.svg.j2:3:1: GF156 warning: `one_way: true`"]


def find_symbols(text: str) -> list[str]:
    """Return what is told of the symbols that a template draws."""
    signs = "<symbol id='fox' viewBox='0 0 2 2'/><symbol id='owl' viewBox='0 0 2 2'/>"
    found: list[Finding] = [*find_foreign_symbols("it", {"t": text}, lambda name: signs if name == "a.svg" else "")]
    return [facts(each) for each in found]


def test_the_symbol_of_another_icon_is_told() -> None:
    icon = '<g class="icon.fox" color="#000"><use href="a.svg#{}" x="1"/></g>'
    assert find_symbols(icon.format("fox")) == []
    assert find_symbols(icon.format("owl")) == ["t:1:51: GF144 warning: 'owl' 'fox' 'fox'"]
    assert find_symbols(icon.format("owl").replace("icon.fox", "icon.hen")) == []  # which has no symbol of its own
    assert find_symbols(icon.format("owl").replace("a.svg", "b.svg")) == []
    own = "<g id='fox'/><g id='owl'/>\n" + icon.replace("a.svg", "")
    assert find_symbols(own.format("fox")) == []
    assert find_symbols(own.format("owl")) == ["t:2:46: GF144 warning: 'owl' 'fox' 'fox'"]


def test_the_symbol_of_another_branch_is_told() -> None:
    branch = "{{% if c.kind == 'fox' %}}\n<use href='a.svg#{}' x='1'/>{{% endif %}}"
    assert find_symbols(branch.format("fox")) == []
    assert find_symbols(branch.format("owl")) == ["t:2:18: GF144 warning: 'owl' 'fox' 'fox'"]
    assert find_symbols(branch.format("owl") + "<use href='a.svg#fox'/>") != []
    both = "{% if c.kind == 'fox' %}<use href='a.svg#owl'/><use href='a.svg#fox'/>{% endif %}"
    assert find_symbols(both) == []


def test_a_mark_typed_where_a_macro_otherwise_gets_that_of_a_color_is_told() -> None:
    marks = {"player.red": "disc", "player.blue": "ring"}
    colors = {role: Color(role=role, name=role, paint="#123456", mark=mark) for role, mark in marks.items()}
    part = expand_parts(read_game(RACE, KINDS), KINDS)[0]
    passed = "{{ art.badge(colors[role].mark, 3) }}"

    def find(*lines: str) -> list[str]:
        return [each.message for each in find_typed_arguments(part, colors, {"t": lines})]

    assert find(passed, "{{ art.badge(role.mark, 4) }}") == []
    assert find("{{ art.badge('disc', 4, role) }}") == []  # always
    assert find(passed, "{{ art.badge('star', 4) }}") == []  # the mark of no color
    assert find(passed, "{{ art.badge('disc', 4) }}", "{{ art.badge('ring', 4) }}") == []  # a legend
    says = "'art.badge' always gets 'disc' here, the mark of 'player.red', but the mark of each color in line 1"
    assert find(passed, "{{ art.badge('disc', 4, role) }}") == [f"{part.id}: {says}; pass the mark of the color"]


def test_a_table_entry_with_the_color_of_another_is_told() -> None:
    colors = {role: Color(role=role, name=role, paint="#123456") for role in ("land", "hill", "lake")}
    part = expand_parts(read_game(RACE, KINDS), KINDS)[0]

    def find(table: str) -> list[str]:
        return [facts(each) for each in find_exchanged_roles(part, colors, {"t": table})]

    assert find("{'plain': colors['land'], 'hill': colors['hill'], 'lake': colors['lake']}") == []
    assert find("{'hill': colors['land'], 'lake': colors['land']}") == []  # none has its own
    assert find("{'hill': colors['hill'], 'lake': colors['land']} and colors['lake']") == []  # of the boats, say
    wrong = find("{'plain': colors['land'],\n'hill': colors['hill'], 'lake': colors['land']}")
    assert wrong == ["t:2:41: GF144 warning: 'lake' 'land'"]


SIDED = (
    "{kind: tile, size: [40, 40], front: face.svg.j2, rows: [{id: a, north: 1, east: 2, south: 3, west: 4, copies: 1}]}"
)
SPOTS = {"north": (20, 10), "east": (32, 20), "south": (20, 33), "west": (8, 20)}


CHOSEN = """<g class="icon.{{ 'mouth' if f.id == 'front' else 'back' }}">{{ shell.DRAWN }}</g>"""


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("mouth() if f.id == 'front' else shell.spotted()", False),
        ("spotted(2, r) if f.id == 'back' else shell.mouth(3)", False),
        ("back() if f.id == 'back' else shell.mouth()", False),
        ("mouth() if f.id == 'back' else shell.spotted()", True),
        ("spotted(2, r) if f.id == 'front' else shell.mouth(3)", True),
        ("mouth() if f.side == 'back' else shell.spotted()", False),  # another value
        ("open() if f.id == 'back' else shell.spotted()", False),  # other names
    ],
)
def test_an_icon_that_is_drawn_where_the_other_one_is_named(drawn: str, told: bool) -> None:
    found = list(find_crossed_choices("it", {"t": CHOSEN.replace("DRAWN", drawn)}))
    says = "it: 'mouth' is drawn where the icon has another name; swap the names in one of the two choices"
    assert [(each.place, each.message) for each in found] == [(Place("t", 1, 71), says)] * told


def test_a_symbol_that_is_drawn_where_the_other_icon_is_named() -> None:
    use = """<g class="icon.{{ 'sun' if f.value == 1 else 'rain' }}"><use href="a.svg#{{ 'SUN' if f.value == 'x' else 'RAIN' }}"/></g>"""
    use = use.replace("== 1", "== 'x'")
    assert list(find_crossed_choices("it", {"t": use.replace("SUN", "sun").replace("RAIN", "rain")})) == []
    (found,) = find_crossed_choices("it", {"t": use.replace("SUN", "rain").replace("RAIN", "sun")})
    assert facts(found).endswith("GF144 warning: 'sun'")
