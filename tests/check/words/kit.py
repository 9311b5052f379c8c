"""A small game whose rules each test writes."""

from pathlib import Path

from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.braces import read_rules
from generator.load.game import read_game
from generator.load.vocabulary import Vocabulary
from generator.model.game import Game
from generator.model.paper import PAPERS
from tests.kits import WORDS

GAME = """\
title: Orchard
version: "1"
players: [2, 5]
colors:
  player.red: {paint: "#D55E00"}
  player.blue: {paint: "#0072b2"}
parts:
  tree:
    kind: card
    title: Tree cards
    size: standard
    front: a.svg.j2
    rows:
      - {id: apple, name: Old apple, points: 3, copies: 12}
      - {id: pear, name: Stone pear, points: 2, copies: 4}
  cherry: {kind: token, title: Cherries, diameter: 15, front: a.svg.j2, copies: 60}
  basket: {kind: tile, title: Baskets, size: [40, 40], front: a.svg.j2, for_each: player, copies: 2}
rules: rules.md
"""


def read_orchard(home: Path, rules: str, data: str = GAME) -> Game:
    """Return the game with these rules."""
    folder = home / "orchard"
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(data, encoding="utf-8")
    (folder / "rules.md").write_text("# Orchard\n", encoding="utf-8")
    game = read_game(folder, KINDS, words=WORDS)
    assert game.first is not None
    words = Vocabulary(game.colors, game.colors, game.first.parts, icons=frozenset(game.data.icons))
    read = read_rules(rules, game.first.file, words)
    first = replace(game.first, rules=read.text, inline=read.claims, marked=read.marked)
    return replace(game, rules=read.text, inline=read.claims, marked=read.marked, first=first)


def make_case(game: Game) -> CheckContext:
    """Return what checks look at without finished files."""
    parts = expand_parts(game, KINDS)
    return CheckContext(game, parts, parts, PAPERS["a4"])
