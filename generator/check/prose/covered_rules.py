"""Select the part of the first rules that a partial translation is compared with, and report the rest."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.check.prose.rules_text import RulesSection, find_sections, hide_code
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding
from generator.model.language import Language
from generator.model.rules import InlineClaim, MarkedText

_NUMBER = re.compile(r"\d++(?:\.\d++)*+[.)]?\s++")
_FIGURE = re.compile(r"\]\(figure:([^)\s]+)")


class _Stretch(NamedTuple):
    """A stretch of the first rules that a translation covers."""

    start: int
    end: int


def select_covered_rules(first: Language, language: Language) -> Language:
    """Return the first rules with blanks for all that a translation does not cover; places stay as they are."""
    if not language.covers:
        return first
    spans = _list_stretches(find_sections(hide_code(first.rules)), language.covers)
    text, end = list[str](), 0
    for span in spans:
        text += [re.sub(r"[^\n]", " ", first.rules[end : span.start]), first.rules[span.start : span.end]]
        end = span.end
    text.append(re.sub(r"[^\n]", " ", first.rules[end:]))
    return replace(first, rules="".join(text), inline=tuple(_list_covered_claims(first, spans)))


def check_coverage_of_rules(first: Language, language: Language) -> Iterator[Finding]:
    """Report headings that the first rules do not have (GF008), and once what is left out (GF188, a note)."""
    if not language.covers:
        return
    sections = find_sections(hide_code(first.rules))
    titles = [section.title for section in sections]
    for number, name in enumerate(language.covers):
        if not any(_is_called(title, name) for title in titles):
            says = f"covers: {first.file} has no heading {name!r}{did_you_mean(name, titles)}"
            yield Finding("GF008", language.place("covers", number), says)
    covered = select_covered_rules(first, language)
    left = [
        section for section in sections if section.level > 1 and not covered.rules[section.at : section.end].strip()
    ]
    claims = len(first.inline) - len(covered.inline)
    figures = len({*_FIGURE.findall(first.rules)} - {*_FIGURE.findall(covered.rules)})
    lacks = [count_noun(len(left), "section"), count_noun(claims, "claim"), count_noun(figures, "figure")]
    names = ", ".join(map(repr, language.covers))
    says = f"the rules in {language.tag!r} cover only {names}; this leaves out {lacks[0]}, {lacks[1]} and {lacks[2]} of"
    yield Finding("GF188", language.place("covers"), f"{says} {first.file}", "note")


def _list_stretches(sections: Sequence[RulesSection], names: Sequence[str]) -> list[_Stretch]:
    """Return the stretches of the named sections with all below them, and of headings of level 1, such as the title."""
    spans = list[_Stretch]()
    inside = 0  # the level of the named section around, or 0
    for section in sections:
        if inside and section.level <= inside:
            inside = 0
        if not inside and any(_is_called(section.title, name) for name in names):
            inside = section.level
        if inside or section.level == 1:
            spans.append(_Stretch(section.at, section.end if inside else section.start))
    return spans


def _is_called(title: str, name: str) -> bool:
    """Return whether a heading has a name, with or without its number."""
    number = _NUMBER.match(title)
    return name in (title, title[number.end() :] if number else title)


def _list_covered_claims(first: Language, spans: Sequence[_Stretch]) -> Iterator[InlineClaim]:
    """Yield the claims in some stretches of the first rules; a claim is on one line of its section."""
    source = MarkedText(first.rules, first.marked)
    lines = [(source.place(span.start, first.file).line, source.place(span.end, first.file).line) for span in spans]
    for claim in first.inline:
        if any(start <= claim.place.line < max(end, start + 1) for start, end in lines):
            yield claim
