"""Report numbers of players that a rule has two cases for, while another number has none (GF168)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from generator.check.prose.rules_prose import RulesProse, Span
from generator.model.finding import Finding
from generator.model.game import Game

_WITH = frozenset("with bei mit avec".split())
_JOINS = frozenset("or and to oder und bis ou et".split())
_RANGE = frozenset({"to", "bis"})

_Case = Mapping[int, int]  # the offset of each number of players


def check_player_cases(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Report a paragraph or list in which one number of players is in two cases, and one in none (GF168)."""
    words, (fewest, most) = prose.words, game.data.players
    if words is None or most - fewest < 2:
        return
    of_lists = [[*_list_cases(prose, (each.items[0][0], each.items[-1][1]), words.players)] for each in prose.lists]
    of_lists = [cases for cases, each in zip(of_lists, prose.lists, strict=True) if len(cases) == len(each.items)]
    of_texts = [[*_list_cases(prose, span, words.players)] for span in prose.blocks.paragraphs]
    for cases in (*of_lists, *map(_drop_details, of_texts)):
        numbers = Counter(number for case in cases for number in case)
        missing = {*range(fewest, most + 1)} - numbers.keys()
        twice = [number for number, count in numbers.items() if count > 1]
        if len(missing) == len(twice) == 1 and len(numbers) == most - fewest:
            at = next(case[twice[0]] for case in cases if twice[0] in case)
            says = (
                f"{twice[0]} players appear in two cases here, and {min(missing)} in none; correct one of the numbers"
            )
            yield prose.report("GF168", at, says, "note")


def _drop_details(cases: Sequence[_Case]) -> Sequence[_Case]:
    """Return the cases without those that only elaborate on an earlier one."""
    return [case for n, case in enumerate(cases) if not any(case.keys() <= other.keys() for other in cases[:n])]


def _list_cases(prose: RulesProse, span: Span, players: frozenset[str]) -> Iterator[_Case]:
    """Yield the numbers of each sentence `With two or three, ...`, if a word for players comes after any of them."""
    tokens, found = prose.tokenize(*span), list[_Case]()
    starts = {sentence.tokens[0].start for sentence in prose.sentences_between(*span)}
    is_named = False
    for n, token in enumerate(tokens):
        said = [*takewhile(lambda each: each.value is not None or each.word in _JOINS, tokens[n + 1 :])]
        if token.word not in _WITH or token.start not in starts or not said:
            continue
        behind = tokens[n + 1 + len(said) : n + 2 + len(said)]
        noun = behind[0].word if behind and not prose.plain[said[-1].end : behind[0].start].strip() else ""
        is_named |= noun in players
        if not noun or noun in players:
            numbers = {int(each.value): each.start for each in said if each.value is not None}
            if len(numbers) == 2 and any(each.word in _RANGE for each in said):
                numbers = dict.fromkeys(range(min(numbers), max(numbers) + 1), said[0].start)
            found.append(numbers)
    yield from found if is_named else ()
