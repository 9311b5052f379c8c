"""Check that the setup hands out no more pieces than there are, and answer claims about it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from generator.check.check_context import CheckContext
from generator.check.claims.boards import count_whole_boards
from generator.check.claims.calls import Answer, format_places, places_of_copies
from generator.check.claims.context import ClaimContext, is_same
from generator.language.expressions import ExpressionError, spell_value
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.game_entries import SetupData
from generator.model.printed import ReadPiece


class SetupDemand(NamedTuple):
    """A demand for `need` pieces of any of these designs, by a line of the setup; `color` is the player's, if own."""

    need: int
    designs: frozenset[str]
    line: int
    color: str = ""


class _Shortage(NamedTuple):
    """A number of players with too few pieces for some demands, or with too few colors if `asks` is empty."""

    players: int
    demands: tuple[SetupDemand, ...]


def check_handed_out(case: CheckContext) -> Iterator[Finding]:
    """Report each part of which the setup hands out too many (GF125)."""
    return check_setup(case.game, case.all_parts, case.seen, {part.id for part in case.parts})


def check_setup(
    game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece] | None, printed: Collection[str]
) -> Iterator[Finding]:
    """Report each part of which the setup hands out more than the data declares or the sheets print (GF125)."""
    worlds = [ClaimContext("data", game, parts, seen, frozenset(printed))]
    if seen is not None:
        worlds.append(ClaimContext("sheets", game, parts, seen, frozenset(printed)))
    for part in dict.fromkeys(line.part for line in game.data.setup):
        for world in worlds if part in printed else worlds[:1]:
            if found := [short for players in _player_counts(game) if (short := _find_shortage(world, part, players))]:
                yield _report_shortage(world, part, found)
                break


def _player_counts(game: Game) -> list[int]:
    """Return the numbers of players; of more than 100, the first 100, those named in lines, and the last."""
    fewest, most = game.data.players
    named = {number for line in game.data.setup for number in line.players or ()}
    return sorted({*range(fewest, min(most, fewest + 99) + 1), *named, most})


def handed(world: ClaimContext, part: str, players: int, /, *, own: bool | None = None, **where: Any) -> Answer[int]:
    """Return how many pieces the setup hands out with so many players; of the sheets, as many of these as there are.

    `where` limits this to lines that pick by these columns, `own` to those with players' own colors or to the others.
    """
    world.require_columns(part, where)
    if not isinstance(own, bool | None):
        raise ExpressionError(f"handed() needs true or false as own, not {spell_value(own)}")
    fewest, most = world.game.data.players
    if isinstance(players, bool) or not isinstance(players, int) or not fewest <= players <= most:
        raise ExpressionError(f"handed() needs a number of players from {fewest} to {most}, not {spell_value(players)}")
    every = [line.part for line in world.game.data.setup]
    if part not in every:
        raise ExpressionError(f"the setup hands out no {part!r}{did_you_mean(part, every)}")
    lines = {
        number: line
        for number, line in _lines_for(world, part, players).items()
        if own in (None, line.own) and all(key in line.where and is_same(line.where[key], where[key]) for key in where)
    }
    result = sum(_count_needed(line, players) for line in lines.values())
    if world.reads_sheets(part):
        result = min((share.given for share in _list_allocations(world, part, players, lines)), default=0)
    places = [world.game.place("setup", number) for number, name in enumerate(every) if name == part]
    return Answer(result, lambda: places)


def _lines_for(world: ClaimContext, part: str, players: int) -> dict[int, SetupData]:
    """Return the lines for a part that apply to so many players, by number."""
    return {
        number: line
        for number, line in enumerate(world.game.data.setup)
        if line.part == part and players in (line.players or [players])
    }


def _count_needed(line: SetupData, players: int) -> int:
    return line.table or (line.each or 0) * players


def _find_shortage(world: ClaimContext, part: str, players: int) -> _Shortage | None:
    """Return what is too little for so many players, None if all is enough."""
    lines = _lines_for(world, part, players)
    if any(line.own for line in lines.values()) and len(_color_names(world, part)) < players:
        return _Shortage(players, ())
    return next(
        (_Shortage(players, share.short) for share in _list_allocations(world, part, players, lines) if share.short),
        None,
    )


class SetupAllocation(NamedTuple):
    """How many pieces can be given out, and the first demands that together exceed the stock of their designs."""

    given: int
    short: tuple[SetupDemand, ...]


def _list_allocations(
    world: ClaimContext, part: str, players: int, lines: Mapping[int, SetupData]
) -> Iterator[SetupAllocation]:
    """Yield the allocation of pieces to some lines, for each choice of colors that can make a difference."""
    stock = _count_stock(world, part)
    asks = [
        SetupDemand(_count_needed(line, players), _pick_designs(world, part, line), number)
        for number, line in lines.items()
        if not line.own
    ]
    own = {name: _own_demands(world, part, lines, name) for name in _color_names(world, part)}
    for seats in _choose_colors(own, asks, stock, players):
        yield allocate_stock([*asks, *(ask for name in seats for ask in own[name])], stock)


def _own_demands(world: ClaimContext, part: str, lines: Mapping[int, SetupData], name: str) -> list[SetupDemand]:
    """Return what a player of a color takes of that color."""
    return [
        SetupDemand(line.each or 0, _pick_designs(world, part, line, name), number, name)
        for number, line in lines.items()
        if line.own
    ]


def _color_names(world: ClaimContext, part: str) -> list[str]:
    """Return the names of the colors of a part, if it has any."""
    group = world.get_group(part)
    return [color.name for color in world.get_colors(group)] if group else []


