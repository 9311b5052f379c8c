"""Measure how much of a game the paper shows and claims check, and compare it with what the game requires (GF145)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from generator.check.claims.judge import ClaimsVerdict
from generator.check.vary.unseen import describe_fact, is_hidden
from generator.check.words.unclaimed import list_unclaimed_words
from generator.check.words.unmarked_numbers import count_numbers
from generator.language.plurals import count_noun
from generator.model.coverage import Coverage, NumberCoverage, PartCoverage, Uncovered
from generator.model.facts import FactTrial, PaperProof
from generator.model.finding import Finding
from generator.model.game import Game, Part

_IMPLIED_KINDS = ("join", "route", "area")  # seen by touching cells, or told by the rules


def measure_coverage(
    game: Game, parts: Sequence[Part], proof: PaperProof, verdict: ClaimsVerdict, findings: Sequence[Finding]
) -> Coverage:
    """Return what is covered; `findings` are those of all checks."""
    by_part: dict[str, list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if _counts(trial):
            by_part[trial.fact.part].append(trial)
    counted = tuple(_count_part(game, part, by_part[part.id], proof) for part in parts)
    return Coverage(counted, tuple(_count_numbers(verdict, findings)), list_unclaimed_words(game, parts))


def _count_numbers(verdict: ClaimsVerdict, findings: Sequence[Finding]) -> Iterator[NumberCoverage]:
    """Yield the numbers of each file: those that are marked, and those that could be."""
    numbers, held = Counter[str](), Counter[str]()
    for each in verdict.inline:
        if each.finding is None or each.finding.code != "GF104":  # which waits for files
            numbers[each.place.file] += 1
            held[each.place.file] += each.finding is None
    for finding in findings:
        numbers[finding.place.file] += count_numbers(finding)
    yield from (NumberCoverage(file, count, held[file]) for file, count in numbers.items() if count)


def _counts(trial: FactTrial) -> bool:
    """Return whether a fact is one that the piece may be asked to show."""
    fact = trial.fact
    return fact.kind != "foreign" and not (fact.kind == "color" and trial.state == "unused")


def _count_part(game: Game, part: Part, trials: Sequence[FactTrial], proof: PaperProof) -> PartCoverage:
    rest = [
        Uncovered(
            trial.fact.place, describe_fact(trial.fact), _excuse(game, trial, proof) or trial.state, trial.stands_for
        )
        for trial in trials
        if trial.state != "seen"
    ]
    why = Counter[str]()
    for each in rest:
        why[each.why] += each.stands_for
    facts = sum(trial.stands_for for trial in trials)
    board = part.board
    return PartCoverage(
        part.id,
        part.title,
        facts,
        facts - why.total(),
        why["hidden"],
        used=why["used"],
        cells=len(board.cells) if board else 0,
        joins=len(board.joins) if board else 0,
        faces=len(part.designs) * (2 if part.back else 1),
        rest=tuple(rest),
        witnesses=tuple(proof.witnesses.get(part.id, ())),
        designs=len(part.designs),
    )


def _excuse(game: Game, trial: FactTrial, proof: PaperProof) -> str:
    """Return why a fact does not have to be visible; empty if it does."""
    fact = trial.fact
    if is_hidden(game, fact):
        return "hidden"
    is_used = proof.is_used(fact.column) if fact.kind in ("row", "value") else fact.kind in _IMPLIED_KINDS
    return "used" if is_used and trial.state == "unused" else ""


def check_coverage(game: Game, coverage: Coverage) -> Iterator[Finding]:
    """Report coverage below what the game requires (GF145), with the first facts that are missing."""
    demanded = game.data.coverage
    if demanded is None:
        return
    missing = [each for part in coverage.parts for each in part.rest if each.why not in ("hidden", "used")]
    if demanded.seen is not None and coverage.seen_share < demanded.seen:
        first, more_facts = missing[0], sum(each.stands_for for each in missing) - 1
        says = f"{coverage.seen_share:.4g} of 100 facts are visible, but the game requires {demanded.seen:g}"
        more = f" and {count_noun(more_facts, 'more fact')}" if more_facts else ""
        message = f"{says}; missing: {first.what}{more} ({first.place})"
        yield Finding("GF145", game.place("coverage", "seen"), message)
    if demanded.numbers is not None and coverage.held_share < demanded.numbers:
        says = f"{coverage.held} of {coverage.numbers} numbers in the rules are checked by claims"
        message = f"{says}, {coverage.held_share:.4g} of 100, but the game requires {demanded.numbers:g}"
        yield Finding("GF145", game.place("coverage", "numbers"), message)
