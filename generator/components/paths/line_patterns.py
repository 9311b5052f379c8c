"""Read a pattern of lines from a row of path cards, and report what is wrong with it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.data_types import Value
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place, refuse

PlaceFinder = Callable[..., Place]
_REQUIRED_COLUMNS = {
    "lines": "a list of the ports that each line joins, such as 0-2",
    "order": "a list of colors, one for each line",
}


class LinePattern(NamedTuple):
    """The two ports of each line, the lower first, and the color roles in their order."""

    ends: tuple[tuple[int, int], ...]
    order: tuple[str, ...]


def read_pattern(
    row: Mapping[str, Value], ports: int, group: str, shifts: Sequence[int], roles: Collection[str], at: PlaceFinder
) -> LinePattern:
    """Return the pattern; DataError with every fault in it and in the shifts (GF003, GF005, GF006, GF008)."""
    if not row:
        raise refuse("GF005", at(), "path cards need `rows`: patterns, each with `lines` and their `order`")
    ends: list[tuple[int, int]] = []
    order: list[str] = []
    findings = list(_check_columns(row, at))
    if isinstance(lines := row.get("lines"), list):
        findings += islice(_read_lines(lines, ports, ends, at), MOST_FINDINGS)
    if isinstance(words := row.get("order"), list):
        findings += islice(_read_order(words, ports // 2, group, roles, order, at=at), MOST_FINDINGS)
    findings += _check_shifts(shifts, ports // 2, order, at)
    if "shift" in row:
        findings.append(Finding("GF006", at("shift"), "`shift` comes from the part's `shifts` and cannot be a column"))
    if findings:
        raise DataError(findings)
    return LinePattern(tuple(ends), tuple(order))


def _check_columns(row: Mapping[str, Value], at: PlaceFinder) -> Iterator[Finding]:
    for column, what in _REQUIRED_COLUMNS.items():
        if column not in row:
            yield Finding("GF005", at(column), f"a pattern needs `{column}`: {what}")
        elif not isinstance(row[column], list):
            yield Finding("GF006", at(column), f"`{column}` is {what}; in a CSV file the column is called `{column}[]`")


def _read_lines(lines: Sequence[object], ports: int, ends: list[tuple[int, int]], at: PlaceFinder) -> Iterator[Finding]:
    """Collect the ends of the lines; report a port with no line or several (GF006)."""
    taken: dict[int, int] = {}
    sound = True
    for number, line in enumerate(lines):
        pair = _read_ends(line, ports)
        if pair is None:
            message = f"lines[{number}]: a line joins two of the ports 0 to {ports - 1}, such as 0-2, not"
            yield Finding("GF006", at("lines", number), f"{message} {_yaml_word(line)}")
            sound = False
            continue
        ends.append(pair)
        for port in pair:
            if port in taken:
                message = f"lines[{number}]: port {port} already has a line, lines[{taken[port]}]"
                yield Finding("GF006", at("lines", number), message)
            taken.setdefault(port, number)
    free = [str(port) for port in range(ports) if port not in taken]
    if sound and free:
        many = "s" * (len(free) > 1)
        yield Finding("GF006", at("lines"), f"no line leads to port{many} {', '.join(free)}")


def _read_ends(line: object, ports: int) -> tuple[int, int] | None:
    """Return the ports of a line, the lower first; None if it is not a line."""
    words = str(line).split("-")
    known = {str(port): port for port in range(ports)}
    if len(words) != 2 or words[0] == words[1] or not all(word in known for word in words):
        return None
    one, other = sorted(known[word] for word in words)
    return one, other


def _read_order(
    words: Sequence[object], count: int, group: str, roles: Collection[str], order: list[str], at: PlaceFinder
) -> Iterator[Finding]:
    """Collect the color roles, in which colors may repeat; report unknown ones (GF008) and a wrong number (GF006)."""
    known = [role.removeprefix(f"{group}.") for role in roles if role.startswith(f"{group}.")]
    if not known:
        groups = {role.rpartition(".")[0] for role in roles if "." in role}
        yield Finding("GF008", at("colors"), f"there is no color group {group!r}{did_you_mean(group, groups)}")
        return
    for number, word in enumerate(words):
        if word not in known:
            hint = did_you_mean(str(word), known)
            yield Finding(
                "GF008",
                at("order", number),
                f"order[{number}]: the group {group!r} has no color {_yaml_word(word)}{hint}",
            )
    if len(words) != count:
        many = f"{len(words)} color{'s' * (len(words) != 1)}"
        yield Finding("GF006", at("order"), f"`order` has {many} for the {count} lines of a card")
    elif all(word in known for word in words):
        order += [f"{group}.{word}" for word in words]


def _yaml_word(word: object) -> str:
    """Return a word as it is written in YAML."""
    return repr(word).lower() if isinstance(word, bool) else "nothing" if word is None else repr(word)


def _check_shifts(shifts: Sequence[int], count: int, order: Sequence[str], at: PlaceFinder) -> Iterator[Finding]:
    """Report shifts that are out of range or make the same card as another."""
    made: dict[tuple[str, ...], int] = {}
    for number, shift in enumerate(shifts):
        colors = (*order[shift % count :], *order[: shift % count])
        if not 0 <= shift < count:
            message = f"shifts[{number}]: with {count} lines a shift is a number from 0 to {count - 1}, not {shift}"
            yield Finding("GF006", at("shifts", number), message)
        elif shift in shifts[:number]:
            yield Finding("GF003", at("shifts", number), f"shifts[{number}]: the shift {shift} is given twice")
        elif order and colors in made:
            message = f"with this `order` the shifts {made[colors]} and {shift} make the same card"
            yield Finding("GF006", at("order"), message)
        made.setdefault(colors, shift)
