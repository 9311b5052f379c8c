"""Format benchmark runs as Markdown tables of medians, ratios, growth and targets."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.bench.jobs import OURS
from tests.bench.measure import Run, compute_medians

RIVALS = ("typst", "canvas", "svglib")
_GAME_TARGETS = {
    "whole": 15.0,
    "booklet": 10.0,
    "check": 9.0,
}  # half, and 0.6 for the check, of what they took at first
Results = dict[tuple[str, str], list[Run]]
Table = Mapping[tuple[str, str], Sequence[Run]]


class Target(NamedTuple):
    """A number to reach: its name, the measured value and the largest value allowed."""

    name: str
    found: float
    most: float

    @property
    def met(self) -> bool:
        """Whether the target is met."""
        return self.found <= self.most


def format_report(results: Table) -> str:
    """Return all tables as Markdown."""
    parts = [
        tabulate_medians(results),
        tabulate_ratios(results),
        tabulate_growth(results),
        tabulate_targets(list(find_targets(results))),
    ]
    return "\n\n".join(part for part in parts if part)


def tabulate_medians(results: Table) -> str:
    """Return the medians of each job and tool."""
    lines = ["| what | tool | runs | wall s | CPU s | peak MB | file kB |", "|--:|---|--:|--:|--:|--:|--:|"]
    for (job, tool), runs in results.items():
        wall, cpu, memory, size = compute_medians(runs)
        figures = f"{wall:.3f} | {cpu:.3f} | {memory / 1e6:.0f} | {size / 1e3:.0f}"
        lines.append(f"| {job} | {tool} | {len(runs)} | {figures} |")
    return "\n".join(lines)


def tabulate_ratios(results: Table) -> str:
    """Return our numbers as fractions of each rival's."""
    lines = ["| what | gutterfold / | wall | CPU | memory | file |", "|--:|---|--:|--:|--:|--:|"]
    for job, tool in results:
        if tool in RIVALS and (job, OURS) in results:
            figures = [f"{compute_ratio(results, job, tool, field):.2f}" for field in Run._fields]
            lines.append(f"| {job} | {tool} | {' | '.join(figures)} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def compute_ratio(results: Table, job: str, tool: str, field: str, own: str = OURS) -> float:
    """Return the median over all rounds of our number divided by the rival's in the same round."""
    pairs = zip(results[job, own], results[job, tool], strict=True)
    return statistics.median(float(getattr(ours, field) / getattr(theirs, field)) for ours, theirs in pairs)


def tabulate_growth(results: Table) -> str:
    """Return the growth of time and memory from 1,000 to 10,000 cards."""
    lines = ["| from 1,000 to 10,000 cards | wall | CPU | memory |", "|---|--:|--:|--:|"]
    for tool in dict.fromkeys(tool for _, tool in results):
        if {("1,000 cards", tool), ("10,000 cards", tool)} <= set(results):
            figures = [f"{compute_growth(results, tool, field):.1f}" for field in ("wall", "cpu", "memory")]
            lines.append(f"| {tool} | {' | '.join(figures)} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def compute_growth(results: Table, tool: str, field: str) -> float:
    """Return the median at 10,000 cards divided by that at 1,000."""
    small, large = (getattr(compute_medians(results[job, tool]), field) for job in ("1,000 cards", "10,000 cards"))
    return float(large / small)


def find_targets(results: Table) -> Iterator[Target]:
    """Yield the project's targets that these results can be compared with."""
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
            yield Target(f"{job}: {name}", compute_ratio(results, job, tool, field), most)
    large = "10,000 cards"
    if {("1,000 cards", OURS), (large, OURS)} <= set(results):
        yield Target("1,000 to 10,000: growth of wall", compute_growth(results, OURS, "wall"), 11)
        yield Target("1,000 to 10,000: growth of memory", compute_growth(results, OURS, "memory"), 3)
    game = "Psychopaths"
    for what, most in _GAME_TARGETS.items():
        if {(game, f"{OURS}-{what}"), (game, "typst")} <= set(results):
            part = compute_ratio(results, game, "typst", "wall", f"{OURS}-{what}")
            yield Target(f"{game}: {what}, of typst's wall for 54 cards", part, most)
    yield from _find_cache_targets(results)
    rest = (
        (f"{OURS}-svg", OURS, "SVG sheets, of the PDF's wall", 1.0),
        (f"{OURS}-read", f"{OURS}-both", "reading both formats back, of writing both", 0.5),
        (f"{OURS}-check", f"{OURS}-whole", "check of a kit that stands, of its build", 1.0),
    )
    for tool, of, name, most in rest:
        if {(large, of), (large, tool)} <= set(results):
            part = compute_medians(results[large, tool]).wall / compute_medians(results[large, of]).wall
            yield Target(f"{large}: {name}", part, most)


def _find_cache_targets(results: Table) -> Iterator[Target]:
    """Yield what a build after an edit may take of a first one, with nothing in the cache."""
    for job, tool, name, most in (
        ("10,000 cards", f"{OURS}-changed", "one card changed, of a first build's CPU", 0.5),
        ("Psychopaths", f"{OURS}-whole", "rules unchanged, of a first build's CPU", 0.75),
    ):
        if {(job, tool), (job, f"{OURS}-first")} <= set(results):
            yield Target(f"{job}: {name}", compute_ratio(results, job, f"{OURS}-first", "cpu", tool), most)


def tabulate_targets(goals: Sequence[Target]) -> str:
    """Return the table of targets."""
    if not goals:
        return ""
    lines = ["| target | found | at most | |", "|---|--:|--:|---|"]
    lines += [f"| {g.name} | {g.found:.2f} | {g.most:.2f} | {'met' if g.met else 'NOT MET'} |" for g in goals]
    return "\n".join(lines)
