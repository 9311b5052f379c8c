"""Claim functions about pieces, rows, values, players, sheets, figures and races for tokens."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from generator.check.analysis.value_text import read_value
from generator.check.claims.calls import (
    Answer,
    TracedMapping,
    format_call,
    format_places,
    places_of_copies,
    places_of_items,
    trace_row,
)
from generator.check.claims.context import ClaimContext, NeedsFiles, fits_cell, read_entry
from generator.language.expressions import ExpressionError, spell_value
from generator.language.suggestions import did_you_mean
from generator.model.figure import FigureData
from generator.model.finding import Place
from generator.model.game import Part, Row
from generator.model.printed import ReadPiece


def count(world: ClaimContext, part: str, /, **where: Any) -> Answer[int]:
    """Return the number of pieces; `where` picks by columns and by the part's color."""
    designs = world.pick_designs(part, where)
    return Answer(world.count_pieces(part, designs, bool(where)), lambda: places_of_copies(designs))


def per_color(world: ClaimContext, part: str, /) -> Answer[int]:
    """Return the number of pieces in each color of the part's group, -1 if it differs between colors."""
    group = world.get_group(part)
    if group is None:
        raise ExpressionError(f"{part!r} has no `for_each`, so nothing can be counted per color")
    names = [color.name for color in world.get_colors(group)]
    counts = {world.count_pieces(part, world.pick_designs(part, {group: name}), True) for name in names}
    designs = world.pick_designs(part, {})
    return Answer(counts.pop() if len(counts) == 1 else -1, lambda: places_of_copies(designs))


def players(world: ClaimContext, /) -> Answer[list[int]]:
    """Return the least and the greatest number of players."""
    return Answer(list(world.game.data.players), lambda: [world.game.place("players")])


def age(world: ClaimContext, /) -> Answer[int]:
    """Return the least age of players, in years."""
    if (least := world.game.data.age) is None:
        raise ExpressionError("the game has no key `age`")
    return Answer(least, lambda: [world.game.place("age")])


def minutes(world: ClaimContext, /) -> Answer[list[int]]:
    """Return the fewest and the most minutes that a game takes."""
    if (duration := world.game.data.duration) is None:
        raise ExpressionError("the game has no key `minutes`")
    return Answer(list(duration), lambda: [world.game.place("minutes")])


def colors(world: ClaimContext, group: str, /) -> Answer[list[str]]:
    """Return the names of the colors of a group."""
    found = world.get_colors(group)
    places = [world.game.place("colors", color.role) for color in found]
    return Answer([color.name for color in found], lambda: places)


def rows(world: ClaimContext, part: str, /) -> Answer[list[TracedMapping]]:
    """Return the values of each row, equal rows once."""
    text = format_call("rows", part)
    distinct: dict[frozenset[tuple[str, Any]], Row] = {}
    every, columns = world.get_printed_rows(part)
    for row in every:
        cells = ((key, tuple(value) if isinstance(value, list) else value) for key, value in row.values.items())
        distinct.setdefault(frozenset(cells), row)
    traced = [trace_row(row, text, world.calls, columns) for row in distinct.values()]
    return Answer(traced, lambda: [row.place() for row in distinct.values()], bool(columns), told=len(distinct))


def one(world: ClaimContext, part: str, /, **where: Any) -> Answer[TracedMapping]:
    """Return the values of the row that matches; equal rows count as one.

    The row is picked by the data; its values are those printed on the sheets.
    """
    text, every = format_call("one", part, **where), world.get_rows(part)
    group = world.get_group(part)
    world.require_columns(part, where)
    wanted = {key: value for key, value in where.items() if key != group}
    shown, columns = world.get_printed_rows(part)
    pairs = [
        (row, print_)
        for row, print_ in zip(every, shown, strict=True)
        if all(fits_cell(row.values, key, value) for key, value in wanted.items())
    ]
    if not pairs:
        raise ExpressionError(f"{text}: no row matches ({format_places([row.place() for row in every])})")
    if any(dict(row.values) != dict(pairs[0][0].values) for row, _ in pairs):
        raise ExpressionError(
            f"{text}: {len(pairs)} rows match, but differ ({format_places([r.place() for r, _ in pairs])})"
        )
    found = next((print_ for row, print_ in pairs if print_.values != row.values), pairs[0][1])
    return Answer(trace_row(found, text, world.calls, columns), lambda: [found.place()], bool(columns))


