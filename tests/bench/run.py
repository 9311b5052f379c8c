"""`make bench`: build decks, tiles, a board and a game with gutterfold and its rivals in turn, and print medians.

Whole processes are timed; one warm-up run of each tool is not counted.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.bench.jobs import HERE, JOBS, RIVALS, Job
from tests.bench.measure import MeasureError, read_cpu_time
from tests.bench.table import Results, format_report
from tests.bench.tools import measure_tool


def alternate_tools(tools: Sequence[str], folder: Path, job: Job, runs: int, say: Callable[[str], None]) -> Results:
    """Run the tools in rounds, each in the opposite order of the last, after a warm-up round that fills caches."""
    results: Results = {(job.title, tool): [] for tool in tools}
    for turn in range(-1, runs):
        for tool in tools if turn % 2 else tools[::-1]:
            if (job.title, tool) not in results or (turn < 0 and tool.endswith("-first")):
                continue
            say(f"{job.title}, {'warming up' if turn < 0 else f'run {turn + 1} of {runs}'}: {tool}")
            try:
                run = measure_tool(tool, folder, job)
            except MeasureError as error:
                print(f"{tool} is left out at {job.title}: {error}", file=sys.stderr)
                del results[job.title, tool]
                continue
            if turn >= 0:
                results[job.title, tool].append(run)
    return results


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    names = list(dict.fromkeys([*(job.key for job in JOBS), *RIVALS, *(tool for job in JOBS for tool in job.tools)]))
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=names, default=[], help=", ".join(names))
    parser.add_argument(
        "--runs", type=int, help="of each tool; 1 for the check of 10,000 cards to 11 for short commands unless given"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.add_argument("--look", type=Path, metavar="DIR", help="write the first sheet of each tool as PNG")
    return parser.parse_args(arguments)


def select_jobs(only: Sequence[str]) -> Iterator[tuple[Job, list[str]]]:
    """Yield each job with its tools; svglib draws any deck on request."""
    for job in [job for job in JOBS if job.key in only] or JOBS:
        named = [tool for tool in job.tools if tool in only]
        if "svglib" in only and "svglib" not in named and "typst" in job.tools:
            named.append("svglib")
        if named or not {*only} - {job.key for job in JOBS}:
            yield job, named or list(job.tools)


def render_first_sheets(folder: Path, tools: Sequence[str], into: Path) -> None:
    """Render the first sheet of each tool's PDF in a separate process, which may load libraries."""
    into.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, HERE / "render_first_sheets.py", folder, into, *tools], check=True)


def main() -> None:
    """Run the benchmark, print the tables and save them if asked."""
    asked = parse_options()
    say = make_progress_line()
    results: Results = {}
    before, own = read_cpu_time(), os.times()
    with tempfile.TemporaryDirectory(prefix="gutterfold-bench-") as room:
        for job, tools in select_jobs(asked.only):
            folder = Path(room, job.key)
            job.write_data(folder)
            results |= alternate_tools(tools, folder, job, asked.runs or job.runs, say)
            if asked.look:
                drawn = [tool for tool in ("pdf-first", *RIVALS) if (job.title, tool) in results and tool in tools]
                render_first_sheets(folder, drawn, asked.look)
            shutil.rmtree(folder)
    after, spent = read_cpu_time(), os.times()
    say("")
    ours = sum(spent[:4]) - sum(own[:4])
    text = f"{format_report(results)}\n\n{describe_conditions(max(0.0, after - before - ours) / (spent[4] - own[4]))}"
    print(text)
    if asked.save:
        asked.save.write_text(text + "\n", encoding="utf-8")


def describe_conditions(others: float) -> str:
    """Describe the day, versions, processors and the load by others; imports late for the reason in measure.py."""
    from importlib.metadata import version
    from importlib.util import find_spec

    tools = [name for name in ("reportlab", "typst", "svglib") if find_spec(name)]
    names = ", ".join(f"{name} {version(name)}" for name in ("gutterfold", *tools))
    noise = f"Other programs took {others:.0%} of one processor meanwhile; where it is quiet that is under 5%."
    machine = f"{os.cpu_count()} processors, {read_processor_name()}"
    return f"{time.strftime('%Y-%m-%d')}. Python {platform.python_version()}, {names}; {machine}. {noise}"


def read_processor_name() -> str:
    """Return what the system calls the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def make_progress_line() -> Callable[[str], None]:
    """Return a function that shows a status line in place on a terminal and nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda _line: None
    return lambda line: print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
