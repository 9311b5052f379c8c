"""The commands that measure a printer and keep what was measured: `calibrate` and `printer`."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.parameters import Parsed, add_choice_option, add_paper_option
from generator.cli.running import ReportingCommand
from generator.cli.terminal import ask_line, print_line, print_lines
from generator.model.paper import get_paper

if TYPE_CHECKING:
    from generator.model.printer import CalibrationMeasures, PrinterProfile, Question

_T = TypeVar("_T")
_LONGEST_ANSWER = 1000  # letters


class _Measured(Parsed):
    """A value that may name lengths on the calibration page of a paper."""

    def read(self, text: str, context: click.Context | None) -> Any:
        """Return the value."""
        from generator.model.printer import measure_calibration

        assert context is not None
        return self.find_reader()(text, measure_calibration(get_paper(context.params["paper"])))


_NAME = click.argument("name", type=Parsed("cli.printer_values:parse_name"))


def _require_room(_context: click.Context, _option: click.Parameter, paper: str) -> str:
    """Return a paper that has room for the calibration page; a usage error for a smaller one."""
    from generator.model.printer import LEAST_PAPER

    size = get_paper(paper)
    if size.width < LEAST_PAPER[0] or size.height < LEAST_PAPER[1]:
        least = f"{LEAST_PAPER[0]:g} x {LEAST_PAPER[1]:g} mm"
        raise click.BadParameter(f"the page needs paper of {least}; what it measures holds for smaller paper, too")
    return paper


@click.command(cls=ReportingCommand)
@add_paper_option("Size of the calibration page", callback=_require_room)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=None,
    show_default="calibration-PAPER.pdf",
    metavar="FILE",
    help="PDF to write.",
)
@add_choice_option("--backs", ["long-edge", "short-edge"], "Edge on which the printer flips the paper.")
@click.option(
    "--printer", metavar="NAME", help="Correct the page for this printer, to check it: all scales should read 0."
)
@click.option("--lang", metavar="TAG", default="en", show_default=True, help="Language of the page, such as de or fr.")
def calibrate(paper: str, out: Path | None, backs: str, printer: str | None, lang: str) -> None:
    """Write a page for measuring your printer.

    Print it on both sides, do what it says, and run `gutterfold printer add NAME`.
    """
    from generator.pipeline.calibration import write_calibration

    target = out or Path(f"calibration-{paper}.pdf")
    write_calibration(target, paper, "short-edge" if backs == "short-edge" else "long-edge", printer, lang)
    print_line(f"{target}: print it at 100% on both sides, flipped on the {backs.replace('-', ' ')}")
    print_line("then follow the page, and type: gutterfold printer add NAME")


@click.group()
def printer() -> None:
    """Manage the printers that you measured.

    `gutterfold build --printer NAME` corrects for them.
    """


@printer.command(cls=ReportingCommand)
@_NAME
@add_paper_option("Paper that the calibration page was printed on", is_eager=True, callback=_require_room)
@click.option(
    "--back-offset",
    metavar="X,Y",
    type=Parsed("cli.printer_values:parse_offset"),
    help="How far backs are too far right and too low, in mm, seen from the front; left and high are negative.",
)
@click.option(
    "--skew",
    metavar="DEGREES",
    type=_Measured("cli.printer_values:parse_skew"),
    help="How far backs are turned clockwise, seen from the front; or scale A minus scale B, such as 0.5mm.",
)
@click.option(
    "--scale",
    metavar="XxY",
    type=_Measured("cli.printer_values:parse_scale"),
    help="Length of 100 mm across and down, such as 99.7x100.2; or of the lines as measured: 149.6mmx200.3mm.",
)
@click.option(
    "--margins",
    metavar="T,R,B,L",
    type=Parsed("cli.printer_values:parse_margins"),
    help="White margins at the top, right, bottom and left, in mm.",
)
@click.option("--replace", is_flag=True, help="Replace an existing printer of this name.")
def add(name: str, paper: str, replace: bool, **given: Any) -> None:
    """Add a printer with the numbers of the calibration page.

    Without options, it asks you for the numbers. What you leave out of the options counts as no error, and as
    margins of 5 mm.
    """
    values = {key: value for key, value in given.items() if value is not None}
    _check_margins(values.get("margins"), paper)
    from generator.model.printer import PrinterProfile
    from generator.pipeline.printers import require_new_name, require_paper, save_printer

    if not replace:
        require_new_name(name)
    measured = PrinterProfile(name, **(values or _ask_values(paper)))
    require_paper(measured, get_paper(paper), "printer add")
    saved = save_printer(measured, replace)
    print_lines(_show_printer(saved.printers[name]))
    print_line(f"saved in {saved.file}")
    print_line(f"use it: gutterfold build GAME --printer {name}")
    print_line(f"check it: gutterfold calibrate --printer {name} prints a page on which all scales read 0")


@printer.command(name="list", cls=ReportingCommand)
def list_() -> None:
    """List your printers."""
    from generator.pipeline.printers import list_printers

    saved = list_printers()
    if not saved.printers:
        print_line("no printer has been measured yet; start with 'gutterfold calibrate'")
    for each in saved.printers.values():
        print_lines(_show_printer(each))


@printer.command(cls=ReportingCommand)
@_NAME
def show(name: str) -> None:
    """Show a printer, and the command that adds it."""
    from generator.pipeline.printers import find_printer

    found = find_printer(name, "printer show")
    print_lines(_show_printer(found))
    print_line(_format_options(found))


@printer.command(cls=ReportingCommand)
@_NAME
def remove(name: str) -> None:
    """Remove a printer.

    The manifests of kits that were built for it keep its numbers.
    """
    from generator.pipeline.printers import remove_printer

    remove_printer(name)
    print_line(f"removed {name}")


def _check_margins(margins: tuple[float, float, float, float] | None, paper: str) -> None:
    """Raise a usage error if margins leave nothing of a paper."""
    if margins is None:
        return
    from generator.model.printer import describe_margins_fault

    if says := describe_margins_fault(margins, *get_paper(paper)[1:]):
        raise click.BadParameter(f"{says}; measure them from the edges of the paper", param_hint="--margins")


def _show_printer(measured: "PrinterProfile") -> Iterator[str]:
    from generator.cli.printer_values import describe_printer

    yield measured.name
    yield from (f"  {line}" for line in describe_printer(measured))


def _format_options(measured: "PrinterProfile") -> str:
    """Return the command that adds a printer."""
    offset, margins = (",".join(f"{each:g}" for each in some) for some in (measured.back_offset, measured.margins))
    scale = "x".join(f"{each:.7g}" for each in measured.scale)
    values = f"--back-offset {offset} --skew {measured.skew:g} --scale {scale} --margins {margins}"
    return f"gutterfold printer add {measured.name} {values}"


def _ask_values(paper: str) -> dict[str, Any]:
    """Ask for the numbers on the calibration page, and return the values of the printer."""
    from generator.cli.printer_values import find_scale, parse_margins, solve_scales
    from generator.model.printer import (
        LINE_QUESTIONS,
        MARGIN_QUESTIONS,
        SCALE_QUESTIONS,
        measure_calibration,
    )

    measures = measure_calibration(get_paper(paper))
    print_line(f"Take the calibration page for {paper}. Right and down are positive, left and up negative.")
    offset, skew = _ask(SCALE_QUESTIONS, measures, lambda a, b, c: solve_scales(a, b, c, measures.apart))
    lines = measures.across, measures.down
    scale = _ask(LINE_QUESTIONS, measures, lambda *found: tuple(map(find_scale, found, lines)))
    margins = _ask(MARGIN_QUESTIONS, measures, lambda *found: parse_margins(",".join(f"{each:.6f}" for each in found)))
    return {"back_offset": offset, "skew": skew, "scale": scale, "margins": margins}


def _ask(questions: "Sequence[Question]", measures: "CalibrationMeasures", find: Callable[..., _T]) -> _T:
    """Return what a function makes of the answers to some questions, in mm, which are asked until they can be right."""
    while True:
        answers = [_ask_length(f"{each.asks.format(**measures._asdict())} (mm)") for each in questions]
        try:
            return find(*answers)
        except ValueError as error:
            print_line(f"{error}: please answer again", err=True)


def _ask_length(question: str) -> float:
    """Ask until the answer is a length in mm; GF312 if the input is closed, ends, or has a line without an end."""
    from generator.cli.printer_values import parse_length
    from generator.model.finding import Place, refuse

    while True:
        answer = ask_line(question, _LONGEST_ANSWER)
        if not answer:
            raise refuse("GF312", Place("printer add"), "the answers ended before the last question; nothing is saved")
        if len(answer) == _LONGEST_ANSWER:
            raise refuse("GF312", Place("printer add"), "this answer is too long for a length; nothing is saved")
        try:
            return float(parse_length(answer.strip()))
        except ValueError as error:
            print_line(str(error))
