"""Suggest the checked name that was likely meant by the name of a group."""

from functools import lru_cache
from typing import NamedTuple

from generator.model.color import COLOR_FIELDS
from generator.model.game import Game

_WORDS = frozenset("cell face route line join space row values color icon legend".split())
_CLOSE = 0.8  # ratio of difflib: one letter in five differs


class GroupNames(NamedTuple):
    """What checked group names are made of: first words, and entries that may follow some of them."""

    words: frozenset[str]
    entries: frozenset[str]


FIXED_NAMES = GroupNames(_WORDS, frozenset())


def known_group_names(game: Game) -> GroupNames:
    """Return the names of a game: first words with its color groups; columns, values and color roles as entries."""
    groups = {role.rpartition(".")[0] for role in game.colors} - {""}
    entries = {*COLOR_FIELDS, *game.colors}
    for rows in game.rows.values():
        entries.update(*(row.values for row in rows))
    for part in game.parts.values():
        entries.update(part.values)
    return GroupNames(_WORDS | groups, frozenset(entries))


def suggest_group_name(name: str, names: GroupNames) -> str:
    """Return the name that was likely meant; empty for a correct name, or one far from all that are checked."""
    head, _, rest = name.partition(".")
    if not rest or head in names.words:
        return "" if rest else _suggest_dotted_name(name, names)
    near = _nearest_word(head, names.words)
    return f"{near}.{rest}" if near else _suggest_dotted_name(name, names)


def _suggest_dotted_name(name: str, names: GroupNames) -> str:
    """Return the name with a dot for `-` or `_` before a column, a value or a color, such as `row-cost`; else empty."""
    for joint in "-_":
        head, _, rest = name.partition(joint)
        if rest in names.entries or rest.rpartition(".")[0] in names.entries:
            near = head if head in names.words else _nearest_word(head, names.words)
            if near:
                return f"{near}.{rest}"
    return ""


@lru_cache(maxsize=256)
def _nearest_word(word: str, words: frozenset[str]) -> str:
    """Return the known word that is nearest: with the same first letter, or with two neighboring letters swapped."""
    from difflib import SequenceMatcher

    for known in sorted(words):
        if _has_swapped_letters(word, known) or (word[0] == known[0] and _differs_in_one_letter(word, known)):
            return known
        if word[0] == known[0] and SequenceMatcher(None, word, known).ratio() >= _CLOSE:
            return known
    return ""


def _has_swapped_letters(word: str, known: str) -> bool:
    differ = [at for at, (one, other) in enumerate(zip(word, known, strict=False)) if one != other]
    pair = len(word) == len(known) and len(differ) == 2 and differ[1] == differ[0] + 1
    return pair and word[differ[0]] + word[differ[1]] == known[differ[1]] + known[differ[0]]


def _differs_in_one_letter(word: str, known: str) -> bool:
    return len(word) == len(known) and sum(one != other for one, other in zip(word, known, strict=True)) == 1
