"""Backs look the same where they are cut a little off (GF314), and small black text is black (GF315)."""

from pathlib import Path

import pytest

from tests.check.hide.pages import CARD, look, wrap

BACKED = CARD.replace("front", "back: back.svg.j2, front")
SIGN = '<circle cx="20" cy="15" r="4" fill="#c80"/>'
FULL = '<rect x="-3" y="-3" width="46" height="36" fill="#246"/>'
FRAME = '<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="#fff"/>'
STRIPES = "{% for k in range(20) %}<path d='M{{ 4 * k - 40 }} -3 l36 36' stroke='#246' stroke-width='2'/>{% endfor %}"
ALONG = '<rect x="-3" y="-3" width="46" height="{}" fill="#c80"/>'

FADE = """<defs><linearGradient id="fade" x1="0" x2="1"><stop offset="0" stop-color="{0}"/><stop offset="0.5"
stop-color="{1}"/><stop offset="1" stop-color="{0}"/></linearGradient></defs>
<rect x="-3" y="-3" width="46" height="36" fill="url(#fade)"/>"""


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        (FULL, []),
        (FULL + FRAME.format(4, 32, 22), []),
        (FULL + FRAME.format(1, 38, 28), ["templates/back.svg.j2:1:1: GF314 warning: 1.5 100"]),
        (STRIPES, []),
        (FULL + ALONG.format(3.6), ["templates/back.svg.j2:1:1: GF314 warning: 1.5 100"]),
        (FULL + ALONG.format(9), []),
        (FADE.format("#3d3d3d", "#515151"), []),
        (
            FADE.format("#000000", "#ffffff").replace('x2="1"', 'x2="0.1"'),
            ["templates/back.svg.j2:1:1: GF314 warning: 1.5 100"],
        ),
    ],
)
def test_the_edge_of_a_back_survives_a_shift(tmp_path: Path, drawing: str, told: list[str]) -> None:
    assert look(tmp_path, SIGN, BACKED, back=wrap(drawing, "-3 -3 46 36")) == told


ROUND = BACKED.replace("kind: card, size: [40, 30]", "kind: token, diameter: 30")
LINE = '<circle cx="15" cy="15" r="{}" fill="none" stroke="#c80" stroke-width="{}"/>'


@pytest.mark.parametrize(
    ("line", "is_told"),
    [(LINE.format(15, 0.2), False), (LINE.format(14, 0.4), True), (LINE.format(15, 1.6), True)],
)
def test_a_thin_line_to_cut_along_is_no_art_at_the_edge(tmp_path: Path, line: str, is_told: bool) -> None:
    face, back = (wrap(FULL.replace("46", "36") + more, "-3 -3 36 36") for more in (LINE.format(15, 0.2), line))
    assert ["GF314" in each for each in look(tmp_path, face, ROUND, back=back)] == [True] * is_told


def test_the_edge_of_a_front_may_have_features(tmp_path: Path) -> None:
    front = wrap(FULL + FRAME.format(1, 38, 28), "-3 -3 46 36")
    assert look(tmp_path, front, BACKED, back=wrap(FULL, "-3 -3 46 36")) == []


TEXT = '<text x="8" y="16" font-size="{}" fill="{}">Wren</text>'


@pytest.mark.parametrize(
    ("size", "paint", "told"),
    [
        (4, "#000", []),
        (4, "#1a1a1a", ["templates/face.svg.j2:2:1: GF315 note: 'Wren' 11 1 1 1 0"]),
        (4.3, "#1a1a1a", []),
        (4, "#333333", []),
        (4, "#101830", []),
    ],
)
def test_small_text_that_is_meant_as_black_is_black(tmp_path: Path, size: float, paint: str, told: list[str]) -> None:
    assert [each[:40] for each in look(tmp_path, TEXT.format(size, paint))] == [each[:40] for each in told]
