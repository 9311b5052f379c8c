"""Find the value of the data that makes claims fail: with another one in its place, all of them would hold.

A claim that fails names two places that disagree, not which of them is wrong. So single values are changed for a
second, and the one with which everything holds again is where the finding stands.
"""

import re
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.check.causes import list_effects
from generator.components import KINDS
from generator.components.designs import expand_part, expand_parts
from generator.components.facts.repairs import Repair, list_figure_repairs, list_repairs, take_turns
from generator.components.facts.rows import UNFIT
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.rules import RepairHints

if TYPE_CHECKING:
    from generator.check.claims.judge import ClaimsVerdict
    from generator.check.claims.trials import TriedClaim

_MORE_SECONDS = 0.25  # to see whether another edit would do as well
_MOST_FOUND = 6  # edits that make claims hold, after which no single one is the likely one
_QUOTED = re.compile(r"'([^']+)'")


def name_wrong_values(
    game: Game, verdict: "ClaimsVerdict", findings: Sequence[Finding], seconds: float
) -> tuple[Finding, ...]:
    """Return the findings; claims that fail for one value of the data are one finding, at that value.

    `seconds` of processor time can be spent on edits.
    """
    from generator.check.claims.trials import ClaimTrial, list_tried_claims

    tried = list_tried_claims(game, verdict)
    present = set(findings)
    if not any(each.fails and each.finding in present for each in tried):
        return tuple(findings)
    try:
        parts = expand_parts(game, KINDS)
    except UNFIT:
        return tuple(findings)
    trial = ClaimTrial(game, parts)
    known = [trial.holds(each) for each in tried]
    wrong = [each for each, holds in zip(tried, known, strict=True) if holds is False and each.fails]
    holding = [each for each, holds in zip(tried, known, strict=True) if holds]
    of_figures = [each for each in wrong if trial.read_figures(each).alone]
    for failing in _group_claims([(trial.read_hints([each]).parts, each) for each in wrong if each not in of_figures]):
        hints = trial.read_hints(failing)
        repairs = list(_Search(game, parts, failing, holding, seconds).find_repairs(hints, hints.parts))
        of_figures += [] if repairs else failing
        findings = _name_repairs(findings, failing, repairs)
    for failing in _group_claims([(trial.read_figures(each).names, each) for each in of_figures]):
        names = sorted(frozenset[str]().union(*(trial.read_figures(each).names for each in failing)))
        search = _Search(game, parts, failing, holding, seconds)
        findings = _name_repairs(findings, failing, list(search.find_figure_repairs(trial.read_hints(failing), names)))
    return tuple(findings)


def _name_repairs(
    findings: Sequence[Finding], failing: "Sequence[TriedClaim]", repairs: Sequence[Repair]
) -> Sequence[Finding]:
    """Return the findings with those of failing claims merged at the value that an edit would change."""
    effects = [each for each in findings if any(each == tried.finding for tried in failing)]
    return _replace_effects(findings, effects, repairs) if repairs and effects else findings


def _group_claims(claims: "Iterable[tuple[Collection[str], TriedClaim]]") -> "list[list[TriedClaim]]":
    """Return claims in groups: those that name a part or a figure in common are together."""
    groups: list[tuple[set[str], list[TriedClaim]]] = []
    for names, each in claims:
        known = set(names)
        shared = [group for group in groups if group[0] & known]
        groups = [group for group in groups if not group[0] & known]
        groups.append(
            (known.union(*(some for some, _ in shared)), [claim for _, some in shared for claim in some] + [each])
        )
    return [some for names, some in groups if names]


def find_unfit_values(game: Game, findings: Sequence[Finding], seconds: float) -> tuple[Finding, ...]:
    """Return the faults of parts that cannot be made; those that one value explains are one, at that value.

    With another value in its place, the part can be made and all claims hold.
    """
    from generator.check.claims.trials import list_untried_claims

    for key in game.parts:
        faults = [each for each in findings if _find_part(game, each.place) == key]
        if not faults:
            continue
        search = _Search(game, _expand_others(game, key), [], list_untried_claims(game), seconds)
        repairs = list(search.find_repairs(_read_fault_hints(faults), [key]))
        is_told = len(faults) == 1 and repairs and faults[0].place == repairs[0].place
        if len({each.place[:2] for each in repairs}) == 1 and not is_told:
            findings = _replace_effects(findings, faults, repairs[:1], "not happen")
    return tuple(findings)


def _find_part(game: Game, place: Place) -> str:
    """Return the part in whose data a place is; an empty text if in none."""
    begins = {key: game.place("parts", key) for key in game.parts}
    above = [key for key, begin in begins.items() if begin.file == place.file and begin.line <= place.line]
    return max(above, key=lambda key: begins[key].line, default="")


def _expand_others(game: Game, key: str) -> list[Part]:
    """Return the parts of a game but for one, and but for those that cannot be made."""
    made = []
    for name in game.parts:
        if name != key and (part := _expand(game, name)):
            made.append(part)
    return made


