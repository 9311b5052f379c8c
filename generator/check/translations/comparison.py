"""Compare a translation with the first rules, block by block and cell by cell (GF170 to GF174, GF195 to GF197)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.check.analysis.text_places import find_word_place
from generator.check.check_context import CheckContext
from generator.check.translations.blocks import Passage, RulesBlock, RulesText, read_rules_text, shorten
from generator.check.translations.coverage import cover_blocks
from generator.check.translations.drawn_texts import check_drawn_names
from generator.check.translations.facts import TextFact, Weight, find_text_facts, reads_number_words
from generator.check.translations.terms import (
    PolarWords,
    ProperNames,
    TermNames,
    read_polar_words,
    read_proper_names,
    read_terms,
)
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game
from generator.model.language import Language

_MOST_BLOCKS = 3000  # the work grows with the band; beyond it, blocks of the same order are compared
_BAND = 60  # blocks that one language may be ahead of the other
# The costs are weighed against one another: leaving out two blocks costs more than pairing any two that may translate
# each other at all (0.8 + 0.8 + 0.9 + 0.6 at most, and seldom), and always less than pairing a heading with a row.
_GAP = 1.0  # of a block that the other language lacks
_NEVER = 9.0  # of two blocks that cannot be translations of each other
_OTHER_SHAPE = 0.8  # of a paragraph that is a list item, or a quoted one that is not
_OTHER_FACTS = 0.9  # of blocks that have no fact in common
_OTHER_LENGTH = 0.6  # of a long block and an empty one


class BlockPair(NamedTuple):
    """A block and its translation; None where one language has no such block."""

    first: RulesBlock | None
    other: RulesBlock | None


def align_blocks(first: Sequence[RulesBlock], other: Sequence[RulesBlock]) -> list[BlockPair]:
    """Return the blocks in pairs: one by one if their kinds agree, otherwise those of least cost."""
    same = [block.kind for block in first] == [block.kind for block in other]
    if same or max(len(first), len(other)) > _MOST_BLOCKS:
        return [BlockPair(*each) for each in zip(first, other, strict=False)]
    return list(_align_by_cost(first, other))


def _align_by_cost(first: Sequence[RulesBlock], other: Sequence[RulesBlock]) -> Iterator[BlockPair]:
    """Yield the pairs of least cost (Needleman and Wunsch, 1970), within a band around the diagonal."""
    band = _BAND + abs(len(first) - len(other))
    best: dict[tuple[int, int], tuple[float, int, int]] = {(0, 0): (0.0, 0, 0)}
    for i in range(len(first) + 1):
        for j in range(max(0, i - band), min(len(other), i + band) + 1):
            ways = [(best[i - 1, j][0] + _GAP, -1, 0)] if (i - 1, j) in best else []
            if (i, j - 1) in best:
                ways.append((best[i, j - 1][0] + _GAP, 0, -1))
            if (i - 1, j - 1) in best:
                ways.append((best[i - 1, j - 1][0] + _measure_cost(first[i - 1], other[j - 1]), -1, -1))
            if ways:
                best[i, j] = min(ways)
    pairs, i, j = list[BlockPair](), len(first), len(other)
    while i or j:
        _, di, dj = best[i, j]
        pairs.append(BlockPair(first[i - 1] if di else None, other[j - 1] if dj else None))
        i, j = i + di, j + dj
    yield from reversed(pairs)


def _measure_cost(one: RulesBlock, other: RulesBlock) -> float:
    """Return how unlike two blocks are: 0 for the same kind, facts and length."""
    if one.kind != other.kind and {one.kind, other.kind} - {"paragraph", "item", "note"}:
        return _NEVER
    cost = _OTHER_SHAPE * ((one.kind != other.kind) + (one.depth != other.depth))
    mine, theirs = ({fact.key for fact in block.facts} for block in (one, other))
    if mine or theirs:
        cost += _OTHER_FACTS * (1 - len(mine & theirs) / len(mine | theirs))
    short, long = sorted((one.end - one.start + 20, other.end - other.start + 20))
    return cost + _OTHER_LENGTH * (1 - short / long)


def number_headings(pairs: Sequence[BlockPair]) -> Mapping[str, str]:
    """Return the numbers by which links know the headings of a translation, each with that in the first rules."""
    found, mine, theirs = dict[str, str](), 0, 0
    for first, other in pairs:
        if other and other.kind == "heading":
            found[f"#{theirs}"] = f"#{mine}" if first else f"#+{theirs}"
            theirs += 1
        mine += bool(first and first.kind == "heading")
    return found


_END = re.compile(r"[.!?](?=[\"\u201d\u201c\u2019\u00bb\u00ab)*_]{0,6}(?:\s|\[\^|$))|[\u3002\uff01\uff1f]")
_MARKUP = re.compile(r"\]\([^()\s]*+\)|\[\^[^\[\]\n]++\]:?|[*_`>#|!\[\]\s]")
# A translator may join or divide sentences, and may be brief, but seldom both. The deviation of lengths grows with the
# root of the length (Gale and Church, 1993). Of 1286 texts in 23 sound translations, none has fewer sentences than
# the original and is shorter by so much; of 374 from which one sentence was removed, 306 are.
_DEVIATION = 2.5
_UNREAD = re.compile(r"\]\([^()\s]*\)|\{\{(?:(?!\{\{).)*?\}\}")  # targets of links, and braces
_WORD = re.compile(r"[^\W\d_]++")
_FEWEST_FOREIGN = 4  # words of a sentence that was left in the first language; fewer may be a name or a quotation
_OFFSET = 3  # letters, so that very short texts may differ in any way


class TextSize(NamedTuple):
    """How many sentences and letters a text has."""

    sentences: int
    letters: int


def measure_text(text: str) -> TextSize:
    """Return how many sentences and letters a text has; targets of links and marks do not count."""
    return TextSize(len(_END.findall(text)), len(_MARKUP.sub("", text)))


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return where each sentence of a text begins and ends."""
    ends = [found.end() for found in _END.finditer(text)]
    ends = [*ends, len(text)] if not ends or text[ends[-1] :].strip('"\u201d\u201c\u2019\u00bb\u00ab)*_\n ') else ends
    return list(zip([0, *ends], ends, strict=False))


