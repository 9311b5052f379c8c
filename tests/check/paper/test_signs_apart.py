"""Signs that are off their piece, or partly on one another, though signs like them are clear elsewhere."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

AT = "templates/face.svg.j2"
ROWS = "{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{id: a, n: 1, copies: 1}, {id: b, n: 3, copies: 1}]}"
NUMBER = "<g class='row.n'><text x='34' y='26' font-size='5'>{{ row.n }}</text></g>"
DISC, STAR = "<circle r='3' fill='#246'/>", "<path d='M0 -4 L4 3 H-4 Z' fill='#b23'/>"


def row(x: str) -> str:
    """Return a drawing of as many discs as the row says, in groups that are moved to x."""
    return f"{NUMBER}\n{{% for k in range(row.n) %}}<g transform='translate({{{{ {x} }}}} 9)'>{DISC}</g>{{% endfor %}}"


@pytest.mark.parametrize(
    ("x", "found"),
    [
        ("28", []),
        ("10", [f"{AT}:3:20: GF185 note:"]),
        ("6", []),  # entirely on it
    ],
)
def test_a_sign_partly_on_another(tmp_path: Path, x: str, found: list[str]) -> None:
    star = f"{{% if row.n == 3 %}}<g transform='translate({x} 9)'>{STAR}</g>{{% endif %}}"
    elsewhere = f"{{% if row.n == 1 %}}<g transform='translate(20 20)'>{STAR}</g>{{% endif %}}"
    drawing = f"{NUMBER}<g transform='translate(6 9)'><circle r='4.5' fill='#246'/></g>\n{star}\n{elsewhere}"
    assert look(tmp_path, drawing, ROWS) == found


def test_signs_that_always_overlap_are_a_picture(tmp_path: Path) -> None:
    drawing = f"{NUMBER}<g transform='translate(6 9)'>{DISC}</g><g transform='translate(9 9)'>{STAR}</g>"
    assert look(tmp_path, drawing, ROWS) == []


@pytest.mark.parametrize(("turn", "is_told"), [("rotate({{ 60 * k }})", False), ("translate({{ 3 * k }} 0)", True)])
def test_petals_of_a_flower_may_overlap(tmp_path: Path, turn: str, is_told: bool) -> None:
    petal = f"<ellipse cx='3' cy='-4' rx='2' ry='3' transform='{turn}' fill='#b23'/>"
    flower = f"{{% for k in range(6 if row.n == 3 else 1) %}}<g transform='{turn}'>{petal}</g>{{% endfor %}}"
    drawing = f"{NUMBER}\n<g transform='translate(9 9)'>{flower}</g>\n<g transform='translate(28 9)'>{DISC}</g>"
    assert bool(look(tmp_path, drawing, ROWS)) is is_told


def test_halves_that_show_two_columns_do_not_touch(tmp_path: Path) -> None:
    rows = "rows: [{id: a, a: 2, b: 2, copies: 1}, {id: b, a: 1, b: 2, copies: 1}]"
    part = f"{{kind: tile, size: [40, 30], front: face.svg.j2, {rows}}}"
    half = "{% macro half(n) %}{% for k in range(n) %}<circle cx='{{ 10 * k }}' cy='{{ 3 * k }}' r='2' fill='#111'/>{% endfor %}{% endmacro %}"
    drawing = f"{half}\n<g class='row.a' transform='translate(8 6)'>{{{{ half(row.a) }}}}</g>\n<g class='row.b' transform='translate(18 Y)'>{{{{ half(row.b) }}}}</g>"
    assert look(tmp_path, drawing.replace("Y", "20"), part, other="GF126") == []
    found = look(tmp_path / "up", drawing.replace("Y", "11"), part, other="GF126")
    assert found == [f"{AT}:4:1: GF185 note: 'row.b' 'row.a'"]
