"""Find faults in the sources of templates, without drawing them: the table of these rules."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.proof.templates.conditions import find_dead_conditions
from generator.proof.templates.game_templates import read_templates
from generator.proof.templates.tables import find_equal_branches, find_odd_tables
from generator.proof.templates.typed import (
    find_crossed_names,
    find_single_braces,
    find_typed_items,
)
from generator.proof.templates.unused import find_unused
from generator.render.template_files import TemplateFiles

_RULES = (
    find_single_braces,
    find_dead_conditions,
    find_crossed_names,
    find_typed_items,
    find_odd_tables,
    find_equal_branches,
    find_unused,
)


def check_templates(game: Game, parts: Sequence[Part], files: TemplateFiles) -> Iterator[Finding]:
    """Report faults in the sources of templates; the first at a place stands for the others (GF190 to GF194, GF196)."""
    templates = read_templates(game, parts, files)
    told: set[Place] = set()
    for rule in _RULES:
        with suppress(RecursionError):  # an expression nests too deeply, which is told when it is rendered
            for finding in rule(templates):
                if finding.place not in told:
                    told.add(finding.place)
                    yield finding
