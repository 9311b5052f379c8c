"""Draw positions of a playtest with the game's own faces: the board and its pieces, supplies, and rows of cards.

Each face is drawn once, kept as an image, and used wherever it is shown. A face that cannot be drawn is left to discs.
"""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, sqrt
from typing import Any, NamedTuple

from generator.fonts.font_book import open_fonts
from generator.model.board import Board, Cell
from generator.model.color import Color
from generator.model.finding import DataError, DrawingError
from generator.model.picture import Group, Picture
from generator.pipeline.playtest.plots import COLORS, open_svg
from generator.pipeline.playtest.runs import Playtest
from generator.program.identity import find_resources
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.safety.files import read_regular_file
from generator.write.svg.sheets import SvgFigures

_FIGURE = 260  # px of a board
_NEUTRAL = "#4d4d4d"  # a piece of no player
_ROOM = 0.8  # of a cell, for the pieces on it
_GOOD, _CARD = 18, 64  # px: the height of a good, and of a card
_MOST_ALIKE = 12  # goods that are drawn one by one; of more, one is drawn and counted
_ICONS = "icons.svg"
_SYMBOL = re.compile(r'<symbol id="([^"]*+)"(?:(?!</?symbol).)*+</symbol>', re.DOTALL)


class _Face(NamedTuple):
    """A face as an image: its id on the page, its size, and its data."""

    name: str
    width: float
    height: float
    data: str


