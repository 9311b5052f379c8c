"""Describe the sizes and counts of a game's parts that `--set` can change, as a form shows them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import inspect

from generator.model.game import Game

_DEEPEST = 2  # keys in one another, such as grid.cell


class SettingField(NamedTuple):
    """A value of a part: its name as `--set` has it, what it means, what the game says, and its bounds or choices.

    Numbers have a step, whole ones 1; `least` and `most` are None where there is no bound.
    """

    name: str
    means: str
    said: str
    is_number: bool = True
    is_whole: bool = False
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def part(self) -> str:
        """Return the part that it is a value of."""
        return self.name.partition(".")[0]


def list_setting_fields(game: Game) -> tuple[SettingField, ...]:
    """Return the numbers of all parts, and their sizes; those that a table or nothing gives are left out."""
    return tuple(
        field
        for key, data in game.parts.items()
        for field in _list_fields(inspect.type_info(type(data)), data, key, _DEEPEST)
    )


def _list_fields(shape: inspect.Type, value: Any, path: str, depth: int) -> Iterator[SettingField]:
    if not isinstance(shape, inspect.StructType) or value is None:
        return
    for each in shape.fields:
        said, name = getattr(value, each.name), f"{path}.{each.encode_name}"
        kinds, means = _unfold(each.type)
        numbers = [kind for kind in kinds if isinstance(kind, inspect.IntType | inspect.FloatType)]
        sizes = [kind for kind in kinds if isinstance(kind, inspect.LiteralType)]
        deeper = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
        if numbers and not isinstance(said, bool) and isinstance(said, int | float | None):
            if said is not None or each.encode_name != "copies":  # a column may have them
                yield _describe_number(numbers[0], name, means, said)
        elif sizes and each.encode_name == "size":
            choices = tuple(str(choice) for kind in sizes for choice in kind.values)
            yield SettingField(name, means, _write(said), is_number=False, choices=choices)
        elif depth > 1 and len(deeper) == 1 and isinstance(said, deeper[0].cls):
            yield from _list_fields(deeper[0], said, name, depth - 1)


def _unfold(shape: inspect.Type) -> tuple[tuple[inspect.Type, ...], str]:
    """Return the types that a value may have, and what its key means."""
    if isinstance(shape, inspect.Metadata):
        kinds, means = _unfold(shape.type)
        return kinds, str((shape.extra_json_schema or {}).get("description", means))
    if isinstance(shape, inspect.UnionType):
        return tuple(kind for each in shape.types for kind in _unfold(each)[0]), ""
    return (shape,), ""


def _describe_number(
    kind: inspect.IntType | inspect.FloatType, name: str, means: str, said: float | None
) -> SettingField:
    is_whole = isinstance(kind, inspect.IntType)
    least = kind.ge if kind.ge is not None else kind.gt
    return SettingField(name, means, _write(said), is_whole=is_whole, least=least, most=kind.le)


def _write(value: Any) -> str:
    match value:
        case None:
            return ""
        case float() | int():
            return f"{value:g}"
        case list() | tuple():
            return f"[{', '.join(map(_write, value))}]"
    return str(value)
