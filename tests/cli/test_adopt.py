"""Test `gutterfold adopt`: what it writes and says, and that nothing is lost."""

import contextlib
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.drawings.judge import FOLDER
from tests.kits import run

GAME = """\
title: Leaves
version: "1.0"
about: A game of one card.
players: [2, 4]
colors:
  sea: {paint: "#2A6F97"}
  sun: {paint: "#ffd166"}
  player.snow: {paint: "#ffffff"}
  player.salt: {paint: "#FFF"}
parts:
  hand:
    kind: card
    title: Hand cards
    size: [63.5, 88.9]
    front: card.svg.j2
    rows:
      - {copies: 1}
    stock: card
"""


class Done(NamedTuple):
    """What a run returned and printed."""

    status: int
    stdout: str
    stderr: str


def adopt(folder: Path, *arguments: str) -> Done:
    """Run the command in a folder."""
    with contextlib.chdir(folder):
        return Done(*run(["adopt", *arguments]))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the folder of a game whose template is still a drawing."""
    templates = tmp_path / "leaves" / "templates"
    templates.mkdir(parents=True)
    (tmp_path / "leaves" / "game.yaml").write_text(GAME, "utf-8")
    shutil.copy(FOLDER / "programs" / "inkscape-card.svg", templates / "card.svg")
    return tmp_path / "leaves"


def test_a_drawing_becomes_a_template_beside_it(game: Path) -> None:
    before = (game / "templates" / "card.svg").read_bytes()
    done = adopt(game, "templates/card.svg")
    assert (done.status, done.stderr) == (0, "")
    made = (game / "templates" / "card.svg.j2").read_text("utf-8")
    assert done.stdout == (
        "templates/card.svg -> templates/card.svg.j2\n"
        "  #2a6f97 is now sea (1 time)\n"
        "  #ffd166 is now sun (1 time)\n"
        "  #ffffff stays: it is the paint of player.snow and player.salt; choose one with --role\n"
        "  no role of leaves: #013a63\n"
        "  dropped: the XML declaration, 1 comment of programs, 1 element of editors, 1 empty <defs>,"
        " 16 attributes that draw nothing\n"
        "  kept: 1 layer, 6 ids\n"
        f"  size: 2,559 -> {len(made):,} bytes\n"
    )
    assert "fill:{{ colors['sea'] }}" in made
    assert 'inkscape:label="Layer 1"' in made
    assert (game / "templates" / "card.svg").read_bytes() == before


def test_what_cannot_print_is_told_at_its_place(game: Path) -> None:
    shutil.copy(FOLDER / "structure" / "foreign-object.svg", game / "art.svg")
    done = adopt(game, "art.svg", "--out", "new.svg.j2", "--role", "player.salt")
    assert done.status == 0
    assert done.stdout.splitlines()[-2] == "fix these before it prints:"
    assert done.stdout.splitlines()[-1].startswith("  new.svg.j2:")


def test_the_fonts_that_the_game_sets_for_others_are_there(game: Path) -> None:
    text = '<text x="5" y="20" font-size="6" font-family="Archivo Black">A</text>'
    page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{text}</svg>'
    (game / "art.svg").write_text(page, "utf-8")
    assert "fix these before it prints:" in adopt(game, "art.svg", "--out", "one.svg.j2").stdout
    (game / "game.yaml").write_text(f"{GAME}fonts: {{Archivo Black: Source Sans Pro}}\n", "utf-8")
    assert "fix these before it prints:" not in adopt(game, "art.svg", "--out", "two.svg.j2").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["templates/card.svg", "--out", "game.yaml"], "game.yaml: GF401 "),
        (["templates/card.svg", "--out", "templates/card.svg"], "templates/card.svg: GF401 "),
        (["templates/card.svg", "--out", "no/where.j2"], "no/where.j2: GF402 "),
        (["templates/card.svg", "--role", "see"], "--role: GF008 the game has no color 'see'; did you mean 'sea'?"),
        (["templates/card.svg", "--game", "atlantis"], "atlantis: GF001 "),
        (["game.yaml", "--out", "x.j2"], "game.yaml: GF002 "),
        (["zipped.svg"], "zipped.svg: GF002 "),
        (["card.svg.j2"], "card.svg.j2: GF001 "),
    ],
)
def test_what_cannot_be_adopted_is_one_line_and_nothing_is_written(game: Path, arguments: list[str], says: str) -> None:
    (game / "zipped.svg").write_bytes(b"\x1f\x8b\x08")
    (game / "card.svg.j2").write_text("<svg/>", "utf-8")
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    done = adopt(game, *arguments)
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


def test_the_encoding_of_a_file_is_read_and_a_game_is_not_needed(tmp_path: Path) -> None:
    head = '<?xml version="1.0" encoding="iso-8859-1"?>'
    text = f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="caf\xe9" fill="#000"/></svg>'
    (tmp_path / "art.svg").write_bytes(text.encode("latin-1"))
    done = adopt(tmp_path, "art.svg")
    assert (
        done.stdout.splitlines()[1]
        == "  this file belongs to no game, so no color became a role; name a game with --game"
    )
    assert (tmp_path / "art.svg.j2").read_text("utf-8") == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="caf\xe9" fill="#000"/></svg>\n'
    )
