"""Report what a translation leaves out: sections (GF188), claims (GF135) and figures (GF310)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.translations.blocks import RulesBlock, RulesText, read_rules_text
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Place
from generator.model.language import Language
from generator.model.rules import InlineClaim

_TIMES = ("never", "once", "twice")  # of so few times
_NUMBER = re.compile(r"\d++(?:\.\d++)*+[.)]?\s++")
ClaimKey = tuple[str, frozenset[tuple[str, object]]]


class CoveredSection(NamedTuple):
    """A heading, None before the first one, with the blocks down to the next; `line` is where it begins."""

    heading: RulesBlock | None
    title: str
    line: int
    blocks: Sequence[RulesBlock]
    is_covered: bool


def divide_rules(rules: RulesText, covers: Sequence[str] = ()) -> list[CoveredSection]:
    """Return the sections of rules; covered are those named with all below them, or all if none is named."""
    sections, inside = [CoveredSection(None, "", 1, [], not covers)], 0
    for block in rules.blocks:
        if block.kind == "heading":
            title = rules.language.rules[block.start : block.end].strip("#> \t")
            inside = 0 if inside and block.size <= inside else inside
            if not inside and any(_is_called(title, name) for name in covers):
                inside = block.size
            covered = not covers or bool(inside)
            sections.append(CoveredSection(block, title, rules.place(block.start).line, [], covered))
        sections[-1] = sections[-1]._replace(blocks=[*sections[-1].blocks, block])
    return sections


def _is_called(title: str, name: str) -> bool:
    """Return whether a heading has a name, with or without its number."""
    number = _NUMBER.match(title)
    return name in (title, title[number.end() :] if number else title)


def cover_blocks(rules: RulesText, language: Language) -> RulesText:
    """Return the first rules without the blocks that a translation does not cover; titles of level 1 stay."""
    sections = divide_rules(rules, language.covers)
    kept = (section.blocks if section.is_covered else _select_title(section) for section in sections)
    return RulesText(rules.language, [block for blocks in kept for block in blocks])


def _select_title(section: CoveredSection) -> Sequence[RulesBlock]:
    return (section.heading,) if section.heading and section.heading.size == 1 else ()


def cover_claims(rules: RulesText, language: Language) -> list[InlineClaim]:
    """Return the claims of the first rules in the sections that a translation covers."""
    sections = divide_rules(rules, language.covers)
    return [claim for claim in rules.language.inline if sections[find_section(sections, claim.place.line)].is_covered]


def find_section(sections: Sequence[CoveredSection], line: int) -> int:
    """Return the number of the section in which a line stands."""
    return max(number for number, section in enumerate(sections) if section.heading is None or section.line <= line)


def list_figures(rules: RulesText) -> dict[str, int]:
    """Return the figures that rules show, each with the offset of its name."""
    pictures = (fact for block in rules.blocks for fact in block.facts if fact.kind == "picture")
    return {fact.value.removeprefix("figure:"): fact.at for fact in pictures if fact.value.startswith("figure:")}


def check_coverage(case: CheckContext) -> Iterator[Finding]:
    """Report headings that the first rules do not have (GF008), and once what is left out (GF188, a note)."""
    partial = [language for language in case.game.translations if language.covers]
    for language in partial if case.game.first else ():
        assert case.game.first is not None
        rules = read_rules_text(case.game.first)
        sections = divide_rules(rules, language.covers)
        titles = [section.title for section in sections if section.heading]
        for number, name in enumerate(language.covers):
            if not any(_is_called(title, name) for title in titles):
                says = f"covers: {rules.language.file} has no heading {name!r}{did_you_mean(name, titles)}"
                yield Finding("GF008", language.place("covers", number), says)
        left = [each for each in sections if each.heading and each.heading.size > 1 and not each.is_covered]
        claims = len(rules.language.inline) - len(cover_claims(rules, language))
        figures = len(list_figures(rules).keys() - list_figures(cover_blocks(rules, language)).keys())
        lacks = f"{count_noun(len(left), 'section')}, {count_noun(claims, 'claim')} and {count_noun(figures, 'figure')}"
        names = ", ".join(map(repr, language.covers))
        says = f"the rules in {language.tag!r} cover only {names}; this leaves out {lacks} of {rules.language.file}"
        yield Finding("GF188", language.place("covers"), says, "note")


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
