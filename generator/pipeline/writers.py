"""List the output formats; the modules of a format are imported when it is asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from generator.write.writer import SheetPlan, Writer


class OutputFormat(NamedTuple):
    """How to start a writer, and the key under which the manifest says where a piece is in its files."""

    start: "Callable[[SheetPlan], Writer]"
    manifest_key: str


def _start_pdf(plan: "SheetPlan") -> "Writer":
    from generator.write.pdf.document import PdfWriter

    return PdfWriter(plan)


def _start_svg(plan: "SheetPlan") -> "Writer":
    from generator.write.svg.sheets import SvgWriter

    return SvgWriter(plan)


WRITERS: dict[str, OutputFormat] = {
    "pdf": OutputFormat(_start_pdf, "pdf_page"),
    "svg": OutputFormat(_start_svg, "svg"),
}
