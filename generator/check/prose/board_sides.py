"""Compare the side of a board on which the rules have the goals of a player with the board itself (GF165)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse
from generator.geometry.types import Point
from generator.model.board import Board
from generator.model.finding import Finding
from generator.model.game import Game, Part

_FEWEST = 2  # colors with starts and goals


class _SideWords(NamedTuple):
    """What a language calls goals, and how it says that they are across the board or on the player's own side."""

    goals: re.Pattern[str]
    across: re.Pattern[str]
    own: re.Pattern[str]


def _compile(goals: str, across: str, own: str) -> _SideWords:
    return _SideWords(*(re.compile(rf"\b(?:{each})\b", re.IGNORECASE) for each in (goals, across, own)))


_WORDS = {
    "en": _compile(
        "your goals?",
        "(?:far|opposite|other) (?:side|end|edge)|across from your starts?",
        "your own (?:side|end|edge)|(?:next to|beside) your starts?",
    ),
    "de": _compile(
        "deine Zielen?|deine Zielfelder|eure Zielen?|Ihre Zielen?",
        "gegenüber|(?:anderen|gegenüberliegenden) (?:Seite|Rand)",
        "(?:deiner|eurer|Ihrer) (?:eigenen )?Seite|neben (?:deinen|euren|Ihren) Start\\w*",
    ),
    "fr": _compile(
        "(?:vos|tes) (?:buts|arrivées)",
        "en face|(?:côté|bord) opposé|de l'autre côté",
        "(?:votre|ton) (?:propre )?(?:côté|bord)|à côté de (?:vos|tes) départs",
    ),
}


def check_board_sides(prose: RulesProse, _game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report `your goals are next to your starts` if each color's goals are across the board, and the opposite."""
    words = _WORDS.get(prose.language.tag.partition("-")[0])
    sides = {side for part in parts if part.board for side in _list_sides(part.board)} if words else set()
    if words is None or len(sides) != 1:
        return
    are_across = sides == {True}
    for sentence in prose.sentences:
        said = prose.plain[sentence.start : sentence.end]
        wrong, right = (words.own, words.across) if are_across else (words.across, words.own)
        found = wrong.search(said)
        if found and words.goals.search(said) and not right.search(said):
            where = "across the board from" if are_across else "on the same side as"
            says = f"the rules say {found[0]!r} of the goals, but on the board they are {where} the starts"
            yield prose.report("GF165", sentence.start + found.start(), f"{says}; correct one of them", "warning")


def _list_sides(board: Board) -> Iterator[bool]:
    """Yield for each color with starts and goals whether these are on opposite sides of the middle of a board."""
    starts, goals = defaultdict[str, list[Point]](list), defaultdict[str, list[Point]](list)
    for cell in board.cells.values():
        if cell.color and cell.kind in ("start", "goal"):
            at = cell.x - board.width / 2, cell.y - board.height / 2
            (starts if cell.kind == "start" else goals)[cell.color].append(at)
    both = starts.keys() & goals.keys()
    for color in both if len(both) >= _FEWEST else ():
        (a, b), (c, d) = (_find_middle(cells[color]) for cells in (starts, goals))
        yield a * c + b * d < 0


def _find_middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
