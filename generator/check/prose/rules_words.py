"""Check the words of the rules in all languages: the things they name, count, add up, refer to and repeat."""

from collections.abc import Callable, Iterator, Sequence

from generator.check.prose.arithmetic import check_arithmetic
from generator.check.prose.board_sides import check_board_sides
from generator.check.prose.claimed_words import check_claimed_words
from generator.check.prose.component_nouns import check_component_nouns
from generator.check.prose.contradictions import check_contradictions
from generator.check.prose.corner_moves import check_corner_moves
from generator.check.prose.counted_lists import check_counted_lists
from generator.check.prose.cross_references import check_cross_references
from generator.check.prose.data_facts import check_data_facts
from generator.check.prose.data_texts import check_data_texts
from generator.check.prose.declared_numbers import check_declared_numbers
from generator.check.prose.directions import check_directions
from generator.check.prose.durations import check_durations
from generator.check.prose.equal_shares import check_equal_shares
from generator.check.prose.example_bids import check_example_bids, check_met_bids
from generator.check.prose.example_limits import check_example_limits
from generator.check.prose.example_numbers import check_example_numbers
from generator.check.prose.exchanged_words import check_exchanged_words
from generator.check.prose.face_up_piles import check_face_up_piles
from generator.check.prose.forbidden_places import check_forbidden_places
from generator.check.prose.game_words import GameWords, collect_game_words
from generator.check.prose.icon_names import check_icon_leads, check_icon_names
from generator.check.prose.indefinite_ordinals import check_indefinite_ordinals
from generator.check.prose.joined_places import check_joined_places
from generator.check.prose.linked_sections import check_linked_sections
from generator.check.prose.listed_order import check_listed_order
from generator.check.prose.listed_values import check_listed_values
from generator.check.prose.lone_superlatives import check_lone_superlatives
from generator.check.prose.misspelled_words import check_misspelled_names, check_misspelled_words
from generator.check.prose.named_steps import check_named_steps
from generator.check.prose.near_repeats import check_near_repeats, list_whole_statements
from generator.check.prose.number_lists import check_number_lists
from generator.check.prose.odd_members import check_odd_members
from generator.check.prose.one_way_words import check_one_way_words
from generator.check.prose.other_pieces import check_other_pieces
from generator.check.prose.outcome_reasons import check_outcome_reasons
from generator.check.prose.paper_weights import check_paper_weights
from generator.check.prose.part_facts import check_part_facts
from generator.check.prose.permissions import check_permissions, check_ways_to_move
from generator.check.prose.person_names import check_person_names
from generator.check.prose.player_cases import check_player_cases
from generator.check.prose.point_bands import check_point_bands
from generator.check.prose.printed_order import check_printed_order
from generator.check.prose.printed_statements import check_printed_statements
from generator.check.prose.printed_words import check_printed_words
from generator.check.prose.rare_nouns import check_rare_nouns
from generator.check.prose.remainders import check_remainders
from generator.check.prose.repeated_statements import read_rule_statements
from generator.check.prose.rolled_moves import check_rolled_moves
from generator.check.prose.rolled_numbers import check_rolled_numbers
from generator.check.prose.row_relations import check_row_relations
from generator.check.prose.rules_prose import RulesProse
from generator.check.prose.score_weights import check_score_rates, check_score_weights
from generator.check.prose.seat_places import check_seat_places
from generator.check.prose.stated_totals import check_stated_totals
from generator.check.prose.step_references import check_step_references
from generator.check.prose.table_answers import check_table_answers
from generator.check.prose.table_columns import check_table_columns
from generator.check.prose.table_steps import check_table_steps
from generator.check.prose.thresholds import check_thresholds
from generator.check.prose.tie_breakers import check_tie_breakers
from generator.check.prose.turn_names import check_turn_names
from generator.check.prose.unknown_names import check_unknown_names
from generator.check.prose.winning_ends import check_winning_ends
from generator.check.prose.worked_examples import check_worked_examples
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece

