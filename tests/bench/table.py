"""The runs of each size and tool go in, tables of medians, ratios and targets come out as Markdown."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.bench.jobs import OURS
from tests.bench.measure import Run, median

RIVALS = ("typst", "canvas", "svglib")
Results = dict[tuple[str, str], list[Run]]
Table = Mapping[tuple[str, str], Sequence[Run]]


class Target(NamedTuple):
    """A figure that is to be reached: what it is called, what was found and the most that it may be."""

    name: str
    found: float
    most: float

    @property
    def met(self) -> bool:
        """Say whether the figure is reached."""
        return self.found <= self.most


def report(results: Table) -> str:
    """Return all that can be said of the results, as Markdown."""
    parts = [measured(results), compared(results), growth(results), reached(list(targets(results)))]
    return "\n\n".join(part for part in parts if part)


def measured(results: Table) -> str:
    """Return the medians of each job and tool."""
    lines = ["| what | tool | runs | wall s | CPU s | peak MB | file kB |", "|--:|---|--:|--:|--:|--:|--:|"]
    for (job, tool), runs in results.items():
        wall, cpu, memory, size = median(runs)
        figures = f"{wall:.3f} | {cpu:.3f} | {memory / 1e6:.0f} | {size / 1e3:.0f}"
        lines.append(f"| {job} | {tool} | {len(runs)} | {figures} |")
    return "\n".join(lines)


def compared(results: Table) -> str:
    """Return our figures as parts of each rival's."""
    lines = ["| what | gutterfold / | wall | CPU | memory | file |", "|--:|---|--:|--:|--:|--:|"]
    for job, tool in results:
        if tool in RIVALS and (job, OURS) in results:
            figures = [f"{ratio(results, job, tool, field):.2f}" for field in Run._fields]
            lines.append(f"| {job} | {tool} | {' | '.join(figures)} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def ratio(results: Table, job: str, tool: str, field: str) -> float:
    """Return the median over the rounds of our figure divided by the rival's in the same round."""
    pairs = zip(results[job, OURS], results[job, tool], strict=True)
    return statistics.median(float(getattr(ours, field) / getattr(theirs, field)) for ours, theirs in pairs)


def growth(results: Table) -> str:
    """Return how time and memory grow from 1,000 to 10,000 cards."""
    lines = ["| from 1,000 to 10,000 cards | wall | CPU | memory |", "|---|--:|--:|--:|"]
    for tool in dict.fromkeys(tool for _, tool in results):
        if {("1,000 cards", tool), ("10,000 cards", tool)} <= set(results):
            figures = [f"{grown(results, tool, field):.1f}" for field in ("wall", "cpu", "memory")]
            lines.append(f"| {tool} | {' | '.join(figures)} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def grown(results: Table, tool: str, field: str) -> float:
    """Return the median at 10,000 cards divided by that at 1,000."""
    small, large = (getattr(median(results[job, tool]), field) for job in ("1,000 cards", "10,000 cards"))
    return float(large / small)


def targets(results: Table) -> Iterator[Target]:
    """Yield the targets of the project that these results can be held against."""
    rows: list[tuple[str, str, str, str, float]] = [
        ("54 cards", "typst", "wall", "wall, of typst's", 3.0),
        ("54 cards", "svglib", "wall", "wall, of svglib's", 0.4),
        ("1,000 cards", "typst", "wall", "wall, of typst's", 1.0),
        ("10,000 cards", "typst", "wall", "wall, of typst's", 0.6),
        ("10,000 cards", "typst", "wall", "wall, of typst's (the aim beyond)", 0.3),
        ("10,000 cards", "typst", "memory", "memory, of typst's", 1 / 6),
        *((f"{cards:,} cards", "typst", "size", "file, of typst's", 1.0) for cards in (54, 1_000, 10_000)),
        ("400 tiles", "typst", "wall", "wall, of typst's", 2.0),
    ]
    for job, tool, field, name, most in rows:
        if {(job, OURS), (job, tool)} <= set(results):
            yield Target(f"{job}: {name}", ratio(results, job, tool, field), most)
    large = "10,000 cards"
    if {("1,000 cards", OURS), (large, OURS)} <= set(results):
        yield Target("1,000 to 10,000: growth of wall", grown(results, OURS, "wall"), 11)
        yield Target("1,000 to 10,000: growth of memory", grown(results, OURS, "memory"), 3)
    rest = (
        (f"{OURS}-svg", OURS, "SVG sheets, of the PDF's wall", 1.0),
        (f"{OURS}-read", f"{OURS}-both", "reading both formats back, of writing both", 0.5),
        (f"{OURS}-check", f"{OURS}-whole", "check of a kit that stands, of its build", 1.0),
    )
    for tool, of, name, most in rest:
        if {(large, of), (large, tool)} <= set(results):
            part = median(results[large, tool]).wall / median(results[large, of]).wall
            yield Target(f"{large}: {name}", part, most)


def reached(goals: Sequence[Target]) -> str:
    """Return the table of targets."""
    if not goals:
        return ""
    lines = ["| target | found | at most | |", "|---|--:|--:|---|"]
    lines += [f"| {g.name} | {g.found:.2f} | {g.most:.2f} | {'met' if g.met else 'NOT MET'} |" for g in goals]
    return "\n".join(lines)
