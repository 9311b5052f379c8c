"""A game of boards and folded pieces as data, and what sound finished files would show of it."""

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Self

from generator.check.claims.context import ClaimContext
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import Matrix, multiply_matrices, transform_point
from generator.load.game import read_game
from generator.model.game import Design, Game, Part
from generator.model.printed import Mark, ReadPiece

HEAD = "title: Wren\nversion: '1'\nplayers: [2, 4]\ncolors:\n  player.red: {paint: '#a00'}\n  player.blue: {paint: '#00a'}\nparts:\n"
PHARAOH = """\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 5, rows: 5, cell: 37, blocked: [r0c0, r0c4, r4c0, r4c4], diagonal: true}
    kinds:
      entry: [r0c1..3, r4c1..3, "*c0", "*c4"]
    colors:
      player.red: [r2c2]
    cells:
      r2c2: {kind: middle, label: M}
    areas:
      north: [r0c1..3]
      east: [r1c4, r2c4, r3c4]
    routes:
      row: [r2c1..3]
      column: [r1c2, r2c2, r3c2]
      falling: [r1c1, r2c2, r3c3]
      rising: [r1c3, r2c2, r3c1]
"""
ARMS = ("south", "east", "north", "west")


def road(arm: int) -> list[str]:
    """Return the route of a player on the cross, as in the data."""
    names = [ARMS[(arm + turn) % 4] for turn in range(4)]
    around = [item for name in names[1:] for item in (f"{name}.1.1..8", f"{name}.2.8", f"{name}.3.8..1")]
    own = names[0]
    return ["center", f"{own}.2.1..8", f"{own}.3.8..1", *around, f"{own}.1.1..8", f"{own}.2.8..1", "center"]


PACHISI = f"""\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    cross: {{arms: [{", ".join(ARMS)}], length: 8, width: 3, cell: 24, corners: true}}
    turn: outward
    joint: tab
    kinds: {{castle: ["*.2.8", "*.1.5", "*.3.5"]}}
    sections: {{center: [center], {", ".join(f'{arm}: ["{arm}.*"]' for arm in ARMS)}}}
    routes:
""" + "".join(f"      {arm}: [{', '.join(road(number))}]\n" for number, arm in enumerate(ARMS))
FOLDED = """\
  die:
    kind: die
    front: a.svg.j2
    size: 18
    rows:
      - {id: plain, faces: [1, 6, 2, 5, 3, 4], copies: 2}
      - {id: colored, faces: [red, red, blue, blue, red, gold], copies: 1}
  pyramid:
    kind: pyramid
    front: a.svg.j2
    rows:
      - {id: small, pips: 1, base: 14.29, height: 25.40, copies: 1}
      - {id: large, pips: 3, base: 25.40, height: 44.45, copies: 1}
  gem:
    kind: token
    front: a.svg.j2
    diameter: 14
    copies: 2
    values: {worth: [1, 2]}
"""

Change = Callable[[list[ReadPiece]], Sequence[ReadPiece]]


def made(home: Path, text: str) -> tuple[Game, tuple[Part, ...]]:
    """Read the game with these parts."""
    folder = home / "wren"
    folder.mkdir(exist_ok=True)
    claim = "claims:\n  - {id: W, says: it, rests_on: rules, check: 'players() == [2, 4]'}\n"
    (folder / "game.yaml").write_text(HEAD + text + claim, encoding="utf-8")
    game = read_game(folder, KINDS)
    return game, expand_parts(game, KINDS)


def shown(parts: Sequence[Part]) -> list[ReadPiece]:
    """Return what sound files show: each front on its own page, rotated by 90 degrees and moved."""
    return [
        _seen(part, design, copy, page)
        for part in parts
        for page, design in enumerate(part.designs, 1)
        for copy in range(1, design.copies + 1)
    ]


