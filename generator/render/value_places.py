"""Find the value of the data that a drawn text comes from, so that a fault of the text is told at its place."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from generator.model.finding import Place
from generator.model.game import Game
from generator.model.language import Language


def find_text_place(game: Game, language: Language | None, text: str, char: str) -> Place | None:
    """Return the place of the value that a drawn text with a character comes from; None if no value has the character.

    Of several values, that is the text itself, else the longest that the text contains, else the shortest that contains
    the text, which may be a line or a word of it, else any.
    """
    found = [(value, place) for value, place in _iterate_texts(game, language) if char in value]
    return min(found, key=lambda each: _rank(each[0], text), default=("", None))[1]


def find_name_place(game: Game, name: str) -> Place | None:
    """Return the place of the first value of the data that is a name, such as the mark of a color; None without one."""
    return next((place for value, place in _iterate_texts(game, None) if value == name), None)


def _rank(value: str, text: str) -> tuple[int, int]:
    """Return how near a value is to a text: less is nearer."""
    value, text = " ".join(value.split()), " ".join(text.split())
    if value == text:
        return 0, 0
    return (1, -len(value)) if value in text else (2, len(value)) if text in value else (3, 0)


def _iterate_texts(game: Game, language: Language | None) -> Iterator[tuple[str, Place]]:
    """Yield each text of the data with its place: of the translation, of rows, then of `game.yaml`."""
    if language is not None:
        yield from ((words, language.place("says", text)) for text, words in language.says.items())
    for rows in game.rows.values():
        for row in rows:
            for column, value in row.values.items():
                yield from ((text, row.place(column)) for _, text in _walk_texts(value, ()))
    data = msgspec.to_builtins(game.data)
    data["parts"] = {key: msgspec.to_builtins(part) for key, part in game.parts.items()}
    yield from ((text, game.place(*path)) for path, text in _walk_texts(data, ()))


def _walk_texts(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield each text in a value, with its path."""
    if isinstance(value, str):
        yield path, value
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list | tuple) else ()
    for key, each in inner:
        yield from _walk_texts(each, (*path, key))
