"""Find what is certainly wrong on the pages of a kit, so fast that a build can stop at it."""

from typing import TYPE_CHECKING

from generator.check.hide.judgments import judge_for_build
from generator.model.finding import Finding
from generator.model.game import Part
from generator.proof.page_views import judge_faces, list_distinct_faces
from generator.proof.witnesses import list_witnesses

if TYPE_CHECKING:
    from generator.proof.kit import Kit

# mm2 of faces that a build looks at: a quarter of a second, or a tenth of what a large kit takes to be printed
_BUILD_AREA, _BUILD_SHARE = 250_000.0, 0.05
_BUILD_ALL = 6  # designs of a part that a build looks at all
_MOST_DESIGNS = 2_000  # of a kit, among which witnesses are chosen: of more, that takes over a tenth of a build
_LEAST_AREA = 3_000.0  # mm2 of a face that takes as long as a smaller one


def find_certain_faults(kit: "Kit") -> tuple[Finding, ...] | None:
    """Return what is certainly wrong on the witnesses of each part: covered, faint, or off its piece.

    It takes about a tenth of a build; None for a kit of more designs, or of more or larger faces.
    """
    if sum(len(part.designs) for part in kit.parts) > _MOST_DESIGNS:
        return None
    parts = {part.id: list_witnesses(kit.faces, part, _BUILD_ALL) for part in kit.parts}
    judged, whole = (
        sum(_measure_faces(part, count) for part, count in zip(kit.parts, counts, strict=True))
        for counts in ([len(some) for some in parts.values()], [len(part.designs) for part in kit.parts])
    )
    if judged > max(_BUILD_AREA, _BUILD_SHARE * whole):
        return None
    found = judge_faces(kit, list(list_distinct_faces(kit, parts)), judge_for_build, "certain")
    faults = [(face, fault) for face, some in found for fault in some]
    if not faults:
        return ()
    from generator.proof.pages import merge_faults  # what blames a line of a template takes long to import

    return tuple(merge_faults(kit, faults))


def _measure_faces(part: Part, designs: int) -> float:
    """Return the area of the faces of some designs (mm2); a board in sections is one face."""
    faces = (1 if part.designs[0].section else designs) * (2 if part.back else 1)
    return faces * max(_LEAST_AREA, part.outline.width * part.outline.height)
