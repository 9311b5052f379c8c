"""A fault is told where it is typed: the loop, the call of a macro, the variable, the condition; and words of templates."""

import re
from pathlib import Path

import pytest

from tests.check.paper import wren
from tests.check.paper.pages import COLORS, look

FACE = "templates/face.svg.j2"
DIE = "{kind: die, size: 16, faces: [plum 1, pear 1, plum 2, pear 2, plum 3, pear 3], front: face.svg.j2, copies: 1}"
FRUIT = "colors: {fruit.plum: {paint: '#6A3D8F'}, fruit.pear: {paint: '#7FA02B'}}"
MACRO = "{% macro fruit(paint) %}\n<circle r='5' fill='{{ paint }}'/>\n{% endmacro %}"
PATHS = (
    "{kind: path, size: 47, ports: [-12, 12], colors: player, front: face.svg.j2, copies: 1, safe: 0, "
    "rows: [{id: a, lines: [0-5, 1-4, 2-7, 3-6], order: [red, blue, red, blue]}]}"
)
LINES = (
    "{% for l in lines %}\n<g class='{{ l.mark }}'><path d='{{ l.run }}' fill='none' "
    "stroke='{{ colors[ROLE] }}' stroke-width='4'/></g>\n{% endfor %}"
)
ROW = "{kind: card, size: [40, 30], front: face.svg.j2, safe: 1, rows: [{id: a, land: hill, copies: 1}, {id: b, land: lake, copies: 1}]}"
ROUTES = "{kind: board, grid: {columns: 5, rows: 2, cell: 20}, routes: {up: [r0c0..4], low: [r1c0..4]}, front: face.svg.j2, copies: 1}"
CARD = """\
  card:
    kind: card
    size: [40, 60]
    front: a.svg
    back: b.svg
    rows:
      - {id: one, owner: player.red, copies: 1}
      - {id: two, owner: player.blue, copies: 1}
"""


def test_a_paint_that_a_macro_is_given_is_told_at_its_call(tmp_path: Path) -> None:
    drawing = (
        f'{MACRO}\n{{% for f in faces %}}\n<g class="{{{{ f.mark }}}}" transform="{{{{ f.at }}}}">\n'
        "{{ fruit(colors['fruit.' ~ NAME].paint) }}\n</g>\n{% endfor %}"
    ).replace("fill='{{ paint }}'", 'fill="{{ paint }}"')
    assert not [each for each in look(tmp_path, drawing.replace("NAME", "f.value[:4]"), DIE, FRUIT) if "GF148" in each]
    wrong = drawing.replace("NAME", "'plum' if f.value == 'pear 2' else f.value[:4]").replace("('plum'", "('plum'")
    wrong = wrong.replace(
        "~ 'plum' if f.value == 'pear 2' else f.value[:4]", "~ ('plum' if f.value == 'pear 2' else f.value[:4])"
    )
    found = [each for each in look(tmp_path / "wrong", wrong, DIE, FRUIT) if "GF148" in each]
    assert found == [f"{FACE}:7:1: GF148 'd' 2 'fruit.plum' 'fruit.pear'"]


def test_paints_of_a_wrong_table_are_told_at_the_table(tmp_path: Path) -> None:
    drawing = (
        "{% set kinds = {'plum 1': 'PLUM', 'plum 2': 'PLUM', 'plum 3': 'PLUM', 'pear 1': 'PEAR', 'pear 2': 'PEAR', 'pear 3': 'PEAR'} %}\n"
        '{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">{% set role = kinds[f.value] %}\n'
        '<circle r="4" fill="{{ colors[role] }}"/></g>{% endfor %}'
    )
    sound = drawing.replace("PEAR", "fruit.pear").replace("PLUM", "fruit.plum")
    assert not [each for each in look(tmp_path, sound, DIE, FRUIT) if "GF148" in each]
    wrong = (
        drawing.replace("'pear 2': 'PEAR", "'pear 2': 'PLUM")
        .replace("PEAR", "fruit.pear")
        .replace("PLUM", "fruit.plum")
    )
    found = [each for each in look(tmp_path / "wrong", wrong, DIE, FRUIT) if "GF148" in each]
    assert found == [f"{FACE}:2:1: GF148 'd' 2 'fruit.plum' 'fruit.pear'"]


