"""The rules of a game in all its languages go in; what the first has and a translation has lost comes out."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from generator.check.evidence.case import Case
from generator.language.suggestions import did_you_mean
from generator.model.claims import InlineClaim
from generator.model.finding import Finding
from generator.model.game import Game
from generator.model.language import Language
from generator.model.marked import Prose
from generator.model.place import Place

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+\S.*$", re.MULTILINE)
_CODE = re.compile(r"(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)", re.DOTALL)
_IMAGE = re.compile(r"!\[(?:[^\]\\]|\\.)*\]\((?P<kind>figure|part):(?P<id>[^)\s]*)\)")
_TIMES = ("never", "once", "twice")
Key = tuple[str, frozenset[tuple[str, object]]]


class _Heading(NamedTuple):
    place: Place
    words: str


class _Picture(NamedTuple):
    place: Place
    kind: str
    id: str


def lost(case: Case) -> Iterator[Finding]:
    """Yield GF135 for claims and small pictures that a translation lacks, GF310 for figures, GF008 for unknown ones."""
    first = case.game.first
    for language in case.game.translations if first else ():
        assert first is not None
        yield from _claims(first, language)
        yield from _pictures(case.game, first, language)


def _claims(first: Language, language: Language) -> Iterator[Finding]:
    """Yield GF135 for what the first rules ask more often, whatever words the answers have."""
    headings, theirs = _headings(first), _headings(language)
    alike = len(headings) == len(theirs)
    asked, said = _asked(first), _asked(language)
    missing: list[tuple[InlineClaim, int, int]] = []
    for key, claims in asked.items():
        there = said.get(key, [])
        lacks = len(claims) - len(there)
        found = Counter(_section(claim, theirs) for claim in there)
        alone = [claim for claim in claims if not alike or not _take(found, _section(claim, headings))]
        missing += [(claim, len(claims), len(there)) for claim in alone[-lacks:] if lacks > 0]
    for claim, many, few in sorted(missing, key=lambda each: each[0].place):
        section = _section(claim, headings)
        place = Place(language.file)
        if alike:
            place = theirs[section - 1].place if section else Place(language.file, 1, 1)
        yield Finding("GF135", place, _message(claim, many, few, language, alike and section > 0))


def _asked(language: Language) -> dict[Key, list[InlineClaim]]:
    found: dict[Key, list[InlineClaim]] = defaultdict(list)
    for claim in language.inline:
        found[" ".join(claim.what.split()), frozenset(claim.where.items())].append(claim)
    return found


def _take(found: Counter[int], section: int) -> bool:
    """Take one claim of a section out of those that are there, if there is one."""
    found[section] -= 1
    return found[section] >= 0


def _message(claim: InlineClaim, many: int, few: int, language: Language, below: bool) -> str:
    picked = "".join(f", {key} {value}" for key, value in claim.where.items())
    asks = f"asks for {' '.join(claim.what.split())}{picked}"
    how = f" {_TIMES[many] if many < len(_TIMES) else f'{many} times'}" if few else ""
    here = f"the rules in {language.tag!r} do so {_TIMES[few] if few < len(_TIMES) else f'{few} times'}"
    where = " below this heading" if below else ""
    return f"a claim is lost: {claim.place} {asks}{how} ({claim.value}), {here}; claim it{where} as well"


def _headings(language: Language) -> Sequence[_Heading]:
    prose = Prose(language.rules, language.marked)
    found = _HEADING.finditer(_bare(language.rules))
    return [_Heading(prose.place(each.start(), language.file), each[0].strip("# \t")) for each in found]


def _section(claim: InlineClaim, headings: Sequence[_Heading]) -> int:
    """Return below how many headings a claim stands."""
    return sum(heading.place.line <= claim.place.line for heading in headings)


def _pictures(game: Game, first: Language, language: Language) -> Iterator[Finding]:
    shown, theirs = list(_shown(first)), list(_shown(language))
    known = {(each.kind, each.id) for each in theirs}
    for each in {(each.kind, each.id): each for each in shown}.values():
        if (each.kind, each.id) not in known:
            code = "GF310" if each.kind == "figure" else "GF135"
            what = f"the figure {each.id!r}" if each.kind == "figure" else f"the picture part:{each.id}"
            message = f"{what} is shown nowhere in the rules in {language.tag!r}; {each.place} shows it"
            yield Finding(code, Place(language.file), message)
    for each in theirs:
        if each.kind == "figure" and each.id not in game.data.figures:
            hint = did_you_mean(each.id, game.data.figures)
            yield Finding("GF008", each.place, f"the game has no figure {each.id!r}{hint}")


def _shown(language: Language) -> Iterator[_Picture]:
    prose = Prose(language.rules, language.marked)
    for each in _IMAGE.finditer(_bare(language.rules)):
        yield _Picture(prose.place(each.start("id"), language.file), each["kind"], each["id"])


def unsaid(language: Language, said: Collection[str]) -> Iterator[Finding]:
    """Yield GF307, a warning, for each text of a table of words that no figure says and no claim needs.

    `said` are the texts that the figures have said, all of them drawn in that language.
    """
    claimed = {claim.value for claim in language.inline}
    for kind, *text in language.places:
        words = str(text[0]) if text else ""
        if kind == "says" and words not in said and language.says[words] not in claimed:
            message = f"words: no figure says {words!r}, so that nobody would read {language.says[words]!r}"
            yield Finding("GF307", language.place("says", words), message, "warning")


def _bare(text: str) -> str:
    """Return a text of the same length without its code."""
    return _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
