"""Report links to sections that are about something other than the words around them, and reversed ranges."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from generator.check.prose.repeated_statements import list_stems
from generator.check.prose.rules_prose import RulesProse, Sentence
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_NUMBERED_LINK = re.compile(r"\[[^\[\]()\d]*+(?P<said>\d{1,3})\]\(#(?P<number>\d{1,3})-")
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\]\[\n]{0,80}+)\]\(#(?P<slug>[^)\s]{1,80})\)")
_RANGE = re.compile(
    r"\]\(#(?P<first>[^)\s]{1,80})\) (?:to|bis|\u00e0|through|\u2013) (?:(?:la )?section |Abschnitt )?"
    r"\[[^\]\[\n]{0,80}+\]\(#(?P<last>[^)\s]{1,80})\)"
)
_NO_SLUG = re.compile(r"[^\w\- ]")
_SUMMARIES = frozenset(
    "glance summary overview reference \u00fcbersicht \u00fcberblick kurz r\u00e9sum\u00e9 m\u00e9mo \u0153il".split()
)  # are about all
_LEAD = 0.3  # of the weight of a name of a section, which words must have to point at it
_LEAD_WORDS = 4  # of a paragraph or item, which say what it is about
_LEAST_SECTIONS = 3


class _Topics(NamedTuple):
    """What the sections are about: the stems of their headings and of their texts, and how rare each stem is."""

    titles: Sequence[frozenset[str]]
    texts: Sequence[frozenset[str]]
    weights: Mapping[str, float]


def check_linked_sections(prose: RulesProse) -> Iterator[Finding]:
    """Report `[](#8-stars)` where the words around it name goals, as the heading of another section does (GF166)."""
    yield from _check_link_numbers(prose)
    words = prose.words
    if words is None or len(prose.sections) < _LEAST_SECTIONS:
        return
    slugs = {_make_slug(section.title): n for n, section in enumerate(prose.sections)}
    yield from _check_ranges(prose, slugs)
    topics = _read_topics(prose, words)
    for sentence in prose.sentences:
        raw = prose.language.rules[sentence.start : sentence.end]
        links = [found for found in _LINK.finditer(raw) if found["slug"] in slugs] if "](#" in raw else []
        for found in links:
            yield from _check_link(prose, words, topics, sentence, found, slugs)


def _check_link_numbers(prose: RulesProse) -> Iterator[Finding]:
    """Report `[section 4](#3-your-turn)`, whose number is not that of the heading (GF166)."""
    for found in _NUMBERED_LINK.finditer(prose.language.rules):
        if found["said"] != found["number"] and not prose.is_held(found.start("said")):
            message = f"the link says {found['said']}, but leads to section {found['number']}; correct one of them"
            yield prose.report("GF166", found.start("said"), message, "warning")


def _make_slug(title: str) -> str:
    """Return the name of a heading in links."""
    return _NO_SLUG.sub("", title.casefold().strip()).replace(" ", "-")


def _check_ranges(prose: RulesProse, slugs: Mapping[str, int]) -> Iterator[Finding]:
    for found in _RANGE.finditer(prose.language.rules):
        first, last = slugs.get(found["first"]), slugs.get(found["last"])
        if first is not None and last is not None and first >= last:
            titles = [prose.sections[n].title for n in (first, last)]
            message = f"the rules refer to the sections from {titles[0]!r} to {titles[1]!r}, which comes before it"
            yield prose.report("GF166", found.start("first"), f"{message}; correct one of the links", "warning")


def _read_topics(prose: RulesProse, words: RuleWords) -> _Topics:
    titles = [frozenset(list_stems(words, prose.tokenize_text(section.title))) for section in prose.sections]
    texts: list[set[str]] = [set() for _ in prose.sections]
    for sentence in prose.sentences:
        if sentence.section >= 0:
            texts[sentence.section] |= {*list_stems(words, sentence.tokens)}
    found = [title | text for title, text in zip(titles, texts, strict=True)]
    counts = Counter(stem for stems in found for stem in stems)
    weights = {stem: log(1 + len(found) / count) for stem, count in counts.items()}
    return _Topics(titles, [frozenset(text) for text in texts], weights)


def _check_link(
    prose: RulesProse,
    words: RuleWords,
    topics: _Topics,
    sentence: Sentence,
    link: re.Match[str],
    slugs: Mapping[str, int],
) -> Iterator[Finding]:
    """Report (GF166) if the words around a link name a section, by its heading, and it leads to another one."""
    target, at = slugs[link["slug"]], sentence.start + link.start("slug")
    near = _words_near(prose, words, sentence, sentence.start + link.start(), sentence.start + link.end())
    around = frozenset(list_stems(words, sentence.tokens)) | near
    if topics.titles[target] & around or _SUMMARIES & {*prose.sections[target].title.casefold().split()}:
        return
    scores = {n: _score(topics, title, near) for n, title in enumerate(topics.titles)}
    linked = _list_linked(prose, sentence.block, slugs)
    scores = {n: score for n, score in scores.items() if n not in (target, sentence.section) and n not in linked}
    best = max(scores, key=lambda n: scores[n], default=target)
    if scores.get(best, 0.0) < _LEAD or _share(topics, near, target) >= _share(topics, near, best):
        return
    message = (
        f"the rules refer to {prose.sections[target].title!r}, but the words around the link describe"
        f" {prose.sections[best].title!r}; correct the link, or reword it"
    )
    yield prose.report("GF166", at, message, "warning")


def _list_linked(prose: RulesProse, block: int, slugs: Mapping[str, int]) -> frozenset[int]:
    """Return the sections that a block links to."""
    inside = [sentence for sentence in prose.sentences if sentence.block == block]
    raw = prose.language.rules[inside[0].start : inside[-1].end]
    return frozenset(slugs[found["slug"]] for found in _LINK.finditer(raw) if found["slug"] in slugs)


def _words_near(prose: RulesProse, words: RuleWords, sentence: Sentence, start: int, end: int) -> frozenset[str]:
    """Return the stems between the commas, colons and brackets around a link, and of what comes before its bracket."""
    text = prose.plain
    left = max(text.rfind(mark, sentence.start, start) for mark in ",;:(") + 1 or sentence.start
    if text[left - 1 : left] == "(" and not text[left:start].strip():
        left = max((text.rfind(mark, sentence.start, left - 1) for mark in ",;:"), default=-1) + 1 or sentence.start
    rights = [found for mark in ",;:)" if (found := text.find(mark, end, sentence.end)) >= 0]
    right = min(rights, default=sentence.end)
    first = next(other for other in prose.sentences if other.block == sentence.block)
    is_bold = prose.language.rules.startswith("**", first.start)
    lead = first.tokens[:_LEAD_WORDS] if is_bold else ()
    tokens = [token for token in sentence.tokens if left <= token.start < right]
    return frozenset(list_stems(words, [*lead, *tokens]))


def _score(topics: _Topics, title: frozenset[str], near: frozenset[str]) -> float:
    """Return the share of the weight of a heading that words have."""
    whole = sum(topics.weights[stem] for stem in title)
    return sum(topics.weights[stem] for stem in title & near) / whole if whole else 0.0


def _share(topics: _Topics, near: frozenset[str], section: int) -> float:
    """Return the weight of the words that a section has too."""
    return sum(topics.weights.get(stem, 0.0) for stem in near & (topics.texts[section] | topics.titles[section]))
