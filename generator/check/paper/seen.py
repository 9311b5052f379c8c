"""Report facts of the data that are not seen on the paper (GF140)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from generator.language.plurals import count_noun
from generator.model.facts import Fact, FactTrial, PaperProof, UnseenCause
from generator.model.finding import Finding
from generator.model.game import Game

_WHY = {
    "off": "it lies outside of the piece",
    "faint": "it is too small or too pale",
    "covered": "it is covered",
    "same": "what lies behind it has the same color",
}


def check_seen(game: Game, proof: PaperProof) -> Iterator[Finding]:
    """Report facts that a template draws but nobody sees, and facts that nothing uses (GF140)."""
    yield from _check_drawn(proof)
    yield from _check_unused(game, proof)


def _check_drawn(proof: PaperProof) -> Iterator[Finding]:
    """Report what is drawn and not seen: once for each column, or for a whole part if it has one cause."""
    groups: dict[tuple[str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.state == "unseen":
            groups[trial.fact.part, trial.fact.kind, trial.fact.column].append(trial)
    causes: dict[object, list[FactTrial]] = defaultdict(list)
    for key, trials in groups.items():
        cause = proof.explain(trials[0])
        shared = (trials[0].fact.part, cause.cover) if cause and cause.cover else key
        causes[shared, cause and cause.why, None if cause and cause.cover else cause] += trials
    for trials in causes.values():
        yield _report_unseen(trials, proof.explain(trials[0]))


def _report_unseen(trials: Sequence[FactTrial], cause: UnseenCause | None) -> Finding:
    fact = trials[0].fact
    columns = list(dict.fromkeys(trial.fact.column for trial in trials))
    why = f": {_WHY[cause.why]}" if cause else ""
    at = (cause.cover or cause.at) if cause else None
    says = f"{_describe(fact, columns)} is not seen on the paper{why}; another one prints the same"
    more = _count_more(trials)
    if at is None:
        return Finding("GF140", fact.place, f"{says}{more}")
    return Finding("GF140", at, f"{says}{more} ({fact.place})")


def _describe(fact: Fact, columns: Sequence[str]) -> str:
    names = " and ".join(filter(None, [", ".join(map(repr, columns[:-1])), repr(columns[-1])]))
    return f"{fact.piece}: the value of {names}"


def _count_more(trials: Sequence[FactTrial]) -> str:
    pieces = len({trial.fact.piece for trial in trials})
    return f", and so on {count_noun(pieces - 1, 'more design')}" if pieces > 1 else ""


def _check_unused(game: Game, proof: PaperProof) -> Iterator[Finding]:
    """Report columns and values that no template, claim, setup or figure uses."""
    used: dict[tuple[str, str, str], bool] = {}
    first: dict[tuple[str, str, str], Fact] = {}
    for trial in proof.trials:
        fact = trial.fact
        key = fact.part, fact.kind, fact.column
        first.setdefault(key, fact)
        hidden = fact.column in game.parts[fact.part].hidden or fact.column in proof.used_words
        used[key] = used.get(key, False) or trial.state != "unused" or hidden
    for key, fact in first.items():
        if not used[key]:
            says = f"nothing uses {fact.column!r} of {fact.part!r}, so nobody sees it"
            fix = f"show it on the piece, or declare `hidden: [{fact.column}]`"
            yield Finding("GF140", fact.place, f"{fact.piece}: {says}: {fix}", "warning")
