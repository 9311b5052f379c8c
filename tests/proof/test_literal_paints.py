"""Colors that templates write out although they are the paint of a role are told (GF211)."""

from pathlib import Path

import pytest

from generator.pipeline.build import read_game_data
from generator.pipeline.options import Options
from generator.pipeline.resources import list_bundled_games
from generator.program.identity import find_resources
from generator.proof.literal_paints import check_literal_paints
from generator.render.template_files import TemplateFiles
from tests.messages import facts_of

GAME = """\
title: Leaves
version: "1.0"
about: A game of one card.
players: [2, 4]
colors:
  sea: {paint: "#2A6F97"}
  player.snow: {paint: "#ffffff"}
  player.salt: {paint: "#FFF"}
  player.red: {paint: "#f00"}
parts:
  hand: {kind: card, title: Hand, size: [20, 20], front: card.svg.j2, rows: [{copies: 1}], stock: card}
"""
TEMPLATE = """\
{% set water = '#2a6f97' %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
  <g style="fill:red" stroke="white"><rect width="2" height="2" fill="{{ water }}" stroke="rgb(42,111,151)"/></g>
  {% include 'frame.svg.j2' %}{% import 'macros.svg.j2' as macros %}
</svg>
"""


def check(folder: Path) -> list[str]:
    game = read_game_data(folder, Options())
    files = TemplateFiles(game.folder, find_resources("templates"))
    return [str(each) for each in check_literal_paints(game, (), files)]


def test_a_paint_is_told_once_a_template_at_its_first_place(tmp_path: Path) -> None:
    folder = tmp_path / "leaves"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for name, text in (
        ("card", TEMPLATE),
        ("frame", '<rect width="1"\n fill="#F00"/>'),
        ("macros", '{% macro a() %}<path fill="red"/>{% endmacro %}'),
    ):
        (folder / "templates" / f"{name}.svg.j2").write_text(text, "utf-8")
    at = f"{folder}/templates"
    assert facts_of(check(folder)) == [
        f"{at}/card.svg.j2:3:18: GF211 note: 'red' 'player.red' `{{{{ colors['player.red'] }}}}`",
        f"{at}/card.svg.j2:1:16: GF211 note: '#2a6f97' 'sea' 2 `colors['sea']`",
        f"{at}/frame.svg.j2:2:8: GF211 note: '#F00' 'player.red' `{{{{ colors['player.red'] }}}}`",
    ]


def test_a_template_is_found_however_the_path_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games" / "leaves"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "templates" / "card.svg.j2").write_text('<rect width="1" fill="red"/>', "utf-8")
    link = tmp_path / "link"
    link.symlink_to(folder)
    monkeypatch.chdir(tmp_path)
    for path in (folder, Path("games/leaves"), Path("games/../games/leaves"), link):
        (told,) = check(path)
        assert told.partition("templates/")[2].startswith("card.svg.j2:1:23: GF211 note: ")


@pytest.mark.parametrize("folder", list_bundled_games().values(), ids=list_bundled_games())
def test_our_own_games_write_roles(folder: Path) -> None:
    assert check(folder) == []
