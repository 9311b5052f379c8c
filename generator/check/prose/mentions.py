"""Report parts that the rules never mention (GF131)."""

import re
from collections.abc import Iterator, Sequence

from generator.language.plurals import noun_forms
from generator.language.translation import apply_translated_rules
from generator.model.figure import find_embedded_figures
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.language import Language

_WORD = re.compile(r"[^\W\d_]+")
_HIDDEN = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)")  # not read: code, and the targets of links and figures
_FIGURE = re.compile(r"\]\(figure:([^)\s]+)")
_ARTICLES = ("a", "an", "the")


def check_mentions(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report each part that the rules neither name nor count nor show in a figure. A game without rules has none."""
    if game.rules is None:
        return
    for language in game.translations:
        yield from _check_translation(apply_translated_rules(game, language), language, parts)
    read = _HIDDEN.sub(" ", game.rules).lower()
    words, shown = f" {' '.join(_WORD.findall(read))} ", _parts_in_figures(game)
    for part in parts:
        if part.id in shown or any(name in words for name in _title_forms(part.title)) or _is_counted(game, part.id):
            continue
        if not part.title.isascii() and part.title.lower() in read:
            continue  # some languages put no blanks between words
        message = f"the rules never mention {part.id!r} ({part.title}), neither by that name nor in a figure or a claim"
        yield Finding("GF131", part.place, message, "warning")


def _check_translation(game: Game, language: Language, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report parts that a translation never mentions. A name counts with any ending, as languages inflect nouns."""
    read, shown = _HIDDEN.sub(" ", language.rules).casefold(), _parts_in_figures(game)
    for part in parts:
        names = language.parts.get(part.id, ())
        if part.id in shown or _is_counted(game, part.id) or any(name.casefold() in read for name in names):
            continue
        message = f"the rules in {language.tag!r} never mention {part.id!r} ({', '.join(names)}), neither by a name nor"
        place = language.place("parts", part.id)
        yield Finding("GF131", place, f"{message} in a figure or a claim", "warning")


def _title_forms(title: str) -> Iterator[str]:
    """Yield the title in singular and plural, each between blanks."""
    words = _WORD.findall(title.lower())
    *before, last = words[1:] if len(words) > 1 and words[0] in _ARTICLES else words or [title.lower()]
    return (f" {' '.join([*before, form])} " for form in noun_forms(last))


def _is_counted(game: Game, part: str) -> bool:
    """Return whether a claim in the rules asks about a part."""
    return any(claim.what == part or f"'{part}'" in claim.what or f'"{part}"' in claim.what for claim in game.inline)


def _parts_in_figures(game: Game) -> set[str]:
    """Return the parts in the figures that the rules show."""
    figures = game.data.figures
    named = {*_FIGURE.findall(game.rules or ""), *find_embedded_figures(figures, game.data.cover)}
    return {part for name, each in figures.items() if name in named for part in each.shown}
