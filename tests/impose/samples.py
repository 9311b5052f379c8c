"""Sample parts for tests of imposition, and readers that turn pages into text and boxes (`aaa abb`: two rows of a sheet)."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from generator.fonts.font_book import bundled_font
from generator.geometry.types import Outline
from generator.impose.imposition import Imposition
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.paper import PAPERS, BackLayout, Paper
from generator.model.picture import Font, Group, Path, Shape, Text
from generator.model.printer import PrinterProfile
from generator.model.sheet import AS_DRAWN, ArtTraits, CutStyle, Page, Placement

Box = tuple[float, float, float, float]


class Piece(NamedTuple):
    """A part to impose: lengths in mm, copies in `designs`, `front` and `back` as bleeds, `back` None without one.

    `trims` are the designs' own sizes, where they have any.
    """

    id: str
    width: float = 63.0
    height: float = 88.0
    designs: tuple[int, ...] = (1,)
    front: float = 0.0
    back: float | None = None
    backs_alike: bool = True
    gap: float | None = None
    round: bool = False
    trims: tuple[tuple[float, float], ...] = ()
    stock: str = ""


def make_part(piece: Piece) -> Part:
    """Return the part of the model."""
    own: list[Outline | None] = [Outline(*size) for size in piece.trims] or [None] * len(piece.designs)
    designs = tuple(
        Design(str(n), {}, copies, Place("game.yaml", 7, 5), outline)
        for n, (copies, outline) in enumerate(zip(piece.designs, own, strict=True), 1)
    )
    back = None if piece.back is None else "back.svg.j2"
    return Part(
        id=piece.id,
        title=f"Part {piece.id}",
        kind="card",
        outline=Outline(piece.width, piece.height, "disc" if piece.round else "rect"),
        safe=3.0,
        gap=piece.gap,
        front="front.svg.j2",
        back=back,
        values={},
        designs=designs,
        stock=piece.stock,
        place=Place("game.yaml", 6, 3),
    )


def make_imposition(
    pieces: Sequence[Piece],
    paper: str | Paper = "a4",
    flip: BackLayout = "long-edge",
    head: str = "Wren 1.0",
    printer: PrinterProfile | None = None,
    cutting: CutStyle = AS_DRAWN,
) -> Imposition:
    """Impose the pieces."""
    looks = {
        each.id: ArtTraits(
            each.front, each.back if each.back and flip != "none" else 0.0, len(each.designs) == 1, each.backs_alike
        ).follow(cutting)
        for each in pieces
    }
    on = PAPERS[paper] if isinstance(paper, str) else paper
    return Imposition(
        [make_part(each) for each in pieces],
        lambda each: looks[each.id],
        on,
        flip,
        label_font(),
        head,
        "0123abcd",
        printer=printer,
        cutting=cutting,
    )


def label_font() -> Font:
    """Return the font of the labels."""
    return bundled_font("Source Sans Pro", 400, False)


def impose_pages(
    pieces: Sequence[Piece],
    paper: str | Paper = "a4",
    flip: BackLayout = "long-edge",
    cutting: CutStyle = AS_DRAWN,
) -> list[Page]:
    """Return all pages."""
    return list(make_imposition(pieces, paper, flip, cutting=cutting).pages())


def read_rows(page: Page) -> str:
    """Return the parts of a page, row by row."""
    seen = sorted(page.placements, key=lambda p: (round(p.y, 3), p.x))
    return " ".join("".join(p.part.id for p in row) for _, row in groupby(seen, key=lambda p: round(p.y, 3)))


def read_sheets(all_pages: Sequence[Page], side: str = "front") -> list[str]:
    """Return a text for each sheet."""
    return [read_rows(page) for page in all_pages if page.side == side]


def list_corners(page: Page) -> list[tuple[float, float]]:
    """Return the top left of each piece, row by row."""
    return sorted(((round(p.x, 4), round(p.y, 4)) for p in page.placements), key=lambda at: (at[1], at[0]))


def trim_box(p: Placement) -> Box:
    """Return left, top, right, bottom of a piece."""
    return p.x, p.y, p.x + p.width, p.y + p.height


def printed_box(p: Placement) -> Box:
    """Return left, top, right, bottom of a piece with its printed bleed."""
    left, top, right, bottom = p.clip
    return p.x - left, p.y - top, p.x + p.width + right, p.y + p.height + bottom


def boxes_overlap(one: Box, other: Box, slack: float = 1e-6) -> bool:
    """Tell whether two boxes share more than an edge."""
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


def line_boxes(shapes: Sequence[Shape]) -> list[Box]:
    """Return the straight lines of the paths as boxes."""
    out = []
    for shape in shapes:
        if isinstance(shape, Path):
            for start, end in zip(shape.segments[::2], shape.segments[1::2], strict=True):
                assert (start[0], end[0]) == ("M", "L")
                (x1, y1), (x2, y2) = start[1:], end[1:]
                out.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
    return out


def crop_mark_boxes(page: Page) -> list[Box]:
    """Return the crop marks of a page: the black lines, all in the groups of that name."""
    named = [s for s in page.furniture if isinstance(s, Group) and s.name == "crop"]
    assert not [s for s in page.furniture if isinstance(s, Path) and s.paint.stroke == "#000000"]
    return line_boxes([s for group in named for s in group.shapes])


def ruler_boxes(page: Page) -> list[Box]:
    """Return the lines of the rulers: the grey ones."""
    return line_boxes([s for s in page.furniture if isinstance(s, Path) and s.paint.stroke != "#000000"])


def text_boxes(shapes: Sequence[Shape]) -> list[tuple[str, Box]]:
    """Return each text with the box of its line: from descent to ascent, or turned a quarter to the left."""
    out = []
    for shape in shapes:
        if isinstance(shape, Text):
            out.append((shape.text, _text_box(shape)))
        elif isinstance(shape, Group) and shape.name != "crop":
            a, b, c, d, e, f = shape.matrix
            assert (a, b, c, d) == (0, -1, 1, 0)
            for text, (left, top, right, bottom) in text_boxes(shape.shapes):
                out.append((text, (e + top, f - right, e + bottom, f - left)))
    return out


def _text_box(text: Text) -> Box:
    inks = [text.font.bounds[char] for char in text.text]
    low, high = min(each[0] for each in inks), max(each[1] for each in inks)
    return text.x, text.y - high * text.size, text.x + text.width, text.y - low * text.size
