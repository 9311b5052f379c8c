"""Backs with templates of their own look different (GF143, GF144), and faces are turned by their net alone (GF158)."""

import pytest

from generator.proof.typed_symbols import find_shared_back_symbols, find_typed_row_symbols

BACK = "templates/back.svg.j2"
DECK = "{kind: card, size: [40, 30], front: face.svg.j2, back: back.svg.j2, copies: 2}"
TWO = f"{DECK}\n  two: {DECK.replace('back.svg.j2', 'own.svg.j2')}"
ART = '<rect x="-3" y="-3" width="46" height="36" fill="#a33"/><circle cx="20" cy="15" r="6" fill="#fff"/>'
FRONT = '<text x="6" y="15" font-size="6">x</text>'
BOX = "-3 -3 {{ w + 6 }} {{ h + 6 }}"


CUBE = "{kind: die, size: 16, faces: [1, 6, 2, 5, 3, 4], front: face.svg.j2, copies: 1}"
NET = '{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}TURN"><path d="M0 -4 L3 3 H-3 Z"/></g>{% endfor %}'


SYMBOLS = "".join(f'<symbol id="{name}"><path d="M0 0 H2"/></symbol>' for name in ("fox", "owl", "hen", "logo"))
ROWS = [{"id": name} for name in ("fox", "owl", "hen")]
OWN = '<use href="a.svg#{{ row.id }}"/>'


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        (f"{OWN}{OWN}", False),
        (f'{OWN}<use href="a.svg#fox"/>', True),
        (f'{OWN}<use href="a.svg#logo"/>', False),  # no row has it
        (f'{OWN}<use href="b.svg#fox"/>', False),
        (f"{OWN}{{% if row.id == 'fox' %}}<use href=\"a.svg#fox\"/>{{% endif %}}", False),
        ('<use href="a.svg#fox"/>', False),
    ],
)
def test_a_symbol_of_one_row_on_all(text: str, is_told: bool) -> None:
    found = [*find_typed_row_symbols("it", ROWS, {"it.svg.j2": text}, lambda _: SYMBOLS)]
    assert [(each.code, each.level) for each in found] == [("GF144", "warning")] * is_told


def test_rows_that_share_a_symbol_have_none_of_their_own() -> None:
    text = {"it.svg.j2": f'{OWN}<use href="a.svg#fox"/>'}
    assert not [*find_typed_row_symbols("it", [*ROWS, ROWS[0]], text, lambda _: SYMBOLS)]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["fox", "owl", "hen"], []),
        (["fox", "owl", "owl"], ["1.svg.j2", "2.svg.j2"]),
        (["fox", "fox"], []),  # two may share a sign
        (["fox", "fox", "fox"], []),
        (["fox", "fox", "owl", "owl"], []),
    ],
)
def test_two_backs_with_one_sign(names: list[str], told: list[str]) -> None:
    backs = {str(n): {f"{n}.svg.j2": f'<use href="a.svg#{name}"/>'} for n, name in enumerate(names)}
    assert [each.place.file for each in find_shared_back_symbols(backs)] == told
