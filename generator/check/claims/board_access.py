"""Access to boards for claim functions, with the places of their data."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from generator.check.analysis.board_survey import survey_board
from generator.check.analysis.board_walks import StepGraph, build_graph
from generator.check.analysis.value_text import spell_value
from generator.check.claims.calls import MAX_PLACES, places_of_items
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import ExpressionError
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell, Section
from generator.model.finding import Place

KeyPath = tuple[str, ...]
GENERATOR_KEY = "{generator}"  # in a path: the key of the board's generator, whichever it is
CELL_KEYS: tuple[KeyPath, ...] = ((GENERATOR_KEY,), ("slots",), ("pockets",), ("cells", "*", "blocked"))
JOIN_KEYS: tuple[KeyPath, ...] = (("joins",), ("cuts",), *CELL_KEYS)


def declared_board(world: ClaimContext, board: str) -> Board:
    """Return the board of the data (ExpressionError if the part is not a board)."""
    part = world.get_part(board)
    if part.board is None:
        raise ExpressionError(f"{board!r} is a {part.kind} and has no cells")
    return part.board


def board_here(world: ClaimContext, board: str) -> Board:
    """Return the board of this context: of the data, or as printed (ExpressionError, NeedsFiles)."""
    if not world.reads_sheets(board):
        return declared_board(world, board)
    if board not in world.boards:
        declared_board(world, board)
        world.boards[board] = survey_board(world.get_part(board), world.find_fronts(board))
    return world.boards[board]


def graph_here(world: ClaimContext, board: str) -> StepGraph:
    """Return where each cell of the board of this context leads (ExpressionError, NeedsFiles)."""
    whole = board_here(world, board)
    if board not in world.graphs:
        world.graphs[board] = build_graph(whole)
    return world.graphs[board]


def name_origin(world: ClaimContext) -> str:
    """Return the words that a message adds to name the sheets; empty for the data."""
    return " of the sheets" if world.name == "sheets" else ""


def require_known(what: str, name: Any, names: Collection[str], board: str) -> str:
    """Return a name if it exists (ExpressionError with the nearest one)."""
    if not isinstance(name, str) or name not in names:
        raise ExpressionError(
            f"{board!r} has no {what} {spell_value(name)}{did_you_mean(str(name), filter(None, names))}"
        )
    return name


def require_join_kind(kind: str | None, world: ClaimContext, board: str) -> None:
    """Check the kind of a join; `side` and `corner` always exist (ExpressionError)."""
    if kind is not None:
        require_known(
            "join of kind", kind, {join.kind for join in declared_board(world, board).joins} | {"side", "corner"}, board
        )


def _require_cell(name: Any, whole: Board, board: str) -> None:
    """Check that a name is a cell of the data, with a hint for the name of an area (ExpressionError)."""
    if name in whole.areas and name not in whole.cells:
        raise ExpressionError(f"{name!r} is an area of {board!r}, not a cell; write area({board!r}, {name!r})")
    require_known("cell", name, whole.cells, board)


def get_cell(world: ClaimContext, board: str, name: str) -> Cell:
    """Return a cell of the board in this context (ExpressionError)."""
    _require_cell(name, declared_board(world, board), board)
    if name not in (cells := board_here(world, board).cells):
        raise ExpressionError(f"the sheets do not print the cell {name!r} of {board!r}")
    return cells[name]


def cell_names(world: ClaimContext, board: str, what: str | Sequence[str]) -> list[str]:
    """Return the ids of one cell or of a list of cells of the data (ExpressionError)."""
    whole = declared_board(world, board)
    names = [what] if isinstance(what, str) else list(what)
    for name in names:
        _require_cell(name, whole, board)
    return names


def get_cell_ids(world: ClaimContext, board: str, what: str | Sequence[str]) -> list[str]:
    """Return the ids of one cell or of a list of cells, all of which exist in this context (ExpressionError)."""
    return [get_cell(world, board, name).id for name in cell_names(world, board, what)]


def get_sections(world: ClaimContext, board: str) -> dict[str, Section]:
    """Return the sections of a board; on the sheets, those that are printed."""
    declared_board(world, board)
    designs = world.get_part(board).designs
    if world.reads_sheets(board):
        printed = {face.design for face in world.find_fronts(board)}
        designs = tuple(design for design in designs if design.id in printed)
    return {design.section.id: design.section for design in designs if design.section}


def places_of_keys(world: ClaimContext, board: str, *paths: KeyPath) -> Callable[[], list[Place]]:
    """Return a function that finds the places in the data: the items of each of these keys of the part; `*` is any key.

    If there are more than a message shows, they are sorted, so that they are shown as a span.
    """

    def found() -> list[Place]:
        places = list(dict.fromkeys(_find_places(world, board, paths)))
        return sorted(places) if len(places) > MAX_PLACES else places or [world.game.place("parts", board)]

    return found


def _find_places(world: ClaimContext, board: str, paths: tuple[KeyPath, ...]) -> Iterator[Place]:
    every, generator = world.game.places, declared_board(world, board).generator
    for path in paths:
        whole = "parts", board, *(generator if key == GENERATOR_KEY else key for key in path)
        if "*" in path:
            yield from (
                at for key, at in every.items() if len(key) == len(whole) and all(map(_key_matches, whole, key))
            )
        elif whole in every:
            yield from places_of_items(world.game, *whole)


def _key_matches(word: str, key: str | int) -> bool:
    return word in ("*", key)
