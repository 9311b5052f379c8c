"""Report references in the rules whose number is not that of a section or figure (GF166).

That a link has a target is checked where the booklet is set; here numbers are compared that a person typed.
"""

import re
from collections.abc import Iterator

from generator.check.check_context import CheckContext
from generator.check.words.rules_text import HIDDEN, MaskedRules, mask_rules
from generator.model.finding import Finding
from generator.model.language import Language, RuleWords
from generator.model.rules import MarkedText

_LINK = re.compile(r"\[[^\[\]()\d]*+(?P<said>\d{1,3})\]\(#(?P<number>\d{1,3})-")
_HEAD = re.compile(r"(?P<number>\d{1,3})(?:[.):](?!\d)| )")  # 3.1 is not the third
_FIGURE = re.compile(r"^[ >]*!\[[^\]\n]*+\]\(figure:", re.MULTILINE)
_NUMBERS = re.compile(r"\d{1,3}")


def check_links(case: CheckContext) -> Iterator[Finding]:
    """Report links and references with the number of another section, or of none (GF166)."""
    for language in case.game.languages:
        text = mask_rules(language.rules)
        yield from _check_targets(language, text)
        heads = [int(found["number"]) for each in text.headings if (found := _HEAD.match(each.title))]
        if heads == [*range(1, len(heads) + 1)]:
            yield from _check_references(language, text, "section", len(heads))
        yield from _check_references(language, text, "figure", len(_FIGURE.findall(language.rules)))


def _check_targets(language: Language, text: MaskedRules) -> Iterator[Finding]:
    """Report `[section 4](#3-your-turn)`."""
    for found in _LINK.finditer(language.rules):
        if found["said"] != found["number"] and text.words[found.start("said")] != HIDDEN:
            message = f"the link says {found['said']}, but leads to section {found['number']}; correct one of them"
            yield _report(language, found.start("said"), message)


def _check_references(language: Language, text: MaskedRules, noun: str, count: int) -> Iterator[Finding]:
    """Report `section 16` where 13 are numbered from 1; nothing of a kind that the rules do not number."""
    pattern = _reference_pattern(language.rule_words, noun)
    if pattern is None or count < 2:
        return
    for found in pattern.finditer(text.prose):
        for number in _NUMBERS.finditer(text.prose, *found.span("numbers")):
            if not 1 <= int(number[0]) <= count:
                message = f"the rules refer to {noun} {number[0]}, which does not exist; the last one is {noun} {count}"
                yield _report(language, number.start(), message)


def _reference_pattern(words: RuleWords, noun: str) -> re.Pattern[str] | None:
    """Return the pattern of a noun with numbers: `section 3`, `sections 3 and 4`, `sections 3 to 6`; None without."""
    nouns = "|".join(sorted(words.sections if noun == "section" else words.figures))
    joins = "|".join(sorted(words.joins | words.through))
    if not nouns or not joins:
        return None
    one = r"\d{1,3}(?![\w.,]*\d)"
    return re.compile(
        rf"\b(?:{nouns})\s(?P<numbers>{one}(?:(?:,? (?:{joins}) |, | ?\u2013 ?){one})*+)(?!\w)", re.IGNORECASE
    )


def _report(language: Language, at: int, message: str) -> Finding:
    place = MarkedText(language.rules, language.marked).place(at, language.file)
    return Finding("GF166", place, message, "warning")
