"""Run the command `gutterfold`, also as `python -m generator`."""

import gc
import os
import sys
from contextlib import suppress


def run() -> None:
    """Run the command line in a process of its own, and exit."""
    gc.disable()  # imports create 100,000 objects, none of them garbage: a tenth of a small build
    from generator.cli.commands import main

    try:
        main()
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        with suppress(BrokenPipeError):  # the reader has closed the pipe
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(end.code)  # faster than letting Python free every object


if __name__ == "__main__":
    run()
