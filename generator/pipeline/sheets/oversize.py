"""Divide what is larger than the paper: boards into sections, nets into pieces that are glued together."""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.geometry.bounds import union_boxes
from generator.geometry.types import Box, Outline
from generator.model.board import Board, Section
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Design, NetPiece, Part
from generator.model.net import Net
from generator.model.paper import Paper
from generator.model.sheet import ArtTraits
from generator.pipeline.options import Options
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.components.nets.division import NetShare
    from generator.impose.tiling import Tiling

Fits = Callable[[float, float], bool]
_SIDES = (
    (("left half", "right half"), ("left part", "right part")),
    (("upper half", "lower half"), ("upper part", "lower part")),
)
_NAMED = 30.0  # mm: sections that are larger have room for words
_EVEN = 0.1  # of a board: halves may differ by so much
_SURE = 36.0  # mm: a net that leaves so much of the paper fits, whatever its bleed


def fit_to_paper(part: Part, faces: FaceRenderer, options: Options, notes: list[Finding]) -> Part:
    """Return a printed part with whatever is larger than the paper in pieces: boards in sections, nets along folds.

    GF304 if it cannot be divided; a warning is added to `notes` where a seam has to cut something. A part that is not
    asked for is divided too, because claims count what the whole kit has, but its faults are not reported.
    """
    is_asked = options.prints_part(part.id)
    try:
        if part.is_printed and part.board is not None and not part.board.sections:
            return _cut_board(part, part.board, faces, options, notes if is_asked else [])
        if part.is_printed and part.board is None and not all(_fits_surely(each, options) for each in part.designs):
            return _divide_nets(part, faces, options) if part.traits.divided else part
    except DataError:
        if is_asked:
            raise
    return part


def _measure_paper(options: Options) -> Paper:
    """Return the paper that the printer can print on."""
    from generator.impose.printer_correction import measure_print_area  # few games need it; the import takes time

    whole = options.sheet_paper
    return measure_print_area(options.printer, whole, options.backs, options.page_margins).shrink(whole)


def _cut_board(part: Part, board: Board, faces: FaceRenderer, options: Options, notes: list[Finding]) -> Part:
    """Return the board in as few sections as possible, or whole if it fits.

    GF304 if it needs too many sections, or would fit without its bleed. Seams may pass through divisible cells; a
    piece that shows only a part of such a cell is kept.
    """
    from generator.components.boards.sections import cut_part, make_sections
    from generator.impose import tiling  # few games have a board; the import takes time

    paper, size = _measure_paper(options), f"{board.width:g} x {board.height:g} mm"
    if (count := tiling.count_needed_pieces(board.width, board.height, paper, board.joint)) > tiling.MOST:
        says = f"the board would need {count:,} pieces of {paper.name} paper, and at most {tiling.MOST} are cut"
        raise refuse("GF304", part.place, f"the part {part.id!r} ({size}): {says}")
    look = faces.measure_bleeds(part, options.backs != "none").follow(options.cutting)
    if tiling.fits_one_sheet(part, look, paper):
        return part
    if look.bleed and tiling.fits_one_sheet(part, look._replace(front_bleed=0.0, back_bleed=0.0), paper, "ends"):
        wide, high = tiling.measure_room(part, look, paper)
        says = f"fits {paper.name} paper only without its bleed of {look.bleed:g} mm: with it, at most {wide:.4g} x"
        says = f"{says} {high:.4g} mm fit; make it smaller, or print less bleed with --bleed"
        raise refuse("GF304", part.place, f"the part {part.id!r} ({size}) {says}")
    texts = faces.list_texts(part)
    boxes, whole = [box for _, box in texts], [cell.box for cell in tiling.list_whole_cells(board)]
    found = tiling.tile_board(board.width, board.height, whole, boxes, paper, joint=board.joint)
    sections: tuple[Section, ...] = ()
    says = ""
    if found.cells_cut and board.joint == "butt" and not board.divisible:
        sections, says = _follow_cells(part, board, look, paper=paper, straight=found, texts=texts)
    if not sections:
        says = tiling.describe_cuts(board, found, texts)
        if board.cells and (blank := tiling.find_blank_pieces(found, [cell.box for cell in board.cells.values()])):
            found = tiling.drop_blank_pieces(found, blank, _find_drawn_boxes(part, faces))
        sections = make_sections([(name, name, box) for name, box in found.pieces.items()], board.joint)
    if says:
        notes.append(Finding("GF305", part.place, f"on {paper.name} paper {says}", "warning"))
    return cut_part(part, _name_halves(sections))


