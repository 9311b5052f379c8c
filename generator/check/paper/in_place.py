"""Report facts that are drawn in the wrong place: in another cell, or outside of the group that names them (GF141)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.paper.seen import count_others, describe_fact
from generator.geometry.types import Box
from generator.model.facts import VISIBLE_INK, FactTrial, PaperProof
from generator.model.finding import Finding
from generator.model.game import Part

_NEAR = 1.0  # mm beyond the box of a cell that still belong to it


def check_places(parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report facts whose change is seen elsewhere than in their cell, their space or their group (GF141)."""
    sorts: dict[tuple[str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.state == "seen" and (_is_astray(trial) or _leaves_group(trial)):
            sorts[trial.fact.part, trial.fact.kind, trial.fact.column].append(trial)
    for some in sorts.values():
        yield _report_astray(some, parts, proof)


def _is_astray(trial: FactTrial) -> bool:
    """Tell whether nothing changes inside the areas of a fact, but something does elsewhere."""
    return bool(trial.fact.areas) and not any(sum(side.inside) >= VISIBLE_INK for side in trial.changes)


def _leaves_group(trial: FactTrial) -> bool:
    """Tell whether the groups that name a fact stay as they are, though the face changes elsewhere."""
    named = [each for side in trial.changes for each in side.in_groups if each is not None]
    return bool(named) and not any(named)


def _report_astray(trials: Sequence[FactTrial], parts: Mapping[str, Part], proof: PaperProof) -> Finding:
    trial = trials[0]
    cause = proof.explain(trial)
    at = cause.at if cause else None
    where = _name_spot(trial, parts[trial.fact.part])
    says = f"is drawn {where}" if where else f"is not drawn in the group {trial.fact.group!r}, but beside it"
    see = f"; see {trial.fact.place}" if at else ""
    return Finding("GF141", at or trial.fact.place, f"{describe_fact(trial.fact)} {says}{count_others(trials)}{see}")


def _name_spot(trial: FactTrial, part: Part) -> str:
    """Return where a change is seen: the cell, or the distance from the corner of the face; empty if in its place."""
    if not _is_astray(trial):
        return ""
    box = next(side.box for side in trial.changes if side.ink >= VISIBLE_INK)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    cells = part.board.cells.values() if part.board else ()
    near = next((cell.id for cell in cells if _lies_in(x, y, cell.box)), "")
    return f"in the cell {near!r}" if near else f"outside of its area, {x:.0f} mm from the left and {y:.0f} mm down"


def _lies_in(x: float, y: float, box: Box) -> bool:
    return box[0] - _NEAR <= x <= box[2] + _NEAR and box[1] - _NEAR <= y <= box[3] + _NEAR
