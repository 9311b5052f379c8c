"""Draw the pages on how to print a kit: the steps, what goes on which paper, and the cuts of each sheet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY
from generator.geometry.path import rectangle_segments
from generator.impose.cutting import CutPiece, CutPlan, list_cut_pieces, plan_cuts
from generator.impose.finishes import divide_finishes, find_finish
from generator.impose.glue import find_glued_panels
from generator.impose.grid import Field
from generator.impose.imposition import Imposition
from generator.impose.packing import Block, PackedSheet
from generator.model.color import PAPER, choose_accents, mix_paints, relative_luminance
from generator.model.figure import find_embedded_figures
from generator.model.finding import DataError, DrawingError
from generator.model.game import Part
from generator.model.paper import PAPERS, PageOrder, Paper
from generator.model.picture import Clip, Group, Path, Picture, walk_leaves
from generator.model.stock import (
    PaperStock,
    find_common_paper,
    find_common_stock,
    join_stocks,
    parse_stock,
    split_finish,
)
from generator.proof.kit import Kit

INSTRUCTIONS = "how-to-print.svg.j2"
CUTS = "how-to-cut.svg.j2"
Say = Callable[[str], str]  # translates words into the language of the sheets
_PLAIN = "plain paper"  # good enough for a first try
_BESIDE_TEXT = 4  # pictures of cuts that fit on the first page
_MARGIN, _COLUMN = 12.0, 172.0  # mm: round the first page, and the width of its text on A4
_BAND = 1.7  # by which the band of the headings is larger behind the title than as its template draws it
_BEYOND = 0.0, -3.0, 0.0, 2.6  # mm: by which that band is larger than the bar, since its edges may be drawn
_EDGE = 1.2  # mm: white round the picture of the rules' title page, on its panel
_SMALLEST = 260.0  # mm: height of paper whose first page has room for them, and for a picture
_LEAST_ROOM = 125.0, 175.0  # mm: on smaller paper, not even its ruler fits on the page
_PALE = 0.68  # luminance of what is tinted under lines and text
_ON_A_PAGE = 16  # pictures of cuts on a page of their own


class SheetLayout(NamedTuple):
    """Sheets whose pieces lie alike: their numbers, the paper that is cut, what lies on it, and how to cut it."""

    sheets: list[int]
    width: float
    height: float
    pieces: Sequence[CutPiece]
    plan: CutPlan
    folded: bool


def has_room(paper: Paper) -> bool:
    """Return whether paper is large enough for the page on how to print."""
    return paper.width >= _LEAST_ROOM[0] and paper.height >= _LEAST_ROOM[1]


def render_instructions(kit: Kit, order: PageOrder) -> list[Picture]:
    """Render the page on how to print, with the cuts on pages of their own if there are many."""
    drawings = [_describe_layout(layout, kit.faces.translate_own) for layout in find_layouts(kit.press)]
    area = kit.press.area
    paper = area.shrink(kit.press.paper)
    here = len(drawings) <= _BESIDE_TEXT and paper.height >= _SMALLEST
    rest = [] if here else [drawings[at : at + _ON_A_PAGE] for at in range(0, len(drawings), _ON_A_PAGE)]
    style = _find_style(kit)
    values = (
        _gather_values(kit, order)
        | style
        | {
            "layouts": drawings if here else [],
            "cuts_behind": len(rest) == 1 and kit.press.backs in ("long-edge", "short-edge") and order == "interleaved",
            "scissors": any(each["scissors"] for each in drawings),
            "needed": list(_name_needed(kit.all_parts, kit.faces.translate_own)),
        }
    )
    pages = [_draw_first_page(kit, values, paper)]
    for number, some in enumerate(rest, 1):
        shown = {"layouts": some, "build": kit.build, "number": number, "of": len(rest), **style}
        pages.append(kit.faces.draw_page(CUTS, shown, paper.width, paper.height))
    return [_place_page(_dress_bar(kit, page, style["accent"]), kit.press) for page in pages]


def _dress_bar(kit: Kit, page: Picture, accent: str) -> Picture:
    """Return a page whose bar, which it draws first, is the band of the headings in the rules' own art, if any."""
    rules = kit.game.data.rulebook
    if not rules or not rules.pages:
        return page
    bar, *rest = page.shapes
    left, top, right, bottom = (at + out for at, out in zip(_find_box(page, 0), _BEYOND, strict=True))
    told = {"piece": "band", "accent": accent, "tint": kit.game.colors[rules.tint].paint if rules.tint else accent}
    size, place = ((right - left) / _BAND, (bottom - top) / _BAND), kit.game.place("rules", "pages")
    art = kit.faces.draw_page(rules.pages, told, *size, "band of the pages", place=place)
    band = Group(art.shapes, clip=Clip(rectangle_segments(0.0, 0.0, *size)))
    return replace(page, shapes=(Group((band,), (_BAND, 0.0, 0.0, _BAND, left, top)) if art.shapes else bar, *rest))


