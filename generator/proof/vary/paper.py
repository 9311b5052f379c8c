"""Prove that the paper shows the data: change the facts of witnesses, draw their faces again, and look at what changes.

Why: a template shows what its author thought of. What it forgets, covers or puts in the wrong place is found without
knowing what it should look like, since a fact that is on the paper changes the paper, at its place and nowhere else.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from generator.components import KINDS
from generator.components.facts.colors import list_color_works
from generator.components.facts.faces import list_face_works
from generator.components.facts.rows import list_row_works, list_value_works
from generator.components.facts.spots import list_spot_sources, list_walk_works
from generator.components.facts.variants import FactWork
from generator.geometry.bounds import point_bounds
from generator.model.facts import CellLook, CellPaint, Fact, FactTrial, PaperProof, UnseenCause
from generator.model.finding import Place
from generator.model.game import Game, Part
from generator.model.paper import Side
from generator.program.identity import find_resources
from generator.program.parallel import share_work
from generator.proof.kit import Kit
from generator.proof.templates.blame import find_typed_names
from generator.proof.templates.group_places import find_role, list_sources, locate_named
from generator.proof.vary.causes import CauseFinder
from generator.proof.vary.cells import locate_paint, look_at_cells, look_at_paints
from generator.proof.vary.spots import SpotTester
from generator.proof.vary.trials import FaceTester, list_sides
from generator.proof.witnesses import choose_witnesses, find_branches
from generator.render.template_files import TemplateFiles, TemplateReader

# The facts that are changed one by one: each function lists them with the names that show them and their other values.
# Cells, joins and spaces, which have a spot each, are changed many at once (`list_spot_sources`).
FACTS = (list_row_works, list_value_works, list_color_works, list_face_works, list_walk_works)
_SHARE = 48  # facts that a process takes at a time
_WORD = re.compile(r"[^\W\d]\w*")


class _Share(NamedTuple):
    """Work for one process; `keep` takes its result in this one."""

    do: Callable[[], Any]
    keep: Callable[[Any], None]


class _Prover:
    """Collects the work on a kit, and the outcome for each fact."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.reader = TemplateReader(TemplateFiles(kit.game.folder, find_resources("templates")))
        self.renderer = kit.faces.for_trials()
        self.tester = FaceTester(self.renderer, kit.fonts)
        self.trials: list[FactTrial] = []
        self.looks: dict[str, Sequence[CellLook]] = {}
        self.paints: dict[str, Sequence[CellPaint]] = {}
        self.witnesses: dict[str, Sequence[str]] = {}
        self.works: dict[Fact, FactWork] = {}
        self._shares: list[_Share] = []

    def add_part(self, part: Part) -> None:
        """Add the work on a part."""
        game = self.kit.game
        chosen = choose_witnesses(part.designs, find_branches(self.renderer, part))
        self.witnesses[part.id] = [design.id for design in chosen.designs]
        listed = (work for find in FACTS for work in find(game, part, KINDS[part.kind], chosen))
        order = {id(design): number for number, design in enumerate(part.designs)}
        works = [self._with_sides(work) for work in sorted(listed, key=lambda work: order[id(work.design)])]
        self.works |= {work.fact: work for work in works}
        for start in range(0, len(works), _SHARE):
            some = works[start : start + _SHARE]
            self._shares.append(_Share(partial(self.tester.try_facts, some), self.trials.extend))
        for source in list_spot_sources(game, part):
            self.works |= {spot.fact: source.work_of(spot) for spot in source.spots}
            if source.spots and self.reader.read_words(part.front).can_read(source.reads):
                self._shares.append(_Share(SpotTester(self.tester, source).try_spots, self.trials.extend))
            else:
                self.trials += [FactTrial(spot.fact, "unused") for spot in source.spots]
        if part.board is not None:
            look = partial(look_at_cells, part, self.renderer, self.kit.fonts)
            self._shares.append(_Share(look, partial(self.looks.__setitem__, part.id)))
            paints = partial(look_at_paints, part, game.colors, self.renderer)
            self._shares.append(_Share(paints, partial(self.paints.__setitem__, part.id)))

    def _with_sides(self, work: FactWork) -> FactWork:
        """Return the work on those printed sides whose templates may look up what the fact reads."""
        return work._replace(sides=[side for side in list_sides(work.part) if self._may_show(work, side)])

    def _may_show(self, work: FactWork, side: Side) -> bool:
        words = self.reader.read_words((work.part.front if side == "front" else work.part.back) or "")
        return side in work.sides and (not work.reads or any(map(words.can_read, work.reads)))

    def run(self, processes: int) -> None:
        """Do all work."""
        pays = processes > 1 and len(self._shares) > 2
        done = share_work(len(self._shares), lambda number: self._shares[number].do(), pays, lambda _begun: None)
        for share, result in zip(self._shares, done, strict=True):
            share.keep(result)


def prove_paper(kit: Kit, processes: int = 2) -> PaperProof:
    """Return the outcome of changing each fact of the witnesses of the printed parts, and of each cell and join."""
    prover = _Prover(kit)
    for part in kit.parts:
        prover.add_part(part)
    prover.run(processes)
    order = {part.id: number for number, part in enumerate(kit.parts)}
    trials = sorted(prover.trials, key=lambda trial: (order[trial.fact.part], trial.fact.place))
    causes = CauseFinder(prover.renderer, kit.fonts)
    parts = {part.id: part for part in kit.parts}

    def locate(part: str, cell: str) -> Place | None:
        return locate_named(prover.renderer, parts[part], parts[part].designs[0], "front", f"cell.{cell}", aspect="art")

    def explain(trial: FactTrial) -> UnseenCause | None:
        work = prover.works[trial.fact]
        own = point_bounds(trial.fact.areas[0]) if trial.there else None
        return causes.explain(work._replace(sides=[each.side for each in trial.changes] or work.sides), own)

    def locate_role(part: str, role: str) -> Place | None:
        return find_role(kit.faces, prover.reader.read_words(parts[part].front).files, role)

    def locate_names(part: str, column: str) -> Place | None:
        columns = {name for design in parts[part].designs[:1] for name in design.values.get("row", {})}
        return find_typed_names(list_sources(kit.faces, parts[part].front), column, columns)

    def locate_color(part: str, cell: str, role: str, field: str) -> Place | None:
        spelled = locate_role(part, role if field == "paint" else f"{role.rpartition('.')[0]}.")
        return spelled or locate_paint(parts[part], kit.game.colors, prover.renderer, cell, role, field=field)

    return PaperProof(
        tuple(trials),
        _collect_claim_words(kit.game),
        _collect_used_words(kit.game, prover.reader),
        explain,
        prover.looks,
        locate=locate,
        paints=prover.paints,
        locate_paint=locate_color,
        witnesses=prover.witnesses,
        locate_role=locate_role,
        locate_names=locate_names,
    )


def _collect_claim_words(game: Game) -> frozenset[str]:
    texts = [claim.check for claim in game.claims] + [claim.what for claim in game.inline]
    words = {word for text in texts for word in _WORD.findall(text)}
    return frozenset(words | {word for claim in game.inline for word in claim.where})


def _collect_used_words(game: Game, reader: TemplateReader) -> frozenset[str]:
    """Return the words of the setup, and of the templates of figures."""
    words = {word for each in game.data.setup for word in each.where}
    for figure in game.data.figures.values():
        words |= reader.read_words(figure.drawn).words
    return frozenset(words)