def _seen(part: Part, design: Design, copy: int, page: int) -> ReadPiece:
    paper: Matrix = (0, 1, -1, 0, 200, 10)
    name = f"{part.id}.{design.id}.c{copy}.front"
    return ReadPiece(
        name,
        part.id,
        design.id,
        copy,
        "front",
        "a.pdf",
        page,
        paper,
        b"",
        None,
        (210, 297),
        tuple(_marks(part, design, paper)),
    )


def _marks(part: Part, design: Design, paper: Matrix) -> list[Mark]:
    """Return a mark for each cell of the whole board, as a section's drawing has it, face of a net and line of a card."""
    marks: list[Mark] = []
    left, top = design.section.window[:2] if design.section else (0.0, 0.0)
    origin = multiply_matrices(paper, (1, 0, 0, 1, -left, -top))
    for cell in part.board.cells.values() if part.board else ():
        c, s = round(cos(radians(cell.turn)), 12), round(sin(radians(cell.turn)), 12)
        marks.append(Mark(f"cell.{cell.id}", multiply_matrices(origin, (c, s, -s, c, cell.x, cell.y)), b""))
    for panel in design.net.panels if design.net else ():
        marks.append(Mark(f"face.{panel.id}", multiply_matrices(paper, panel.matrix), b""))
    for line in design.lines:
        ends = [part.ports[number] for number in (line.one, line.other)]
        points = tuple(
            transform_point(paper, x, y) for x, y in [(ends[0].x, ends[0].y), (29, 31), (ends[1].x, ends[1].y)]
        )
        marks.append(Mark(line.mark, paper, f"{line.mark} {line.color}".encode(), points))
    return marks


def altered(mark: str, change: Callable[[Mark], Mark | None], design: str = "") -> Change:
    """Return a change that replaces or removes one mark, of one design or of all."""

    def change_all(seen: list[ReadPiece]) -> list[ReadPiece]:
        out = []
        for face in seen:
            marks = [change(each) if each.name == mark and design in ("", face.design) else each for each in face.marks]
            out.append(face._replace(marks=tuple(each for each in marks if each)))
        assert out != seen
        return out

    return change_all


def moved(dx: float, dy: float) -> Callable[[Mark], Mark]:
    """Return a change that moves a mark on the paper, mm."""
    return lambda mark: mark._replace(matrix=(*mark.matrix[:4], mark.matrix[4] + dx, mark.matrix[5] + dy))


def gone(mark: Mark) -> None:
    """Take a mark away."""


class Asked:
    """A game whose claims can be evaluated in both contexts: data and sheets."""

    def __init__(self, home: Path, text: str, change: Change = lambda seen: seen) -> None:
        self._show(*made(home, text), change)

    @classmethod
    def of_game(cls, folder: Path, change: Change = lambda seen: seen) -> Self:
        """Return a game of layouts/, to be asked."""
        asked = cls.__new__(cls)
        game = read_game(folder, KINDS, words=folder.parent.parent / "templates" / "words")
        asked._show(game, expand_parts(game, KINDS), change)
        return asked

    def _show(self, game: Game, parts: tuple[Part, ...], change: Change) -> None:
        self.game, self.parts = game, parts
        seen = change(shown(self.parts))
        ids = frozenset(part.id for part in self.parts)
        self.data = ClaimContext("data", self.game, self.parts, seen, ids)
        self.sheets = ClaimContext("sheets", self.game, self.parts, seen, ids)

    def both(self, text: str) -> Any:
        """Return the answer, which must be the same in both contexts."""
        answer = compile_expression(text)(bind_functions(self.data))
        assert compile_expression(text)(bind_functions(self.sheets)) == answer
        return answer

    def of_sheets(self, text: str) -> Any:
        """Return the answer of the sheets, which must differ from that of the data."""
        answer = compile_expression(text)(bind_functions(self.sheets))
        assert compile_expression(text)(bind_functions(self.data)) != answer
        return answer
