"""Check that a step which is called like a piece uses it: `Spawn` the spawn die, and not the hop die (GF160)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.prose.rules_prose import RulesProse
from generator.model.finding import Finding
from generator.model.game import Game, Part

_LEAD = re.compile(r"(?:\*\*|__)(?P<name>[^*_.:]{3,20})[.:]?(?:\*\*|__)[.:]?")


def check_named_steps(prose: RulesProse, _game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report an item named in bold like the first word of a piece's title that names another such piece only."""
    families = _list_families(prose, parts)
    text = prose.language.rules
    for start, end in (item for each in prose.lists for item in each.items) if families else ():
        lead = _LEAD.match(text, start, end)
        own = lead["name"].casefold() if lead else ""
        for noun, firsts in families.items():
            if not lead or own not in firsts:
                continue
            said = [found for found in _find_pieces(text, lead.end(), end, noun) if found[1].casefold() in firsts]
            if said and all(found[1].casefold() != own for found in said):
                says = f"the step {lead['name']!r} names the {said[0][0]!r}, and not the {f'{own} {noun}'!r}"
                yield prose.report("GF160", said[0].start(), f"{says}; correct one of them", "warning")


def _list_families(prose: RulesProse, parts: Sequence[Part]) -> Mapping[str, frozenset[str]]:
    """Return the first words of titles of two words, such as `spawn` and `hop`, by the second one: `die`."""
    families: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        for name in prose.language.parts.get(part.id, ()):
            words = name.casefold().split()
            if len(words) == 2:
                families[words[1]].add(words[0])
    return {noun: frozenset(firsts) for noun, firsts in families.items() if len(firsts) > 1}


def _find_pieces(text: str, start: int, end: int, noun: str) -> Iterator[re.Match[str]]:
    return re.compile(rf"\b(\w+) {re.escape(noun)}\b", re.IGNORECASE).finditer(text, start, end)
