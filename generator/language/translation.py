"""Put a game into one of its languages."""

from collections.abc import Mapping
from pathlib import PurePath
from unicodedata import normalize

from msgspec.structs import replace

from generator.language.number_words import parse_number
from generator.model.color import Color
from generator.model.game import Game
from generator.model.language import Language


def apply_translated_rules(game: Game, language: Language) -> Game:
    """Return the game with the rules of a language and everything else unchanged."""
    if language is game.first:
        return game
    file = str(PurePath(game.data.rules_file).with_name(PurePath(language.file).name))
    book = game.data.rulebook
    return replace(
        game,
        rules=language.rules,
        inline=language.inline,
        marked=language.marked,
        data=replace(game.data, rules=replace(book, file=file) if book else file),
    )


def translate_colors(game: Game, language: Language) -> Mapping[str, Color]:
    """Return the colors with their names in a language; colors without one keep theirs."""
    return {
        role: replace(color, name=language.colors.get(role, color.name), renamed=language.repainted.get(role, ""))
        for role, color in game.colors.items()
    }


def translate_game(game: Game, language: Language) -> Game:
    """Return the game in a language: rules, title, texts around them and the names of colors that people read.

    Color.name stays, because ids and rows refer to colors by it.
    """
    if language is game.first:
        return game
    there = translate_colors(game, language)
    colors = {
        role: replace(color, renamed="" if there[role].called == color.name else there[role].called)
        for role, color in game.colors.items()
    }
    figures = {name: replace(data, alt=language.alts.get(name, data.alt)) for name, data in game.data.figures.items()}
    made = apply_translated_rules(game, language)
    data = replace(
        made.data,
        title=language.title,
        about=language.about,
        credits=list(language.credits),
        notice=language.notice,
        figures=figures,
        print_notes=list(language.print_notes) or made.data.print_notes,
    )
    spoken = {("figures", *path[1:], "alt"): marks for path, marks in language.spoken.items() if path[0] == "figures"}
    return replace(made, data=data, colors=colors, spoken=spoken)


def parse_translated_number(text: str, language: Language | None) -> int | None:
    """Return the number that a text says in a language, in digits or in its number words; None if it is no number."""
    if language is None or language.tag.partition("-")[0] == "en":
        return parse_number(text)
    if text.isdecimal():
        return parse_number(text)
    known = [[_fold_case(word) for word in each.split("|")] for each in language.terms.numbers]
    return next((at for at, words in enumerate(known) if _fold_case(text) in words), None)


def _fold_case(text: str) -> str:
    """Return a text for comparison: case folded, accents composed (NFC), spaces collapsed."""
    return " ".join(normalize("NFC", text).casefold().split())
