"""Wren, an invented game for the proof of the paper: cards, a board, a track and a die, each drawn by one template."""

from collections.abc import Mapping
from pathlib import Path

from generator.check.check_context import CheckContext
from generator.check.limits.places import check_cells
from generator.check.vary.lookalikes import check_cell_colors, check_foreign_paints, check_looks
from generator.check.vary.unseen import check_seen
from generator.model.facts import PaperProof
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.kit import Kit
from generator.proof.vary.paper import prove_paper
from tests.messages import facts

HEAD = """\
title: Wren
version: "1"
players: [2, 4]
colors:
  player.red: {paint: "#cc0000", mark: disc, letter: R}
  player.blue: {paint: "#0000cc", mark: star, letter: B}
  ink: {paint: "#111111"}
claims: [{id: A, says: a, rests_on: b, check: "count('PART') > 0"}]
parts:
"""
GAMES = {
    "card": """\
  card:
    kind: card
    size: [40, 60]
    front: a.svg
    back: b.svg
    for_each: player
    rows:
      - {id: one, cost: 1, tags: [sly, big], copies: 1}
      - {id: two, cost: 2, tags: [old], copies: 1}
""",
    "board": """\
  board:
    kind: board
    front: a.svg
    copies: 1
    border: 2
    grid: {columns: 4, rows: 3, cell: 20}
    kinds:
      star: [r0c0, r2c3]
    colors:
      player.red: [r1c0, r1c1]
      player.blue: [r1c2]
    cells:
      r0c2: {label: Go}
    joins:
      - [r0c0, r0c1, slide, one-way]
      - [r2c0, r1c1, slide]
""",
    "track": """\
  track: {kind: track, from: 1, to: 4, columns: 4, cell: 20, front: a.svg, copies: 1}
""",
    "die": """\
  die: {kind: die, size: 20, faces: [1, 6, 2, 5, 3, 4], front: a.svg, copies: 1}
""",
}
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">\n'
TEMPLATES = {
    "card": """\
<g class="row.cost"><text x="6" y="12" font-size="8">{{ row.cost }}</text></g>
<text x="6" y="40" font-size="5">{{ row.tags|join(' ') }}</text>
<circle cx="30" cy="15" r="5" fill="{{ player }}"/>
""",
    "board": """\
{% for c in cells %}
<g class="{{ c.mark }}" transform="{{ c.at }}">
<polygon points="{{ c.points }}" fill="{{ colors[c.color] if c.color else '#ffffff' }}" stroke="#000000" stroke-width="0.5"/>
{% if c.kind == 'star' %}<polygon points="{{ star(0, 0, 6) }}" fill="#ffcc00"/>{% endif %}
{% if c.label %}<text y="2" text-anchor="middle" font-size="5">{{ c.label }}</text>{% endif %}
</g>
{% endfor %}
{% for j in joins if j.kind == 'slide' %}
<path d="M{{ j.one.x }} {{ j.one.y }} L{{ j.other.x }} {{ j.other.y }}" stroke="#008800" stroke-width="1"/>
<circle cx="{{ (j.one.x + 3 * j.other.x) / 4 }}" cy="{{ (j.one.y + 3 * j.other.y) / 4 }}" r="1.5" fill="#008800"/>
{% endfor %}
""",
    "track": """\
{% for s in spaces %}
<g class="{{ s.mark }}" transform="{{ s.at }}"><circle r="8" fill="none" stroke="#000000" stroke-width="0.5"/>
<text y="2" text-anchor="middle" font-size="6">{{ s.n }}</text></g>
{% endfor %}
""",
    "die": """\
{% for f in faces %}
<g class="{{ f.mark }}" transform="{{ f.at }}"><text y="2" text-anchor="middle" font-size="6">{{ f.value }}</text></g>
{% endfor %}
""",
}
_BACK = _SVG + '<rect width="{{ w }}" height="{{ h }}" fill="#444444"/>\n</svg>\n'


def write_game(folder: Path, part: str, drawn: Mapping[str, str] = {}, data: Mapping[str, str] = {}) -> Path:
    """Return the folder of the game with one part, in whose template and data some texts are replaced."""
    home = folder / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(replace(HEAD.replace("PART", part) + GAMES[part], data), encoding="utf-8")
    template = f"{_SVG}{replace(TEMPLATES[part], drawn)}</svg>\n"
    (home / "templates" / "a.svg").write_text(template, encoding="utf-8")
    (home / "templates" / "b.svg").write_text(_BACK, encoding="utf-8")
    return home


def replace(text: str, changes: Mapping[str, str]) -> str:
    """Return a text with other words; each must occur."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def prove(home: Path) -> tuple[Kit, PaperProof]:
    """Return the kit of a game, and what became of its facts."""
    kit = prepare_kit(home, Options())
    return kit, prove_paper(kit, processes=1)


def find_faults(home: Path) -> list[str]:
    """Return the facts of all that is reported of a game's paper, without the folder in its places."""
    kit, proof = prove(home)
    case = CheckContext(kit.game, kit.parts, kit.parts, kit.press.paper, proof=lambda: proof)
    found = [
        *check_seen(case),
        *check_cells(case),
        *check_foreign_paints(case),
        *check_looks(case),
        *check_cell_colors(case),
    ]
    return [facts(each).replace(f"{home}/", "").replace("templates/", "") for each in found]
