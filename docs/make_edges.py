"""Measure bleed and safe zones on the finished sheets of the games, and print the table of docs/printing.md.

Everything is taken from the PDF: where pieces lie is read from it, and ink is looked at on its rendered pages.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image

from generator.check.hide.edges import walk_outline
from generator.fonts.font_book import FontBook
from generator.fonts.shaping import measure_text_ink
from generator.geometry.clearance import distance_inside, flatten_loops, text_corners
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.types import Outline, Point, Points
from generator.model.game import Design, Part
from generator.model.printed import ReadPiece
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.readback.pdf.reader import read_pdf

ROOT = Path(__file__).parents[1]
GAMES = "psychopaths", "hypnosia", "psycle", "pachisi", "pharaoh"
HEAD = """\
| edges | color at the edge | beyond the cut: front | back | text from the cut | back cut 1.5 mm off |
|---|---|--:|--:|--:|--:|
"""
_SCALE = 10  # pixels per mm
_WITHIN = 0.3, 0.9  # mm inside the cut: color that is seen at both runs up to it
_FARTHEST = 3.0  # mm beyond the cut that are looked at
_COLORED = 0.06  # of a side
_MOST = 0.9  # of the places of a side: at some, what lies beyond the cut is the white of a pattern
_INKED = 240  # of 255: the lightest channel of ink; the tint of glue areas is paler
_SHIFTS = -1.5, -1.0, -0.5, 0.5, 1.0, 1.5  # mm from the cut
_TONE = 32
_FEWEST = 8  # places on a side that tell of its colors
_PIECES = 24  # of a part and side


class EdgeRow(NamedTuple):
    """What the sheets show of a part: the least bleed of its sides in mm, None if no color reaches the cut; and more.

    `text` is the least distance of a text from the cut, and `shift` the largest share of a side of its backs that has
    another color if it is cut 1.5 mm off.
    """

    title: str
    front: float | None
    back: float | None
    has_back: bool
    text: float | None
    shift: float | None

    def format_row(self, game: str) -> str:
        """Return the row of the table."""
        sides = [name for name, bleed in (("front", self.front), ("back", self.back)) if bleed is not None]
        cells = [
            f"{game}: {self.title}",
            " and ".join(sides) or "none",
            _format_length(self.front),
            _format_length(self.back),
            _format_length(self.text),
            "" if self.shift is None else f"{self.shift:.0%}".replace("%", " %"),
        ]
        return f"| {' | '.join(cells)} |"


def measure_edges(game: Path, sheets: Path) -> list[EdgeRow]:
    """Return the row of each part of a game, measured on the pages of its sheets."""
    import pypdfium2

    kit = prepare_kit(game, Options(sheets_only=True))
    faces: dict[tuple[str, str], dict[str, ReadPiece]] = defaultdict(dict)
    for piece in read_pdf(sheets):
        faces[piece.part, piece.side].setdefault(piece.design, piece)
    pages: dict[int, Image.Image] = {}
    with pypdfium2.PdfDocument(sheets) as pdf:
        for number in range(1, len(pdf) + 1):
            pages[number] = pdf[number - 1].render(scale=_SCALE * 25.4 / 72).to_pil().convert("RGB")
    return [_measure_part(part, faces, pages, kit.fonts) for part in kit.parts]


def _measure_part(
    part: Part, faces: dict[tuple[str, str], dict[str, ReadPiece]], pages: dict[int, Image.Image], fonts: FontBook
) -> EdgeRow:
    designs = {design.id: design for design in part.designs}
    bleeds: dict[str, float | None] = {}
    shifts, texts = list[float](), list[float]()
    for side in ("front", "back"):
        found = list(faces[part.id, side].values())[:_PIECES]
        least = [_measure_bleed(piece, part, designs[piece.design], pages[piece.page]) for piece in found]
        bleeds[side] = min((each for each in least if each is not None), default=None)
        texts += [
            far for piece in faces[part.id, side].values() for far in _list_clearances(piece, part, designs, fonts)
        ]
        if side == "back":
            shifts += [_measure_shift(piece, part, designs[piece.design], pages[piece.page]) for piece in found]
    has_back = bool(faces[part.id, "back"])
    nearest = min(texts, default=None)
    return EdgeRow(part.title, bleeds["front"], bleeds["back"], has_back, nearest, max(shifts, default=None))


def _list_sides(part: Part, design: Design) -> list[Outline]:
    """Return the outlines along which a piece is cut."""
    if design.net is None:
        return [part.trim_of(design)]
    lines = (
        tuple(dict.fromkeys((round(x, 3), round(y, 3)) for x, y in loop)) for loop in flatten_loops(design.net.cut)
    )
    loops = (loop if _runs_clockwise(loop) else loop[::-1] for loop in lines)
    return [Outline(design.net.width, design.net.height, "polygon", loop) for loop in loops]


def _runs_clockwise(loop: Points) -> bool:
    """Tell whether a line has its inside on the right (y points down)."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0]), strict=True)) > 0


