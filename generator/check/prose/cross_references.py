"""Report references in the rules to sections, steps and figures that do not exist, and numbers out of order (GF166)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from generator.check.prose.rules_prose import RulesProse, Sentence
from generator.language.rule_words import RuleWords
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding

_HEAD_NUMBER = re.compile(r"(?P<number>\d{1,3})(?:[.):](?!\d)| )")  # 3.1 is not the third
_SHOWN = re.compile(r"^[ >]*!\[[^\]\n]*+\]\(figure:", re.MULTILINE)
_BOLD_NUMBER = re.compile(r"^[ >]*\*\*(?P<number>\d{1,2})[.)]?\*\*", re.MULTILINE)
_QUOTED = re.compile(
    r"[\"'\u201c\u201e\u2018](?P<name>[^\W\d_][^\"'\u201c\u201d\u2018\u2019\n]{2,48})[\"'\u201c\u201d\u2019]"
)
_BOOKS = frozenset(
    "published official original book rulebook manual law act guide recipe web site website online"
    " buch heft regelheft".split()
)
_ANYWHERE = -2
_MOST = 4  # numbers of a range that are looked up


def check_cross_references(prose: RulesProse) -> Iterator[Finding]:
    """Report references that lead nowhere, and headings and steps that are numbered out of order (GF166)."""
    yield from _check_order_of_headings(prose)
    yield from _check_bold_steps(prose)
    words = prose.words
    if words is None:
        return
    heads = [int(found["number"]) for each in prose.sections if (found := _HEAD_NUMBER.match(each.title))]
    figures = len(_SHOWN.findall(prose.language.rules))
    titles = [_HEAD_NUMBER.sub("", each.title).strip(" .").casefold() for each in prose.sections]
    named = _find_named_steps(prose, words)
    ends = _find_ends_of_lists(prose)
    for sentence in prose.sentences:
        if len(heads) > 1:
            yield from _check_numbers(prose, words.sections, words, sentence, {*heads}, "section")
        if figures:
            yield from _check_numbers(prose, words.figures, words, sentence, {*range(1, figures + 1)}, "figure")
        yield from _check_steps(prose, words, ends, named, sentence)
        yield from _check_names(prose, words, titles, sentence)


def _check_numbers(
    prose: RulesProse, nouns: frozenset[str], words: RuleWords, sentence: Sentence, known: set[int], noun: str
) -> Iterator[Finding]:
    """Report `section 16` and `sections 3 to 16` of 13 (GF166)."""
    for n, token in enumerate(sentence.tokens):
        if token.word not in nouns or _BOOKS & sentence.words:
            continue
        for at, number in _read_numbers(words, sentence, n + 1):
            if number not in known:
                highest = max(known)
                message = f"the rules refer to {noun} {number}, which does not exist; the last one is {noun} {highest}"
                yield prose.report("GF166", at, message, "warning")


def _read_numbers(words: RuleWords, sentence: Sentence, n: int) -> list[tuple[int, int]]:
    """Return the numbers after a noun, with their places: `3`, `3 and 4`, `3 to 6`."""
    found: list[tuple[int, int]] = []
    links = words.through | words.joins
    while n < len(sentence.tokens) and len(found) < _MOST:
        token = sentence.tokens[n]
        if token.value is not None and token.word[0].isdigit() and token.value == int(token.value):
            found.append((token.start, int(token.value)))
        elif not found or token.word not in links:
            break
        n += 1
    return found


def _find_ends_of_lists(prose: RulesProse) -> Mapping[int, int]:
    """Return the last number of the numbered lists of each section, and of all lists as that of section -2."""
    ends: dict[int, int] = {}
    for block in prose.lists:
        if block.first is not None:
            last = block.first + len(block.items) - 1
            for section in (prose.find_section(block.items[0][0]), _ANYWHERE):
                ends[section] = max(last, ends.get(section, 0))
    return ends


def _find_named_steps(prose: RulesProse, words: RuleWords) -> frozenset[int]:
    """Return the numbers of steps that begin a paragraph or a heading, as in `Step 4: scoring`."""
    starts = {sentence.block: sentence.tokens for sentence in reversed(prose.sentences)}
    named = [*starts.values(), *(prose.tokenize_text(each.title) for each in prose.sections)]
    return frozenset(
        int(number.value)
        for tokens in named
        for step, number in pairwise(tokens[:2])
        if step.word in words.steps and number.value is not None
    )


def _check_steps(
    prose: RulesProse, words: RuleWords, ends: Mapping[int, int], named: frozenset[int], sentence: Sentence
) -> Iterator[Finding]:
    """Report `step 6` where the numbered list of the section, or the longest of all, has five (GF166)."""
    own = sentence.section in ends
    last = ends.get(sentence.section, ends.get(_ANYWHERE, 0))
    if not last:
        return
    for n, token in enumerate(sentence.tokens):
        if token.word not in words.steps or _BOOKS & sentence.words:
            continue
        for at, number in _read_numbers(words, sentence, n + 1):
            if number not in named and not 1 <= number <= last:
                what = "the list in this section" if own else "the longest numbered list"
                message = f"the rules refer to step {number}, but {what} ends with step {last}"
                yield prose.report("GF166", at, message, "warning")


def _check_names(prose: RulesProse, words: RuleWords, titles: Sequence[str], sentence: Sentence) -> Iterator[Finding]:
    """Report `section "Scoring"` where no heading says so (GF166)."""
    for found in _QUOTED.finditer(prose.plain, sentence.start, sentence.end):
        before = [token.word for token in sentence.tokens if token.end <= found.start()][-2:]
        if not {*before} & words.sections:
            continue
        name = " ".join(found["name"].split()).strip(" .,").casefold()
        if not any(name in title for title in titles) and not _BOOKS & sentence.words:
            message = f"the rules refer to the section {found['name']!r}, but no heading has that name"
            yield prose.report("GF166", found.start("name"), f"{message}{did_you_mean(name, titles)}", "warning")


def _check_order_of_headings(prose: RulesProse) -> Iterator[Finding]:
    """Report a heading whose number does not follow the one before it at its level (GF166)."""
    last: dict[int, int] = {}
    for section in prose.sections:
        found = _HEAD_NUMBER.match(section.title)
        for level in [level for level in last if level > section.level]:
            del last[level]
        if not found or section.title[found.end("number")] not in ".):":
            continue
        number, before = int(found["number"]), last.get(section.level)
        last[section.level] = number
        if before is not None and number != before + 1 and number != 1:
            message = f"heading {number} comes after heading {before}; number the headings in order"
            yield prose.report("GF166", section.at, message, "warning")


def _check_bold_steps(prose: RulesProse) -> Iterator[Finding]:
    """Report paragraphs that begin with bold numbers, **1.**, **2.** and **4.**, out of order (GF166)."""
    before: dict[int, int] = {}
    for found in _BOLD_NUMBER.finditer(prose.language.rules):
        section, number = prose.find_section(found.start()), int(found["number"])
        last = before.get(section)
        before[section] = number
        if last is not None and number not in (1, last + 1):
            message = f"step {number} comes after step {last}; number the steps in order"
            yield prose.report("GF166", found.start("number"), message, "warning")
