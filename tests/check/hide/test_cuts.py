"""Small black text is black (GF315)."""

from pathlib import Path

from tests.check.hide.pages import CARD, look, wrap
from tests.samples import for_each

BACKED = CARD.replace("front", "back: back.svg.j2, front")
SIGN = '<circle cx="20" cy="15" r="4" fill="#c80"/>'
FULL = '<rect x="-3" y="-3" width="46" height="36" fill="#246"/>'
FRAME = '<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="#fff"/>'


def test_the_edge_of_a_front_may_have_features(tmp_path: Path) -> None:
    front = wrap(FULL + FRAME.format(1, 38, 28), "-3 -3 46 36")
    assert look(tmp_path, front, BACKED, back=wrap(FULL, "-3 -3 46 36")) == []


TEXT = '<text x="8" y="16" font-size="{}" fill="{}">Wren</text>'


@for_each(
    [
        (4, "#000", []),
        (4, "#1a1a1a", ["templates/face.svg.j2:2:1: GF315 note: 'Wren' 11 1 1 1 0"]),
        (4.3, "#1a1a1a", []),
        (4, "#333333", []),
        (4, "#101830", []),
    ]
)
def test_small_text_that_is_meant_as_black_is_black(tmp_path: Path, size: float, paint: str, told: list[str]) -> None:
    assert [each[:40] for each in look(tmp_path, TEXT.format(size, paint))] == [each[:40] for each in told]
