"""Edit the text of a drawing until it is a template: what it says, its layers and its ids stay.

It is then drawn once, to tell what its author must mend before it prints.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.fonts.font_book import open_fonts
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.render.adoption.leftovers import find_leftovers, is_layer
from generator.render.adoption.literal_colors import find_literal_colors, find_roles, write_role
from generator.render.adoption.source import Source, read_source
from generator.render.drawer import TextDrawer
from generator.render.drawings.rewriting import complete_size
from generator.render.drawings.units import parse_absolute
from generator.render.fault_places import locate_place
from generator.render.request import RenderRequest
from generator.render.svg.attribute_values import parse_view_box
from generator.render.svg.attributes import FIXED_NAMES
from generator.render.svg.entities import expand_doctype
from generator.render.template import mark_tags
from generator.render.template_files import TemplateFiles
from generator.render.trimmed_faces import TrimmedFace

_MOST_ROUNDS = 20  # of dropping what only dropped things used


class AdoptedDrawing(NamedTuple):
    """The text of a template, and what was done to the drawing.

    `roles` counts the colors that became roles, by paint and role; `unclear` are the roles of paints that several have,
    and `others` counts the colors that are no role. `dropped` counts what draws nothing and is left out, by kind.
    """

    text: str
    roles: Mapping[tuple[str, str], int]
    unclear: Mapping[str, Sequence[str]]
    others: Mapping[str, int]
    dropped: Mapping[str, int]
    layers: int
    ids: int


def adopt_drawing(text: str, colors: Mapping[str, Color], preferred: Sequence[str] = ()) -> AdoptedDrawing:
    """Return a drawing as a template of a game with such colors; DrawingError for what cannot be read.

    A role that is `preferred` stands for its paint, if other roles have it too.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, entities = expand_doctype(text)
    dropped = Counter({"entities of the DOCTYPE": entities} if entities else {})
    for _ in range(_MOST_ROUNDS):
        leftovers = find_leftovers(read_source(text))
        if not leftovers.spans:
            break
        dropped += leftovers.kinds
        text = replace_spans(text, leftovers.spans)
    source = read_source(text)
    painted = _paint_roles(source, colors, preferred)
    return AdoptedDrawing(
        painted.text.strip() + "\n",
        painted.roles,
        painted.unclear,
        painted.others,
        dropped,
        layers=sum(map(is_layer, source.elements)),
        ids=sum("id" in each.node.attributes for each in source.elements),
    )


def replace_spans(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """Return a text with spans replaced; one that begins inside another is left alone."""
    out, at = list[str](), 0
    for start, end, new in sorted(spans):
        if start >= at:
            out += [text[at:start], new]
            at = end
    return "".join([*out, text[at:]])


class _Painting(NamedTuple):
    text: str
    roles: Counter[tuple[str, str]]
    unclear: dict[str, Sequence[str]]
    others: Counter[str]


def _paint_roles(source: Source, colors: Mapping[str, Color], preferred: Sequence[str]) -> _Painting:
    known, spans = find_roles(colors, preferred), list[tuple[int, int, str]]()
    made = _Painting("", Counter(), {}, Counter())
    for each in find_literal_colors(source):
        roles = known.get(each.paint, ())
        if len(roles) == 1:
            made.roles[each.paint, roles[0]] += 1
            spans.append((each.start, each.end, write_role(roles[0], each)))
        elif roles:
            made.unclear[each.paint] = roles
        else:
            made.others[each.paint] += 1
    return made._replace(text=replace_spans(source.text, spans))


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
