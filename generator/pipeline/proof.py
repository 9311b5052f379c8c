"""Prove that the paper shows the data: change each fact, draw its faces again, and look at what changes."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from generator.components import KINDS
from generator.components.facts import colors, faces, rows, walks
from generator.components.facts.spots import Spot, SpotSource, list_spot_sources
from generator.components.facts.variants import FactWork
from generator.model.facts import FactTrial, PaperProof
from generator.model.game import Game, Part
from generator.model.paper import Side
from generator.pipeline.cell_looks import look_at_cells
from generator.pipeline.face_trials import FaceTester, list_sides
from generator.pipeline.kit import Kit
from generator.pipeline.parallel import share_work
from generator.pipeline.resources import find_resources
from generator.pipeline.spot_trials import SpotTester
from generator.pipeline.unseen_causes import CauseFinder
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader

_BATCH = 48  # facts that a process takes at a time
_PARALLEL_THRESHOLD = 100  # facts from which a second process is worth its start
_WORD = re.compile(r"[^\W\d]\w*")


def prove_paper(kit: Kit, processes: int = 2) -> PaperProof:
    """Return what became of each fact of the parts that are printed, when it was changed."""
    reader = TemplateReader(TemplateFiles(kit.game.folder, find_resources("templates")))
    works = [work for part in kit.parts for work in list_works(kit.game, part, reader)]
    renderer = kit.faces.for_trials()
    tester = FaceTester(renderer, kit.fonts)
    readable = [
        (source, _can_show(source, reader)) for part in kit.parts for source in list_spot_sources(kit.game, part)
    ]
    sources = [source for source, is_readable in readable if is_readable]
    pieces: list[Callable[[], list[FactTrial]]] = [SpotTester(tester, source).try_spots for source in sources]
    pieces += [partial(tester.try_facts, works[start : start + _BATCH]) for start in range(0, len(works), _BATCH)]
    pays = processes > 1 and (len(pieces) > 2 or len(works) >= _PARALLEL_THRESHOLD)
    done = share_work(len(pieces), lambda number: pieces[number](), pays, lambda _begun: None)
    trials = tuple(trial for batch in done for trial in batch)
    silent = [spot for source, is_readable in readable if not is_readable for spot in source.spots]
    trials += tuple(FactTrial(spot.fact, "unused") for spot in silent)
    by_fact = {work.fact: work for work in works}
    causes = CauseFinder(renderer, kit.fonts)
    by_fact |= {spot.fact: _work_of_spot(source, spot) for source in sources for spot in source.spots}
    looks = {part.id: look_at_cells(part, renderer, kit.fonts) for part in kit.parts if part.board}
    used = _collect_used_words(kit.game, reader)
    return PaperProof(trials, used, lambda trial: causes.explain(by_fact[trial.fact]), looks)


def list_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    """Yield the facts of a part, each with the sides whose templates may read it and the changed designs."""
    source = rows.open_rows(game, part, KINDS)
    is_computed = source.kind.net is not None or source.kind.deal is not None  # templates read what rows make
    for design, row in rows.find_rows(game, part):
        for each in rows.list_row_facts(part, design, row):
            sides = list_sides(part) if is_computed else _find_sides(part, each.column, reader)
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


def _can_show(source: SpotSource, reader: TemplateReader) -> bool:
    """Tell whether a template reads what it needs to show some spots."""
    return bool(source.spots) and reader.read_words(source.part.front).can_read(source.reads)


def _list_color_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    """Yield what the designs of each color say of it, and whether they show any other color of its group."""
    group = game.parts[part.id].for_each
    if group is None:
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


def _list_walk_works(game: Game, part: Part, reader: TemplateReader) -> Iterator[FactWork]:
    if part.board is None:
        return
    for key, name, fact in walks.list_walk_facts(game, part, part.board):
        sides = _find_sides(part, key, reader)
        yield FactWork(fact, part, part.designs[0], sides, partial(walks.vary_walk, part, part.board, key, name, fact))


def _work_of_spot(source: SpotSource, spot: Spot) -> FactWork:
    """Return what is needed to change a spot alone."""
    return FactWork(
        spot.fact,
        source.part,
        source.design,
        ("front",),
        lambda: (source.vary([(spot, value)]) for value in spot.others),
    )


def _find_sides(part: Part, name: str, reader: TemplateReader) -> Sequence[Side]:
    templates = {"front": part.front, "back": part.back or ""}
    return [side for side in list_sides(part) if reader.read_words(templates[side]).can_read(name)]


def _collect_used_words(game: Game, reader: TemplateReader) -> frozenset[str]:
    """Return the words of all claims, of the setup, and of the templates of figures."""
    texts = [claim.check for claim in game.claims] + [claim.what for claim in game.inline]
    words = {word for text in texts for word in _WORD.findall(text)}
    words |= {word for claim in game.inline for word in claim.where}
    words |= {word for each in game.data.setup for word in each.where}
    for figure in game.data.figures.values():
        words |= reader.read_words(figure.drawn).words
    return frozenset(words)
