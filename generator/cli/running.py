"""Run what a command does, and exit with its status."""

import gc
import sys
from typing import Any

import click

from generator.cli.signals import STOP_SIGNALS, report_end, report_stop
from generator.model.finding import DataError, describe_disk_error

_ENDLESS = "generator.endless"


class ReportingCommand(click.Command):
    """A command that exits once it is run: with status 1 if it returns false, or after it printed a user's error.

    A signal that stops the command cleans up first; click would print "Aborted!". Ctrl-C is how a command that runs
    until then ends, so its status is 0.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and exit."""
        gc.set_threshold(200_000, 20, 100)  # a deck makes a million small tuples without cycles
        gc.enable()
        try:
            with STOP_SIGNALS.raised():
                succeeded = super().invoke(ctx)
        except KeyboardInterrupt as stop:
            sys.exit(report_end(stop) if _ENDLESS in ctx.meta else report_stop(stop))
        except (DataError, OSError) as error:
            from generator.cli.diagnostics import print_findings

            print_findings(error.findings if isinstance(error, DataError) else [describe_disk_error(error)])
            succeeded = False
        except EOFError as error:  # a fault; click would take it for the end of its own input
            raise RuntimeError(f"EOFError: {error}").with_traceback(error.__traceback__) from None
        sys.exit(1 if succeeded is False else 0)


def run_until_interrupted() -> None:
    """Let the command that is run end with Ctrl-C."""
    click.get_current_context().meta[_ENDLESS] = True
