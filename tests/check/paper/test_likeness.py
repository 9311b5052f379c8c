"""What stands in one place is missing in others like it: sides, routes, signs that count, names (GF126 to GF179)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
STANDEE = "{kind: standee, size: [20, 30], front: face.svg.j2, copies: 1}"
SIDES = """{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% if f.id in ['front', 'back'] %}<circle r="5"/><text y="9" font-size="4" text-anchor="middle">Owl</text>
<g class="icon.wing"><path d="M-3 -8 h6 v2 h-6 Z"/></g>{% else %}<circle r="1"/>{% endif %}
</g>{% endfor %}"""
ROWS = "rows: [{id: a, dots: 1, copies: 1}, {id: b, dots: 2, copies: 1}, {id: c, dots: 3, copies: 1}]"
DECK = f"{{kind: card, size: [40, 30], front: face.svg.j2, {ROWS}}}"
FOUR_DOTS = "{kind: card, size: [40, 30], front: face.svg.j2, rows: {dots: [1, 2, 3, 4], copies: [1]}}"
DOTS = '<g class="row.dots">{% for k in range(COUNT) %}<circle cx="{{ 8 + 6 * k }}" cy="{{ 15 - row.dots }}" r="2"/>{% endfor %}</g>'
BOARD = "{kind: board, grid: {columns: 4, rows: 4, cell: 10}, front: face.svg.j2, copies: 1, safe: 0, ROUTES}"
CELLS = (
    '{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><circle r="3" fill="#777"/></g>{% endfor %}\n'
)
RAYS = "{% for k in range(4) %}<path d='M{{ 5 + 10 * k }} 4 v32' stroke='#000'/><path d='M4 {{ 5 + 10 * k }} h32' stroke='#000'/>{% endfor %}\n"
DISC = "<circle cx='{}' cy='{}' r='1'/>"


def test_a_side_of_a_standee_that_lacks_what_the_other_has_is_told(tmp_path: Path) -> None:
    assert look(tmp_path, SIDES, STANDEE) == []
    named = SIDES.replace('<g class="icon', "{% if f.id == 'front' %}<g class=\"icon").replace(
        "</g>{% else", "</g>{% endif %}{% else"
    )
    assert look(tmp_path / "named", named, STANDEE) == [f"{FACE}:2:21: GF158 warning: 'back' 'icon.wing' 'front'"]
    fewer = SIDES.replace('<circle r="5"/>', "{% if f.id == 'back' %}<circle r='5'/>{% endif %}")
    assert look(tmp_path / "fewer", fewer, STANDEE) == [f"{FACE}:2:21: GF158 warning: 'front' 'back'"]
    face = SIDES.replace(
        '<circle r="5"/>', '<circle r="5"/>{% if f.id == \'front\' %}<path fill="#fff" d="M-2 1 h4 v3 Z"/>{% endif %}'
    )
    assert look(tmp_path / "face", face, STANDEE) == [f"{FACE}:2:21: GF158 note: 'back' 'front'"]  # seen from behind
    assert look(tmp_path / "eyes", face.replace("M-2 1 h4 v3", "M-1 1 h2 v1"), STANDEE) == []
    plain = SIDES.replace("in ['front', 'back'] %}", "== 'front' %}").replace('class="icon.wing"', 'color="#000"')
    assert look(tmp_path / "plain", plain, STANDEE) == [f"{FACE}:2:21: GF158 warning: 'back' 'front'"]


def test_a_side_that_is_upside_down_is_told(tmp_path: Path) -> None:
    turned = SIDES.replace('<text y="9"', '<text transform="rotate({{ 180 if f.id == \'back\' else 0 }} 0 8)" y="9"')
    assert look(tmp_path, turned, STANDEE, other="GF155") == [f"{FACE}:3:50: GF158 warning: 'back' 'front'"]


@pytest.mark.parametrize(
    ("count", "found"),
    [
        ("row.dots", []),
        ("1", [f"{FACE}:2:1: GF126 warning: 'row.dots' 1 2 1"]),
        ("row.dots + 1", [f"{FACE}:2:1: GF126 warning: 'row.dots' 2 1 2"]),
        ("2 * row.dots", []),
        ("8 - 2 * row.dots", [f"{FACE}:2:1: GF126 warning: 'row.dots' 3 1"]),
    ],
)
def test_signs_are_as_many_as_the_value_of_their_group(tmp_path: Path, count: str, found: list[str]) -> None:
    assert look(tmp_path, DOTS.replace("COUNT", count), DECK, other="GF149") == found


@pytest.mark.parametrize(
    ("count", "more", "found"),
    [
        ("row.dots", "", []),
        ("row.dots + 1", "", [f"{FACE}:2:38: GF126 note: 2 1 'dots'"]),
        ("row.dots - 1", "", [f"{FACE}:2:38: GF126 note: 1 2 'dots'"]),
        ("row.dots - 1", "{% for k in range(row.dots) %}<rect x='{{ 6 * k }}' y='9' width='5' height='5'/>{% endfor %}", []),
        ("2 * row.dots", "", []),
        ("4", "", []),
    ],
)  # fmt: skip
def test_equal_shapes_are_as_many_as_a_value(tmp_path: Path, count: str, more: str, found: list[str]) -> None:
    drawing = DOTS.replace(' class="row.dots"', "").replace("COUNT", count).replace("15 - row.dots", "15") + more
    assert [each for each in look(tmp_path, drawing, FOUR_DOTS) if "GF126" in each] == found


ICON_CARDS = "{kind: card, size: [40, 30], front: face.svg.j2, rows: [{id: aid, copies: 1}, {id: sign, copies: 1}]}"
ICONS = "<g class='icon.corn'><circle cx='8' cy='8' r='3' fill='#886600'/></g><g class='icon.fox'><rect x='5' y='16' width='6' height='6' fill='#aa3333'/></g>"


def draw_legends(corn: str, fox: str) -> str:
    """Return the drawing of an aid with two legends, whose icons have these paints, and of a card with both icons."""
    legends = (
        f"<g class='legend.corn'>\n<text x='20' y='9' font-size='4'>corn</text><g class='icon.corn'>\n"
        f"<circle cx='8' cy='8' r='3' fill='{corn}'/></g></g>\n"
        f"<g class='legend.fox'><text x='20' y='20' font-size='4'>fox</text><g class='icon.fox'><rect x='5' y='16' width='6' height='6' fill='{fox}'/></g></g>"
    )
    return f"{{% if row.id == 'aid' %}}\n{legends}\n{{% else %}}\n{ICONS}{{% endif %}}"


@pytest.mark.parametrize(
    ("corn", "told"),
    [
        ("#886600", []),
        ("#aa3333", [f"{FACE}:4:45: GF148 warning: 'icon.corn' 'icon.fox'"]),
        ("#336699", []),  # of no other icon
    ],
)
def test_a_legend_in_the_paint_of_another_icon_is_told(tmp_path: Path, corn: str, told: list[str]) -> None:
    found = [each for each in look(tmp_path, draw_legends(corn, "#aa3333"), ICON_CARDS) if "GF148" in each]
    assert found == told


@pytest.mark.parametrize(
    ("colors", "at"),
    [
        ("", f"{FACE}:4:45"),  # in the legend
        ("colors: {corn: {paint: '#aa3333'}}", f"{FACE}:8:1"),  # the legend is right
    ],
)
def test_icons_in_each_others_paints_are_told(tmp_path: Path, colors: str, at: str) -> None:
    found = look(tmp_path, draw_legends("#aa3333", "#886600"), ICON_CARDS, colors)
    told = [each for each in found if "GF148" in each]
    assert told == [f"{at}: GF148 warning: 'icon.corn' 'icon.fox'"]


def test_a_mirrored_back_of_a_standee_is_not_upside_down(tmp_path: Path) -> None:
    shape = "<g transform='{{ TURN if f.id == 'back' else '' }}'><path d='M-4 6 L0 -6 L5 6 Z'/></g>"
    plain = SIDES[: SIDES.index("<circle")] + shape + SIDES[SIDES.index("{% else") :]
    assert look(tmp_path / "across", plain.replace("TURN", "'scale(-1 1)'"), STANDEE) == []
    down = look(tmp_path / "down", plain.replace("TURN", "'scale(1 -1)'"), STANDEE)
    assert {line.split(": ")[1] for line in down} == {"GF158 warning"}


COSTS = """{% set spot = namespace(y=4) %}{% for column in ['plums', 'pears'] if row[column] %}
<g class="row.{{ column }}" transform="translate(8 {{ spot.y }})"><g transform="scale(2)">
{% if column == 'plums' %}<circle r="1"/>{% else %}<path d="M-1 -1 h2 v2 h-2 Z"/>{% endif %}</g></g>
{% set spot.y = spot.y + 8 %}{% endfor %}"""


def test_lines_that_stack_up_are_compared_by_their_columns(tmp_path: Path) -> None:
    rows = "".join(f"{{id: a{k}, plums: {0 if k == 4 else 1}, pears: 1, copies: 1}}, " for k in range(6))
    deck = f"{{kind: card, size: [40, 30], front: face.svg.j2, rows: [{rows}]}}"
    assert look(tmp_path, COSTS, deck) == []


@pytest.mark.parametrize(("inner", "line"), [("", 4), ("scale(1 -1)", 0)], ids=["turned", "turned twice"])
def test_what_is_upside_down_is_told_at_the_group_that_turns_it(tmp_path: Path, inner: str, line: int) -> None:
    shape = (
        "\n<g transform='{{ 'scale(1 -1)' if f.id == 'back' else '' }}'>"
        f"<g transform='{{{{ '{inner}' if f.id == 'back' else '' }}}}'>\n<path d='M-4 6 L0 -6 L5 6 Z'/></g></g>"
    )
    found = look(tmp_path, SIDES[: SIDES.index("<circle")] + shape + SIDES[SIDES.index("{% else") :], STANDEE)
    assert {each.partition(": GF158")[0] for each in found} == ({f"{FACE}:{line}:1"} if line else set())
