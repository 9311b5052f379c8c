"""The table of export targets; the modules of a target are imported when it is asked for."""

from collections.abc import Mapping
from typing import NamedTuple


class ExportTarget(NamedTuple):
    """Where an export goes: what it makes, and the module of this package and its function that stage all files.

    The function is given the job; findings that do not stop it are added to the job's notes.
    """

    makes: str
    module: str
    function: str


TARGETS: Mapping[str, ExportTarget] = {
    "png": ExportTarget("each piece as PNG", "piece_files", "export_png"),
    "pdf": ExportTarget("each piece as PDF with its boxes", "piece_files", "export_pdf"),
    "svg": ExportTarget("each piece as SVG", "piece_files", "export_svg"),
    "makeplayingcards": ExportTarget("decks for MakePlayingCards", "shops", "export_to_shop"),
    "gamecrafter": ExportTarget("components for The Game Crafter", "shops", "export_to_shop"),
    "drivethrucards": ExportTarget("decks for DriveThruCards", "shops", "export_to_shop"),
    "tabletop-simulator": ExportTarget("a saved object of Tabletop Simulator", "tabletop", "export_tabletop"),
    "cut": ExportTarget("sheets for a cutting machine", "cutting", "export_cut"),
    "web": ExportTarget("a folder of web pages", "web", "export_web"),
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
