"""Find what is certainly wrong on the pages of a kit, so fast that a build can stop at it."""

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from generator.check.hide.judgments import judge_drawing, judge_for_build
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
    if not faults:
        return CertainFaults((), len(rendered) == len(areas))
    from generator.proof.pages import merge_faults  # what blames a line of a template takes long to import

    return CertainFaults(tuple(merge_faults(kit, faults)), len(rendered) == len(areas))


def _measure_faces(part: Part, designs: int) -> float:
    """Return the area of the faces of some designs (mm2); a board in sections is one face."""
    faces = (1 if part.designs[0].section else designs) * (2 if part.back else 1)
    return faces * max(_LEAST_AREA, part.outline.width * part.outline.height)
