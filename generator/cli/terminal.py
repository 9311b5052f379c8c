"""Write to standard output and standard error: no other module does, so that no text reaches them unescaped."""

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Self, TextIO

from generator.cli.signals import STOP_SIGNALS
from generator.safety.log_lines import escape_json, escape_line

_LONGEST_LABEL = 40  # characters: a longer one would leave the bar no room in its line
_BROKEN = (OSError, ValueError)  # ValueError: the stream was closed in this process


class OutputLosses:
    """Remember the first error of each standard stream.

    None ends the work, since the other stream and the kits may be sound, but the exit status tells that text was lost.
    """

    def __init__(self) -> None:
        self._errors: dict[str, Exception] = {}

    @contextmanager
    def noted(self, err: bool = False) -> Iterator[TextIO]:
        """Give the stream to write to."""
        stream = sys.stderr if err else sys.stdout
        try:
            yield stream
            stream.flush()
        except _BROKEN as error:
            self.note(error, err)

    def note(self, error: Exception, err: bool = False) -> None:
        """Remember that a stream could not be written."""
        self._errors.setdefault("standard error" if err else "standard output", error)

    def report(self) -> bool:
        """Print what has kept text from being written, and return whether any was lost.

        Nothing is said of a reader that has gone, as in `gutterfold schema | head -1`.
        """
        lost = dict(self._errors)
        for name, error in lost.items():
            if not isinstance(error, BrokenPipeError):
                print_line(f"{name}: GF402 {getattr(error, 'strerror', None) or error}", err=True)
        self._errors.clear()
        return bool(lost)


OUTPUT_LOSSES = OutputLosses()


# what a finding's line begins with, after its place: its code, and its level if that is not an error
_COLORS = {"warning": "33", "note": "36"}  # of terminals: yellow and cyan; errors and traps are red
_RED = "31"
_CODED = re.compile(r"(?<=: )GF\d{3}(?: (warning|note|trap):)?")


def _shows_color(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that shows colors, and its user wants any (no-color.org)."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))


def _paint_code(line: str) -> str:
    """Return the line of a finding with its code in the color of its level; any other line as it is."""
    return _CODED.sub(lambda found: f"\x1b[1;{_COLORS.get(found[1] or '', _RED)}m{found[0]}\x1b[0m", line, count=1)


def print_line(text: str, err: bool = False) -> None:
    """Print a text as one line, escaped."""
    print_lines([text], err)


def print_lines(lines: Iterable[str], err: bool = False) -> None:
    """Print each text as one line, escaped."""
    text = _format_lines(lines)
    with OUTPUT_LOSSES.noted(err) as stream:
        if err and "GF" in text and _shows_color(stream):
            text = "".join(map(_paint_code, text.splitlines(keepends=True)))
        _write_text(stream, text)


def ask_line(question: str, longest: int) -> str:
    """Print a question and return the line that answers it, or its first `longest` characters; empty at the end."""
    with OUTPUT_LOSSES.noted() as stream:
        stream.write(f"{escape_line(question)}: ")
    try:
        return sys.stdin.readline(longest) if sys.stdin else ""
    except UnicodeDecodeError:
        return "?"


def print_document(text: str) -> None:
    """Print a document for programs, as UTF-8 whatever the encoding of the terminal."""
    data = f"{escape_json(text)}\n".encode()
    with OUTPUT_LOSSES.noted() as stream:
        stream.buffer.write(data)


def print_json(document: Any) -> None:
    """Print a document as JSON."""
    import json

    print_document(json.dumps(document, indent=2, ensure_ascii=False))


def align_columns(rows: Iterable[Sequence[str]], numbers: slice = slice(0)) -> Iterator[str]:
    """Yield rows as lines of a table, escaped; the columns that hold `numbers` are flush right."""
    cells = [[escape_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = range(len(widths))[numbers]
    for row in cells:
        padded = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


def _format_lines(lines: Iterable[str]) -> str:
    return "".join(f"{escape_line(line)}\n" for line in lines)


def _write_text(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text if encoding == "utf-8" else text.encode(encoding, "backslashreplace").decode(encoding))


_PASSING_WIDTH = 72  # characters of a line that is written over


def show_passing(text: str) -> None:
    """Write a line over the one before on a terminal, empty to clear it; nothing anywhere else."""
    if sys.stderr.isatty():
        with suppress(*_BROKEN):
            _write_text(sys.stderr, f"\r{escape_line(text)[:_PASSING_WIDTH]:{_PASSING_WIDTH}}\r")
            sys.stderr.flush()


class ProgressBar:
    """A progress bar on a terminal if the work takes over a second; a plain line anywhere else, or unless `is_bar`.

    It is no result: nothing is lost where it cannot be written.
    """

    def __init__(self, label: str, quiet: bool, is_bar: bool = True, doing: str = "building") -> None:
        self._label = escape_line(label)
        self._shown = is_bar and not quiet and sys.stderr.isatty()
        if not quiet and not self._shown:
            with suppress(*_BROKEN):
                _write_text(sys.stderr, _format_lines([f"{doing} {label} ..."]))
                sys.stderr.flush()
        self._start = time.monotonic()
        self._bar: Any = None
        self._done = 0
        self._is_over = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_over:
            show_passing("")
        self._close(kind, error, trace)

    def _close(self, *ended: Any) -> None:
        if self._bar is not None:
            with suppress(*_BROKEN):
                self._bar.__exit__(*ended)
        self._bar = None

    def advance(self, done: int, of: int) -> None:
        """Show how many pages are done; after the last one, that they are checked, which can take as long."""
        STOP_SIGNALS.raise_pending()
        if self._shown and done >= of:
            self._is_over = True
            self._close(None, None, None)
            show_passing(f"{self._label[:_LONGEST_LABEL]:12} checking ...")
            return
        if not self._shown or time.monotonic() - self._start < 1:
            return
        with suppress(*_BROKEN):
            if self._bar is None:
                import click

                label = f"{self._label[:_LONGEST_LABEL]:12}"
                self._bar = click.progressbar(length=of, label=label, file=sys.stderr)
                self._bar.__enter__()
            self._bar.update(done - self._done)
        self._done = done
