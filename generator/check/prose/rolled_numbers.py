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
    """Report a roll of two dice in a paragraph that uses one of them, and one that was not rolled (GF166)."""
    for span in (*prose.blocks.paragraphs, *(item for each in prose.lists for item in each.items)):
        rolls = [*_ROLL.finditer(prose.plain, *span)]
        if len(rolls) == 1:
            yield from _check_roll(prose, span, rolls[0])


def _check_roll(prose: RulesProse, span: Span, roll: re.Match[str]) -> Iterator[Finding]:
    used = {each[1]: each.start(1) for each in _USED.finditer(prose.plain, roll.end(), span[1])}
    idle = [number for number in (1, 2) if roll[number] not in used]
    others = [each for each in used if each not in roll.groups()]
    if len(used) == 2 and len(idle) == len(others) == 1:
        message = f"the {others[0]} is used here, but {roll[1]} and {roll[2]} were rolled; correct one of them"
        is_held = any(prose.is_held(roll.start(number)) for number in (1, 2))
        yield prose.report("GF166", used[others[0]] if is_held else roll.start(idle[0]), message, "note")
