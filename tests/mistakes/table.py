"""Markdown tables of what was told, by kind, and of the findings of correct games."""

from collections import Counter
from collections.abc import Iterable, Sequence

from generator.model.finding import Finding
from tests.mistakes.judge import Outcome
from tests.mistakes.rows import KINDS

_HEAD = (
    "kind",
    "tried",
    "told",
    "by an error",
    "by a warning or note",
    "at the line to edit",
    "silent",
    "told %",
    "at the line %",
)


def format_rates(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the lines of a table with a row for each kind, and a total."""
    groups = [(kind, [each for each in outcomes if each.mistake.kind == kind]) for kind in KINDS]
    rows = [_count_outcomes(kind, found) for kind, found in [*groups, ("all", outcomes)] if found]
    return format_table(_HEAD, rows, left=1)


def _count_outcomes(kind: str, found: Sequence[Outcome]) -> tuple[object, ...]:
    told = sum(bool(each.told) for each in found)
    errors = sum(each.told == "error" for each in found)
    placed = sum(each.is_placed for each in found)
    shares = f"{100 * told / len(found):.0f}", f"{100 * placed / told:.0f}" if told else "-"
    return (kind, len(found), told, errors, told - errors, placed, len(found) - told, *shares)


def format_table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int) -> list[str]:
    """Return the lines of a Markdown table; all columns but the first `left` are aligned right."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, *rows)]
    return [lines[0], "|" + "---|" * left + "--:|" * (len(head) - left), *lines[1:]]


def format_outcomes(outcomes: Iterable[Outcome]) -> list[str]:
    """Return a line for each mistake, and below it what was said."""
    lines = []
    for each in outcomes:
        state = f"told by {'an error' if each.told == 'error' else 'a hint'}" if each.told else "SILENT"
        where = "" if not each.told else ", at the line" if each.is_placed else ", elsewhere"
        lines.append(
            f"- {state}{where}: {each.mistake.kind} {each.mistake.id}: {each.mistake.what} {each.crash}".rstrip()
        )
        lines += [f"    - {_shorten(str(finding))}" for finding in each.findings[:4]]
    return lines


def _shorten(text: str, most: int = 240) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def format_alarms(found: dict[str, Sequence[Finding]]) -> list[str]:
    """Return the lines of a table of the findings of unchanged games."""
    rows = []
    for game, findings in found.items():
        levels = Counter("error" if each.is_blocking else each.level for each in findings)
        codes = Counter(f"{each.code}" for each in findings)
        said = ", ".join(f"{count} {code}" for code, count in sorted(codes.items()))
        rows.append((game, said or "-", levels["error"], levels["warning"], levels["note"]))
    return format_table(("game", "findings", "errors", "warnings", "notes"), rows, left=2)