def _choose_colors(
    own: Mapping[str, Sequence[SetupDemand]], asks: Sequence[SetupDemand], stock: Mapping[str, int], players: int
) -> Iterator[list[str]]:
    """Yield the colors that may be taken; of choices between colors with equal stock, only one."""
    alike: dict[str, list[str]] = {}
    for name, takes in own.items():
        every = [*asks, *takes]
        designs = frozenset[str]().union(*(ask.designs for ask in takes))
        profile = sorted((stock[design], [design in ask.designs for ask in every]) for design in designs)
        alike.setdefault(str(profile), []).append(name)
    for pick in combinations_with_replacement(alike, min(players, len(own))):
        counts = Counter(pick)
        if all(len(alike[profile]) >= number for profile, number in counts.items()):
            yield [name for profile, number in counts.items() for name in alike[profile][:number]]


def _count_stock(world: ClaimContext, part: str) -> dict[str, int]:
    """Return the number of pieces of each design; of a board, the number of whole ones, by its id."""
    found = world.get_part(part)
    if found.board is None:
        return {design.id: world.count_pieces(part, [design], True) for design in found.designs}
    return {part: count_whole_boards(world, part, found.designs)}


def _pick_designs(world: ClaimContext, part: str, line: SetupData, color: str = "") -> frozenset[str]:
    """Return the ids of the designs that a line picks, of a color if given."""
    if world.get_part(part).board is not None:
        return frozenset([part])
    own = {world.get_group(part) or "": color} if color else {}
    return frozenset(design.id for design in world.pick_designs(part, {**line.where, **own}))


def _report_shortage(world: ClaimContext, part: str, found: Sequence[_Shortage]) -> Finding:
    """Return the finding for the least number of players with a shortage, naming the other numbers."""
    first, *others = found
    lines = _lines_for(world, part, first.players)
    if first.demands:
        number, need = first.demands[0].line, sum(ask.need for ask in first.demands)
        demands, stock = _describe_demands(world, first.demands), _describe_stock(world, part, first.demands)
        text = f"{need} of {part!r} are handed out, {demands}, {stock}"
    else:
        number, colors = next(n for n, line in lines.items() if line.own), len(_color_names(world, part))
        text = f"each takes {lines[number].each} of {part!r} in a color of their own, but there are {colors} colors"
    lead = f"with {first.players} player{'' if first.players == 1 else 's'}"
    also = f"; likewise with {_join_words([str(short.players) for short in others])}" if others else ""
    place = world.game.place("setup", number, "each" if lines[number].each else "table")
    return Finding("GF125", place, f"{lead} {text}{also}")


def _describe_demands(world: ClaimContext, asks: Sequence[SetupDemand]) -> str:
    """Return a text such as `10 to each and 5 on the table`, or `2 to red in its own color`."""
    handed = []
    for ask in asks:
        line = world.game.data.setup[ask.line]
        to = f"to {ask.color} in its own color" if line.own else "to each" if line.each else "on the table"
        picks = (
            f" ({', '.join(f'{key} {spell_value(value)}' for key, value in line.where.items())})" if line.where else ""
        )
        handed.append(f"{line.each or line.table}{picks} {to}")
    return _join_words(handed)


def _describe_stock(world: ClaimContext, part: str, asks: Sequence[SetupDemand]) -> str:
    """Return how many pieces there are for the demands, and where the data says so."""
    wanted = frozenset[str]().union(*(ask.designs for ask in asks))
    number = sum(pieces for design, pieces in _count_stock(world, part).items() if design in wanted)
    designs = [design for design in world.get_part(part).designs if design.id in wanted or world.get_part(part).board]
    places = format_places(places_of_copies(designs))
    return (
        f"and {'there are' if world.name == 'data' else 'the sheets print'} {number}{f' ({places})' if places else ''}"
    )


def _join_words(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


StockLot = tuple[int, ...]  # interchangeable pieces: the numbers of the demands that they can serve
_Node = int | StockLot | None  # a demand by its number, a lot, or the stock as a whole


def allocate_stock(asks: Sequence[SetupDemand], stock: Mapping[str, int]) -> SetupAllocation:
    """Return how the stock serves as much of the demands as possible (maximum flow, Ford and Fulkerson 1956).

    In a shortage, the demands that compete for the same pieces exceed them: Hall's condition fails there.
    """
    room: dict[_Node, Counter[_Node]] = defaultdict(Counter)  # how many pieces can still move from one to another
    for design, number in stock.items():
        lot = tuple(n for n, ask in enumerate(asks) if design in ask.designs)
        room[lot][None] += number
        for n in lot:
            room[n][lot] = asks[n].need
    total, short = 0, tuple[SetupDemand, ...]()
    for number, ask in enumerate(asks):
        missing = ask.need
        while missing and None in (came := _search(room, number)):
            path, node = list[tuple[_Node, _Node]](), None
            while node != number:
                path.append((came[node], node))
                node = came[node]
            moved = min(missing, *(room[one][other] for one, other in path))
            for one, other in path:
                room[one][other] -= moved
                room[other][one] += moved
            missing -= moved
        total += ask.need - missing
        if missing and not short:
            short = tuple(asks[each] for each in sorted(each for each in came if isinstance(each, int)))
    return SetupAllocation(total, short)


def _search(room: Mapping[_Node, Counter[_Node]], start: _Node) -> dict[_Node, _Node]:
    """Return all to which pieces can move from a start, each with the one before it, the nearest first."""
    came, waiting = {start: start}, [start]
    for here in waiting:
        new = [there for there, free in room.get(here, {}).items() if free and there not in came]
        came |= dict.fromkeys(new, here)
        waiting += new
    return came
