"""Signs that hardly show are told, and so are texts that are clipped or in the color of their ground (GF150, GF151)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
VALUES = zip("abcde", (1, 2, 3, 4, 5), (9, 7, 8, 6, 4), strict=True)
ROWS = ", ".join(f"{{id: {name}, cost: {cost}, power: {power}}}" for name, cost, power in VALUES)
DECK = f"{{kind: card, size: [40, 30], rows: [{ROWS}], copies: 1, front: face.svg.j2, safe: 1}}"
TEXT = "<text x='{}' y='{}' font-size='5'>{}</text>"
COST, POWER = TEXT.format(9, 9, "{{ row.cost }}"), TEXT.format(30, 20, "{{ row.power }}")
CORNER = "<g transform='rotate(180 20 15)'>\n" + COST + "</g>"
PIPS = (
    "{% for k in range(row.cost) %}\n<g transform='translate({{ 6 + 6 * k }} 27)'><circle r='1.5'/></g>\n{% endfor %}"
)


def choose(row: str, one: str, other: str) -> str:
    """Return what a template draws for one row, and for the others."""
    return f"{{% if row.id == '{row}' %}}\n{one}\n{{% else %}}\n{other}\n{{% endif %}}"


def test_a_symbol_that_is_cut_off_on_one_card_is_told_at_the_symbol(tmp_path: Path) -> None:
    boxes = dict.fromkeys("abcde", "0 0 10 10") | {"c": "0 0 4 4"}
    signs = "".join(
        f"<symbol id='{name}' viewBox='{box}'>\n<rect x='1' y='1' width='8' height='8'/></symbol>\n"
        for name, box in boxes.items()
    )
    use = "<g class='row.id'><use href='#{{ row.id }}' x='22' y='9' width='12' height='12'/></g>"
    found = look(tmp_path, f"<defs>{signs}</defs>\n{use}\n{COST}", DECK)
    assert [each for each in found if "GF154" in each] == [f"{FACE}:7:1: GF154 warning: 'row.id' 53"]


def test_a_text_that_is_clipped_in_part_is_told(tmp_path: Path) -> None:
    clip = '<clipPath id="c"><rect x="0" y="{}" width="40" height="30"/></clipPath>\n'
    text = '<g clip-path="url(#c)"><text x="9" y="16" font-size="5">Heron</text></g>'
    assert look(tmp_path / "whole", clip.format(2) + text) == []
    assert look(tmp_path / "cut", clip.format(13.5) + text) == [f"{FACE}:3:24: GF150 'Heron'"]


@pytest.mark.parametrize(
    ("paint", "told"),
    [
        ("#777777", []),
        ("#d8d8d8", [f"{FACE}:2:21: GF151 warning: 'icon.sun' 1.8 1"]),
        ("#e3e3e3", [f"{FACE}:2:21: GF151 warning: 'icon.sun' 1.8 1"]),
    ],
)
def test_a_sign_that_hardly_shows_is_told(tmp_path: Path, paint: str, told: list[str]) -> None:
    assert look(tmp_path, f'<g class="icon.sun"><circle cx="20" cy="15" r="4" fill="{paint}"/></g>') == told


def test_the_variable_that_paints_all_signs_is_the_place(tmp_path: Path) -> None:
    drawing = '{% set on = "#d8d8d8" %}\n<g class="icon.sun" fill="{{ on }}"><circle cx="20" cy="15" r="4"/></g>'
    assert look(tmp_path, drawing) == [f"{FACE}:2:1: GF151 warning: 'icon.sun' 1.8 1"]
    more = f'{drawing}\n<circle cx="5" cy="5" r="2" fill="{{{{ on }}}}"/>\n<circle cx="9" cy="5" r="2" fill="{{{{ on }}}}"/>'
    assert look(tmp_path / "more", more) == [f"{FACE}:3:1: GF151 warning: 'icon.sun' 1.8 1"]


def test_all_texts_in_the_color_of_one_shape_are_told_at_the_shape(tmp_path: Path) -> None:
    ground = '<rect x="4" y="4" width="32" height="20" fill="#fff" stroke="#000"/>'
    texts = '<text x="8" y="12" font-size="5" fill="#fff">one</text>\n<text x="8" y="20" font-size="4" fill="#fff">two</text>'
    assert look(tmp_path, f"{ground}\n{texts}") == [f"{FACE}:2:1: GF150 'one'"]
    assert look(tmp_path / "single", f"{ground}\n{texts.splitlines()[0]}") == [f"{FACE}:3:1: GF150 'one'"]
