"""Check that what a piece shows for each of its four sides is drawn at that side (GF141)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.analysis.drawing import NamedGroup
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Box
from generator.model.facts import VISIBLE_INK, FactTrial, PaperProof
from generator.model.finding import Finding
from generator.model.game import Part

_NAMES = (("north", "east", "south", "west"), ("top", "right", "bottom", "left"))
_FEWEST = 3  # of four columns, whose sides are known
_FAR = 0.1  # of the size of a piece: what is as near to the far side is drawn there
_MOST = 0.6  # of the changes of a column, at the side where it is drawn
_LEAST_OFFSET = 0.1  # of the width or height of a piece: nearer to its middle, a group is at no side


def find_exchanged_sides(face: Face) -> Iterator[PageFault]:
    """Report a column named after a side that is drawn at another (GF141)."""
    groups = {group.name.removeprefix("row."): group for group in face.drawing.groups if group.name.startswith("row.")}
    for names in _NAMES:
        if not all(name in groups for name in names):
            continue
        sides = [_find_side(face, groups[name]) for name in names]
        wrong = [(own, side) for own, side in enumerate(sides) if side is not None and side != own]
        if None in sides or len({*sides}) < len(names) or not wrong:
            continue
        own, side = wrong[0]
        rest = (
            "and all four are on the wrong sides"
            if len(wrong) == len(names)
            else "but the others are on the correct sides"
        )
        says = f"the group 'row.{names[own]}' is drawn in the {names[side]}, {rest}"
        yield PageFault("GF141", "side", says, groups[names[own]].address, "warning")


def check_sides(parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report a column named after a side whose values change the paper at another one, in no named group (GF141)."""
    columns: dict[tuple[str, str], list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.fact.kind == "row" and trial.state == "seen":
            columns[trial.fact.part, trial.fact.column].append(trial)
    for part in dict.fromkeys(part for part, _ in columns):
        for names in _NAMES:
            trials = [columns.get((part, name), []) for name in names]
            sides = [_find_usual_side(own, some, parts[part]) for own, some in enumerate(trials)]
            known = [side for side in sides if side is not None]
            wrong = [own for own, side in enumerate(sides) if side is not None and side != own]
            if len(known) >= _FEWEST and (len(wrong) == 1 or (wrong and len({*known}) == len(known))):
                yield _report_side(names, wrong[0], sides[wrong[0]] or 0, trials[wrong[0]][0], proof)


def _report_side(names: Sequence[str], own: int, side: int, trial: FactTrial, proof: PaperProof) -> Finding:
    cause = proof.explain(trial)
    says = f"{trial.fact.piece}: the value of {names[own]!r} is drawn in the {names[side]}"
    return Finding("GF141", (cause and cause.at) or trial.fact.place, f"{says}, as on all pieces", "warning")


def _find_usual_side(own: int, trials: Sequence[FactTrial], part: Part) -> int | None:
    """Return the side at which most changes of a column lie, the far one if they reach from its `own` side to that.

    None for a column that groups are named after: these are looked at.
    """
    found = [
        _name_changed_side(own, side.box, part)
        for trial in trials
        for side in trial.changes
        if side.side == "front" and side.ink >= VISIBLE_INK and not any(each is not None for each in side.in_groups)
    ]
    usual, count = Counter(found).most_common(1)[0] if found else (None, 0)
    return usual if count > _MOST * len(trials) else None


def _name_changed_side(own: int, box: Box, part: Part) -> int | None:
    side = _name_side(box, part)
    if side is not None:
        return side
    far = (part.outline.height - box[3], box[0], box[1], part.outline.width - box[2])[own]
    return (own + 2) % 4 if far < _FAR * min(part.outline.width, part.outline.height) else None


def _find_side(face: Face, group: NamedGroup) -> int | None:
    """Return at which side the middle of a group lies, clockwise from 0 for the top; None if it is at none."""
    box = face.drawing.box_of(group)
    return None if box is None else _name_side(box, face.part)


def _name_side(box: Box, part: Part) -> int | None:
    """Return at which side of a piece the middle of a box lies, clockwise from 0 for the top; None if it is at none."""
    across, down = _measure_offset(box, part.outline.width, part.outline.height)
    if max(abs(across), abs(down)) < _LEAST_OFFSET:
        return None
    if abs(across) > abs(down):
        return 1 if across > 0 else 3
    return 2 if down > 0 else 0


def _measure_offset(box: Box, width: float, height: float) -> tuple[float, float]:
    """Return how far the middle of a box lies right of and below that of a piece, as shares of its size."""
    return (box[0] + box[2]) / 2 / width - 0.5, (box[1] + box[3]) / 2 / height - 0.5
