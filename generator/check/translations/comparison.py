"""Compare a translation with the first rules, block by block and cell by cell (GF170, GF171, GF172 and GF174)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.check.analysis.text_places import find_word_place
from generator.check.check_context import CheckContext
from generator.check.translations.alignment import BlockPair, align_blocks, report_lone_blocks
from generator.check.translations.blocks import Passage, RulesText, read_rules_text
from generator.check.translations.coverage import cover_blocks
from generator.check.translations.facts import TextFact, Weight, find_text_facts
from generator.check.translations.terms import TermWords, read_terms
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game
from generator.model.language import Language

_UNITS = frozenset("in inch inches ft feet foot oz lb lbs mm cm m g kg € $ £ am pm uhr °".split())


class FactKind(NamedTuple):
    """A kind of fact that texts and their translations have in common; `level` is that of a certain difference."""

    name: str
    code: str
    level: Level = "warning"


FACT_KINDS = (
    FactKind("shape", "GF172"),
    FactKind("number", "GF170", "error"),
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
)


class ComparedText(NamedTuple):
    """A text that begins at an offset of its `source`, its facts, and how to find the place of an offset."""

    source: str
    start: int
    facts: Sequence[TextFact]
    locate: Callable[[int], Place]


TextPair = tuple[ComparedText, ComparedText]


def compare_translations(case: CheckContext) -> Iterator[Finding]:
    """Report what translations lack, add or change compared with the first rules."""
    if case.game.first and case.game.translations:
        first = read_rules_text(case.game.first)
        for language in case.game.translations:
            yield from compare_rules(case.game, cover_blocks(first, language), read_rules_text(language))


def compare_rules(game: Game, one: RulesText, other: RulesText) -> Iterator[Finding]:
    """Report what the rules and the table of words of a translation lack, add or change."""
    pairs = align_blocks(one.blocks, other.blocks)
    yield from report_lone_blocks(one, other, pairs)
    terms = read_terms(game, one.language, other.language)
    for texts in (*_pair_passages(one, other, pairs, terms), *_pair_table_texts(game, one.language, other.language)):
        for kind in FACT_KINDS:
            yield from _compare_facts(kind, *texts)


def _pair_passages(
    one: RulesText, other: RulesText, pairs: Sequence[BlockPair], terms: Sequence[TermWords]
) -> Iterator[TextPair]:
    """Yield the blocks of both languages, and the texts in them: rows cell by cell if they have as many cells."""
    for pair in pairs:
        if pair.first and pair.other:
            shapes = (TextFact("shape", block.shape, block.start, block.shape) for block in pair if block)
            both = [
                Passage(block.start, block.end, (shape,)) for block, shape in zip(pair, shapes, strict=True) if block
            ]
            yield _make_text(one, both[0]), _make_text(other, both[1])
            every = [block.passages for block in pair if block]
            if len(every[0]) != len(every[1]):
                every = [(Passage(block.start, block.end, block.facts),) for block in pair if block]
            for mine, theirs in zip(*every, strict=True):
                yield _make_text(one, mine, terms[0]), _make_text(other, theirs, terms[1])


def _make_text(rules: RulesText, passage: Passage, terms: TermWords | None = None) -> ComparedText:
    source = rules.language.rules
    named = terms.find(source[passage.start : passage.end], passage.start) if terms else ()
    return ComparedText(source, passage.start, (*passage.facts, *named), rules.place)


def _pair_table_texts(game: Game, first: Language, language: Language) -> Iterator[TextPair]:
    """Yield the texts of the table of words beside what they translate.

    A translation of a part of the rules has the credits and the notice of the game, unless it has its own.
    """
    lent = (*first.credits, first.notice) if language.covers else ()
    texts = [(getattr(first, key), getattr(language, key), (key,), (key,)) for key in ("title", "about", "notice")]
    credits = enumerate(zip(first.credits, language.credits, strict=False))
    texts += [(mine, theirs, ("credits", n), ("credits", n)) for n, (mine, theirs) in credits]
    alts = language.alts.keys() & first.alts.keys()
    texts += [
        (first.alts[name], language.alts[name], ("figures", name, "alt"), ("figures", name)) for name in sorted(alts)
    ]
    says = [str(path[0]) for kind, *path in language.places if kind == "says" and path]
    texts += [(text, language.says[text], (), ("says", text)) for text in says if text in language.says]
    for mine, theirs, there, here in texts:
        if mine and theirs and theirs not in lent:
            place = game.place(*there) if there else language.place(*here)
            yield _read_text(mine, first, place), _read_text(theirs, language, language.place(*here))


def _read_text(text: str, language: Language, place: Place) -> ComparedText:
    return ComparedText(text, 0, [*find_text_facts(text, 0, language)], lambda at: find_word_place(place, text, at))


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
    """Return the facts of a kind that the first text has more often than the second, but those that are never told."""
    left = Counter(fact.key for fact in theirs.facts if fact.kind == kind.name)
    found = []
    for fact in mine.facts if kind.name else ():
        if fact.kind == kind.name:
            left[fact.key] -= 1
            found += [fact] if left[fact.key] < 0 and fact.weight > Weight.CANCELS else []
    return found


def _is_certain(text: ComparedText, facts: Sequence[TextFact]) -> bool:
    """Return whether one fact stands alone, and no unit is beside it that a translation may convert."""
    fact = facts[0]
    behind = text.source[fact.at + len(fact.shown) :][:10].split()[:1]
    around = text.source[max(0, fact.at - 2) : fact.at].split()[-1:] + behind
    measured = fact.kind == "number" and any(word.strip(".,;:()").lower() in _UNITS for word in around)
    return len(facts) == 1 and fact.weight == Weight.ALONE and not measured
