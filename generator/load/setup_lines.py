"""Check the lines of the setup: who gets what, with how many players, and which rows they name."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.language.suggestions import did_you_mean
from generator.load.conversion import describe_value
from generator.load.yaml_nodes import Node
from generator.model.data_types import Value
from generator.model.finding import Finding
from generator.model.game import Row


def validate_setup(root: Node, rows: Mapping[str, Sequence[Row] | None]) -> Iterator[Finding]:
    """Report GF005, GF006 and GF008 for the lines of `setup`; types are checked elsewhere."""
    setup = root.get("setup")
    columns = {part: _ColumnValues(found) for part, found in rows.items() if found is not None}
    for number, line in enumerate(setup.list() if setup else []):
        if isinstance(line.value, dict):
            yield from _check_recipients(line, f"setup[{number}]")
            yield from _check_player_numbers(line, f"setup[{number}].players", root)
            yield from _check_part(line, f"setup[{number}]", root, columns)


def _check_recipients(line: Node, path: str) -> Iterator[Finding]:
    each, table, own = line.get("each"), line.get("table"), line.get("own")
    given = [node for node in (each, table) if node and node.value is not None]
    if not given:
        yield Finding("GF005", line.place, f"{path} needs 'each' (pieces for each player) or 'table'")
    if len(given) == 2:
        message = f"{path} has both 'each' and 'table'; split it into two lines"
        yield Finding("GF006", given[1].place, message)
    if own and own.value is True and each is None:
        yield Finding("GF006", own.place, f"{path}.own goes with 'each': the table has no color of its own")


def _check_player_numbers(line: Node, path: str, root: Node) -> Iterator[Finding]:
    """Report numbers of players that the game does not allow or that are listed twice."""
    node, bounds = line.get("players"), root.get("players")
    if node is None or not isinstance(node.value, list):
        return
    if not node.value:
        yield Finding("GF006", node.place, f"{path} is empty; leave it out if the line holds for any number")
    seen: set[int] = set()
    for item in node.list():
        if type(item.value) is not int or item.value < 1:
            continue
        match [bound.value for bound in bounds.list()] if bounds else []:
            case [int() as fewest, int() as most] if fewest <= most and not fewest <= item.value <= most:
                yield Finding("GF006", item.place, f"{path}: the game has {fewest} to {most} players, not {item.value}")
        if item.value in seen:
            yield Finding("GF006", item.place, f"{path} lists {item.value} twice")
        seen.add(item.value)


class _ColumnValues:
    """The values of each column of some rows, without repetitions, which are collected once for all lines."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._found: dict[str, list[Value]] = {}

    @cached_property
    def names(self) -> list[str]:
        """Return the names of the columns."""
        return list(dict.fromkeys(column for row in self._rows for column in row.values))

    def list_values(self, column: str) -> list[Value]:
        """Return the values of a column; `1` and `true` differ."""
        if column not in self._found:
            values = [row.values[column] for row in self._rows if column in row.values]
            self._found[column] = list({(type(each), str(each)): each for each in values}.values())
        return self._found[column]


def _check_part(line: Node, path: str, root: Node, columns: Mapping[str, _ColumnValues]) -> Iterator[Finding]:
    named, parts = line.get("part"), root.get("parts")
    if named is None or not isinstance(named.value, str) or not named.value or parts is None:
        return
    if named.value not in parts.items():
        hint = did_you_mean(named.value, parts.items())
        yield Finding("GF008", named.place, f"{path}.part: the game has no part {named.value!r}{hint}")
        return
    part, own = parts.items()[named.value], line.get("own")
    node = part.get("for_each")
    group = node.value if node and isinstance(node.value, str) else ""
    if own and own.value is True and not group:
        message = f"{path}.own: {named.value!r} has no `for_each`, so there are no colors to choose from"
        yield Finding("GF006", own.place, message)
    where = line.get("where")
    if own and own.value is True and where and (again := where.get(group)):
        message = f"{path}.where.{group}: with `own` each player takes their own color; remove this"
        yield Finding("GF006", again.place, message)
    if (found := columns.get(named.value)) is not None:
        yield from _check_filter(
            line, path, named.value, found, _list_group_colors(root, group) if group else {}, data=part
        )


def _list_group_colors(root: Node, group: str) -> Mapping[str, Sequence[str]]:
    """Return the color names of a group, keyed by the group."""
    colors, names = root.get("colors"), []
    for role, color in (colors.items() if colors else {}).items():
        if role.startswith(f"{group}."):
            name = color.get("name")
            names.append(str(name.value) if name and name.value else role.rpartition(".")[2])
    return {group: names}


def _check_filter(
    line: Node, path: str, part: str, columns: _ColumnValues, colors: Mapping[str, Sequence[str]], data: Node
) -> Iterator[Finding]:
    """Report filters whose key is neither a column nor the color group, or whose value matches nothing."""
    where = line.get("where")
    added = {"shift"} if data.get("ports") else set[str]()  # the column that a card of paths adds
    for key, node in (where.items() if where else {}).items():
        at = f"{path}.where.{key}"
        if key in added or isinstance(node.value, dict | list) or node.value is None:
            continue
        if key not in columns.names and key not in colors:
            hint = did_you_mean(key, [*columns.names, *colors, *added])
            yield Finding("GF008", where.keys[key] if where else node.place, f"{at}: {part!r} has no such column{hint}")
            continue
        values: list[Value] = [*colors.get(key, ())] or columns.list_values(key)
        if not any(node.value == each and isinstance(node.value, bool) == isinstance(each, bool) for each in values):
            hint = did_you_mean(str(node.value), map(str, values))
            what = f"the group {key!r} has no color" if key in colors else f"no row of {part!r} has"
            yield Finding("GF008", node.place, f"{at}: {what} {describe_value(node.value)}{hint}")