_ProseCheck = Callable[[RulesProse], Iterator[Finding]]
_GameCheck = Callable[[RulesProse, Game, Sequence[Part]], Iterator[Finding]]
_VocabularyCheck = Callable[[RulesProse, GameWords, Game, Sequence[Part]], Iterator[Finding]]

_OF_PROSE: tuple[_ProseCheck, ...] = (  # what the rules alone tell
    check_counted_lists,
    check_cross_references,
    check_linked_sections,
    check_step_references,
    check_icon_leads,
    check_icon_names,
    check_table_answers,
    check_table_columns,
    check_table_steps,
    check_worked_examples,
    check_permissions,
    check_ways_to_move,
    check_person_names,
    check_turn_names,
    check_rolled_numbers,
    check_example_limits,
    check_durations,
    check_score_weights,
    check_score_rates,
    check_example_bids,
    check_met_bids,
    check_listed_order,
    check_face_up_piles,
    check_tie_breakers,
    check_seat_places,
    check_indefinite_ordinals,
    check_point_bands,
    check_remainders,
    check_rolled_moves,
    check_lone_superlatives,
    check_outcome_reasons,
    check_thresholds,
)
_OF_GAME: tuple[_GameCheck, ...] = (  # what the rules and the data tell
    check_example_numbers,
    check_directions,
    check_one_way_words,
    check_corner_moves,
    check_listed_values,
    check_equal_shares,
    check_odd_members,
    check_forbidden_places,
    check_number_lists,
    check_row_relations,
    check_named_steps,
    check_board_sides,
    check_joined_places,
)
_OF_VOCABULARY: tuple[_VocabularyCheck, ...] = (  # what depends on the words for the pieces
    check_declared_numbers,
    check_data_facts,
    check_part_facts,
    check_other_pieces,
    check_paper_weights,
)


def check_rules_words(game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece]) -> Iterator[Finding]:
    """Report faults in the words of the rules in each language (GF160 to GF168); `seen` are the finished faces."""
    for language in game.languages:
        prose = RulesProse(game, language)
        for check in _OF_PROSE:
            yield from check(prose)
        for check_game in _OF_GAME:
            yield from check_game(prose, game, parts)
        sums = [*check_arithmetic(prose)]
        yield from (*sums, *check_stated_totals(prose, sums))
        yield from check_claimed_words(prose, game)
        yield from check_player_cases(prose, game)
        yield from check_data_texts(prose, game)
        unknown = [*check_component_nouns(prose, game, parts)]
        yield from unknown
        if prose.words is not None:
            known = collect_game_words(game, parts, language, seen, prose.words)
            yield from _check_vocabulary(prose, known, game, parts, unknown)
            yield from _check_statements(prose, prose.words, game, parts, seen)


def _check_vocabulary(
    prose: RulesProse, known: GameWords, game: Game, parts: Sequence[Part], unknown: Sequence[Finding]
) -> Iterator[Finding]:
    """Report wrong names and numbers of pieces; places of `unknown` nouns are not reported again."""
    yield from check_unknown_names(prose, known, parts)
    yield from check_misspelled_words(prose, known)
    for check in _OF_VOCABULARY:
        yield from check(prose, known, game, parts)
    yield from check_rare_nouns(prose, known, unknown)


def _check_statements(
    prose: RulesProse, words: RuleWords, game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece]
) -> Iterator[Finding]:
    """Report sentences that contradict one another, and what pieces print against the first rules."""
    statements = read_rule_statements(prose, words)
    found = [*check_winning_ends(prose, game), *check_contradictions(prose, statements, game)]
    yield from found
    whole = list_whole_statements(prose, words, statements)
    yield from check_near_repeats(prose, words, whole, game, parts, found)
    yield from check_exchanged_words(prose, words, whole, game)
    if prose.language is game.first:
        yield from check_misspelled_names(prose, game)
        yield from check_printed_order(prose, game, parts, seen)
        yield from check_printed_words(prose, statements, game, parts, seen)
        yield from check_printed_statements(prose, statements, whole, game, parts, seen)
