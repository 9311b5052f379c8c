"""The command `gutterfold` as a program of its own, which `python -m generator` is too."""

import gc
import os
import sys
from contextlib import suppress


def run() -> None:
    """Run the command line in a process that is there for nothing else, and ends with it."""
    gc.disable()  # importing makes a hundred thousand objects, none of them garbage: a tenth of a small build
    from generator.cli.commands import main

    try:
        main()
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        with suppress(BrokenPipeError):  # whoever read our answer has seen enough
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(end.code)  # the system takes back at once what Python would take apart piece by piece


if __name__ == "__main__":
    run()
