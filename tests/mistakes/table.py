"""Markdown tables of what was told, by kind, and of the findings of correct games."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from generator.model.finding import Finding
from tests.mistakes.judge import Outcome
from tests.mistakes.rows import KINDS, Mistake

_HEAD = ("kind", "told at the line", "told anywhere", "rows", "at the line %", "anywhere %", "to reach %")


class Record(TypedDict):
    """What is kept of an outcome: whether the row is told at its place, and whether anything new is told at all."""

    told: bool
    anywhere: bool


def record_outcome(outcome: Outcome) -> Record:
    """Return what is kept of an outcome."""
    return {"told": outcome.is_told, "anywhere": bool(outcome.findings)}


def format_rates(rows: Sequence[Mistake], records: Mapping[str, Record]) -> list[str]:
    """Return the lines of a table with a row for each kind, and a total."""
    groups = {kind: [records[row.id] for row in rows if row.kind == kind] for kind in KINDS}
    lines = [_count(kind, some, KINDS[kind]) for kind, some in groups.items() if some]
    return format_table(_HEAD, [*lines, _count("all", [records[row.id] for row in rows], None)], left=1)


def _count(kind: str, records: Sequence[Record], least: int | None) -> tuple[object, ...]:
    told, anywhere = sum(each["told"] for each in records), sum(each["anywhere"] for each in records)
    shares = (f"{100 * some / len(records):.0f}" for some in (told, anywhere))
    return (kind, told, anywhere, len(records), *shares, least or "-")


def format_table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int) -> list[str]:
    """Return the lines of a Markdown table; all columns but the first `left` are aligned right."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, *rows)]
    return [lines[0], "|" + "---|" * left + "--:|" * (len(head) - left), *lines[1:]]


def format_outcomes(outcomes: Iterable[Outcome]) -> list[str]:
    """Return a line for each mistake, and below it what was said."""
    lines = []
    for each in outcomes:
        state = "told at the line" if each.is_told else "told elsewhere" if each.findings else "SILENT"
        lines.append(f"- {state}: {each.mistake.kind} {each.mistake.id}: {each.mistake.what} {each.crash}".rstrip())
        lines += [f"    - {_shorten(str(finding))}" for finding in each.findings[:4]]
    return lines


def _shorten(text: str, most: int = 240) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def format_alarms(found: dict[str, Sequence[Finding]]) -> list[str]:
    """Return the lines of a table of the findings of unchanged games, and how many warnings a game has on average."""
    rows, warnings = [], 0
    for game, findings in found.items():
        levels = Counter("error" if each.is_blocking else each.level for each in findings)
        codes = Counter(f"{each.code}" for each in findings)
        said = ", ".join(f"{count} {code}" for code, count in sorted(codes.items()))
        rows.append((game, said or "-", levels["error"], levels["warning"], levels["note"]))
        warnings += levels["warning"]
    table = format_table(("game", "findings", "errors", "warnings", "notes"), rows, left=2)
    return [*table, "", f"{warnings / len(found):.2f} warnings a game on average; at most 1 is to be reached"]
