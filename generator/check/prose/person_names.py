"""Find names of people that are spelled in another way only once (GF160)."""

import re
from collections import Counter
from collections.abc import Iterator

from generator.check.data.column_values import is_slip
from generator.check.prose.rules_prose import RulesProse
from generator.language.plurals import noun_forms
from generator.model.finding import Finding

_NAME = re.compile(r"(?<![\w'\u2019-])[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{2,14}(?![\w-])")
_SMALL = re.compile(r"(?<![\w'\u2019-])[a-z\u00df-\u00ff]{3,15}(?![\w-])")
_LONG = 6  # letters of a name of which one may be wrong
_FEWEST_OCCURRENCES = 2  # times that a name must occur for another one to be a typo of it
_CAPITAL_NOUNS = "de"  # the language in which each noun begins with a capital letter


def check_person_names(prose: RulesProse) -> Iterator[Finding]:
    """Report a capitalized word that occurs once, and nearly is a name that occurs often (GF160).

    A word that the rules also write with a lowercase letter is no name.
    """
    if prose.language.tag.partition("-")[0] == _CAPITAL_NOUNS:
        return
    found = [(each[0], each.start()) for each in _NAME.finditer(prose.plain)]
    counts = Counter(name for name, _ in found)
    small = {each[0] for each in _SMALL.finditer(prose.plain)}
    often = [name for name, times in counts.items() if times >= _FEWEST_OCCURRENCES and name.casefold() not in small]
    for name, at in found:
        if counts[name] != 1 or name.casefold() in small or prose.parse_value(name.casefold()) is not None:
            continue
        near = [each for each in often if _is_misspelled(name, each)]
        if len(near) == 1:
            message = f"{name!r} appears only once, and {near[0]!r} {counts[near[0]]} times; did you mean that?"
            yield prose.report("GF160", at, message, "note")


def _is_misspelled(name: str, other: str) -> bool:
    """Return whether a name is a misspelling of another; short ones, such as Dan and Don, are two names."""
    is_other = len(name) == len(other) and sorted(name) != sorted(other) and len(name) < _LONG
    return name[0] == other[0] and not is_other and name not in noun_forms(other) and is_slip(name, other)
