"""Report numbers of pieces in the rules that are no claims (GF107, GF108), and misnamed contents (GF109).

Words decide nothing here: a number counts if the name of a part follows it, and what is said of it depends on the data
and on where it stands. Every language is read alike; a `PartNames` knows its numbers and names.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.claims.calls import copies, shown_places
from generator.check.claims.context import World
from generator.check.evidence.spelling import spelled
from generator.check.prose.rules_text import BLOT, blot_code, find_entries, find_sections, lists_contents, strip_markup
from generator.language.number_words import NUMBER
from generator.language.suggestions import nearest
from generator.language.translation import counted
from generator.model.claims import InlineClaim
from generator.model.finding import Finding
from generator.model.game import Design, Game, Part
from generator.model.language import Language
from generator.model.marked import Prose
from generator.model.strict import Scalar

_GAP = r"(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)"  # blanks, at most one of them the end of a line
_WORD = re.compile(r"[^\W\d_]+")
_START = re.compile(r"[^\W_]+")
_ALONE = rf"[^\S\n]*(?:[x\u00d7][^\S\n]*)?(?=$|[{BLOT},.;)\n])"
_NAME = rf"(?P<name>[^\W\d_][^{BLOT},.;:()|\n]*?)"


class Phrase(NamedTuple):
    """A number and the name of parts behind it; `at` is its place, `words` are what stands between the two."""

    at: int
    said: str
    typed: str
    words: tuple[str, ...]
    name: str


class Head(NamedTuple):
    """The number at the head of an entry in the list of contents, blots for a claim, and the text that names it."""

    at: int
    typed: str
    name: str


class PartNames:
    """Numbers and names of parts as one language writes them: `one` of a part, and `several`."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.one: dict[str, list[str]] = {}
        self.several: dict[str, list[str]] = {}
        for part, names in language.parts.items():
            for n, name in enumerate(names):
                for known in [self.one] * (n == 0) + [self.several] * (n > 0 or len(names) == 1):
                    known.setdefault(_fold(name), []).append(part)
        english = language.tag.partition("-")[0] == "en"
        words = [word.strip() for number in language.terms.numbers for word in number.split("|")]
        spelled_out = f"{NUMBER}|one" if english else "|".join([r"\d{1,6}(?![.,]\d)", *_longest_first(words)])
        self.number = (
            rf"(?<![\w{BLOT}.,:;/\\+\u2013\u2014\u2212\u00d7#@$\u20ac\u00a3'\u2019-])(?P<number>{spelled_out})"
        )
        every = "|".join(_longest_first({**self.one, **self.several})).replace(r"\ ", _GAP)
        self.name = rf"(?P<words>(?:[^\W\d_]+{_GAP}){{0,2}}?)(?P<name>{every})(?![\w-])" if every else r"(?!)"
        self.starts = {word.casefold() for word in _WORD.findall(f"{NUMBER} one" if english else " ".join(words))}
        self._phrase = re.compile(rf"{self.number}{_GAP}{self.name}", re.IGNORECASE)
        self._named = re.compile(self.name, re.IGNORECASE)
        self._first = re.compile(
            rf"[^\S\n]*(?:(?P<claim>{BLOT}+)|{self.number})(?:[^\S\n]*[x\u00d7])?{_GAP}{_NAME}(?=$|[{BLOT},.;:()|\n])",
            re.IGNORECASE | re.MULTILINE,
        )
        self._last = re.compile(
            rf"[^\S\n]*{_NAME}[^\S\n]*[:(\u2013\u2014][^\S\n]*(?:(?P<claim>{BLOT}+)|{self.number}{_ALONE})",
            re.IGNORECASE,
        )
        self._cell = re.compile(rf"[^\S\n]*(?:(?P<claim>{BLOT}+)|{self.number}{_ALONE})", re.IGNORECASE)

    def value(self, typed: str) -> int:
        """Return a number as a whole number."""
        return counted(typed, self.language) or 0

    def find_phrases(self, text: str) -> Iterator[Phrase]:
        """Yield each number in a text that stands at most two words before the name of a part."""
        end = 0
        for word in _START.finditer(text):
            if word.start() < end or not (word[0][0].isdigit() or word[0].casefold() in self.starts):
                continue
            if found := self._phrase.match(text, word.start()):
                end = found.end()
                words = tuple(map(_fold, found["words"].split()))
                yield Phrase(word.start(), " ".join(found[0].split()), found["number"], words, found["name"])

    def find_head(self, text: str, cells: Sequence[tuple[int, int]]) -> Head | None:
        """Return the number at the head of an item, or of a row in its first cell or in the first with a number."""
        found = self._first.match(text, *cells[0]) or self._last.match(text, *cells[0])
        if found:
            return _head(found, found["name"])
        if len(cells) < 2:
            return None
        number = next((each for cell in cells if (each := self._cell.match(text, *cell))), None)
        names = (text[slice(*cell)].strip() for cell in cells)
        name = next((name for name in names if _WORD.search(name) and BLOT not in name), "")
        return _head(number, name) if number and name else None

    def read_name(self, head: Head) -> Phrase | None:
        """Return the head as a phrase if its name begins with that of a part, up to two words before it."""
        found = self._named.match(head.name)
        said = f"{head.name}: {head.typed}"
        return (
            Phrase(head.at, said, head.typed, tuple(map(_fold, found["words"].split())), found["name"])
            if found
            else None
        )

    def find_parts(self, text: str) -> list[str]:
        """Return the parts that are named anywhere in a text."""
        return [part for found in self._named.finditer(text) for part in self.parts(found["name"], 1)]

    def parts(self, name: str, number: int) -> list[str]:
        """Return the parts of which so many may go by a name."""
        name = _fold(name)
        one = self.one.get(name, []) if number == 1 else []
        return list(dict.fromkeys([*one, *self.several.get(name, [])]))