def _find_box(page: Picture, number: int) -> tuple[float, float, float, float]:
    """Return the box of the path with this number: 0 is the bar with the title, 1 the panel for a picture in it."""
    paths = [leaf for leaf, _ in walk_leaves(page.shapes) if isinstance(leaf, Path)]
    box = segment_bounds(paths[number].segments, IDENTITY)
    assert box is not None, "a bar has corners"
    return box


def _draw_first_page(kit: Kit, values: dict[str, Any], paper: Paper) -> Picture:
    """Return the first page, with the picture of the rules' title page in its head if there is one and room for it."""
    column = min(paper.width - 2 * _MARGIN, _COLUMN * max(1.0, paper.height / PAPERS["a4"].height))
    values |= {"margin": _MARGIN, "column": column, "cover": 0.0}
    if paper.height >= _SMALLEST and (cover := _find_cover(kit)):
        with suppress(DataError):  # no room, unless the page without it has a fault as well
            ratio = cover.width / cover.height
            page = kit.faces.draw_page(INSTRUCTIONS, values | {"cover": ratio}, paper.width, paper.height)
            return replace(page, shapes=(*page.shapes, _place_cover(cover, page)))
    return kit.faces.draw_page(INSTRUCTIONS, values, paper.width, paper.height)


def _place_cover(cover: Picture, page: Picture) -> Group:
    """Return the picture in the middle of the panel that the bar with the title has for it."""
    from generator.render.sections import filter_shapes  # a deck of cards has no picture

    left, top, right, bottom = _find_box(page, 1)
    scale = min((right - left - 2 * _EDGE) / cover.width, (bottom - top - 2 * _EDGE) / cover.height)
    x, y = (left + right - cover.width * scale) / 2, (top + bottom - cover.height * scale) / 2
    shown = filter_shapes(cover.shapes, lambda _: True, unnamed=True)
    edge = Clip(rectangle_segments(0.0, 0.0, cover.width, cover.height))
    return Group((Group(shown, clip=edge),), (scale, 0.0, 0.0, scale, x, y))


def _find_cover(kit: Kit) -> Picture | None:
    """Return the figure on the title page of the rules, in the language of the sheets."""
    name, figures = kit.game.data.cover, kit.game.data.figures
    if not name:
        return None
    from generator.proof.figure_pictures import render_figures  # a deck of cards has no figures

    return render_figures(kit, shown={name, *find_embedded_figures(figures, [name])})[name]


def _find_style(kit: Kit) -> dict[str, Any]:
    """Return the paint of the headings of the booklet and the face of its title, or serif where that is not found."""
    rules = kit.game.data.rulebook
    display = rules.display if rules else None
    face = {"font": "serif", "weight": 600, "italic": False}
    if display:
        with suppress(DrawingError):  # which the booklet reports
            kit.fonts.find_font(display.font, display.weight, display.italic)
            face = {"font": display.font, "weight": display.weight, "italic": display.italic}
    accents = choose_accents(kit.game.colors.values(), rules.headings if rules else None)
    tint = kit.game.colors[rules.tint].paint if rules and rules.tint else accents.light
    grounds = (mix_paints(PAPER, tint, part / 20) for part in range(6, -1, -1))
    ground = next(each for each in grounds if relative_luminance(each) >= _PALE)
    return {"accent": accents.light, "ground": ground, "face": face}


