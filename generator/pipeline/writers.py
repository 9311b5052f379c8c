"""List the output formats; the modules of a format are imported when it is asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from generator.write.writer import SheetPlan, Writer


class OutputFormat(NamedTuple):
    """How to start a writer, and the key under which the manifest says where a piece is in its files.

    A format that is not `in_default_build` is written only if `--format` asks for it.
    """

    start: "Callable[[SheetPlan], Writer]"
    manifest_key: str
    in_default_build: bool = True


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


def default_formats() -> frozenset[str]:
    """Return the formats of a build that asks for none."""
    return frozenset(name for name, each in WRITERS.items() if each.in_default_build)
