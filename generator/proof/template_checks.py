"""Check the sources of templates against the data, and against what they draw elsewhere: the table of these checks."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from generator.model.finding import Finding
from generator.proof.part_templates import PartTemplates, join_lines, read_part_templates
from generator.proof.single_braces import find_single_braces
from generator.proof.template_branches import find_dead_branches
from generator.proof.template_conditions import find_fixed_items, find_single_ids, find_turned_conditions
from generator.proof.template_literals import (
    find_unknown_ids,
    find_unknown_row_values,
    find_unknown_words,
    list_data_ids,
    list_data_words,
    list_quoted_texts,
)
from generator.proof.typed_colors import (
    find_exchanged_roles,
    find_typed_arguments,
    find_typed_cell_marks,
    find_typed_colors,
    find_typed_words,
)
from generator.proof.typed_columns import find_forgotten_columns
from generator.proof.typed_icons import find_crossed_choices, find_foreign_symbols
from generator.proof.typed_marks import find_unknown_marks
from generator.proof.typed_pairs import (
    find_doubled_turns,
    find_doubled_values,
    find_exchanged_numbers,
    find_mirrored_turns,
)
from generator.proof.typed_symbols import find_shared_back_symbols, find_typed_row_symbols
from generator.proof.unused_drawings import find_unused_drawings
from generator.render.template_files import TemplateFiles

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_CHECKS: tuple[Callable[[PartTemplates], Iterable[Finding]], ...] = (
    lambda each: find_dead_branches(each.part.id, each.texts),
    lambda each: find_turned_conditions(each.part.id, each.texts),
    lambda each: find_single_ids(each.part.id, each.texts),
    lambda each: find_fixed_items(each.part.id, each.texts),
    find_unknown_row_values,
    lambda each: find_typed_colors(each.part, each.colors, each.fronts),
    lambda each: find_typed_words(each.part, each.fronts),
    lambda each: find_typed_cell_marks(each.part, each.colors, each.fronts),
    lambda each: find_typed_arguments(each.part, each.colors, each.fronts),
    lambda each: find_exchanged_roles(each.part, each.colors, each.texts),
    lambda each: find_exchanged_numbers(each.part.id, each.texts),
    lambda each: find_mirrored_turns(each.part.id, each.texts),
    lambda each: find_doubled_turns(each.part.id, each.texts),
    lambda each: find_doubled_values(each.part.id, each.texts),
    lambda each: find_single_braces(each.part.id, each.lines),
    lambda each: find_foreign_symbols(each.part.id, each.texts, each.read_symbols),
    lambda each: find_crossed_choices(each.part.id, each.texts),
    lambda each: find_typed_row_symbols(each.part.id, each.rows, each.texts, each.read_symbols),
    lambda each: find_forgotten_columns(
        each.part.id, each.rows, each.data.hidden, join_lines(each.fronts), each.colors
    ),
)


def check_template_sources(kit: "Kit", files: TemplateFiles) -> Iterator[Finding]:
    """Report faults in the sources of templates (GF144, GF149, GF150); the first at a place stands for the others."""
    ids, words = list_data_ids(kit), list_data_words(kit)
    templates = list(read_part_templates(kit, files))
    told: set[Finding] = set()
    for part in templates:
        for finding in find_unknown_ids(part, ids):
            if finding not in told:
                told.add(finding)
                yield finding
        found = [*find_unknown_words(part, words), *(finding for check in _CHECKS for finding in check(part))]
        for finding in found:
            if not any(each.place == finding.place for each in told):
                told.add(finding)
                yield finding
    yield from find_shared_back_symbols({each.part.id: join_lines(each.backs) for each in templates if each.backs})
    yield from find_unknown_marks(kit.game, list_quoted_texts(templates))
    yield from find_unused_drawings(kit, files, words)
