"""The facts of colors: paint, mark, letter and name, and the designs with one of them changed."""

from collections.abc import Iterator, Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from functools import partial
from typing import Any

from msgspec.structs import replace

from generator.components.facts.variants import FactWork, Variant, other_values
from generator.model.color import Color, to_rgb
from generator.model.facts import Fact, Witnesses
from generator.model.game import ComponentKind, Design, Game, Part

FIELDS = ("paint", "mark", "letter", "name")


def list_color_works(game: Game, part: Part, _kind: ComponentKind, witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield what the witnesses of each color say about it, and whether they show any other color of its group."""
    group = game.parts[part.id].for_each
    if group is None:
        yield from _list_row_color_works(game, part, witnesses)
        return
    others = {role: color for role, color in game.colors.items() if role.startswith(f"{group}.")}
    for design in witnesses.designs:
        for key, color in design.values.items():
            count = witnesses.counts.get((design.id, key), 0)
            if not isinstance(color, Color) or not count:
                continue
            for field in FIELDS:
                if value := getattr(color, field):
                    fact = _make_fact(game, part, design, color, field, value=value)
                    vary = partial(_vary_color, game, part, design, fact, [color])
                    yield FactWork(fact, part, design, (group if field == "paint" else field,), vary, stands_for=count)
            if rest := [each for each in others.values() if each.role != color.role]:
                yield _make_foreign_work(game, part, design, color, rest)._replace(stands_for=count)


def _list_row_color_works(game: Game, part: Part, witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield whether the witnesses whose rows name a color show that of another row; a pile shares its back.

    A value is a role, or with the name of a group before it. Two rows or more must differ, and all must name one. Rows
    that name different colors in several columns, such as tiles at each edge, have none of their own.
    """
    rows = [design.values.get("row") for design in part.designs]
    if len(rows) < 2 or not all(isinstance(row, Mapping) for row in rows):
        return
    columns = [[str(row.get(column, "")) for row in rows] for column in rows[0]]  # type: ignore[union-attr]
    found = [[roles[value] for value in values] for values in columns if (roles := _name_roles(game, values))]
    named = dict.fromkeys(found[0] if found and all(each == found[0] for each in found) else [])
    owners = {design.id: role for design, role in zip(part.designs, found[0] if named else (), strict=False)}
    for design in witnesses.designs if len(named) > 1 else ():
        own = owners[design.id]
        rest = [game.colors[each] for each in named if each != own]
        yield _make_foreign_work(game, part, design, game.colors[own], rest)._replace(sides=("front",))


def _make_foreign_work(game: Game, part: Part, design: Design, own: Color, rest: Sequence[Color]) -> FactWork:
    fact = _make_fact(game, part, design, own, "paint", value=own.paint)._replace(kind="foreign")
    return FactWork(fact, part, design, ("colors",), partial(_vary_color, game, part, design, fact, rest))


def _name_roles(game: Game, values: Sequence[str]) -> Mapping[str, str]:
    """Return the roles that values name, all of them in one way; empty if one names none."""
    distinct = dict.fromkeys(values)
    for group in dict.fromkeys(["", *(role.rpartition(".")[0] for role in game.colors)]):
        roles = {value: f"{group}.{value}" if group else value for value in distinct}
        if all(role in game.colors for role in roles.values()):
            return roles
    return {}


def _make_fact(game: Game, part: Part, design: Design, color: Color, field: str, value: str) -> Fact:
    place = game.place("colors", color.role, field)
    return Fact(part.id, design.id, "color", field, value, place=place, areas=(), of=color.role)


def _vary_color(game: Game, part: Part, design: Design, fact: Fact, colors: Sequence[Color]) -> Iterator[Variant]:
    """Yield a design with another value in a field of some colors, one value after the other."""
    field = fact.name
    known = [getattr(each, field) for each in game.colors.values()]
    made = [[*_other_field(color, field, known)] for color in colors]
    for values in zip(*made, strict=False):
        changed = {color.role: _with_field(color, field, value) for color, value in zip(colors, values, strict=True)}
        own = {
            key: changed.get(value.role, value) if isinstance(value, Color) else value
            for key, value in design.values.items()
        }
        tried = ", ".join(values)
        yield Variant((fact,), tried, part, design._replace(values=own), {"colors": {**game.colors, **changed}})


def vary_role(colors: Mapping[str, Color], role: str, field: str) -> Mapping[str, Color]:
    """Return colors with another value in a field of one of them; the same if it has none there."""
    known = [getattr(each, field) for each in colors.values()]
    own = colors[role]
    values = _other_field(own, field, known) if getattr(own, field) else iter(())
    return {**colors, role: _with_field(own, field, next(values, getattr(own, field)))}


def _with_field(color: Color, field: str, value: str) -> Color:
    if field == "name":
        return replace(color, name=value, renamed="")
    changes: Mapping[str, Any] = {field: value}
    return replace(color, **changes)


def _other_field(color: Color, field: str, known: Sequence[str]) -> Iterator[str]:
    value = getattr(color, field)
    if field == "paint":
        yield from _other_paints(value)
    else:
        yield from (str(each) for each in other_values(value, [each for each in known if each]))


def _other_paints(paint: str) -> Iterator[str]:
    """Yield paints of another hue, and much lighter or darker."""
    hue, light, full = rgb_to_hls(*(channel / 255 for channel in to_rgb(paint)))
    for turn, shift in ((0.5, 0.35 if light < 0.5 else -0.35), (0.33, 0.2 if light < 0.5 else -0.2)):
        channels = hls_to_rgb((hue + turn) % 1, min(max(light + shift, 0.1), 0.9), max(full, 0.6))
        yield "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)
