"""Report claims, figures and pictures of the first rules that a translation lacks (GF135, GF306, GF008)."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.prose.covered_rules import check_coverage_of_rules, select_covered_rules
from generator.check.prose.rules_text import IMAGE_WORDS, find_sections, hide_code
from generator.language.suggestions import did_you_mean, nearest_name
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language
from generator.model.rules import InlineClaim, MarkedText

_IMAGE = re.compile(rf"{IMAGE_WORDS}\((?P<kind>figure|part):(?P<id>[^()\s]*)\)")
_TIMES = ("never", "once", "twice")
Key = tuple[str, frozenset[tuple[str, object]]]


class _Picture(NamedTuple):
    place: Place
    kind: str
    id: str


def check_lost_claims(case: CheckContext) -> Iterator[Finding]:
    """Report claims and small pictures that a translation lacks (GF135), figures (GF310), and unknown ones (GF008)."""
    first = case.game.first
    for language in case.game.translations if first else ():
        assert first is not None
        yield from check_coverage_of_rules(first, language)
        covered = select_covered_rules(first, language)
        yield from _check_claims(covered, language)
        yield from _check_pictures(case.game, covered, language)


def _check_claims(first: Language, language: Language) -> Iterator[Finding]:
    """Report claims that the first rules have more often, in whatever words they state the value."""
    headings, theirs = _find_headings(first), _find_headings(language)
    alike = len(headings) == len(theirs)
    asked, given = _group_claims(first), _group_claims(language)
    missing: list[tuple[InlineClaim, int, int]] = []
    for key, claims in asked.items():
        there = given.get(key, [])
        lacks = len(claims) - len(there)
        found = Counter(_section_of(claim, theirs) for claim in there)
        alone = [claim for claim in claims if not alike or not _take_from(found, _section_of(claim, headings))]
        missing += [(claim, len(claims), len(there)) for claim in alone[-lacks:] if lacks > 0]
    for claim, many, few in sorted(missing, key=lambda each: each[0].place):
        section = _section_of(claim, headings)
        place = Place(language.file)
        if alike:
            place = theirs[section - 1] if section else Place(language.file, 1, 1)
        yield Finding("GF135", place, _describe_loss(claim, many, few, language, alike and section > 0))


def _group_claims(language: Language) -> dict[Key, list[InlineClaim]]:
    found: dict[Key, list[InlineClaim]] = defaultdict(list)
    for claim in language.inline:
        found[" ".join(claim.what.split()), frozenset(claim.where.items())].append(claim)
    return found


def _take_from(found: Counter[int], section: int) -> bool:
    """Take one claim of a section from those that are left; return whether there was one."""
    found[section] -= 1
    return found[section] >= 0


def _describe_loss(claim: InlineClaim, many: int, few: int, language: Language, below: bool) -> str:
    picked = "".join(f", {key} {value}" for key, value in claim.where.items())
    asks = f"asks for {' '.join(claim.what.split())}{picked}"
    how = f" {_TIMES[many] if many < len(_TIMES) else f'{many} times'}" if few else ""
    often = f"do so {_TIMES[few] if few < len(_TIMES) else f'{few} times'}" if few else "never do"
    here = f"the rules in {language.tag!r} {often}"
    where = " below this heading" if below else ""
    return f"a claim is missing: {claim.place} {asks}{how} ({claim.value}), but {here}; claim it{where} too"


def _find_headings(language: Language) -> Sequence[Place]:
    prose = MarkedText(language.rules, language.marked)
    return [prose.place(section.at, language.file) for section in find_sections(hide_code(language.rules))]


def _section_of(claim: InlineClaim, headings: Sequence[Place]) -> int:
    """Return the number of the section in which a claim stands: how many headings come before it."""
    return sum(heading.line <= claim.place.line for heading in headings)


def _check_pictures(game: Game, first: Language, language: Language) -> Iterator[Finding]:
    shown, theirs = list(_find_pictures(first)), list(_find_pictures(language))
    known = {(each.kind, each.id) for each in theirs}
    for each in {(each.kind, each.id): each for each in shown}.values():
        if (each.kind, each.id) not in known:
            code = "GF310" if each.kind == "figure" else "GF135"
            what = f"the figure {each.id!r}" if each.kind == "figure" else f"the picture part:{each.id}"
            message = f"{what} is missing from the rules in {language.tag!r}; {each.place} shows it"
            yield Finding(code, Place(language.file), message)
    for each in theirs:
        if each.kind == "figure" and each.id not in game.data.figures:
            hint = did_you_mean(each.id, game.data.figures)
            yield Finding("GF008", each.place, f"the game has no figure {each.id!r}{hint}")


def _find_pictures(language: Language) -> Iterator[_Picture]:
    prose = MarkedText(language.rules, language.marked)
    for each in _IMAGE.finditer(hide_code(language.rules)):
        yield _Picture(prose.place(each.start("id"), language.file), each["kind"], each["id"])


def check_unused_words(language: Language, said: Collection[str]) -> Iterator[Finding]:
    """Report texts in a table of words that no drawing says and no claim needs (GF307, a warning).

    `said` are the texts of all figures and pieces, drawn in that language.
    """
    claimed = {claim.value for claim in language.inline}
    for kind, *text in language.places:
        words = str(text[0]) if text else ""
        if kind == "says" and words not in said and language.says[words] not in claimed:
            translation = language.says[words]
            message = f"words: no drawing contains {words!r}, so its translation {translation!r} is never printed"
            yield Finding("GF307", language.place("says", words), message, "warning")


def check_untranslated_words(game: Game, said: Collection[str]) -> Iterator[Finding]:
    """Report texts that drawings say and a table of words lacks, or has misspelled (GF171, a warning).

    `said` are the texts that pieces and figures pass to `say`.
    """
    for language in game.translations:
        if language.covers:
            continue  # it need not show all figures
        missing = sorted(words for words in said if any(map(str.isalpha, words)) and words not in language.says)
        unused = {words for words in language.says if words not in said}
        for words in [each for each in missing if nearest_name(each, unused)]:
            near = nearest_name(words, unused)
            message = f"words: no drawing contains {near!r}, and {words!r} has no entry; did you mean that?"
            yield Finding("GF171", language.place("says", near), message, "warning")
            missing.remove(words)
        if missing:
            more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
            message = f"words: there is no entry for {missing[0]!r}{more}, which drawings contain; translate it"
            first = min((place for path, place in language.places.items() if path[0] == "says"), default=None)
            yield Finding("GF171", first or Place(language.words or language.file), message, "warning")