def values(world: ClaimContext, part: str, column: str, /) -> Answer[list[Any]]:
    """Return the values of a column, row by row."""
    every, columns = world.get_printed_rows(part)
    world.require_columns(part, {column: None}, rows_only=True)
    places = lambda: [row.place(column) for row in every if column in row.values]  # noqa: E731  evaluated only for messages
    found = [row.values[column] for row in every if column in row.values]
    return Answer(found, places, column in columns)


def value(world: ClaimContext, part: str, name: str, /) -> Answer[Any]:
    """Return an entry of the part's `values`."""
    entries = world.get_part(part).values.get("values", {})
    if name not in entries:
        raise ExpressionError(f"{part!r} has no value {name!r}{did_you_mean(str(name), entries)}")
    place = world.game.place("parts", part, "values", name)
    found, prints = entries[name], False
    if world.is_printed(part):
        found, prints = read_entry(name, entries, world.find_fronts(part), world.says)
    return Answer(found, lambda: [place], prints)


def spaces(world: ClaimContext, part: str, /) -> Answer[list[int]]:
    """Return the numbers of the spaces of a track."""
    found = world.get_part(part).values.get("spaces")
    if found is None:
        raise ExpressionError(f"{part!r} is a {world.get_part(part).kind} and has no spaces")
    fronts = world.find_fronts(part) if world.is_printed(part) else ()
    numbers, prints = _read_space_numbers(world.get_part(part), fronts)
    places = [world.game.place("parts", part, key) for key in ("from", "to")]
    return Answer(numbers, lambda: places, prints)


def _read_space_numbers(part: Part, fronts: Sequence[ReadPiece]) -> tuple[list[Any], bool]:
    """Return the numbers of a track's spaces, and whether all fronts show them; if so, they are as printed."""
    known = {f"space.{space['n']}": space["n"] for space in part.values["spaces"]}
    shown = [{mark.name: mark.text for mark in face.marks if mark.name in known and mark.text} for face in fronts]
    if not shown or any(len(texts) < len(known) for texts in shown):
        return [*known.values()], False
    readings = ([read_value(texts[name], n) for texts in shown] for name, n in known.items())
    return [
        next((each for each in reading if each != n), n) for reading, n in zip(readings, known.values(), strict=True)
    ], True


def looks(world: ClaimContext, part: str, side: str, /, **where: Any) -> Answer[int]:
    """Return the number of different looks of a side in the finished files."""
    shown = world.get_side(part, side)
    picked = world.pick_designs(part, where)
    designs = {design.id for design in picked}
    if not world.get_part(part).is_printed:
        raise ExpressionError(f"{part!r} is not printed (`print: false`), so no sheet shows how it looks")
    world.require_sheets(part)
    further = {each.id for each in world.get_part(part).designs if each.net_piece} - designs  # of nets in pieces
    seen = [s for s in world.seen or () if s.part == part and s.side == side and s.design not in further]
    faces = [each for each in seen if not where or each.design in designs]
    if not faces and side == "back":
        raise NeedsFiles
    found = len({piece.look for piece in faces})

    def locate() -> Sequence[Place]:
        pictures = world.pictures if found > 1 else None
        varying = pictures.locate_varying(world.get_part(part), picked, shown) if pictures else None
        return [varying or world.game.place("parts", part, side)]

    return Answer(found, locate, prints=True, declared=False)


def sheets(world: ClaimContext, part: str | None = None, /) -> Answer[int]:
    """Return the number of sheets with pieces, or with pieces of a part, in the finished files."""
    ids = list(world.parts) if part is None else [world.get_part(part).id]
    pages = {(piece.file, piece.page) for each in ids for piece in world.find_fronts(each)}
    places = [world.game.place("parts", each, "copies") for each in ids]
    return Answer(len(pages), lambda: places, prints=True, declared=False)


_FIGURE_IMAGE = re.compile(  # no other picture begins in the text of one, so that each is read once
    r"^(?:[^\S\n]|[>*+\d.-])*+!\[(?:[^\]\\!]++|(?!\\?!\[)(?:!|\\.))*+\]\(figure:([^)\s]*)\)", re.MULTILINE
)


