"""Compare a translation with the first rules, block by block and sentence by sentence (GF170 to GF174)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.translation_blocks import BlockPair, TextBlock, align_blocks, split_blocks
from generator.check.prose.translation_facts import Fact, find_facts, find_numbers
from generator.check.prose.translation_senses import MeaningFault, SenseFinder, find_meaning_faults
from generator.check.prose.translation_sentences import (
    Sentence,
    SentencePair,
    align_sentences,
    is_of_other_length,
    split_sentences,
)
from generator.check.prose.translation_terms import ForeignWords, TermFault, TermLearner
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language
from generator.model.rules import InlineClaim, MarkedText

_SMALL_NUMBER = 2  # in words, is often said in other ways: both, a pair, twice
_UNITS = frozenset("in inch inches ft feet foot oz lb lbs mm cm m g kg € $ £ am pm uhr °".split())
_SHOWN_LETTERS = 60
_KINDS = {"row": "table row", "item": "list item"}


class RulesText(NamedTuple):
    """The rules of a language as blocks with facts."""

    language: Language
    blocks: Sequence[TextBlock]

    @property
    def text(self) -> str:
        """Return the rules as people read them."""
        return self.language.rules

    def place(self, at: int) -> Place:
        """Return the place of an offset in the file."""
        return MarkedText(self.text, self.language.marked).place(at, self.language.file)


class _TextPair(NamedTuple):
    """A text and its translation, and where the translation and the text are; `around` is the translation's block."""

    first: str
    other: str
    place: Place
    there: Place
    around: str = ""


def compare_rules(game: Game, first: Language, language: Language) -> Iterator[Finding]:
    """Report what the rules of a translation lack, add or say otherwise than the first rules."""
    one, other = _read_rules(first), _read_rules(language)
    pairs = align_blocks(one.blocks, other.blocks)
    yield from _report_lone_blocks(one, other, pairs)
    both = [(pair.first, pair.other) for pair in pairs if pair.first and pair.other]
    swapped = _find_swapped(both)
    for number, (mine, theirs) in enumerate(both):
        if number in swapped:
            there, here = one.place(both[swapped[number]][0].start), other.place(theirs.start)
            message = (
                f"this {_name(theirs)} stands in another order than in {one.place(mine.start)}; it translates {there}"
            )
            yield Finding("GF171", here, message, "warning")
        else:
            yield from _compare_facts(one, other, mine, theirs)
    texts = list[_TextPair]()
    yield from _compare_sentences(one, other, both, texts)
    tables = list(_pair_tables(game, first, language))
    yield from _compare_tables(first, language, tables)
    yield from _compare_texts(game, first, language, [*texts, *tables])


def _pair_tables(game: Game, first: Language, language: Language) -> Iterator[_TextPair]:
    """Yield the texts of the table of words beside what they translate."""
    for key in ("title", "about", "notice"):
        if getattr(first, key) and getattr(language, key):
            yield _TextPair(getattr(first, key), getattr(language, key), language.place(key), game.place(key))
    for number, (mine, theirs) in enumerate(zip(first.credits, language.credits, strict=False)):
        yield _TextPair(mine, theirs, language.place("credits", number), game.place("credits", number))
    for name, alt in first.alts.items():
        if name in language.alts:
            there = game.place("figures", name, "alt")
            yield _TextPair(alt, language.alts[name], language.place("figures", name), there)
    for kind, *path in language.places:
        if kind == "says" and path and language.says.get(str(path[0])):
            text, place = str(path[0]), language.place("says", path[0])
            yield _TextPair(text, language.says[text], place, place)


def _compare_tables(first: Language, language: Language, texts: Sequence[_TextPair]) -> Iterator[Finding]:
    """Report numbers in a table of words that are not those of the texts that they translate."""
    for pair in texts:
        facts = [tuple(find_numbers(text, tongue)) for text, tongue in ((pair.first, first), (pair.other, language))]
        mine, theirs = (TextBlock("text", 0, 0, 0, 0, found) for found in facts)
        missing, extra = _subtract(mine, theirs, "number"), _subtract(theirs, mine, "number")
        shown = _shorten(pair.first)
        if missing and extra:
            certain = len(missing) == len(extra) == 1 and missing[0].shown[0].isdigit() and extra[0].shown[0].isdigit()
            certain = certain and not any(
                _is_measured(*each) for each in ((pair.first, missing[0]), (pair.other, extra[0]))
            )
            message = f"the number {missing[0].shown} of {shown!r} is {extra[0].shown} here"
            yield Finding("GF170", pair.place, message, "error" if certain else "warning")
        elif missing and (missing[0].shown[0].isdigit() or float(missing[0].value) > _SMALL_NUMBER):
            yield Finding("GF170", pair.place, f"the number {missing[0].shown} of {shown!r} is missing here", "warning")


