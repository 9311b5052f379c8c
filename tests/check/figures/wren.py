"""A small invented game to which each test adds figures, and what the checks say of them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.check.figures.drawn_words import DrawnText, check_drawn_words
from generator.check.figures.figure_checks import check_figures
from generator.check.figures.scene import read_scenes
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import Finding, Place
from generator.model.game import Game
from tests.kits import WORDS
from tests.messages import facts

GAME = """\
title: Wren
version: "1"
players: [2, 3]
colors:
  player.red: {paint: "#c00000"}
  player.blue: {paint: "#0000c0"}
  player.green: {paint: "#00a000"}
parts:
  field:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 5, rows: 3, cell: 20}
    kinds: {goal: [r0c4], nest: [r2c0, r2c4]}
    colors: {player.red: [r2c0], player.blue: [r2c4]}
    cells: {r2c0: {label: A}, r2c4: {label: B}}
    slots: {rack: {cells: [r1c4], part: card}}
  track:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 5, rows: 5, cell: 20, blocked: [r1c1..3, r2c1..3, r3c1..3]}
    routes: {round: [r0c0..4, r1c4, r2c4, r3c4, r4c4..0, r3c0, r2c0, r1c0]}
  pawn: {kind: token, title: Pawns, diameter: 12, front: a.svg, for_each: player, copies: 4}
  card:
    kind: card
    title: Cards
    size: [40, 40]
    front: a.svg
    back: a.svg
    for_each: player
    rows: [{id: 1, size: small, copies: 1}, {id: 2, size: large, copies: 1}, {id: 3, size: huge, copies: 1}]
  plot:
    kind: tile
    size: [20, 20]
    front: a.svg
    rows:
      - {id: bend, north: brook, east: brook, south: heath, west: heath, price: 3, copies: 1}
      - {id: pond, north: heath, east: heath, south: heath, west: brook, price: 5, copies: 1}
  bill: {kind: token, title: Bills, diameter: 9, front: a.svg, for_each: player, rows: [{value: 7, copies: 1}, {value: 9, copies: 1}]}
  lot: {kind: card, title: Lots, size: [40, 40], front: a.svg, copies: 2}
  egg: {kind: token, title: Eggs, diameter: 9, front: a.svg, copies: 20}
rules: rules.md
figures:
"""
FIRST = GAME.count("\n") + 1  # the line of the first figure


def find_faults(home: Path, figures: str, rules: str = "") -> list[str]:
    """Return the facts of what is found in figures, whose lines count from 1."""
    game = read_wren(home, figures, rules)
    return _place_facts(check_figures(game, read_scenes(game, expand_parts(game, KINDS)), {}, {"": frozenset()}))


def find_drawn_faults(home: Path, figures: str, texts: Sequence[str], rules: str = "") -> list[str]:
    """Return the facts of what is found in the words of the first figure, typed line by line in a template."""
    game = read_wren(home, figures, rules)
    scenes = read_scenes(game, expand_parts(game, KINDS))
    lines = [(text, Place("a.svg", line, 1)) for line, text in enumerate(texts, 1)]
    typed = [DrawnText(text, [place for each, place in lines if each == text]) for text in dict.fromkeys(texts)]
    return _place_facts(check_drawn_words(game, scenes, {next(iter(scenes)): typed}))


def read_wren(home: Path, figures: str, rules: str) -> Game:
    """Return the game with more figures."""
    folder = home / "wren"
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME + figures, encoding="utf-8")
    (folder / "rules.md").write_text(f"# Wren\n\n{rules}", encoding="utf-8")
    return read_game(folder, KINDS, words=WORDS)


def _place_facts(found: Iterable[Finding]) -> list[str]:
    """Return the facts of findings; lines of figures count from 1."""
    placed = [each._replace(place=each.place._replace(file=Path(each.place.file).name)) for each in found]
    moved = [
        each._replace(place=each.place._replace(line=each.place.line - FIRST + 1))
        if each.place.file == "game.yaml"
        else each
        for each in placed
    ]
    return [facts(each) for each in moved]


def board(*, alt: str = "A field.", **more: str) -> str:
    """Return a figure of the field, one line for each key, first its alternative text on line 2."""
    lines = "".join(f"    {key}: {value}\n" for key, value in more.items())
    return f"  move:\n    alt: {alt}\n    kind: board\n    part: field\n    size: [90, 60]\n{lines}"


def table(*things: str, alt: str = "Things.") -> str:
    """Return a figure of things on a table, first its alternative text on line 2, the things from line 6 on."""
    lines = "".join(f"      - {{{thing}}}\n" for thing in things)
    return f"  laid:\n    alt: {alt}\n    kind: table\n    size: [90, 60]\n    things:\n{lines}"


def read_messages(home: Path, figures: str) -> list[str]:
    """Return the messages about figures, without the name of the figure at their end."""
    game = read_wren(home, figures, "")
    found = check_figures(game, read_scenes(game, expand_parts(game, KINDS)), {}, {"": frozenset()})
    return [each.message.rpartition(" (figure ")[0] for each in found]
