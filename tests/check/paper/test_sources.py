"""A fault is told where it is typed: the loop, the call of a macro, the variable, the condition; and words of templates."""

import re
from pathlib import Path

import pytest

from tests.check.paper.pages import look
from tests.check.vary import wren

FACE = "templates/face.svg.j2"
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


def test_arrowheads_where_routes_begin_point_along_them(tmp_path: Path) -> None:
    heads = (
        "{% for name in ['up', 'low'] %}{% set c = routes[name]|first %}\n"
        "<path d='M{{ c.x + 6 }} {{ c.y - 2 }} l6 2 l-6 2 Z'/>\n{% endfor %}"
    )
    assert look(tmp_path, heads, ROUTES) == []
    found = look(tmp_path / "back", heads.replace("l6 2 l-6 2", "l-6 2 l6 2"), ROUTES)
    assert found == [f"{FACE}:3:1: GF147 warning: 'r0c0' 1"]


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
