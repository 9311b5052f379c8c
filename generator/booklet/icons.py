"""Icons in the text of rules: `{gem}` becomes a run of its own, which is drawn in the line."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.booklet.blocks import (
    BUILD_NUMBER,
    Block,
    BlockQuote,
    FigureBlock,
    FootnoteList,
    Heading,
    ImageBlock,
    ListBlock,
    NoteBlock,
    Paragraph,
    StyledText,
    TableBlock,
    TextRuns,
)
from generator.language import emphasis
from generator.language.typography import bind_products, bind_units, set_spaces
from generator.model.figure import Figure

ICON = "icon"  # the name of what stands for an icon in the markup of reportlab
ICON_EM = 10.0  # mm: the font size at which icons are drawn
_LOW = 0.33  # of the font size, from the baseline to the middle of a capital letter, where icons are centered
_CODE = "sans"  # the face of code, in which braces are braces
_Change = Callable[[TextRuns], TextRuns]


class InlineIcon(NamedTuple):
    """An icon in a line of a paragraph, with what reportlab asks of an image: its size in pt and its place."""

    name: str
    figure: Figure
    width: float
    height: float

    def draw_on(self, canvas: Any, x: float, y: float) -> None:
        """Draw it as marked content with its name as alternative text, its lower left at a point."""
        from generator.booklet.figures import draw_marked  # imports reportlab, which web pages do not need
        from generator.booklet.structure import StructureElement

        scale = self.height / self.figure.height
        matrix = (scale, 0, 0, -scale, x, y + self.height)
        element = StructureElement("Figure", alt=self.figure.alt) if canvas.tagged_line is not None else None
        draw_marked(canvas, f"icon.{self.name}", element, self.figure.draw, matrix)
        if element is not None:
            canvas.tagged_line.place_element(element)


def set_icons(blocks: Iterable[Block], icons: Collection[str]) -> tuple[Block, ...]:
    """Return the blocks with a run of its own for each of the icons that their texts name; code stays as it is."""
    return tuple(_map_runs(block, lambda runs: tuple(_split_runs(runs, icons))) for block in blocks)


def space_blocks(blocks: tuple[Block, ...], language: str) -> tuple[Block, ...]:
    """Return the blocks with the spaces of a language beside punctuation, products and units; code stays as it is."""
    return tuple(
        _map_runs(
            block,
            lambda runs: tuple(_space_runs(runs, language, _CODE)),
            lambda runs: tuple(_space_runs(runs, language)),
        )
        for block in blocks
    )


def _space_runs(runs: TextRuns, language: str, code: str = "") -> Iterator[StyledText]:
    """Yield runs of which one may begin with the mark before which another ends with a space; `code` is its face."""
    for n, run in enumerate(runs):
        before, after = (runs[n - 1].text[-1:] if n else ""), (runs[n + 1].text[:1] if n + 1 < len(runs) else "")
        is_text = not run.image and not run.icon and run.face != code
        whole = f"{before}{run.text}{after}"
        spaced = bind_units(bind_products(set_spaces(whole, language)))[len(before) :] if is_text else run.text + after
        yield run._replace(text=spaced[: len(spaced) - len(after)])


def _map_runs(block: Block, change: _Change, change_caption: _Change | None = None) -> Block:
    """Return a block with changed runs, at any depth; captions are set in the face of code."""
    change_caption = change_caption or change

    def map_all(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(_map_runs(each, change, change_caption) for each in blocks)

    match block:
        case Paragraph() | Heading():
            return replace(block, runs=change(block.runs))
        case FigureBlock() | ImageBlock():
            return replace(block, caption=change_caption(block.caption))
        case BlockQuote() | NoteBlock():
            return replace(block, blocks=map_all(block.blocks))
        case ListBlock():
            return replace(block, items=tuple(map(map_all, block.items)))
        case FootnoteList():
            return replace(block, notes=tuple(replace(each, blocks=map_all(each.blocks)) for each in block.notes))
        case TableBlock():
            head, *rows = (row._replace(cells=tuple(map(change, row.cells))) for row in (block.head, *block.rows))
            return replace(block, head=head, rows=tuple(rows))
    return block


def _split_runs(runs: TextRuns, icons: Collection[str]) -> Iterator[StyledText]:
    for run in runs:
        if run.image or run.face == _CODE or "{" not in run.text:
            yield run
            continue
        for number, text in enumerate(emphasis.ICON.split(run.text)):
            if number % 2 and text in icons:
                yield run._replace(text=text, icon=text)
            elif text:
                yield run._replace(text=text if number % 2 == 0 else f"{{{text}}}")


def place_icons(fragments: Iterable[Any], pictures: Mapping[str, Figure]) -> None:
    """Give the fragments of a paragraph that stand for icons the pictures and their sizes."""
    for fragment in fragments:
        mark = getattr(fragment, "cbDefn", None)
        if mark is None or mark.name != ICON or mark.label == BUILD_NUMBER:
            continue
        figure, size = pictures[f"icon:{mark.label}"], fragment.fontSize / ICON_EM
        mark.kind, mark.image = "img", InlineIcon(mark.label, figure, figure.width * size, figure.height * size)
        mark.width, mark.height = mark.image.width, mark.image.height
        mark.valign = _LOW * fragment.fontSize - mark.height / 2
