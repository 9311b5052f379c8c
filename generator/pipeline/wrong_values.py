"""Find the value of the data that makes claims fail: with another one in its place, all of them would hold."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.components import KINDS
from generator.components.designs import expand_part, expand_parts
from generator.components.facts.repairs import Repair, RepairHints, list_repairs
from generator.components.facts.rows import UNFIT
from generator.model.finding import Finding
from generator.model.game import Game, Part

if TYPE_CHECKING:
    from generator.check.claims.judge import ClaimsVerdict
    from generator.check.claims.trials import TriedClaim

_MORE_SECONDS = 0.25  # to see whether another edit would do as well
_MOST_FOUND = 6  # edits that make claims hold, after which no single one is the likely one
_MOST_SHOWN = 12  # claims


def name_wrong_values(
    game: Game, verdict: "ClaimsVerdict", findings: Sequence[Finding], seconds: float
) -> tuple[Finding, ...]:
    """Return the findings; claims that fail for one value of the data are one finding, at that value.

    `seconds` of processor time can be spent on edits.
    """
    from generator.check.claims.trials import list_tried_claims

    tried = list_tried_claims(game, verdict)
    present = set(findings)
    if not any(each.fails and each.finding in present for each in tried):
        return tuple(findings)
    try:
        parts = expand_parts(game, KINDS)
    except UNFIT:
        return tuple(findings)
    return _Search(game, parts, tried, seconds).explain(findings)


class _Search:
    """Tries edits of the data, as long as there is time."""

    def __init__(self, game: Game, parts: Sequence[Part], tried: "Sequence[TriedClaim]", seconds: float) -> None:
        from generator.check.claims.trials import ClaimTrial

        self._game, self._parts = game, parts
        self._until = time.process_time() + seconds
        self._trial = ClaimTrial(game, parts)
        known = [self._trial.holds(each) for each in tried]
        self._failing = [each for each, holds in zip(tried, known, strict=True) if holds is False and each.fails]
        self._holding = [each for each, holds in zip(tried, known, strict=True) if holds]

    def explain(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Return the findings with those that one value explains merged at that value."""
        for failing in self._group_failing():
            repairs = list(self._find_repairs(failing))
            effects = [each for each in findings if any(each == tried.finding for tried in failing)]
            if repairs and effects:
                findings = _replace_effects(findings, effects, repairs)
        return tuple(findings)

    def _group_failing(self) -> "list[list[TriedClaim]]":
        """Return the failing claims, those that name a part in common together."""
        groups: list[tuple[set[str], list[TriedClaim]]] = []
        for each in self._failing:
            parts = set(self._trial.read_hints([each]).parts)
            shared = [group for group in groups if group[0] & parts]
            groups = [group for group in groups if not group[0] & parts]
            groups.append((parts.union(*(group[0] for group in shared)), [*(x for g in shared for x in g[1]), each]))
        return [claims for parts, claims in groups if parts]

    def _find_repairs(self, failing: "Sequence[TriedClaim]") -> Iterator[Repair]:
        """Yield the edits that make failing claims hold and no other claim fail."""
        hints = self._trial.read_hints(failing)
        asked = RepairHints(hints.words, hints.wrong, hints.gaps, hints.lines)
        found = 0
        for repair in _take_turns([list_repairs(self._game, part, asked) for part in hints.parts]):
            if found >= _MOST_FOUND or time.process_time() > self._until:
                return
            if self._suffices(repair, failing):
                found += 1
                self._until = min(self._until, time.process_time() + _MORE_SECONDS)
                yield repair

    def _suffices(self, repair: Repair, failing: "Sequence[TriedClaim]") -> bool:
        """Tell whether with an edit all these claims hold, and those that held before."""
        from generator.check.claims.trials import ClaimTrial

        key = repair.part
        try:
            kind = next(part.kind for part in self._parts if part.id == key)
            made = expand_part(repair.game, key, repair.game.parts[key], kind, KINDS[kind])
        except UNFIT:
            return False
        trial = ClaimTrial(repair.game, [made if part.id == key else part for part in self._parts])
        return all(trial.holds(each) for each in failing) and all(
            trial.holds(each) is not False for each in self._holding
        )


def _take_turns(queues: Sequence[Iterator[Repair]]) -> Iterator[Repair]:
    left = list(queues)
    while left:
        for queue in tuple(left):
            repair = next(queue, None)
            if repair is None:
                left.remove(queue)
            else:
                yield repair


def _replace_effects(
    findings: Sequence[Finding], effects: Sequence[Finding], repairs: Sequence[Repair]
) -> tuple[Finding, ...]:
    """Return the findings with the effects merged at the value at fault; if there are several, the first names them."""
    first = effects[0]
    chosen = _choose(repairs, effects)
    if chosen is None:
        named = "; or ".join(dict.fromkeys(f"{each.says} at {each.place}" for each in repairs))
        told = first._replace(message=f"{first.message}; it would hold {named}")
        return tuple(told if each == first else each for each in findings)
    merged = _merge(chosen, effects)
    return tuple(merged if each == first else each for each in findings if each == first or each not in effects)


def _choose(repairs: Sequence[Repair], effects: Sequence[Finding]) -> Repair | None:
    """Return the likely one of several edits: all are in one line, or it is the only one to give a usual value."""
    usual = [each for each in repairs if each.is_usual]
    for some in (repairs, usual):
        if len({each.place[:2] for each in some}) == 1:
            chosen = some[0]
            is_sure = len(effects) > 1 or effects[0].code != "GF101" or chosen.is_usual
            return chosen if is_sure else None
    return None


def _merge(repair: Repair, effects: Sequence[Finding]) -> Finding:
    """Return one finding for all effects, at the value that explains them."""
    first, *others = effects
    which = "this" if not others else "both of these" if len(others) == 1 else f"all {len(effects)} of these"
    message = f"{repair.part}: {repair.says} here, {which} would hold: {first.place}: {first.message}"
    shown = [f"{each.place}: {each.code}{_name_claim(each)}" for each in others[:_MOST_SHOWN]]
    hidden = f" and {len(others) - _MOST_SHOWN} more" if len(others) > _MOST_SHOWN else ""
    likewise = f"; likewise {', '.join(shown)}{hidden}" if shown else ""
    return Finding(first.code, repair.place, f"{message}{likewise}", first.level)


def _name_claim(finding: Finding) -> str:
    return f" {finding.message.partition(' ')[0]}" if finding.code == "GF102" else ""
