"""A world and what a claim asks of pieces, rows, players and sheets go in; the answer comes out, and is noted."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from generator.check.claims.calls import Entries, cells_of, copies, items, shown_places, written
from generator.check.claims.context import NeedsFiles, World, entry, same
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence.spelling import spelled
from generator.check.faces.labels import numbers
from generator.language.suggestions import did_you_mean
from generator.model.figure_data import FigureData
from generator.model.game import Row
from generator.model.place import Place


def count(world: World, part: str, /, **where: Any) -> int:
    """Return how many pieces there are; `where` picks by columns and by the part's color."""
    designs = world.designs(part, where)
    result = world.pieces(part, designs, bool(where))
    return world.note(written("count", part, **where), result, lambda: copies(designs), prints=True)


def per_color(world: World, part: str, /) -> int:
    """Return how many pieces there are in each color of the part's group, or -1 where colors differ."""
    group = world.group(part)
    if group is None:
        raise ExpressionError(f"{part!r} has no `for_each`, so nothing can be counted per color")
    names = [color.name for color in world.colors(group)]
    counts = {world.pieces(part, world.designs(part, {group: name}), True) for name in names}
    designs = world.designs(part, {})
    result = counts.pop() if len(counts) == 1 else -1
    return world.note(written("per_color", part), result, lambda: copies(designs), prints=True)


def players(world: World, /) -> list[int]:
    """Return the fewest and the most players."""
    return world.note("players()", list(world.game.data.players), lambda: [world.game.place("players")])


def colors(world: World, group: str, /) -> list[str]:
    """Return the names of the colors of a group."""
    found = world.colors(group)
    places = [world.game.place("colors", color.role) for color in found]
    return world.note(written("colors", group), [color.name for color in found], lambda: places)


def rows(world: World, part: str, /) -> list[Entries]:
    """Return the values of each row, equal rows once."""
    text = written("rows", part)
    distinct: dict[frozenset[tuple[str, Any]], Row] = {}
    every, columns = world.as_printed(part)
    for row in every:
        cells = ((key, tuple(value) if isinstance(value, list) else value) for key, value in row.values.items())
        distinct.setdefault(frozenset(cells), row)
    world.note(text, len(distinct), lambda: [row.place() for row in distinct.values()], prints=bool(columns))
    return [cells_of(row, text, world.calls, columns) for row in distinct.values()]


def one(world: World, part: str, /, **where: Any) -> Entries:
    """Return the values of the row that matches; rows that match and are equal count as one.

    The data pick the row, and the sheets say what is printed of it.
    """
    text, every = written("one", part, **where), world.rows(part)
    group = world.group(part)
    world.known(part, where)
    wanted = {key: value for key, value in where.items() if key != group}
    shown, columns = world.as_printed(part)
    pairs = [
        (row, print_)
        for row, print_ in zip(every, shown, strict=True)
        if all(same(row.values.get(key), value) for key, value in wanted.items())
    ]
    if not pairs:
        raise ExpressionError(f"{text}: no row matches ({shown_places([row.place() for row in every])})")
    if any(dict(row.values) != dict(pairs[0][0].values) for row, _ in pairs):
        raise ExpressionError(
            f"{text}: {len(pairs)} rows match and differ ({shown_places([r.place() for r, _ in pairs])})"
        )
    found = next((print_ for row, print_ in pairs if print_.values != row.values), pairs[0][1])
    world.note(text, dict(found.values), lambda: [found.place()], prints=bool(columns))
    return cells_of(found, text, world.calls, columns)


def values(world: World, part: str, column: str, /) -> list[Any]:
    """Return a column, row by row."""
    every, columns = world.as_printed(part)
    world.known(part, {column: None}, rows_only=True)
    places = lambda: [row.place(column) for row in every if column in row.values]  # noqa: E731  read when it fails
    found = [row.values[column] for row in every if column in row.values]
    return world.note(written("values", part, column), found, places, prints=column in columns)


def value(world: World, part: str, name: str, /) -> Any:
    """Return an entry of the part's `values`."""
    entries = world.part(part).values.get("values", {})
    if name not in entries:
        raise ExpressionError(f"{part!r} has no value {name!r}{did_you_mean(str(name), entries)}")
    place = world.game.place("parts", part, "values", name)
    found, prints = entry(name, entries, world.fronts(part)) if world.reads(part) else (entries[name], False)
    return world.note(written("value", part, name), found, lambda: [place], prints=prints)


def spaces(world: World, part: str, /) -> list[int]:
    """Return the numbers of the spaces of a track."""
    found = world.part(part).values.get("spaces")
    if found is None:
        raise ExpressionError(f"{part!r} is a {world.part(part).kind} and has no spaces")
    fronts = world.fronts(part) if world.reads(part) else ()
    said, prints = numbers(world.part(part), fronts)
    places = [world.game.place("parts", part, key) for key in ("from", "to")]
    return world.note(written("spaces", part), said, lambda: places, prints=prints)


