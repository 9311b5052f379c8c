"""The one sign that reaches the cut of a piece without bleed is named, at its line (GF157)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look, wrap

FACE = "templates/face.svg.j2"
STAR = "<symbol id='star' viewBox='0 0 8 8'><path d='M4 0 L8 8 H0 Z' fill='#b52'/></symbol>"
USE = "<use href='#star' x='16' y='{y}' width='8' height='8'/>"
ICON = f"<g class='icon.star'>{USE}</g>"
RING = "<circle cx='20' cy='12' r='8' fill='#fd6'/>"
NAMED, BARE, ALL = (
    [f"{FACE}:4:1: GF157 warning: 'star'"],
    [f"{FACE}:4:1: GF157 warning:"],
    [f"{FACE}:1:1: GF157 warning: "],
)


@pytest.mark.parametrize(
    ("sign", "beside", "told"),
    [
        (ICON.format(y=12), "", []),
        (ICON.format(y=22.1), "", NAMED),
        (USE.format(y=22.1), "", BARE),
        (f"<g transform='translate(0 10.1)'>{ICON.format(y=12)}</g>", "", NAMED),
        (ICON.format(y=22.1), "<rect x='2' y='20' width='8' height='10' fill='#246'/>", ALL),  # other art does so too
        (ICON.format(y=22.1), "<rect x='0' y='2' width='8' height='8' fill='#246'/>", ALL),
        ("<g class='icon.sea' transform='translate(0 22)'><rect width='40' height='8' fill='#246'/></g>", "", ALL),
    ],
)
def test_a_sign_alone_at_the_cut(tmp_path: Path, sign: str, beside: str, told: list[str]) -> None:
    drawing = f"<defs>{STAR}</defs>{beside}\n{RING}\n{sign}"
    found = look(tmp_path, wrap(drawing, "0 0 40 30"), other="GF154 GF190 GF194")
    assert [each.strip() for each in found] == [each.strip() for each in told]


@pytest.mark.parametrize(("y", "told"), [(6, []), (11.9, NAMED)])
def test_a_sign_at_the_edge_of_a_disc(tmp_path: Path, y: float, told: list[str]) -> None:
    disc = "{kind: token, diameter: 20, front: face.svg.j2, copies: 1}"
    square = f"<g class='icon.star'><rect x='4.5' y='{y}' width='11' height='9' fill='#b52'/></g>"
    drawing = f"<circle cx='10' cy='5' r='3' fill='#fd6'/>\n\n{square}"
    assert look(tmp_path, wrap(drawing, "0 0 20 20"), disc, other="GF154") == told
