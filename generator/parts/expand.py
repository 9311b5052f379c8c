"""A game goes in, its parts come out: one design for each row and each color, with its values and copies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.model.color import Color
from generator.model.finding import DataError, Finding
from generator.model.game import Design, Game, Kind, Part, PartData, Row
from generator.model.nearest import did_you_mean
from generator.model.place import Place
from generator.parts.nets import trim_of, values_of
from generator.parts.sections import sectioned


def expand(game: Game, kinds: Mapping[str, Kind]) -> tuple[Part, ...]:
    """Return the parts in the order of the data."""
    names = {kind.data: name for name, kind in kinds.items()}
    return tuple(_part(game, key, data, names[type(data)], kinds) for key, data in game.parts.items())


def _part(game: Game, key: str, data: PartData, name: str, kinds: Mapping[str, Kind]) -> Part:
    kind = kinds[name]

    def at(*path: str | int) -> Place:
        return game.place("parts", key, *path)

    designs = tuple(_netted(each, data, kind, at) for each in _designs(game, key, data))
    board = kind.board(data, at) if kind.board else None
    part = Part(
        id=key,
        title=data.title or key,
        kind=name,
        outline=designs[0].outline or kind.outline(data),
        safe=kind.safe if data.safe is None else data.safe,
        gap=data.gap,
        front=data.front,
        back=data.back,
        values={"values": data.values, **kind.values(data)},
        designs=designs,
        stock=data.stock,
        place=game.place("parts", key),
        board=board,
    )
    return sectioned(part, board.sections) if board and board.sections else part


def _netted(design: Design, data: PartData, kind: Kind, at: Callable[..., Place]) -> Design:
    """Give a design of what is folded its net, with the trim and the values that follow from it."""
    if kind.net is None:
        return design
    net = kind.net(data, design.values.get("row", {}), at)
    return design._replace(net=net, outline=trim_of(net), values={**design.values, **values_of(net)})


def _designs(game: Game, key: str, data: PartData) -> Iterator[Design]:
    """Yield the designs: for each color of the group, for each row; ids are made of roles, not of names for people."""
    for color in _colors(game, data.for_each):
        word = color.role.removeprefix(f"{data.for_each}.") if color else ""
        group = {data.for_each: color} if data.for_each and color else {}
        if not game.rows.get(key):
            assert data.copies is not None
            yield Design(word or "1", group, data.copies, game.place("parts", key, "copies"))
            continue
        for index, row in enumerate(game.rows[key], 1):
            identity = str(row.values.get("id", index))
            identity = f"{word}.{identity}" if word else identity
            copies, place = _copies(game, key, data, row)
            yield Design(identity, {**group, "row": row.values}, copies, place)


def _colors(game: Game, group: str | None) -> list[Color | None]:
    if group is None:
        return [None]
    return [color for role, color in game.colors.items() if role.startswith(group + ".")]


def _copies(game: Game, key: str, data: PartData, row: Row) -> tuple[int, Place]:
    copies: Any = row.values.get("copies", data.copies)
    return copies, row.place("copies") if "copies" in row.values else game.place("parts", key, "copies")


def chosen(parts: tuple[Part, ...], only: Sequence[str]) -> tuple[Part, ...]:
    """Return the parts whose ids are asked for, all for none; GF008 for an id that there is not."""
    ids = [part.id for part in parts]
    if unknown := [name for name in only if name not in ids]:
        messages = [f"the game has no part {name!r}{did_you_mean(name, ids)}" for name in unknown]
        raise DataError([Finding("GF008", Place("--only"), message) for message in messages])
    return tuple(part for part in parts if not only or part.id in only)