class Counts(NamedTuple):
    """The counts that a name may stand for, each with what a claim of it asks, and the pieces counted."""

    asks: Mapping[int, str]
    designs: Sequence[Design]
    shares: frozenset[int]
    of: str


def unmarked(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield GF107, GF108 and GF109 for the rules in all their languages."""
    first: list[bool] = []
    for language in game.languages:
        prose = Prose(language.rules, language.marked).blotted(BLOT, game.colors)
        text = blot_code(prose.text)
        sections = find_sections(text)
        first = first if language is not game.first else lists_contents(sections, language.title)
        listed = first if len(first) == len(sections) else []
        entries = [
            each
            for section, lists in zip(sections, listed, strict=False)
            if lists
            for each in find_entries(text, section)
        ]
        reader = _Reader(game, parts, language, prose)
        yield from reader.check(strip_markup(text), entries)


class _Reader:
    """Checks the rules in one language."""

    def __init__(self, game: Game, parts: Sequence[Part], language: Language, prose: Prose) -> None:
        self.game, self.language, self.prose = game, language, prose
        self.world = World("data", game, parts, None, frozenset())
        self.known = self.world.parts
        self.names = PartNames(language)

    def check(self, text: str, entries: Sequence[Sequence[tuple[int, int]]]) -> Iterator[Finding]:
        """Yield the findings on a text whose list of contents has these entries."""
        claims = self._claims() if entries else {}
        heads = [head for cells in entries if (head := self.names.find_head(text, cells))]
        for head in heads:
            phrase = self.names.read_name(head)
            if head.typed[:1] == BLOT:
                yield from self._check_claim(head, claims.get(head.at))
            elif phrase is None:
                yield from self._check_unknown(head)
            else:
                yield from self._check_number(phrase, total=True)
        judged = {head.at for head in heads}
        for phrase in self.names.find_phrases(text):
            if phrase.at not in judged:
                yield from self._check_number(phrase, total=False)

    def _check_number(self, phrase: Phrase, total: bool) -> Iterator[Finding]:
        """Yield GF107 for a number that is wrong or too large, GF108 for one that no claim holds."""
        value = self.names.value(phrase.typed)
        parts = [self.known[part] for part in self.names.parts(phrase.name, value) if part in self.known]
        if not parts or value < 2 - total:
            return
        picks = [where for part in parts if (where := self._pick(part, phrase.words)) is not None]
        counts = self._count(parts, picks[0] if picks else {})
        declared = f"the data declares {max(counts.asks)} of {counts.of} ({shown_places(copies(counts.designs))})"
        if value in counts.asks:
            typed = phrase.typed if phrase.typed.isdigit() else spelled(phrase.typed)
            claim = f"{{{{ claim({typed}, {counts.asks[value]}) }}}}"
            message = f"unmarked number: {phrase.said!r} agrees with the data; write {claim} to keep it so"
            yield self._finding("GF108", phrase.at, message, "note")
        elif picks and total and value not in counts.shares:
            yield self._finding("GF107", phrase.at, f"the rules list {phrase.said!r}; {declared}", "error")
        elif picks and value > max(counts.asks):
            yield self._finding("GF107", phrase.at, f"the rules say {phrase.said!r}; {declared}", "warning")
        elif picks:
            yield self._finding("GF108", phrase.at, f"unmarked number: {phrase.said!r}; {declared}", "note")

    def _pick(self, part: Part, words: Sequence[str]) -> Mapping[str, Scalar] | None:
        """Return the columns and the color of a part that words name; None if they name something else."""
        rows, group = self.game.rows.get(part.id, ()), self.game.parts[part.id].for_each
        cells = [(key, value) for row in rows for key, value in row.values.items() if isinstance(value, str)]
        cells.sort(key=lambda cell: cell[0] == "id")  # of equal words the id is meant
        known = {_fold(value): (key, value) for key, value in cells if key.isidentifier()}
        for role, color in self.game.colors.items():
            if group and role.startswith(f"{group}."):
                known |= dict.fromkeys(
                    (_fold(color.name), _fold(self.language.colors.get(role, color.name))), (group, color.name)
                )
        return dict(known[word] for word in words) if all(word in known for word in words) else None

    def _count(self, parts: Sequence[Part], where: Mapping[str, Scalar]) -> Counts:
        """Return the counts of parts that share a name: of each alone, and of all together."""
        asks, shares, keys = dict[int, str](), set[int](), [f"{key}={spelled(value)}" for key, value in where.items()]
        chosen = [design for part in parts for design in self.world.designs(part.id, where)]
        for part in parts:
            picked = [design.copies for design in self.world.designs(part.id, where)]
            whole = bool(part.board and part.board.sections)
            if whole:
                asks.setdefault(min(picked), repr(part.id))
            call = f"count({', '.join([repr(part.id), *keys])})"
            asks.setdefault(sum(picked), spelled(call) if whole else ", ".join([repr(part.id), *keys]))
            shares |= {*picked, *self._share(part, sum(picked))}
        if len(parts) > 1:
            each = " + ".join(f"count({', '.join([repr(part.id), *keys])})" for part in parts)
            asks.setdefault(sum(design.copies for design in chosen), spelled(each))
        some = f" ({', '.join(f'{key} {value}' for key, value in where.items())})" if where else ""
        return Counts(asks, chosen, frozenset(shares), " and ".join(repr(part.id) + some for part in parts))

    def _share(self, part: Part, count: int) -> Iterator[int]:
        """Yield how many there are for each player, color or row, where these get equally many."""
        group = self.game.parts[part.id].for_each
        colors = sum(role.startswith(f"{group}.") for role in self.game.colors) if group else 1
        sets = {
            colors,
            len(self.game.rows.get(part.id, ())),
            *range(self.game.data.players[0], self.game.data.players[1] + 1),
        }
        yield from (count // each for each in sets if each and count % each == 0)

    def _check_unknown(self, head: Head) -> Iterator[Finding]:
        """Yield GF109 for what no part is called: a warning if it is nearly a name, else a note."""
        words = _WORD.findall(head.name)[:3]
        known = {
            word for names in self.language.parts.values() for name in names for word in _WORD.findall(_fold(name))
        }
        if not words or known.intersection(map(_fold, words)):
            return
        names = {_fold(name): name for names in self.language.parts.values() for name in names}
        near = nearest(_fold(" ".join(words)), names) or nearest(_fold(words[-1]), names)
        hint = f"; did you mean {names[near]!r}?" if near else ""
        message = f"the list of contents has {' '.join(words)!r}, but no part is called that{hint}"
        yield self._finding("GF109", head.at, message, "warning" if near else "note")

    def _check_claim(self, head: Head, claim: InlineClaim | None) -> Iterator[Finding]:
        """Yield GF109 for a claim beside the name of another part, or beside no name that its part has."""
        if claim is None or claim.what not in self.known:
            return
        own = self.language.parts.get(claim.what, ())
        named, words = self.names.find_parts(head.name), set(map(_fold, _WORD.findall(head.name)))
        likely = words & {word for name in own for word in _WORD.findall(_fold(name))}
        if claim.what in named or not own or (not named and (likely or claim.where or not words)):
            return
        message = (
            f"the list of contents has {head.name!r} beside a claim of {claim.what!r}, which is called {own[-1]!r}"
        )
        yield self._finding("GF109", head.at, message, "warning")

    def _claims(self) -> dict[int, InlineClaim]:
        """Return the claims by where they are printed in the blotted text."""
        found = {(claim.place.line, claim.place.column): claim for claim in self.language.inline}
        printed = Prose(self.language.rules, self.language.marked)
        places = [printed.place(each.start, "") for each in self.language.marked]
        claimed = (
            (each.start, found.get((at.line, at.column))) for at, each in zip(places, self.prose.marked, strict=True)
        )
        return {at: claim for at, claim in claimed if claim}

    def _finding(self, code: str, at: int, message: str, level: str) -> Finding:
        return Finding(code, self.prose.place(at, self.language.file), message, level)


def _head(found: re.Match[str], name: str) -> Head:
    group = "claim" if found["claim"] else "number"
    return Head(found.start(group), found[group], " ".join(name.split()))


def _longest_first(names: Sequence[str] | Mapping[str, object]) -> list[str]:
    return [re.escape(name) for name in sorted(names, key=len, reverse=True)]


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()
