"""Measure the designer's loop: from saving a table of cards to the picture of the changed card in Chromium.

Beside it stand typst, whose compiler is kept and compiles the same deck again as its `watch` does, and a full build.
`python -m tests.bench.loop 54 1000 --edits 20`; run it alone, as every other program at work adds to the times.
"""

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.deck import write_deck, write_fonts
from tests.bench.jobs import HERE
from tests.bench.measure import walk_processes
from tests.browser import Browser
from tests.studio.running import RunningStudio

_PAUSE = 1.5  # seconds between two edits, so that the check of the last one is at work
_SETTLED = 6.0  # seconds until the studio has looked at everything
_FIRST = "document.querySelector('[data-key] img')"
_LISTEN = f"""window.loads = [];
document.addEventListener('load', event => event.target === {_FIRST} && window.loads.push(Date.now()), true)"""
_SCROLL = """new Promise(done => {
    const gaps = [];
    let last = performance.now();
    const step = now => {
        gaps.push(now - last);
        last = now;
        scrollBy(0, 300);
        if (gaps.length < 120) requestAnimationFrame(step);
        else done(gaps.slice(1));
    };
    requestAnimationFrame(step);
})"""


class Latency(NamedTuple):
    """The milliseconds of each edit, and the processor time of one edit in all processes that answer it."""

    milliseconds: list[float]
    cpu: float

    def format(self) -> str:
        """Return the median, the 95th percentile and the processor time."""
        ordered = sorted(self.milliseconds)
        late = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
        return f"{statistics.median(ordered):6.0f} ms, 95 %: {late:6.0f} ms, processor: {self.cpu:5.0f} ms an edit"


class Edits:
    """Changes the title of the first card of a deck, another title each time."""

    def __init__(self, rows: Path) -> None:
        self._rows, self._number = rows, 0
        self._before, self._line, self._after = rows.read_text("utf-8").split("\n", 2)

    def save(self) -> None:
        """Write the table with the next title."""
        self._number += 1
        number, _, rest = self._line.split(",", 2)
        self._rows.write_text("\n".join((self._before, f"{number},Edit {self._number},{rest}", self._after)), "utf-8")


def measure_studio(room: Path, edits: int) -> tuple[Latency, list[float]]:
    """Return the latencies of the studio, and the milliseconds between frames while its gallery is scrolled."""
    rows = Edits(room / "deck/cards.csv")
    program = shutil.which("chromium") or "chromium"
    with RunningStudio(room / "deck", room / "state") as studio, Browser(program, room / "browser") as browser:
        browser.open_address(studio.link, 1280, 900)
        browser.wait_for("document.getElementById('pane').dataset.drawn > 0", 120)
        time.sleep(_SETTLED)
        browser.run(_LISTEN)
        before, found = _read_cpu(studio.pid), list[float]()
        for _ in range(edits):
            browser.run("window.loads.length = 0")
            saved = time.time() * 1000
            rows.save()
            browser.wait_for("window.loads.length > 0")
            found.append(browser.run("window.loads[0]") - saved)
            time.sleep(_PAUSE)
        cpu = (_read_cpu(studio.pid) - before) / edits * 1000
        return Latency(found, cpu), sorted(browser.run(_SCROLL))


def _read_cpu(process: int) -> float:
    """Return the processor seconds of a process and of those that it started and that are at work."""
    return sum(_read_own_cpu(each) for each in walk_processes(process))


def _read_own_cpu(process: int) -> float:
    try:
        words = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:15])) / 100  # its own, and that of processes that have ended


def measure_typst(room: Path, edits: int) -> Latency:
    """Return the latencies of a compiler that is kept, from the saved table to the written PDF."""
    import typst

    write_fonts(room / "fonts")
    compiler = typst.Compiler(
        str(HERE / "deck.typ"),
        root="/",
        font_paths=[str(room / "fonts")],
        ignore_system_fonts=True,
        sys_inputs={"rows": str(room / "deck/cards.csv"), "backs": "no"},
    )
    out = str(room / "typst.pdf")
    compiler.compile(output=out)
    return _repeat(Edits(room / "deck/cards.csv"), edits, lambda: compiler.compile(output=out))


def measure_build(room: Path, edits: int) -> Latency:
    """Return the latencies of a full build in this process, which has imported all that it needs."""
    from generator.pipeline.build import build_kit
    from generator.pipeline.options import Options

    options = Options(out=room / "kits")
    build_kit(room / "deck", options)
    return _repeat(Edits(room / "deck/cards.csv"), edits, lambda: build_kit(room / "deck", options))


def _repeat(rows: Edits, edits: int, answer: Callable[[], Any]) -> Latency:
    found, cpu = list[float](), time.process_time()
    for _ in range(edits):
        rows.save()
        began = time.perf_counter()
        answer()
        found.append((time.perf_counter() - began) * 1000)
    return Latency(found, (time.process_time() - cpu) / edits * 1000)


def report(cards: int, edits: int) -> Iterator[str]:
    """Yield a line for each way to see a changed card."""
    with tempfile.TemporaryDirectory(prefix="gutterfold-loop-") as folder:
        room = Path(folder)
        write_deck(room / "deck", cards)
        os.environ["XDG_CACHE_HOME"] = str(room / "caches/studio")
        studio, gaps = measure_studio(room, edits)
        yield f"{cards:,} cards, studio: {studio.format()}"
        slow = sum(gap > 50 for gap in gaps)
        yield f"{cards:,} cards, scrolling: {statistics.median(gaps):.0f} ms a frame, {slow} of {len(gaps)} above 50 ms"
        yield f"{cards:,} cards, typst:  {measure_typst(room, edits).format()}"
        os.environ["XDG_CACHE_HOME"] = str(room / "caches/build")
        yield f"{cards:,} cards, build:  {measure_build(room, min(edits, 5)).format()}"


def main() -> None:
    """Print the latencies of decks of some sizes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.loop", description=__doc__)
    parser.add_argument("cards", nargs="*", type=int, default=[54, 1000])
    parser.add_argument("--edits", type=int, default=20)
    asked = parser.parse_args()
    for cards in asked.cards:
        for line in report(cards, asked.edits):
            print(line, flush=True)


if __name__ == "__main__":
    main()