def test_a_line_in_the_paint_of_another_color_is_told(tmp_path: Path) -> None:
    assert not [each for each in look(tmp_path, LINES.replace("ROLE", "l.color"), PATHS, COLORS) if "GF159" in each]
    other = "'player.red' if l.color == 'player.blue' else l.color"
    found = [each for each in look(tmp_path / "red", LINES.replace("ROLE", other), PATHS, COLORS) if "GF159" in each]
    assert found == [f"{FACE}:3:25: GF159 '1-4' 'player.blue' 'player.red' 1"]


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("hill", []),
        ("hil", [f"{FACE}:2:19: GF149 warning: 'row.land' 'hil' 'hill'"]),
        ("forest", [f"{FACE}:2:19: GF149 note: 'forest' 'hill' 'lake'"]),
    ],
)
def test_a_word_that_is_nearly_one_of_the_data(tmp_path: Path, word: str, found: list[str]) -> None:
    drawing = f"{{% if row.land == '{word}' %}}<circle cx='20' cy='9' r='5'/>{{% endif %}}"
    assert [each for each in look(tmp_path, drawing, ROW) if "GF149" in each] == found


@pytest.mark.parametrize(
    ("beside", "found"),
    [
        ("hill", [f"{FACE}:2:95: GF149 warning: 'name' 'lale' 'lake'"]),
        ("moor", []),  # what it is compared with elsewhere is no word of the data either
    ],
)
def test_a_word_beside_words_of_the_data(tmp_path: Path, beside: str, found: list[str]) -> None:
    art = "<circle cx='20' cy='9' r='5'/>"
    drawing = (
        f"{{% set name = row.land %}}{{% if name == '{beside}' %}}{art}{{% elif name == 'lale' %}}{art}{{% endif %}}"
    )
    assert [each for each in look(tmp_path, drawing, ROW) if "GF149" in each] == found


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(
    ("role", "second", "found"),
    [
        ("row.owner", "", []),
        ("'player.red'", "", ["a.svg:3:1: GF142 warning: game.yaml:6:24"]),
        ("'player.red'", r"\1, of: \1", ["a.svg:3:1: GF142 warning: game.yaml:6:24"]),
        ("'player.red'", r"\1, of: player.red", []),
    ],
    ids=["its own", "another", "two columns that name one", "two columns that name several"],
)
def test_a_card_that_shows_the_color_of_another_row(
    monkeypatch: pytest.MonkeyPatch, role: str, second: str, found: list[str]
) -> None:
    monkeypatch.setitem(wren.GAMES, "card", re.sub(r"(player\.\w+)", second or r"\1", CARD))
    drawing = "{% set paint = colors[row.owner] %}\n{% set other = colors[ROLE] %}\n<circle cx='9' cy='9' r='5' fill='{{ paint }}'/><rect x='20' y='9' width='5' height='5' fill='{{ other }}'/>\n"
    monkeypatch.setitem(wren.TEMPLATES, "card", drawing.replace("ROLE", role))
    wren.write_game(Path(), "card")
    assert [each for each in wren.find_faults(Path("wren")) if "GF142" in each] == found


@pytest.mark.usefixtures("_here")
def test_a_kind_of_joins_that_is_not_drawn() -> None:
    wren.write_game(
        Path(), "board", {}, {"- [r2c0, r1c1, slide]": "- [r2c0, r1c1, slide]\n      - [r2c1, r0c1, chute]"}
    )
    assert wren.find_faults(Path("wren")) == ["game.yaml:26:9: GF140 warning: 'slide' 'chute' `hidden: [joins]`"]