def _name_needed(parts: Iterable[Part], say: Say) -> Iterator[str]:
    """Yield the line with the parts that no sheet prints, if there are any."""
    needed = [f"{part.count} \N{MULTIPLICATION SIGN} {say(part.title)}" for part in parts if not part.is_printed]
    if needed:
        yield say("You also need, from elsewhere: {things}.").format(things=", ".join(needed))


def _place_page(page: Picture, press: Imposition) -> Picture:
    """Return a page where the printer can print it."""
    paper = press.paper
    if press.area.shrink(paper) == paper:
        return page
    return Picture(0.0, 0.0, paper.width, paper.height, (press.area.shift(page.shapes),))


def _gather_values(kit: Kit, order: PageOrder) -> dict[str, Any]:
    """Return the values of the first page, but for the cuts."""
    sheets = _find_sheets(kit.press)
    parts = sorted(kit.parts, key=lambda part: (sheets[part.id][0], sheets[part.id][-1]))
    nets = [design.net for part in kit.parts for design in part.designs if design.net]  # also of pieces of a net
    data, say = kit.faces.page_data, kit.faces.translate_own
    return {
        "paper": kit.press.paper,
        "sheets": [_describe_part(part, sheets[part.id], kit.press, say) for part in parts],
        "stocks": [_describe_stock(stock, numbers, kit.press, say) for stock, numbers in _list_stocks(kit.press)]
        + [_describe_finishes(number, kit.press, say) for number in _list_shared(kit.press)],
        "duplex": kit.press.backs,
        "order": order,
        "count": len(kit.press.sheets),
        "blanks": len({n for part in parts if _name_sides(part, kit.press) != "one side" for n in sheets[part.id]})
        < len(kit.press.sheets),
        "build": kit.build,
        "plain": all(parse_stock(split_finish(part.stock)[0]).words == _PLAIN for part in kit.parts),
        "sleeves": _fit_sleeves(kit.parts),
        "folds": sorted({fold.kind for net in nets for fold in net.folds}),
        "flat": any(fold.angle == 180 for net in nets for fold in net.folds),
        "glues": any(net.tabs for net in nets),
        **(_picture_nets(kit, say) if nets else {"glue_pictures": [], "folded_pictures": [], "piece_maps": []}),
        "pieced": [say(part.title) for part in kit.parts if any(design.net_piece for design in part.designs)],
        "joins": sorted({part.board.joint for part in kit.parts if part.board and part.board.sections}),
        "diamonds": any(section.seams for part in kit.parts if part.board for section in part.board.sections),
        "own_joins": _tell_of_boards(kit, data.print_notes, say),
        "notes": data.print_notes,
        "credits": data.credits,
        "notice": data.notice,
    }


def _picture_nets(kit: Kit, say: Say) -> dict[str, Sequence[Any]]:
    """Return the pictures of folded parts: finished, from behind where they are glued, and in their pieces."""
    # a kit of cards needs none of these
    from generator.pipeline.sheets.net_pictures import list_folded_pictures, list_glue_pictures, list_piece_maps

    folded = list_folded_pictures(kit.parts, say)
    glued = list_glue_pictures(kit.press, say) if folded else []
    return {"glue_pictures": glued, "folded_pictures": folded, "piece_maps": list_piece_maps(kit.press, say)}


def _fit_sleeves(parts: Sequence[Part]) -> bool:
    """Return whether there are cards to put in sleeves, and none that lie in slots, where they would no longer fit."""
    has_slots = any(part.board and part.board.slots for part in parts)
    return not has_slots and any(part.traits.sleeved for part in parts)


