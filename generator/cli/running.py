"""Run what a command does, and exit with its status."""

import gc
import sys
from collections.abc import Callable

from generator.cli.signals import STOP_SIGNALS, report_end, report_stop
from generator.model.finding import DataError, describe_disk_error


def run_command(work: Callable[[], bool], until_interrupted: bool = False) -> None:
    """Run a command and exit; print user errors to standard error and exit with status 1.

    A signal that stops the command cleans up first; click would print "Aborted!". Ctrl-C is how a command that runs
    `until_interrupted` ends, so its status is 0 then.
    """
    gc.set_threshold(200_000, 20, 100)  # a deck makes a million small tuples without cycles
    gc.enable()
    try:
        with STOP_SIGNALS.raised():
            succeeded = work()
    except KeyboardInterrupt as stop:
        sys.exit(report_end(stop) if until_interrupted else report_stop(stop))
    except (DataError, OSError) as error:
        from generator.cli.diagnostics import print_findings

        print_findings(error.findings if isinstance(error, DataError) else [describe_disk_error(error)])
        succeeded = False
    except EOFError as error:  # a fault; click would take it for the end of its own input
        raise RuntimeError(f"EOFError: {error}").with_traceback(error.__traceback__) from None
    sys.exit(0 if succeeded else 1)
