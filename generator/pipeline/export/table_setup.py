"""Hand the pieces of a kit out as its setup says: to the seats, to the middle of the table, and the rest beside it.

Pieces with a back are dealt from a shuffled deck. The game's own name decides the order, so it is always the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from generator.check.claims.context import ClaimContext
from generator.export.pieces import ExportPiece
from generator.model.finding import Place, refuse
from generator.model.game import Part
from generator.model.game_entries import SetupData
from generator.proof.kit import Kit


class PieceGroup(NamedTuple):
    """Pieces of one part that go to one place: a seat, counted from 1, or the table, 0; -1 is beside the table.

    `color` is the name of the player's color, if they are of a color of their own, and `pile` that of the pile into
    which cards of several parts are shuffled.
    """

    part: Part
    seat: int
    pieces: tuple[tuple[ExportPiece, int], ...]
    color: str = ""
    pile: str = ""


def choose_players(kit: Kit, asked: int | None) -> int:
    """Return for how many players the table is set: as many as were asked for, or as many as can play."""
    fewest, most = kit.game.data.players
    if asked is None:
        return most
    if not fewest <= asked <= most:
        says = f"{kit.game.data.title} is for {fewest} to {most} players, not {asked}; choose one of these"
        raise refuse("GF365", Place("--players"), says)
    return asked


def hand_out(kit: Kit, pieces: Sequence[ExportPiece], players: int) -> list[PieceGroup]:
    """Return where all pieces go with so many players; what nobody gets comes last."""
    context = ClaimContext("data", kit.game, kit.all_parts, None, frozenset())
    stock = Stock(kit.game.id, pieces)
    exported = {piece.part.id for piece in pieces}
    groups = [
        group
        for line in kit.game.data.setup
        if line.part in exported and players in (line.players or [players])
        for group in _follow_line(context, line, players, stock)
    ]
    groups += [PieceGroup(rest[0][0].part, -1, rest) for rest in stock.list_rest()]
    return _join_groups(kit, groups)


Taken = tuple[tuple[ExportPiece, int], ...]


class Stock:
    """The pieces that nobody has yet."""

    def __init__(self, game: str, pieces: Sequence[ExportPiece]) -> None:
        self._game = game
        self._left: Counter[ExportPiece] = Counter({piece: piece.copies for piece in pieces})
        self._decks: dict[str, list[ExportPiece]] = {}  # by part, once it was dealt from: the top card first

    def take(self, fitting: Sequence[ExportPiece], need: int) -> Taken:
        """Take so many of some pieces of one part: blindly if there are more of them and they have backs."""
        part = fitting[0].part
        if part.back and need < sum(self._left[piece] for piece in fitting):
            wanted = frozenset(fitting)
            taken = Counter(islice((piece for piece in self._shuffle(part) if piece in wanted), need))
        else:
            taken = self._spread(fitting, need)
        self._left -= taken
        if part.id in self._decks:
            self._decks[part.id] = list(_leave_out(self._decks[part.id], taken))
        return tuple(taken.items())

    def _shuffle(self, part: Part) -> list[ExportPiece]:
        """Return the deck of a part, shuffled when it is first dealt from."""
        if part.id not in self._decks:
            deck = [piece for piece, number in self._left.items() if piece.part is part for _ in range(number)]
            Random(f"{self._game}.{part.id}").shuffle(deck)
            self._decks[part.id] = deck
        return self._decks[part.id]

    def _spread(self, fitting: Sequence[ExportPiece], need: int) -> Counter[ExportPiece]:
        """Choose the plentiful first, spread evenly over their designs."""
        chosen: Counter[ExportPiece] = Counter()
        while need and (left := [piece for piece in fitting if self._left[piece] > chosen[piece]]):
            chosen.update(left[:need])
            need -= min(need, len(left))
        return chosen

    def list_left(self) -> list[ExportPiece]:
        """Return the pieces that are left, each once."""
        return list(self._left)

    def list_rest(self) -> Iterator[Taken]:
        """Yield what is left of each part, in the order of its deck if it was dealt from."""
        for part in dict.fromkeys(piece.part for piece in self._left):
            if part.id in self._decks:
                yield tuple((piece, 1) for piece in self._decks[part.id])
            else:
                yield tuple((piece, number) for piece, number in self._left.items() if piece.part is part)


def _leave_out(deck: Sequence[ExportPiece], taken: Counter[ExportPiece]) -> Iterator[ExportPiece]:
    """Yield a deck without some of its cards, those nearest to the top."""
    left = Counter(taken)
    for piece in deck:
        if left[piece]:
            left[piece] -= 1
        else:
            yield piece


def _follow_line(context: ClaimContext, line: SetupData, players: int, stock: Stock) -> Iterator[PieceGroup]:
    part = context.get_part(line.part)
    if line.each is None:
        taken = _take(context, line, {}, line.table or 0, stock)
        yield PieceGroup(part, 0, taken)
        return
    group = context.get_group(line.part) if line.own else None
    colors = [color.name for color in context.get_colors(group)] if group else []
    for seat in range(players):
        color = colors[seat] if seat < len(colors) else ""
        own = {group or "": color} if color else {}
        yield PieceGroup(part, seat + 1, _take(context, line, own, line.each, stock), color)


def _take(context: ClaimContext, line: SetupData, own: dict[str, str], need: int, stock: Stock) -> Taken:
    """Take pieces that a line picks out of the stock."""
    whole = context.get_part(line.part).board is not None
    designs = set() if whole else {design.id for design in context.pick_designs(line.part, {**line.where, **own})}
    left = [piece for piece in stock.list_left() if piece.part.id == line.part]
    fitting = [piece for piece in left if whole or piece.design.id in designs]
    return stock.take(fitting, need) if fitting else ()


def is_card(part: Part) -> bool:
    """Return whether the pieces of a part are cards on the table, which make decks."""
    return part.traits.is_shuffled and all(design.net is None for design in part.designs)


def _join_groups(kit: Kit, groups: Sequence[PieceGroup]) -> list[PieceGroup]:
    """Join what goes to one place, so that a seat has one deck of each pile, and one deck or bag of each other part."""
    found: dict[tuple[str, str, int], PieceGroup] = {}
    for group in groups:
        if group.pieces:
            pile = kit.game.parts[group.part.id].pile if is_card(group.part) else None
            key = pile or "", "" if pile else group.part.id, group.seat
            before = found.get(key, group._replace(pieces=()))
            own = "" if before.part is group.part else pile or ""
            found[key] = before._replace(pieces=(*before.pieces, *group.pieces), pile=before.pile or own)
    return list(found.values())
