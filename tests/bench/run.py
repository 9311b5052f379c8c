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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.bench.jobs import JOBS, OURS, Job
from tests.bench.measure import MeasureError, Run, measure_command, read_cpu_time
from tests.bench.table import Results, format_report

HERE = Path(__file__).parent
Command = Callable[[Path, Job], Run]


def measure_gutterfold(folder: Path, job: Job, *options: str, action: str = "build", fresh: bool = True) -> Run:
    """Measure gutterfold on the game of a job, writing to an emptied folder/out; the size is that of the PDF."""
    out = folder / "out"
    if fresh:
        shutil.rmtree(out, ignore_errors=True)
    program = Path(sys.executable).with_name("gutterfold")
    run = measure_command([program, action, job.find_game(folder), "--out", out, *options])
    return run._replace(size=sum(path.stat().st_size for path in out.rglob("*-sheets-*.pdf")))


def measure_pdf(folder: Path, job: Job) -> Run:
    """Measure writing the PDF without reading it back, which the targets refer to."""
    return measure_gutterfold(folder, job, "--format", "pdf", "--no-read-back", "--quiet")


def measure_cold(folder: Path, job: Job) -> Run:
    """Measure writing the PDF with an empty cache (no compiled templates)."""
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    return measure_pdf(folder, job)


def measure_svg(folder: Path, job: Job) -> Run:
    """Measure writing the SVG sheets alone."""
    run = measure_gutterfold(folder, job, "--format", "svg", "--no-read-back", "--quiet")
    return run._replace(size=sum(path.stat().st_size for path in (folder / "out").rglob("*.svg")))


def measure_both(folder: Path, job: Job) -> Run:
    """Measure writing PDF and SVG sheets without reading them back."""
    run = measure_gutterfold(folder, job, "--no-read-back", "--quiet")
    svg = sum(path.stat().st_size for path in (folder / "out").rglob("*.svg"))
    return run._replace(size=run.size + svg)


def measure_check(folder: Path, job: Job) -> Run:
    """Measure `gutterfold check` of a kit with PDF and SVG sheets that was built before."""
    measure_gutterfold(folder, job, "--no-read-back", "--quiet")
    return measure_gutterfold(folder, job, action="check", fresh=False)


def measure_reading(folder: Path, job: Job) -> Run:
    """Measure reading back PDF and SVG sheets that were written before."""
    measure_gutterfold(folder, job, "--no-read-back", "--quiet")
    return measure_command([sys.executable, HERE / "read_sheets.py", folder])


def measure_whole(folder: Path, job: Job) -> Run:
    """Measure a complete build: both formats written, read back and checked."""
    return measure_gutterfold(folder, job, "--quiet")


def measure_first(folder: Path, job: Job) -> Run:
    """Measure a complete build with an empty cache: nothing is drawn, set or read yet."""
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    return measure_whole(folder, job)


def measure_changed(folder: Path, job: Job) -> Run:
    """Measure a complete build of a kit that was built before, after one row of its data changed."""
    measure_whole(folder, job)
    change_a_row(job.find_game(folder) / job.rows)
    return measure_gutterfold(folder, job, "--quiet", fresh=False)


def change_a_row(path: Path) -> None:
    """Give the row in the middle the next number as the first of its values."""
    lines = path.read_text(encoding="utf-8").split("\n")
    number, _, rest = lines[len(lines) // 2].partition(",")
    lines[len(lines) // 2] = f"{(int(number) + 1) % 90 + 10},{rest}"
    path.write_text("\n".join(lines), encoding="utf-8")


def measure_booklet(folder: Path, job: Job) -> Run:
    """Measure typesetting and checking the rules alone."""
    return measure_gutterfold(folder, job, "--quiet", action="booklet")


def make_rival_command(name: str) -> Command:
    """Return a function that measures a rival on a job."""

    def measure_rival(folder: Path, job: Job) -> Run:
        out = folder / f"{name}.pdf"
        script, *told = job.find_rival_script(name)
        run = measure_command([sys.executable, HERE / script, folder, out, *told])
        return run._replace(size=out.stat().st_size)

    return measure_rival


TOOLS: dict[str, Command] = {
    OURS: measure_pdf,
    "typst": make_rival_command("typst"),
    "canvas": make_rival_command("canvas"),
    "svglib": make_rival_command("svglib"),
    f"{OURS}-cold": measure_cold,
    f"{OURS}-svg": measure_svg,
    f"{OURS}-both": measure_both,
    f"{OURS}-read": measure_reading,
    f"{OURS}-check": measure_check,
    f"{OURS}-whole": measure_whole,
    f"{OURS}-booklet": measure_booklet,
    f"{OURS}-first": measure_first,
    f"{OURS}-changed": measure_changed,
}


def alternate_tools(tools: Sequence[str], folder: Path, job: Job, runs: int, say: Callable[[str], None]) -> Results:
    """Run the tools in rounds, each in the opposite order of the last, after one warm-up round."""
    results: Results = {(job.title, tool): [] for tool in tools}
    for turn in range(-1, runs):
        for tool in tools if turn % 2 else tools[::-1]:
            say(f"{job.title}, {'warming up' if turn < 0 else f'run {turn + 1} of {runs}'}: {tool}")
            if (job.title, tool) not in results:
                continue
            try:
                run = TOOLS[tool](folder, job)
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
    names = [*(job.key for job in JOBS), *TOOLS]
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=names, default=[], help=", ".join(names))
    parser.add_argument(
        "--runs", type=int, help="of each tool; 3 for large decks, 5 for small, 9 for tiles unless given"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.add_argument("--look", type=Path, metavar="DIR", help="write the first sheet of each tool as PNG")
    return parser.parse_args(arguments)


def select_jobs(only: Sequence[str]) -> Iterator[tuple[Job, list[str]]]:
    """Yield each job with its tools."""
    for job in [job for job in JOBS if job.key in only] or JOBS:
        named = [tool for tool in TOOLS if tool in only and (tool != "canvas" or tool in job.tools)]
        yield job, named or [tool for tool in TOOLS if tool in job.tools]


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
        os.environ["XDG_CACHE_HOME"] = str(Path(room, "cache"))
        for job, tools in select_jobs(asked.only):
            folder = Path(room, job.key)
            job.write_data(folder)
            results |= alternate_tools(tools, folder, job, asked.runs or job.runs, say)
            if asked.look:
                drawn = [tool for tool in (OURS, "typst", "canvas", "svglib") if (job.title, tool) in results]
                render_first_sheets(folder, drawn, asked.look)
    after, spent = read_cpu_time(), os.times()
    say("")
    ours = sum(spent[:4]) - sum(own[:4])
    text = f"{format_report(results)}\n\n{describe_conditions(max(0.0, after - before - ours) / (spent[4] - own[4]))}"
    print(text)
    if asked.save:
        asked.save.write_text(text + "\n", encoding="utf-8")


def describe_conditions(others: float) -> str:
    """Describe versions, processors and the load by other programs; imports late for the reason in measure.py."""
    from importlib.metadata import version
    from importlib.util import find_spec

    tools = [name for name in ("reportlab", "typst", "svglib") if find_spec(name)]
    names = ", ".join(f"{name} {version(name)}" for name in ("gutterfold", *tools))
    noise = f"Other programs took {others:.0%} of one processor meanwhile; where it is quiet that is under 5%."
    return f"Python {platform.python_version()}, {names}; {os.cpu_count()} processors. {noise}"


def make_progress_line() -> Callable[[str], None]:
    """Return a function that shows a status line in place on a terminal and nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda _line: None
    return lambda line: print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
