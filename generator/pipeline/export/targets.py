"""The table of export targets; the modules of a target are imported when it is asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from generator.pipeline.export.job import ExportJob


class ExportTarget(NamedTuple):
    """Where an export goes: what it makes, and the module and function that write it."""

    makes: str
    module: str
    function: str

    def write(self, job: "ExportJob") -> None:
        """Stage all files of the target; findings that do not stop it are added to the job's notes."""
        writer: Callable[[ExportJob], None] = getattr(import_module(self.module), self.function)
        writer(job)


_HERE = "generator.pipeline.export"
TARGETS: Mapping[str, ExportTarget] = {
    "png": ExportTarget("each piece as PNG", f"{_HERE}.piece_files", "export_png"),
    "pdf": ExportTarget("each piece as PDF with its boxes", f"{_HERE}.piece_files", "export_pdf"),
    "svg": ExportTarget("each piece as SVG", f"{_HERE}.piece_files", "export_svg"),
    "makeplayingcards": ExportTarget("decks for MakePlayingCards", f"{_HERE}.shops", "export_to_shop"),
    "gamecrafter": ExportTarget("components for The Game Crafter", f"{_HERE}.shops", "export_to_shop"),
    "drivethrucards": ExportTarget("decks for DriveThruCards", f"{_HERE}.shops", "export_to_shop"),
    "tabletop-simulator": ExportTarget("a saved object of Tabletop Simulator", f"{_HERE}.tabletop", "export_tabletop"),
    "cut": ExportTarget("sheets for a cutting machine", f"{_HERE}.cutting", "export_cut"),
    "web": ExportTarget("a folder of web pages", f"{_HERE}.web", "export_web"),
}
# options that single targets have
ONLY_FOR: Mapping[str, tuple[str, ...]] = {
    "dpi": ("png", "web"),
    "bleed": ("png", "pdf", "svg", "cut"),
    "corners": ("cut",),
    "svg_text": ("svg",),
    "url": ("tabletop-simulator",),
    "players": ("tabletop-simulator",),
    "machine": ("cut",),
    "overcut": ("cut",),
    "one_file": ("pdf",),
    "separate_backs": ("pdf",),
    "color_space": ("pdf", "drivethrucards"),
    "profile": ("pdf", "drivethrucards"),
    "ink_limit": ("pdf", "drivethrucards"),
}
