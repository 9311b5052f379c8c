"""Backs with templates of their own look different (GF143), and faces are turned by their net alone (GF158)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look, wrap

BACK = "templates/back.svg.j2"
DECK = "{kind: card, size: [40, 30], front: face.svg.j2, back: back.svg.j2, copies: 2}"
TWO = f"{DECK}\n  two: {DECK.replace('back.svg.j2', 'own.svg.j2')}"
ART = '<rect x="-3" y="-3" width="46" height="36" fill="#a33"/><circle cx="20" cy="15" r="6" fill="#fff"/>'
FRONT = '<text x="6" y="15" font-size="6">x</text>'
BOX = "-3 -3 {{ w + 6 }} {{ h + 6 }}"


@pytest.mark.parametrize(
    ("own", "part", "is_told"),
    [
        (ART, TWO, True),
        (ART.replace("#a33", "#3a3"), TWO, False),
        (ART.replace('r="6"', 'r="7"'), TWO, False),
        (ART, TWO.replace("own.svg.j2", "back.svg.j2"), False),
        (ART, TWO.replace("copies: 2", "copies: 2, pile: all"), False),
    ],
    ids=["same", "other paint", "other size", "one template", "one pile"],
)
def test_two_templates_make_two_backs(tmp_path: Path, own: str, part: str, is_told: bool) -> None:
    found = look(tmp_path, FRONT, part, back=wrap(ART, BOX), beside={"own.svg.j2": wrap(own, BOX)})
    assert [each.split(": ")[1] for each in found if "GF143" in each] == ["GF143 warning"] * is_told


CUBE = "{kind: die, size: 16, faces: [1, 6, 2, 5, 3, 4], front: face.svg.j2, copies: 1}"
NET = '{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}TURN"><path d="M0 -4 L3 3 H-3 Z"/></g>{% endfor %}'


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ("", []),
        ("{{ ' rotate(180)' if f.id == 'a' else '' }}", ["GF158 warning"]),
        ("{{ ' rotate(90)' if f.id == 'c' else '' }}", ["GF158 warning"]),
        ("{{ ' rotate(180)' if f.id in ['a', 'c'] else '' }}", []),
        (" rotate(180)", []),
    ],
)
def test_one_face_that_is_turned_against_its_net(tmp_path: Path, turn: str, told: list[str]) -> None:
    found = look(tmp_path, NET.replace("TURN", turn), CUBE)
    assert [each.split(": ")[1] for each in found if "'face." in each] == told
