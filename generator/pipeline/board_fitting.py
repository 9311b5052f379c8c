"""A board and the paper go in, the board comes out in sections that fit where it does not fit in one piece."""

from generator.model.board import Board
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Part
from generator.model.paper import PAPERS
from generator.pipeline.options import Options
from generator.render.faces import Faces


def cut_to_fit(part: Part, faces: Faces, options: Options, notes: list[Finding]) -> Part:
    """Cut a board that is larger than the paper and has no sections; what the seams can not spare joins the notes.

    Claims ask for the sections of boards that are not to be printed too, but nothing is said against these.
    """
    if part.board is None or part.board.sections:
        return part
    if options.only and part.id not in options.only:
        try:
            return _cut(part, part.board, faces, options, [])
        except DataError:
            return part
    return _cut(part, part.board, faces, options, notes)


def _cut(part: Part, board: Board, faces: Faces, options: Options, notes: list[Finding]) -> Part:
    """Return the board in as few sections as possible, or as it is; GF304 if it takes too many, or fits but bleeds.

    Seams pass through divisible cells as if there were none; a piece that shows no more than a part of one is kept.
    """
    from generator.components.boards.sections import sectioned, sections_of
    from generator.impose import tiling  # few games have a board, and a small build is mostly start-up

    paper, size = PAPERS[options.paper], f"{board.width:g} x {board.height:g} mm"
    if (count := tiling.needed(board.width, board.height, paper, board.joint)) > tiling.MOST:
        says = f"the board would need {count:,} pieces of {paper.name} paper, and at most {tiling.MOST} are cut"
        raise refuse("GF304", part.place, f"the part {part.id!r} ({size}): {says}")
    look = faces.look(part, options.backs != "none")
    if tiling.fits(part, look, paper):
        return part
    if look.bleed and tiling.fits(part, look._replace(front_bleed=0.0, back_bleed=0.0), paper):
        says = f"fits {paper.name} paper only without its bleed of {look.bleed:g} mm, and a board in sections has none"
        raise refuse("GF304", part.place, f"the part {part.id!r} ({size}) {says}")
    cells = {name: cell.box for name, cell in board.cells.items()}
    whole = [box for name, box in cells.items() if name not in board.divisible]
    found = tiling.tile(board.width, board.height, whole, faces.written(part), paper, board.joint)
    if says := tiling.spoilt(board, found):
        notes.append(Finding("GF305", part.place, f"on {paper.name} paper {says}", "warning"))
    if blank := tiling.blank(found, [*cells.values()]):
        found = tiling.without(found, blank, _drawn(part, faces))
    return sectioned(part, sections_of([(name, name, box) for name, box in found.pieces.items()], board.joint))


def _drawn(part: Part, faces: Faces) -> list[tuple[float, float, float, float]]:
    """Return the boxes of all that is drawn on the fronts of a board that is not cut, mm."""
    from generator.render.sections import boxed

    found = [each for design in part.designs for each in boxed(faces.draw(part, design, "front").shapes)]
    boxes = []
    while found:
        each = found.pop()
        found += each.inner
        boxes += [] if each.inner else [each.box]
    return boxes
