"""The rules as people read them go in; what is to be said of their numbers of pieces that are no claims comes out.

Of a number in a sentence that is smaller than the count nobody can tell what it is a number of, so it is passed over. A
larger one is wrong, and so is one in a list of contents that is not the count.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.check.claims.calls import shown_places
from generator.check.prose.nouns import Noun, Nouns
from generator.check.prose.passages import BLOT, Passage, names_contents, passages
from generator.check.prose.phrases import Phrase, heads, phrases
from generator.model.finding import Finding, Level
from generator.model.game import Game, Part
from generator.model.marked import Prose
from generator.model.nearest import did_you_mean

# what stands before a number that is a name, a bound, an end of a range or of a size
_BEFORE = re.compile(
    r"(?:\b(?:a|an|about|above|almost|another|approximately|around|at|below|by|every|extra|figure|further|least|most|"
    r"nearly|number|or|other|over|page|player|round|roughly|section|space|square|step|than|times|to|under|worth|x)"
    r"|[-\u2013\u2014\u2212+\u00d7*/=<>]|\d)\s*$",
    re.IGNORECASE,
)
_OR_MORE = re.compile(r"\s+or\s+(?:more|fewer|less)\b", re.IGNORECASE)
_HEADING = re.compile(r"[ >]*(#{1,6})(?=\s)")
_RULED = re.compile(r"[ >]*(?:=+|-+) *$")
_SHARED = re.compile(r"[^.;:()!?|]*?\b(?:each|every|per|apiece)\b", re.IGNORECASE)


def unmarked(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield what is to be said of the numbers in the rules that are no claims: GF107 to GF109."""
    if game.rules is None:
        return
    prose = Prose(game.rules, game.marked).blotted(BLOT, game.colors)
    text, nouns = prose.text, Nouns(game, parts)
    if not _suspicious(text, nouns):
        return  # the usual case, for which Markdown need not be taken apart
    file = str(Path(game.file).parent / (game.data.rules or ""))
    for passage in passages(text, game.data.title):
        for phrase in phrases(passage, nouns):
            for code, message, level in _judged(phrase, passage.text, nouns):
                yield Finding(code, prose.place(passage.start + phrase.at, file), message, level)


def _suspicious(text: str, nouns: Nouns) -> bool:
    """Return whether anything may come of reading the text: False only where nothing does."""
    bare = text.replace("*", " ").replace("_", " ").replace("~", " ").replace(">", " ")
    bare = re.sub(r"&\w+;", " ", bare) if "&" in bare else bare
    if any(_matters(phrase, phrase.noun, nouns) for phrase in phrases(Passage(bare, 0), nouns) if phrase.noun):
        return True
    return "```" in text or any(map(heads, _contents(text.split("\n"))))


def _contents(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines that may stand below a heading of contents: too many sooner than too few."""
    level = 0
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        found = _HEADING.match(line)
        mine = len(found[1]) if found else 2 if _RULED.match(after) else 0
        if mine and names_contents(line):
            level = min(mine, level or mine)
        elif found and mine <= level and line[0] == "#":
            level = 0
        elif level:
            yield line


def _matters(phrase: Phrase, noun: Noun, nouns: Nouns) -> bool:
    """Return whether a number of a part is one of its counts, or larger than any."""
    picked = nouns.picked(noun, phrase.adjectives)
    return phrase.value in {each.number for each in picked} or phrase.value > picked[-1].most


def _judged(phrase: Phrase, text: str, nouns: Nouns) -> Iterator[tuple[str, str, Level]]:
    """Yield code, message and level of the finding on a phrase, if there is one."""
    if phrase.noun is None:
        if phrase.typed.lower() not in ("a", "an"):
            hints = [did_you_mean(name.capitalize(), nouns.titles) for name in (phrase.name, phrase.name.split()[-1])]
            hint = next((each for each in hints if "mean" in each), hints[0])
            message = f"the rules list {phrase.said!r}, but no part is called {phrase.name!r}{hint}"
            yield "GF109", message, "warning"
        return
    picked = nouns.picked(phrase.noun, phrase.adjectives)
    right = next((each for each in picked if each.number == phrase.value), None)
    shared, bounded = _SHARED.match(text, phrase.end), _OR_MORE.match(text, phrase.end)
    if bounded or (not phrase.total and _BEFORE.search(text, max(0, phrase.at - 20), phrase.at)):
        return
    if right:
        if not shared and phrase.typed.lower() not in ("a", "an"):
            claim = right.claim(phrase.typed)
            message = f"unmarked number: {phrase.said!r} agrees with the data; mark it as {claim} so that it stays so"
            yield "GF108", message, "note"
        return
    larger = phrase.value > picked[-1].most
    if any(phrase.value in each.others for each in picked) or phrase.loose:
        return
    if larger or (phrase.total and not shared):
        most = picked[0] if phrase.total else picked[-1]
        message = (
            f"the rules say {phrase.said!r}; the data declares {most.number} of {most} ({shown_places(most.places)})"
        )
        yield "GF107", message, "error"
