"""Hand the pieces of a kit out as its setup says: to the seats, to the middle of the table, and the rest beside it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.claims.context import ClaimContext
from generator.export.pieces import ExportPiece
from generator.model.finding import Place, refuse
from generator.model.game import Part
from generator.model.game_entries import SetupData
from generator.pipeline.kit import Kit


class PieceGroup(NamedTuple):
    """Pieces of one part that go to one place: a seat, counted from 1, or the table, 0; -1 is beside the table.

    `color` is the name of the player's color, if they are of a color of their own.
    """

    part: Part
    seat: int
    pieces: tuple[tuple[ExportPiece, int], ...]
    color: str = ""


def choose_players(kit: Kit, asked: int | None) -> int:
    """Return for how many players the table is set: as many as were asked for, or as many as can play."""
    fewest, most = kit.game.data.players
    if asked is None:
        return most
    if not fewest <= asked <= most:
        says = f"{kit.game.data.title} is for {fewest} to {most} players, not {asked}; choose such a number"
        raise refuse("GF365", Place("--players"), says)
    return asked


def hand_out(kit: Kit, pieces: Sequence[ExportPiece], players: int) -> list[PieceGroup]:
    """Return where all pieces go with so many players; what nobody gets comes last."""
    context = ClaimContext("data", kit.game, kit.all_parts, None, frozenset())
    stock: Counter[ExportPiece] = Counter({piece: piece.copies for piece in pieces})
    exported = {piece.part.id for piece in pieces}
    groups = [
        group
        for line in kit.game.data.setup
        if line.part in exported and players in (line.players or [players])
        for group in _follow_line(context, line, players, stock)
    ]
    rest: dict[str, list[ExportPiece]] = {}
    for piece in pieces:
        if stock[piece]:
            rest.setdefault(piece.part.id, []).append(piece)
    groups += [PieceGroup(some[0].part, -1, tuple((each, stock[each]) for each in some)) for some in rest.values()]
    return _join_groups(groups)


def _follow_line(
    context: ClaimContext, line: SetupData, players: int, stock: Counter[ExportPiece]
) -> Iterator[PieceGroup]:
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


def _take(
    context: ClaimContext, line: SetupData, own: dict[str, str], need: int, stock: Counter[ExportPiece]
) -> tuple[tuple[ExportPiece, int], ...]:
    """Take pieces that a line picks out of the stock, the plentiful first spread evenly over their designs."""
    whole = context.get_part(line.part).board is not None
    designs = set() if whole else {design.id for design in context.pick_designs(line.part, {**line.where, **own})}
    fitting = [piece for piece in stock if piece.part.id == line.part and (whole or piece.design.id in designs)]
    taken: Counter[ExportPiece] = Counter()
    while need and (left := [piece for piece in fitting if stock[piece]]):
        for piece in left[:need]:
            taken[piece] += 1
            stock[piece] -= 1
        need -= min(need, len(left))
    return tuple(taken.items())


def _join_groups(groups: Sequence[PieceGroup]) -> list[PieceGroup]:
    """Join what goes to one place, so that a seat has one deck or bag of each part."""
    found: dict[tuple[str, int], PieceGroup] = {}
    for group in groups:
        if group.pieces:
            key = group.part.id, group.seat
            before = found.get(key)
            pieces = Counter(dict(before.pieces)) if before else Counter[ExportPiece]()
            for piece, number in group.pieces:
                pieces[piece] += number
            found[key] = group._replace(pieces=tuple(pieces.items()))
    return list(found.values())
