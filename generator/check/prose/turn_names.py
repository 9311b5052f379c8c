"""Find the one turn of an example that names the wrong player, by the order of the other turns (GF166)."""

import re
from collections.abc import Iterator, Sequence

from generator.check.prose.rules_prose import RulesProse, Span
from generator.model.finding import Finding

_TURN = re.compile(r"\s*([A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{1,14})\s*:")
_FEWEST = 5  # turns from which their order is seen


def check_turn_names(prose: RulesProse) -> Iterator[Finding]:
    """Report the one item `Ann: ...` of a numbered list that breaks the order of turns (GF166)."""
    for turns in _list_turns(prose):
        names = [name for name, _ in turns]
        wrong = find_odd_turn(names)
        if wrong is not None:
            right = _name_expected(names, wrong)
            message = (
                f"this is {names[wrong]}'s turn, but by the order of the other turns it is {right}'s; correct the name"
            )
            yield prose.report("GF166", turns[wrong][1], message, "note")


def _list_turns(prose: RulesProse) -> Iterator[list[tuple[str, int]]]:
    """Yield the names that begin the items of numbered lists, with their offsets; a figure may divide a list."""
    found: list[tuple[str, int]] = []
    following = section = -1
    for each in prose.lists:
        if each.first is None or not each.items:
            continue
        at = each.items[0][0]
        if each.first != following or prose.find_section(at) != section:
            yield found
            found = []
        found += _read_names(prose, each.items)
        following, section = each.first + len(each.items), prose.find_section(at)
    yield found


def _read_names(prose: RulesProse, items: Sequence[Span]) -> Iterator[tuple[str, int]]:
    for start, end in items:
        if match := _TURN.match(prose.plain, start, end):
            yield match[1], match.start(1)


def find_odd_turn(names: Sequence[str]) -> int | None:
    """Return the number of the only turn that breaks the order in which the players take turns; None if none does."""
    players = len({*names})
    if len(names) < _FEWEST or players < 2 or players * 2 > len(names):
        return None
    wrong = [n for n, name in enumerate(names) if name != _name_expected(names, n)]
    return wrong[0] if len(wrong) == 1 else None


def _name_expected(names: Sequence[str], number: int) -> str:
    """Return whose turn it is, judging by the turns that are whole rounds away."""
    players = len({*names})
    others = [name for n, name in enumerate(names) if n != number and n % players == number % players]
    return others[0] if len({*others}) == 1 else names[number]
