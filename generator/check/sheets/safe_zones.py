"""Check that text keeps its distance from cuts and folds.

The fonts are those of the game, found by their names: a text is as wide as its letters, and as high as their ink.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import get_args

from generator.check.analysis.placement import FaceFault
from generator.check.check_context import CheckContext, FormatContent
from generator.fonts.shaping import MissingGlyphError, measure_text_ink, open_shaper
from generator.geometry.clearance import explain_net_breach, explain_outline_breach, flatten_loops, text_corners
from generator.geometry.polygon import depth_in_polygons, mirror_points
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Quad
from generator.model.board import Section
from generator.model.game import Design, Game, Part
from generator.model.paper import Side
from generator.model.picture import Font
from generator.model.printed import TextRun

FontLookup = Callable[[str], Font | None]
CornerCheck = Callable[[Quad], str]


def check_text_zones(case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield text outside its safe zone in the PDF, which alone names the fonts of its texts (GF128)."""
    if shown.name != "PDF" or case.fonts is None:
        return
    fonts, designs = cache(case.fonts), {design.id: design for design in part.designs}
    zones: dict[tuple[str, str], TextZone] = {}
    alike: dict[object, TextZone] = {}
    for face in (each for side in get_args(Side) for each in shown.find_faces(part, side) if each.runs):
        key = face.design, face.side
        if (zone := zones.get(key)) is None:
            design = designs[face.design]
            same = face.side, design.section, design.net, part.trim_of(design)
            zone = zones[key] = alike.get(same) or alike.setdefault(
                same, TextZone(case.game, part, design, face.side, fonts)
            )
        for run in face.runs:
            if text := zone.explain_misplacement(run):
                yield FaceFault("text", face, f"the text {run.text[:40]!r} {text}")


class TextZone:
    """Where text may lie on the faces of one trim; results for each run are remembered."""

    def __init__(self, game: Game, part: Part, design: Design, side: str, fonts: FontLookup) -> None:
        outline, safe = part.trim_of(design), part.safe
        self._inner: tuple[float, float, float, float] | None = None
        if outline.shape == "rect" and not design.section and not design.net:
            self._inner = safe, safe, outline.width - safe, outline.height - safe
        self._check_corners = _make_corner_check(game, part, design, side)
        self._fonts = fonts
        self._known: dict[TextRun, str] = {}

    def explain_misplacement(self, run: TextRun) -> str:
        """Return what is wrong with the place of a run, empty if nothing is."""
        text, name, size, matrix, width = run
        font = self._fonts(name)
        if font is None:
            return f"is set in {name!r}, a font that the game does not have, so its size is unknown"
        try:
            wide = (width or open_shaper(font).measure(text)) * size
        except MissingGlyphError as error:
            return _describe_missing(error, name)
        if self._inner is not None:
            a, b, c, d, x, y = matrix
            left, top, right, bottom = self._inner
            upright = a == d == 1 and b == c == 0 and left <= x <= right - wide
            if upright and top + size * font.ascent <= y <= bottom + size * font.descent:
                return ""  # the font's own ascent and descent are inside: no need to measure the letters
        return self._check_ink(run, font, wide) if text.strip() else ""

    def _check_ink(self, run: TextRun, font: Font, wide: float) -> str:
        found = self._known.get(run)
        if found is None:
            try:
                ink = measure_text_ink(font, run.text)
            except MissingGlyphError as error:
                return _describe_missing(error, run.font)
            corners = text_corners(ink, run.size, 0.0, 0.0, wide, matrix=run.matrix)
            found = self._known[run] = self._check_corners(corners)
        return found


def _describe_missing(error: MissingGlyphError, name: str) -> str:
    return f"contains {error.args[0]!r}, for which {name} has no glyph, so its size is unknown"


def _make_corner_check(game: Game, part: Part, design: Design, side: str) -> CornerCheck:
    """Return a function that says how the corners of a text on a face come too near to an edge."""
    outline, safe = part.trim_of(design), part.safe
    net = design.net if side == "front" else design.back_net
    if net is not None and design.section is None:
        loops = tuple(flatten_loops(net.cut))
        return partial(explain_net_breach, folds=net.folds, tabs=net.tabs, loops=loops, safe=safe, slack=VISIBLE)
    if design.section is not None:
        named = ("parts", part.id, "sections", design.section.id) in game.places
        return partial(_check_in_section, part=part, section=design.section, side=side, named=named)
    return partial(explain_outline_breach, outline=outline, safe=safe, slack=VISIBLE)


def _check_in_section(corners: Quad, part: Part, section: Section, side: str, named: bool) -> str:
    """Check a text against the edges of the whole board and the seams named in the data, but not on a glue tab."""
    x, y = section.window[0] if side == "front" else part.outline.width - section.window[2], section.window[1]
    shown = section.corners if side == "front" else mirror_points(section.corners, part.outline.width)
    a, b, c, d = ((px + x, py + y) for px, py in corners)
    depths = [depth_in_polygons((shown,), *point) for point in (a, b, c, d)]
    if max(depths) <= 0:
        return ""
    if wrong := explain_outline_breach((a, b, c, d), part.outline, part.safe, VISIBLE):
        return wrong
    if not named or min(depths) < 0:
        return ""  # text across a seam is GF305
    return explain_net_breach((a, b, c, d), folds=(), tabs=(), loops=(shown,), safe=part.safe, slack=VISIBLE)
