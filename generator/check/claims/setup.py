"""Check that the setup hands out no more pieces than there are, and answer claims about it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from generator.check.claims.calls import copies, shown_places, written
from generator.check.claims.context import World, same
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence.spelling import spelled
from generator.language.suggestions import did_you_mean
from generator.model.board import Section
from generator.model.finding import Finding
from generator.model.game import Design, Game, Part, SetupData
from generator.model.printed import Seen


class Ask(NamedTuple):
    """A demand for `need` pieces of any of these designs, by a line of the setup; `color` is the player's, if own."""

    need: int
    designs: frozenset[str]
    line: int
    color: str = ""


class _Short(NamedTuple):
    """A number of players with too few pieces for some demands, or with too few colors if `asks` is empty."""

    players: int
    demands: tuple[Ask, ...]


def unsettled(
    game: Game, parts: Sequence[Part], seen: Sequence[Seen] | None, printed: Collection[str]
) -> Iterator[Finding]:
    """Yield GF125 for each part of which the setup hands out more than the data declares or the sheets print."""
    worlds = [World("data", game, parts, seen, frozenset(printed))]
    if seen is not None:
        worlds.append(World("sheets", game, parts, seen, frozenset(printed)))
    for part in dict.fromkeys(line.part for line in game.data.setup):
        for world in worlds if part in printed else worlds[:1]:
            if found := [short for players in _numbers(game) if (short := _short(world, part, players))]:
                yield _finding(world, part, found)
                break


def _numbers(game: Game) -> list[int]:
    """Return the numbers of players; of more than 100, the first 100, those named in lines, and the last."""
    fewest, most = game.data.players
    named = {number for line in game.data.setup for number in line.players or ()}
    return sorted({*range(fewest, min(most, fewest + 99) + 1), *named, most})


def handed(world: World, part: str, players: int, /, *, own: bool | None = None, **where: Any) -> int:
    """Return how many pieces the setup hands out with so many players; of the sheets, as many of these as there are.

    `where` limits this to lines that pick by these columns, `own` to those with players' own colors or to the others.
    """
    world.require_columns(part, where)
    if not isinstance(own, bool | None):
        raise ExpressionError(f"handed() needs true or false as own, not {spelled(own)}")
    fewest, most = world.game.data.players
    if isinstance(players, bool) or not isinstance(players, int) or not fewest <= players <= most:
        raise ExpressionError(f"handed() needs a number of players from {fewest} to {most}, not {spelled(players)}")
    every = [line.part for line in world.game.data.setup]
    if part not in every:
        raise ExpressionError(f"the setup hands out no {part!r}{did_you_mean(part, every)}")
    lines = {
        number: line
        for number, line in _lines(world, part, players).items()
        if own in (None, line.own) and all(key in line.where and same(line.where[key], where[key]) for key in where)
    }
    result = sum(_need(line, players) for line in lines.values())
    if world.name == "sheets":
        result = min((share.given for share in _shares(world, part, players, lines)), default=0)
    places = [world.game.place("setup", number) for number, name in enumerate(every) if name == part]
    given = ({} if own is None else {"own": own}) | where
    return world.record_call(written("handed", part, players, **given), result, lambda: places, prints=True)


def _lines(world: World, part: str, players: int) -> dict[int, SetupData]:
    """Return the lines for a part that apply to so many players, by number."""
    return {
        number: line
        for number, line in enumerate(world.game.data.setup)
        if line.part == part and players in (line.players or [players])
    }


def _need(line: SetupData, players: int) -> int:
    return line.table or (line.each or 0) * players


def _short(world: World, part: str, players: int) -> _Short | None:
    """Return what is too little for so many players, None if all is enough."""
    lines = _lines(world, part, players)
    if any(line.own for line in lines.values()) and len(_names(world, part)) < players:
        return _Short(players, ())
    return next((_Short(players, share.short) for share in _shares(world, part, players, lines) if share.short), None)


class Share(NamedTuple):
    """How many pieces can be given out, and the first demands that together exceed the stock of their designs."""

    given: int
    short: tuple[Ask, ...]


def _shares(world: World, part: str, players: int, lines: Mapping[int, SetupData]) -> Iterator[Share]:
    """Yield the allocation of pieces to some lines, for each choice of colors that can make a difference."""
    stock = _stock(world, part)
    asks = [
        Ask(_need(line, players), _picked(world, part, line), number) for number, line in lines.items() if not line.own
    ]
    own = {name: _own(world, part, lines, name) for name in _names(world, part)}
    for seats in _seats(own, asks, stock, players):
        yield shared([*asks, *(ask for name in seats for ask in own[name])], stock)


def _own(world: World, part: str, lines: Mapping[int, SetupData], name: str) -> list[Ask]:
    """Return what a player of a color takes of that color."""
    return [
        Ask(line.each or 0, _picked(world, part, line, name), number, name)
        for number, line in lines.items()
        if line.own
    ]


def _names(world: World, part: str) -> list[str]:
    """Return the names of the colors of a part, if it has any."""
    group = world.get_group(part)
    return [color.name for color in world.get_colors(group)] if group else []


