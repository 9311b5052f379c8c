"""Collect the words that the data of a game use, as the rules may use them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import to_builtins

from generator.language.plurals import noun_forms
from generator.language.rule_words import RuleWords
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.printed import ReadPiece

_WORD = re.compile(r"[^\W\d_]+")
_MOST_TEXTS = 20_000  # of rows and cells that are looked at


class GameWords(NamedTuple):
    """The names that a game uses for things, folded.

    `known` are all words of its data and of what its pieces print, with their singulars and plurals. `names` are the
    texts that name one thing: ids, titles, kinds of cells, values of rows. `colors` are the words for its colors, and
    `pieces` what its parts are called, by the last word of each name.
    """

    known: frozenset[str]
    names: frozenset[str]
    colors: frozenset[str]
    pieces: Mapping[str, frozenset[str]]
    own: Mapping[str, frozenset[str]]
    kinds_of: Mapping[str, frozenset[str]]
    nouns_of: Mapping[str, frozenset[str]]

    def parts_called(self, word: str) -> frozenset[str]:
        """Return the ids of the parts that a noun may stand for."""
        return self.own.get(word) or self.pieces.get(word, frozenset())


def collect_game_words(
    game: Game, parts: Sequence[Part], language: Language, seen: Iterable[ReadPiece], words: RuleWords
) -> GameWords:
    """Return the words of a game in a language; `seen` are its finished faces, if there are any."""
    names = {text for text in _list_names(game, parts, language) if text}
    texts = [*names, *_list_texts(game, language), *{run.text for piece in seen for run in piece.runs}]
    found = {word for text in texts for word in _WORD.findall(text.casefold())}
    english = language.tag.partition("-")[0] == "en"
    forms = {form for word in found for form in noun_forms(word)} if english else set()
    pieces = _name_pieces(parts, language, words, english)
    colors = {word for each in language.colors.values() for word in _WORD.findall(each.casefold())}
    colors |= {word for each in language.repainted.values() for word in _WORD.findall(each.casefold())}
    colors |= {
        word for color in game.colors.values() for word in _WORD.findall(f"{color.role} {color.called}".casefold())
    }
    known = frozenset(found | forms | colors | {word for word in pieces if pieces[word]})
    own = _name_pieces(parts, language, words._replace(by_kind={}), english)
    kinds, nouns = _split_names(game, parts, language, own, words.stops)
    return GameWords(known, frozenset(_fold(name) for name in names), frozenset(colors), pieces, own, kinds, nouns)


def _split_names(
    game: Game, parts: Sequence[Part], language: Language, own: Mapping[str, frozenset[str]], stops: frozenset[str]
) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Return what comes before the nouns of parts, in their names and as ids of their rows, and the reverse."""
    kinds: dict[str, set[str]] = {noun: set() for noun in own}
    nouns: dict[str, set[str]] = {}
    for noun, ids in own.items():
        for part in (part for part in parts if part.id in ids):
            names = [_fold(name).split() for name in language.parts.get(part.id, ())]
            before = {name[-2] for name in names if len(name) > 1} - stops  # `cubes de vache`
            rows = {_fold(text) for row in game.rows.get(part.id, ())[:100] for text in _strings(row.values.get("id"))}
            kinds[noun] |= before | {text for text in rows if text.isalpha()}
            for word in before:
                nouns.setdefault(word, set()).add(noun)
    freeze = {noun: frozenset(found) for noun, found in kinds.items()}
    return freeze, {word: frozenset(found) for word, found in nouns.items()}


def _name_pieces(
    parts: Sequence[Part], language: Language, words: RuleWords, english: bool
) -> Mapping[str, frozenset[str]]:
    """Return the parts by the nouns that stand for them: the last words of their names, and words for their kind."""
    found: dict[str, set[str]] = {}
    for part in parts:
        heads = {_fold(name).rpartition(" ")[2] for name in language.parts.get(part.id, ())}
        heads |= {form for head in [*heads] for form in noun_forms(head)} if english else set()
        for word in heads | words.by_kind.get(part.kind, frozenset()):
            found.setdefault(word, set()).add(part.id)
    return {word: frozenset(ids) for word, ids in found.items()}


def _list_names(game: Game, parts: Sequence[Part], language: Language) -> Iterator[str]:
    """Yield the names of things: parts, rows, cells, sections, areas, routes, figures."""
    for part in parts:
        yield from (part.id, part.title, part.kind, *language.parts.get(part.id, ()))
        board = part.board
        if board:
            cells = list(board.cells.values())[:_MOST_TEXTS]
            yield from {text for cell in cells for text in (cell.kind, cell.label, cell.id)}
            yield from (*board.areas, *board.routes)
            yield from (text for section in board.sections for text in (section.id, section.title))
    for rows in game.rows.values():
        for row in rows[:_MOST_TEXTS]:
            yield from (text for value in row.values.values() for text in _strings(value))
    yield from game.data.figures
    yield from (color.called for color in game.colors.values())
    yield from language.says.values()
    yield language.title


def _list_texts(game: Game, language: Language) -> Iterator[str]:
    """Yield the other texts of the data."""
    yield from (text for data in game.parts.values() for text in _strings(to_builtins(data)))
    yield from (key for rows in game.rows.values() for row in rows[:1] for key in row.values)
    for figure in game.data.figures.values():
        if not str(figure.template or "").startswith("making/"):  # which show tools
            yield from _strings(to_builtins(figure))
    yield from (text for claim in game.data.claims for text in (claim.says,))
    yield from (
        *game.data.print_notes,
        game.data.about,
        language.about,
        *language.alts.values(),
        *language.says.values(),
    )


def _strings(value: Any) -> Iterator[str]:
    """Yield the texts in a value, keys of mappings included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


def _fold(text: str) -> str:
    return " ".join(text.replace("-", " ").replace("_", " ").split()).casefold()