def _walk(piece: ReadPiece, outline: Outline) -> Iterator[tuple[str, Point, Point]]:
    """Yield places along an outline as they lie on the paper: the side, the point, and the unit vector outward."""
    a, b, c, d, *_ = piece.matrix
    for name, at, (u, v) in walk_outline(outline):
        yield name, transform_point(piece.matrix, *at), (a * u + c * v, b * u + d * v)


def _measure_bleed(piece: ReadPiece, part: Part, design: Design, page: Image.Image) -> float | None:
    """Return how far color runs on beyond the cut, along the side where that is least; None if all edges are blank."""
    reaches: dict[str, list[float]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for number, outline in enumerate(_list_sides(part, design)):
        for name, at, way in _walk(piece, outline):
            side = f"{name} {number}"
            counts[side] += 1
            if all(_is_inked(page, at, way, -deep) for deep in _WITHIN):
                reaches[side].append(_find_reach(page, at, way, outline.shape == "rect"))
    colored = [sorted(found) for side, found in reaches.items() if len(found) > _COLORED * counts[side]]
    return min((found[int(_MOST * len(found))] for found in colored), default=None)


def _find_reach(page: Image.Image, at: Point, way: Point, straight: bool) -> float:
    """Return how far color runs on beyond a cut.

    Beyond a `straight` one nothing of the piece itself lies, so that white gaps of a pattern do not count; a neighbor
    that shares the cut is as good as bleed.
    """
    depths = [step / 10 for step in range(1, int(10 * _FARTHEST) + 1)]
    inked = [far for far in depths if _is_inked(page, at, way, far)]
    if straight:
        return max(inked, default=0.0)
    return max((far for far in inked if inked[: int(10 * far + 0.5)] == depths[: int(10 * far + 0.5)]), default=0.0)


def _look(page: Image.Image, at: Point, way: Point, far: float) -> tuple[int, int, int]:
    x, y = at[0] + way[0] * far, at[1] + way[1] * far
    column, row = min(max(int(x * _SCALE), 0), page.width - 1), min(max(int(y * _SCALE), 0), page.height - 1)
    color = page.getpixel((column, row))
    assert isinstance(color, tuple)
    return color[0], color[1], color[2]


def _is_inked(page: Image.Image, at: Point, way: Point, far: float) -> bool:
    return min(_look(page, at, way, far)) < _INKED


def _measure_shift(piece: ReadPiece, part: Part, design: Design, page: Image.Image) -> float:
    """Return the share of a side that has another color if it is cut off its place, where that is most."""
    sides: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    for name, at, way in _walk(piece, part.trim_of(design)):
        sides[name].append((at, way))

    def count(places: Sequence[tuple[Point, Point]], far: float) -> Counter[tuple[int, ...]]:
        return Counter(tuple(each // _TONE for each in _look(page, at, way, far)) for at, way in places)

    changed = [
        1 - (count(places, -0.05) & count(places, far)).total() / len(places)
        for places in sides.values()
        for far in _SHIFTS
        if len(places) >= _FEWEST
    ]
    return max(changed, default=0.0)


def _list_clearances(piece: ReadPiece, part: Part, designs: dict[str, Design], fonts: FontBook) -> Iterator[float]:
    """Yield how far each text of a face lies from the cut; a text that runs over a seam of a board does not count."""
    outline = part.trim_of(designs[piece.design])
    for text, name, size, matrix, width in piece.runs:
        font = fonts.find_by_pdf_name(name)
        if font is None or not text.strip():
            continue
        wide = (width or sum(font.advances.get(char, 0.5) for char in text)) * size
        corners = text_corners(measure_text_ink(font, text), size, 0.0, 0.0, wide, _as_matrix(matrix))
        net = designs[piece.design].net
        if net is None:
            far = min(distance_inside(outline, *corner) for corner in corners)
        else:
            loops = [Outline(net.width, net.height, "polygon", loop) for loop in flatten_loops(net.cut)]
            far = min(abs(distance_inside(loop, *corner)) for loop in loops for corner in corners)
        if far > 0:
            yield far


def _as_matrix(matrix: Sequence[float]) -> Matrix:
    a, b, c, d, e, f = matrix
    return a, b, c, d, e, f


def _format_length(mm: float | None) -> str:
    return "" if mm is None else f"{mm:.1f}"


def main() -> None:
    """Build the games and print the table."""
    sys.stdout.write(HEAD)
    for name in GAMES:
        folder = ROOT / "layouts" / name
        with TemporaryDirectory() as out:
            build_kit(folder, Options(sheets_only=True, out=Path(out), formats=frozenset({"pdf"})))
            (sheets,) = (Path(out) / name).glob("*-sheets-*.pdf")
            for row in measure_edges(folder, sheets):
                sys.stdout.write(row.format_row(name.capitalize()) + "\n")


if __name__ == "__main__":
    main()
