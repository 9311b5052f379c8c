"""What claims are evaluated against: the data, or the finished files with the rows and values that they print.

A column is printed if each front shows it in a group of its name, `row.<column>`, or item by item in
`row.<column>.<n>`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast, get_args

from generator.check.analysis.board_walks import StepGraph
from generator.check.analysis.card_ports import PortContact
from generator.check.analysis.value_text import UNTRANSLATED, is_comparable, is_empty, read_value
from generator.check.claims.calls import ClaimCall
from generator.language.expressions import ExpressionError, spell_value
from generator.language.row_ids import make_row_id
from generator.language.suggestions import did_you_mean
from generator.model.board import Board
from generator.model.color import Color
from generator.model.finding import Place
from generator.model.game import Design, Game, Part, PathLine, Row
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.model.printed import ReadPiece

ReadValues = dict[str, list[Any]]


class PrintedRows(NamedTuple):
    """Rows as they are printed, and the columns that are; other columns are as in the data."""

    rows: tuple[Row, ...]
    columns: frozenset[str] = frozenset()


def read_printed_rows(
    part: Part, rows: tuple[Row, ...], fronts: Sequence[ReadPiece], says: Mapping[str, str] = UNTRANSLATED
) -> PrintedRows:
    """Return the rows as the fronts of a part show them; if prints differ, one that differs from the data.

    A text that the fronts show in translation, as `says` has it, is returned as the data have it.
    """
    numbers = {id(row.values): number for number, row in enumerate(rows)}
    of = {design.id: numbers.get(id(design.values.get("row")), -1) for design in part.designs}
    shown = [
        (number, _read_marks(face, "row.", rows[number].values, says))
        for face in fronts
        if (number := of.get(face.design, -1)) >= 0
    ]
    columns = {column for _, readings in shown for column in readings} if len(shown) == len(fronts) else set()
    for number, readings in shown:
        columns = {column for column in columns if column in readings or is_empty(rows[number].values.get(column))}
    wrong: dict[int, dict[str, Any]] = defaultdict(dict)
    for number, readings in shown:
        for column in columns & readings.keys():
            for other in readings[column]:
                if other != rows[number].values[column]:
                    wrong[number].setdefault(column, other)
    made = (row._replace(values={**row.values, **wrong[n]}) if n in wrong else row for n, row in enumerate(rows))
    return PrintedRows(tuple(made), frozenset(columns))


def read_entry(
    name: str, values: Mapping[str, Any], fronts: Sequence[ReadPiece], says: Mapping[str, str] = UNTRANSLATED
) -> tuple[Any, bool]:
    """Return an entry of the `values` of a part as printed, and whether all of its fronts show it."""
    value, shown = values[name], [_read_marks(face, "values.", values, says).get(name, []) for face in fronts]
    if not shown or not all(shown):
        return value, False
    return next((each for readings in shown for each in readings if each != value), value), True


def _read_marks(face: ReadPiece, head: str, values: Mapping[str, Any], says: Mapping[str, str]) -> ReadValues:
    """Return the values that a face shows, converted to the types of the data."""
    readings: ReadValues = defaultdict(list)
    items: dict[str, dict[int, str]] = defaultdict(dict)
    for mark in face.marks:
        if not mark.text or not mark.name.startswith(head):
            continue
        name = mark.name.removeprefix(head)
        column, _, item = name.rpartition(".")
        if name in values:
            if is_comparable(values[name]):
                readings[name].append(read_value(mark.text, values[name], says))
        elif item.isdecimal() and isinstance(values.get(column), list):
            items[column][int(item)] = mark.text
    for column, texts in items.items():
        value = values[column]
        if all(n in texts or is_empty(each) for n, each in enumerate(value)):
            readings[column].append(
                [read_value(texts[n], each, says) if n in texts else each for n, each in enumerate(value)]
            )
    return readings


_MOST_PICKED = 100  # lists of designs kept: one for each line of the setup, which asks again for each number of players


class NeedsFiles(Exception):  # noqa: N818  not an error: the claim waits for the finished files
    """A claim asks for something that only the finished files can tell."""


class PictureSource(NamedTuple):
    """Draws the faces and figures of a kit in its own language, and finds the tags of templates that draw them.

    A shape of a face is given by its address, and a group of a figure by its name. `locate_varying` finds what makes a
    side of some designs differ, and `locate_undrawn` what keeps a group of a name from some faces of a part.
    `find_repeater` finds the loop or condition around a tag.
    """

    draw_face: Callable[[Part, Design, Side], Picture]
    draw_figure: Callable[[str], Picture]
    locate_shape: Callable[[Part, Design, Side, Sequence[int]], Place | None]
    locate_in_figure: Callable[[str, str], Place]
    locate_varying: Callable[[Part, Sequence[Design], Side], Place | None]
    locate_undrawn: Callable[[Part, str], Place | None]
    find_repeater: Callable[[Place], Place | None]


class ClaimContext:
    """The data or the finished sheets, as claims ask about them; `calls` records the calls since it was last cleared.

    `seen` is what the finished files show, None if there are none; `printed` are the parts that were to be printed.
    `boards` caches boards as printed, `graphs` where their cells lead, `lines` what the fronts of a design
    show, and `contacts` which cells the ports of a part meet in a slot. `functions` are those that expressions can
    call. `says` are the translations of texts if the sheets are not in the game's first language. `pictures` draws
    faces and figures, for the context of the sheets alone.
    """

    def __init__(
        self,
        name: Literal["data", "sheets"],
        game: Game,
        parts: Sequence[Part],
        seen: Sequence[ReadPiece] | None,
        printed: frozenset[str],
        says: Mapping[str, str] = UNTRANSLATED,
        pictures: PictureSource | None = None,
    ) -> None:
        self.name, self.says, self.pictures = name, says, pictures
        self.calls: list[ClaimCall] = []
        self.functions: Mapping[str, Callable[..., Any]] = {}
        self.game = game
        self.parts = {part.id: part for part in parts}
        self.seen = seen
        self.printed = printed
        self.boards: dict[str, Board] = {}
        self.graphs: dict[str, StepGraph] = {}
        self._printed: dict[str, PrintedRows] = {}
        self._picked: dict[tuple[str, str], list[Design]] = {}
        self.lines: dict[tuple[str, str], list[tuple[PathLine, ...]]] = {}
        self.contacts: dict[tuple[str, str, str], tuple[PortContact | None, ...]] = {}
        fronts = [piece for piece in seen or () if piece.side == "front"]
        self._fronts = Counter((piece.part, piece.design) for piece in fronts)
        self._fronts_of = Counter(piece.part for piece in fronts)

    def reads_sheets(self, part: str) -> bool:
        """Return whether answers about a part come from the sheets; the data answer for parts that are not printed."""
        return self.name == "sheets" and (part not in self.parts or self.parts[part].is_printed)

    def prints(self, part: str) -> bool:
        """Return whether the finished files print a part at all."""
        return self.get_part(part).is_printed

    def get_side(self, part: str, side: str) -> Side:
        """Return a side of a part's faces (ExpressionError)."""
        if side not in get_args(Side):
            raise ExpressionError(f"there is no side {side!r}; the sides are 'front' and 'back'")
        if side == "back" and self.get_part(part).back is None:
            raise ExpressionError(f"{part!r} has no back")
        return cast("Side", side)

    def require_sheets(self, part: str) -> None:
        """Raise NeedsFiles if there are no finished files or they were not to show the part."""
        if self.seen is None or (part not in self.printed and self.parts[part].is_printed):
            raise NeedsFiles

    def find_fronts(self, part: str) -> list[ReadPiece]:
        """Return the fronts of a part in the finished files (NeedsFiles)."""
        self.require_sheets(part)
        return [piece for piece in self.seen or () if piece.part == part and piece.side == "front"]

    def count_pieces(self, part: str, designs: Sequence[Design], picked: bool) -> int:
        """Return how many pieces of the designs there are; `picked` if these are not all designs of the part.

        A piece that is printed in several, because its net is larger than the paper, is there as often as each of them.
        """
        if not self.reads_sheets(part):
            return sum(design.copies for design in designs)
        self.require_sheets(part)
        if any(design.net_piece for design in designs):
            return sum(self._count_whole(part, design) for design in designs)
        # without a selection every front counts, even one of an unknown design
        return sum(self._fronts[part, design.id] for design in designs) if picked else self._fronts_of[part]

    def _count_whole(self, part: str, design: Design) -> int:
        pieces = [each for each in self.parts[part].designs if each.source_id == design.source_id]
        return min(self._fronts[part, each.id] for each in pieces)

    def get_part(self, part: str) -> Part:
        """Return a part (ExpressionError)."""
        if part not in self.parts:
            raise ExpressionError(f"there is no part {part!r}{did_you_mean(str(part), self.parts)}")
        return self.parts[part]

    def get_group(self, part: str) -> str | None:
        """Return the color group of a part's `for_each` (ExpressionError)."""
        self.get_part(part)
        return self.game.parts[part].for_each

    def get_colors(self, group: str) -> list[Color]:
        """Return the colors of a group (ExpressionError)."""
        found = [color for role, color in self.game.colors.items() if role.startswith(f"{group}.")]
        if not found:
            groups = {role.rpartition(".")[0] for role in self.game.colors if "." in role}
            raise ExpressionError(f"there is no color group {group!r}{did_you_mean(str(group), groups)}")
        return found

    def get_rows(self, part: str) -> tuple[Row, ...]:
        """Return the rows of a part (ExpressionError)."""
        self.get_part(part)
        rows = self.game.rows.get(part, ())
        if not rows:
            raise ExpressionError(f"{part!r} has no rows")
        return rows

    def is_printed(self, part: str) -> bool:
        """Return whether this context is the sheets, and they were to show the part."""
        return self.name == "sheets" and self.seen is not None and part in self.printed

    def get_printed_rows(self, part: str) -> PrintedRows:
        """Return the rows of a part as printed on the sheets, or as in the data (ExpressionError)."""
        rows = self.get_rows(part)
        if not self.is_printed(part):
            return PrintedRows(rows)
        if part not in self._printed:
            self._printed[part] = read_printed_rows(self.parts[part], rows, self.find_fronts(part), self.says)
        return self._printed[part]

    def require_columns(
        self, part: str, where: Mapping[str, Any], rows_only: bool = False, dealt: Collection[str] = ()
    ) -> None:
        """Raise ExpressionError for a column that neither rows nor `dealt` have, or an unknown color of the group."""
        group = None if rows_only else self.get_group(part)
        columns = {column for row in self.game.rows.get(part, ()) for column in row.values} | {*dealt}
        for key, value in where.items():
            if key == group:
                names = [color.name for color in self.get_colors(group)]
                if value not in names:
                    raise ExpressionError(f"there is no {group} {spell_value(value)}{did_you_mean(str(value), names)}")
            elif key not in columns:
                known = columns | ({group} if group else set())
                raise ExpressionError(f"{part!r} has no column {key!r}{did_you_mean(key, known)}")

    def pick_designs(self, part: str, where: Mapping[str, Any]) -> list[Design]:
        """Return the designs that columns and color pick (ExpressionError for unknown names).

        Of a net in several pieces, only the first is returned.

        Values that a kind of part adds to the rows of its designs, such as the shift of a card of paths, count as
        columns.
        """
        asked = part, repr(sorted(where.items()))  # with quotes, so that the text '1' is not the number
        if asked in self._picked:
            return [*self._picked[asked]]
        designs = self.get_part(part).designs if self.get_part(part).ports else ()
        self.require_columns(
            part, where, dealt={column for design in designs for column in design.values.get("row", ())}
        )
        group = self.get_group(part)
        found = [
            design
            for design in self.get_part(part).designs
            if not (design.net_piece and design.net_piece.number > 1)
            and all(_design_matches(design, group, *pair) for pair in where.items())
        ]
        if len(self._picked) < _MOST_PICKED:
            self._picked[asked] = found
        return [*found]


def _design_matches(design: Design, group: str | None, key: str, value: Any) -> bool:
    if key == group:
        return bool(design.values[key].name == value)
    row = design.values.get("row", {})
    return key in row and fits_cell(row, key, value)


def fits_cell(row: Mapping[str, Any], column: str, value: Any) -> bool:
    """Return whether a cell has a value; a row is known by what it is called, and by the id made of that."""
    cell = row.get(column)
    return is_same(cell, value) or (column == "id" and isinstance(cell, str) and make_row_id(cell) == value)


def is_same(one: Any, other: Any) -> bool:
    """Compare two values; unlike in Python, true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
