"""Lines are in the styles that the rules name: of a color, of a route, or of any line (GF160)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import COLORS, look

LEGEND = "# Wren\n\nYou know them by their paths: red has dashes, and blue has dots.\n"
TABLE = "{% set dash = {'player.red': 'RED', 'player.blue': 'BLUE'} %}"
PATHS = (
    "{% for role in dash %}\n<path d='M4 {{ 8 * loop.index }} H36' fill='none' stroke='{{ colors[role] }}' "
    "stroke-width='1' stroke-linecap='round' stroke-dasharray='{{ dash[role] }}'/>\n{% endfor %}"
)


@pytest.mark.parametrize(
    ("red", "blue", "rules", "told"),
    [
        ("3 2", "0 2", LEGEND, []),
        ("0 2", "3 2", LEGEND, ["'red' dashed dotted", "'blue' dotted dashed"]),
        ("3 2", "none", LEGEND, ["'blue' dotted solid"]),
        ("0 2", "3 2", LEGEND.replace("dashes", "a die"), []),
        ("0 2", "3 2", LEGEND.replace("and blue has dots", "too"), []),
        ("1 2", "0 2", LEGEND, []),
    ],
    ids=["sound", "exchanged", "solid", "no style of red", "no legend", "neither dots nor dashes"],
)
def test_colors_have_their_styles(tmp_path: Path, red: str, blue: str, rules: str, told: list[str]) -> None:
    drawing = f"{TABLE.replace('RED', red).replace('BLUE', blue)}\n{PATHS}"
    found = [each for each in look(tmp_path, drawing, more=COLORS, rules=rules) if "GF160" in each]
    says = "the rules call the lines of {} {}, but none is, and this one is {}; correct one of them"
    assert len(found) == len(told)
    for each, words in zip(found, told, strict=True):
        assert each.startswith("templates/face.svg.j2:2:1: GF160 warning:"), says
        assert words.split()[0] in each


BOARD = (
    "{kind: board, grid: {columns: 3, rows: 3, cell: 20}, front: face.svg.j2, copies: 1,"
    " routes: {row: [r1c0..2], diagonal: [r0c0, r1c0, r2c0]}}"
)
MACRO = (
    "{% macro line(name, dash='none') %}\n"
    '<g class="route.{{ name }}"><polyline points="{% for c in routes[name] %}{{ c.x }},{{ c.y }} {% endfor %}" '
    'fill="none" stroke="#222" stroke-width="1" stroke-linecap="round" stroke-dasharray="{{ dash }}"/></g>\n'
    "{% endmacro %}\n{{ line('row') }}\n{{ line('diagonal'DASH) }}"
)
RULES = "# Wren\n\nThe row is solid, and the diagonals are dotted.\n"


@pytest.mark.parametrize(
    ("dash", "rules", "told"),
    [
        (", '0 4'", RULES, []),
        ("", RULES, ["templates/face.svg.j2:6:1: GF160 warning: 'diagonal'"]),
        ("", RULES.replace("dotted", "long"), []),
        ("", RULES.replace("diagonals", "paths across"), ["templates/face.svg.j2:1:1: GF160 note:"]),
        ("", "# Wren\n\nCut along the dashed lines.\n", []),
        (", '4 4'", RULES.replace("diagonals", "paths across"), []),
    ],
    ids=["sound", "solid", "no style", "nothing dotted", "making", "something dashed"],
)
def test_routes_have_their_styles(tmp_path: Path, dash: str, rules: str, told: list[str]) -> None:
    found = [each for each in look(tmp_path, MACRO.replace("DASH", dash), BOARD, rules=rules) if "GF160" in each]
    assert found == told
