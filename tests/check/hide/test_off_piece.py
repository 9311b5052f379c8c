"""Signs that the edge of a piece cuts off in part (GF154)."""

from pathlib import Path

import pytest

from tests.check.hide.pages import look, wrap

FACE = "templates/face.svg.j2"
SIGN = '<g class="icon.sun">\n<circle cx="{}" cy="10" r="4" fill="#c80"/></g>'
TEXT = '<text x="20" y="20" font-size="5">sun</text>'
DISC = "{kind: token, diameter: 20, front: face.svg.j2, copies: 1}"
BLED = "-3 -3 46 36"


@pytest.mark.parametrize(
    ("x", "box", "told"),
    [
        (36, "0 0 40 30", False),  # it ends at the edge
        (37.4, "0 0 40 30", True),
        (37.4, BLED, True),
        (38, "-2 -2 44 34", False),  # it reaches the edge of the bleed, as grounds do
    ],
)
def test_a_sign_that_is_cut_off(tmp_path: Path, x: float, box: str, told: bool) -> None:
    found = look(tmp_path, wrap(f"{SIGN.format(x)}{TEXT}", box), other="GF157")
    assert [each.partition(" warning")[0] for each in found] == ([f"{FACE}:2:1: GF154"] if told else [])


def test_the_group_around_a_sign_is_told(tmp_path: Path) -> None:
    found = look(tmp_path, f'<g class="row.a">\n{SIGN.format(38)}</g>{TEXT}', other="GF157")
    assert found == [f"{FACE}:2:1: GF154 warning: 25 'row.a'"]
    large = SIGN.format(30).replace('r="4"', 'r="14"') + TEXT
    assert look(tmp_path / "large", large, other="GF157") == []


HEX = "{kind: token, diameter: 40, sides: 6, rows: [{id: a, n: 1, copies: 1}], front: face.svg.j2}"


@pytest.mark.parametrize(
    ("d", "told"),
    [
        ("M-8.5 -15.5 H8.5", False),  # the corners of its box lie off the tile, and nothing is drawn there
        ("M-4 -8 V-18.5 H4 V-8 Z", True),
        ("M-4 -8 V-19.3 H4 V-8 Z", False),  # as far as the bleed
    ],
)
def test_what_is_turned_along_the_side_of_a_hexagon(tmp_path: Path, d: str, told: bool) -> None:
    sign = f'<g class="row.n"><path d="{d}" stroke="#111" stroke-width="1.2" transform="translate({{{{ w / 2 }}}} {{{{ h / 2 }}}}) rotate(30)"/></g>'
    ground = (
        '<polygon points="{{ corners }}" fill="#cde" stroke="#cde" stroke-width="5"/><circle cx="17" cy="20" r="6"/>'
    )
    found = look(tmp_path, wrap(f"{ground}\n{sign}", "-2 -2 {{ w + 4 }} {{ h + 4 }}"), HEX)
    assert [each for each in found if "GF154" in each] == ([f"{FACE}:3:1: GF154 warning: 17 'row.n'"] if told else [])
