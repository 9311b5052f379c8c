"""Report names of colors outside braces (GF130).

In the rules and in the alternative texts of figures every name is reported; in titles, and on faces that were read
back, only those that the palette has made wrong.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.prose.rules_text import CODE_SPAN, PLACEHOLDER, TARGET
from generator.language.color_words import is_shade
from generator.language.plurals import count_noun
from generator.language.translation import translate_colors, translate_game
from generator.model.color import Color
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language
from generator.model.rules import MarkedText

# parts of Markdown that are not read: code, targets of links and pictures, addresses
_HIDDEN = re.compile(rf"{CODE_SPAN}|{TARGET}|\[\^[^\[\]\n]++\]|<[a-zA-Z/!][^<>]*>")
_LONG = 60
_ARTICLE = re.compile(r"\b(?:a|an|the|this|that|its|each|every) $", re.IGNORECASE)
_LONGEST_ARTICLE = 8  # characters
_NOUN = re.compile(r"\s(?P<noun>[a-z]+)\b(?=\s*[.,;:)]|\s+(?:of|on|in|at|is|has|shows|says|tells)\b)", re.IGNORECASE)
_PIECES = frozenset(
    "player side team piece one card tile token pawn meeple cube disc marker die counter figure space square cell field"
    " home start row column color path road line dot mark sign half board army house tower stone ball".split()
)
_SMALL_WORDS = frozenset(
    "and or but then first last next move begin play win lose is are has ha have goes go take take may must can with "
    "to from turn starts start again too also now wins".split()
)


class _SaidColor(NamedTuple):
    """The name of a color outside braces, and what messages call the text that says it."""

    where: str
    word: str
    color: Color
    place: Place


def check_color_names(case: CheckContext) -> Iterator[Finding]:
    """Report names of colors that do not follow the palette: an error where the name is wrong now."""
    game = case.game
    names = _color_names(game.colors)
    if not names:
        return
    if any(color.renamed for color in names.values()):
        yield from _check_printed(case, {name: color for name, color in names.items() if color.renamed})
    yield from _check_texts(game, names)
    for language in game.translations:
        there = translate_colors(game, language)
        shades = [there[color.role] for color in _colors_of_groups(game.colors) if color.role in language.colors]
        yield from _check_texts(translate_game(game, language), _index_by_name(shades), language)


def _check_texts(game: Game, names: Mapping[str, Color], language: Language | None = None) -> Iterator[Finding]:
    """Report names in the rules and in the alternative texts of figures, in the first language or in another."""
    if not names:
        return
    notes: dict[tuple[str, str], list[_SaidColor]] = {}
    for each in _list_said_colors(game, names, language):
        if each.color.renamed:
            yield _report_wrong(each)
        else:
            notes.setdefault((each.place.file, each.color.role), []).append(each)
    yield from (_report_typed(first, len(rest)) for first, *rest in notes.values())


def _list_said_colors(game: Game, names: Mapping[str, Color], language: Language | None) -> "Iterator[_SaidColor]":
    """Yield the names in the rules and in the alternative texts of figures."""
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", re.IGNORECASE)
    things = _OtherThings(game, language)
    if game.rules is not None:
        file = str(Path(game.file).parent / game.data.rules_file)
        prose = MarkedText(game.rules, game.marked)
        for at, word in _find_names(prose, words):
            if not names[word.lower()].renamed and things.are_behind(prose.text, at, word):
                continue
            yield _SaidColor("the rules say", word, names[word.lower()], prose.place(at, file))
    for figure, data in game.data.figures.items():
        path = "figures", figure, "alt"
        place = language.place("figures", figure) if language else game.place(*path)
        for word in dict.fromkeys(
            word for _, word in _find_names(MarkedText(data.alt, game.spoken.get(path, ())), words)
        ):
            yield _SaidColor(f"the words of the figure {figure!r} say", word, names[word.lower()], place)


class _OtherThings:
    """Tells whether the color before a noun is that of a thing on its own, such as `the red star` on a card.

    The nouns of pieces, players and groups are those of the game; others are things of which no palette changes the
    color, unless a role does. Only English is read.
    """

    def __init__(self, game: Game, language: Language | None) -> None:
        spoken = language.tag if language else game.data.language
        self._is_english = spoken.partition("-")[0] == "en"
        groups = {role.partition(".")[0] for role in game.colors if "." in role}
        titles = (f"{name} {part.title}" for name, part in game.parts.items())
        words = {word for text in (*titles, *groups) for word in re.findall(r"[a-z]+", text.lower())}
        self._known = {word.removesuffix("s") for word in words} | _PIECES

    def are_behind(self, text: str, at: int, word: str) -> bool:
        """Return whether a color is followed by a noun for something that is neither a piece nor a player."""
        behind, before = _NOUN.match(text, at + len(word)), _ARTICLE.search(text, max(0, at - _LONGEST_ARTICLE), at)
        noun = behind["noun"].lower() if behind else ""
        return self._is_english and bool(before and noun) and noun.removesuffix("s") not in self._known | _SMALL_WORDS


def _check_printed(case: CheckContext, names: Mapping[str, Color]) -> Iterator[Finding]:
    """Report titles of parts, and first copies of faces, that use the name of a color before it was painted over."""
    now = {color.called.lower() for color in case.game.colors.values()}
    old = {name: color for name, color in names.items() if name not in now}
    if not old:
        return
    called = sorted({*now, *old}, key=len, reverse=True)  # the red of `dark red` is not the old one
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, called))})(?![\w-])", re.IGNORECASE)
    for part in case.parts:
        path = "parts", part.id, "title"
        for word in _find_old_names(part.title, words, old):
            color = old[word.lower()]
            yield _stale_name(
                f"the title {part.title!r} says", word, color, case.game.place(*path), _braces(word, color)
            )
    yield from _check_faces(case, words, old)


def _check_faces(case: CheckContext, words: re.Pattern[str], old: Mapping[str, Color]) -> Iterator[Finding]:
    """Report the first face of each part that uses an old name, with the number of further faces."""
    told: dict[tuple[str, str], list[str]] = {}
    read: dict[str, tuple[str, ...]] = {}
    for piece in case.formats[0].seen if case.formats else ():
        if piece.copy != 1 or piece.part not in case.parts_by_id:
            continue
        text = " ".join(run.text for run in piece.runs)
        if text not in read:
            read[text] = tuple(_find_old_names(text, words, old))
        for word in read[text]:
            told.setdefault((piece.part, word), []).append(f"{piece.id} says {_excerpt(text, word)!r}")
    for (part, word), (first, *rest) in told.items():
        color, more = old[word.lower()], f" (and {count_noun(len(rest), 'more face')})" if rest else ""
        group = color.role.partition(".")[0]
        braces = f"{_braces(word, color)} in the data, {{{{ {group}.called }}}} in a template"
        yield _stale_name(f"{first}{more}:", word, color, case.parts_by_id[part].place, braces)


def _find_old_names(text: str, words: re.Pattern[str], old: Mapping[str, Color]) -> Iterator[str]:
    """Yield each old name in a text once, as it is written there."""
    found = (found[0] for found in words.finditer(" ".join(text.split())))
    yield from dict.fromkeys(word for word in found if word.lower() in old)


def _excerpt(text: str, word: str) -> str:
    """Return a text, cut down to the words near a name if it is long."""
    text = " ".join(text.split())
    if len(text) <= _LONG:
        return text
    found = re.search(rf"(?<!\S)(?:\S+ ){{0,3}}\S*{re.escape(word)}\S*(?: \S+){{0,3}}", text)
    return found[0] if found else text[:_LONG]


def _stale_name(says: str, word: str, color: Color, place: Place, braces: str) -> Finding:
    message = f"{says} {word!r}, but {color.role} now goes by {color.renamed!r}; write {braces}"
    return Finding("GF130", place, message, "warning")


def _color_names(colors: Mapping[str, Color]) -> Mapping[str, Color]:
    """Return the colors of groups by name, longer names first; of colors with one name, the one that is renamed now."""
    return _index_by_name(_colors_of_groups(colors))


def _colors_of_groups(colors: Mapping[str, Color]) -> Sequence[Color]:
    """Return the colors of groups that are called by their paint; in a suit of corn and beet, plum is a fruit."""
    groups: dict[str, list[bool]] = {}
    for role, color in colors.items():
        groups.setdefault(role.partition(".")[0], []).append(is_shade(color.name))
    things = {group for group, shades in groups.items() if 2 * sum(shades) < len(shades)}
    return [
        color
        for role, color in colors.items()
        if "." in role and (color.renamed or (is_shade(color.name) and role.partition(".")[0] not in things))
    ]


def _index_by_name(colors: Iterable[Color]) -> Mapping[str, Color]:
    names: dict[str, Color] = {}
    for color in sorted(colors, key=lambda color: (-len(color.name), not color.renamed)):
        names.setdefault(color.name.lower(), color)
    return names


def _find_names(prose: MarkedText, words: re.Pattern[str]) -> Sequence[tuple[int, str]]:
    """Return the positions of names that braces did not print."""
    text = prose.mask_braces(PLACEHOLDER).text
    if not words.search(text):
        return ()  # the usual case
    shown = _HIDDEN.sub(lambda found: PLACEHOLDER * len(found[0]), text)
    return [(found.start(), found[0]) for found in words.finditer(shown)]


def _braces(word: str, color: Color) -> str:
    return f"{{{{ {'Color' if word[:1].isupper() else 'color'}({color.role!r}) }}}}"


def _report_wrong(said: _SaidColor) -> Finding:
    """Return the error about a name that the palette has made wrong."""
    now = f"{said.color.role} now goes by {said.color.renamed!r}"
    message = f"{said.where} {said.word!r}, but {now}; write {_braces(said.word, said.color)}"
    return Finding("GF130", said.place, message)


def _report_typed(said: _SaidColor, more: int) -> Finding:
    """Return the note on the first place of a name that is right so far, with the number of the others in its file."""
    times = f" (and {count_noun(more, 'more time')})" if more else ""
    says = f"{said.where} {said.word!r}{times}, even if a palette repaints {said.color.role}"
    message = f"{says}; write {_braces(said.word, said.color)}, which follows its paint"
    return Finding("GF130", said.place, message, "note")
