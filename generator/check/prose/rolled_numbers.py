"""Compare the dice that a turn of an example is said to have rolled with those that it uses (GF166)."""

import re
from collections.abc import Iterator

from generator.check.prose.rules_prose import RulesProse, Span
from generator.model.finding import Finding

_ROLL = re.compile(
    r"(?:\brolls?(?: of)?|\brolled|\b[A-Z\u00c0-\u00de]\w*\s*:)\s+(?:an? |the )?([1-9]) and (?:an? |the )?([1-9])\b"
)
_USED = re.compile(r"\bthe\s+([1-9])\b(?!\s*(?:[.,]\d|[/\u00d7x+\u2212-]\s*\d))")


def check_rolled_numbers(prose: RulesProse) -> Iterator[Finding]:
    """Yield GF166 for a roll of two dice in a paragraph that uses one of them, and one that was not rolled."""
    for span in (*prose.blocks.paragraphs, *(item for each in prose.lists for item in each.items)):
        rolls = [*_ROLL.finditer(prose.plain, *span)]
        if len(rolls) == 1:
            yield from _check_roll(prose, span, rolls[0])


def _check_roll(prose: RulesProse, span: Span, roll: re.Match[str]) -> Iterator[Finding]:
    rolled = {roll[1], roll[2]}
    used = {each[1]: each.start(1) for each in _USED.finditer(prose.plain, roll.end(), span[1])}
    if len(used) == 2 and len(rolled & used.keys()) == 1:
        (left,), (other,) = rolled - used.keys(), used.keys() - rolled
        message = f"the {other} is used here, but {roll[1]} and {roll[2]} were rolled; correct one of the two"
        at = (
            used[other]
            if prose.is_held(roll.start(1)) or prose.is_held(roll.start(2))
            else roll.start(2 - (left == roll[1]))
        )
        yield prose.report("GF166", at, message, "note")
