"""Prove that the paper shows the data: change each fact, draw its faces again, and look at what changes."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from generator.components.facts.spots import SpotSource, list_spot_sources
from generator.components.facts.variants import FactWork
from generator.model.facts import CellLook, CellPaint, Fact, FactTrial, PaperProof, UnseenCause
from generator.model.finding import Place
from generator.model.game import Game, Part
from generator.program.identity import find_resources
from generator.program.parallel import share_work
from generator.proof.cell_looks import look_at_cells
from generator.proof.cell_paints import locate_paint, look_at_paints
from generator.proof.face_trials import FaceTester
from generator.proof.fact_works import can_show, list_works, work_of_spot
from generator.proof.kit import Kit
from generator.proof.proof_cache import ProofCache
from generator.proof.spot_trials import SpotTester
from generator.proof.templates.blame import find_color_choice
from generator.proof.templates.group_places import find_role, locate_named
from generator.proof.unseen_causes import CauseFinder
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader

_FEW, _MANY = 48, 144  # facts that a process takes at a time: few in a small kit, for two processes
_PARALLEL_THRESHOLD = 100  # facts from which a second process is worth its start
_WORD = re.compile(r"[^\W\d]\w*")


class _Piece(NamedTuple):
    """Work for one process; `remember` takes its result in this one."""

    do: Callable[[], Any]
    remember: Callable[[Any], None]


class _Prover:
    """Collects the work on a kit that is not cached, and the outcome for each fact."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.reader = TemplateReader(TemplateFiles(kit.game.folder, find_resources("templates")))
        self.renderer = kit.faces.for_trials()
        self.tester = FaceTester(self.renderer, kit.fonts)
        self.cache = ProofCache(kit, self.reader)
        self.trials: list[FactTrial] = []
        self.looks: dict[str, Sequence[CellLook]] = {}
        self.paints: dict[str, Sequence[CellPaint]] = {}
        self.works: dict[Fact, FactWork] = {}
        self.fresh: list[FactWork] = []
        self.pieces: list[_Piece] = []
        self._columns: dict[tuple[str, str], str] = {}

    def prove_part(self, part: Part) -> None:
        """Add the work on a part."""
        works = list_works(self.kit.game, part, self.reader)
        self.works |= {work.fact: work for work in works}
        for _, some in groupby(works, key=lambda work: id(work.design)):
            self._add_design(part, list(some))
        for source in list_spot_sources(self.kit.game, part):
            self._add_spots(source)
        if part.board is not None:
            self._add_looks(part)
            self._add_paints(part)

    def _add_design(self, part: Part, works: Sequence[FactWork]) -> None:
        """Take the facts of a design that are known to be seen, or to be used by no template; try the others."""
        seen, unused = self.cache.read_seen(part, works[0].design), self.cache.read_unused(part, works[0].design)
        for work in works:
            if work.fact.kind != "foreign" and _fact_key(work.fact) in seen:
                self.trials.append(FactTrial(work.fact, "seen"))
            elif (tried := unused.get(self._unused_key(work))) is not None:
                self.trials.append(FactTrial(work.fact, "unused", tried))
            else:
                self.fresh.append(work)

    def _unused_key(self, work: FactWork) -> str:
        """Return a key for a fact and all that can be tried in its place: of a cell its column, else the whole game."""
        of_column = self._column_key(work.part, work.fact.name) if work.fact.kind == "row" else ""
        return of_column or f"{_fact_key(work.fact)} {self._whole_game}"

    @cached_property
    def _whole_game(self) -> str:
        told = repr((self.kit.build, self.kit.game.data, self.kit.game.rows))
        return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _column_key(self, part: Part, column: str) -> str:
        """Return a key for a column and all of its values; empty if a row lacks it."""
        if (part.id, column) not in self._columns:
            rows = [each.values.get("row") for each in part.designs]
            plain = all(isinstance(row, Mapping) and column in row for row in rows)
            values = repr([row[column] for row in rows]) if plain else ""  # type: ignore[index]
            digest = sha256(values.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            self._columns[part.id, column] = f"{column} {digest}" if plain else ""
        return self._columns[part.id, column]

    def _add_spots(self, source: SpotSource) -> None:
        self.works |= {spot.fact: work_of_spot(source, spot) for spot in source.spots}
        if not can_show(source, self.reader):
            self.trials += [FactTrial(spot.fact, "unused") for spot in source.spots]
            return
        name = source.spots[0].fact.name
        known = self.cache.read_part(source.part, name)
        if known is not None and len(known) == len(source.spots):
            states = {"s": "seen", "u": "unused"}
            self.trials += [
                FactTrial(spot.fact, states[each])  # type: ignore[arg-type]
                for spot, each in zip(source.spots, known, strict=True)
            ]
            return
        self.pieces.append(_Piece(SpotTester(self.tester, source).try_spots, partial(self._keep_spots, source, name)))

    def _keep_spots(self, source: SpotSource, name: str, trials: Sequence[FactTrial]) -> None:
        self.trials += trials
        if all(trial.state == "unused" or _is_in_place(trial) for trial in trials):
            self.cache.write_part(source.part, name, "".join(trial.state[0] for trial in trials))

    def _add_looks(self, part: Part) -> None:
        known = self.cache.read_part(part, "looks")
        if known is not None:
            self.looks[part.id] = [CellLook(*each) for each in known]
            return
        self.pieces.append(
            _Piece(partial(look_at_cells, part, self.renderer, self.kit.fonts), partial(self._keep_looks, part))
        )

    def _keep_looks(self, part: Part, looks: Sequence[CellLook]) -> None:
        self.looks[part.id] = looks
        self.cache.write_part(part, "looks", [tuple(each) for each in looks])

    def _add_paints(self, part: Part) -> None:
        known = self.cache.read_part(part, "paints")
        if known is not None:
            rows = ((cell, kind, color, tuple(roles), mark) for cell, kind, color, roles, mark in known)
            self.paints[part.id] = [CellPaint(*row) for row in rows]
            return
        look = partial(look_at_paints, part, self.kit.game.colors, self.renderer)
        self.pieces.append(_Piece(look, partial(self._keep_paints, part)))

    def _keep_paints(self, part: Part, paints: Sequence[CellPaint]) -> None:
        self.paints[part.id] = paints
        self.cache.write_part(part, "paints", [tuple(each) for each in paints])

    def run(self, processes: int) -> None:
        """Do all work that is not remembered, and remember it."""
        size = max(_FEW, min(_MANY, len(self.fresh) // 8))
        for start in range(0, len(self.fresh), size):
            some = self.fresh[start : start + size]
            self.pieces.append(_Piece(partial(self.tester.try_facts, some), partial(self._keep_trials, some)))
        pays = processes > 1 and (len(self.pieces) > 2 or len(self.fresh) >= _PARALLEL_THRESHOLD)
        done = share_work(len(self.pieces), lambda number: self.pieces[number].do(), pays, lambda _begun: None)
        for piece, result in zip(self.pieces, done, strict=True):
            piece.remember(result)
        self.cache.save()

    def _keep_trials(self, works: Sequence[FactWork], trials: Sequence[FactTrial]) -> None:
        self.trials += trials
        for work, trial in zip(works, trials, strict=True):
            if trial.state == "seen" and _is_in_place(trial):
                self.cache.add_seen(work.part, work.design, _fact_key(work.fact))
            elif trial.state == "unused":
                self.cache.add_unused(work.part, work.design, self._unused_key(work), trial.tried)


def prove_paper(kit: Kit, processes: int = 2) -> PaperProof:
    """Return the outcome of changing each fact of the printed parts."""
    prover = _Prover(kit)
    for part in kit.parts:
        prover.prove_part(part)
    prover.run(processes)
    order = {part.id: number for number, part in enumerate(kit.parts)}
    trials = sorted(prover.trials, key=lambda trial: (order[trial.fact.part], trial.fact.place))
    causes = CauseFinder(prover.renderer, kit.fonts)
    words = _collect_claim_words(kit.game), _collect_used_words(kit.game, prover.reader)
    parts = {part.id: part for part in kit.parts}

    def locate(part: str, cell: str) -> Place | None:
        return locate_named(prover.renderer, parts[part], parts[part].designs[0], "front", f"cell.{cell}", "art")

    def explain(trial: FactTrial) -> UnseenCause | None:
        work = prover.works[trial.fact]
        cause = causes.explain(work._replace(sides=[each.side for each in trial.changes] or work.sides))
        if cause is None or cause.at is None or trial.fact.kind != "foreign":
            return cause
        return cause._replace(at=find_color_choice(cause.at) or cause.at)

    def locate_color(part: str, cell: str, role: str) -> Place | None:
        spelled = find_role(kit.faces, prover.reader.read_words(parts[part].front).files, role)
        own = "" if role.endswith(".") else role
        return spelled or locate_paint(parts[part], kit.game.colors, prover.renderer, cell, own)

    return PaperProof(tuple(trials), *words, explain, prover.looks, locate, prover.paints, locate_color)


def _fact_key(fact: Fact) -> str:
    return f"{fact.kind} {fact.of} {fact.name}"


def _is_in_place(trial: FactTrial) -> bool:
    """Return whether a fact is seen, and nothing is wrong with where it is."""
    return trial.state == "seen" and not trial.is_astray and not trial.leaves_group


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
