"""Report names of colors outside braces that the palette has made wrong (GF130).

They are errors where a part in the colors of the group is named next, for other things may well be red; else they are
warnings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.words.part_names import PartNames
from generator.check.words.rules_text import HIDDEN, PLACEHOLDER, mask_rules
from generator.language.translation import translate_colors, translate_game
from generator.model.color import Color
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game
from generator.model.language import Language
from generator.model.rules import MarkedText

_SENTENCE = re.compile(
    rf"(?:(?!\)|[.!?]\s|\n[^\S\n]*[\n{HIDDEN}]).)*", re.DOTALL
)  # or parentheses, or an item of a list


class _SaidColor(NamedTuple):
    """The name of a color outside braces, and what messages call the text that says it."""

    where: str
    word: str
    color: Color
    place: Place
    level: Level


def check_color_names(case: CheckContext) -> Iterator[Finding]:
    """Report names of colors that the palette has made wrong (GF130).

    A name that is right so far is listed by `check --coverage`.
    """
    game = case.game
    names = _index_by_name(color for role, color in game.colors.items() if "." in role)
    if any(color.renamed for color in names.values()):
        yield from _check_texts(game, names)
    for language in game.translations:
        there = translate_colors(game, language)
        own = _index_by_name(there[role] for role in game.colors if role in language.colors and "." in role)
        yield from _check_texts(translate_game(game, language), own, language)


def _check_texts(game: Game, names: Mapping[str, Color], language: Language | None = None) -> Iterator[Finding]:
    """Report names in the rules and in the alternative texts of figures, in the first language or in another."""
    if any(color.renamed for color in names.values()):
        yield from (_report_wrong(each) for each in _list_said_colors(game, names, language) if each.color.renamed)


def _list_said_colors(game: Game, names: Mapping[str, Color], language: Language | None) -> "Iterator[_SaidColor]":
    """Yield the names in the rules and in the alternative texts of figures."""
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", re.IGNORECASE)
    spoken = language or game.first
    parts = PartNames(spoken) if spoken else None
    if game.rules is not None:
        file = str(Path(game.file).parent / game.data.rules_file)
        prose, read = MarkedText(game.rules, game.marked), mask_rules(game.rules).words
        for at, word in _find_names(prose, words):
            color = names[word.lower()]
            level = _find_level(game, color, parts, read[at:])
            yield _SaidColor("the rules say", word, color, prose.place(at, file), level)
    for figure, data in game.data.figures.items():
        path = "figures", figure, "alt"
        place = language.place("figures", figure) if language else game.place(*path)
        found = _find_names(MarkedText(data.alt, game.spoken.get(path, ())), words)
        for word, at in {word: at for at, word in reversed(found)}.items():
            color = names[word.lower()]
            level = _find_level(game, color, parts, data.alt[at:])
            yield _SaidColor(f"the words of the figure {figure!r} say", word, color, place, level)


def _find_level(game: Game, color: Color, parts: PartNames | None, after: str) -> Level:
    """Return `error` if the next part of a sentence is in the colors of the group, for each of them or by its rows."""
    sentence, group = _SENTENCE.match(after), color.role.partition(".")[0]
    for part in parts.find_all_parts(sentence[0])[:1] if parts and sentence else ():
        cells = {str(cell) for row in game.rows.get(part, ()) for cell in row.values.values()}
        if game.parts[part].for_each == group or any(role.startswith(f"{group}.") for role in cells & {*game.colors}):
            return "error"
    return "warning"


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
    return [(found.start(), found[0]) for found in words.finditer(mask_rules(text).words)]


def _braces(word: str, color: Color) -> str:
    return f"{{{{ {'Color' if word[:1].isupper() else 'color'}({color.role!r}) }}}}"


def _report_wrong(said: _SaidColor) -> Finding:
    """Return the finding on a name that the palette has made wrong."""
    now = f"{said.color.role} now goes by {said.color.renamed!r}"
    message = f"{said.where} {said.word!r}, but {now}; write {_braces(said.word, said.color)}"
    return Finding("GF130", said.place, message, said.level)
