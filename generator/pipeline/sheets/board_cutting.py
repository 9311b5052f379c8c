"""Cut boards that are larger than the paper into sections."""

from generator.model.board import Board
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Part
from generator.pipeline.options import Options
from generator.render.faces import FaceRenderer


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
    cells = {name: cell.box for name, cell in board.cells.items()}
    whole = [box for name, box in cells.items() if name not in board.divisible]
    texts = faces.list_texts(part)
    boxes = [box for _, box in texts]
    found = tiling.tile_board(board.width, board.height, whole, boxes, paper, joint=board.joint)
    if says := tiling.describe_cuts(board, found, texts):
        notes.append(Finding("GF305", part.place, f"on {paper.name} paper {says}", "warning"))
    if cells and (blank := tiling.find_blank_pieces(found, [*cells.values()])):
        found = tiling.drop_blank_pieces(found, blank, _find_drawn_boxes(part, faces))
    return cut_part(part, make_sections([(name, name, box) for name, box in found.pieces.items()], board.joint))


def _find_drawn_boxes(part: Part, faces: FaceRenderer) -> list[tuple[float, float, float, float]]:
    """Return the boxes, in mm, of everything drawn on the fronts of an uncut board."""
    from generator.render.sections import box_shapes

    found = [each for design in part.designs for each in box_shapes(faces.draw_face(part, design, "front").shapes)]
    boxes = []
    while found:
        each = found.pop()
        found += each.inner
        boxes += [] if each.inner else [each.box]
    return boxes
