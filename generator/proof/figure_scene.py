"""What a figure of the rules shows, read from its data."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from generator.model.figure import FigureData
from generator.model.finding import Place
from generator.model.game import Game, Part

Path = tuple[str | int, ...]


class ShownPiece(NamedTuple):
    """A face of the kit that a figure shows at a path of its data; `design` is empty if it names none of several."""

    part: str
    design: str
    path: Path

    @property
    def name(self) -> str:
        """Return its name in messages."""
        return f"{self.part}.{self.design}" if self.design else self.part


class FigureScene:
    """A figure with all that it shows."""

    def __init__(self, game: Game, parts: Mapping[str, Part], name: str) -> None:
        self.game, self.parts, self.name = game, parts, name
        self.data: FigureData = game.data.figures[name]

    def place(self, *path: str | int) -> Place:
        """Return the place of a value of the figure."""
        return self.game.place("figures", self.name, *path)

    @cached_property
    def pieces(self) -> tuple[ShownPiece, ...]:
        """Return the pieces of a figure of its kind."""
        data = self.data
        listed: list[tuple[str, str | None, Path]] = []
        if data.kind == "face":
            listed.append((data.part or "", data.design, ()))
        listed += [(each.part, each.design, ("pieces", n)) for n, each in enumerate(data.pieces or ())]
        listed += [(each.part, each.design, ("things", n)) for n, each in enumerate(data.things or ())]
        known = ((self.parts[part], design, path) for part, design, path in listed if part in self.parts)
        return tuple(ShownPiece(part.id, _name_design(part, design), path) for part, design, path in known)


def walk_values(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield each value that is neither a list nor a mapping, with its path."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
    for key, each in inner or ():
        yield from walk_values(each, (*path, key))


def _name_design(part: Part, design: str | None) -> str:
    return design or (part.designs[0].id if len(part.designs) > 1 else "")
