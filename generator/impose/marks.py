"""Draw what is printed in the slug but crop marks: rulers, labels, fold marks, captions and the legend; mm."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from generator.fonts.shaping import open_shaper
from generator.geometry.bounds import point_bounds
from generator.geometry.loops import move_loops
from generator.geometry.path import polygon_segments, rectangle_segments
from generator.geometry.types import Points, Segment
from generator.impose.grid import Field
from generator.model.board import Section
from generator.model.game import Part
from generator.model.net import LINE_STYLES, LineKind
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Paint, Path, Shape, Text
from generator.model.sheet import Placement

MARK = Paint(fill=None, stroke="#000000", width=0.2)
FINE = Paint(fill=None, stroke="#6b6b6b", width=0.2)
GREY = Paint(fill="#6b6b6b")
BLACK = Paint(fill="#000000")
EDGE = 8.0  # from the edge of the paper to crop marks, clear of rulers and labels
BARE_EDGE = 5.2  # the same where these give way
STRIP = 7.2  # from the edge to the baseline of rulers
FOLD = "fold"  # name of the group of fold marks
SMALL = 2.75  # mm per em: capitals of 1.8 mm
HEAD = 6.9  # from the edge to the baseline of the label: its letters stay between 4.9 and 7.5
SIDE_LABEL = 8.0  # from the edge to art beside the label of a tight sheet
SIDE = 12.0  # from the sides of the paper to the label
_RULERS = 100, 50  # mm
_BESIDE_RULER = 48.0  # for its words and the margins, beyond its ends

_FOLD_DASHES = ((0.0, 4.0), (5.0, 5.8), (6.8, 10.8))  # a dash, a dot and a dash, from the edge of the paper inward


def draw_fold_marks(field: Field) -> tuple[Group, ...]:
    """Return dash and dot at both ends of the fold as one named group, clear of rulers and labels.

    The marks reach into the gutter, which no bleed enters.
    """
    paper = field.paper
    upright = field.fold == "vertical"
    middle, length = (paper.width / 2, paper.height) if upright else (paper.height / 2, paper.width)
    segments: list[Segment] = []
    for near, far in _FOLD_DASHES:
        for start, end in ((EDGE + near, EDGE + far), (length - EDGE - near, length - EDGE - far)):
            one, other = ((middle, start), (middle, end)) if upright else ((start, middle), (end, middle))
            segments += [("M", *one), ("L", *other)]
    return (Group((Path(tuple(segments), MARK),), name=FOLD),)


def draw_rulers(
    paper: Paper, font: Font, *, tight: bool = False, narrow: bool = False, say: Callable[[str], str] = str
) -> tuple[Shape, ...]:
    """Return centered rulers of 100 mm along the bottom and the left edge, with a tick for each millimeter.

    Small paper has rulers of 50 mm, or none. On a `tight` sheet the one at the bottom is left out, on a `narrow`
    one that at the left.
    """
    segments: list[Segment] = []
    labels: list[Shape] = []
    says = say("print at 100%")
    if not tight and (long := measure_ruler(paper.width)):
        x, base = (paper.width - long) / 2, paper.height - STRIP
        segments += _rule(long, lambda along, height: (x + along, base + height))
        labels.append(set_small_print(x - 2 - small_print_width(says, font), base + 1.8, says, font))
        labels.append(set_small_print(x + long + 2, base + 1.8, f"{long} mm", font))
    if not narrow and (long := measure_ruler(paper.height)):
        y = (paper.height - long) / 2
        segments += _rule(long, lambda along, height: (STRIP - height, y + along))
        labels.append(Group((set_small_print(0, 0, f"{long} mm", font),), (0, -1, 1, 0, STRIP, y - 2)))
        if tight:
            below = (0.0, -1.0, 1.0, 0.0, STRIP, y + long + 2 + small_print_width(says, font))
            labels.append(Group((set_small_print(0, 0, says, font),), below))
    return *((Path(tuple(segments), FINE),) if segments else ()), *labels


def measure_ruler(length: float) -> int:
    """Return the length of the ruler along an edge of the paper, with its words beside it, mm; 0 if none fits."""
    return next((long for long in _RULERS if length >= long + _BESIDE_RULER), 0)


def _rule(long: int, place: Callable[[float, float], tuple[float, float]]) -> Iterator[Segment]:
    """Yield a line and its ticks; `place` returns the point so far along the line, and so high above it."""
    yield from (("M", *place(0, 0)), ("L", *place(long, 0)))
    for k in range(long + 1):
        tick = 1.8 if k % 10 == 0 else 1.3 if k % 5 == 0 else 0.7
        yield from (("M", *place(k, 0)), ("L", *place(k, tick)))


def draw_sheet_label(
    paper: Paper, font: Font, head: str, parts: Sequence[str], tail: str, say: Callable[[str], str] = str
) -> tuple[Shape, ...]:
    """Return the label at the top: game, parts, sheet. Parts that do not fit are counted, a long head is cut off."""
    return _set_label(paper.width, HEAD, font, tail, 0.0, variants=_label_variants(head, parts, say))


def draw_side_label(
    paper: Paper,
    font: Font,
    head: str,
    parts: Sequence[str],
    tail: str,
    legend: float,
    say: Callable[[str], str] = str,
) -> tuple[Shape, ...]:
    """Return the same label in the right margin of a tight sheet, reading upwards; `legend` is the legend's length."""
    line = _set_label(paper.height, 0.0, font, tail, legend, variants=_label_variants(head, parts, say))
    return (Group(line, (0, -1, 1, 0, paper.width - _BASE, paper.height)),)


