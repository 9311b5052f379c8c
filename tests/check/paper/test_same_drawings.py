"""Values of a column, and icons of different names, that are drawn alike."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

AT = "templates/face.svg.j2"
SHAPES = {"sun": "M0 -4 L4 3 H-4 Z", "rain": "M-3 -3 H3 V3 H-3 Z", "fog": "M-4 0 H4 V1 H-4 Z", "hail": "M0 -4 V4 H5 Z"}
SHIFTED = "M10 6 L14 13 H6 Z"  # the sun at another place


def deck(shapes: dict[str, str], more: str = "") -> tuple[str, str]:
    """Return a part with a row for each name, and its drawing."""
    rows = ", ".join(f"{{id: {name}, sky: {name}, copies: 1}}" for name in shapes)
    cases = "".join(f"{{% if row.sky == '{name}' %}}{path}{{% endif %}}" for name, path in shapes.items())
    drawing = f"<g class='row.sky' transform='translate(20 12)'>\n<path d='{cases}' fill='#246'/>{more}</g>"
    return f"{{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{rows}]}}", drawing


@pytest.mark.parametrize(
    ("shapes", "found"),
    [
        (SHAPES, []),
        (SHAPES | {"hail": SHIFTED}, [f"{AT}:3:1: GF143 note: 'row.sky' 'sun' 'hail'"]),
        (SHAPES | {"hail": SHIFTED, "fog": SHIFTED}, []),  # some share a drawing
        ({"sun": SHAPES["sun"], "rain": SHAPES["rain"], "hail": SHIFTED}, []),  # too few
    ],
)
def test_values_drawn_alike(tmp_path: Path, shapes: dict[str, str], found: list[str]) -> None:
    part, drawing = deck(shapes)
    assert [each for each in look(tmp_path, drawing, part) if "GF143" in each] == found


def test_values_told_apart_by_words_may_share_a_drawing(tmp_path: Path) -> None:
    part, drawing = deck(SHAPES | {"hail": SHIFTED}, "<text y='12' font-size='5'>{{ row.sky }}</text>")
    assert [each for each in look(tmp_path, drawing, part) if "GF143" in each] == []


@pytest.mark.parametrize(
    ("path", "paint", "found"),
    [
        ("M-3 -3 H3 V3 H-3 Z", "#246", []),
        (SHIFTED, "#246", [f"{AT}:3:51: GF143 note: 'sun' 'hail'"]),
        (SHIFTED, "#b23", []),
    ],
)
def test_icons_drawn_alike(tmp_path: Path, path: str, paint: str, found: list[str]) -> None:
    icon = "<g class='icon.{}' transform='translate({} 12)'><path d='{}' fill='{}'/></g>"
    drawing = f"{icon.format('sun', 8, SHAPES['sun'], '#246')}\n{icon.format('hail', 22, path, paint)}"
    assert look(tmp_path, drawing) == found
