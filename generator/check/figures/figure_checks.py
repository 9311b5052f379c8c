"""All checks of figures that need their data and words alone, in the order in which findings are reported."""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from generator.check.analysis.text_places import find_word_place
from generator.check.figures.alike import check_alike
from generator.check.figures.figure_texts import FigureText, find_captions, list_linking_sentences, list_texts
from generator.check.figures.label_points import check_label_values
from generator.check.figures.lexicon import Lexicon, read_lexicon
from generator.check.figures.moves import check_moves
from generator.check.figures.named_cells import check_named_cells
from generator.check.figures.named_colors import Paints, check_named_colors
from generator.check.figures.named_columns import check_named_columns
from generator.check.figures.named_facts import check_linked_facts, check_named_facts, check_piece_words
from generator.check.figures.named_numbers import PrintedNumbers, check_named_numbers, check_way_numbers
from generator.check.figures.named_pieces import check_named_pieces
from generator.check.figures.named_places import check_named_places
from generator.check.figures.named_ways import check_named_ways
from generator.check.figures.odd_places import check_odd_places, check_starts
from generator.check.figures.odd_words import check_odd_words
from generator.check.figures.pieces_at_places import check_pieces_at_places
from generator.check.figures.place_labels import check_group_labels, check_labels
from generator.check.figures.said_positions import check_exchanged_pieces, check_straight_rows
from generator.check.figures.scene import FigureScene
from generator.check.figures.sequences import check_answers, check_sequences, check_step_pieces, check_step_words
from generator.check.figures.sides_and_colors import check_one_color, check_said_sides, check_said_steps
from generator.check.figures.tile_sides import check_tile_sides
from generator.check.figures.turn_words import check_turn_words
from generator.model.finding import Finding, Place
from generator.model.game import Game

_QUOTED = re.compile(r"\bsays '(?P<words>[^']++)'")


def check_figures(
    game: Game, scenes: Mapping[str, FigureScene], printed: PrintedNumbers, paints: Paints
) -> list[Finding]:
    """Return GF182 to GF184 for all figures, one for each place; `printed` and `paints` are in their drawings."""
    found = [*check_moves(scenes), *check_way_numbers(scenes)]
    told: set[tuple[str, Place]] = set()
    for language in game.languages:
        parts = [part for scene in scenes.values() for part in scene.parts.values()]
        lexicon = read_lexicon(game, list({part.id: part for part in parts}.values()), language)
        captions = find_captions(language)
        for scene in scenes.values():
            if language is game.first:
                found += _check_scene(scene, lexicon)
                found += check_exchanged_pieces(scene, game.rules or "")
                own = [each.text for each in list_texts(scene, language, lexicon, captions)]
                found += check_tile_sides(scene, own)
                for linking in list_linking_sentences(scene, language, lexicon):
                    found += check_linked_facts(scene, linking)
            for text in list_texts(scene, language, lexicon, captions):
                of_text = _check_text(scene, text, printed, paints if language is game.first else {})
                once = _report_once(text, of_text)
                found += once if language is game.first else _place_in_text(text, once, told)
        told = told or {(each.code, each.place) for each in found}
    return list(_drop_repeated(found))


def _check_scene(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    yield from check_labels(scene, lexicon)
    yield from check_group_labels(scene)
    yield from check_label_values(scene)
    yield from check_alike(scene, lexicon)
    yield from check_odd_places(scene)
    yield from check_piece_words(scene, lexicon)
    yield from check_said_steps(scene, lexicon)
    yield from check_sequences(scene, lexicon)
    yield from check_step_pieces(scene, lexicon)
    yield from check_answers(scene)
    yield from check_odd_words(scene)


def _check_text(scene: FigureScene, text: FigureText, printed: PrintedNumbers, paints: Paints) -> Iterator[Finding]:
    """Yield the findings about a text; a color is reported with the piece that it is said about."""
    pieces = list(check_named_pieces(scene, text))
    yield from pieces
    if paints and not pieces:
        yield from check_named_colors(scene, text, paints)
    yield from check_named_columns(scene, text)
    yield from check_named_numbers(scene, text, printed, bool(pieces))
    yield from check_named_facts(scene, text, bool(pieces))
    yield from check_named_places(scene, text)
    yield from check_named_cells(scene, text)
    yield from check_named_ways(scene, text)
    yield from check_starts(scene, text)
    yield from check_step_words(scene, text)
    yield from check_turn_words(scene, text)
    yield from check_said_sides(scene, text)
    yield from check_one_color(scene, text)
    yield from check_pieces_at_places(scene, text)
    yield from check_straight_rows(scene, text)


def _report_once(text: FigureText, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings about a text, but only the first of each code within the text."""
    told = set[str]()
    for each in findings:
        is_inside = each.place.file == text.where.file and text.where.line <= each.place.line <= text.last_line
        if text.source or not is_inside:
            yield each
        elif each.code not in told:
            told.add(each.code)
            yield each


def _place_in_text(
    text: FigureText, findings: Iterable[Finding], told: AbstractSet[tuple[str, Place]]
) -> Iterator[Finding]:
    """Yield the findings about a translation at its own words, unless the first language was told of the figure too."""
    for each in findings:
        is_elsewhere = each.place.file != text.where.file and (each.code, each.place) not in told
        quoted = _QUOTED.search(each.message)
        at = max(text.text.find(quoted["words"]), 0) if quoted else 0
        here = text.place(at) if text.source else find_word_place(text.where, text.text, at)
        yield each._replace(place=here) if is_elsewhere else each


def _drop_repeated(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the first finding of each code at each place."""
    told = set[tuple[object, ...]]()
    for each in findings:
        if (each.code, each.place) not in told:
            told.add((each.code, each.place))
            yield each
