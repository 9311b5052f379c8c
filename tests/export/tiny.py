"""A small game with a deck, tiles, a die and a board, and its exports."""

from pathlib import Path

from generator.pipeline.export.exporting import ExportRequest, ExportResult, export_game
from generator.pipeline.options import Options

GAME = """\
title: Tiny
version: "1"
players: [2, 3]
colors:
  player.red: {paint: "#c00000", name: red}
  player.blue: {paint: "#0000c0", name: blue}
  player.gold: {paint: "#a08000", name: gold}
parts:
  deck:
    kind: card
    size: poker
    title: Deck
    front: deck.svg.j2
    back: back.svg.j2
    for_each: player
    rows: [{id: a, n: 1}, {id: b, n: 2}, {id: c, n: 3}]
    copies: 2
  chip: {kind: token, title: Chips, diameter: 25.4, front: chip.svg.j2, copies: 7}
  odd: {kind: tile, title: Odd, size: [33, 50], front: odd.svg.j2, copies: 1}
  die: {kind: die, title: Die, faces: [1, 6, 2, 5, 3, 4], size: 16, front: die.svg.j2, copies: 1}
setup:
  - {part: deck, each: 6, own: true}
  - {part: chip, each: 2}
  - {part: die, table: 1}
claims:
  - {id: T1, says: eighteen cards, rests_on: tiny, check: count('deck') == 18}
"""
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>'
TEMPLATES = {
    "deck.svg.j2": _SVG.format(
        box="-3 -3 69.5 94.9",
        inner='<rect x="-3" y="-3" width="69.5" height="94.9" fill="{{ player }}"/>'
        '<text x="30" y="40" font-size="12" fill="{{ player|ink }}">{{ row.n }}</text>',
    ),
    "back.svg.j2": _SVG.format(
        box="-3 -3 69.5 94.9",
        inner='<rect x="-3" y="-3" width="69.5" height="94.9" fill="#224466"/>'
        '<circle cx="31.75" cy="44.45" r="10" fill="#ffffff"/>',
    ),
    "chip.svg.j2": _SVG.format(box="0 0 25.4 25.4", inner='<circle cx="12.7" cy="12.7" r="9" fill="#338833"/>'),
    "odd.svg.j2": _SVG.format(box="0 0 33 50", inner='<text x="8" y="25" font-size="6">Odd</text>'),
    "die.svg.j2": _SVG.format(
        box="0 0 {{ w }} {{ h }}",
        inner='{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">'
        '<text x="0" y="2" font-size="6" text-anchor="middle">{{ f.value }}</text></g>{% endfor %}',
    ),
}


def write_game(folder: Path) -> Path:
    """Write the game into a folder of the name `tiny`."""
    home = folder / "tiny"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    for name, text in TEMPLATES.items():
        (home / "templates" / name).write_text(text, "utf-8")
    return home


def export(home: Path, target: str, out: Path, *only: str, bleed: float | None = None, **asked: object) -> ExportResult:
    """Export the game to a target."""
    options = Options(out=out, only=only, bleed=bleed, processes=1)
    return export_game(home, options, ExportRequest(target, **asked))  # type: ignore[arg-type]
