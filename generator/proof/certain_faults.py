"""Find what is certainly wrong on the pages of a kit, so fast that a build can stop at it."""

from collections.abc import Iterator
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from generator.check.analysis.face_pages import Face
from generator.check.hide.views import judge_drawing, judge_for_build
from generator.geometry.bounds import point_bounds
from generator.model.board import Board
from generator.model.facts import FactTrial, UnseenCause
from generator.model.finding import Finding
from generator.model.game import Part
from generator.proof.page_views import judge_faces, list_distinct_faces
from generator.proof.witnesses import list_witnesses

if TYPE_CHECKING:
    from generator.proof.kit import Kit

# mm2 of faces that a build renders: a quarter of a second, or a tenth of what a large kit takes to be printed
_BUILD_AREA, _BUILD_SHARE = 250_000.0, 0.05
_BUILD_ALL = 6  # designs of a part that a build looks at all
_MOST_DESIGNS = 2_000  # of a kit, among which witnesses are chosen: of more, that takes over a tenth of a build
_HELD_GROUPS = ("cell.", "space.", "join.", "route.", "step.")  # whose drawings other checks hold to their places
_MOST_CELLS = 300  # of a board that a build draws again with changed kinds
_LEAST_AREA = 3_000.0  # mm2 of a face that takes as long as a smaller one


class CertainFaults(NamedTuple):
    """What is certainly wrong on the pages of a kit; `is_whole` if all its parts were rendered."""

    findings: tuple[Finding, ...] = ()
    is_whole: bool = True


def find_certain_faults(kit: "Kit") -> CertainFaults:
    """Return what is certainly wrong on the witnesses of each part.

    What a drawing alone tells is looked for on all, such as art that is nearer to another cell. What is covered or
    faint must be rendered, which is done for the smallest parts first, as long as it takes about a tenth of a build.
    """
    if sum(len(part.designs) for part in kit.parts) > _MOST_DESIGNS:
        return CertainFaults(is_whole=False)
    witnesses = {part.id: list_witnesses(kit.faces, part, _BUILD_ALL) for part in kit.parts}
    areas = {part.id: _measure_faces(part, len(witnesses[part.id])) for part in kit.parts}
    most = max(_BUILD_AREA, _BUILD_SHARE * sum(_measure_faces(part, len(part.designs)) for part in kit.parts))
    smallest = sorted(areas, key=lambda name: areas[name])
    sums = accumulate(areas[name] for name in smallest)
    rendered = {name for name, area in zip(smallest, sums, strict=True) if area <= most}
    faces = list(list_distinct_faces(kit, witnesses))
    faults = [(face, fault) for face in faces if face.part.id not in rendered for fault in judge_drawing(face)]
    judged = [face for face in faces if face.part.id in rendered]
    faults += [(face, fault) for face, found in judge_faces(kit, judged, judge_for_build, "certain") for fault in found]
    boards = [(face, board) for face in faces if face.side == "front" and (board := face.part.board)]
    found = tuple(chain.from_iterable(_find_strayed_cells(kit, face, board) for face, board in boards))
    if faults:
        from generator.proof.pages import merge_faults  # what blames a line of a template takes long to import

        found += tuple(merge_faults(kit, faults))
    return CertainFaults(found, len(rendered) == len(areas))


def _find_strayed_cells(kit: "Kit", face: Face, board: Board) -> Iterator[Finding]:
    """Yield what is drawn for the kind of a cell in another cell, by a loop of its own that names no group (GF330)."""
    kinds = {cell.kind for cell in board.cells.values()}
    if len(board.cells) > _MOST_CELLS or len(kinds) < 2 or not _has_loose_art(face, board):
        return
    from generator.check.limits.places import report_strayed_cells  # few games have boards
    from generator.components.facts.spots import list_spot_sources
    from generator.proof.vary.causes import CauseFinder
    from generator.proof.vary.spots import SpotTester
    from generator.proof.vary.trials import FaceTester

    renderer = kit.faces.for_trials()
    source = next(each for each in list_spot_sources(kit.game, face.part))
    works = {spot.fact: source.work_of(spot) for spot in source.spots}
    trials = SpotTester(FaceTester(renderer, kit.fonts), source).find_strayed_kinds()

    def explain(trial: FactTrial) -> UnseenCause | None:
        causes = CauseFinder(renderer, kit.fonts)
        return causes.explain(works[trial.fact], point_bounds(trial.fact.areas[0]))

    yield from report_strayed_cells(trials, explain)


def _has_loose_art(face: Face, board: Board) -> bool:
    """Return whether a board shows something no larger than a cell outside the groups of cells and joins."""
    boxes = [cell.box for cell in board.inner_cells]
    wide = max((right - left for left, _, right, _ in boxes), default=0.0)
    high = max((bottom - top for _, top, _, bottom in boxes), default=0.0)
    own = (group for group in face.drawing.groups if group.name.startswith(_HELD_GROUPS))
    held = {number for group in own for number in range(group.first, group.end)}
    loose = (each.box for number, each in enumerate(face.drawing.shapes) if number not in held)
    return any(box and box[2] - box[0] < wide and box[3] - box[1] < high for box in loose)


def _measure_faces(part: Part, designs: int) -> float:
    """Return the area of the faces of some designs (mm2); a board in sections is one face."""
    faces = (1 if part.designs[0].section else designs) * (2 if part.back else 1)
    return faces * max(_LEAST_AREA, part.outline.width * part.outline.height)
