"""Divide rules into sections, and select those that a partial translation covers (GF188)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.translations.blocks import RulesBlock, RulesText, read_rules_text
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding
from generator.model.language import Language
from generator.model.rules import InlineClaim

_NUMBER = re.compile(r"\d++(?:\.\d++)*+[.)]?\s++")


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