def find_foreign_sentences(rules: str, texts: Sequence[str]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the sentences of a translation that are in the first language, with the numbers of their texts.

    The first rules have all of their words, and the translation has most of them nowhere else.
    """
    known, said = set(_list_words(rules)), Counter(word for text in texts for word in _list_words(text))
    for number, text in enumerate(texts):
        for start, end in split_sentences(text):
            words = Counter(_list_words(text[start:end]))
            foreign = [word for word, times in words.items() if said[word] == times]
            if known.issuperset(words) and len(foreign) >= _FEWEST_FOREIGN and 2 * len(foreign) > len(words):
                yield number, (start, end)


def _list_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(_UNREAD.sub("", text)) if word.islower()]


def measure_ratio(pairs: Sequence[tuple[TextSize, TextSize]]) -> float:
    """Return how many letters of a translation a letter of the first rules becomes."""
    return sum(theirs.letters for _, theirs in pairs) / max(1, sum(mine.letters for mine, _ in pairs))


def count_more_sentences(mine: TextSize, theirs: TextSize, ratio: float) -> int:
    """Return how many sentences a translation has more, negative for fewer; 0 where its length is as expected."""
    deviation = (theirs.letters - mine.letters * ratio) / (mine.letters + _OFFSET) ** 0.5
    more = theirs.sentences - mine.sentences
    return more if more and deviation * more > abs(more) * _DEVIATION else 0


_UNITS = frozenset(  # a number beside one may be converted, so that another one is no certain mistake
    "in inch inches ft feet foot oz lb lbs mm cm m g kg € $ £ am pm uhr °".split()
)
_LONGEST_GAP = 5  # signs between a number and the name of what it counts: `**six** eggs`
_NUMBERS = frozenset({"number", "amount"})
_LEAST_WORDS = 4  # without a capital, in a text that was left in the first language; fewer may be a name


class FactKind(NamedTuple):
    """A kind of fact that texts and their translations have in common; `level` is that of a certain difference."""

    name: str
    code: str
    level: Level = "warning"


FACT_KINDS = (
    FactKind("shape", "GF172"),
    FactKind("number", "GF170", "error"),
    FactKind("amount", "GF170"),
    FactKind("link", "GF172", "error"),
    FactKind("footnote", "GF172", "error"),
    FactKind("picture", "GF172"),
    FactKind("icon", "GF172"),
    FactKind("code", "GF172"),
    FactKind("color", "GF172"),
    FactKind("letter", "GF172"),
    FactKind("bold text", "GF172"),
    FactKind("italic text", "GF172"),
    FactKind("term", "GF174"),
    FactKind("name", "GF174"),
)


class ComparedText(NamedTuple):
    """A text from `start` to `end` in its `source`, its facts, and how to find the place of an offset."""

    source: str
    start: int
    end: int
    facts: Sequence[TextFact]
    locate: Callable[[int], Place]


TextPair = tuple[ComparedText, ComparedText]
Finders = tuple[TermNames, ProperNames]
PolarPair = tuple[PolarWords, PolarWords]
TextPath = tuple[str | int, ...]


def compare_translations(case: CheckContext) -> Iterator[Finding]:
    """Report what translations lack, add or change compared with the first rules."""
    if case.game.first and case.game.translations:
        first = read_rules_text(case.game.first)
        for language in case.game.translations:
            yield from compare_rules(case.game, cover_blocks(first, language), read_rules_text(language))


def compare_rules(game: Game, one: RulesText, other: RulesText) -> Iterator[Finding]:
    """Report what the rules and the table of words of a translation lack, add or change.

    Where a language has no number words, only texts are compared whose numbers are in digits.
    """
    reads_words = all(reads_number_words(each.language) for each in (one, other))
    pairs = align_blocks(one.blocks, other.blocks)
    yield from _report_lone_blocks(one, other, pairs)
    yield from _check_color_names(one.language, other.language)
    terms = read_terms(one.language, other.language)
    names = read_proper_names(one.language, other.language)
    texts = list(_pair_passages(one, other, pairs, [*zip(terms, names, strict=True)]))
    polar = read_polar_words(one.language.rule_words), read_polar_words(other.language.rule_words)
    ratio = measure_ratio([(_measure(mine), _measure(theirs)) for mine, theirs in texts])
    for number, at in find_foreign_sentences(one.language.rules, [_read(theirs) for _, theirs in texts]):
        mine, text = texts[number]
        if _read(mine) == _read(text):
            continue  # which is told as a whole
        sentence = shorten(_read(text)[at[0] : at[1]])
        message = f"{sentence!r} is in the language of {one.language.file}; translate it"
        yield Finding("GF171", text.locate(text.start + at[0]), message, "warning")
    yield from check_drawn_names(other.language, [(_read(mine), _read(theirs)) for mine, theirs in texts])
    texts = texts if reads_words else [*map(_forget_numbers, texts)]
    for mine, theirs in texts:  # what a lost sentence said is told with it
        yield from [*_report_sentences(mine, theirs, ratio)] or _compare_all_facts(mine, theirs, polar)
    table = _pair_table_texts(game, one.language, other.language)  # which may be translated freely
    for mine, theirs in table if reads_words else map(_forget_numbers, table):
        yield from _compare_all_facts(mine, theirs, polar)


def _report_lone_blocks(one: RulesText, other: RulesText, pairs: Sequence[BlockPair]) -> Iterator[Finding]:
    """Report each run of blocks that only one of the languages has (GF171).

    Figures are left to the checks that every figure is shown, wherever it is.
    """
    told = [pair for pair in pairs if (pair.first or pair.other) and not _is_lone_figure(pair)]
    before: BlockPair | None = None
    for (lacks, _), run in groupby(told, key=lambda pair: (pair.other is None, pair.first is None)):
        blocks = list(run)
        more = f", and {len(blocks) - 1} more after it" if len(blocks) > 1 else ""
        lacking, extra = blocks[0]
        if lacking and lacks:
            what = f"the {lacking.name} at {one.place(lacking.start)}, {one.quote(lacking)!r},"
            place = _find_gap(other, before.other if before else None)
            yield Finding("GF171", place, f"{what} is missing after this{more}; translate it", "warning")
        elif extra and not lacking:
            message = f"this {extra.name} is not in {one.language.file}{more}; remove it, or add it there"
            yield Finding("GF171", other.place(extra.start), message, "warning")
        before = blocks[-1] if blocks[-1].other else before


def _is_lone_figure(pair: BlockPair) -> bool:
    return any(block and not mate and block.kind == "figure" for block, mate in (pair, pair[::-1]))


def _find_gap(text: RulesText, before: RulesBlock | None) -> Place:
    """Return the line below a block, where what is missing belongs; the block itself if there is no line below it."""
    if before is None:
        return Place(text.language.file, 1, 1)
    at = text.language.rules.find("\n", before.end)
    if at < 0:
        return text.place(before.start)
    return Place(text.language.file, text.place(at).line + 1, 1)


def _check_color_names(first: Language, language: Language) -> Iterator[Finding]:
    """Report a color that a table of words gives the name of another color in its language (GF174)."""
    usual = {name.casefold(): english for english, name in language.color_words.items()}
    for role, name in language.colors.items():
        mine, said = first.colors.get(role, "").casefold(), usual.get(name.casefold(), "")
        if said and mine in language.color_words and said != mine:
            message = f"{name!r} means {said!r}, but {role} is {mine!r}, which is {language.color_words[mine]!r}"
            yield Finding("GF174", language.place("colors", role), message, "warning")


def _read(text: ComparedText) -> str:
    return text.source[text.start : text.end]


def _measure(text: ComparedText) -> TextSize:
    return measure_text(_read(text))


def _report_sentences(mine: ComparedText, theirs: ComparedText, ratio: float) -> Iterator[Finding]:
    """Report a text that lacks a sentence, or has one too many (GF171)."""
    one, other = _measure(mine), _measure(theirs)
    if more := count_more_sentences(one, other, ratio):
        here, there = theirs.locate(theirs.start), mine.locate(mine.start)
        has, much = count_noun(other.sentences, "sentence"), "longer" if more > 0 else "shorter"
        advice = "remove what was added, or add it there" if more > 0 else "translate what is missing"
        says = f"{has} here, which are much {much} than the {one.sentences} at {there}; {advice}"
        yield Finding("GF171", here, says, "warning")


def _compare_all_facts(mine: ComparedText, theirs: ComparedText, polar: PolarPair) -> Iterator[Finding]:
    yield from _report_untranslated(mine, theirs)
    present = {fact.kind for fact in (*mine.facts, *theirs.facts)}
    told = set[str]()
    for kind in FACT_KINDS:
        if kind.name in present and (kind.name != "amount" or "GF170" not in told):
            for finding in _compare_facts(kind, mine, theirs):
                told.add(finding.code)
                yield finding
    yield from _compare_polar_words(mine, theirs, polar)


def _forget_numbers(pair: TextPair) -> TextPair:
    """Return two texts without their numbers if either has one in words, which only one language can be read for."""
    numbers = [fact for text in pair for fact in text.facts if fact.kind in _NUMBERS]
    if all(fact.shown[:1].isdigit() for fact in numbers):
        return pair
    one, other = (text._replace(facts=[fact for fact in text.facts if fact.kind not in _NUMBERS]) for text in pair)
    return one, other


def _compare_polar_words(mine: ComparedText, theirs: ComparedText, polar: PolarPair) -> Iterator[Finding]:
    """Report another word of a scale, such as left for right (GF195)."""
    for pair in _pair_sentences(mine, theirs):
        facts = [[*words.find(_read(text), text.start)] for text, words in zip(pair, polar, strict=True)]
        one, other = (text._replace(facts=found) for text, found in zip(pair, facts, strict=True))
        for kind in dict.fromkeys(fact.kind for fact in (*one.facts, *other.facts)):
            yield from _compare_facts(FactKind(kind, "GF195"), one, other)


def _pair_sentences(mine: ComparedText, theirs: ComparedText) -> Iterator[TextPair]:
    """Yield the sentences of two texts side by side if they have as many, and else the texts."""
    ends = [split_sentences(_read(text)) for text in (mine, theirs)]
    if len(ends[0]) != len(ends[1]):
        yield mine, theirs
    for one, other in zip(*ends, strict=True) if len(ends[0]) == len(ends[1]) else ():
        yield _cut_text(mine, one), _cut_text(theirs, other)


def _cut_text(text: ComparedText, ends: tuple[int, int]) -> ComparedText:
    return text._replace(start=text.start + ends[0], end=text.start + ends[1])


def _pair_passages(
    one: RulesText, other: RulesText, pairs: Sequence[BlockPair], terms: Sequence[Finders]
) -> Iterator[TextPair]:
    """Yield the texts of blocks that are a pair: rows cell by cell if they have as many cells."""
    headings = number_headings(pairs)
    for first, translated in pairs:
        if first and translated:
            by_cell = len(first.passages) == len(translated.passages)
            mine, theirs = _list_texts(one, first, by_cell, terms[0]), _list_texts(other, translated, by_cell, terms[1])
            yield from zip(mine, (_redirect_links(text, headings) for text in theirs), strict=True)


def _list_texts(rules: RulesText, block: RulesBlock, by_cell: bool, finders: Finders) -> Iterator[ComparedText]:
    source = rules.language.rules
    shape: tuple[TextFact, ...] = (TextFact("shape", block.shape, block.start, block.shape),)
    for start, end, facts in block.passages if by_cell else [Passage(block.start, block.end, block.facts)]:
        printed = {fact.at for fact in facts if fact.kind == "color"}  # by braces, and compared by their role
        numbers = (fact for fact in facts if fact.kind == "number" and fact.weight != Weight.PAIRED)
        counted = {_skip_marks(source, fact.at + len(fact.shown)) for fact in numbers}
        text, (terms, names) = source[start:end], finders
        named = [*terms.find(text, start, counted), *names.find(text, start)]
        found = (*shape, *facts, *(fact for fact in named if fact.at not in printed))
        yield ComparedText(source, start, end, found, rules.place)
        shape = ()


def _skip_marks(source: str, at: int) -> int:
    """Return where the next word begins, behind a space and the end of bold or italic text."""
    ahead = source[at : at + _LONGEST_GAP]
    return at + len(ahead) - len(ahead.lstrip(" *_\n"))


def _redirect_links(text: ComparedText, headings: Mapping[str, str]) -> ComparedText:
    """Return a text of a translation whose links lead to the headings of the first rules."""
    facts = [fact._replace(value=headings.get(fact.value, fact.value)) for fact in text.facts if fact.kind == "link"]
    return text._replace(facts=[*facts, *(fact for fact in text.facts if fact.kind != "link")])


def _pair_table_texts(game: Game, first: Language, language: Language) -> Iterator[TextPair]:
    """Yield the texts of the table of words beside what they translate.

    A translation of a part of the rules has the credits and the notice of the game, unless it has its own.
    """
    lent = (*first.credits, first.notice) if language.covers else ()
    texts: list[tuple[str, str, TextPath, TextPath]] = [
        (first.title, language.title, ("title",), ("title",)),
        (first.about, language.about, ("about",), ("about",)),
        (first.notice, language.notice, ("notice",), ("notice",)),
    ]
    names = enumerate(zip(first.credits, language.credits, strict=False))
    texts += [(mine, theirs, ("credits", n), ("credits", n)) for n, (mine, theirs) in names]
    alts = sorted(language.alts.keys() & first.alts.keys())
    texts += [(first.alts[name], language.alts[name], ("figures", name, "alt"), ("figures", name)) for name in alts]
    says = [str(path[1]) for path in language.places if path[0] == "says" and len(path) > 1]
    texts += [(text, language.says.get(text, ""), (), ("says", text)) for text in says]
    for mine, theirs, there, here in texts:
        if mine and theirs and theirs not in lent:
            place = game.place(*there) if there else language.place(*here)
            yield _read_text(mine, first, place), _read_text(theirs, language, language.place(*here))


def _read_text(text: str, language: Language, place: Place) -> ComparedText:
    """Return a text of the data; a date or a year in a name or a credit may go, so a number must only not change."""
    found = find_text_facts(text, 0, language)
    facts = [fact._replace(weight=min(fact.weight, Weight.PAIRED)) if fact.kind == "number" else fact for fact in found]
    return ComparedText(text, 0, len(text), facts, lambda at: find_word_place(place, text, at))


def _report_untranslated(mine: ComparedText, theirs: ComparedText) -> Iterator[Finding]:
    """Report a text that both languages have word by word (GF171); few words may be a name or a quotation."""
    said, says = (" ".join(_read(text).split()) for text in (mine, theirs))
    words = [word.strip(".,;:!?") for word in said.split()]
    if said == says and sum(word.isalpha() and word.islower() for word in words) >= _LEAST_WORDS:
        message = f"{shorten(says)!r} is not translated from the language of {mine.locate(mine.start)}"
        yield Finding("GF171", theirs.locate(theirs.start), message, "warning")


def _compare_facts(kind: FactKind, mine: ComparedText, theirs: ComparedText) -> Iterator[Finding]:
    """Report the facts of a kind that only one of two texts has."""
    missing, extra = _subtract(kind, mine, theirs), _subtract(kind, theirs, mine)
    lost = [fact for fact in missing if fact.weight >= Weight.LOST]
    alone = [fact for fact in extra if fact.weight >= Weight.ALONE]
    if missing and extra:
        was, here = mine.locate(missing[0].at), theirs.locate(extra[0].at)
        says = f"the {kind.name} here is {extra[0].shown!r}, but at {was} it is {missing[0].shown!r}"
        differs = f"has {extra[0].shown!r} for {missing[0].shown!r}"
        level = kind.level if _is_certain(mine, missing) and _is_certain(theirs, extra) else "warning"
    elif lost:
        was, here, level = mine.locate(lost[0].at), theirs.locate(theirs.start), "warning"
        says = f"the {kind.name} {lost[0].shown!r} of {was} is missing here"
        differs = f"lacks the {kind.name} {lost[0].shown!r}"
    elif alone:
        was, here, level = mine.locate(mine.start), theirs.locate(alone[0].at), "warning"
        says = f"the {kind.name} {alone[0].shown!r} is not at {was}"
        differs = f"has the {kind.name} {alone[0].shown!r}, which is not here"
    else:
        return
    yield Finding(kind.code, here, says, level)
    if was.line and was != here:  # either of them may be wrong
        yield Finding(kind.code, was, f"the translation at {here} {differs}; correct the one that is wrong", "note")


def _subtract(kind: FactKind, mine: ComparedText, theirs: ComparedText) -> list[TextFact]:
    """Return the facts of a kind, but those that are never told, that the first text has more often than the second."""
    silent = [Counter(fact.key for fact in text.facts if fact.weight == Weight.CANCELS) for text in (mine, theirs)]
    left = Counter(fact.key for fact in theirs.facts)
    left.subtract(silent[0] & silent[1])  # which stand for one another, and for nothing else
    found = list[TextFact]()
    for fact in mine.facts:
        if fact.kind == kind.name and fact.weight > Weight.CANCELS:
            left[fact.key] -= 1
            found += [fact] if left[fact.key] < 0 else []
    return found


def _is_certain(text: ComparedText, facts: Sequence[TextFact]) -> bool:
    """Return whether one fact stands alone, and no unit is beside it that a translation may convert."""
    fact = facts[0]
    behind = text.source[fact.at + len(fact.shown) :][:10].split()[:1]
    around = text.source[max(0, fact.at - 2) : fact.at].split()[-1:] + behind
    measured = fact.kind == "number" and any(word.strip(".,;:()").lower() in _UNITS for word in around)
    in_words = fact.kind == "number" and not fact.shown[0].isdigit()
    return len(facts) == 1 and not measured and not in_words
