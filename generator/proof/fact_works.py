"""List the facts of a kit, and for each the sides whose templates may read it and the designs with it changed."""

from collections.abc import Iterator, Sequence
from functools import partial

from generator.components import KINDS
from generator.components.facts import colors, faces, rows, walks
from generator.components.facts.spots import Spot, SpotSource
from generator.components.facts.variants import FactWork
from generator.model.game import Design, Game, Part
from generator.model.paper import Side
from generator.proof.face_trials import list_sides
from generator.render.template_words import TemplateReader


def list_works(game: Game, part: Part, reader: TemplateReader) -> list[FactWork]:
    """Return the facts of a part, design by design, except for those that have a spot."""
    order = {id(design): number for number, design in enumerate(part.designs)}
    return sorted(_iterate_works(game, part, reader), key=lambda work: order[id(work.design)])


def _iterate_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    """Yield the facts of a part, each with the sides whose templates may read it and the changed designs."""
    source = rows.open_rows(game, part, KINDS)
    is_computed = source.kind.net is not None or source.kind.deal is not None  # templates read what rows make
    for design, row in rows.find_rows(game, part):
        made = _find_sides_of_computed(part, design, reader) if is_computed else ()
        for each in rows.list_row_facts(part, design, row):
            sides = made or _find_sides(part, each.column, reader)
            yield FactWork(each.fact, part, design, sides, partial(rows.vary_row, source, design, row, each))
    yield from _list_color_works(game, part, reader)
    yield from _list_walk_works(game, part, reader)
    for each in faces.list_face_facts(game, part):
        vary = partial(faces.vary_face, game, source.kind, part, each)
        yield FactWork(each.fact, part, part.designs[0], ("front",), vary)
    for each in rows.list_value_facts(game, part):
        sides = _find_sides(part, each.column, reader)
        for design in part.designs[:1]:
            yield FactWork(each.fact, part, design, sides, partial(rows.vary_value, part, design, each))


def can_show(source: SpotSource, reader: TemplateReader) -> bool:
    """Return whether a template reads what it needs to show some spots."""
    return bool(source.spots) and reader.read_words(source.part.front).can_read(source.reads)


def _list_color_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    """Yield what the designs of each color say about it, and whether they show any other color of its group."""
    group = game.parts[part.id].for_each
    if group is None:
        yield from _list_row_color_works(game, part, reader)
        return
    others = {role: color for role, color in game.colors.items() if role.startswith(f"{group}.")}
    for design in part.designs:
        for fact, color in colors.list_color_facts(game, part, design):
            sides = _find_sides(part, group if fact.name == "paint" else fact.name, reader)
            yield FactWork(fact, part, design, sides, partial(colors.vary_color, game, part, design, fact, [color]))
            if fact.name == "paint" and (rest := [each for each in others.values() if each.role != color.role]):
                sides = _find_sides(part, "colors", reader)
                others_fact = fact._replace(kind="foreign")
                vary = partial(colors.vary_color, game, part, design, others_fact, rest)
                yield FactWork(others_fact, part, design, sides, vary)


def _list_row_color_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    """Yield whether the designs whose rows name a color show that of another row."""
    sides = [side for side in _find_sides(part, "colors", reader) if side == "front"]  # a pile shares its back
    for design, own, others in colors.list_row_colors(game, part) if sides else ():
        fact = colors.make_color_fact(game, part, design, own, "paint", own.paint)._replace(kind="foreign")
        yield FactWork(fact, part, design, sides, partial(colors.vary_color, game, part, design, fact, others))


def _list_walk_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    if part.board is None:
        return
    for key, name, fact in walks.list_walk_facts(game, part, part.board):
        sides = _find_sides(part, key, reader)
        yield FactWork(fact, part, part.designs[0], sides, partial(walks.vary_walk, part, part.board, key, name, fact))


def work_of_spot(source: SpotSource, spot: Spot) -> FactWork:
    """Return what is needed to change a spot alone."""
    return FactWork(
        spot.fact,
        source.part,
        source.design,
        ("front",),
        lambda: (source.vary([(spot, value)]) for value in spot.others),
    )


def _find_sides_of_computed(part: Part, design: Design, reader: TemplateReader) -> Sequence[Side]:
    """Return the front, and the back if its template may read anything that is made of a row."""
    names = {*part.values, *design.values}
    reads = part.back and any(reader.read_words(part.back).can_read(name) for name in names)
    return ("front", "back") if reads else ("front",)


def _find_sides(part: Part, name: str, reader: TemplateReader) -> Sequence[Side]:
    templates = {"front": part.front, "back": part.back or ""}
    return [side for side in list_sides(part) if reader.read_words(templates[side]).can_read(name)]