def _name_halves(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Return two sections side by side with titles that tell which is which, others as they are."""
    if len(sections) != 2:
        return sections
    one, other = (each.box for each in sections)
    for axis, (halves, shares) in enumerate(_SIDES):
        long, rest = one[axis + 2] - one[axis], other[axis + 2] - other[axis]
        across = (one[1 - axis], one[3 - axis]), (other[1 - axis], other[3 - axis])
        if one[axis] < other[axis] and across[0] == across[1] and min(long, rest, across[0][1] - across[0][0]) > _NAMED:
            titles = halves if abs(long - rest) < _EVEN * (long + rest) else shares
            return tuple(replace(each, title=title) for each, title in zip(sections, titles, strict=True))
    return sections


def _follow_cells(
    part: Part, board: Board, look: ArtTraits, paper: Paper, straight: "Tiling", texts: Sequence[tuple[str, Box]]
) -> tuple[tuple[Section, ...], str]:
    """Return sections that cut no cell, as few as straight seams would make, and what is said of texts on their seams.

    None if they would not fit on the paper, or cut more texts. Cells reach beyond straight seams, so further tries
    leave room for the one that reaches farthest, on one side and on both.
    """
    from generator.components.boards.sections import cut_part, follow_cells, gather_cells
    from generator.impose import tiling

    boxes, tried, reach = [box for _, box in texts], straight, 0.0
    for sides in range(3):
        if sides:
            room = paper._replace(width=paper.width - sides * reach, height=paper.height - sides * reach)
            if tiling.count_needed_pieces(board.width, board.height, room, board.joint) > len(straight.pieces):
                break
            tried = tiling.tile_board(board.width, board.height, (), boxes, room, joint=board.joint)
        cells = gather_cells(board, tried.pieces)
        if len(cells) < 2:
            continue
        around = {name: union_boxes([tried.pieces[name], *(cell.box for cell in own)]) for name, own in cells.items()}
        reach = reach or max(_measure_reach(box, tried.pieces[name]) for name, box in around.items())
        if not all(tiling.fits_room(right - left, bottom - top, paper) for left, top, right, bottom in around.values()):
            continue
        sections = follow_cells(board, cells)
        loops = [each.corners for each in sections]
        if (
            sections
            and tiling.fits_in_sections(cut_part(part, sections), look, paper)
            and len(tiling.list_torn_texts(loops, texts)) <= straight.texts_cut
        ):
            return sections, tiling.describe_torn_texts(loops, texts)
    return (), ""


def _measure_reach(box: Box, piece: Box) -> float:
    """Return how far a box reaches beyond a piece on the side where it reaches farthest, mm."""
    return max(piece[0] - box[0], piece[1] - box[1], box[2] - piece[2], box[3] - piece[3])


def _find_drawn_boxes(part: Part, faces: FaceRenderer) -> list[Box]:
    """Return the boxes, in mm, of everything drawn on the fronts of an uncut board."""
    from generator.render.sections import box_shapes

    found = [each for design in part.designs for each in box_shapes(faces.draw_face(part, design, "front").shapes)]
    boxes = []
    while found:
        each = found.pop()
        found += each.inner
        boxes += [] if each.inner else [each.box]
    return boxes


def _fits_surely(design: Design, options: Options) -> bool:
    paper = options.sheet_paper
    net = design.net
    return net is None or (
        options.printer is None
        and not options.margins
        and net.width + _SURE <= paper.width
        and net.height + _SURE <= paper.height
    )


def _divide_nets(part: Part, faces: FaceRenderer, options: Options) -> Part:
    from generator.components.nets.division import divide_net

    look = faces.measure_bleeds(part, options.backs != "none").follow(options.cutting)
    fits = _make_fit_test(part, look, options)
    alone = len(part.designs) == 1 and part.designs[0].id == "1"
    designs: list[Design] = []
    for design in part.designs:
        if design.net is None or fits(design.net.width, design.net.height):
            designs.append(design)
        else:
            pieces = divide_net(design.net, fits, _find_texts(part, design, faces))
            if not pieces:
                raise refuse("GF304", part.place, _describe_oversize(part, design.net, fits, options.paper))
            designs += _make_designs(design, pieces, alone)
    return replace(part, designs=tuple(designs))


def _find_texts(part: Part, design: Design, faces: FaceRenderer) -> list[Box]:
    """Return the boxes (mm) of the texts on a net, with the room that they need from a cut."""
    boxes = faces.text_boxes(replace(part, designs=(design,)))
    return [
        (left - part.safe, top - part.safe, right + part.safe, bottom + part.safe) for left, top, right, bottom in boxes
    ]


def _make_designs(design: Design, pieces: "Sequence[NetShare]", alone: bool) -> Iterator[Design]:
    """Yield a design for each piece of its net; ids omit that of the design if it is the only one and has no name."""
    from generator.components.nets.assembly import net_trim, net_values

    for number, (letter, (net, matrix)) in enumerate(zip(_list_letters(), pieces, strict=False), 1):
        values = {**design.values, **net_values(net), "piece": {"number": number, "of": len(pieces)}}
        name = letter if alone else f"{design.id}.{letter}"
        piece = NetPiece(number, len(pieces), design, matrix)
        yield design._replace(id=name, values=values, outline=net_trim(net), net=net, net_piece=piece)


def _list_letters() -> Iterator[str]:
    """Yield a, b and so on, then aa, ab."""
    yield from ascii_lowercase
    yield from (one + other for one in ascii_lowercase for other in ascii_lowercase)


def _make_fit_test(part: Part, look: ArtTraits, options: Options) -> Fits:
    """Return what tells whether a net of this width and height fits on a sheet."""
    from generator.impose.grid import DesignBatch, Field, choose_slot

    paper = _measure_paper(options)

    def fits(width: float, height: float) -> bool:
        batch = DesignBatch(part, Outline(width, height, "polygon"), part.designs[:1])
        return choose_slot(batch, look, Field(paper), 1) is not None

    return fits


def _describe_oversize(part: Part, net: Net, fits: Fits, paper: str) -> str:
    from generator.components.nets.face_shares import explain_undivided

    size = f"the part {part.id!r} ({net.width:.4g} x {net.height:.4g} mm as a net)"
    why = explain_undivided(net, fits) or "no cuts along its folds leave room for tabs"
    says = f"{size} does not fit on {paper} paper, not even in pieces: {why}"
    return f"{says}; make it smaller or choose a larger paper"
