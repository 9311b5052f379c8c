"""Handmade rules with every kind of block, run and reference, and their imprint and drawings."""

from pathlib import Path

from generator.booklet.blocks import (
    Block,
    BlockQuote,
    FaceName,
    FigureBlock,
    Heading,
    Imprint,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    StyledText,
    TableBlock,
    TableRow,
    TextRuns,
    ThematicBreak,
)
from generator.model.figure import SvgDrawing

STYLE = (Path(__file__).parents[2] / "templates" / "booklet.css").read_text(encoding="utf-8")
IMPRINT = Imprint(
    title="Dock & Lantern",
    about='A race "home" <before> dark.',
    players="2 to 4 players",
    version="1.0",
    language="en",
    credits=("Designed by A & B", "Drawn by C"),
    notice="An unofficial kit",
    build="0123abcd",
    cover="cover",
)


def run(text: str, face: FaceName = "serif", link: str = "", image: str = "") -> StyledText:
    """Return a run of the first line."""
    return StyledText(text, face, 1, link, image)


def said(*runs: StyledText | str) -> Paragraph:
    """Return a paragraph."""
    return Paragraph(tuple(run(each) if isinstance(each, str) else each for each in runs), (1, 1))


def heading(level: int, text: str, key: str) -> Heading:
    """Return a heading."""
    return Heading(level, (run(text, "serif-bold" if level == 1 else "sans-bold"),), (1, 1), key)


def drawing(width: float, height: float, alt: str) -> SvgDrawing:
    """Return a drawing of a box."""
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    box = f'<path d="M2 2H{width - 2}V{height - 2}H2Z" fill="none" stroke="#000"/>'
    return SvgDrawing(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{box}</svg>', width, height, alt)


def cells(*texts: StyledText | str, head: bool = False) -> TableRow:
    """Return a row of a table."""
    face: FaceName = "sans-bold" if head else "serif"
    found: list[TextRuns] = [(run(each, face) if isinstance(each, str) else each,) if each else () for each in texts]
    return TableRow(tuple(found), 1)


SVGS = {
    "figure:cover": drawing(80, 60, 'A dock, and a "lantern" over it'),
    "figure:route": drawing(100, 40, "A road over the river"),
    "part:crew.ruby.1": drawing(52, 80, "A crew card"),
    "part:buoy": drawing(14, 14, "A buoy"),
}
CONTENTS = TableBlock(
    cells("", "Piece", "How many", "What for", head=True),
    (
        cells(run("Crew card", "sans", image="part:crew.ruby.1"), "Crew cards", "8", "to pull the oars"),
        cells(run("Buoy", "sans", image="part:buoy"), run("Buoys", "serif-bold"), "7", "to mark the way"),
    ),
    ("left", "left", "right", "center"),
)
WIDE = TableBlock(
    cells(*(f"Heading{n}" for n in range(6)), head=True),
    tuple(cells(*(f"Unbroken{n}x{m}" for n in range(6))) for m in range(3)),
    ("left",) * 6,
)
BLOCKS: tuple[Block, ...] = (
    heading(1, "Dock & Lantern", "dock--lantern"),
    said("Row ", run("home", "serif-bold"), run(" by ", "serif-bolditalic"), run("dark", "serif-italic"), ".\nSoon."),
    heading(2, "1. In the box", "1-in-the-box"),
    CONTENTS,
    NoteBlock((said("This kit plays it so: ", run("A", "sans"), run("B", "sans-bold"), "."),)),
    PageBreak(False, 1),
    heading(2, "2. Größe <b>", "2-größe-b"),
    said("See ", run("section 1", link="#1-in-the-box"), ", ", run("Figure ", link="#figure:route"),
         run("1", "serif-bold", link="#figure:route"), " and ", run("the site", link="https://example.org/?a=1&b=2"), "."),
    heading(3, "Oars", "oars"),
    ListBlock(((said("One."),), (said("Two:"), ListBlock(((said("dot"),),), None, True))), 3, True),
    ListBlock(((said("Loose."), said("More of it.")), (said("And so on."),)), 1, False),
    BlockQuote((said("Ann rows first."), BlockQuote((said("And Ben?"),)))),
    FigureBlock("route", 1, (run("From dock to dock", "sans"),), (1, 1)),
    FigureBlock("route", 2, (run("The same again", "sans"),), (1, 1)),
    ThematicBreak(),
    WIDE,
    PageBreak(False, 1),
    heading(4, "Deepest", "deepest"),
    said("The ", run("?", "serif", "#"), " ends."),
    heading(2, "?", ""),
    PageBreak(True, 1),
    heading(2, "At a glance", "at-a-glance"),
    ListBlock(((said("Row."),), (said("Rest."),)), None, True),
)  # fmt: skip