def looks(world: World, part: str, side: str, /, **where: Any) -> int:
    """Return how many different faces the finished files show of a side."""
    if side not in ("front", "back"):
        raise ExpressionError(f"{side!r} is no side; there is 'front' and 'back'")
    if side == "back" and world.part(part).back is None:
        raise ExpressionError(f"{part!r} has no back")
    designs = {design.id for design in world.designs(part, where)}
    world.on_sheets(part)
    faces = [s for s in world.seen or () if s.part == part and s.side == side and (not where or s.design in designs)]
    if not faces and side == "back":
        raise NeedsFiles
    result = len({piece.look for piece in faces})
    places = [world.game.place("parts", part, side)]
    text = written("looks", part, side, **where)
    return world.note(text, result, lambda: places, prints=True, declared=False)


def sheets(world: World, part: str | None = None, /) -> int:
    """Return how many sheets the finished files have: with pieces on them, or with pieces of a part."""
    ids = list(world.parts) if part is None else [world.part(part).id]
    pages = {(piece.file, piece.page) for each in ids for piece in world.fronts(each)}
    places = [world.game.place("parts", each, "copies") for each in ids]
    text = written("sheets", *([part] if part else []))
    return world.note(text, len(pages), lambda: places, prints=True, declared=False)


_SHOWN = re.compile(r"^[\s>*+\d.-]*!\[(?:[^\]\\]|\\.)*\]\(figure:([^)\s]*)\)", re.MULTILINE)


def figure(world: World, figure: str, name: str, /) -> Any:
    """Return an entry of the figure's `values`, or a key of its kind, such as its `things`; lengths in mm."""
    data = _figure(world, figure)
    said = {key: getattr(data, key) for key in data.keys_of_kind}
    values = {key: value for key, value in said.items() if value is not None} | data.values
    if name not in values:
        raise ExpressionError(f"the figure {figure!r} has no value {name!r}{did_you_mean(str(name), values)}")
    path = (figure, "values", name) if name in data.values else (figure, name)
    places = lambda: items(world.game, "figures", *path)  # noqa: E731  read when it fails
    return world.note(written("figure", figure, name), to_builtins(values[name]), places)


def numbered(world: World, figure: str, /) -> int:
    """Return the number that the rules print for a figure: figures count in the order in which they are shown."""
    _figure(world, figure)
    text = world.game.rules or ""
    shown = list(_SHOWN.finditer(text))
    number = next((number for number, each in enumerate(shown, 1) if each[1] == figure), None)
    if number is None:
        raise ExpressionError(f"the rules do not show the figure {figure!r}")
    file = str(Path(world.game.file).parent / (world.game.data.rules or ""))
    place = Place(file, text.count("\n", 0, shown[number - 1].start(1)) + 1)
    return world.note(written("numbered", figure), number, lambda: [place])


def _figure(world: World, name: str) -> FigureData:
    figures = world.game.data.figures
    if name not in figures:
        raise ExpressionError(f"there is no figure {name!r}{did_you_mean(str(name), figures)}")
    return figures[name]


_MOST = 5_000  # positions that are looked at
Held = tuple[int, ...]  # how many players hold no token, one, two ... of those who need one more at the least


def race(world: World, players: int, goal: int, winners: Any, /) -> dict[str, int | None]:
    """Return the most `rounds` of a race to so many tokens, none where it need not end, and the most `tokens` it takes.

    In each round so many players get a token as one of the numbers `winners` says, 0 for nobody; which ones, nobody
    knows. It ends with the round in which somebody has the goal. Found by a walk over all ways to hand them out.
    """
    numbers = winners if isinstance(winners, list | tuple) else [winners]
    for name, value, least in (("players", players, 1), ("goal", goal, 1), *(("winners", each, 0) for each in numbers)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ExpressionError(f"race() needs whole numbers of at least {least} as {name}, not {spelled(value)}")
    if not any(numbers) or max(numbers) > players:
        raise ExpressionError(f"race() needs as winners numbers up to {players}, not all of them 0")
    if comb(players + goal - 1, players) > _MOST:
        raise ExpressionError(f"a race of {players} players to {goal} tokens has too many positions to look at")
    rounds, tokens = _longest((players, *[0] * (goal - 1)), frozenset(numbers))
    found = {"rounds": None if 0 in numbers else rounds, "tokens": tokens}
    return world.note(written("race", players, goal, winners), found, list, asks=False)


def _longest(start: Held, winners: Collection[int]) -> tuple[int, int]:
    """Return the most rounds from a position to the end, and the most tokens that are handed out on a way there."""

    @cache
    def longest(held: Held) -> tuple[int, int]:
        if sum(held) < sum(start):
            return 0, 0
        ways = [(longest(_after(held, gets)), sum(gets)) for gets in _rounds(held, winners)]
        return 1 + max(rounds for (rounds, _), _ in ways), max(tokens + given for (_, tokens), given in ways)

    return longest(start)


def _rounds(held: Held, winners: Collection[int]) -> Iterator[Held]:
    """Yield how many of each sort of players get a token, in all ways of a round in which anybody does."""
    every = product(*(range(count + 1) for count in held))
    return (gets for gets in every if sum(gets) and sum(gets) in winners)


def _after(held: Held, gets: Held) -> Held:
    """Return who holds how many after a round; whoever has the goal is counted no more."""
    return tuple(held[n] - gets[n] + (gets[n - 1] if n else 0) for n in range(len(held)))


FUNCTIONS = (
    count,
    per_color,
    players,
    colors,
    rows,
    one,
    values,
    value,
    spaces,
    looks,
    sheets,
    figure,
    numbered,
    race,
)
