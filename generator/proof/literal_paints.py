"""Find colors that templates write out although they are the paint of a role."""

from collections.abc import Iterator, Sequence

from generator.load.template_claims import list_linked_templates, list_templates
from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Game, Part
from generator.render.adoption.literal_colors import LiteralColor, find_literal_colors, find_roles, write_role
from generator.render.adoption.source import read_source
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles

_MOST_TEMPLATES = 500
_LONGEST = 1_000_000  # characters of a template that is looked at


def check_literal_paints(game: Game, _parts: Sequence[Part], files: TemplateFiles) -> Iterator[Finding]:
    """Report colors that are written out instead of a role, once for each template and paint (GF211).

    Templates that other games share have no roles of this one. A paint that several roles of a group have, such as
    black in a game without colors, tells nothing.
    """
    roles = {paint: found[0] for paint, found in find_roles(game.colors).items() if len(found) == 1}
    folder, waiting = game.folder.resolve(), list(dict.fromkeys(list_templates(game)))
    known = set(waiting)
    for name in waiting:
        try:
            text, path = files.read_template(name)
        except DrawingError:
            continue
        links = [each for each in list_linked_templates(text) if each not in known][: _MOST_TEMPLATES - len(waiting)]
        known.update(links)
        waiting += links
        if len(text) <= _LONGEST and (path.resolve().is_relative_to(folder) or name.startswith(f"{game.id}/")):
            yield from _check_template(text, relative_path(str(path)), roles)


def _check_template(text: str, file: str, roles: dict[str, str]) -> Iterator[Finding]:
    """Yield a finding at the first of the places where a paint is written out."""
    found: dict[str, list[LiteralColor]] = {}
    try:
        for each in find_literal_colors(read_source(text)):
            if each.paint in roles:
                found.setdefault(each.paint, []).append(each)
    except DrawingError:
        return
    for paint, places in found.items():
        first, role = min(places, key=lambda each: each.start), roles[paint]
        line = text.count("\n", 0, first.start) + 1
        column = first.start - text.rfind("\n", 0, first.start)
        more = f" ({len(places)} times here)" if len(places) > 1 else ""
        says = f"the color {first.text!r} is the paint of {role!r}{more}, which palettes do not change here"
        yield Finding("GF211", Place(file, line, column), f"{says}; write `{write_role(role, first)}`", "note")
