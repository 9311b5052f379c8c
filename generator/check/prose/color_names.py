"""A game goes in; the colors that its texts name outside braces come out: GF130.

Of the rules and the words of figures all names; of titles, and of faces that were read back, those that are wrong now.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from generator.check.evidence.case import Case
from generator.check.prose.rules_text import BLOT
from generator.language.color_words import is_shade
from generator.language.plurals import many
from generator.language.translation import colors_in, in_language
from generator.model.color import Color
from generator.model.finding import Finding
from generator.model.game import Game
from generator.model.language import Language
from generator.model.marked import Prose
from generator.model.place import Place

# what of Markdown nobody reads: code, targets of links and of drawings, addresses
_HIDDEN = re.compile(r"(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)|\]\([^)]*\)|<[a-zA-Z/!][^<>]*>", re.DOTALL)
_LONG = 60


def unnamed(case: Case) -> Iterator[Finding]:
    """Yield GF130 for each name of a color that would stay whatever the palette: an error where it is wrong now."""
    game = case.game
    names = _names(game.colors)
    if not names:
        return
    if any(color.renamed for color in names.values()):
        yield from _printed(case, {name: color for name, color in names.items() if color.renamed})
    yield from _said(game, names)
    for language in game.translations:
        there = colors_in(game, language)
        shades = [there[color.role] for color in _grouped(game.colors) if color.role in language.colors]
        yield from _said(in_language(game, language), _by_name(shades), language)


def _said(game: Game, names: Mapping[str, Color], language: Language | None = None) -> Iterator[Finding]:
    """Yield GF130 for the rules and the words of figures, in the first language or in another."""
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
        place = language.place("figures", figure) if language else game.place(*path)
        for word in dict.fromkeys(word for _, word in _found(Prose(data.alt, game.spoken.get(path, ())), words)):
            yield _finding(f"the words of the figure {figure!r} say", word, names[word.lower()], place)


def _printed(case: Case, names: Mapping[str, Color]) -> Iterator[Finding]:
    """Yield GF130 for the titles of parts, and for the first copy of each face, that name a color as it was."""
    now = {color.called.lower() for color in case.game.colors.values()}
    old = {name: color for name, color in names.items() if name not in now}
    if not old:
        return
    called = sorted({*now, *old}, key=len, reverse=True)  # the red of `dark red` is not the old one
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, called))})(?![\w-])", re.IGNORECASE)
    for part in case.parts:
        path = "parts", part.id, "title"
        for word in _old(part.title, words, old):
            color = old[word.lower()]
            yield _stale(f"the title {part.title!r} says", word, color, case.game.place(*path), _braces(word, color))
    yield from _faces(case, words, old)


def _faces(case: Case, words: re.Pattern[str], old: Mapping[str, Color]) -> Iterator[Finding]:
    """Yield GF130 for the first face of each part that names a color as it was, and how many more there are."""
    told: dict[tuple[str, str], list[str]] = {}
    read: dict[str, tuple[str, ...]] = {}
    for piece in case.formats[0].seen if case.formats else ():
        if piece.copy != 1 or piece.part not in case.known:
            continue
        text = " ".join(run.text for run in piece.runs)
        if text not in read:
            read[text] = tuple(_old(text, words, old))
        for word in read[text]:
            told.setdefault((piece.part, word), []).append(f"{piece.id} says {_near(text, word)!r}")
    for (part, word), (first, *rest) in told.items():
        color, more = old[word.lower()], f" (and {many(len(rest), 'more face')})" if rest else ""
        group = color.role.partition(".")[0]
        braces = f"{_braces(word, color)} in the data, {{{{ {group}.called }}}} in a template"
        yield _stale(f"{first}{more}:", word, color, case.known[part].place, braces)


def _old(text: str, words: re.Pattern[str], old: Mapping[str, Color]) -> Iterator[str]:
    """Yield each old name in a text once."""
    found = (found[0] for found in words.finditer(" ".join(text.split())))
    yield from dict.fromkeys(word for word in found if word.lower() in old)


def _near(text: str, word: str) -> str:
    """Return a text, or of a long one the words near a name."""
    text = " ".join(text.split())
    if len(text) <= _LONG:
        return text
    found = re.search(rf"(?:\S+ ){{0,3}}\S*{re.escape(word)}\S*(?: \S+){{0,3}}", text)
    return found[0] if found else text[:_LONG]


def _stale(says: str, word: str, color: Color, place: Place, braces: str) -> Finding:
    message = f"{says} {word!r}, but {color.role} now goes by {color.renamed!r}; write {braces}"
    return Finding("GF130", place, message, "warning")


def _names(colors: Mapping[str, Color]) -> Mapping[str, Color]:
    """Return the colors of groups by their names, the longer first; of one name that which is now called otherwise."""
    return _by_name(_grouped(colors))


def _grouped(colors: Mapping[str, Color]) -> Sequence[Color]:
    return [color for role, color in colors.items() if "." in role and (color.renamed or is_shade(color.name))]


def _by_name(colors: Iterable[Color]) -> Mapping[str, Color]:
    names: dict[str, Color] = {}
    for color in sorted(colors, key=lambda color: (-len(color.name), not color.renamed)):
        names.setdefault(color.name.lower(), color)
    return names


def _found(prose: Prose, words: re.Pattern[str]) -> Sequence[tuple[int, str]]:
    """Return where names stand that braces have not printed."""
    text = prose.blotted(BLOT).text
    if not words.search(text):
        return ()  # the usual case
    shown = _HIDDEN.sub(lambda found: BLOT * len(found[0]), text)
    return [(found.start(), found[0]) for found in words.finditer(shown)]


def _braces(word: str, color: Color) -> str:
    return f"{{{{ {'Color' if word[:1].isupper() else 'color'}({color.role!r}) }}}}"


def _finding(says: str, word: str, color: Color, place: Place) -> Finding:
    braces = _braces(word, color)
    if color.renamed:
        message = f"{says} {word!r}, but {color.role} now goes by {color.renamed!r}; write {braces}"
        return Finding("GF130", place, message)
    message = f"{says} {word!r}, whatever the palette; write {braces}, which goes with {color.role}"
    return Finding("GF130", place, message, "note")
