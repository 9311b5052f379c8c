"""`make bench`: decks, tiles and a board are built by gutterfold and its rivals in turn; medians of processes are printed.

Nothing is timed inside a process, and no run is left out but one of each to warm the disk.
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
from tests.bench.measure import MeasureError, Run, busy, measure
from tests.bench.table import Results, report

HERE = Path(__file__).parent
Command = Callable[[Path, Job], Run]


def gutterfold(folder: Path, *options: str, action: str = "build", fresh: bool = True) -> Run:
    """Measure our command on folder/deck, writing to folder/out, which is emptied before; count the bytes of the PDF."""
    out = folder / "out"
    if fresh:
        shutil.rmtree(out, ignore_errors=True)
    program = Path(sys.executable).with_name("gutterfold")
    run = measure([program, action, folder / "deck", "--out", out, *options])
    return run._replace(size=sum(path.stat().st_size for path in out.rglob("*-sheets-*.pdf")))


def ours_pdf(folder: Path, _job: Job) -> Run:
    """Measure what the targets are about: the finished PDF, not yet read back."""
    return gutterfold(folder, "--format", "pdf", "--no-read-back", "--quiet")


def ours_cold(folder: Path, job: Job) -> Run:
    """Measure the same with nothing kept from earlier builds, such as compiled templates."""
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    return ours_pdf(folder, job)


def ours_svg(folder: Path, _job: Job) -> Run:
    """Measure the SVG sheets alone."""
    run = gutterfold(folder, "--format", "svg", "--no-read-back", "--quiet")
    return run._replace(size=sum(path.stat().st_size for path in (folder / "out").rglob("*.svg")))


def ours_both(folder: Path, _job: Job) -> Run:
    """Measure the writing of both formats, PDF and SVG sheets, not yet read back."""
    run = gutterfold(folder, "--no-read-back", "--quiet")
    svg = sum(path.stat().st_size for path in (folder / "out").rglob("*.svg"))
    return run._replace(size=run.size + svg)


def ours_check(folder: Path, _job: Job) -> Run:
    """Measure the check of a kit, PDF and SVG, that is built before the clock starts: all of it, as `check` is called."""
    gutterfold(folder, "--no-read-back", "--quiet")
    return gutterfold(folder, action="check", fresh=False)


def ours_read(folder: Path, _job: Job) -> Run:
    """Measure the reading back of the sheets, PDF and SVG, that were written before the clock starts."""
    gutterfold(folder, "--no-read-back", "--quiet")
    return measure([sys.executable, HERE / "read_sheets.py", folder])


def ours_whole(folder: Path, _job: Job) -> Run:
    """Measure a build as it is called: both formats written, read back and held against the data."""
    return gutterfold(folder, "--quiet")


def rival(name: str) -> Command:
    """Return the command that lets a rival draw the same."""

    def draw(folder: Path, job: Job) -> Run:
        out = folder / f"{name}.pdf"
        script, *told = job.rival(name)
        run = measure([sys.executable, HERE / script, folder, out, *told])
        return run._replace(size=out.stat().st_size)

    return draw


TOOLS: dict[str, Command] = {
    OURS: ours_pdf,
    "typst": rival("typst"),
    "canvas": rival("canvas"),
    "svglib": rival("svglib"),
    f"{OURS}-cold": ours_cold,
    f"{OURS}-svg": ours_svg,
    f"{OURS}-both": ours_both,
    f"{OURS}-read": ours_read,
    f"{OURS}-check": ours_check,
    f"{OURS}-whole": ours_whole,
}


def alternate(tools: Sequence[str], folder: Path, job: Job, runs: int, say: Callable[[str], None]) -> Results:
    """Run the tools one after the other, each round in the opposite order of the last, after one round to warm up."""
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


def options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    names = [*(job.key for job in JOBS), *TOOLS]
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=names, default=[], help=", ".join(names))
    parser.add_argument(
        "--runs", type=int, help="of each tool; 3 for large decks, 5 for small, 9 for tiles unless given"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.add_argument("--look", type=Path, metavar="DIR", help="write the first sheet of each tool as PNG")
    return parser.parse_args(arguments)


def chosen(only: Sequence[str]) -> Iterator[tuple[Job, list[str]]]:
    """Yield each job with its tools."""
    for job in [job for job in JOBS if job.key in only] or JOBS:
        named = [tool for tool in TOOLS if tool in only and (tool != "canvas" or tool in job.tools)]
        yield job, named or [tool for tool in TOOLS if tool in job.tools]


def look(folder: Path, tools: Sequence[str], into: Path) -> None:
    """Render the first sheet of each PDF that lies in the folder, in a process of its own that may load libraries."""
    into.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, HERE / "look.py", folder, into, *tools], check=True)


def main() -> None:
    """Measure, print and save."""
    asked = options()
    say = progress()
    results: Results = {}
    before, own = busy(), os.times()
    with tempfile.TemporaryDirectory(prefix="gutterfold-bench-") as room:
        os.environ["XDG_CACHE_HOME"] = str(Path(room, "cache"))
        for job, tools in chosen(asked.only):
            folder = Path(room, job.key)
            job.write(folder)
            results |= alternate(tools, folder, job, asked.runs or job.runs, say)
            if asked.look:
                look(folder, [tool for tool in (OURS, "typst", "canvas", "svglib") if tool in tools], asked.look)
    after, spent = busy(), os.times()
    say("")
    ours = sum(spent[:4]) - sum(own[:4])
    text = f"{report(results)}\n\n{conditions(max(0.0, after - before - ours) / (spent[4] - own[4]))}"
    print(text)
    if asked.save:
        asked.save.write_text(text + "\n", encoding="utf-8")


def conditions(others: float) -> str:
    """Say what was measured on and how quiet it was; the metadata are loaded last, for the reason in measure.py."""
    from importlib.metadata import version

    names = ", ".join(f"{name} {version(name)}" for name in ("gutterfold", "reportlab", "typst", "svglib"))
    noise = f"Other programs took {others:.0%} of one processor meanwhile; where it is quiet that is under 5%."
    return f"Python {platform.python_version()}, {names}; {os.cpu_count()} processors. {noise}"


def progress() -> Callable[[str], None]:
    """Return a function that shows one line in place on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda _line: None
    return lambda line: print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
