"""Find words of the rules, and names in rows, that are terms of the game with a letter wrong (GF160)."""

import re
from collections import Counter
from collections.abc import Iterator

from generator.check.data.column_values import is_slip
from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Place
from generator.model.game import Game

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 6  # letters: shorter words are too often other words
_LONG = 8  # letters of a word of which one may be another letter
_ENDING = 2  # letters at the end, which differ in the forms of one word
_MOST_ROWS = 500


def check_misspelled_words(prose: RulesProse, vocabulary: GameWords) -> Iterator[Finding]:
    """Report a word that the rules have only once, and that nearly is a term of the game (GF160)."""
    words = prose.words
    if words is None:
        return
    tokens = [token for each in prose.sentences for token in each.tokens if token.value is None]
    counts = Counter(token.word for token in tokens)
    terms = {word for name in vocabulary.names for word in _WORD.findall(name)}
    terms |= {f"{word}s" for word in terms}
    families = Counter(token.word.removesuffix("s") for token in tokens)  # `contract` and `contracts` are one word
    usual = {
        word
        for word in terms - words.stops
        if len(word) >= _SHORTEST and counts[word] > 0 and families[word.removesuffix("s")] > 1
    }
    for token in tokens:
        word = token.word
        if counts[word] > 1 or word in vocabulary.known | words.stops | words.plain or not word.isalpha():
            continue
        near = [each for each in usual if is_misspelled(word, each)]
        if len(near) == 1:
            said, times = prose.quote(token.start, token.end), count_noun(families[near[0].removesuffix("s")], "time")
            message = f"{said!r} appears in the rules only once, and {near[0]!r} {times}; did you mean that?"
            yield prose.report("GF160", token.start, message, "note")


def check_misspelled_names(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Report a word of a row that the rules lack, if they have nearly the same word and no row has that (GF160)."""
    said = {token.word: token for each in prose.sentences for token in each.tokens if token.value is None}
    cells = [
        (word, row.place(column))
        for rows in game.rows.values()
        for row in rows[:_MOST_ROWS]
        for column, cell in row.values.items()
        if isinstance(cell, str)
        for word in dict.fromkeys(_WORD.findall(cell.casefold()))
    ]
    known: dict[str, list[Place]] = {}
    for word, place in cells:
        known.setdefault(word, []).append(place)
    for word, places in known.items():
        if len(word) < _SHORTEST or word in said or len(places) > 1:
            continue
        near = [each for each in said if each not in known and is_misspelled(word, each)]
        if len(near) == 1:
            there = prose.place(said[near[0]].start)
            message = f"{word!r} appears only here, and the rules write {near[0]!r} ({there}); correct one of them"
            yield Finding("GF160", places[0], message, "note")


def is_misspelled(word: str, other: str) -> bool:
    """Return whether a word is a misspelling of another, and not another form of it."""
    if word[:1] != other[:1] or min(len(word), len(other)) < _SHORTEST:
        return False
    is_other = len(word) == len(other) and sorted(word) != sorted(other) and len(word) < _LONG
    return not is_other and word[-_ENDING:] == other[-_ENDING:] and is_slip(word, other)
