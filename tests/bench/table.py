"""Format benchmark runs as Markdown tables of medians, ratios, growth and targets."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.bench.jobs import BEFORE, RIVALS
from tests.bench.measure import Run, compute_medians
from tests.bench.tools import describe_caches, split_name

Results = dict[tuple[str, str], list[Run]]
Table = Mapping[tuple[str, str], Sequence[Run]]


class Target(NamedTuple):
    """A figure of a tool to reach: a part of what it was on a quiet machine with two processors, before the redesign.

    The figure is a ratio to what the tool `of` takes in the same round, or seconds. What a busy machine gave then is in
    base.md.
    """

    name: str
    job: str
    tool: str
    field: str
    base: float
    part: float
    of: str = ""

    @property
    def most(self) -> float:
        """The largest figure allowed."""
        return self.base * self.part

    def find(self, results: Table, field: str = "") -> float | None:
        """Return the figure, or None if it was not measured; `field` takes the place of the target's own."""
        if not {(self.job, self.tool), (self.job, self.of or self.tool)} <= set(results):
            return None
        if self.of:
            return compute_ratio(results, self.job, self.tool, self.of, field or self.field)
        return float(getattr(compute_medians(results[self.job, self.tool]), field or self.field))


_LARGE, _GAME = "10,000 cards", "Psychopaths"
TARGETS = (
    Target("`--version`, CPU s", "commands", "version-again", "cpu", 0.056, 0.80),
    Target("`list`, CPU s", "commands", "list-again", "cpu", 0.358, 0.34),
    Target("nothing changed, wall of typst's", "54 cards", "pdf-again", "wall", 4.4, 0.68, "typst"),
    Target("first, wall of typst's", "54 cards", "pdf-first", "wall", 6.0, 0.58, "typst"),
    Target("first, wall of typst's", "1,000 cards", "pdf-first", "wall", 1.1, 0.68, "typst"),
    Target("first, wall of typst's", _LARGE, "pdf-first", "wall", 0.61, 0.49, "typst"),
    Target("first, CPU s", _LARGE, "pdf-first", "cpu", 2.5, 0.52),
    Target("nothing changed, wall of typst's", _LARGE, "pdf-again", "wall", 0.25, 0.60, "typst"),
    Target("first, memory of typst's", _LARGE, "pdf-first", "memory", 0.19, 0.79, "typst"),
    Target("file of typst's", "54 cards", "pdf-first", "size", 1.23, 0.72, "typst"),
    Target("nothing changed, wall of typst's", "400 tiles", "pdf-again", "wall", 3.2, 0.62, "typst"),
    Target("nothing changed, wall of typst's", "1,000 cells", "pdf-again", "wall", 4.1, 0.61, "typst"),
    Target("SVG sheets first, wall of the PDF's", _LARGE, "svg-first", "wall", 1.47, 0.68, "pdf-first"),
    Target("reading both back, wall of writing both", _LARGE, "read-first", "wall", 0.79, 0.63, "sheets-first"),
    Target("first `check`, wall s", _GAME, "check-first", "wall", 3.6, 0.42),
    Target("first `check`, wall s", "1,000 cards", "check-first", "wall", 7.0, 0.36),
    Target("first `check`, wall s", _LARGE, "check-first", "wall", 70.0, 0.14),
    Target("a row edited, CPU of a first build's", _LARGE, "whole-edited", "cpu", 0.5, 1.0, "whole-first"),
    Target("nothing changed, CPU of a first build's", _GAME, "whole-again", "cpu", 0.75, 1.0, "whole-first"),
    *(
        Target(f"{tool}, wall of the landing before", _GAME, tool, "wall", 1.0, 1.05, BEFORE + tool)  # 5 % is noise
        for tool in ("whole-first", "whole-again", "booklet-first", "check-first", "check-again")
    ),
)


def format_report(results: Table) -> str:
    """Return all tables as Markdown."""
    parts = [tabulate_medians(results), tabulate_ratios(results), tabulate_growth(results), tabulate_targets(results)]
    return "\n\n".join(part for part in parts if part)


def tabulate_medians(results: Table) -> str:
    """Return the medians of each job and tool."""
    lines = [
        "| what | tool | found | runs | wall s | CPU s | peak MB | file kB |",
        "|--:|---|---|--:|--:|--:|--:|--:|",
    ]
    for (job, tool), runs in results.items():
        wall, cpu, memory, size = compute_medians(runs)
        figures = f"{wall:.3f} | {cpu:.3f} | {memory / 1e6:.0f} | {size / 1e3:.0f}"
        lines.append(f"| {job} | {split_name(tool)[0]} | {describe_caches(tool)} | {len(runs)} | {figures} |")
    return "\n".join(lines)


def tabulate_ratios(results: Table) -> str:
    """Return our numbers as fractions of each rival's, and of the landing before."""
    lines = ["| what | tool | of | wall | CPU | memory | file |", "|--:|---|---|--:|--:|--:|--:|"]
    for job, tool, of in find_pairs(results):
        figures = [format_figure(compute_ratio(results, job, tool, of, field)) for field in Run._fields]
        lines.append(f"| {job} | {tool} | {of} | {' | '.join(figures)} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def find_pairs(results: Table) -> Iterator[tuple[str, str, str]]:
    """Yield each job with a tool of ours and what it is compared with."""
    for job, tool in results:
        others = RIVALS if tool.startswith("pdf-") else [BEFORE + tool]
        yield from ((job, tool, other) for other in others if (job, other) in results)


def compute_ratio(results: Table, job: str, tool: str, of: str, field: str) -> float:
    """Return the median over all rounds of a tool's number divided by another's in the same round; 1 for none of none."""
    rounds = zip(results[job, tool], results[job, of], strict=True)
    pairs = [(getattr(one, field), getattr(other, field)) for one, other in rounds]
    return statistics.median(float(one / other) if other else 1.0 for one, other in pairs)


def tabulate_growth(results: Table) -> str:
    """Return the growth of time and memory from 1,000 to 10,000 cards."""
    lines = ["| from 1,000 to 10,000 cards | wall | CPU | memory |", "|---|--:|--:|--:|"]
    for tool in dict.fromkeys(tool for _, tool in results):
        if {("1,000 cards", tool), (_LARGE, tool)} <= set(results):
            figures = [f"{compute_growth(results, tool, field):.1f}" for field in ("wall", "cpu", "memory")]
            lines.append(f"| {tool} | {' | '.join(figures)} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def compute_growth(results: Table, tool: str, field: str) -> float:
    """Return the median at 10,000 cards divided by that at 1,000."""
    small, large = (getattr(compute_medians(results[job, tool]), field) for job in ("1,000 cards", _LARGE))
    return float(large / small)


def tabulate_targets(results: Table) -> str:
    """Return the table of targets that were measured; beside wall time stands the same of processor time."""
    lines = ["| target | found | CPU | base | at most | |", "|---|--:|--:|--:|--:|---|"]
    for target in TARGETS:
        found, cpu = target.find(results), target.find(results, "cpu")
        if found is None or cpu is None:
            continue
        beside = format_figure(cpu) if target.field == "wall" else ""
        figures = f"{format_figure(found)} | {beside} | {format_figure(target.base)} | {format_figure(target.most)}"
        lines.append(f"| {target.job}: {target.name} | {figures} | {'met' if found <= target.most else 'NOT MET'} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def format_figure(figure: float) -> str:
    """Return a figure with three digits that count, without an exponent."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:#.3g}"
