"""Read boards, dice, rows and values for an engine from the data of a game."""

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, tau
from typing import Any, NamedTuple, NoReturn

from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell
from generator.model.finding import Place, refuse
from generator.model.game import Game, Part


class Material(NamedTuple):
    """A game and its parts, as engines read them; what an engine needs and does not find is an error at its place."""

    game: Game
    parts: Sequence[Part]

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of players."""
        fewest, most = self.game.data.players
        return tuple(range(fewest, most + 1))

    def refuse(self, message: str, *path: str | int) -> NoReturn:
        """Raise an error at a place of the data."""
        raise refuse("GF008", self.game.place(*path), f"the engine of this game cannot play: {message}")

    def place(self, *path: str | int) -> Place:
        """Return the place of a value of the data."""
        return self.game.place(*path)

    def find_part(self, name: str) -> Part:
        """Return a part by its id."""
        found = {part.id: part for part in self.parts}
        if name not in found:
            self.refuse(f"it needs a part {name!r}, but there is none{did_you_mean(name, found)}", "parts")
        return found[name]

    def find_board(self, name: str) -> Board:
        """Return the board of a part."""
        board = self.find_part(name).board
        if board is None:
            self.refuse(f"it needs a board, but {name} is not one", "parts", name)
        return board

    def value(self, part: str, key: str) -> Any:
        """Return a value that a part gives under `values`."""
        values = self.game.parts[self.find_part(part).id].values
        if key not in values:
            self.refuse(f"{part} has no value {key!r}{did_you_mean(key, values)}", "parts", part, "values")
        return values[key]

    def numbers(self, part: str, key: str) -> list[int]:
        """Return a list of whole numbers that a part gives under `values`."""
        found = self.value(part, key)
        return self._require_numbers(found, part, "values", key)

    def faces(self, part: str) -> list[int]:
        """Return the whole numbers on the faces of a die."""
        found = getattr(self.game.parts[self.find_part(part).id], "faces", None)
        return self._require_numbers(found, part, "faces")

    def _require_numbers(self, found: Any, part: str, *path: str) -> list[int]:
        if not isinstance(found, (list, tuple)) or not found or not all(type(each) is int for each in found):
            self.refuse(f"{'.'.join((part, *path))} is not a list of whole numbers", "parts", part, *path)
        return list(found)

    def rows(self, part: str) -> list[dict[str, Any]]:
        """Return the rows of a part."""
        self.find_part(part)
        return [dict(row.values) for row in self.game.rows.get(part, ())]

    def column(self, part: str, name: str) -> list[Any]:
        """Return a column of the rows of a part."""
        rows = self.rows(part)
        if not rows or any(name not in row for row in rows):
            self.refuse(f"the rows of {part} have no column {name!r}", "parts", part, "rows")
        return [row[name] for row in rows]

    def copies(self, part: str) -> int:
        """Return how many pieces of a part there are."""
        return self.find_part(part).count

    def colors(self, group: str) -> list[str]:
        """Return the roles of a group of colors, in their order."""
        found = [role for role in self.game.colors if role.rpartition(".")[0] == group]
        if not found:
            self.refuse(f"there is no group of colors {group!r}", "colors")
        return found

    def each(self, part: str) -> int:
        """Return how many pieces of a part each player gets in the setup."""
        return sum(line.each or 0 for line in self.game.data.setup if line.part == part)

    def route(self, board: str, name: str) -> tuple[str, ...]:
        """Return a route of a board."""
        routes = self.find_board(board).routes
        if name not in routes:
            self.refuse(f"{board} has no route {name!r}{did_you_mean(name, routes)}", "parts", board)
        return routes[name]


def index_cells(names: Iterable[str]) -> dict[str, int]:
    """Return a number for each cell, in their order."""
    return {name: number for number, name in enumerate(names)}


def repeat_rows(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows, each as often as it has copies."""
    found = []
    for row in rows:
        copies = row.get("copies", 1)
        found += [row] * (copies if isinstance(copies, int) else 1)
    return found


def order_around(board: Board, groups: Mapping[str, Sequence[Cell]], clockwise: bool = True) -> list[str]:
    """Return groups of cells in their order around the middle, as seen from above, from the lower side on."""

    def angle(name: str) -> float:
        x = sum(cell.x - board.width / 2 for cell in groups[name])
        y = sum(cell.y - board.height / 2 for cell in groups[name])
        return round(atan2(-x if clockwise else x, y) % tau, 6) % round(tau, 6)  # y runs down

    return sorted(groups, key=angle)
