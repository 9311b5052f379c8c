"""Cut boards that are larger than the paper into sections."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.geometry.bounds import union_boxes
from generator.geometry.types import Box
from generator.model.board import Board, Section
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Part
from generator.model.paper import Paper
from generator.model.sheet import ArtTraits
from generator.pipeline.options import Options
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.impose.tiling import Tiling


def cut_to_fit(part: Part, faces: FaceRenderer, options: Options, notes: list[Finding]) -> Part:
    """Cut a board that is larger than the paper and has no sections of its own.

    A warning is added to `notes` where a seam has to cut something. Boards that are not printed are cut too, because
    claims ask for their sections, but their faults are not reported.
    """
    if part.board is None or part.board.sections:
        return part
    if not options.prints_part(part.id):
        try:
            return _cut_board(part, part.board, faces, options, [])
        except DataError:
            return part
    return _cut_board(part, part.board, faces, options, notes)


def _cut_board(part: Part, board: Board, faces: FaceRenderer, options: Options, notes: list[Finding]) -> Part:
    """Return the board in as few sections as possible, or whole if it fits.

    GF304 if it needs too many sections, or would fit without its bleed. Seams may pass through divisible cells; a
    piece that shows only a part of such a cell is kept.
    """
    from generator.components.boards.sections import cut_part, make_sections
    from generator.impose import tiling  # few games have a board; the import takes time
    from generator.impose.printer_correction import measure_print_area

    whole_paper, size = options.sheet_paper, f"{board.width:g} x {board.height:g} mm"
    paper = measure_print_area(options.printer, whole_paper, options.backs, options.page_margins).shrink(whole_paper)
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
        sections, says = _follow_cells(part, board, look, paper, found, texts)
    if not sections:
        says = tiling.describe_cuts(board, found, texts)
        if board.cells and (blank := tiling.find_blank_pieces(found, [cell.box for cell in board.cells.values()])):
            found = tiling.drop_blank_pieces(found, blank, _find_drawn_boxes(part, faces))
        sections = make_sections([(name, name, box) for name, box in found.pieces.items()], board.joint)
    if says:
        notes.append(Finding("GF305", part.place, f"on {paper.name} paper {says}", "warning"))
    return cut_part(part, sections)


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
