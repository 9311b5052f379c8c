"""Draw what is printed in the slug: crop marks, rulers, labels and the legend of line styles; mm."""

from collections.abc import Iterable, Iterator, Sequence

from generator.geometry.tolerances import FILE_STEP, ROUNDING
from generator.geometry.types import Segment
from generator.impose.packing import Block
from generator.model.net import LINE_STYLES, LineKind
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Paint, Path, Shape, Text
from generator.model.sheet import Placement

MARK = Paint(fill=None, stroke="#000000", width=0.2)
FINE = Paint(fill=None, stroke="#6b6b6b", width=0.2)
GREY = Paint(fill="#6b6b6b")
EDGE = 8.0  # from the edge of the paper to crop marks, clear of rulers and labels
STRIP = 7.2  # from the edge to the baseline of rulers
OFFSET = 0.5  # from the bleed to a crop mark
LENGTH = 3.0  # of a crop mark
CROP = "crop"  # name of the group of crop marks in the finished files
SMALL = 2.75  # mm per em: capitals of 1.8 mm
HEAD = 6.9  # from the edge to the baseline of the label: its letters stay between 4.9 and 7.5
SIDE = 12.0  # from the sides of the paper to the label


def draw_crop_marks(blocks: Iterable[Block], paper: Paper) -> tuple[Group, ...]:
    """Return the crop marks of all blocks with straight cuts as one named group, outside the bleeds of the fronts."""
    segments: list[Segment] = []
    for block in blocks:
        if not block.cell.round or block.cell.gap == 0:  # round pieces without a gap are cut apart along their boxes
            segments += _block_marks(block, paper)
    return (Group((Path(tuple(segments), MARK),), name=CROP),) if segments else ()


def _cut_positions(start: float, size: float, gap: float, count: int) -> list[float]:
    """Return the positions of cuts: two between neighbors with a gap, otherwise one."""
    both = [at for k in range(count) for at in (start + k * (size + gap), start + k * (size + gap) + size)]
    return sorted({round(at, 4) for at in both})


def _block_marks(block: Block, paper: Paper) -> list[Segment]:
    cell, off = block.cell, block.cell.front + OFFSET
    out: list[Segment] = []
    full, rest = divmod(len(block.pieces), block.columns)
    across = min(block.columns, len(block.pieces))
    left, top = block.x, block.y + cell.head
    right, bottom = left + block.width, block.y + block.height
    for x in _cut_positions(left, cell.width, cell.gap, across):
        out += _mark_line((x, max(EDGE, top - off - LENGTH)), (x, top - off))
        # columns beyond a last row that is not full, and beyond its bleed, end one row higher
        short = rest and full and x > left + cell.total_width(rest) + cell.front + FILE_STEP
        end = block.y + cell.total_height(full) if short else bottom
        out += _mark_line((x, end + off), (x, min(paper.height - EDGE, end + off + LENGTH)))
    for y in _cut_positions(top, cell.height, cell.head + cell.gap, block.rows):
        out += _mark_line((max(EDGE, left - off - LENGTH), y), (left - off, y))
        short = rest and full and y > block.y + cell.total_height(full) + cell.front + FILE_STEP
        end = left + cell.total_width(rest) if short else right
        out += _mark_line((end + off, y), (min(paper.width - EDGE, end + off + LENGTH), y))
    return out


def _mark_line(start: tuple[float, float], end: tuple[float, float]) -> list[Segment]:
    """Return a line, or nothing if the margin leaves less than a millimeter of it."""
    if abs(end[0] - start[0]) + abs(end[1] - start[1]) < 1 - ROUNDING or start > end:
        return []
    return [("M", *start), ("L", *end)]


def draw_rulers(paper: Paper) -> tuple[Path, ...]:
    """Return centered rulers of 100 mm along the bottom and the left edge, with a tick for each millimeter."""
    x, y = (paper.width - 100) / 2, (paper.height - 100) / 2
    base = paper.height - STRIP
    segments: list[Segment] = [("M", x, base), ("L", x + 100, base), ("M", STRIP, y), ("L", STRIP, y + 100)]
    for k in range(101):
        tick = 1.8 if k % 10 == 0 else 1.3 if k % 5 == 0 else 0.7
        segments += [("M", x + k, base), ("L", x + k, base + tick)]
        segments += [("M", STRIP, y + k), ("L", STRIP - tick, y + k)]
    return (Path(tuple(segments), FINE),)


