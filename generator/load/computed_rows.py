"""Complete the rows of a part: combine lists, fill empty cells, and compute columns by expressions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from generator.load.yaml_nodes import MAX_TEXT, Node, to_plain
from generator.model.data_types import Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row

MOST_COMBINATIONS = 20_000  # rows that lists make: far more than a deck
_SECONDS = 2.0  # of processor time for the expressions of a part; 10,000 rows take 0.2 s


def combine_lists(node: Node, path: str) -> tuple[Row, ...]:
    """Return a row for each combination of the items of lists, the last list first; GF006."""
    lists = {column: each.list() for column, each in node.items().items()}
    for column, each in node.items().items():
        if not isinstance(each.value, list) or not each.value:
            raise refuse("GF006", each.place, f"{path}.{column} must be a list of values that is not empty")
    if (count := prod(map(len, lists.values()))) > MOST_COMBINATIONS:
        message = f"{path} makes {count:,} rows; at most {MOST_COMBINATIONS:,} are made"
        raise refuse("GF006", node.place, message)
    return tuple(_combine_items(node.place, lists, items) for items in product(*lists.values()))


def _combine_items(place: Place, lists: Mapping[str, list[Node]], items: tuple[Node, ...]) -> Row:
    values = {column: to_plain(item) for column, item in zip(lists, items, strict=True)}
    places = {column: item.place for column, item in zip(lists, items, strict=True)}
    return Row(values, place.file, place.line, places={"": place, **places})


def complete_rows(part: Node, rows: tuple[Row, ...], path: str) -> tuple[Row, ...]:
    """Return the rows with defaults for empty cells and with computed columns; DataError with every fault."""
    defaults, computed = part.get("defaults"), part.get("computed")
    if defaults and defaults.items() and rows:
        rows = tuple(_fill_row(row, defaults) for row in rows)
    if computed and computed.items() and rows:
        rows = _compute_columns(rows, computed.items(), f"{path}.computed")
    return rows


def _fill_row(row: Row, defaults: Node) -> Row:
    missing = {name: node for name, node in defaults.items().items() if row.values.get(name) in (None, "", [])}
    values = {**row.values, **{name: to_plain(node) for name, node in missing.items()}}
    return row._replace(
        values=values, places={**_list_places(row), **{name: each.place for name, each in missing.items()}}
    )


def _list_places(row: Row) -> dict[str, Place]:
    """Return the places of the values of a row, in its file or in the data."""
    if row.places is not None:
        return dict(row.places)
    return {"": row.place(), **{column: row.place(column) for column in row.values}}


def pick_rows(rows: tuple[Row, ...], where: Node, path: str) -> tuple[Row, ...]:
    """Return the rows for which an expression is true; GF009, and GF008 if it is true for none."""
    compute = _compile_expressions({"where": where}, path.removesuffix(".where"))
    found = tuple(row for row, (_, values) in zip(rows, _evaluate(rows, compute), strict=True) if values["where"])
    if not found:
        raise refuse("GF008", where.place, f"{path}: no row of {rows[0].file} is picked, of {len(rows):,}")
    return found


class _Expressions(NamedTuple):
    """Compiled expressions by what they compute, their nodes in the data, and the path to these."""

    compiled: Mapping[str, Any]
    nodes: Mapping[str, Node]
    path: str


def _compile_expressions(nodes: Mapping[str, Node], path: str) -> _Expressions:
    from jinja2 import StrictUndefined, TemplateError

    from generator.safety.sandbox import GuardedEnvironment

    environment = GuardedEnvironment(undefined=StrictUndefined)
    compiled = {}
    for name, node in nodes.items():
        try:
            compiled[name] = environment.compile_expression(str(node.value), undefined_to_none=False)
        except TemplateError as error:
            raise refuse("GF009", node.place, f"{path}.{name} is not an expression: {error.message}") from None
    return _Expressions(compiled, nodes, path)


def _evaluate(rows: Sequence[Row], expressions: _Expressions) -> list[tuple[Row, dict[str, Value]]]:
    """Return the rows with what is computed, each expression from those before it too; DataError.

    Columns are names, and `row` has all of them: `row['Flavor Text']`.
    """
    from jinja2 import TemplateError

    from generator.language.suggestions import did_you_mean
    from generator.safety.limits import WorkClock
    from generator.safety.timers import OutOfTimeError

    clock = WorkClock(_SECONDS, 0.0)
    made: list[tuple[Row, dict[str, Value]]] = []
    findings: list[Finding] = []
    for row in rows:
        values, results = dict(row.values), dict[str, Value]()
        for name, expression in expressions.compiled.items():
            place, path = expressions.nodes[name].place, f"{expressions.path}.{name}"
            try:
                values[name] = results[name] = _check_value(
                    clock.run(expression, {"row": dict(values), **values}), place, path
                )
            except DataError as error:
                findings += error.findings
                break
            except (OutOfTimeError, MemoryError):
                message = f"{path} takes more than {_SECONDS:g} s for all rows, or too much memory"
                raise refuse("GF009", place, message) from None
            except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
                unknown = _name_undefined(error)
                hint = did_you_mean(unknown, values) if unknown else ""
                says = f"{path}: {_explain_key(str(error))}{hint} (for the row at {row.place()})"
                findings.append(Finding("GF009", place, says))
                break  # what the next columns lack may be this value
        made.append((row, results))
    if findings:
        raise DataError(_first_of_each(findings))
    return made


def _compute_columns(rows: tuple[Row, ...], computed: Mapping[str, Node], path: str) -> tuple[Row, ...]:
    """Return the rows with the columns of expressions; one that is a column alone has its places. DataError."""
    sources = {column: str(node.value).strip() for column, node in computed.items()}
    made = []
    for row, values in _evaluate(rows, _compile_expressions(computed, path)):
        places = _list_places(row)
        for column, node in computed.items():
            places[column] = places.get(sources[column] or column, node.place)
        made.append(row._replace(values={**row.values, **values}, places=places))
    return tuple(made)


def _name_undefined(error: Exception) -> str:
    """Return the name that an expression uses and the row does not have; empty for another error."""
    found = re.fullmatch(r"'(\w+)' is undefined", str(error))
    return found[1] if found else ""


def _explain_key(message: str) -> str:
    """Return what an error says; of a mapping in an expression, in words."""
    found = re.fullmatch(r"'dict object' has no attribute (.*)", message)
    return f"the mapping in the expression has no {found[1]}" if found else message


def _first_of_each(findings: list[Finding]) -> Iterator[Finding]:
    """Yield the first finding of each place: an expression that fails fails for most rows."""
    yield from {finding.place: finding for finding in reversed(findings)}.values()


def _check_value(value: Any, place: Place, path: str) -> Value:
    """Return a computed value that a cell can hold; GF006."""
    from jinja2 import Undefined

    if isinstance(value, Undefined):
        str(value)  # raises the error that says what is undefined
    items = value if isinstance(value, list | tuple) else [value]
    if any(isinstance(each, str) and len(each) > MAX_TEXT for each in items):
        raise refuse("GF006", place, f"{path} gives more than {MAX_TEXT:,} characters")
    if all(each is None or type(each) in (str, int, float, bool) for each in items):
        return list(items) if isinstance(value, list | tuple) else value
    raise refuse("GF006", place, f"{path} gives {type(value).__name__}, not a text, a number, true, false or a list")