def _seats(
    own: Mapping[str, Sequence[Ask]], asks: Sequence[Ask], stock: Mapping[str, int], players: int
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


def _stock(world: World, part: str) -> dict[str, int]:
    """Return the number of pieces of each design; of a board, the number of whole ones, by its id."""
    found = world.get_part(part)
    if found.board is None:
        return {design.id: world.count_pieces(part, [design], True) for design in found.designs}
    sections: dict[Section | None, list[Design]] = {}
    for design in found.designs:
        sections.setdefault(design.section, []).append(design)
    return {part: min(world.count_pieces(part, alike, True) for alike in sections.values())}


def _picked(world: World, part: str, line: SetupData, color: str = "") -> frozenset[str]:
    """Return the ids of the designs that a line picks, of a color if given."""
    if world.get_part(part).board is not None:
        return frozenset([part])
    own = {world.get_group(part) or "": color} if color else {}
    return frozenset(design.id for design in world.pick_designs(part, {**line.where, **own}))


def _finding(world: World, part: str, found: Sequence[_Short]) -> Finding:
    """Return the finding for the least number of players with a shortage, naming the other numbers."""
    first, *others = found
    lines = _lines(world, part, first.players)
    if first.demands:
        number, need = first.demands[0].line, sum(ask.need for ask in first.demands)
        demands, stock = _words(world, first.demands), _there(world, part, first.demands)
        text = f"{need} of {part!r} are handed out, {demands}, {stock}"
    else:
        number, colors = next(n for n, line in lines.items() if line.own), len(_names(world, part))
        text = f"each takes {lines[number].each} of {part!r} in a color of their own, but there are {colors} colors"
    lead = f"with {first.players} player{'' if first.players == 1 else 's'}"
    also = f"; likewise with {_listed([str(short.players) for short in others])}" if others else ""
    place = world.game.place("setup", number, "each" if lines[number].each else "table")
    return Finding("GF125", place, f"{lead} {text}{also}")


def _words(world: World, asks: Sequence[Ask]) -> str:
    """Return a text such as `10 to each and 5 on the table`, or `2 to red in its own color`."""
    said = []
    for ask in asks:
        line = world.game.data.setup[ask.line]
        to = f"to {ask.color} in its own color" if line.own else "to each" if line.each else "on the table"
        picks = f" ({', '.join(f'{key} {spelled(value)}' for key, value in line.where.items())})" if line.where else ""
        said.append(f"{line.each or line.table}{picks} {to}")
    return _listed(said)


def _there(world: World, part: str, asks: Sequence[Ask]) -> str:
    """Return how many pieces there are for the demands, and where the data says so."""
    wanted = frozenset[str]().union(*(ask.designs for ask in asks))
    number = sum(pieces for design, pieces in _stock(world, part).items() if design in wanted)
    designs = [design for design in world.get_part(part).designs if design.id in wanted or world.get_part(part).board]
    places = shown_places(copies(designs))
    return (
        f"and {'there are' if world.name == 'data' else 'the sheets print'} {number}{f' ({places})' if places else ''}"
    )


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


FUNCTIONS = (handed,)


Lot = tuple[int, ...]  # interchangeable pieces: the numbers of the demands that they can serve


def shared(asks: Sequence[Ask], stock: Mapping[str, int]) -> Share:
    """Return how the stock serves as much of the demands as possible (maximum flow, Ford and Fulkerson 1956).

    In a shortage, the demands that compete for the same pieces exceed them: Hall's condition fails there.
    """
    left: Counter[Lot] = Counter()
    for design, number in stock.items():
        left[tuple(n for n, ask in enumerate(asks) if design in ask.designs)] += number
    given: dict[Lot, Counter[int]] = defaultdict(Counter)
    total, short = 0, tuple[Ask, ...]()
    for number, ask in enumerate(asks):
        served, rivals = _serve(number, ask.need, left, given)
        total += served
        if served < ask.need and not short:
            short = tuple(asks[each] for each in sorted(rivals))
    return Share(total, short)


def _serve(number: int, need: int, left: Counter[Lot], given: dict[Lot, Counter[int]]) -> tuple[int, set[int]]:
    """Serve a demand, moving others to other lots; return how many pieces it gets, and all demands visited."""
    missing = need
    while missing:
        came: dict[int, tuple[int, Lot]] = {}  # the demand and the lot that led to a demand
        row, end = [number], None
        for asking in row:
            for lot in [lot for lot in left if asking in lot]:
                if left[lot]:
                    end = asking, lot
                for other in [other for other, pieces in given[lot].items() if pieces]:
                    if other not in row:
                        came[other] = asking, lot
                        row.append(other)
            if end:
                break
        if end is None:
            return need - missing, {*row}
        missing -= _move(end, came, missing, left, given)
    return need, set()


def _move(
    end: tuple[int, Lot],
    came: Mapping[int, tuple[int, Lot]],
    most: int,
    left: Counter[Lot],
    given: dict[Lot, Counter[int]],
) -> int:
    """Move pieces along an augmenting path, from the free lot to the demand; return how many."""
    asking, lot = end
    takes = [(lot, asking)]
    gives: list[tuple[Lot, int]] = []
    while asking in came:
        other, lot = came[asking]
        gives.append((lot, asking))
        takes.append((lot, other))
        asking = other
    number = min([most, left[end[1]], *(given[lot][each] for lot, each in gives)])
    left[end[1]] -= number
    for lot, each in takes:
        given[lot][each] += number
    for lot, each in gives:
        given[lot][each] -= number
    return number