def _tell_of_boards(kit: Kit, notes: Sequence[str], say: Say) -> bool:
    """Return whether the game's own notes say how the sections of its boards are put together."""
    titles = [say(part.title).casefold() for part in kit.parts if part.board and part.board.sections]
    return any(title in note.casefold() for title in titles for note in notes)


def _describe_part(part: Part, sheets: Sequence[int], press: Imposition, say: Say) -> dict[str, Any]:
    """Return the row of a part in the table."""
    sides = say(_name_sides(part, press))
    row = {"title": say(part.title), "count": part.count, "stock": say(part.stock), "sides": sides}
    return {"first": sheets[0], "last": sheets[-1], "span": format_sheets(sheets), **row}


def _describe_stock(stock: str, sheets: Sequence[int], press: Imposition, say: Say) -> str:
    """Return the line that names the paper of some sheets."""
    whole = len(sheets) == len(press.sheets)
    which = say("All sheets") if whole else _name_sheets(sheets, say)
    layers = press.sheets[sheets[0] - 1].fold != "none"
    says = say("{sheets}: {paper} in two layers." if layers else "{sheets}: {paper}.")
    return says.format(sheets=which, paper=say(stock or "any paper"))


def _name_sheets(numbers: Sequence[int], say: Say) -> str:
    return say("Sheet {numbers}" if len(numbers) == 1 else "Sheets {numbers}").format(numbers=format_sheets(numbers))


def _name_sides(part: Part, press: Imposition) -> str:
    """Return how the sheets of a part are printed, in the words of the page on how to print."""
    is_glued = any(design.net and find_glued_panels(design.net) for design in part.designs)  # hatched on the back page
    if part.back is None and press.backs in ("long-edge", "short-edge") and is_glued:
        return "one side; the back shows where to glue"
    if part.back is None or press.backs == "none":
        return "one side"
    if press.backs != "fold":
        return "both sides"
    return "two sheets" if any(each.batch.part is part for each in press.unfolded) else "folded"


def _find_sheets(press: Imposition) -> dict[str, list[int]]:
    """Return the numbers of the sheets of each part."""
    found: dict[str, list[int]] = {}
    for number, sheet in enumerate(press.sheets, 1):
        for name in dict.fromkeys(piece.part.id for block in sheet.blocks for piece in block.pieces):
            found.setdefault(name, []).append(number)
    return found


def _list_stocks(press: Imposition) -> list[tuple[str, list[int]]]:
    """Return few papers that serve all sheets, each with the numbers of its sheets; an empty text is any paper.

    Sheets to fold are told apart: their paper has half the weight.
    """
    found: list[tuple[PaperStock, list[int]]] = []
    shared = _list_shared(press)
    for number, sheet in enumerate(press.sheets, 1):
        if number in shared:
            continue
        own = find_common_stock(piece.part.stock for block in sheet.blocks for piece in block.pieces)
        assert own is not None, "a sheet has one stock"
        is_folded = sheet.fold != "none"
        alike = [at for at, (_, some) in enumerate(found) if (press.sheets[some[0] - 1].fold != "none") == is_folded]
        joined = ((at, join_stocks(found[at][0], own)) for at in alike)
        at, common = next(((at, both) for at, both in joined if both is not None), (len(found), own))
        before = found[at][1] if at < len(found) else []
        found[at : at + 1] = [(common, [*before, number])]
    return [(stock.describe(), numbers) for stock, numbers in found]


def _list_shared(press: Imposition) -> list[int]:
    """Return the numbers of the sheets whose pieces are finished in different ways."""
    blocks = ((number, sheet.blocks) for number, sheet in enumerate(press.sheets, 1))
    return [number for number, some in blocks if len({find_finish(block) for block in some}) > 1]


