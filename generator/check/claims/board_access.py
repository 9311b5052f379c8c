"""Access to boards for claim functions, with the places of their data."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from generator.check.claims.calls import MOST, items
from generator.check.claims.context import World
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence.spelling import spelled
from generator.check.evidence.survey import surveyed
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell, Section
from generator.model.place import Place

Path = tuple[str, ...]
GENERATOR = "{generator}"  # in a path: the key of the board's generator, whichever it is
MADE: tuple[Path, ...] = ((GENERATOR,), ("slots",), ("pockets",), ("cells", "*", "blocked"))
JOINED: tuple[Path, ...] = (("joins",), ("cuts",), *MADE)


def declared(world: World, board: str) -> Board:
    """Return the board of the data (ExpressionError if the part is not a board)."""
    part = world.get_part(board)
    if part.board is None:
        raise ExpressionError(f"{board!r} is a {part.kind} and has no cells")
    return part.board


def here(world: World, board: str) -> Board:
    """Return the board of this context: of the data, or as printed (ExpressionError, NeedsFiles)."""
    if world.name == "data":
        return declared(world, board)
    if board not in world.boards:
        declared(world, board)
        world.boards[board] = surveyed(world.get_part(board), world.find_fronts(board))
    return world.boards[board]


def origin(world: World) -> str:
    """Return the words that a message adds to name the sheets; empty for the data."""
    return " of the sheets" if world.name == "sheets" else ""


def known(what: str, name: Any, names: Collection[str], board: str) -> str:
    """Return a name if it exists (ExpressionError with the nearest one)."""
    if not isinstance(name, str) or name not in names:
        raise ExpressionError(f"{board!r} has no {what} {spelled(name)}{did_you_mean(str(name), filter(None, names))}")
    return name


def known_join(kind: str | None, world: World, board: str) -> None:
    """Check the kind of a join; `side` and `corner` always exist (ExpressionError)."""
    if kind is not None:
        known("join of kind", kind, {join.kind for join in declared(world, board).joins} | {"side", "corner"}, board)


def _known_cell(name: Any, whole: Board, board: str) -> None:
    """Check that a name is a cell of the data, with a hint for the name of an area (ExpressionError)."""
    if name in whole.areas and name not in whole.cells:
        raise ExpressionError(f"{name!r} is an area of {board!r} and no cell; say area({board!r}, {name!r})")
    known("cell", name, whole.cells, board)


def cell_of(world: World, board: str, name: str) -> Cell:
    """Return a cell of the board in this context (ExpressionError)."""
    _known_cell(name, declared(world, board), board)
    if name not in (cells := here(world, board).cells):
        raise ExpressionError(f"the sheets do not print the cell {name!r} of {board!r}")
    return cells[name]


def named(world: World, board: str, what: str | Sequence[str]) -> list[str]:
    """Return the ids of one cell or of a list of cells of the data (ExpressionError)."""
    whole = declared(world, board)
    names = [what] if isinstance(what, str) else list(what)
    for name in names:
        _known_cell(name, whole, board)
    return names


def cells_of(world: World, board: str, what: str | Sequence[str]) -> list[str]:
    """Return the ids of one cell or of a list of cells, all of which exist in this context (ExpressionError)."""
    return [cell_of(world, board, name).id for name in named(world, board, what)]


def sections_of(world: World, board: str) -> dict[str, Section]:
    """Return the sections of a board; on the sheets, those that are printed."""
    declared(world, board)
    designs = world.get_part(board).designs
    if world.name == "sheets":
        printed = {face.design for face in world.find_fronts(board)}
        designs = tuple(design for design in designs if design.id in printed)
    return {design.section.id: design.section for design in designs if design.section}


def said(world: World, board: str, *paths: Path) -> Callable[[], list[Place]]:
    """Return a function that finds the places in the data: the items of each of these keys of the part; `*` is any key.

    If there are more than a message shows, they are sorted, so that they are shown as a span.
    """

    def found() -> list[Place]:
        places = list(dict.fromkeys(_said(world, board, paths)))
        return sorted(places) if len(places) > MOST else places or [world.game.place("parts", board)]

    return found


def _said(world: World, board: str, paths: tuple[Path, ...]) -> Iterator[Place]:
    every, generator = world.game.places, declared(world, board).generator
    for path in paths:
        whole = "parts", board, *(generator if key == GENERATOR else key for key in path)
        if "*" in path:
            yield from (at for key, at in every.items() if len(key) == len(whole) and all(map(_fits, whole, key)))
        elif whole in every:
            yield from items(world.game, *whole)


def _fits(word: str, key: str | int) -> bool:
    return word in ("*", key)
