"""A game, its parts and the pieces read back go in; the functions that claims may call come out, noting each call.

There are two worlds: the data, and the finished sheets, where `count` and `per_color` count the fronts that are there.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from generator.check.calls import Call, Cells, copies, shown_places
from generator.check.sandbox import ExpressionError
from generator.model.color import Color
from generator.model.game import Design, Game, Part, Row
from generator.model.nearest import did_you_mean
from generator.model.place import Place
from generator.model.printed import Seen

T = TypeVar("T")


class NeedsFiles(Exception):  # noqa: N818  not an error: the claim waits for the finished files
    """A claim asks what only the finished files can tell."""


class World:
    """What a claim is held against; `calls` is what was asked since it was last emptied."""

    def __init__(
        self,
        name: Literal["data", "sheets"],
        game: Game,
        parts: Sequence[Part],
        seen: Sequence[Seen] | None,
        printed: frozenset[str],
    ) -> None:
        self.name = name
        self.calls: list[Call] = []
        self._game = game
        self._parts = {part.id: part for part in parts}
        self._seen = seen
        self._printed = printed
        fronts = [piece for piece in seen or () if piece.side == "front"]
        self._fronts = Counter((piece.part, piece.design) for piece in fronts)
        self._fronts_of = Counter(piece.part for piece in fronts)

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return what expressions may call."""
        names = ("count", "per_color", "players", "colors", "rows", "one", "values", "spaces", "looks")
        return {name: getattr(self, name) for name in names}

    # -- what expressions call ------------------------------------------------------------------------------------

    def count(self, part: str, /, **where: Any) -> int:
        """Return how many pieces there are; `where` picks by columns and by the part's color."""
        designs = self._designs(part, where)
        result = self._count(part, designs, bool(where))
        return self._note(_call("count", part, where), result, lambda: copies(designs), prints=True)

    def per_color(self, part: str, /) -> int:
        """Return how many pieces there are in each color of the part's group, or -1 where colors differ."""
        group = self._group(part)
        if group is None:
            raise ExpressionError(f"{part!r} has no `for_each`, so nothing can be counted per color")
        names = [color.name for color in self._colors(group)]
        counts = {self._count(part, self._designs(part, {group: name}), True) for name in names}
        designs = self._designs(part, {})
        result = counts.pop() if len(counts) == 1 else -1
        return self._note(_call("per_color", part, {}), result, lambda: copies(designs), prints=True)

    def players(self) -> list[int]:
        """Return the fewest and the most players."""
        return self._note("players()", list(self._game.data.players), lambda: [self._game.place("players")])

    def colors(self, group: str, /) -> list[str]:
        """Return the names of the colors of a group."""
        found = self._colors(group)
        places = [self._game.place("colors", color.role) for color in found]
        return self._note(_call("colors", group, {}), [color.name for color in found], lambda: places)

    def rows(self, part: str, /) -> list[Cells]:
        """Return the values of each row, equal rows once."""
        text = _call("rows", part, {})
        distinct: list[Row] = []
        for row in self._rows(part):
            if all(dict(row.values) != other.values for other in distinct):
                distinct.append(row)
        self._note(text, len(distinct), lambda: [row.place() for row in distinct])
        return [Cells(row, text, self.calls) for row in distinct]

    def one(self, part: str, /, **where: Any) -> Cells:
        """Return the values of the row that matches; rows that match and are equal count as one."""
        text, rows = _call("one", part, where), self._rows(part)
        group = self._group(part)
        self._known(part, where)
        wanted = {key: value for key, value in where.items() if key != group}
        found = [row for row in rows if all(_same(row.values.get(key), value) for key, value in wanted.items())]
        if not found:
            raise ExpressionError(f"{text}: no row matches ({shown_places([row.place() for row in rows])})")
        if any(dict(row.values) != dict(found[0].values) for row in found):
            raise ExpressionError(
                f"{text}: {len(found)} rows match and differ ({shown_places([r.place() for r in found])})"
            )
        self._note(text, dict(found[0].values), lambda: [found[0].place()])
        return Cells(found[0], text, self.calls)

    def values(self, part: str, column: str, /) -> list[Any]:
        """Return a column, row by row."""
        rows = self._rows(part)
        self._known(part, {column: None}, rows_only=True)
        places = lambda: [row.place(column) for row in rows if column in row.values]  # noqa: E731  read when it fails
        found = [row.values[column] for row in rows if column in row.values]
        return self._note(f"values({part!r}, {column!r})", found, places)

    def spaces(self, part: str, /) -> list[int]:
        """Return the numbers of the spaces of a track."""
        spaces = self._part(part).values.get("spaces")
        if spaces is None:
            raise ExpressionError(f"{part!r} is a {self._part(part).kind} and has no spaces")
        numbers = [space["n"] for space in spaces]
        places = [self._game.place("parts", part, key) for key in ("from", "to")]
        return self._note(_call("spaces", part, {}), numbers, lambda: places)

    def looks(self, part: str, side: str, /, **where: Any) -> int:
        """Return how many different faces the finished files show of a side."""
        if side not in ("front", "back"):
            raise ExpressionError(f"{side!r} is no side; there is 'front' and 'back'")
        if side == "back" and self._part(part).back is None:
            raise ExpressionError(f"{part!r} has no back")
        designs = {design.id for design in self._designs(part, where)}
        self._on_sheets(part)
        faces = [
            s for s in self._seen or () if s.part == part and s.side == side and (not where or s.design in designs)
        ]
        if not faces and side == "back":
            raise NeedsFiles
        result = len({piece.look for piece in faces})
        keys = ", ".join([repr(part), repr(side), *(f"{key}={value!r}" for key, value in where.items())])
        places = [self._game.place("parts", part, side)]
        return self._note(f"looks({keys})", result, lambda: places, prints=True)

    # -- what they rest on ----------------------------------------------------------------------------------------

    def _note(self, text: str, result: T, places: Callable[[], Sequence[Place]], prints: bool = False) -> T:
        self.calls.append(Call(text, result, places, prints))
        return result

    def _on_sheets(self, part: str) -> None:
        if self._seen is None or part not in self._printed:
            raise NeedsFiles

    def _count(self, part: str, designs: Sequence[Design], picked: bool) -> int:
        if self.name == "data":
            return sum(design.copies for design in designs)
        self._on_sheets(part)
        # without a choice every front counts, even one whose design nobody knows
        return sum(self._fronts[part, design.id] for design in designs) if picked else self._fronts_of[part]

    def _part(self, part: str) -> Part:
        if part not in self._parts:
            raise ExpressionError(f"there is no part {part!r}{did_you_mean(str(part), self._parts)}")
        return self._parts[part]

    def _group(self, part: str) -> str | None:
        self._part(part)
        return self._game.parts[part].for_each

    def _colors(self, group: str) -> list[Color]:
        found = [color for role, color in self._game.colors.items() if role.startswith(f"{group}.")]
        if not found:
            groups = {role.rpartition(".")[0] for role in self._game.colors if "." in role}
            raise ExpressionError(f"there is no color group {group!r}{did_you_mean(str(group), groups)}")
        return found

    def _rows(self, part: str) -> tuple[Row, ...]:
        self._part(part)
        rows = self._game.rows.get(part, ())
        if not rows:
            raise ExpressionError(f"{part!r} has no rows")
        return rows

    def _known(self, part: str, where: Mapping[str, Any], rows_only: bool = False) -> None:
        """Refuse a column that no row has, and a color that the group has not."""
        group = None if rows_only else self._group(part)
        columns = {column for row in self._game.rows.get(part, ()) for column in row.values}
        for key, value in where.items():
            if key == group:
                names = [color.name for color in self._colors(group)]
                if value not in names:
                    raise ExpressionError(f"there is no {group} {value!r}{did_you_mean(str(value), names)}")
            elif key not in columns:
                known = columns | ({group} if group else set())
                raise ExpressionError(f"{part!r} has no column {key!r}{did_you_mean(key, known)}")

    def _designs(self, part: str, where: Mapping[str, Any]) -> list[Design]:
        self._known(part, where)
        group = self._group(part)
        return [
            design for design in self._part(part).designs if all(_fits(design, group, *pair) for pair in where.items())
        ]


def _fits(design: Design, group: str | None, key: str, value: Any) -> bool:
    if key == group:
        return bool(design.values[key].name == value)
    row = design.values.get("row", {})
    return key in row and _same(row[key], value)


def _same(one: Any, other: Any) -> bool:
    """Compare as people do: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _call(name: str, part: str, where: Mapping[str, Any]) -> str:
    return f"{name}({', '.join([repr(part), *(f'{key}={value!r}' for key, value in where.items())])})"
