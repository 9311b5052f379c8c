"""Compare sentences, and the texts of a table of words, with what they translate (GF170, GF171, GF173 and GF174)."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.analysis.text_places import find_word_place
from generator.check.prose.translation_blocks import TextBlock, shorten, shorten_before
from generator.check.prose.translation_differences import is_certain, is_plain, report_both_places, subtract_facts
from generator.check.prose.translation_facts import find_numbers
from generator.check.prose.translation_senses import MeaningFault, SenseFinder, find_meaning_faults
from generator.check.prose.translation_sentences import split_sentences
from generator.check.prose.translation_terms import ForeignWords, TermFault, TermLearner
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language

# a day, which a free translation of a name may leave out: `La fête du 15 août`
_DATE = re.compile(
    r"\d{1,2}\.? (?:jan|feb|fév|mar|mär|apr|avr|may|mai|jun|juin|jul|juil|aug|août|sep|oct|okt|nov|dec|dez|déc)",
    re.IGNORECASE,
)


_NEGATION = "not"


class TextPair(NamedTuple):
    """A text and its translation, and where the translation and the text are; `around` is the translation's block."""

    first: str
    other: str
    place: Place
    there: Place
    around: str = ""


def pair_tables(game: Game, first: Language, language: Language) -> Iterator[TextPair]:
    """Yield the texts of the table of words beside what they translate.

    A translation of a part of the rules has the credits and the notice of the game, unless it has its own.
    """
    lent = (*first.credits, first.notice) if language.covers else ()
    for key in ("title", "about", "notice"):
        if getattr(first, key) and getattr(language, key) and getattr(language, key) not in lent:
            yield TextPair(getattr(first, key), getattr(language, key), language.place(key), game.place(key))
    for number, (mine, theirs) in enumerate(zip(first.credits, language.credits, strict=False)):
        if theirs in lent:
            continue
        yield TextPair(mine, theirs, language.place("credits", number), game.place("credits", number))
    for name, alt in first.alts.items():
        if name in language.alts:
            there = game.place("figures", name, "alt")
            yield TextPair(alt, language.alts[name], language.place("figures", name), there)
    for kind, *path in language.places:
        if kind == "says" and path and language.says.get(str(path[0])):
            text, place = str(path[0]), language.place("says", path[0])
            yield TextPair(text, language.says[text], place, place)


def compare_tables(first: Language, language: Language, texts: Sequence[TextPair]) -> Iterator[Finding]:
    """Report numbers in a table of words that are not those of the texts that they translate."""
    for pair in texts:
        facts = [tuple(find_numbers(text, tongue)) for text, tongue in ((pair.first, first), (pair.other, language))]
        mine, theirs = (TextBlock("text", 0, 0, 0, 0, found) for found in facts)
        missing, extra = subtract_facts(mine, theirs, "number"), subtract_facts(theirs, mine, "number")
        shown = shorten(pair.first)
        if missing and extra:
            certain = is_certain(missing, extra, pair.first, pair.other)
            message = f"the number {missing[0].shown} of {shown!r} is {extra[0].shown} here"
            here = find_word_place(pair.place, pair.other, extra[0].at)
            finding = Finding("GF170", here, message, "error" if certain else "warning")
            was = _find_in_first(pair, missing[0].at)
            yield from report_both_places(finding, was, f"says {extra[0].shown} for {missing[0].shown}")
        elif missing and is_plain(missing[0]) and not _DATE.match(pair.first, missing[0].at):
            message = f"the number {missing[0].shown} of {shown!r} is missing here"
            was = _find_in_first(pair, missing[0].at)
            yield from report_both_places(
                Finding("GF170", pair.place, message, "warning"), was, f"does not say {missing[0].shown}"
            )


def _find_in_first(pair: TextPair, at: int) -> Place:
    """Return the place of a word in a text that is translated; no line for a word of a table, which is its own text."""
    return Place("") if pair.there == pair.place else find_word_place(pair.there, pair.first, at)


def compare_names(game: Game, first: Language, language: Language) -> Iterator[Finding]:
    """Report colors and marks that a table of words gives the name of another one (GF174).

    Names that no list has, such as those of marks, may be anything.
    """
    yield from _compare_marks(game, language)
    usual = {name.casefold(): english for english, name in language.color_words.items()}
    for role, name in language.colors.items():
        mine, said = first.colors.get(role, "").casefold(), usual.get(name.casefold(), "")
        if said and mine in language.color_words and said != mine:
            message = f"{name!r} means {said!r}, but {role} is {mine!r}, which is {language.color_words[mine]!r}"
            yield Finding("GF174", language.place("colors", role), message, "warning")


def _compare_marks(game: Game, language: Language) -> Iterator[Finding]:
    """Report a mark of a color that has the same name in the language as another mark of its group."""
    told: dict[tuple[str, str], str] = {}
    for role, color in game.colors.items():
        name = language.says.get(color.mark, "").casefold()
        other = told.setdefault((role.partition(".")[0], name), color.mark) if name else color.mark
        if other != color.mark:
            message = f"{color.mark!r} and {other!r} are both {name!r} here, though they distinguish two players"
            yield Finding("GF174", language.place("says", color.mark), message, "warning")


