"""Report players of an example who sit at the same edge, or not in the order that the sentence names (GF161)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Token
from generator.model.finding import Finding

_ROUND = (  # the sides of a table, clockwise
    frozenset("top upper north obere oberen norden".split()),
    frozenset("right east rechte rechten rechts osten".split()),
    frozenset("bottom lower south untere unteren süden".split()),
    frozenset("left west linke linken links westen".split()),
)
_SIDES = {word: n for n, words in enumerate(_ROUND) for word in words}
_ENDS = frozenset("edge edges side end rand seite ende".split())
_AT = frozenset("at on in am an to".split())
_FEWEST = 2  # players in a list of seats
_MOST = 4


class _Seat(NamedTuple):
    """A side of the table that a sentence gives to somebody."""

    side: int
    token: Token


def check_seat_places(prose: RulesProse) -> Iterator[Finding]:
    """Report `Ann at the left edge and Ben at the left edge`, and seats that are not clockwise as told (GF161)."""
    words = prose.words
    if words is None:
        return
    for sentence in prose.sentences:
        seats = [*_list_seats(sentence.tokens)]
        if not _FEWEST < len(seats) <= _MOST:
            continue
        sides = [seat.side for seat in seats]
        twice = next((n for n, side in enumerate(sides) if side in sides[:n]), None)
        if twice is not None:
            message = f"two players of this list are at the {seats[twice].token.word} edge; correct one of them"
            yield prose.report("GF161", seats[twice].token.start, message, "note")
            continue
        turn = 1 if words.clockwise & sentence.words else -1 if words.counter & sentence.words else 0
        late = next((n for n in range(1, len(sides)) if not _follows(sides[0], sides[n - 1], sides[n], turn)), None)
        if turn and late is not None:
            way = "clockwise" if turn > 0 else "counterclockwise"
            message = (
                f"the {seats[late].token.word} edge does not come {way} after the {seats[late - 1].token.word} one"
            )
            yield prose.report("GF161", seats[late].token.start, f"{message}; correct the order", "note")


def _list_seats(tokens: Sequence[Token]) -> Iterator[_Seat]:
    for n, token in enumerate(tokens[:-1]):
        before = {each.word for each in tokens[max(0, n - 2) : n]}
        if token.word in _SIDES and tokens[n + 1].word in _ENDS and before & _AT:
            yield _Seat(_SIDES[token.word], token)


def _follows(first: int, before: int, side: int, turn: int) -> bool:
    """Return whether a side comes after another one, on the way around from the first."""
    return (side - first) * turn % len(_ROUND) > (before - first) * turn % len(_ROUND)