def _set_label(
    length: float, y: float, font: Font, tail: str, legend: float, variants: Iterable[str]
) -> tuple[Shape, ...]:
    """Return the label on a baseline of a length at y; what is in the middle takes up `legend` mm of it."""
    tail_width = small_print_width(tail, font)
    room = (length - legend) / 2 - SIDE - _TO_NEXT if legend else length - 2 * SIDE - tail_width - 4
    says = next((text for text in variants if small_print_width(text, font) <= room), "")
    return set_small_print(SIDE, y, says, font), set_small_print(length - SIDE - tail_width, y, tail, font)


def _label_variants(head: str, parts: Sequence[str], say: Callable[[str], str]) -> Iterator[str]:
    """Yield the texts for game and parts from the longest to the shortest."""
    if parts:
        yield f"{head}  {', '.join(parts)}"
        for shown in range(len(parts) - 1, 0, -1):
            more = say("{parts} and {number} more").format(parts=", ".join(parts[:shown]), number=len(parts) - shown)
            yield f"{head}  {more}"
        yield f"{head}  {say('{number} parts' if len(parts) > 1 else '{number} part').format(number=len(parts))}"
    yield head
    for end in range(len(head) - 1, 0, -1):
        yield f"{head[:end].rstrip()} ..."


def set_small_print(x: float, y: float, text: str, font: Font, paint: Paint = GREY) -> Text:
    """Return small print that starts at x on the baseline y."""
    return Text(x, y, text, font, SMALL, width=small_print_width(text, font), paint=paint)


def small_print_width(text: str, font: Font) -> float:
    """Return the width of small print, mm."""
    return open_shaper(font).measure(font.replace_missing(text)) * SMALL


_SAYS: dict[LineKind, str] = {
    "cut": "cut",
    "mountain": "fold back",
    "valley": "fold forward",
    "glue": "glue",
}
_BASE = 5.6  # from the edge to the baseline of the legend: its letters stay between 5 and 7.4, clear of crop marks
_SAMPLE = 10.0  # length of a sample
_TO_WORD = 1.5  # from a sample to its word
_TO_NEXT = 6.0  # from a word to the next sample
_CAPITAL = 1.8  # height of capitals
_HATCH = 1.55  # between the lines of a glue area, along its edge


def list_line_kinds(placements: Iterable[Placement]) -> list[LineKind]:
    """Return the kinds of lines on nets and glue tabs, in the order of the legend."""
    found: set[LineKind] = set()
    for net in {each.design.net: None for each in placements if each.design.net is not None}:
        found |= {"cut", *(fold.kind for fold in net.folds)}
        found |= {"glue"} if net.tabs else set()
    if any(each.design.section is not None and each.design.section.tabs for each in placements):
        found |= {"cut"}
    if any(each.design.section.tabs and not each.design.section.overlaps for each in placements if each.design.section):
        found |= {"glue"}
    return [kind for kind in _SAYS if kind in found]


def draw_legend(
    used: Iterable[LineKind], paper: Paper, font: Font, say: Callable[[str], str] = str
) -> tuple[Shape, ...]:
    """Return the legend, centered in the right margin; like the ruler on the left it reads upwards."""
    shapes: list[Shape] = []
    x = 0.0
    for kind in used:
        x += _TO_NEXT if shapes else 0.0
        shapes += _draw_sample(kind, x)
        x += _SAMPLE + _TO_WORD
        shapes.append(set_small_print(x, 0.0, say(_SAYS[kind]), font))
        x += small_print_width(say(_SAYS[kind]), font)
    return (Group(tuple(shapes), (0, -1, 1, 0, paper.width - _BASE, (paper.height + x) / 2)),) if shapes else ()


def measure_legend(used: Sequence[LineKind], font: Font, say: Callable[[str], str] = str) -> float:
    """Return the length of the legend, mm."""
    words = sum(_SAMPLE + _TO_WORD + small_print_width(say(_SAYS[kind]), font) for kind in used)
    return words + _TO_NEXT * max(0, len(used) - 1)