def compare_texts(game: Game, first: Language, language: Language, texts: Sequence[TextPair]) -> Iterator[Finding]:
    """Report texts that are not translated (GF171), or that contradict the first ones in meaning or terms."""
    listed = bool(first.senses and language.senses)  # without a list of words there is nothing to compare
    mine, theirs = (SenseFinder(each.senses if listed else {}) for each in (first, language))
    told, foreign = set[int](), ForeignWords([pair.first for pair in texts], [pair.other for pair in texts])
    for number, pair in enumerate(texts):
        if foreign.are_in(pair.other):
            told.add(number)
            message = f"{shorten(pair.other)!r} is not translated from the language of {pair.there}"
            yield Finding("GF171", pair.place, message, "warning")
        elif fault := _choose_fault(pair, _find_faults(pair, mine, theirs)):
            told.add(number)
            denies = _NEGATION in (mine.find(fault.first) or theirs.find(fault.other))
            yield from _report_meaning(fault, pair, "no negation" if denies else "nothing that means it")
    pairs = [(pair.first, pair.other, pair.around) for pair in texts]
    learner = TermLearner(pairs, language.senses.get("pronoun", ()))
    sides = {*first.senses.get("left", ()), *first.senses.get("right", ())}  # `you have left`, and `to the left`
    for wrong in learner.find_faults(_list_terms(game, first)):
        if wrong.pair not in told and wrong.word not in sides:
            told.add(wrong.pair)
            yield from _report_term(wrong, texts[wrong.pair])


def _find_faults(pair: TextPair, mine: SenseFinder, theirs: SenseFinder) -> list[MeaningFault]:
    """Return the contradictions of a text and its translation, but none between sentences that are not a pair."""
    found = list(find_meaning_faults(mine.find(pair.first), theirs.find(pair.other)))
    starts = [[each.at for each in split_sentences(text, (), 0)] for text in (pair.first, pair.other)] if found else []
    if not found or len(starts[0]) != len(starts[1]):
        return found

    def find_sentence(text: str, word: str, begins: Sequence[int]) -> int:
        return bisect_right(begins, text.lower().find(word))

    return [
        fault
        for fault in found
        if not (fault.first and fault.other)
        or find_sentence(pair.first, fault.first, starts[0]) == find_sentence(pair.other, fault.other, starts[1])
    ]


def _choose_fault(pair: TextPair, faults: Sequence[MeaningFault]) -> MeaningFault | None:
    """Return the most certain fault; of several contradictions, the one whose words are at nearly the same place."""

    def measure_distance(fault: MeaningFault) -> float:
        said = (pair.first, fault.first), (pair.other, fault.other)
        one, other = (text.lower().find(word) / len(text) for text, word in said)
        return abs(one - other)

    both = [fault for fault in faults if fault.first and fault.other]
    return min(both, key=measure_distance) if both else next(iter(faults), None)


def _report_meaning(fault: MeaningFault, pair: TextPair, lacks: str) -> Iterator[Finding]:
    """Report a contradiction at the word of a translation, with a note at the word that it contradicts (GF173).

    `lacks` tells what the text has that lacks the word.
    """
    at = pair.other.lower().find(fault.other) if fault.other else -1
    here = find_word_place(pair.place, pair.other, at) if at >= 0 else pair.place
    differs = {
        (True, True): f"says {fault.other!r} for {fault.first!r}",
        (True, False): f"has nothing that means {fault.first!r}",
        (False, True): f"says {fault.other!r}, which nothing here means",
    }[bool(fault.first), bool(fault.other)]
    finding = Finding("GF173", here, _describe_meaning(fault, pair, lacks), "warning")
    yield from report_both_places(
        finding, _find_said(pair, fault.first), f"of {shorten_before(pair.first, fault.first)!r} {differs}"
    )


def _find_said(pair: TextPair, word: str) -> Place:
    at = pair.first.lower().find(word) if word else -1
    return _find_in_first(pair, at) if at >= 0 else _find_in_first(pair, 0)


def _describe_meaning(fault: MeaningFault, pair: TextPair, lacks: str) -> str:
    shown = shorten_before(pair.first, fault.first)
    there = "" if pair.there == pair.place else f" at {pair.there}"
    if not fault.other:
        return f"the original{there} says {fault.first!r}, but the translation has {lacks}: {shown!r}"
    if not fault.first:
        return f"the translation says {fault.other!r}, but the original{there} has {lacks}: {shown!r}"
    return f"{fault.other!r} here does not mean {fault.first!r}, which the original{there} says: {shown!r}"


def _report_term(fault: TermFault, pair: TextPair) -> Iterator[Finding]:
    """Report a term at its translation, with a note at the term if another one is translated there (GF174)."""
    finding = Finding("GF174", pair.place, _describe_term(fault, pair), "warning")
    at = pair.first.lower().find(fault.word.lower())
    there = _find_in_first(pair, at) if fault.instead and at >= 0 else Place("")
    yield from report_both_places(finding, there, f"has {(fault.instead or ('',))[0]!r} for {fault.word!r}")


def _describe_term(fault: TermFault, pair: TextPair) -> str:
    usual = f"is translated as {fault.usual!r} in {count_noun(fault.times, 'other place')}"
    if fault.instead:
        instead, word = fault.instead
        return f"{fault.word!r} at {pair.there} {usual}; here it is {instead!r}, which stands for {word!r}"
    return f"{fault.word!r} at {pair.there} {usual}, but not here"


def _list_terms(game: Game, first: Language) -> set[str]:
    """Return the words that are terms of the game: names of parts, figures, colors and kinds, words in its drawings."""
    kinds = {cell for part in game.parts.values() for cell in getattr(part, "kinds", {})}
    names = {name for every in first.parts.values() for name in every} | {part.title for part in game.parts.values()}
    return {
        *kinds,
        *names,
        *game.data.figures,
        *first.colors.values(),
        *(text for each in game.translations for text in each.says if len(text.split()) == 1),
    }
