"""Compare the facts of a block with those of its translation: numbers, links, pictures, emphasis (GF170 and GF172)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.prose.translation_blocks import RulesText, TextBlock, shorten
from generator.check.prose.translation_facts import TextFact
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Level, Place

_REFERENCES = ("link", "footnote")
_FEW = ("0", "1")  # numbers that are not read in the plural: `two 0s` may be two zeros
_SMALL_NUMBER = 2  # in words, is often said in other ways: both, a pair, twice
_UNITS = frozenset("in inch inches ft feet foot oz lb lbs mm cm m g kg € $ £ am pm uhr °".split())


def report_both_places(finding: Finding, there: Place, differs: str) -> Iterator[Finding]:
    """Yield a finding about a translation and a note at its original, since either may be wrong."""
    yield finding
    if there.line and there != finding.place:
        message = f"the translation at {finding.place} {differs}; correct the one that is wrong"
        yield Finding(finding.code, there, message, "note")


def compare_facts(one: RulesText, other: RulesText, mine: TextBlock, theirs: TextBlock) -> Iterator[Finding]:
    """Report facts that only one of two blocks has, and blocks of different shape."""
    there, here = one.place(mine.start), other.place(theirs.start)
    if (mine.kind, mine.depth, mine.size) != (theirs.kind, theirs.depth, theirs.size):
        yield Finding(
            "GF172", here, f"this is {_describe_shape(theirs)}, but {there} is {_describe_shape(mine)}", "warning"
        )
    yield from _compare_numbers(one, other, mine, theirs)
    for kind in ("picture", "link", "footnote", "code", "color", "letter", "bold", "italic"):
        missing, extra = subtract_facts(mine, theirs, kind), subtract_facts(theirs, mine, kind)
        if kind in ("bold", "italic"):
            yield from _compare_emphasis(kind, one, other, (mine, theirs), (missing, extra))
        elif missing and extra:
            level: Level = "error" if kind in _REFERENCES else "warning"
            was, now = one.place(missing[0].at), other.place(extra[0].at)
            message = f"the {kind} here is {extra[0].shown!r}, but at {was} it is {missing[0].shown!r}"
            differs = f"has the {kind} {extra[0].shown!r} for {missing[0].shown!r}"
            yield from report_both_places(Finding("GF172", now, message, level), was, differs)
        elif missing and kind in (*_REFERENCES, "picture", "code"):
            was = one.place(missing[0].at)
            message = f"the {kind} {missing[0].shown!r} of {was} is missing here"
            finding = Finding("GF172", here, message, "error" if kind in _REFERENCES else "warning")
            yield from report_both_places(finding, was, f"lacks the {kind} {missing[0].shown!r}")
        elif extra and kind in (*_REFERENCES, "picture", "code"):
            message = f"the {kind} {extra[0].shown!r} is not in {there}; remove it, or add it there"
            finding = Finding("GF172", other.place(extra[0].at), message, "warning")
            yield from report_both_places(finding, there, f"has a {kind} {extra[0].shown!r}, which is not here")


def _describe_shape(block: TextBlock) -> str:
    what = {
        "heading": f"a heading of level {block.size}",
        "row": f"a table row with {count_noun(max(block.size - 1, 1), 'cell')}",
        "item": "a numbered list item" if block.size else "a list item",
    }.get(block.kind, f"a {block.name}")
    return f"{what} in a quote" if block.depth else what


def subtract_facts(mine: TextBlock, theirs: TextBlock, kind: str) -> list[TextFact]:
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
    differ: tuple[list[TextFact], list[TextFact]],
) -> Iterator[Finding]:
    (mine, theirs), (missing, extra) = blocks, differ
    if missing:
        shown = shorten(missing[-1].shown.strip("*"))
        few, many = (sum(fact.kind == kind for fact in block.facts) for block in (theirs, mine))
        was = one.place(missing[-1].at)
        message = f"there are {few or 'no'} {kind} words here, but {many} at {one.place(mine.start)}, such as {shown!r}"
        finding = Finding("GF172", other.place(theirs.start), message, "warning")
        yield from report_both_places(
            finding, was, f"has {few or 'no'} words in {kind} type, but there are {many} here"
        )
    elif extra:
        shown, was = extra[-1].shown.strip("*"), one.place(mine.start)
        message = f"{shown!r} is {kind}, but {was} has no such words"
        finding = Finding("GF172", other.place(extra[-1].at), message, "warning")
        yield from report_both_places(finding, was, f"has {shown!r} in {kind} type, but there are no such words here")


def _compare_numbers(one: RulesText, other: RulesText, mine: TextBlock, theirs: TextBlock) -> Iterator[Finding]:
    """Report numbers that differ (an error if both are digits), digits that are missing and large words that are."""
    claims = [{fact.at: fact.value for fact in block.facts if fact.kind == "claim"} for block in (mine, theirs)]
    both_claim = Counter(claims[0].values()) == Counter(claims[1].values())
    if both_claim:  # what claims print is checked by them
        mine, theirs = (
            block._replace(facts=tuple(fact for fact in block.facts if fact.kind == "claim" or fact.at not in claimed))
            for block, claimed in zip((mine, theirs), claims, strict=True)
        )
    missing, extra = subtract_facts(mine, theirs, "number"), subtract_facts(theirs, mine, "number")
    if not both_claim:
        extra = [fact for fact in extra if fact.at not in claims[1]]
        missing = missing if extra else []
    block = one.text[mine.start : mine.end]
    extra = [fact for fact in extra if fact.value not in _FEW or f"{fact.value}s" not in block]
    sure = [fact for fact in missing if is_plain(fact)]
    if missing and extra:
        certain = is_certain(missing, extra, one.text, other.text)
        was = one.place(missing[0].at)
        message = f"the number here is {extra[0].shown}, but at {was} it is {missing[0].shown}"
        finding = Finding("GF170", other.place(extra[0].at), message, "error" if certain else "warning")
        yield from report_both_places(finding, was, f"says {extra[0].shown} for {missing[0].shown}")
    elif sure:
        was = one.place(sure[0].at)
        finding = Finding(
            "GF170", other.place(theirs.start), f"the number {sure[0].shown} of {was} is missing here", "warning"
        )
        yield from report_both_places(finding, was, f"does not say {sure[0].shown}")
    elif extra and extra[0].shown[0].isdigit():
        was = one.place(mine.start)
        finding = Finding("GF170", other.place(extra[0].at), f"the number {extra[0].shown} is not in {was}", "warning")
        yield from report_both_places(finding, was, f"says {extra[0].shown}, which is not here")


def is_plain(fact: TextFact) -> bool:
    """Return whether a number is hard to express in another way: it is in digits, or above two."""
    return fact.shown[0].isdigit() or float(fact.value) > _SMALL_NUMBER


def is_certain(missing: Sequence[TextFact], extra: Sequence[TextFact], text: str, other: str) -> bool:
    """Return whether one number in digits stands for another, and no unit is beside it that may be converted."""
    if len(missing) != 1 or len(extra) != 1:
        return False
    both = (text, missing[0]), (other, extra[0])
    return all(fact.shown[0].isdigit() and not _is_measured(whole, fact) for whole, fact in both)


def _is_measured(text: str, fact: TextFact) -> bool:
    """Return whether a unit is beside a number, which a translation may convert."""
    around = text[max(0, fact.at - 2) : fact.at].split()[-1:] + text[fact.at + len(fact.shown) :][:10].split()[:1]
    return any(word.strip(".,;:()").lower() in _UNITS for word in around)
