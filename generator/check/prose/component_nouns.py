"""Find a kind of piece that the rules name once, though the game has no such piece (GF160)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.prose.rules_prose import RulesProse
from generator.model.finding import Finding
from generator.model.game import Game, Part

_NOUNS = "card tile token cube disc coin pawn meeple marker chip counter".split()
_ACTIONS = frozenset(
    "draw draws take takes discard discards shuffle shuffles deal deals play plays place places put puts turn turns"
    " move moves reveal reveals flip flips return returns lay lays pass passes".split()
)
_REACH = 3  # words between what is done and the piece that it is done to
_FEWEST_MENTIONS = 3  # times that the rules name what the game has


def check_component_nouns(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report the only sentence that draws, takes or moves a kind of piece that the game lacks (GF160).

    A part is of a kind if its kind, id, title or template, or the rows or setup, have the word.
    """
    if prose.language.tag.partition("-")[0] != "en":
        return
    tokens = [token for each in prose.sentences for token in each.tokens]
    counts = Counter(_fold(token.word) for token in tokens)
    known = _list_known(game, parts)
    if not any(counts[noun] >= _FEWEST_MENTIONS for noun in known):
        return
    for at, token in enumerate(tokens):
        noun = _fold(token.word)
        if noun in _NOUNS and noun not in known and counts[noun] == 1:
            before = {each.word for each in tokens[max(0, at - _REACH - 1) : at]}
            if before & _ACTIONS:
                has = ", ".join(f"{each}s" for each in _NOUNS if each in known)
                message = (
                    f"{token.word!r} appears only here, and no part of the game is called that; the game has {has}"
                )
                yield prose.report("GF160", token.start, message, "note")


def _fold(word: str) -> str:
    return word.removesuffix("s")


def _list_known(game: Game, parts: Sequence[Part]) -> frozenset[str]:
    """Return the nouns of pieces that the game has, by any word of its data."""
    texts = [f"{part.kind} {part.id} {part.title} {part.front}" for part in parts]
    texts.append(str(game.data.setup))
    for rows in game.rows.values():
        texts += [str(cell) for row in rows for cell in row.values.values() if isinstance(cell, str)]
    words = {_fold(word) for text in texts for word in re.findall(r"[a-z]+", text.casefold())}
    return frozenset(noun for noun in _NOUNS if noun in words)
