"""The facts of colors: paint, mark, letter and name, and the designs with one of them changed."""

from collections.abc import Iterator, Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from typing import Any

from msgspec.structs import replace

from generator.components.facts.variants import Variant, other_values
from generator.model.color import Color, to_rgb
from generator.model.facts import Fact
from generator.model.game import Design, Game, Part

FIELDS = ("paint", "mark", "letter", "name")


def list_color_facts(game: Game, part: Part, design: Design) -> Iterator[tuple[Fact, Color]]:
    """Yield the facts of the colors that a design is made in."""
    for color in design.values.values():
        if isinstance(color, Color):
            for field in FIELDS:
                if value := getattr(color, field):
                    yield make_color_fact(game, part, design, color, field, value), color


def list_row_colors(game: Game, part: Part) -> Iterator[tuple[Design, Color, Sequence[Color]]]:
    """Yield each design whose row names a color, with that color and those that other rows name in the same column.

    A value is a role, or with the name of a group before it. Two rows or more must differ, and all must name one. Rows
    that name different colors in several columns, such as tiles at each edge, have none of their own.
    """
    rows = [design.values.get("row") for design in part.designs]
    if len(rows) < 2 or not all(isinstance(row, Mapping) for row in rows):
        return
    columns = [[str(row.get(column, "")) for row in rows] for column in rows[0]]  # type: ignore[union-attr]
    found = [[roles[value] for value in values] for values in columns if (roles := _name_roles(game, values))]
    named = found[:1] if all(each == found[0] for each in found) else []
    if named and len(others := list(dict.fromkeys(named[0]))) > 1:
        for design, role in zip(part.designs, named[0], strict=True):
            yield design, game.colors[role], [game.colors[each] for each in others if each != role]


def _name_roles(game: Game, values: Sequence[str]) -> Mapping[str, str]:
    """Return the roles that values name, all of them in one way; empty if one names none."""
    for group in dict.fromkeys(["", *(role.rpartition(".")[0] for role in game.colors)]):
        roles = {value: f"{group}.{value}" if group else value for value in values}
        if all(role in game.colors for role in roles.values()):
            return roles
    return {}


def make_color_fact(game: Game, part: Part, design: Design, color: Color, field: str, value: str) -> Fact:
    """Return what a design says of a color."""
    place = game.place("colors", color.role, field)
    return Fact(part.id, design.id, "color", field, value, place, "", (), color.role)


def vary_color(game: Game, part: Part, design: Design, fact: Fact, colors: Sequence[Color]) -> Iterator[Variant]:
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
