"""Run the command `gutterfold`, also as `python -m generator`."""

import gc
import os
import sys
import warnings

from generator.cli.signals import STOP_SIGNALS
from generator.safety.limits import limit_memory


def run() -> None:
    """Run the command line in a process of its own, and exit."""
    STOP_SIGNALS.install()
    _open_closed_streams()
    limit_memory()
    gc.disable()  # imports create 100,000 objects, none of them garbage: a tenth of a small build
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # those of libraries, for whoever works on them
    os._exit(_run_main())  # faster than letting Python free every object


def _open_closed_streams() -> None:
    """Open `/dev/null` in place of standard streams that are closed, and let writing to these fail.

    The next file that is opened would otherwise take the number of the stream, and get what is printed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)  # takes the lowest number that is free
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _run_main() -> int:
    """Run the command line and return its exit status; report in one line what nothing else has caught."""
    status = 0
    try:
        if sys.argv[1:] == ["--version"]:  # installers and editors ask again and again, and need no command for it
            from generator.cli.startup import print_version

            print_version()
        else:
            from generator.cli.startup import postpone_idle_work

            postpone_idle_work()
            from generator.cli.commands import main

            main()
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException as error:
        from generator.cli.faults import report_fault

        status = report_fault(error)
    from generator.cli.terminal import OUTPUT_LOSSES

    lost = OUTPUT_LOSSES.report()
    return status or int(lost)


if __name__ == "__main__":
    run()
