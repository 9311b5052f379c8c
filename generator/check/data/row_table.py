"""The rows of a part as a table, and suspicions about single cells that several patterns may share."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import isfinite
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.model.data_types import Scalar
from generator.model.finding import Place
from generator.model.game import Row

MOST_ROWS = 3000  # of a table that is looked at
MOST_COLUMNS = 24  # of it: pairs of columns are compared
UNIQUE_COLUMNS = ("id",)  # never alike in two rows
COUNT_COLUMN = "copies"


class Suspicion(NamedTuple):
    """A row, by number, in which one of these columns is likely wrong, and what all other rows have in common.

    `is_gap` says that the row beside it is missing.
    """

    code: str
    row: int
    columns: tuple[str, ...]
    message: str
    is_gap: bool = False


class RowTable:
    """The rows of a part by columns; a cell that a row lacks is None.

    `words` says how often the game uses each word, in its rules and in all rows, whose language is `language`.
    """

    def __init__(
        self, part: str, rows: Sequence[Row], words: Mapping[str, int] = MappingProxyType({}), language: str = "en"
    ) -> None:
        self.part, self.rows, self.words, self.language = part, rows, words, language

    @cached_property
    def columns(self) -> dict[str, list[Any]]:
        """Return the values of each column, row by row."""
        names = dict.fromkeys(name for row in self.rows for name in row.values)
        return {name: [row.values.get(name) for row in self.rows] for name in [*names][:MOST_COLUMNS]}

    @cached_property
    def scalars(self) -> dict[str, list[Scalar]]:
        """Return the columns without lists."""
        return {
            name: cells for name, cells in self.columns.items() if not any(isinstance(each, list) for each in cells)
        }

    @cached_property
    def lists(self) -> dict[str, list[list[Scalar]]]:
        """Return the columns of lists."""
        return {name: cells for name, cells in self.columns.items() if all(isinstance(each, list) for each in cells)}

    @cached_property
    def numbers(self) -> dict[str, list[float]]:
        """Return the columns of numbers; a bar names what is counted in lists and found in texts, such as `|beats|`."""
        found = {name: numbers for name, cells in self.scalars.items() if (numbers := _as_numbers(cells))}
        found |= {f"|{name}|": [float(len(each)) for each in cells] for name, cells in self.lists.items()}
        return found

    @cached_property
    def categories(self) -> dict[str, list[Scalar]]:
        """Return the columns with few values, each in two rows on the average."""
        limit = len(self.rows) / 2
        return {name: cells for name, cells in self.scalars.items() if 2 <= len(set(map(repr, cells))) <= limit}

    def __len__(self) -> int:
        return len(self.rows)

    def place(self, row: int, column: str = "") -> Place:
        """Return the place of a cell, or of a row."""
        return self.rows[row].place(column.strip("|"))

    def label(self, row: int) -> str:
        """Return what a message is about: the part, with the id of the row if it has one."""
        own = self.rows[row].values.get("id")
        return self.part if own in (None, "") else f"{self.part}.{own}"

    def locate(self, row: int) -> str:
        """Return where a message finds another row: its id, if it has one, and its place."""
        own = self.rows[row].values.get("id")
        return f"{self.place(row)}" if own in (None, "") else f"{own!r} ({self.place(row)})"

    def name(self, row: int) -> str:
        """Return what a message calls a row: its id, or its line."""
        own = self.rows[row].values.get("id")
        return repr(own) if own is not None else f"line {self.rows[row].line}"


def _as_numbers(cells: Iterable[Scalar]) -> list[float]:
    """Return the numbers of a column; nothing if one of them is none."""
    found = []
    for cell in cells:
        if isinstance(cell, bool) or not isinstance(cell, int | float):
            try:
                cell = float(str(cell))
            except ValueError:
                return []
        if not isfinite(cell):
            return []
        found.append(float(cell))
    return found


def find_only_exception(holds: Sequence[bool], least: int) -> int | None:
    """Return the number of the only item that does not hold, if at least so many others do."""
    wrong = [number for number, each in enumerate(holds) if not each]
    return wrong[0] if len(wrong) == 1 and len(holds) - 1 >= least else None


def find_exceptions(holds: Iterable[bool], least: int) -> list[int]:
    """Return the item that does not hold, or two in a row whose values may be swapped, if enough others do."""
    wrong, length = list[int](), 0
    for each in holds:
        if not each:
            wrong.append(length)
            if len(wrong) > 2:
                return []
        length += 1
    exchanged = len(wrong) == 2 and wrong[1] == wrong[0] + 1 and length - 2 >= least + 2
    return wrong if exchanged or (len(wrong) == 1 and length - 1 >= least) else []


def order_by_fit(table: RowTable, rows: Sequence[int]) -> list[int]:
    """Return rows that are alike, first the one whose numbers best follow those of the rows above and below."""

    def measure(row: int) -> tuple[int, int, int]:
        columns = table.numbers.values()
        inversions = sum(_count_inversions(cells, row) for cells in columns)
        return inversions, sum(_count_odd_steps(cells, row) for cells in columns), row

    return sorted(rows, key=measure)


def _count_inversions(cells: Sequence[float], row: int) -> int:
    """Return how many cells of an ascending column would have to change places with a row's."""
    before, after = cells[:row], cells[row + 1 :]
    return sum(each > cells[row] for each in before) + sum(each < cells[row] for each in after)


def _count_odd_steps(cells: Sequence[float], row: int) -> int:
    """Return on how many sides of a row the next cell is not as far away as most are; 0 if most are not alike."""
    steps = [after - before for before, after in pairwise(cells)]
    usual, count = most_common(steps or [0.0])
    return sum(step != usual for step in steps[max(row - 1, 0) : row + 1]) if 2 * count > len(steps) else 0


def most_common(values: Iterable[Any]) -> tuple[Any, int]:
    """Return the most common of values and how often it occurs."""
    return Counter(values).most_common(1)[0]


def choose_cells(suspicions: Sequence[Suspicion]) -> Iterator[tuple[Suspicion, str]]:
    """Yield one suspicion for each row, with the column that most suspicions about that row share."""
    by_row: dict[int, list[Suspicion]] = {}
    for each in suspicions:
        by_row.setdefault(each.row, []).append(each)
    votes = {row: Counter(column for each in every for column in each.columns) for row, every in by_row.items()}
    for row, every in by_row.items():
        most = max(votes[row].values(), default=0)
        column = next((name for each in every for name in each.columns if votes[row][name] == most), "")
        yield next(each for each in every if column in each.columns or not column), column
