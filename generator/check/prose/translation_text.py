"""Compare a translation with the first rules, block by block and sentence by sentence (GF170 to GF174)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.prose.covered_rules import select_covered_rules
from generator.check.prose.translation_amounts import compare_amounts
from generator.check.prose.translation_blocks import (
    BlockPair,
    RulesText,
    TextBlock,
    align_blocks,
    shorten,
    split_blocks,
)
from generator.check.prose.translation_differences import compare_facts, report_both_places
from generator.check.prose.translation_facts import find_facts
from generator.check.prose.translation_lists import AlignedText, compare_lists, compare_people
from generator.check.prose.translation_meaning import (
    TextPair,
    compare_names,
    compare_tables,
    compare_texts,
    pair_tables,
)
from generator.check.prose.translation_order import compare_labels, compare_orders
from generator.check.prose.translation_roles import compare_roles
from generator.check.prose.translation_sentences import (
    SentencePair,
    TextSentence,
    align_sentences,
    is_of_other_length,
    split_sentences,
)
from generator.check.prose.translation_tables import compare_cells
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language
from generator.model.rules import InlineClaim


def compare_translations(game: Game) -> Iterator[Finding]:
    """Report what translations lack, add or change compared with the first rules (GF170 to GF174)."""
    for language in game.translations if game.first else ():
        assert game.first is not None
        yield from compare_rules(game, select_covered_rules(game.first, language), language)


def compare_rules(game: Game, first: Language, language: Language) -> Iterator[Finding]:
    """Report what the rules of a translation lack, add or change compared with the first rules."""
    one, other = _read_rules(first), _read_rules(language)
    pairs = align_blocks(one.blocks, other.blocks)
    yield from _report_lone_blocks(one, other, pairs)
    both = [(pair.first, pair.other) for pair in pairs if pair.first and pair.other]
    swapped = _find_swapped(both)
    for number, (mine, theirs) in enumerate(both):
        if number in swapped:
            there, here = one.place(both[swapped[number]][0].start), other.place(theirs.start)
            message = f"this {theirs.name} is in a different order from {one.place(mine.start)}; it translates {there}"
            yield Finding("GF171", here, message, "warning")
        else:
            yield from compare_facts(one, other, mine, theirs)
    yield from compare_cells(one, other, [pair for n, pair in enumerate(both) if n not in swapped])
    texts = list[TextPair]()
    yield from _compare_sentences(one, other, both, texts)
    tables = list(pair_tables(game, first, language))
    yield from compare_tables(first, language, tables)
    yield from compare_names(game, first, language)
    labels = list(compare_labels(language, [AlignedText(*each[:4]) for each in texts]))
    sure = {finding.place for finding in labels if finding.level == "warning"}
    found = [each for each in compare_texts(game, first, language, [*texts, *tables]) if each.place not in sure]
    yield from found
    told = {finding.place.line for finding in found}
    rest = [AlignedText(*each[:4]) for each in (*texts, *tables) if each.place.line not in told]
    yield from compare_lists(rest)
    yield from compare_amounts(rest)
    yield from compare_people(rest)
    yield from compare_orders(first, language, rest)
    yield from compare_roles(first, language, rest)
    yield from labels


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


def _report_lone_blocks(one: RulesText, other: RulesText, pairs: Sequence[BlockPair]) -> Iterator[Finding]:
    """Report each run of blocks that only one of the languages has."""
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
        last = _find_gap(other, before.other) if before and before.other else Place(other.language.file, 1, 1)
        shown = shorten(one.text[lacking.start : lacking.end])
        message = (
            f"the {lacking.name} at {one.place(lacking.start)}, {shown!r}, is missing after this{more}; translate it"
        )
        return Finding("GF171", last, message, "warning")
    assert extra is not None
    message = f"this {extra.name} is not in {one.language.file}{more}; remove it, or add it there"
    return Finding("GF171", other.place(extra.start), message, "warning")


def _find_gap(text: RulesText, before: TextBlock) -> Place:
    """Return the line below a block, where what is missing belongs; the block itself if there is no line below it."""
    at = text.text.find("\n", before.end)
    if at < 0:
        return text.place(before.start)
    return Place(text.language.file, text.place(at).line + 1, 1)


def _find_swapped(both: Sequence[tuple[TextBlock, TextBlock]]) -> dict[int, int]:
    """Return the pairs whose facts are swapped, by their numbers."""
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


def _compare_sentences(
    one: RulesText, other: RulesText, both: Sequence[tuple[TextBlock, TextBlock]], texts: list[TextPair]
) -> Iterator[Finding]:
    """Report sentences that one language lacks, and add the others to the texts to compare."""
    both = [each for each in both if each[0].kind != "note"]
    ratio = _measure_ratio(one, other, both)
    pairs = [pair for mine, theirs in both for pair in _align_block(one.text, other.text, mine, theirs, ratio)]
    for (mine, theirs), pair in pairs:
        if not pair.other:
            lacking = f"the sentence at {one.place(pair.first[0].at)}, {shorten(pair.first[0].text)!r},"
            finding = Finding("GF171", other.place(theirs.start), f"{lacking} is missing here; translate it", "warning")
            yield from report_both_places(finding, one.place(pair.first[0].at), "has no such sentence")
        elif not pair.first:
            message = f"the sentence {shorten(pair.other[0].text)!r} is not in {one.place(mine.start)}"
            finding = Finding("GF171", other.place(pair.other[0].at), message, "warning")
            yield from report_both_places(finding, one.place(mine.start), "has an extra sentence")
        else:
            there, here = one.place(pair.first[0].at), other.place(pair.other[0].at)
            if is_of_other_length(pair, ratio):
                much = f"is much {_compare_lengths(pair, ratio)} than"
                finding = Finding(
                    "GF171", here, f"this {much} {there}; one of them says more than the other", "warning"
                )
                yield from report_both_places(finding, there, f"{much} this")
            first, translated = (" ".join(each.text for each in every) for every in pair)
            texts.append(TextPair(first, translated, here, there, other.text[theirs.start : theirs.end]))


def _measure_ratio(one: RulesText, other: RulesText, both: Sequence[tuple[TextBlock, TextBlock]]) -> float:
    """Return the ratio of the translation's length to that of the first rules, in letters."""
    mine, theirs = (
        sum(len(each.text) for pair in both for each in _split(text, pair[number]))
        for number, text in enumerate((one.text, other.text))
    )
    return max(0.3, min(3.0, theirs / max(1, mine)))


def _split(text: str, block: TextBlock) -> list[TextSentence]:
    return split_sentences(text[block.start : block.end], block.facts, block.start)


def _compare_lengths(pair: SentencePair, ratio: float) -> str:
    one, two = (sum(len(each.text) for each in every) for every in pair)
    return "shorter" if two < one * ratio else "longer"


def _align_block(
    text: str, other_text: str, mine: TextBlock, theirs: TextBlock, ratio: float
) -> Iterator[tuple[tuple[TextBlock, TextBlock], SentencePair]]:
    found = align_sentences(_split(text, mine), _split(other_text, theirs), ratio)
    yield from (((mine, theirs), pair) for pair in found)