def figure(world: ClaimContext, figure: str, name: str, /) -> Answer[Any]:
    """Return an entry of the figure's `values`, or a key of its kind, such as its `things`; lengths in mm."""
    data = _get_figure(world, figure)
    kind_values = {key: getattr(data, key) for key in data.keys_of_kind}
    values = {key: value for key, value in kind_values.items() if value is not None} | data.values
    if name not in values:
        raise ExpressionError(f"the figure {figure!r} has no value {name!r}{did_you_mean(str(name), values)}")
    path = (figure, "values", name) if name in data.values else (figure, name)
    places = lambda: places_of_items(world.game, "figures", *path)  # noqa: E731  evaluated only for messages
    return Answer(to_builtins(values[name]), places)


def numbered(world: ClaimContext, figure: str, /) -> Answer[int]:
    """Return the number that the rules print for a figure: figures are numbered in order of appearance."""
    _get_figure(world, figure)
    text = world.game.rules or ""
    shown = list(_FIGURE_IMAGE.finditer(text))
    number = next((number for number, each in enumerate(shown, 1) if each[1] == figure), None)
    if number is None:
        raise ExpressionError(f"the rules do not show the figure {figure!r}")
    file = str(Path(world.game.file).parent / world.game.data.rules_file)
    place = Place(file, text.count("\n", 0, shown[number - 1].start(1)) + 1)
    return Answer(number, lambda: [place])


def _get_figure(world: ClaimContext, name: str) -> FigureData:
    figures = world.game.data.figures
    if name not in figures:
        raise ExpressionError(f"there is no figure {name!r}{did_you_mean(str(name), figures)}")
    return figures[name]


_MAX_POSITIONS = 5_000  # positions of a race that are searched at most
TokenCounts = tuple[int, ...]  # the number of players with 0, 1, 2 ... tokens, of those who have not reached the goal


def race(world: ClaimContext, players: int, goal: int, winners: Any, /) -> Answer[dict[str, int | None]]:
    """Return the greatest number of `rounds` of a race (none if it may never end) and of `tokens` that it takes.

    In each round some players, as many as one of the numbers in `winners`, get a token each; 0 means nobody. The race
    ends with the round in which a player has `goal` tokens. Found by searching all ways to distribute them.
    """
    numbers = winners if isinstance(winners, list | tuple) else [winners]
    for name, value, least in (("players", players, 1), ("goal", goal, 1), *(("winners", each, 0) for each in numbers)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ExpressionError(f"race() needs whole numbers of at least {least} as {name}, not {spell_value(value)}")
    if not any(numbers) or max(numbers) > players:
        raise ExpressionError(f"race() needs numbers up to {players} as winners, at least one of them above 0")
    if comb(players + goal - 1, players) > _MAX_POSITIONS:
        raise ExpressionError(f"a race of {players} players to {goal} tokens has too many positions to search")
    rounds, tokens = _find_longest_race((players, *[0] * (goal - 1)), frozenset(numbers))
    return Answer({"rounds": None if 0 in numbers else rounds, "tokens": tokens}, asks=False)


def _find_longest_race(start: TokenCounts, winners: Collection[int]) -> tuple[int, int]:
    """Return the most rounds from a position to the end, and the most tokens distributed on a way there."""

    @cache
    def longest(held: TokenCounts) -> tuple[int, int]:
        if sum(held) < sum(start):
            return 0, 0
        ways = [(longest(_apply_round(held, gets)), sum(gets)) for gets in _list_rounds(held, winners)]
        return 1 + max(rounds for (rounds, _), _ in ways), max(tokens + given for (_, tokens), given in ways)

    return longest(start)


def _list_rounds(held: TokenCounts, winners: Collection[int]) -> Iterator[TokenCounts]:
    """Yield, for all rounds in which somebody gets a token, how many players of each count get one."""
    every = product(*(range(count + 1) for count in held))
    return (gets for gets in every if sum(gets) and sum(gets) in winners)


def _apply_round(held: TokenCounts, gets: TokenCounts) -> TokenCounts:
    """Return the counts after a round, without the players who have reached the goal."""
    return tuple(held[n] - gets[n] + (gets[n - 1] if n else 0) for n in range(len(held)))