class PlayPictures:
    """Draws positions of one game, and holds the faces that it used for them."""

    def __init__(self, playtest: Playtest) -> None:
        self._playtest = playtest
        game, parts = playtest.game, playtest.parts
        fonts = open_fonts(game.folder / "fonts", game.data.fonts, game.place)
        files = TemplateFiles(game.folder, find_resources("templates"))
        self._faces = FaceRenderer(game, files, fonts, None, parts)
        self._figures = SvgFigures()
        self._drawn: dict[str, _Face | None] = {}
        self._board = next((part for part in parts if part.board is not None), None)
        self._marks: dict[str, str] = {}

    def define(self) -> str:
        """Return the faces and marks that were used, to stand before what uses them."""
        faces = [
            f'<image id="{each.name}" width="{each.width:g}" height="{each.height:g}" href="{each.data}"/>'
            for each in self._drawn.values()
            if each is not None
        ]
        if not faces and not self._marks:
            return ""
        defined = "".join([*faces, *self._marks.values()])
        return f'<svg class="hidden" width="0" height="0" aria-hidden="true"><defs>{defined}</defs></svg>'

    def find_color(self, role: str) -> Color | None:
        """Return the color of a role such as `player.red`, or of a name of the group `player`."""
        colors = self._playtest.game.colors
        return colors.get(role) or colors.get(f"player.{role}")

    def find_paint(self, role: str, number: int) -> str:
        """Return the paint of a seat; players of one paint are told apart by colors of the page."""
        color, colors = self.find_color(role), self._playtest.game.colors
        paints = [each.paint for name, each in colors.items() if name.rpartition(".")[0] == "player"]
        if color is None or len(set(paints)) < len(paints):
            return COLORS[number % len(COLORS)]
        return color.paint

    def draw_mark(self, role: str, x: float, y: float, size: float) -> str:
        """Return the mark of a color as it is on the paper; its letter if no symbol is called so, or nothing."""
        color = self.find_color(role)
        if color is None:
            return ""
        if color.mark and (color.mark in self._marks or self._read_mark(color.mark)):
            return f'<use href="#mark-{color.mark}" x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}"/>'
        return (
            f'<text x="{x + size / 2:.1f}" y="{y + size * 0.8:.1f}" text-anchor="middle">{escape(color.letter)}</text>'
        )

    def _read_mark(self, name: str) -> bool:
        text = read_regular_file(find_resources("templates") / _ICONS, 1_000_000).decode()
        symbols = {found[1]: found[0] for found in _SYMBOL.finditer(text)}
        if name in symbols:
            self._marks[name] = symbols[name].replace('id="', 'id="mark-', 1)
        return name in symbols

    def _find_face(self, name: str) -> _Face | None:
        """Return the face of a name such as `house.red`; None if it cannot be drawn."""
        if name not in self._drawn:
            self._drawn[name] = self._draw_face(name)
        return self._drawn[name]

    def _draw_face(self, name: str) -> _Face | None:
        try:
            trimmed = self._faces.trimmed_face(name)
        except (DataError, DrawingError):
            return None
        left, top, width, height = trimmed.box
        moved = Group((trimmed.group,), (1.0, 0.0, 0.0, 1.0, -left, -top))
        drawn = self._figures.draw_figure(Picture(0.0, 0.0, width, height, (moved,)))
        data = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
        return _Face(f"face-{len(self._drawn)}", width, height, data)

    def draw_board(self, state: Any) -> str:
        """Return the board with its pieces; empty if the engine does not tell where they are."""
        pieces = getattr(state, "pieces", None)
        if self._board is None or self._board.board is None or pieces is None:
            return ""
        board = self._board.board
        scale = _FIGURE / max(board.width, board.height)
        drawn = [open_svg(board.width * scale, board.height * scale, "the board before the turn")]
        drawn.append(f'<g transform="scale({scale:.4f})">{self._draw_ground(board)}')
        for name, there in pieces().items():
            drawn += self._draw_pieces(board.cells[name], there if isinstance(there, list) else [there])
        return "".join(drawn) + "</g></svg>"

    def _draw_ground(self, board: Board) -> str:
        assert self._board is not None
        face = self._find_face(self._board.id)
        if face is not None:
            return f'<use href="#{face.name}"/>'
        cells = [" ".join(f"{x:.1f},{y:.1f}" for x, y in cell.board_points) for cell in board.cells.values()]
        return "".join(
            f'<polygon points="{points}" fill="#f6f3ea" stroke="#999" stroke-width="0.5"/>' for points in cells
        )

    def _draw_pieces(self, cell: Cell, pieces: Sequence[tuple[str, str]]) -> list[str]:
        """Return the pieces on a cell, side by side in rows."""
        left, top, right, bottom = cell.box
        across = ceil(sqrt(len(pieces)))
        size = _ROOM * min(right - left, bottom - top) / across
        drawn = []
        for number, (part, design) in enumerate(pieces):
            row, column = divmod(number, across)
            x = cell.x + (column - (across - 1) / 2) * size
            y = cell.y + (row - (ceil(len(pieces) / across) - 1) / 2) * size
            drawn.append(self._draw_piece(part, design, (x, y), size))
        return drawn

    def _draw_piece(self, part: str, design: str, middle: tuple[float, float], size: float) -> str:
        x, y = middle
        color, _, kind = design.partition(".")
        if not kind and (face := self._find_face(f"{part}.{design}")) is not None:
            scale = size / max(face.width, face.height)
            at = f"translate({x - face.width * scale / 2:.2f} {y - face.height * scale / 2:.2f}) scale({scale:.4f})"
            return f'<use href="#{face.name}" transform="{at}"/>'
        known = self.find_color(color)
        paint = known.paint if known is not None else _NEUTRAL
        style = (
            f"font-size:{size * 0.6:.1f}px;fill:#fff;stroke:#1a1a1a;stroke-width:{size * 0.1:.1f}px;paint-order:stroke"
        )
        disc = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}" fill="{paint}" stroke="#1a1a1a" stroke-width="0.4"/>'
        )
        letter = escape((kind or color)[:1].upper())
        return f'{disc}<text x="{x:.1f}" y="{y + size * 0.2:.1f}" text-anchor="middle" style="{style}">{letter}</text>'

    def draw_heaps(self, state: Any) -> str:
        """Return what lies on the table and before the player, goods and cards; empty if nothing is told."""
        heaps: Mapping[str, Sequence[tuple[str, str, int]]] = getattr(state, "heaps", dict)()
        drawn = [f"<dt>{escape(title)}</dt><dd>{self._draw_heap(things)}</dd>" for title, things in heaps.items()]
        return f'<dl class="heaps">{"".join(drawn)}</dl>' if drawn else ""

    def _draw_heap(self, things: Sequence[tuple[str, str, int]]) -> str:
        """Return things in a row: what they are called, the face that shows them, if any, and how many."""
        return " ".join(self._draw_things(*thing) for thing in things) or "nothing"

    def _draw_things(self, called: str, name: str, count: int) -> str:
        face = self._find_face(name) if name else None
        says = f"{count} {called}"
        if face is None:
            return f"<span>{escape(says)}</span>"
        if not count:
            return f"<span>no {escape(called)}</span>"
        tall = _CARD if max(face.width, face.height) > 2 * _GOOD else _GOOD
        wide, shown = tall * face.width / face.height, count if count <= _MOST_ALIKE else 1
        step = wide * (0.55 if tall == _GOOD else 0.3)
        drawn = [open_svg(wide + step * (shown - 1), tall, says)]
        for number in range(shown):
            at = f"translate({number * step:.1f} 0) scale({tall / face.height:.4f})"
            drawn.append(f'<use href="#{face.name}" transform="{at}"/>')
        return "".join(drawn) + "</svg>" + (f"<span>({count})</span>" if shown < count else "")
