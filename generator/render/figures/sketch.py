"""A figure's data, on their way to its template: the faces, cells, colors and words that they name, or findings."""

from collections.abc import Callable, Iterable, Mapping
from math import cos, radians, sin
from typing import Any, NamedTuple

from generator.geometry.bounds import Box
from generator.geometry.matrix import Matrix
from generator.geometry.path import Segment, transform_segments
from generator.language.suggestions import did_you_mean
from generator.model.board import Cell
from generator.model.cell_ranges import CellId, CellPattern, parse_cells
from generator.model.color import Color
from generator.model.figure_data import FigureData
from generator.model.finding import DrawingError, Finding
from generator.model.game import Part
from generator.model.place import Place
from generator.render.faces import Faces
from generator.render.text_filters import Ruler
from generator.render.trimmed_faces import Trimmed, chosen

SIZE = 3.0  # mm per em of the words beside figures
LEADING = 3.6  # mm from line to line


class Piece(NamedTuple):
    """A face of the kit: its name for templates, and how it looks."""

    name: str
    face: Trimmed


class Sketch(NamedTuple):
    """A figure in the making: who draws faces and measures words, and what is wrong so far.

    `at` finds the place of a value of the figure, such as at("labels", 0, "says").
    """

    data: FigureData
    faces: Faces
    ruler: Ruler
    colors: Mapping[str, Color]
    at: Callable[..., Place]
    findings: list[Finding]

    def refuse(self, code: str, message: str, *path: str | int) -> None:
        """Add a finding at the place of a value."""
        self.findings.append(Finding(code, self.at(*path), message))

    def piece(self, part: str, design: str | None, side: str, *path: str | int) -> Piece | None:
        """Return a face; None where there is no such design or side, which is said at its place."""
        owner = self.faces.parts[part]
        try:
            asked = chosen(owner, design or "", side)
        except DrawingError as error:
            key = "side" if side in error.names else "design" if design in error.names else "part"
            self.refuse(error.code, error.message, *path, key)
            return None
        named = "" if asked.whole and not design else asked.design.id if not asked.whole else design
        name = ".".join(filter(None, (owner.id, named, asked.side)))
        return Piece(name, self.faces.face(name))

    def color(self, role: str | None, *path: str | int) -> Color | None:
        """Return the color of a role; None for none, and for one that there is not, which is said."""
        if role is not None and role not in self.colors:
            self.refuse("GF008", f"there is no color role {role!r}{did_you_mean(role, self.colors)}", *path, "color")
        return self.colors.get(role or "")

    def words(self, text: str, *path: str | int) -> str:
        """Return a text in the language of the booklet, one blank between its words; nothing where it has no glyphs."""
        try:
            said = " ".join(self.faces.words(text).split())
            self.ruler.width(said, SIZE)
        except DrawingError as error:
            self.refuse(error.code, error.message, *path)
            return ""
        return said

    def lines(self, text: str, width: float, *path: str | int) -> list[str]:
        """Return the lines of a text in a width, mm; a word that is wider is said at its place."""
        try:
            return self.ruler.wrap(text, width, SIZE)
        except DrawingError as error:
            self.refuse(error.code, error.message, *path)
            return [text]

    def inside(self, box: Box, what: str, *path: str | int) -> None:
        """Refuse what reaches beyond the figure; its box is in mm of the figure."""
        wide, high = self.data.size
        over = max(-box[0], -box[1], box[2] - wide, box[3] - high)
        if over > 0.01:
            self.refuse("GF202", f"{what} {over:.1f} mm beyond the figure", *path)

    def wide(self, lines: Iterable[str]) -> float:
        """Return the width of the longest of some lines, mm; nothing of none."""
        return max((self.ruler.width(line, SIZE) for line in lines), default=0.0)

    def cells(self, board: Part, items: Iterable[str], *path: str | int, ordered: bool = False) -> list[Cell]:
        """Return the cells of a list of ids, runs and patterns; what none has is said at its place."""
        assert board.board is not None
        known, found = board.board.cells, list[str]()
        for number, item in enumerate(items):
            entry = parse_cells(item)
            names, missing = entry.select(known)
            if isinstance(entry, CellPattern) and ordered:
                self.refuse("GF006", f"{item!r} has no order, so it can not stand in a path", *path, number)
            elif isinstance(entry, CellPattern) and not names:
                self.refuse("GF008", f"the pattern {item!r} matches no cell", *path, number)
            elif missing is not None:
                run = f"the run {item!r} needs the cell {missing!r}, which does not exist"
                what = f"there is no cell {item!r}" if isinstance(entry, CellId) else run
                self.refuse("GF008", what + did_you_mean(missing, known), *path, number)
            else:
                found += names
        return [known[name] for name in (found if ordered else dict.fromkeys(found))]

    def cell(self, board: Part, name: str, *path: str | int) -> Cell | None:
        """Return a cell by its id; one that there is not is said at its place."""
        assert board.board is not None
        if name not in board.board.cells:
            self.refuse("GF008", f"there is no cell {name!r}{did_you_mean(name, board.board.cells)}", *path)
        return board.board.cells.get(name)


def mm(value: float) -> float:
    """Return a length as templates write it."""
    return round(value, 3) + 0.0


def path_of(segments: Iterable[Segment], matrix: Matrix) -> str:
    """Return the `d` of segments where a matrix sends them."""
    return " ".join(
        each[0] + " ".join(f"{mm(value):g}" for value in each[1:])
        for each in transform_segments(tuple(segments), matrix)
    )


def shown(piece: Piece, width: float, x: float, y: float, turn: float = 0.0, **more: Any) -> dict[str, Any]:
    """Return what a template needs for a piece of a width whose middle is at x, y, turned clockwise: mm and degrees."""
    left, top, wide, high = piece.face.box
    scale = width / wide
    height = high * scale
    edge = path_of(piece.face.edge, (scale, 0, 0, scale, -width / 2 - left * scale, -height / 2 - top * scale))
    sizes = {"width": mm(width), "height": mm(height), "x": mm(x), "y": mm(y), "turn": mm(turn)}
    return {"face": f"face:{piece.name}", "edge": edge, **sizes, **more}


def box_of(drawn: Mapping[str, Any]) -> Box:
    """Return the box of a piece as a template is given it, turned as it may be: left, top, right, bottom, mm."""
    turn = radians(drawn["turn"])
    half_w = (abs(drawn["width"] * cos(turn)) + abs(drawn["height"] * sin(turn))) / 2
    half_h = (abs(drawn["width"] * sin(turn)) + abs(drawn["height"] * cos(turn))) / 2
    x, y = drawn["x"], drawn["y"]
    return x - half_w, y - half_h, x + half_w, y + half_h