def label_rulers(paper: Paper, font: Font) -> tuple[Shape, ...]:
    """Return the labels of the rulers."""
    x = (paper.width - 100) / 2
    says = "print at 100 %"
    base = paper.height - STRIP + 1.8
    turned = Group((set_small_print(0, 0, "100 mm", font),), (0, -1, 1, 0, STRIP, (paper.height - 100) / 2 - 2))
    return (
        set_small_print(x - 2 - small_print_width(says, font), base, says, font),
        set_small_print(x + 102, base, "100 mm", font),
        turned,
    )


def draw_sheet_label(paper: Paper, font: Font, head: str, parts: Sequence[str], tail: str) -> tuple[Shape, ...]:
    """Return the label at the top: game, parts, sheet. Parts that do not fit are counted, a long head is cut off."""
    room = paper.width - 2 * SIDE - small_print_width(tail, font) - 4
    says = next((text for text in _label_variants(head, parts) if small_print_width(text, font) <= room), "")
    return set_small_print(SIDE, HEAD, says, font), set_small_print(
        paper.width - SIDE - small_print_width(tail, font), HEAD, tail, font
    )


def _label_variants(head: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield the texts for game and parts from the longest to the shortest."""
    if parts:
        yield f"{head}  {', '.join(parts)}"
        for shown in range(len(parts) - 1, 0, -1):
            yield f"{head}  {', '.join(parts[:shown])} and {len(parts) - shown} more"
        yield f"{head}  {len(parts)} part{'s' * (len(parts) > 1)}"
    yield head
    for end in range(len(head) - 1, 0, -1):
        yield f"{head[:end].rstrip()} ..."


def set_small_print(x: float, y: float, text: str, font: Font) -> Text:
    """Return gray small print that starts at x on the baseline y."""
    return Text(x, y, text, font, SMALL, small_print_width(text, font), GREY)


def small_print_width(text: str, font: Font) -> float:
    """Return the width of small print, mm."""
    return sum(font.advances.get(char, 0.5) for char in text) * SMALL


def replace_missing_glyphs(text: str, font: Font) -> str:
    """Return the text with `?` for each character that the font lacks."""
    return "".join(char if char in font.advances else "?" for char in text)


_SAYS: dict[LineKind, str] = {"cut": "cut", "mountain": "fold back", "valley": "fold forward", "glue": "glue"}
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
        found |= {"cut", "glue"}
    return [kind for kind in _SAYS if kind in found]


def draw_legend(used: Iterable[LineKind], paper: Paper, font: Font) -> tuple[Shape, ...]:
    """Return the legend, centered in the right margin; like the ruler on the left it reads upwards."""
    shapes: list[Shape] = []
    x = 0.0
    for kind in used:
        x += _TO_NEXT if shapes else 0.0
        shapes += _draw_sample(kind, x)
        x += _SAMPLE + _TO_WORD
        shapes.append(set_small_print(x, 0.0, _SAYS[kind], font))
        x += small_print_width(_SAYS[kind], font)
    return (Group(tuple(shapes), (0, -1, 1, 0, paper.width - _BASE, (paper.height + x) / 2)),) if shapes else ()


def _draw_sample(kind: LineKind, x: float) -> Iterator[Path]:
    """Yield a line in its style at half the height of capitals; glue as a hatched field."""
    middle, end = -_CAPITAL / 2, x + _SAMPLE
    if kind != "glue":
        yield Path((("M", x, middle), ("L", end, middle)), LINE_STYLES[kind])
        return
    lines: list[Segment] = []
    while x + _CAPITAL <= end:
        lines += [("M", x, 0.0), ("L", x + _CAPITAL, -_CAPITAL)]
        x += _HATCH
    yield Path(tuple(lines), LINE_STYLES["glue"])
