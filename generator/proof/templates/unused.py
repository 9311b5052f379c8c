"""Find templates that nothing in a game names (GF190)."""

from collections.abc import Iterator

from generator.model.finding import Finding, Place
from generator.proof.templates.game_templates import GameTemplates


def find_unused(templates: GameTemplates) -> Iterator[Finding]:
    """Report, as a note, each template that nothing names, at the part that its name begins with (GF190)."""
    if any(source.links is None for source in templates.sources.values()):
        return  # a template whose name is computed may be any
    for source in templates.list_own():
        base = source.name.rpartition("/")[2]
        others = (each.text for each in templates.sources.values() if each is not source)
        if base not in templates.data and not any(base in text for text in others):
            says = f"nothing uses the template {source.name!r}; name it where it belongs, or remove it"
            yield Finding("GF190", _find_part(templates, base) or Place(source.file, 1, 1), says, "note")


def _find_part(templates: GameTemplates, base: str) -> Place | None:
    """Return where a part names its template, if the name of another template begins with the part's.

    It is that of the back if both sides have the same one.
    """
    game, stem = templates.game, base.partition(".")[0]
    for part, each in sorted(game.parts.items(), key=lambda item: len(item[0]), reverse=True):
        path = "parts", part, "back" if "back" in stem or each.front == each.back else "front"
        if stem.startswith(part) and path in game.places:
            return game.place(*path)
    return None