def _expand(game: Game, key: str) -> Part | None:
    """Return a part; None if its data do not allow it."""
    data = game.parts[key]
    kind = next(name for name, each in KINDS.items() if each.data is type(data))
    try:
        return expand_part(game, key, data, kind, KINDS[kind])
    except UNFIT:
        return None


def _read_fault_hints(faults: Sequence[Finding]) -> RepairHints:
    """Return what messages say of the value that is wrong: its place and the words in quotes."""
    words = tuple(dict.fromkeys(word for each in faults for word in _QUOTED.findall(each.message)))
    lines = {(each.place.file, line): 1 for each in faults for line in range(each.place.line - 1, each.place.line + 1)}
    return RepairHints(words, words, lines=lines)


class _Search:
    """Tries edits of the data for some time, to make `failing` claims hold, and those that were `holding`."""

    def __init__(
        self,
        game: Game,
        parts: Sequence[Part],
        failing: "Sequence[TriedClaim]",
        holding: "Sequence[TriedClaim]",
        seconds: float,
    ) -> None:
        self._game, self._parts = game, parts
        self._failing, self._holding = failing, holding
        self._until = time.process_time() + seconds

    def find_repairs(self, hints: RepairHints, parts: Sequence[str]) -> Iterator[Repair]:
        """Yield the edits of some parts that make failing claims hold and no other claim fail."""
        yield from self._try(take_turns([list_repairs(self._game, part, hints) for part in parts]))

    def find_figure_repairs(self, hints: RepairHints, names: Sequence[str]) -> Iterator[Repair]:
        """Yield the edits of some figures that make failing claims hold and no other claim fail."""
        yield from self._try(take_turns([list_figure_repairs(self._game, name, hints) for name in names]))

    def _try(self, repairs: Iterable[Repair]) -> Iterator[Repair]:
        found, tried = 0, set[tuple[Place, str]]()
        for repair in repairs:
            if found >= _MOST_FOUND or time.process_time() > self._until:
                return
            if (repair.place, repair.says) in tried:
                continue
            tried.add((repair.place, repair.says))
            if self._suffices(repair):
                found += 1
                self._until = min(self._until, time.process_time() + _MORE_SECONDS)
                yield repair

    def _suffices(self, repair: Repair) -> bool:
        from generator.check.claims.trials import ClaimTrial

        parts = {part.id: part for part in self._parts}
        if repair.part in self._game.parts:
            made = _expand(repair.game, repair.part)
            if made is None:
                return False
            parts[repair.part] = made
        trial = ClaimTrial(repair.game, [parts[key] for key in repair.game.parts if key in parts])
        return all(map(trial.holds, self._failing)) and all(trial.holds(each) is not False for each in self._holding)


def _replace_effects(
    findings: Sequence[Finding], effects: Sequence[Finding], repairs: Sequence[Repair], would: str = "hold"
) -> tuple[Finding, ...]:
    """Return the findings with the effects merged at the value at fault; if there are several, the first names them."""
    first = effects[0]
    chosen = _choose(repairs, effects)
    if chosen is None:
        named = "; or, ".join(dict.fromkeys(f"at {each.place}, {each.says}" for each in repairs))
        cells = ", or ".join(dict.fromkeys(str(each.place) for each in repairs))
        lines = (*first.lines[:1], f"likely cell: {cells}", f"would hold: {named}") if first.lines else ()
        told = first._replace(message=f"{first.message}; it would hold, {named}", lines=lines)
        return tuple(told if each == first else each for each in findings)
    merged = _merge(chosen, effects, would)
    return tuple(merged if each == first else each for each in findings if each == first or each not in effects)


def _choose(repairs: Sequence[Repair], effects: Sequence[Finding]) -> Repair | None:
    """Return the likely one of several edits: one at the line that all of them change, or else all usual ones."""
    usual = [each for each in repairs if each.is_usual]
    for some in (repairs, usual):
        lines = {each.place[:2] for each in some}
        both = [{at[:2] for at in (each.place, each.other) if at} for each in some]
        shared = lines if len(lines) < 2 else set.intersection(*both)
        chosen = next((each for each in some if {each.place[:2]} == shared), None)
        if chosen:
            is_sure = len(effects) > 1 or effects[0].code != "GF101" or chosen.is_usual
            return chosen if is_sure else None
    return None


def _merge(repair: Repair, effects: Sequence[Finding], would: str) -> Finding:
    """Return one finding for all effects, at the value that explains them."""
    first, *others = effects
    which = "this" if not others else "both of these" if len(others) == 1 else f"all {len(effects)} of these"
    message = f"{repair.part}: {repair.says} here, {which} would {would}: {first.place}: {first.message}"
    fails = f"{first.lines[0] if first.lines else first.message} ({first.place})"
    told = fails, f"likely cell: {repair.place}, of {repair.part}", f"would {would}: {which}, {repair.says}"
    lines = (*told, f"likewise {list_effects(others)}") if others else told
    message += f"; {lines[-1]}" if others else ""
    return Finding(first.code, repair.place, message, first.level, lines=lines if first.code == "GF102" else ())
