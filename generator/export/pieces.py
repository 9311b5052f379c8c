"""The pieces of a kit one by one: what each is called, how many there are, and what of its picture is exported."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.geometry.path import outline_segments, rectangle_segments
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Box, Outline, Segment
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.safety.folders import is_plain_name

BoardShape = Literal["sections", "whole", "both"]
_UNSAFE = str.maketrans(dict.fromkeys('\\/:<>"|?*', "_"))
MOST_NAME = 80  # characters of the name of a piece's file; ids may be longer


class ExportPiece(Struct, frozen=True, eq=False):
    """One design of a part as it is exported; `name` is unique in the part, on every system.

    `is_whole` tells that it is a whole board that is printed in sections, and `design` its first section.
    """

    part: Part
    design: Design
    name: str
    copies: int
    outline: Outline
    is_whole: bool = False

    @property
    def id(self) -> str:
        """Return the part and the name, such as hand.red.3."""
        return f"{self.part.id}.{self.name}"

    @property
    def row_title(self) -> str:
        """Return what the piece is called in the data: the name or title of its row; empty if it has neither."""
        return _find_title(self.design)

    @property
    def has_own_title(self) -> bool:
        """Return whether no other design of the part has the same title in the data."""
        return sum(_find_title(each) == self.row_title for each in self.part.designs) == 1

    @property
    def is_only_one(self) -> bool:
        """Return whether the part is one design, or the piece a whole board."""
        return self.is_whole or len(self.part.designs) == 1

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that are printed."""
        return ("front", "back") if self.part.back else ("front",)

    def path(self, side: str, ending: str) -> str:
        """Return the path of a file of one side, such as hand/red.3-front.png."""
        return f"{self.part.id}/{self.name}-{side}.{ending}"


def _find_title(design: Design) -> str:
    row = design.values.get("row", {})
    return next((str(row[key]) for key in ("name", "title") if row.get(key)), "")


def list_pieces(parts: Iterable[Part], boards: BoardShape = "sections") -> list[ExportPiece]:
    """Return the pieces of some parts; boards in sections are cut, whole, or both."""
    return [piece for part in parts for piece in _name_pieces(_list_part(part, boards))]


def _list_part(part: Part, boards: BoardShape) -> Iterator[ExportPiece]:
    if boards != "whole" or not _is_sectioned(part):
        for design in _list_designs(part, boards):
            yield ExportPiece(part, design, design.id, design.copies, part.trim_of(design))
    if boards != "sections" and _is_sectioned(part):
        yield from _list_whole_boards(part)


def _list_designs(part: Part, boards: BoardShape) -> Iterator[Design]:
    """Yield the designs; where boards are whole, so are nets that are printed in pieces."""
    for design in part.designs:
        if design.net_piece is None or boards != "whole":
            yield design
        elif design.net_piece.number == 1:
            yield design.net_piece.whole


def _is_sectioned(part: Part) -> bool:
    return part.board is not None and part.designs[0].section is not None


def _list_whole_boards(part: Part) -> Iterator[ExportPiece]:
    first = part.designs[0].section
    assert first is not None
    for design in part.designs:
        if design.section is first:
            own = design.id.removesuffix(first.id).rstrip(".")
            yield ExportPiece(part, design, own or "whole", design.copies, part.outline, is_whole=True)


def _name_pieces(pieces: Iterable[ExportPiece]) -> Iterator[ExportPiece]:
    """Yield the pieces with names that are file names, and differ where case does not count."""
    used: set[str] = set()
    for piece in pieces:
        base = piece.name.translate(_UNSAFE)[:MOST_NAME].rstrip(". ")
        base = base if is_plain_name(base) else f"_{base}"
        name, number = base, 2
        while name.lower() in used:
            name, number = f"{base}~{number}", number + 1
        used.add(name.lower())
        yield ExportPiece(piece.part, piece.design, name, piece.copies, piece.outline, is_whole=piece.is_whole)


class FaceFrame(NamedTuple):
    """The part of a face that is exported: x, y, width and height of it and of the trim; mm from the trim's top left.

    `clip` is what the art keeps to. `is_cut` tells that it is the outline of a piece that is no rectangle.
    """

    box: Box
    trim: Box
    clip: tuple[Segment, ...] = ()
    is_cut: bool = False


def frame_face(piece: ExportPiece, picture: Picture, bleed: float | None) -> FaceFrame:
    """Return the frame of a face with so much bleed, as much as is drawn if None; art that ends before stays white."""
    outline = piece.outline
    drawn = max(0.0, -picture.x)
    wide = drawn if bleed is None else bleed
    box = (-wide, -wide, outline.width + 2 * wide, outline.height + 2 * wide)
    trim = (0.0, 0.0, outline.width, outline.height)
    if wide <= ROUNDING and (cut := trace_outline(piece)):
        return FaceFrame(box, trim, cut, True)
    seen = rectangle_segments(picture.x, picture.y, picture.width, picture.height) if wide > drawn + ROUNDING else ()
    return FaceFrame(box, trim, seen)


def trace_outline(piece: ExportPiece) -> tuple[Segment, ...]:
    """Return the line that a piece is cut along if it is no rectangle."""
    net, outline = piece.design.net, piece.outline
    if net is not None and not piece.is_whole:
        return net.cut
    return () if outline.shape == "rect" else outline_segments(outline)


def count_pixels(length: float, dpi: float) -> int:
    """Return how many pixels show a length in mm, at least one."""
    return max(1, round(length / 25.4 * dpi))


PIECE_COLUMNS = (
    *("part", "piece", "title", "copies", "width_mm", "height_mm"),
    *("front", "front_bleed_mm", "back", "back_bleed_mm"),
)


def list_piece_rows(paths: Mapping[tuple[ExportPiece, Side], str], bleed: float) -> list[tuple[str, ...]]:
    """Return the rows of the list of pieces: what each is, how many there are, and its files with their bleed."""
    return [
        (
            piece.part.id,
            piece.name,
            piece.part.title,
            str(piece.copies),
            f"{piece.outline.width:g}",
            f"{piece.outline.height:g}",
            *(paths[piece, "front"], f"{bleed:g}"),
            *((paths[piece, "back"], f"{bleed:g}") if piece.part.back else ("", "")),
        )
        for piece in dict.fromkeys(piece for piece, _ in paths)
    ]
