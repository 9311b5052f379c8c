"""Report faces that show what belongs to another piece: a paint of another color of the group (GF142)."""

from collections import defaultdict
from collections.abc import Iterator

from generator.check.paper.seen import count_others
from generator.model.facts import FactTrial, PaperProof
from generator.model.finding import Finding


def check_foreign_paints(proof: PaperProof) -> Iterator[Finding]:
    """Report designs that change with the paint of another color, if the design of that color does not do so too.

    A face that lists all colors changes with every other one, whatever its own is; that is no fault. But if the design
    of one color changes with no other, that color is the one that all others show (GF142).
    """
    parts: dict[str, list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.fact.kind == "foreign":
            parts[trial.fact.part].append(trial)
    for trials in parts.values():
        mixed = [trial for trial in trials if trial.state == "seen"]
        pure = [trial for trial in trials if trial.state == "unused"]
        if mixed and pure:
            cause = proof.explain(mixed[0])
            fact = mixed[0].fact
            says = (
                f"{fact.piece} shows the paint of a color other than {fact.of}; the pieces of {pure[0].fact.of} do not"
            )
            see = f"; see {fact.place}" if cause and cause.at else ""
            place = cause.at if cause and cause.at else fact.place
            yield Finding("GF142", place, f"{says}{count_others(mixed)}{see}")