def _read_rules(language: Language) -> RulesText:
    facts = find_facts(language.rules, language.marked, _locate_claims(language), language)
    return RulesText(language, split_blocks(language.rules, facts))


def _locate_claims(language: Language) -> dict[int, str]:
    """Return what each claim asks, by the offset of what it prints."""
    claims, found = list[InlineClaim](sorted(language.inline, key=lambda each: each.place)), dict[int, str]()
    for mark in language.marked:
        asked = ""
        while claims and claims[0].place < mark.after:
            claim = claims.pop(0)
            asked = f"{' '.join(claim.what.split())} {sorted(claim.where.items())}"
        if asked and not mark.color and not mark.part:
            found[mark.start] = asked
    return found


def _name(block: TextBlock) -> str:
    return _KINDS.get(block.kind, block.kind)


def _report_lone_blocks(one: RulesText, other: RulesText, pairs: Sequence[BlockPair]) -> Iterator[Finding]:
    """Report runs of blocks that only one of the languages has, once each."""
    before, run = None, list[BlockPair]()
    for pair in [*pairs, None]:
        if pair and (pair.first is None) != (pair.other is None):
            if run and (run[0].first is None) != (pair.first is None):
                yield _describe_run(one, other, run, before)
                run = []
            run.append(pair)
            continue
        if run:
            yield _describe_run(one, other, run, before)
        run, before = [], pair


def _describe_run(one: RulesText, other: RulesText, run: Sequence[BlockPair], before: BlockPair | None) -> Finding:
    more = f", and {len(run) - 1} more after it" if len(run) > 1 else ""
    lacking, extra = run[0].first, run[0].other
    if lacking:
        last = other.place(before.other.start) if before and before.other else Place(other.language.file, 1, 1)
        shown = _shorten(one.text[lacking.start : lacking.end])
        message = (
            f"the {_name(lacking)} at {one.place(lacking.start)}, {shown!r}, is missing after this{more}; translate it"
        )
        return Finding("GF171", last, message, "warning")
    assert extra is not None
    message = f"this {_name(extra)} is not in {one.language.file}{more}; remove it, or add it there"
    return Finding("GF171", other.place(extra.start), message, "warning")


