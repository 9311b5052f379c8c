"""Render the art of the pages of a booklet, which a template of the game draws, or a shared one."""

from typing import TYPE_CHECKING

from generator.model.finding import Place
from generator.pipeline.rules.cache import ShownPicture
from generator.proof.kit import Kit
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.booklet.blocks import Imprint

_PAGE_ART = "figures/page.svg.j2"  # of a game that names none of its own


def render_page_art(kit: Kit, faces: FaceRenderer, imprint: "Imprint") -> dict[str, ShownPicture]:
    """Return the art of the pages by its names, such as `art:band`: what the template of the rules draws."""
    from generator.booklet.blocks import PAGE_ART

    rules = kit.game.data.rulebook
    template = rules.pages if rules and rules.pages else _PAGE_ART
    place = kit.game.place("rules", "pages") if template != _PAGE_ART else Place(kit.game.file)
    paints = {"accent": imprint.accents.light, "tint": imprint.tint or imprint.accents.light}
    drawn = {
        name: faces.draw_page(template, {"piece": name, **paints}, *size, f"{name} of the pages", place=place)
        for name, size in PAGE_ART.items()
    }
    return {f"art:{name}": ShownPicture(each, name, place) for name, each in drawn.items() if each.shapes}
