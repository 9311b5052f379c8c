"""The items of a list of contents and the claims in them go in; those whose name is not what is counted come out."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.prose.nouns import Noun, Nouns
from generator.check.prose.passages import BLOT, Passage, bare, spans
from generator.check.prose.phrases import counted
from generator.model.claims import InlineClaim
from generator.model.game import Game
from generator.model.marked import Prose

_WORD = re.compile(r"[^\W\d_]+")
_COUNTS = re.compile(r"\s*count\(\s*(['\"])(?P<part>[\w-]+)\1[^()]*\)\s*")
_AFTER = re.compile(
    rf"\s*(?:(?:an?|one) (?:\w+ )?\w+ of )?(?P<blot>{BLOT}+)(?:\s*[x\u00d7])?\s+(?P<name>[^{BLOT}.,;:()|]+)",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"\s*(?P<name>[^{BLOT}.,;:()|]+?)\s*[:(\u2013\u2014]\s*(?P<blot>{BLOT}+)")
_MARKS = re.compile(r"[\s>]*(?:(?:[-+*]|\d+[.)])(?=\s))?")
_SUMS = frozenset("all altogether number overall sum total totals".split())
_ENDS = frozenset("as at by for from in into of on per that to which with without".split())


class Counted(NamedTuple):
    """What an item is called, the `part` that its claim counts, and whether it picks some; the claim is `at`."""

    name: str
    part: str
    picks: bool
    at: int


class Claims:
    """The claims of the rules that count pieces of one part, by where they are printed in the text."""

    def __init__(self, game: Game, prose: Prose, ids: frozenset[str]) -> None:
        printed = Prose(game.rules or "", game.marked)
        found = {(claim.place.line, claim.place.column): claim for claim in game.inline}
        self._at: dict[int, tuple[str, bool]] = {}
        for before, after in zip(game.marked, prose.marked, strict=True):
            place = printed.place(before.start, "")
            claim = None if before.color else found.get((place.line, place.column))
            if claim and (part := _part(claim, ids)):
                self._at[after.start] = part, bool(claim.where) or "," in claim.what

    def __bool__(self) -> bool:
        return bool(self._at)

    def counted(self, passage: Passage) -> Iterator[Counted]:
        """Yield what the item or the row of a list of contents counts at its head, if it is pieces of a part."""
        if not passage.listed:
            return
        item = passage.text, 0, len(passage.text)
        yield from self._found(passage.start, _row(passage) if passage.cells else _item(*item))

    def near(self, line: str, start: int) -> Iterator[Counted]:
        """Yield what a line of a list of contents may count, whatever the head of its table says."""
        line = bare(line)
        if "|" in line:
            cells = spans(line)
            numbers = (cell[0] + len(text) - len(text.lstrip()) for cell in cells if (text := line[slice(*cell)]))
            names = [*_item(line, *cells[0]), *((name, at) for at in numbers for name in _names(line, cells))]
        else:
            names = [*_item(line, _MARKS.match(line).end(), len(line))]  # type: ignore[union-attr]
        yield from self._found(start, names)

    def _found(self, start: int, names: Iterable[tuple[str, int]]) -> Iterator[Counted]:
        for name, at in names:
            if found := self._at.get(start + at):
                yield Counted(name, *found, at)


def misnamed(counted: Counted, nouns: Nouns, titles: Mapping[str, str]) -> str:
    """Return what is to be said of a name that is not that of the part counted; nothing where it may be."""
    words = [word.lower() for word in _WORD.findall(counted.name)]
    nouns_ = list(_named(words, nouns))
    if not words or _SUMS.intersection(words) or any(counted.part in noun.choices[-1] for noun in nouns_):
        return ""
    called = f"the rules call it {counted.name!r}, the sheets {titles[counted.part]!r}"
    if nouns_:
        others = [titles[part] for part in nouns_[-1].choices[0]]
        return f"{called}; {' and '.join(map(repr, others))} on the sheets is something else"
    if counted.picks or _said(words, counted.part, nouns):
        return ""
    return called


def _part(claim: InlineClaim, ids: frozenset[str]) -> str:
    """Return the part whose pieces a claim counts, and nothing else."""
    if claim.what in ids:
        return claim.what
    found = _COUNTS.fullmatch(claim.what)
    return found["part"] if found and found["part"] in ids else ""


def _item(text: str, start: int, stop: int) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of `24 hand cards` or of `Hand cards: 24`."""
    found = _AFTER.match(text, start, stop) or _BEFORE.match(text, start, stop)
    if found:
        yield _short(found["name"]), found.start("blot")


def _row(passage: Passage) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of a row: both in its first cell, or in two of them."""
    text, cells = passage.text, passage.cells
    together = list(_item(text, *cells[0]))
    if together:
        yield from together
        return
    at = counted(passage)
    number = next((n for n in range(*cells[at]) if not text[n].isspace()), cells[at][1])
    for name in _names(text, [cell for n, cell in enumerate(cells) if n != at]):
        yield name, number


def _names(text: str, cells: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the first cell that has words and no claim."""
    said = (text[slice(*cell)].strip() for cell in cells)
    name = next((name for name in said if _WORD.search(name) and BLOT not in name), "")
    if name:
        yield _short(name)


def _short(name: str) -> str:
    """Return the words of a name up to what only tells more of it."""
    words = name.split()
    stop = next((n for n, word in enumerate(words) if n and word.lower() in _ENDS), len(words))
    return " ".join(words[:stop])


def _named(words: list[str], nouns: Nouns) -> Iterator[Noun]:
    """Yield what the words may mean, wherever in the name."""
    for start in range(len(words)):
        for stop in range(start + 1, min(len(words), start + nouns.longest) + 1):
            if noun := nouns.known.get(tuple(words[start:stop])):
                yield noun


def _said(words: list[str], part: str, nouns: Nouns) -> bool:
    """Return whether the rows of a part, or its colors, say one of the words: so its pieces may be called."""
    rows, group = nouns.world.game.rows.get(part, ()), nouns.world.group(part)
    texts = [value for row in rows for value in row.values.values() if isinstance(value, str)]
    texts += [color.name for color in nouns.world.colors(group)] if group else []
    said = {word.lower() for text in texts for word in _WORD.findall(text)}
    return any({word, word.removesuffix("s"), word.removesuffix("es")} & said for word in words)