def _describe_finishes(number: int, press: Imposition, say: Say) -> str:
    """Return the line on a sheet whose pieces are finished in different ways once it is cut into strips."""
    blocks = press.sheets[number - 1].blocks
    strips, paper = divide_finishes(blocks), find_common_paper(block.pieces[0].part.stock for block in blocks)
    assert strips is not None, "the strips of a sheet lie apart"
    assert paper is not None, "a sheet has one paper"
    says = []
    for finish in strips.finishes:
        pieces = (piece for block in blocks if find_finish(block) == finish for piece in block.pieces)
        titles = ", ".join(dict.fromkeys(say(piece.part.title) for piece in pieces))
        says.append(say("{parts}: {finish}").format(parts=titles, finish=say(finish or "left as they are")))
    cuts = "cut 1 first: the two strips" if len(strips.finishes) == 2 else "the cuts numbered 1 first: the strips"
    text = say(f"Sheet {{number}}: {{paper}}. Make {cuts} are prepared differently. {{finishes}}.")
    return text.format(number=number, paper=say(paper.describe() or "any paper"), finishes=". ".join(says))


def format_sheets(numbers: Iterable[int]) -> str:
    """Return numbers in order as text: runs from their first to their last."""
    runs = (list(run) for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0]))
    return ", ".join("\N{EN DASH}".join(map(str, dict.fromkeys((run[0][1], run[-1][1])))) for run in runs)


def find_layouts(press: Imposition) -> list[SheetLayout]:
    """Return the distinct layouts of a kit's sheets with their cuts, in the order of their first sheets."""
    found: dict[object, SheetLayout] = {}
    for number, sheet in enumerate(press.sheets, 1):
        key = sheet.fold, *(_describe_block(block) for block in sheet.blocks)
        if key in found:
            found[key].sheets.append(number)
        else:
            found[key] = _plan_layout(number, sheet, Field(press.area.shrink(press.paper), sheet.fold))
    return list(found.values())


def _describe_block(block: Block) -> tuple[object, ...]:
    shapes = tuple(dict.fromkeys(piece.part.trim_of(piece.design).shape for piece in block.pieces))
    return block.cell, block.columns, len(block.pieces), block.x, block.y, shapes


def _plan_layout(number: int, sheet: PackedSheet, field: Field) -> SheetLayout:
    pieces = list_cut_pieces(sheet)
    wide = field.paper.width / (2 if field.fold == "vertical" else 1)
    high = field.paper.height / (2 if field.fold == "horizontal" else 1)
    return SheetLayout([number], wide, high, pieces, plan_cuts(pieces, field), folded=field.fold != "none")


def _describe_layout(layout: SheetLayout, say: Say) -> dict[str, Any]:
    """Return what the templates need to draw a layout."""
    return {
        "sheets": _name_sheets(layout.sheets, say),
        "folded": layout.folded,
        "width": layout.width,
        "height": layout.height,
        "pieces": [_describe_piece(piece) for piece in layout.pieces if not piece.by_hand],
        "loose": [_describe_piece(piece) for piece in layout.pieces if piece.by_hand],
        "steps": list(_describe_steps(layout.plan)),
        "cuts": len(layout.plan.cuts),
        "scissors": bool(layout.plan.entangled)  # or straight cuts from edge to edge leave paper around a piece
        or any(piece.by_hand or piece.outline.shape != "rect" for piece in layout.pieces),
    }


def _describe_piece(piece: CutPiece) -> dict[str, Any]:
    """Return the box of a piece on the paper, and the points of its outline if it is a polygon."""
    left, top, right, bottom = piece.box
    points = [(right - y, top + x) if piece.is_turned else (left + x, top + y) for x, y in piece.outline.points]
    return {"x": left, "y": top, "w": right - left, "h": bottom - top, "points": points}


def _describe_steps(plan: CutPlan) -> Iterator[dict[str, Any]]:
    """Yield the lines of each step, and whether it is one of margins, which come off last."""
    for step in plan.steps:
        level = bool(step[0].axis)
        ends = [(cut.start, cut.end, cut.at) for cut in step]
        lines = [(start, at, end, at) if level else (at, start, at, end) for start, end, at in ends]
        yield {"level": level, "lines": lines, "margin": step[0].trims}
