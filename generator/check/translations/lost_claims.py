"""Report claims and figures of the first rules that a translation lacks (GF135 and GF310)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.check.check_context import CheckContext
from generator.check.translations.blocks import RulesText, read_rules_text
from generator.check.translations.coverage import (
    cover_blocks,
    cover_claims,
    divide_rules,
    find_section,
    list_figures,
)
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Place
from generator.model.rules import InlineClaim

_TIMES = ("never", "once", "twice")  # of so few times
ClaimKey = tuple[str, frozenset[tuple[str, object]]]


class _SectionPairs:
    """The sections of the first rules that a translation covers, and its own, which are pairs if they are as many."""

    def __init__(self, first: RulesText, other: RulesText) -> None:
        self.first, self.other = divide_rules(cover_blocks(first, other.language)), divide_rules(other)
        self.file, self.are_pairs = other.language.file, len(self.first) == len(self.other)

    def select_lost(self, mine: Sequence[InlineClaim], theirs: Sequence[InlineClaim]) -> Sequence[InlineClaim]:
        """Return those of some claims that the translation lacks: the last ones whose section has none left there."""
        found = Counter(find_section(self.other, claim.place.line) for claim in theirs)
        alone = list[InlineClaim]()
        for claim in mine:
            section = find_section(self.first, claim.place.line)
            found[section] -= 1
            alone += [claim] if not self.are_pairs or found[section] < 0 else []
        return alone[-lacks:] if (lacks := len(mine) - len(theirs)) > 0 else ()

    def find_place(self, line: int) -> Place:
        """Return the heading in the translation below which a line of the first rules belongs; the file if unknown."""
        if not self.are_pairs:
            return Place(self.file)
        return Place(self.file, self.other[find_section(self.first, line)].line, 1)


def check_lost_claims(case: CheckContext) -> Iterator[Finding]:
    """Report claims (GF135) and figures (GF310) that a translation lacks, and figures that the game lacks (GF008)."""
    if not case.game.first or not case.game.translations:
        return
    first = read_rules_text(case.game.first)
    for language in case.game.translations:
        other = read_rules_text(language)
        pairs = _SectionPairs(first, other)
        yield from _find_lost_claims(cover_claims(first, language), other, pairs)
        shown, theirs = list_figures(cover_blocks(first, language)), list_figures(other)
        for name in [name for name in shown if name not in theirs]:
            was = first.place(shown[name])
            says = f"the figure {name!r} is missing from the rules in {language.tag!r}; {was} shows it"
            yield Finding("GF310", pairs.find_place(was.line), says)
        for name in [name for name in theirs if name not in case.game.data.figures]:
            hint = did_you_mean(name, case.game.data.figures)
            yield Finding("GF008", other.place(theirs[name]), f"the game has no figure {name!r}{hint}")


def _find_lost_claims(claims: Sequence[InlineClaim], other: RulesText, pairs: _SectionPairs) -> Iterator[Finding]:
    """Report claims that the first rules have more often, in whatever words they state the value."""
    asked, given = _group_claims(claims), _group_claims(other.language.inline)
    lost = [(claim, key) for key, mine in asked.items() for claim in pairs.select_lost(mine, given.get(key, ()))]
    for claim, key in sorted(lost, key=lambda each: each[0].place):
        many, few = len(asked[key]), len(given.get(key, ()))
        picked = "".join(f", {name} {value}" for name, value in claim.where.items())
        asks = f"{claim.place} asks for {key[0]}{picked}{f' {_count_times(many)}' if few else ''} ({claim.value})"
        here = f"the rules in {other.language.tag!r} {f'do so {_count_times(few)}' if few else 'never do'}"
        place = pairs.find_place(claim.place.line)
        where = " below this heading" if place.line > 1 else ""
        yield Finding("GF135", place, f"a claim is missing: {asks}, but {here}; claim it{where} too")


def _count_times(number: int) -> str:
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"


def _group_claims(claims: Iterable[InlineClaim]) -> Mapping[ClaimKey, Sequence[InlineClaim]]:
    found: dict[ClaimKey, list[InlineClaim]] = defaultdict(list)
    for claim in claims:
        found[" ".join(claim.what.split()), frozenset(claim.where.items())].append(claim)
    return found
