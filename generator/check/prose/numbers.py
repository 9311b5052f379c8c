"""The rules as people read them go in; what is to be said of their numbers of pieces that are no claims comes out.

Of a number in a sentence that is smaller than the count nobody can tell what it is a number of, so it is passed over,
unless words round it say that it is the total. A larger one is wrong, unless such words say that it is won, paid or
drawn; and so is one in a list of contents that is not the count, and what each player begins with, where `setup` has
another number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.check.claims.calls import shown_places
from generator.check.prose.naming import Claims, misnamed
from generator.check.prose.nouns import Noun, Nouns, Picked
from generator.check.prose.passages import BLOT, Passage, names_contents, passages
from generator.check.prose.phrases import Phrase, dealt, heads, hints, passed, phrases, whole
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Level
from generator.model.game import Game, Part
from generator.model.marked import Prose

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
    titles = {part.id: part.title for part in parts}
    claims = Claims(game, prose, frozenset(titles))
    if not _suspicious(text, nouns) and not _misnaming(text, claims, nouns, titles):
        return  # the usual case, for which Markdown need not be taken apart
    file = str(Path(game.file).parent / (game.data.rules or ""))
    for passage in passages(text, game.data.title):
        for each in claims.counted(passage):
            if message := misnamed(each, nouns, titles):
                yield Finding("GF109", prose.place(passage.start + each.at, file), message, "warning")
        for phrase in phrases(passage, nouns):
            for code, message, level in _judged(phrase, passage, nouns):
                yield Finding(code, prose.place(passage.start + phrase.at, file), message, level)


def _suspicious(text: str, nouns: Nouns) -> bool:
    """Return whether anything may come of reading the text: False only where nothing does."""
    bare = text.replace("*", " ").replace("_", " ").replace("~", " ").replace(">", " ")
    bare = re.sub(r"&\w+;", " ", bare) if "&" in bare else bare
    found = phrases(Passage(bare, 0), nouns)
    if any(_matters(phrase, phrase.noun, nouns) or hints(bare, phrase) for phrase in found if phrase.noun):
        return True
    return "```" in text or any(map(heads, _contents(text.split("\n"))))


def _misnaming(text: str, claims: Claims, nouns: Nouns, titles: Mapping[str, str]) -> bool:
    """Return whether anything may come of holding the names in lists of contents to their claims."""
    if not claims:
        return False
    lines, start = text.split("\n"), 0
    listed = set(_contents(lines))
    for line in lines:
        if line in listed and BLOT in line and any(misnamed(each, nouns, titles) for each in claims.near(line, start)):
            return True
        start += len(line) + 1
    return False


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


def _judged(phrase: Phrase, passage: Passage, nouns: Nouns) -> Iterator[tuple[str, str, Level]]:
    """Yield code, message and level of the finding on a phrase, if there is one."""
    text = passage.text
    if phrase.noun is None:
        if phrase.typed.lower() not in ("a", "an"):
            hints_ = [did_you_mean(name.capitalize(), nouns.titles) for name in (phrase.name, phrase.name.split()[-1])]
            hint = next((each for each in hints_ if "mean" in each), hints_[0])
            message = f"the rules list {phrase.said!r}, but no part is called {phrase.name!r}{hint}"
            yield "GF109", message, "warning"
        return
    picked = nouns.picked(phrase.noun, phrase.adjectives)
    right = next((each for each in picked if each.number == phrase.value), None)
    shared, bounded = _SHARED.match(text, phrase.end), _OR_MORE.match(text, phrase.end)
    if bounded or (not phrase.total and _BEFORE.search(text, max(0, phrase.at - 20), phrase.at)):
        return
    if not shared and not phrase.total and (message := _begun_with(phrase, phrase.noun, passage, nouns)):
        yield "GF107", message, "error"
        return
    if right:
        if not shared and phrase.typed.lower() not in ("a", "an"):
            claim = right.claim(phrase.typed)
            message = f"unmarked number: {phrase.said!r} agrees with the data; mark it as {claim} so that it stays so"
            yield "GF108", message, "note"
        return
    if any(phrase.value in each.others for each in picked) or phrase.loose:
        return
    if _wrong(phrase, text, picked, nouns, bool(shared)):
        most = picked[0] if phrase.total or phrase.value < picked[-1].most else picked[-1]
        message = (
            f"the rules say {phrase.said!r}; the data declares {most.number} of {most} ({shown_places(most.places)})"
        )
        yield "GF107", message, "error"


def _wrong(phrase: Phrase, text: str, picked: Sequence[Picked], nouns: Nouns, shared: bool) -> bool:
    """Return whether a number that is none of the counts must be one."""
    if phrase.total and not shared:
        return True
    if phrase.value > picked[-1].most:
        return phrase.total or not passed(text, phrase)
    if shared or not whole(text, phrase):
        return False
    (_, where), *_ = picked[0].of
    understood = all(word.lower() in {str(value).lower() for value in where.values()} for word in phrase.adjectives)
    return understood and phrase.value not in nouns.sorts(picked)


def _begun_with(phrase: Phrase, noun: Noun, passage: Passage, nouns: Nouns) -> str:
    """Return what is to be said of a number that each player begins with, if `setup` has another; else nothing."""
    if phrase.adjectives or len(noun.choices) > 1 or len(noun.choices[0]) > 1:
        return ""
    game, (part,) = nouns.world.game, noun.choices[0]
    lines = [(n, line) for n, line in enumerate(game.data.setup) if line.part == part and line.each is not None]
    if len(lines) != 1 or not dealt(passage.text, phrase, passage.setup):
        return ""
    ((number, line),) = lines
    if line.where or line.players or line.each == phrase.value:
        return ""
    place = game.place("setup", number, "each")
    return f"the rules give each player {phrase.said!r}; `setup` gives {line.each} of {part!r} ({place})"
