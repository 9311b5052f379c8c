"""The rules as people read them and the parts of a game go in; the parts that they never mention come out."""

import re
from collections.abc import Iterator, Sequence

from generator.language.plurals import forms
from generator.language.translation import with_rules
from generator.model.figure_data import shown_within
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.language import Language

_WORD = re.compile(r"[^\W\d_]+")
_HIDDEN = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)")  # code, and where links and figures lead: nobody reads these
_FIGURE = re.compile(r"\]\(figure:([^)\s]+)")
_ARTICLES = ("a", "an", "the")


def unmentioned(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield GF131 for each part that the rules neither name nor count nor show in a figure; a game needs no rules."""
    if game.rules is None:
        return
    for language in game.translations:
        yield from _elsewhere(with_rules(game, language), language, parts)
    read = _HIDDEN.sub(" ", game.rules).lower()
    words, shown = f" {' '.join(_WORD.findall(read))} ", _shown(game)
    for part in parts:
        if part.id in shown or any(name in words for name in _names(part.title)) or _counted(game, part.id):
            continue
        if not part.title.isascii() and part.title.lower() in read:
            continue  # not all languages part words by blanks
        message = f"the rules never mention {part.id!r} ({part.title}), neither by that name nor in a figure or a claim"
        yield Finding("GF131", part.place, message, "warning")


def _elsewhere(game: Game, language: Language, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield GF131 for what the rules in another language never mention, by any of its names there, in any ending."""
    read, shown = _HIDDEN.sub(" ", language.rules).casefold(), _shown(game)
    for part in parts:
        names = language.parts.get(part.id, ())
        if part.id in shown or _counted(game, part.id) or any(name.casefold() in read for name in names):
            continue
        message = f"the rules in {language.tag!r} never mention {part.id!r} ({', '.join(names)}), neither by a name nor"
        place = language.place("parts", part.id)
        yield Finding("GF131", place, f"{message} in a figure or a claim", "warning")


def _names(title: str) -> Iterator[str]:
    """Yield the title in singular and plural, between blanks."""
    words = _WORD.findall(title.lower())
    *before, last = words[1:] if len(words) > 1 and words[0] in _ARTICLES else words or [title.lower()]
    return (f" {' '.join([*before, form])} " for form in forms(last))


def _counted(game: Game, part: str) -> bool:
    """Return whether a claim of the rules asks for a part."""
    return any(claim.what == part or f"'{part}'" in claim.what or f'"{part}"' in claim.what for claim in game.inline)


def _shown(game: Game) -> set[str]:
    """Return the parts whose figures the rules show."""
    figures = game.data.figures
    named = {*_FIGURE.findall(game.rules or ""), *shown_within(figures, game.data.cover)}
    return {part for name, each in figures.items() if name in named for part in each.shown}
