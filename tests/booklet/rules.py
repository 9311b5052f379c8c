"""Handwritten rules with every kind of block, run and reference, their imprint and drawings."""

from pathlib import Path

from generator.booklet.blocks import (
    Block,
    BlockQuote,
    CodeBlock,
    ContentsBlock,
    FaceName,
    FigureBlock,
    Footnote,
    FootnoteList,
    Heading,
    ImageBlock,
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

_STYLES = Path(__file__).parents[2] / "templates"
STYLE = "\n".join((_STYLES / name).read_text(encoding="utf-8") for name in ("booklet.css", "booklet-rare.css"))
IMPRINT = Imprint(
    title="Dock & Lantern",
    about='A race "home" <before> dark.',
    facts=("2 to 4 players", "ages 8 and up"),
    version="1.0",
    language="en",
    credits=("Designed by A & B", "Drawn by C"),
    notice="An unofficial kit",
    build="0123abcd",
    cover="cover",
)


def make_run(text: str, face: FaceName = "serif", link: str = "", image: str = "") -> StyledText:
    """Return a text run that is located in line 1."""
    return StyledText(text, face, 1, link, image)


def make_paragraph(*runs: StyledText | str) -> Paragraph:
    """Return a paragraph."""
    return Paragraph(tuple(make_run(each) if isinstance(each, str) else each for each in runs), (1, 1))


def make_heading(level: int, text: str, key: str) -> Heading:
    """Return a heading."""
    return Heading(level, (make_run(text, "serif-bold" if level == 1 else "sans-bold"),), (1, 1), key)


def make_drawing(width: float, height: float, alt: str) -> SvgDrawing:
    """Return a drawing of a box."""
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    box = f'<path d="M2 2H{width - 2}V{height - 2}H2Z" fill="none" stroke="#000"/>'
    return SvgDrawing(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{box}</svg>', width, height, alt)


def make_row(*texts: StyledText | str, head: bool = False) -> TableRow:
    """Return a row of a table."""
    face: FaceName = "sans-bold" if head else "serif"
    found: list[TextRuns] = [
        (make_run(each, face) if isinstance(each, str) else each,) if each else () for each in texts
    ]
    return TableRow(tuple(found), 1)


SVGS = {
    "figure:cover": make_drawing(80, 60, 'A dock, and a "lantern" over it'),
    "figure:route": make_drawing(100, 40, "A road over the river"),
    "part:crew.ruby.1": make_drawing(52, 80, "A crew card"),
    "part:buoy": make_drawing(14, 14, "A buoy"),
    "image:images/map.png": make_drawing(30, 20, "images/map.png"),
}
CONTENTS = TableBlock(
    make_row("", "Piece", "How many", "What for", head=True),
    (
        make_row(make_run("Crew card", "sans", image="part:crew.ruby.1"), "Crew cards", "8", "to pull the oars"),
        make_row(make_run("Buoy", "sans", image="part:buoy"), make_run("Buoys", "serif-bold"), "7", "to mark the way"),
    ),
    ("left", "left", "right", "center"),
)
WIDE = TableBlock(
    make_row(*(f"Heading{n}" for n in range(6)), head=True),
    tuple(make_row(*(f"Unbroken{n}x{m}" for n in range(6))) for m in range(3)),
    ("left",) * 6,
)
BLOCKS: tuple[Block, ...] = (
    make_heading(1, "Dock & Lantern", "dock--lantern"),
    make_paragraph("Row ", make_run("home", "serif-bold"), make_run(" by ", "serif-bolditalic"), make_run("dark", "serif-italic"), ".\nSoon."),
    make_heading(2, "1. In the box", "1-in-the-box"),
    CONTENTS,
    NoteBlock((make_paragraph("This kit plays it so: ", make_run("A", "sans"), make_run("B", "sans-bold"), "."),)),
    PageBreak(False, 1),
    make_heading(2, "2. Größe <b>", "2-größe-b"),
    make_paragraph("See ", make_run("section 1", link="#1-in-the-box"), ", ", make_run("Figure ", link="#figure:route"),
         make_run("1", "serif-bold", link="#figure:route"), " and ", make_run("the site", link="https://example.org/?a=1&b=2"), "."),
    make_heading(3, "Oars", "oars"),
    ListBlock(((make_paragraph("One.", StyledText("1", "sans-bold", 1, "#note:tide", raised=True)),), (make_paragraph("Two:"), ListBlock(((make_paragraph("dot"),),), None, True))), 3, True),
    ListBlock(((make_paragraph("Loose."), make_paragraph("More of it.")), (make_paragraph("And so on."),)), 1, False),
    BlockQuote((make_paragraph("Ann rows first."), BlockQuote((make_paragraph("And Ben?"),)))),
    FigureBlock("route", 1, (make_run("From dock to dock", "sans"),), (1, 1)),
    FigureBlock("route", 2, (make_run("The same again", "sans"),), (1, 1)),
    FootnoteList((Footnote("note:tide", 1, (make_paragraph("Low tide."),), (1, 1)),)),
    ThematicBreak(),
    CodeBlock(make_run("+--+\n| <  |", "mono"), (1, 1)),
    ContentsBlock(1),
    ImageBlock("image:images/map.png", "A map", (make_run("The map", "sans"),), (1, 1)),
    WIDE,
    PageBreak(False, 1),
    make_heading(4, "Deepest", "deepest"),
    make_paragraph("The ", make_run("?", "serif", "#"), " ends."),
    make_heading(2, "?", ""),
    PageBreak(True, 1),
    make_heading(2, "At a glance", "at-a-glance"),
    ListBlock(((make_paragraph("Row."),), (make_paragraph("Rest."),)), None, True),
)  # fmt: skip
