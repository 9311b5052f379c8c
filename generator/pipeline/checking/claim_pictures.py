"""Draw the faces and figures that claims ask for, and find the tags that draw their groups."""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from generator.check.claims.context import PictureSource
from generator.load.files import locate_index
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.pipeline.rules.printing import speak_first_language
from generator.proof.kit import Kit


def draw_for_claims(kit: Kit) -> PictureSource:
    """Return what draws the faces and figures of a kit in its first language and in full ink."""
    first = speak_first_language(kit)
    first = replace(first, faces=first.faces.in_full_ink())

    @cache
    def draw_figure(name: str) -> Picture:
        from generator.proof.figure_pictures import render_figures  # few games claim anything about their figures

        data = kit.game.data.figures
        return render_figures(first, shown={name, *(step.figure for step in data[name].steps or ())})[name]

    def locate_in_figure(name: str, group: str) -> Place:
        return _find_group_tag(first, name, group) or kit.game.place("figures", name)

    def locate_varying_side(part: Part, designs: Sequence[Design], side: Side) -> Place | None:
        from generator.proof.templates.group_places import locate_varying  # only claims that fail need it

        return locate_varying(first.faces, part, designs, side)

    def locate_undrawn_group(part: Part, name: str) -> Place | None:
        from generator.proof.templates.group_places import locate_undrawn

        return locate_undrawn(first.faces, part, name)

    def find_repeater(place: Place) -> Place | None:
        from generator.proof.templates import blame

        return blame.find_repeater(place)

    return PictureSource(
        first.faces.draw_whole,
        draw_figure,
        first.faces.locate_shape,
        locate_in_figure,
        locate_varying_side,
        locate_undrawn=locate_undrawn_group,
        find_repeater=find_repeater,
    )


def _find_group_tag(kit: Kit, figure: str, group: str) -> Place | None:
    """Return the tag of a figure's own template that names a group, or the first that may, by its first word."""
    template = kit.game.data.figures[figure].template
    if template is None:
        return None
    source, file = kit.faces.read_template(template)
    head = re.escape(group.partition(".")[0])
    for name in (re.escape(group), rf"{head}\b", r"\{\{"):
        if found := re.search(rf"""<g\b[^<>]{{0,200}}?\bclass=["'](?:[^"']{{0,80}} )?{name}""", source):
            return locate_index(source, found.start(), file)
    return Place(file)