def _shorten(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN_LETTERS else f"{words[: _SHOWN_LETTERS - 1].rstrip()}…"


def _find_swapped(both: Sequence[tuple[TextBlock, TextBlock]]) -> dict[int, int]:
    """Return the pairs of which each has the facts that the other should have: the number of one to that of the other."""
    keys = [(_count_keys(mine), _count_keys(theirs)) for mine, theirs in both]
    odd = [n for n, (mine, theirs) in enumerate(keys) if mine != theirs]
    found: dict[int, int] = {}
    for i, n in enumerate(odd):
        for m in odd[i + 1 :]:
            if keys[n][0] == keys[m][1] and keys[n][1] == keys[m][0] and both[n][0].kind == both[m][0].kind:
                found[n] = m
                break
    return found if len(found) < len(both) else {}


def _count_keys(block: TextBlock) -> Counter[tuple[str, str]]:
    return Counter(fact.key for fact in block.facts)


def _compare_facts(one: RulesText, other: RulesText, mine: TextBlock, theirs: TextBlock) -> Iterator[Finding]:
    """Report facts that only one of two blocks has, and blocks of different shape."""
    there, here = one.place(mine.start), other.place(theirs.start)
    if (mine.kind, mine.depth, mine.size) != (theirs.kind, theirs.depth, theirs.size):
        yield Finding(
            "GF172", here, f"this is {_describe_shape(theirs)}, but {there} is {_describe_shape(mine)}", "warning"
        )
    yield from _compare_numbers(one, other, mine, theirs)
    for kind in ("picture", "link", "code", "color", "bold", "italic"):
        missing, extra = _subtract(mine, theirs, kind), _subtract(theirs, mine, kind)
        if kind in ("bold", "italic"):
            yield from _compare_emphasis(kind, one, other, (mine, theirs), (missing, extra))
        elif missing and extra:
            level = "error" if kind == "link" else "warning"
            there, here = one.place(missing[0].at), other.place(extra[0].at)
            message = f"the {kind} here is {extra[0].shown!r}, but at {there} it is {missing[0].shown!r}"
            yield Finding("GF172", here, message, level)
        elif missing and kind in ("link", "picture", "code"):
            message = f"the {kind} {missing[0].shown!r} of {one.place(missing[0].at)} is missing here"
            yield Finding("GF172", here, message, "error" if kind == "link" else "warning")
        elif extra and kind in ("link", "picture", "code"):
            message = f"the {kind} {extra[0].shown!r} is not in {there}; remove it, or add it there"
            yield Finding("GF172", other.place(extra[0].at), message, "warning")


def _describe_shape(block: TextBlock) -> str:
    what = {
        "heading": f"a heading of level {block.size}",
        "row": f"a table row with {count_noun(max(block.size - 1, 1), 'cell')}",
        "item": "a numbered list item" if block.size else "a list item",
    }.get(block.kind, f"a {_name(block)}")
    return f"{what} in a quote" if block.depth else what


def _subtract(mine: TextBlock, theirs: TextBlock, kind: str) -> list[Fact]:
    """Return the facts of a kind that the first block has more often than the second."""
    left = Counter(fact.key for fact in theirs.facts)
    found = []
    for fact in mine.facts:
        left[fact.key] -= 1
        if fact.kind == kind and left[fact.key] < 0:
            found.append(fact)
    return found


def _compare_emphasis(
    kind: str,
    one: RulesText,
    other: RulesText,
    blocks: tuple[TextBlock, TextBlock],
    differ: tuple[list[Fact], list[Fact]],
) -> Iterator[Finding]:
    (mine, theirs), (missing, extra) = blocks, differ
    if missing:
        shown = _shorten(missing[-1].shown.strip("*"))
        few, many = (sum(fact.kind == kind for fact in block.facts) for block in (theirs, mine))
        message = f"{few or 'no'} {kind} words here, {many} at {one.place(mine.start)}, such as {shown!r}"
        yield Finding("GF172", other.place(theirs.start), message, "warning")
    elif extra:
        message = f"{extra[-1].shown.strip('*')!r} is {kind}, but {one.place(mine.start)} has no such words"
        yield Finding("GF172", other.place(extra[-1].at), message, "warning")


def _compare_numbers(one: RulesText, other: RulesText, mine: TextBlock, theirs: TextBlock) -> Iterator[Finding]:
    """Report numbers that differ (an error if both are digits), digits that are missing and large words that are."""
    missing, extra = _subtract(mine, theirs, "number"), _subtract(theirs, mine, "number")
    claims = [{fact.at: fact.value for fact in block.facts if fact.kind == "claim"} for block in (mine, theirs)]
    if Counter(claims[0].values()) == Counter(claims[1].values()):  # what claims print is checked by them
        missing = [fact for fact in missing if fact.at not in claims[0]]
        extra = [fact for fact in extra if fact.at not in claims[1]]
    else:
        extra = [fact for fact in extra if fact.at not in claims[1]]
        missing = missing if extra else []
    sure = [fact for fact in missing if fact.shown[0].isdigit() or int(float(fact.value)) > _SMALL_NUMBER]
    if missing and extra:
        certain = len(missing) == len(extra) == 1 and missing[0].shown[0].isdigit() and extra[0].shown[0].isdigit()
        certain = certain and not any(_is_measured(*each) for each in ((one.text, missing[0]), (other.text, extra[0])))
        message = f"the number here is {extra[0].shown}, but at {one.place(missing[0].at)} it is {missing[0].shown}"
        yield Finding("GF170", other.place(extra[0].at), message, "error" if certain else "warning")
    elif sure:
        message = f"the number {sure[0].shown} of {one.place(sure[0].at)} is missing here"
        yield Finding("GF170", other.place(theirs.start), message, "warning")
    elif extra and extra[0].shown[0].isdigit():
        message = f"the number {extra[0].shown} is not in {one.place(mine.start)}"
        yield Finding("GF170", other.place(extra[0].at), message, "warning")


def _is_measured(text: str, fact: Fact) -> bool:
    """Return whether a unit stands beside a number, which a translation may convert."""
    around = text[max(0, fact.at - 2) : fact.at].split()[-1:] + text[fact.at + len(fact.shown) :][:10].split()[:1]
    return any(word.strip(".,;:()").lower() in _UNITS for word in around)


def _compare_sentences(
    one: RulesText, other: RulesText, both: Sequence[tuple[TextBlock, TextBlock]], texts: list[_TextPair]
) -> Iterator[Finding]:
    """Report sentences that one language lacks, and add the others to the texts to compare."""
    both = [each for each in both if each[0].kind != "note"]
    ratio = _measure_ratio(one, other, both)
    pairs = [pair for mine, theirs in both for pair in _align_block(one.text, other.text, mine, theirs, ratio)]
    for (mine, theirs), pair in pairs:
        if not pair.other:
            message = (
                f"the sentence at {one.place(pair.first[0].at)}, {_shorten(pair.first[0].text)!r}, is missing here"
            )
            yield Finding("GF171", other.place(theirs.start), f"{message}; translate it", "warning")
        elif not pair.first:
            message = f"the sentence {_shorten(pair.other[0].text)!r} is not in {one.place(mine.start)}"
            yield Finding("GF171", other.place(pair.other[0].at), message, "warning")
        else:
            there, here = one.place(pair.first[0].at), other.place(pair.other[0].at)
            if is_of_other_length(pair, ratio):
                yield Finding(
                    "GF171",
                    here,
                    f"this is much {_compare_lengths(pair, ratio)} than {there}; something is missing",
                    "warning",
                )
            texts.append(
                _TextPair(
                    *(" ".join(each.text for each in every) for every in pair),
                    here,
                    there,
                    other.text[theirs.start : theirs.end],
                )
            )


def _measure_ratio(one: RulesText, other: RulesText, both: Sequence[tuple[TextBlock, TextBlock]]) -> float:
    """Return how many letters a letter of the first rules becomes."""
    mine, theirs = (
        sum(len(each.text) for pair in both for each in _split(text, pair[number]))
        for number, text in enumerate((one.text, other.text))
    )
    return max(0.3, min(3.0, theirs / max(1, mine)))


def _split(text: str, block: TextBlock) -> list[Sentence]:
    return split_sentences(text[block.start : block.end], block.facts, block.start)


def _compare_lengths(pair: SentencePair, ratio: float) -> str:
    one, two = (sum(len(each.text) for each in every) for every in pair)
    return "shorter" if two < one * ratio else "longer"


def _align_block(
    text: str, other_text: str, mine: TextBlock, theirs: TextBlock, ratio: float
) -> Iterator[tuple[tuple[TextBlock, TextBlock], SentencePair]]:
    found = align_sentences(_split(text, mine), _split(other_text, theirs), ratio)
    yield from (((mine, theirs), pair) for pair in found)


def _compare_texts(game: Game, first: Language, language: Language, texts: Sequence[_TextPair]) -> Iterator[Finding]:
    """Report texts that are not translated (GF171), or that contradict the first ones in meaning or terms."""
    mine, theirs = SenseFinder(first.senses), SenseFinder(language.senses)
    told, foreign = set[int](), ForeignWords([pair.first for pair in texts], [pair.other for pair in texts])
    for number, pair in enumerate(texts):
        if foreign.are_in(pair.other):
            told.add(number)
            message = f"{_shorten(pair.other)!r} is not translated from the language of {pair.there}"
            yield Finding("GF171", pair.place, message, "warning")
        elif fault := next(find_meaning_faults(mine.find(pair.first), theirs.find(pair.other)), None):
            if first.senses and language.senses:
                told.add(number)
                yield Finding("GF173", pair.place, _describe_meaning(fault, pair), "warning")
    learner = TermLearner([(pair.first, pair.other, pair.around) for pair in texts])
    for wrong in learner.find_faults(_list_terms(game, first)):
        if wrong.pair not in told:
            told.add(wrong.pair)
            yield Finding("GF174", texts[wrong.pair].place, _describe_term(wrong, texts[wrong.pair]), "warning")


def _describe_meaning(fault: MeaningFault, pair: _TextPair) -> str:
    shown = _shorten(pair.first)
    if not fault.other:
        return f"nothing here means {fault.first!r}, which {pair.there} says: {shown!r}"
    if not fault.first:
        return f"{fault.other!r} here means nothing that {pair.there} says: {shown!r}"
    return f"{fault.other!r} here, but {fault.first!r} at {pair.there}: {shown!r}"


def _describe_term(fault: TermFault, pair: _TextPair) -> str:
    usual = f"{fault.usual!r}… elsewhere ({count_noun(fault.times, 'time')})"
    if fault.instead:
        stem, word = fault.instead
        return f"{fault.word!r} at {pair.there} is {usual}; here is {stem!r}…, which is {word!r}"
    return f"{fault.word!r} at {pair.there} is {usual}, but not here"


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
