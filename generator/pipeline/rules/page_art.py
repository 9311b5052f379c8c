"""Render the art of the pages of a booklet, which a template of the game draws, or a shared one."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from generator.model.finding import Place
from generator.model.paper import get_paper
from generator.pipeline.rules.cache import ShownPicture
from generator.proof.kit import Kit
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.booklet.blocks import Block, Imprint

RARE_ART = "art:ground", "art:opener"  # what begins the names of art that few pages show
_PAGE_ART = "figures/page.svg.j2"  # of a game that names none of its own
_PieceOfArt = tuple[str, str, tuple[float, float], dict[str, Any]]  # name, piece, size in mm, and what it is told


def render_page_art(
    kit: Kit, faces: FaceRenderer, imprint: "Imprint", blocks: "Sequence[Block]"
) -> dict[str, ShownPicture]:
    """Return the art of the pages by its names, such as `art:band`: what the template of the rules draws."""
    rules = kit.game.data.rulebook
    template = rules.pages if rules and rules.pages else _PAGE_ART
    place = kit.game.place("rules", "pages") if template != _PAGE_ART else Place(kit.game.file)
    paints = {"accent": imprint.accents.light, "tint": imprint.tint or imprint.accents.light}
    art = [*_list_art(), *(_list_art_of_sections(blocks, imprint) if not rules or rules.form != "sheet" else ())]
    drawn = {
        name: faces.draw_page(template, {"piece": piece, **told, **paints}, w, h, f"{piece} of the pages", place=place)
        for name, piece, (w, h), told in art
    }
    return {f"art:{name}": ShownPicture(drawn[name], piece, place) for name, piece, *_ in art if drawn[name].shapes}


def _list_art() -> "Iterator[_PieceOfArt]":
    from generator.booklet.blocks import PAGE_ART

    return ((name, name, size, {}) for name, size in PAGE_ART.items())


def _list_art_of_sections(blocks: "Sequence[Block]", imprint: "Imprint") -> "Iterator[_PieceOfArt]":
    """Yield the grounds of a booklet and the art above its sections, which are counted from 1."""
    from generator.booklet.blocks import GROUND, OPENER, Heading, PageBreak, split_title
    from generator.booklet.page_layout import MM, measure_page

    m, section, opens = measure_page(get_paper("A5"), folded=True), 0, list[int]()
    for block in split_title(blocks, imprint)[1]:
        if isinstance(block, PageBreak) and block.back_cover:
            break
        if isinstance(block, PageBreak) and block.has_art:
            opens.append(section + 1)
        section += isinstance(block, Heading) and block.level <= 2
    for number in opens:
        yield f"opener.{number}", "opener", OPENER, {"section": number, "sections": section}
    for side, shift in (("left", -m.fold), ("right", m.fold)):
        box = (m.outer + shift, m.height - m.top, m.right + shift, m.height - m.bottom)
        told = {"side": side, "sections": section, "text": tuple(round(each / MM, 3) for each in box)}
        for number in range(section + 1):
            yield f"ground.{side}.{number}", "ground", GROUND, {**told, "section": number}
