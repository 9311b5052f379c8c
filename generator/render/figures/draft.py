"""Look up what the data of a figure name (faces, cells, colors, words) and report what is missing."""

from collections.abc import Callable, Iterable, Mapping
from math import cos, radians, sin
from typing import Any, NamedTuple

from generator.geometry.matrix import Matrix
from generator.geometry.path import transform_segments
from generator.geometry.types import Box, Segment
from generator.language.suggestions import did_you_mean
from generator.model.board import Cell
from generator.model.cell_ranges import CellId, CellPattern, find_cell_id, parse_cells
from generator.model.color import Color
from generator.model.figure import FigureData
from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Part
from generator.render.faces import FaceRenderer
from generator.render.text_filters import TextRuler
from generator.render.trimmed_faces import TrimmedFace, find_face

TEXT_SIZE = 3.0  # mm per em of the words beside figures
LEADING = 3.6  # mm from line to line


class FigurePiece(NamedTuple):
    """A face of the kit: its name for templates, and its drawing."""

    name: str
    face: TrimmedFace


class FigureDraft(NamedTuple):
    """The data of a figure, what draws its faces and measures its words, and the findings so far.

    `at` finds the place of a value of the figure, such as at("labels", 0, "says").
    """

    data: FigureData
    faces: FaceRenderer
    ruler: TextRuler
    colors: Mapping[str, Color]
    place_of: Callable[..., Place]
    findings: list[Finding]

    def add_finding(self, code: str, message: str, *path: str | int) -> None:
        """Add a finding at the place of a value."""
        self.findings.append(Finding(code, self.place_of(*path), message))

    def find_piece(self, part: str, design: str | None, side: str, *path: str | int) -> FigurePiece | None:
        """Return a face; None, with a finding, if there is no such design or side."""
        owner = self.faces.parts[part]
        try:
            asked = find_face(owner, design or "", side)
        except DrawingError as error:
            key = "side" if side in error.names else "design" if design in error.names else "part"
            self.add_finding(error.code, error.message, *path, key)
            return None
        named = "" if asked.whole and not design else asked.design.id if not asked.whole else design
        name = ".".join(filter(None, (owner.id, named, asked.side)))
        return FigurePiece(name, self.faces.trimmed_face(name))

    def find_color(self, role: str | None, *path: str | int) -> Color | None:
        """Return the color of a role; None for None, and, with a finding, for an unknown role."""
        if role is not None and role not in self.colors:
            self.add_finding(
                "GF008", f"there is no color role {role!r}{did_you_mean(role, self.colors)}", *path, "color"
            )
        return self.colors.get(role or "")

    def find_words(self, text: str, *path: str | int) -> str:
        """Return a text in the language of the booklet, blanks collapsed; empty, with a finding, on failure."""
        try:
            translated = " ".join(self.faces.translate_text(text).split())
            self.ruler.width(translated, TEXT_SIZE)
        except DrawingError as error:
            self.add_finding(error.code, error.message, *path)
            return ""
        return translated

    def wrap_words(self, text: str, width: float, *path: str | int) -> list[str]:
        """Return a text broken into lines of a width (mm); report a word that is wider."""
        try:
            return self.ruler.wrap(text, width, TEXT_SIZE)
        except DrawingError as error:
            self.add_finding(error.code, error.message, *path)
            return [text]

    def check_inside(self, box: Box, what: str, *path: str | int) -> None:
        """Report a box (mm of the figure) that reaches beyond the figure; `what` begins the message."""
        wide, high = self.data.size
        over = max(-box[0], -box[1], box[2] - wide, box[3] - high)
        if over > 0.01:
            self.add_finding("GF202", f"{what} {over:.1f} mm beyond the figure", *path)

    def widest_line(self, lines: Iterable[str]) -> float:
        """Return the width (mm) of the longest line; 0 for no lines."""
        return max((self.ruler.width(line, TEXT_SIZE) for line in lines), default=0.0)

    def find_cells(self, board: Part, items: Iterable[str], *path: str | int, ordered: bool = False) -> list[Cell]:
        """Return the cells of a list of ids, ranges and patterns; report items that match none."""
        assert board.board is not None
        known, found = board.board.cells, list[str]()
        for number, item in enumerate(items):
            entry = parse_cells(item)
            names, missing = entry.select(known, board.board.names)
            if isinstance(entry, CellPattern) and ordered:
                self.add_finding("GF006", f"{item!r} has no order, so it cannot be part of a path", *path, number)
            elif isinstance(entry, CellPattern) and not names:
                self.add_finding("GF008", f"the pattern {item!r} matches no cell", *path, number)
            elif missing is not None:
                run = f"the range {item!r} includes the cell {missing!r}, which does not exist"
                what = f"there is no cell {item!r}" if isinstance(entry, CellId) else run
                self.add_finding("GF008", what + did_you_mean(missing, known), *path, number)
            else:
                found += names
        return [known[name] for name in (found if ordered else dict.fromkeys(found))]

    def find_cell(self, board: Part, name: str, *path: str | int) -> Cell | None:
        """Return a cell by its id; None, with a finding, if there is none."""
        assert board.board is not None
        cell = find_cell_id(name, board.board.cells, board.board.names)
        if cell not in board.board.cells:
            self.add_finding("GF008", f"there is no cell {name!r}{did_you_mean(name, board.board.cells)}", *path)
        return board.board.cells.get(cell)


def round_mm(value: float) -> float:
    """Return a length rounded to a thousandth of a mm, for templates."""
    return round(value, 3) + 0.0


def format_path(segments: Iterable[Segment], matrix: Matrix) -> str:
    """Return the path data of segments, transformed by a matrix."""
    return " ".join(
        each[0] + " ".join(f"{round_mm(value):g}" for value in each[1:])
        for each in transform_segments(tuple(segments), matrix)
    )


def piece_values(
    piece: FigurePiece, width: float, x: float, y: float, turn: float = 0.0, ghost: bool = False
) -> dict[str, Any]:
    """Return the template values of a piece with its middle at x, y (mm), turned clockwise by `turn` degrees."""
    left, top, wide, high = piece.face.box
    scale = width / wide
    height = high * scale
    edge = format_path(piece.face.edge, (scale, 0, 0, scale, -width / 2 - left * scale, -height / 2 - top * scale))
    sizes = {
        "width": round_mm(width),
        "height": round_mm(height),
        "x": round_mm(x),
        "y": round_mm(y),
        "turn": round_mm(turn),
    }
    return {"face": f"face:{piece.name}", "edge": edge, "ghost": ghost, **sizes}


def piece_box(drawn: Mapping[str, Any]) -> Box:
    """Return left, top, right and bottom (mm) of a piece from its template values, with its turn."""
    turn = radians(drawn["turn"])
    half_w = (abs(drawn["width"] * cos(turn)) + abs(drawn["height"] * sin(turn))) / 2
    half_h = (abs(drawn["width"] * sin(turn)) + abs(drawn["height"] * cos(turn))) / 2
    x, y = drawn["x"], drawn["y"]
    return x - half_w, y - half_h, x + half_w, y + half_h
