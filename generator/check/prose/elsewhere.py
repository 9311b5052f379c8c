"""The rules of a game in another language go in; numbers beside the names of its parts that are no claims come out.

What such a number means depends on words that are known in English alone. So it is wrong only where it is larger than
the count, and the first rules nowhere say it of that part.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from generator.check.claims.calls import shown_places
from generator.check.prose.nouns import Noun, Nouns, Picked
from generator.check.prose.passages import BLOT, Passage, bare
from generator.check.prose.phrases import phrases
from generator.language.translation import counted
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.marked import Prose

_DIGITS = r"\d{1,6}(?![\d.,]\d)"


def uncounted(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield GF107 for numbers that are larger than what there is, GF108 for those that agree and are no claims."""
    nouns = Nouns(game, parts) if game.translations else None
    for language in game.translations:
        assert nouns is not None
        yield from _of(game, language, nouns)


def _of(game: Game, language: Language, nouns: Nouns) -> Iterator[Finding]:
    names: dict[str, dict[str, None]] = {}  # several parts may share a name
    for part, words in language.parts.items():
        for name in words:
            names.setdefault(" ".join(name.casefold().split()), {})[part] = None
    if not names:
        return
    prose = Prose(language.rules, language.marked).blotted(BLOT, game.colors)
    text = bare(prose.text)
    said: set[tuple[int, str]] | None = None
    for found in _pattern(names, language).finditer(text):
        value, parts = counted(found["number"], language), tuple(names[" ".join(found["name"].casefold().split())])
        picked = nouns.picked(Noun((parts,), several=True, kind=False), ())[0]
        place = prose.place(found.start(), language.file)
        if value is None or value < 2:
            continue
        if value == picked.number:
            claim = picked.claim(found["number"])
            message = f"unmarked number: {found[0]!r} agrees with the data; mark it as {claim} so that it stays so"
            yield Finding("GF108", place, message, "note")
        elif value > picked.most:
            said = _first_says(game, nouns) if said is None else said
            if not any((value, part) in said for part in parts):
                yield Finding("GF107", place, _wrong(found[0], picked))


def _pattern(names: Collection[str], language: Language) -> re.Pattern[str]:
    """Return what finds a number with the name of a part right behind it, both as they stand in the table."""
    words = [each.strip() for number in language.terms.numbers for each in number.split("|")]
    numbers = "|".join([_DIGITS, *map(re.escape, sorted(words, key=len, reverse=True))])
    longest = sorted(names, key=len, reverse=True)
    called = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest)
    return re.compile(rf"(?<![\w.,-])(?P<number>{numbers})\s+(?P<name>{called})(?![\w-])", re.IGNORECASE)


def _first_says(game: Game, nouns: Nouns) -> set[tuple[int, str]]:
    """Return each number that stands at the name of a part in the first rules, whatever it counts there."""
    text = bare(Prose(game.rules or "", game.marked).blotted(BLOT, game.colors).text)
    return {
        (phrase.value, part)
        for phrase in phrases(Passage(text, 0), nouns)
        if phrase.noun
        for choice in phrase.noun.choices
        for part in choice
    }


def _wrong(said: str, picked: Picked) -> str:
    said = " ".join(said.split())
    return f"the rules say {said!r}; the data declares {picked.number} of {picked} ({shown_places(picked.places)})"
