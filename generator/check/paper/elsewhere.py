"""Report faces that show what belongs to another piece: a paint of another color of the group (GF142)."""

from collections import defaultdict
from collections.abc import Iterator

from generator.check.paper.seen import count_others
from generator.model.facts import FactTrial, PaperProof
from generator.model.finding import Finding, Level
from generator.model.paper import Side


def check_foreign_paints(proof: PaperProof) -> Iterator[Finding]:
    """Report designs that change with the paint of another color, if the design of that color does not do so too.

    A face that lists all colors changes with every other one, whatever its own is; that is no fault. But if the design
    of one color changes with no other, that color is the one that all others show (GF142). Pieces that show their own
    as well, or whose rows name a color, may do so on purpose, and so may backs that all show one, and none its own.
    """
    parts: dict[str, list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.fact.kind == "foreign":
            parts[trial.fact.part].append(trial)
    own = [trial for trial in proof.trials if trial.fact.kind == "color"]
    shown_own = {trial.fact.piece: trial.state == "seen" for trial in own if trial.fact.name == "paint"}
    with_own_back = {trial.fact.piece for trial in own if "back" in _list_sides(trial)}
    for trials in parts.values():
        mixed = [trial for trial in trials if trial.state == "seen"]
        pure = [trial for trial in trials if trial.state == "unused"]
        if mixed and pure:
            cause = proof.explain(mixed[0])
            fact = mixed[0].fact
            owners = {trial.fact.of for trial in pure}
            shown = f"the paint of {min(owners)}" if len(owners) == 1 else f"the paint of a color other than {fact.of}"
            see = f"; see {fact.place}" if cause and cause.at else ""
            place = cause.at if cause and cause.at else fact.place
            is_of_backs = all(_list_sides(trial) == {"back"} for trial in mixed)
            if is_of_backs and with_own_back.isdisjoint(trial.fact.piece for trial in mixed):
                says = (
                    f"the back of {fact.piece} shows {shown}; if all are to have it, give the back a color of its own"
                )
                yield Finding("GF142", place, f"{says}{count_others(mixed)}{see}", "note")
            else:
                says = f"{fact.piece} shows {shown}, which belongs to other pieces"
                level: Level = "warning" if shown_own.get(fact.piece, True) else "error"
                yield Finding("GF142", place, f"{says}{count_others(mixed)}{see}", level)


def _list_sides(trial: FactTrial) -> set[Side]:
    return {each.side for each in trial.changes}
