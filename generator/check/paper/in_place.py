"""Report facts that are drawn in the wrong place: in another cell, or outside of the group that names them (GF141)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.paper.seen import count_others, describe_fact, put_plain_last
from generator.geometry.types import Box
from generator.model.facts import VISIBLE_INK, FactTrial, PaperProof
from generator.model.finding import Finding
from generator.model.game import Part

_NEAR = 1.0  # mm beyond the box of a cell that still belong to it


def check_places(parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report facts whose change is seen elsewhere than in their cell, their space or their group (GF141)."""
    sorts: dict[tuple[str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.state == "seen" and (trial.is_astray or trial.leaves_group):
            sorts[trial.fact.part, trial.fact.kind, trial.fact.column].append(trial)
    for some in sorts.values():
        yield _report_astray(put_plain_last(some), parts, proof)


def _report_astray(trials: Sequence[FactTrial], parts: Mapping[str, Part], proof: PaperProof) -> Finding:
    trial = trials[0]
    cause = proof.explain(trial)
    at = cause.at if cause else None
    where = _name_spot(trial, parts[trial.fact.part])
    says = f"is drawn {where}" if where else f"is not drawn in the group {trial.fact.group!r}, but beside it"
    see = f"; see {trial.fact.place}" if at else ""
    text = f"{describe_fact(trial.fact)} {says}{count_others(trials)}{see}"
    return Finding("GF141", at or trial.fact.place, text, "error" if trial.there else "warning")


def _name_spot(trial: FactTrial, part: Part) -> str:
    """Return where a change is seen: the cell, or the distance from the corner of the face; empty if in its place."""
    if not trial.is_astray:
        return ""
    if trial.there:
        return f"in the {trial.fact.kind} {trial.there!r}"
    box = next(side.box for side in trial.changes if side.ink >= VISIBLE_INK)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    cells = part.board.cells.values() if part.board else ()
    near = next((cell.id for cell in cells if _lies_in(x, y, cell.box)), "")
    return f"in the cell {near!r}" if near else f"outside its cell, {x:.0f} mm from the left and {y:.0f} mm down"


def _lies_in(x: float, y: float, box: Box) -> bool:
    return box[0] - _NEAR <= x <= box[2] + _NEAR and box[1] - _NEAR <= y <= box[3] + _NEAR
