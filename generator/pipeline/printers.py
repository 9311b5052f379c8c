"""Find, keep and forget the printers that a user has measured."""

from msgspec.structs import replace

from generator.language.suggestions import did_you_mean
from generator.load.printers import PRINTERS_FILE, SavedPrinters, locate_settings, parse_printers, read_printers
from generator.model.finding import Place, refuse
from generator.model.paper import Paper, get_paper
from generator.model.printer import PrinterProfile, describe_margins_fault
from generator.pipeline.options import Options

_MEASURE = "measure it with 'gutterfold calibrate'"


def choose_printer(options: Options, name: str) -> Options:
    """Return the options with the printer of a name; GF312 if there is none, or if its margins leave no paper."""
    if options.landscape:
        says = "printers are measured on portrait paper; leave out --orientation landscape, or the printer"
        raise refuse("GF312", Place("--printer"), says)
    printer = find_printer(name, "--printer")
    require_paper(printer, get_paper(options.paper), "--printer")
    return replace(options, printer=printer)


def require_paper(printer: PrinterProfile, paper: Paper, place: str) -> None:
    """Raise GF312 if the margins of a printer leave nothing of a paper."""
    if says := describe_margins_fault(printer.margins, paper.width, paper.height):
        raise refuse("GF312", Place(place), f"{printer.name!r} cannot print on {paper.name} paper: {says}")


def list_printers() -> SavedPrinters:
    """Return the saved printers and their file."""
    return read_printers(locate_settings())


def find_printer(name: str, place: str) -> PrinterProfile:
    """Return a saved printer; GF312 names those that are known, and how to measure one."""
    saved = list_printers().printers
    if name not in saved:
        known = did_you_mean(name, saved) if saved else "; none is saved yet"
        raise refuse("GF312", Place(place), f"there is no printer {name!r}: {_MEASURE}{known}")
    return saved[name]


def require_new_name(name: str) -> None:
    """Raise GF312 if there is a printer of this name."""
    if name in list_printers().printers:
        says = f"there is a printer {name!r} already; choose another name, or add --replace"
        raise refuse("GF312", Place("printer add"), says)


def save_printer(printer: PrinterProfile, may_replace: bool) -> SavedPrinters:
    """Save a printer; GF312 if there is one of its name already, unless that may be replaced."""
    from generator.write.printers import lock_settings, put_printer, write_settings

    folder = locate_settings()
    with lock_settings(folder):
        if not may_replace:
            require_new_name(printer.name)
        saved = read_printers(folder)
        text = put_printer(saved.text, printer)
        write_settings(folder, PRINTERS_FILE, text)
    return SavedPrinters(saved.file, text, parse_printers(text, saved.file))


def remove_printer(name: str) -> None:
    """Forget a saved printer; GF312 if there is none of this name."""
    from generator.write.printers import drop_printer, lock_settings, write_settings

    folder = locate_settings()
    find_printer(name, "printer remove")  # before a folder is made
    with lock_settings(folder):
        saved = read_printers(folder)
        if name in saved.printers:
            write_settings(folder, PRINTERS_FILE, drop_printer(saved.text, name))
