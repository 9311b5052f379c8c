"""Draw an adopted drawing once, to tell what its author must mend before it prints."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.fonts.font_book import open_fonts
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.render.adoption.source import read_source
from generator.render.drawer import TextDrawer
from generator.render.drawings.rewriting import complete_size
from generator.render.drawings.units import parse_absolute
from generator.render.fault_places import locate_place
from generator.render.request import RenderRequest
from generator.render.svg.attribute_values import parse_view_box
from generator.render.svg.attributes import FIXED_NAMES
from generator.render.template import mark_tags
from generator.render.template_files import TemplateFiles
from generator.render.trimmed_faces import TrimmedFace

_ROLE = re.compile(r"""\{\{ colors\[["']([^"']*)["']\] \}\}""")


def find_remaining_faults(
    text: str,
    file: str,
    colors: Mapping[str, Color],
    game: Path,
    shared: Path,
    stand_ins: Mapping[str, str | list[str]],
) -> Sequence[Finding]:
    """Return what the profile refuses in a template that has no Jinja2 but roles; nothing of any other.

    `game` and `shared` are the folders in which it finds images and other drawings; `stand_ins` are the families that
    the game sets for others.
    """
    marked = _ROLE.sub(lambda found: str(colors[found[1]]), mark_tags(text, file))
    if "{{" in marked or "{%" in marked:
        return ()
    try:
        fonts = open_fonts(game / "fonts", stand_ins)
    except DataError as error:
        return error.findings
    drawer = TextDrawer(TemplateFiles(game, shared), fonts, FIXED_NAMES, _find_no_face, frozenset)
    place = Place(file)
    try:
        request = RenderRequest(file, {}, file, place, Outline(*_measure_page(text)))
        faults = drawer.find_faults(marked, request)
    except DrawingError as error:
        faults = [error]
    return [
        Finding(each.code, locate_place(each.at) if each.at else place, each.message)
        for each in faults
        if each.code != "GF208"
    ]


def _find_no_face(name: str) -> TrimmedFace:
    raise DrawingError(f"only a figure of the rules can show the face {name!r}")


def _measure_page(text: str) -> tuple[float, float]:
    """Return the width and height of a drawing, mm; of one that does not say them, its viewBox."""
    source = read_source(text)
    attributes = source.elements[0].node.attributes if source.elements else {}
    given = [parse_absolute(attributes.get(name, "")) or None for name in ("width", "height")]
    box = parse_view_box(attributes.get("viewBox", "0 0 100 100"))
    width, height = complete_size((given[0], given[1]), box)
    return (width, height) if width and height else (box.width, box.height)
