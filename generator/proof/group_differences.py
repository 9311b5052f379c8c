"""Draw two named groups again, to see whether they differ in more than their place or the words of their texts."""

from collections.abc import Sequence
from typing import Literal

from generator.check.analysis.placement import NamedGroup
from generator.model.finding import DataError, DrawingError
from generator.model.game import Part
from generator.model.picture import Group
from generator.model.printed import ReadPiece
from generator.proof.templates.group_places import find_groups
from generator.render.faces import FaceRenderer
from generator.render.picture_changes import drawings_differ_only_in


def differ_only_in(
    faces: FaceRenderer, part: Part, one: NamedGroup, other: NamedGroup, difference: Literal["place", "words"]
) -> bool:
    """Return whether all groups of a name on one face are as those of another, apart from one difference."""
    here, there = _draw_groups(faces, part, *one), _draw_groups(faces, part, *other)
    return 0 < len(here) == len(there) and all(
        drawings_differ_only_in(difference, mine.shapes, theirs.shapes)
        for mine, theirs in zip(here, there, strict=True)
    )


def _draw_groups(faces: FaceRenderer, part: Part, face: ReadPiece, name: str) -> Sequence[Group]:
    design = next((each for each in part.designs if each.id == face.design), None)
    if design is None:
        return ()
    try:
        found = find_groups(faces.draw_whole(part, design, face.side).shapes, name)
        return [group for _, group in found if group.name == name]
    except (DrawingError, DataError):
        return ()
