"""What is to come for pieces: what they are short of to fill a line, and which of them others could capture."""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from itertools import permutations
from typing import Any

from generator.model.finding import Place, refuse
from generator.play.rules.expressions import Code
from generator.play.rules.fields import GraphField, RouteField
from generator.play.rules.writer import ProgramWriter

_MOST_TOGETHER = 6  # pieces that are brought onto a line in every order
_MOST_KEPT = 100_000  # of a player: where pieces stand, with what is missing to a line
_OUT_OF_REACH = 10**6
_LATE = "{}() asks what moves can do, so it stands in score, policies, measures or always"
_USES = frozenset({"p", "mine", "s"})


class CostTable(dict[tuple[int, ...], int]):
    """The least that it costs some pieces to stand on all cells of a line, by where they stand.

    `ways` are where each piece goes from each cell, and what that costs; what is asked for is worked out and kept.
    """

    def __init__(self, ways: Sequence[Sequence[Mapping[int, int]]], lines: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self.ways, self.lines = ways, lines
        self._far: dict[tuple[int, int], dict[int, int]] = {}

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __missing__(self, where: tuple[int, ...]) -> int:
        """Return the least cost, out of reach more than any other."""
        far = [self._measure(piece, cell) for piece, cell in enumerate(where)]
        found = min(
            sum(each.get(cell, _OUT_OF_REACH) for each, cell in zip(order, line, strict=True))
            for line in self.lines
            for order in permutations(far, len(line))
        )
        if len(self) < _MOST_KEPT:
            self[where] = found
        return found

    def _measure(self, piece: int, start: int) -> dict[int, int]:
        """Return what it costs a piece at least to come to each cell on an empty board."""
        if (piece, start) not in self._far:
            costs: dict[int, int] = {}
            heap = [(0, start)]
            while heap:
                cost, cell = heappop(heap)
                if costs.setdefault(cell, cost) == cost:
                    for to, more in self.ways[piece][cell].items():
                        if to not in costs:
                            heappush(heap, (cost + more, to))
            self._far[piece, start] = costs
        return self._far[piece, start]

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process have it, without what was worked out."""
        return CostTable, (self.ways, self.lines)


def count_short(field: GraphField, lines: Sequence[str], program: ProgramWriter, place: Place) -> Code:
    """Return the code of what it costs the player's pieces at least to fill one of some routes."""
    known = [name for name in lines if name in field.board.routes]
    cells = [[field.index[cell] for cell in field.board.routes[name]] for name in known]
    pieces = field.list_by_seat()
    fewest, most = min(map(len, pieces)), max(map(len, pieces))
    if len(cells) < len(lines) or max(map(len, cells)) > fewest or most > _MOST_TOGETHER:
        says = f"short() takes routes of one board that the pieces of each player, at most {_MOST_TOGETHER}, can fill"
        raise refuse("GF006", place, says)
    if not field.ways:
        raise refuse("GF006", place, _LATE.format("short"))
    tables = program.constants.add([CostTable([field.ways[piece] for piece in own], cells) for own in pieces])
    numbers = program.constants.add(tuple(map(tuple, pieces)))
    return Code(f"{tables}[p][tuple([s.where{field.number}[e] for e in {numbers}[p]])]", "number", _USES)


def count_exposed(field: GraphField, part: str, program: ProgramWriter, place: Place) -> Code:
    """Return the code of how many pieces of the player others could capture on a board."""
    if not field.ways:
        raise refuse("GF006", place, _LATE.format("exposed"))
    threats, n = program.constants.add(_list_threats(field)), field.number
    own = program.constants.add(tuple(field.list_pieces(part, seat) for seat in range(len(field.data.seats))))
    test = f"[1 for c, o in {threats}[e][s.where{n}[e]] if s.at{n}[c] in o]"
    return Code(f"sum([1 for e in {own}[p] if {test}])", "number", _USES)


def _list_threats(field: GraphField) -> tuple[tuple[tuple[tuple[int, frozenset[int]], ...], ...], ...]:
    """Return from where each piece on each cell can be captured, and by which others; nothing off the board."""
    found, cells = [], range(len(field.cells))
    for piece in range(len(field.pieces)):
        hunters = [other for other, row in enumerate(field.captures) if row[piece]]
        threats = []
        for cell in cells:
            near = {at: frozenset(o for o in hunters if cell in field.ways[o][at]) for at in cells}
            threats.append(tuple((at, others) for at, others in near.items() if others))
        found.append((*threats, ()))
    return tuple(found)


def count_exposed_on_route(field: RouteField, program: ProgramWriter, place: Place) -> Code:
    """Return the code of how many pieces of the player others could capture on a route."""
    if not field.danger:
        raise refuse("GF006", place, _LATE.format("exposed"))
    n = field.number
    test = f"{program.constants.add(field.danger)}[p][k][s.on{n}[p % {field.teams}][{field.road}[p][k]]]"
    return Code(f"sum([v for k, v in s.spots{n}[p].items() if k and {test}])", "number", _USES)
