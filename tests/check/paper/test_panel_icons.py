"""Icons and texts of a panel are on it (GF154), and icons of one name are clear of one another (GF185)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
DIE = "{kind: die, size: 16, faces: [a, b, c, d, e, f], front: face.svg.j2, copies: 1}"
OPEN = '{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">'
LETTER = "<path d='M0 -{{ loop.index0 }} L3 3 H-3 Z'/>"
EYE = (
    "{% if f.id == 'c' %}<g class='icon.eye'><circle r='RADIUS' fill='#246'/><circle r='1' fill='#fff'/></g>{% endif %}"
)
SUNS = """{% set size = 8 if f.id == 'WIDE' else 4 %}
{% for x in range(loop.index if loop.index < 4 else 2) %}
<g class='icon.sun'><use href='#sun' x='{{ 4.4 * x - 5 }}' y='-2' width='{{ size }}' height='{{ size }}'/></g>
{% endfor %}"""
SUN = "<defs><symbol id='sun' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='#b52'/></symbol></defs>"


@pytest.mark.parametrize(
    ("radius", "beside", "told"),
    [
        ("7.5", "", []),
        ("14", "", [f"{FACE}:3:21: GF154 warning: 'eye' 6 'c'"]),
        ("8.4", "", []),  # within half a millimeter
        ("9.5", "", []),  # a ground that runs over all folds
        ("14", LETTER, []),  # something is drawn on it
    ],
)
def test_an_icon_over_the_folds(tmp_path: Path, radius: str, beside: str, told: list[str]) -> None:
    drawing = f"{OPEN}{LETTER}\n{EYE.replace('RADIUS', radius)}{beside}</g>{{% endfor %}}"
    assert look(tmp_path, drawing, DIE, other="GF150 GF157 GF158") == told


def test_an_icon_over_one_fold_is_told_once(tmp_path: Path) -> None:
    wide = "{% if f.id == 'c' %}<g class='icon.bar'><path d='M-9.5 0 H4 V2 H-9.5 Z'/></g>{% endif %}"
    near = wide.replace("-9.5", "-7.5")
    assert look(tmp_path, f"{OPEN}{LETTER}\n{near}</g>{{% endfor %}}", DIE, other="GF157 GF158") == []
    found = look(tmp_path / "wide", f"{OPEN}{LETTER}\n{wide}</g>{{% endfor %}}", DIE, other="GF157")
    assert found == [f"{FACE}:3:21: GF154 warning: 'bar' 1.5 'c'"]


@pytest.mark.parametrize(("wide", "told"), [("z", []), ("c", [f"{FACE}:3:1: GF185 warning: 'sun' 'c'"])])
def test_icons_on_one_another_on_one_panel(tmp_path: Path, wide: str, told: list[str]) -> None:
    drawing = f"{SUN}{OPEN}\n{SUNS.replace('WIDE', wide)}</g>{{% endfor %}}"
    assert look(tmp_path, drawing, DIE, other="GF154 GF157 GF158 GF190 GF194") == told


def test_icons_that_overlap_on_most_panels_are_meant(tmp_path: Path) -> None:
    drawing = f"{SUN}{OPEN}\n{SUNS.replace(' if f.id == ', ' if f.id != ')}</g>{{% endfor %}}"
    assert look(tmp_path, drawing, DIE, other="GF154 GF157 GF158 GF190 GF194") == []