def _draw_sample(kind: LineKind, x: float) -> Iterator[Path]:
    """Yield a line in its style at half the height of capitals; glue as a hatched field."""
    middle, end = -_CAPITAL / 2, x + _SAMPLE
    if kind == "cut":  # on dark art it is white
        half = x + _SAMPLE / 2
        yield Path((("M", x, middle), ("L", half, middle)), LINE_STYLES[kind])
        yield Path(rectangle_segments(half, -_CAPITAL, _SAMPLE / 2, _CAPITAL), GREY)
        yield Path((("M", half, middle), ("L", end, middle)), replace(LINE_STYLES[kind], stroke="#ffffff"))
        return
    if kind != "glue":
        yield Path((("M", x, middle), ("L", end, middle)), LINE_STYLES[kind])
        return
    lines: list[Segment] = []
    while x + _CAPITAL <= end:
        lines += [("M", x, 0.0), ("L", x + _CAPITAL, -_CAPITAL)]
        x += _HATCH
    yield Path(tuple(lines), LINE_STYLES["glue"])


_HIGH = 6.0  # height of the map
_BROAD = 18.0  # greatest width of the map, where the piece is wide enough
_LIFT = 2.5  # from the map to the trim, clear of the bleed of a section
_INDENT = 3.0  # from the side of the trim to the map, clear of the crop mark at the corner
_FROM_MAP = 2.0  # from the map to the label
_CLEAR = 0.2  # from a name without a map to the side of the trim, clear of the neighbors' names


def draw_captions(
    placements: Iterable[Placement], beside: Collection[str], font: Font, say: Callable[[str], str] = str
) -> Iterator[Shape]:
    """Yield the captions of those placements that are sections: above them, or `beside` those whose ids are given.

    A caption beside a section reads upwards.
    """
    for each in placements:
        if each.design.section is None or each.part.board is None:
            continue
        every = each.part.board.sections
        if each.id in beside:
            lying = each._replace(x=0.0, y=0.0, width=each.height)
            shapes = tuple(_draw_caption(lying, each.design.section, every, font, say))
            yield Group(shapes, (0, -1, 1, 0, each.x, each.y + each.height))
        else:
            yield from _draw_caption(each, each.design.section, every, font, say)


def fit_caption(
    part: Part, section: Section, width: float, turned: bool, font: Font, say: Callable[[str], str] = str
) -> tuple[str, bool] | None:
    """Return the caption of a piece of this width and whether it has a map; None if not even the name fits.

    To fit, the title of the part is shortened first, then the note on rotation goes, then the map; the name of the
    section always stays.
    """
    name, title = font.replace_missing(say(section.title)), font.replace_missing(say(part.title))
    beside = width - 2 * _INDENT - _FROM_MAP
    if part.board is not None and beside > 0:
        beside -= _lay_out_map(part.board.sections, min(_BROAD, width - 2 * _INDENT))[1]
    lies = f" ({say('its top is at the right')})" if turned else ""
    titles = [f"{title}: ", *(f"{title[:end].rstrip()} ...: " for end in range(len(title) - 1, 2, -1)), ""]
    says = [*(f"{shown}{name}{lies}" for shown in titles), *([f"{name} ({say('turned')})"] if turned else []), name]
    found = next((each for each in says if small_print_width(each, font) <= beside), None)
    if found is not None:
        return found, True
    return (name, False) if small_print_width(name, font) <= width - 2 * _CLEAR else None


def _draw_caption(
    placed: Placement, section: Section, every: tuple[Section, ...], font: Font, say: Callable[[str], str]
) -> Iterator[Shape]:
    # the map shows the assembled board, even if this piece is turned on the sheet
    told = fit_caption(placed.part, section, placed.width, placed.rotation == 90, font, say=say)
    assert told is not None, "sections too narrow for their names are refused before"
    says, mapped = told
    x, bottom = placed.x + _INDENT, placed.y - _LIFT
    if not mapped:
        yield set_small_print(
            placed.x + (placed.width - small_print_width(says, font)) / 2, bottom - _HIGH / 2 + 0.9, says, font, BLACK
        )
        return
    loops, broad, high = _lay_out_map(every, min(_BROAD, placed.width - 2 * _INDENT))
    here = next(loop for each, loop in zip(every, loops, strict=True) if each.id == section.id)
    shown = [polygon_segments(loop) for loop in move_loops((here, *loops), x, bottom - high)]
    yield Path(shown[0], BLACK)
    yield Path(tuple(segment for loop in shown[1:] for segment in loop), FINE)
    yield set_small_print(x + broad + _FROM_MAP, bottom - _HIGH / 2 + 0.9, says, font, BLACK)


def _lay_out_map(every: Sequence[Section], most: float) -> tuple[list[Points], float, float]:
    """Return the outlines of the sections in a map at most `most` mm wide, and its width and height."""
    west, north, east, south = point_bounds([point for each in every for point in each.corners])
    scale = min(_HIGH / (south - north), most / (east - west))
    small = [tuple(((x - west) * scale, (y - north) * scale) for x, y in each.corners) for each in every]
    return small, (east - west) * scale, (south - north) * scale
