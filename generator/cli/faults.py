"""Report in one line an exception that nothing else has caught."""

import os
import traceback
from collections.abc import Iterator
from pathlib import Path

from generator.cli.signals import report_stop
from generator.cli.terminal import print_lines

TRACEBACK = "GUTTERFOLD_TRACEBACK"
_LONGEST = 300  # characters of an exception's text, which can quote a whole file
_PACKAGE = Path(__file__).resolve().parents[1]


def report_fault(error: BaseException) -> int:
    """Print what went wrong in one line, or with its traceback if that is wanted, and return the exit status."""
    if isinstance(error, KeyboardInterrupt):
        return report_stop(error)
    lines = [*_list_traceback(error), _describe_fault(error)]
    traceback.clear_frames(error.__traceback__)  # their values may fill the memory
    print_lines(lines, err=True)
    return 1


def _describe_fault(error: BaseException) -> str:
    where = f"({_locate(error)}); {TRACEBACK}=1 shows the traceback"
    if isinstance(error, MemoryError):
        return f"gutterfold: there is not enough memory for this {where}"
    if isinstance(error, RecursionError):
        return f"gutterfold: something is nested too deeply {where}"
    return f"gutterfold: this is a fault of gutterfold, not of your files: {_name_error(error)} {where}"


def _name_error(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:  # an exception of a library may fail to describe itself
        text = ""
    return f"{type(error).__name__}: {text[:_LONGEST]}" if text else type(error).__name__


def _locate(error: BaseException) -> str:
    """Return the innermost of our lines that the exception passed."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    last = (ours or frames)[-1]
    file = Path(last.filename)
    shown = file.relative_to(_PACKAGE.parent).as_posix() if ours else file.name
    return f"{shown}:{last.lineno}, {last.name}"


def _list_traceback(error: BaseException) -> Iterator[str]:
    if os.environ.get(TRACEBACK):
        yield from "".join(traceback.format_exception(error)).rstrip("\n").split("\n")
