"""Report what is drawn for a cell and lies in another (GF330), and faces that show what is another piece's (GF142)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generator.check.check_context import CheckContext
from generator.check.vary.unseen import count_others, describe_fact, put_plain_last
from generator.model.facts import FactTrial, PaperProof, UnseenCause
from generator.model.finding import Finding, Level


def check_cells(case: CheckContext) -> Iterator[Finding]:
    """Report cells of which a shape lies in another cell: it changes with the one, and lies wholly in the other."""
    if proof := case.proof():
        yield from report_strayed_cells(proof.trials, proof.explain)


def report_strayed_cells(
    trials: Iterable[FactTrial], explain: Callable[[FactTrial], UnseenCause | None]
) -> Iterator[Finding]:
    """Report, once for each part and column, the trials of cells of which a shape lies `there`, in another cell."""
    sorts: dict[tuple[str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        if trial.there:
            sorts[trial.fact.part, trial.fact.column].append(trial)
    for strayed in sorts.values():
        first, *others = put_plain_last(strayed)
        some = [first, *(each for each in others if each.fact.value == first.fact.value)]
        fact, cause = first.fact, explain(first)
        at = cause.at if cause else None
        see = f"; see {fact.place}" if at else ""
        text = f"{describe_fact(fact)}: a shape that shows it lies in the cell {first.there!r}{count_others(some)}{see}"
        yield Finding("GF330", at or fact.place, text)


def check_foreign_paints(case: CheckContext) -> Iterator[Finding]:
    """Report designs that change with the paint of another color, if the design of that color does not do so too.

    A face that lists all colors changes with every other one, whatever its own is; that is no fault. But if the design
    of one color changes with no other, that color is the one that all others show (GF142). Pieces that show their own
    as well, or whose rows name a color, may do so on purpose, and so may backs that all show one, and none its own.
    """
    proof = case.proof()
    if proof is None:
        return
    parts: dict[str, list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.fact.kind == "foreign":
            parts[trial.fact.part].append(trial)
    own = [trial for trial in proof.trials if trial.fact.kind == "color"]
    shown_own = {trial.fact.piece: trial.state == "seen" for trial in own if trial.fact.name == "paint"}
    with_own_back = {trial.fact.piece for trial in own if any(each.side == "back" for each in trial.changes)}
    for trials in parts.values():
        mixed = [trial for trial in trials if trial.state == "seen"]
        owners = {trial.fact.of for trial in trials if trial.state == "unused"}
        if mixed and owners:
            yield _report_foreign(mixed, owners, shown_own, with_own_back, proof)


def _report_foreign(
    mixed: Sequence[FactTrial],
    owners: set[str],
    shown_own: Mapping[str, bool],
    with_own_back: set[str],
    proof: PaperProof,
) -> Finding:
    fact, cause = mixed[0].fact, proof.explain(mixed[0])
    shown = f"the paint of {min(owners)}" if len(owners) == 1 else f"the paint of a color other than {fact.of}"
    is_of_backs = {each.side for trial in mixed for each in trial.changes} == {"back"}
    at = proof.locate_role(fact.part, min(owners)) if len(owners) == 1 and not is_of_backs else None
    at = at or (cause.at if cause else None)
    see = f"; see {fact.place}" if at else ""
    level: Level = "warning" if shown_own.get(fact.piece, True) else "error"
    says = f"{fact.piece} shows {shown}, which belongs to other pieces"
    if is_of_backs and with_own_back.isdisjoint(trial.fact.piece for trial in mixed):
        level = "note"
        says = f"the back of {fact.piece} shows {shown}; if all are to have it, give the back a color of its own"
    return Finding("GF142", at or fact.place, f"{says}{count_others(mixed)}{see}", level)
