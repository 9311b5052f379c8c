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
