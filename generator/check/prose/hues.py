"""A game goes in; the colors that its rules and the words of its figures name outside braces come out: GF130."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.check.case import Case
from generator.check.prose.passages import BLOT
from generator.model.color import Color
from generator.model.finding import Finding
from generator.model.marked import Prose
from generator.model.place import Place
from generator.model.shades import is_shade

# what of Markdown nobody reads: code, targets of links and of drawings, addresses
_HIDDEN = re.compile(r"(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)|\]\([^)]*\)|<[a-zA-Z/!][^<>]*>", re.DOTALL)


def unnamed(case: Case) -> Iterator[Finding]:
    """Yield GF130 for each name of a color that would stay whatever the palette: an error where it is wrong now."""
    game = case.game
    names = _names(game.colors)
    if not names:
        return
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", re.IGNORECASE)
    if game.rules is not None:
        file = str(Path(game.file).parent / (game.data.rules or ""))
        prose = Prose(game.rules, game.marked)
        for at, word in _found(prose, words):
            yield _finding("the rules say", word, names[word.lower()], prose.place(at, file))
    for figure, data in game.data.figures.items():
        path = "figures", figure, "alt"
        for word in dict.fromkeys(word for _, word in _found(Prose(data.alt, game.spoken.get(path, ())), words)):
            yield _finding(f"the words of the figure {figure!r} say", word, names[word.lower()], game.place(*path))


def _names(colors: Mapping[str, Color]) -> Mapping[str, Color]:
    """Return the colors of groups by their names, the longer first; of one name that which is now called otherwise."""
    grouped = [color for role, color in colors.items() if "." in role and (color.renamed or is_shade(color.name))]
    grouped.sort(key=lambda color: (-len(color.name), not color.renamed))
    names: dict[str, Color] = {}
    for color in grouped:
        names.setdefault(color.name.lower(), color)
    return names


def _found(prose: Prose, words: re.Pattern[str]) -> Sequence[tuple[int, str]]:
    """Return where names stand that braces have not printed."""
    text = prose.blotted(BLOT).text
    if not words.search(text):
        return ()  # the usual case
    shown = _HIDDEN.sub(lambda found: BLOT * len(found[0]), text)
    return [(found.start(), found[0]) for found in words.finditer(shown)]


def _finding(says: str, word: str, color: Color, place: Place) -> Finding:
    braces = f"{{{{ {'Color' if word[:1].isupper() else 'color'}({color.role!r}) }}}}"
    if color.renamed:
        message = f"{says} {word!r}, but {color.role} now goes by {color.renamed!r}; write {braces}"
        return Finding("GF130", place, message)
    message = f"{says} {word!r}, whatever the palette; write {braces}, which goes with {color.role}"
    return Finding("GF130", place, message, "note")
