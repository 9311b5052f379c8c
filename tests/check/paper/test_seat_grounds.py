"""A ground under all cells of one player has that player's paint (GF148)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import COLORS, look

FACE = "templates/face.svg.j2"
CELLS = "a: {at: [8, 8], size: [6, 6]}, b: {at: [8, 20], size: [6, 6]}, c: {at: [30, 8], size: [6, 6]}, d: {at: [30, 20], size: [6, 6]}"
BOARD = f"{{kind: board, size: [40, 30], front: face.svg.j2, copies: 1, cells: {{{CELLS}}}, colors: {{player.red: [a, b], player.blue: [c, d]}}}}"
DRAWN = '{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><rect x="-3" y="-3" width="6" height="6" fill="#fff" stroke="{{ colors[c.color] }}"/></g>{% endfor %}'
LEFT, RIGHT = (
    '<rect x="2" y="2" width="12" height="26" fill="{}"/>',
    '<rect x="24" y="2" width="12" height="26" fill="{}"/>',
)


@pytest.mark.parametrize(
    ("left", "right", "line"),
    [
        ("{{ colors['player.red']|tint(0.4) }}", "{{ colors['player.blue']|tint(0.4) }}", None),
        ("{{ colors['player.blue']|tint(0.4) }}", "{{ colors['player.red']|tint(0.4) }}", 2),
        ("{{ colors['player.red'] }}", "{{ colors['player.red'] }}", 3),
        ("#cccccc", "#cccccc", None),
    ],
)
def test_a_ground_under_the_cells_of_another_player(tmp_path: Path, left: str, right: str, line: int | None) -> None:
    grounds = f"{LEFT.format(left)}\n{RIGHT.format(right)}\n{DRAWN}"
    found = [each.partition(" warning")[0] for each in look(tmp_path, grounds, BOARD, COLORS) if "GF148" in each]
    assert found == ([f"{FACE}:{line}:1: GF148"] if line else [])


def test_a_ground_under_some_of_the_cells_or_all_players_is_for_something_else(tmp_path: Path) -> None:
    half = LEFT.replace("26", "12").format("{{ colors['player.blue'] }}")
    wide = LEFT.replace("12", "38").format("{{ colors['player.blue'] }}")
    for name, ground in (("half", half), ("wide", wide)):
        found = look(tmp_path / name, f"{ground}\n{DRAWN}", BOARD, COLORS)
        assert [each for each in found if "GF148" in each] == []


ARMS = (
    "{kind: board, size: [40, 40], front: face.svg.j2, copies: 1, cells: {a: {at: [20, 36], size: [6, 6]},"
    " b: {at: [36, 20], size: [6, 6]}, c: {at: [20, 4], size: [6, 6]}, d: {at: [4, 20], size: [6, 6]}},"
    " colors: {player.a: [a], player.b: [b], player.c: [c], player.d: [d]}}"
)
MARKS = (
    "colors: {player.a: {paint: '#111', mark: solid}, player.b: {paint: '#111', mark: bar},"
    " player.c: {paint: '#111', mark: open}, player.d: {paint: '#111', mark: dot}}"
)
CLOTH = """{% macro sign(mark, r) %}
<rect x="{{ -r }}" y="{{ -r }}" width="{{ 2 * r }}" height="{{ 2 * r }}" fill="{{ '#111' if mark == 'solid' else '#fff' }}" stroke="#111"/>
{% if mark == 'bar' %}<path d="M{{ -r }} 0 H{{ r }}" stroke="#111" stroke-width="0.5"/>{% endif %}
{% if mark == 'dot' %}<circle r="{{ r / 2 }}" fill="#111"/>{% endif %}
{% endmacro %}
{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}">{{ sign(colors[c.color].mark, 3) }}</g>{% endfor %}
{% for role in colors %}
<g transform="translate(20 20) rotate(TURN)"><circle cy="-3" r="1" fill="#ccc"/><g transform="translate(0 -6)">{{ sign(colors[role].mark, 1.5) }}</g></g>
{% endfor %}"""
SOUND = "180 - 90 * loop.index0"


@pytest.mark.parametrize(
    ("turn", "roles"),
    [
        (SOUND, []),
        ("180 + 90 * loop.index0", ["player.b", "player.d"]),  # in a mirror
        ("90 - 90 * loop.index0", ["player.a", "player.b"]),
        ("225 - 90 * loop.index0", []),  # between two arms
    ],
)
def test_gates_lie_by_the_cells_with_their_signs(tmp_path: Path, turn: str, roles: list[str]) -> None:
    drawn = CLOTH.replace("TURN", f"{{{{ {turn} }}}}")
    expected = [f"{FACE}:9:1: GF148 warning: {' '.join(map(repr, roles))}"] if roles else []
    assert [each for each in look(tmp_path, drawn, ARMS, MARKS) if "GF148" in each] == expected


def test_gates_with_signs_of_their_own_are_no_seats(tmp_path: Path) -> None:
    plain = CLOTH.replace("TURN", "{{ 180 + 90 * loop.index0 }}").replace("colors[role].mark, 1.5", "'solid', 1.5")
    assert [each for each in look(tmp_path, plain, ARMS, MARKS) if "GF148" in each] == []
