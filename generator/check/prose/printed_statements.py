"""Check whole statements of player aids against the rules: answers, signed numbers, single words (GF167)."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from generator.check.prose.near_repeats import (
    Slots,
    WholeStatement,
    add_numbers,
    find_one_difference,
    read_slots,
)
from generator.check.prose.printed_words import PrintedText, choose_faces, read_texts
from generator.check.prose.repeated_statements import Statement, list_stems, make_statement, stem
from generator.check.prose.rules_prose import RulesProse, Token
from generator.check.prose.step_lists import StepList, match_each_step, read_step_lists
from generator.check.prose.table_answers import find_wrong_answer, list_table_answers
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece

_ICON = re.compile(r"\{([a-z]+)\}")
_ICON_LETTERS = 12  # before a sentence, in which its icon may stand
_BEFORE = 2  # words before `left`, such as `on your`
_Topic = tuple[Statement, frozenset[str]]  # a sentence, and stems of what it is about

_GAINS = frozenset("more extra additional gain gains get gets receive receives score scores mehr bekommt".split())
_LOSSES = frozenset("less fewer lose loses deduct deducts subtract subtracts minus pay pays weniger verliert".split())
_ONLY = frozenset("only nur seulement".split())
_SIGNS = frozenset("+-\u2212")
_WIDEST_LETTER = 0.7  # of the size of a font, on average
_NEAR = 2.5  # sizes of a font: a text so near below another one goes on with it
_WORDS_AROUND = 2  # words beside a signed number that say what it counts
_LEAST = 2  # words that a text of a piece and the rules must share
_STEPS = 3
_LONGEST_STEP = 8  # words of a step in a sentence that has several
_LONGEST_WORDS = 3  # words of a step between commas
_MOST_STEPS = 0.75  # of the steps in a sentence, that must be steps of a list
_SHORTEST_LIMIT = 3  # words of a text beside its `only`
_LONGEST = 60  # words of a text that is no list of steps


def check_printed_statements(
    prose: RulesProse,
    statements: Sequence[Statement],
    rules: Sequence[WholeStatement],
    game: Game,
    parts: Sequence[Part],
    seen: Sequence[ReadPiece],
) -> Iterator[Finding]:
    """Report texts on pieces that contradict a sentence, an item or a row of the rules, and steps (GF167)."""
    words = prose.words
    if words is None:
        return
    judge = _StatementJudge(prose, words, statements, rules, read_slots(prose, words, game, parts))
    printed_lists: list[StepList] = []
    told: set[str] = set()
    wrong_texts: list[str] = []
    for part, face in choose_faces(parts, seen):
        place = game.place("parts", part.id, "front" if face.side == "front" else "back")
        texts = read_texts(face.runs)
        printed_lists += _list_printed_steps(prose, words, texts) if part.id not in told else ()
        told.add(part.id)
        for text in _join_texts(texts):
            if text in told or any(each in text for each in wrong_texts):
                continue
            told.add(text)
            found = judge.find_contradictions(text, place, face.id)
            yield from found[:1]
            wrong_texts += [text] if found else []
    yield from _check_inline_steps(prose, words, [*read_step_lists(prose, words, is_split=True), *printed_lists])


class _StatementJudge:
    """Compares the texts of pieces with the rules, one by one."""

    def __init__(
        self,
        prose: RulesProse,
        words: RuleWords,
        statements: Sequence[Statement],
        rules: Sequence[WholeStatement],
        slots: Slots,
    ) -> None:
        self.prose, self.words, self.statements, self.rules, self.slots = prose, words, statements, rules, slots
        self.answers = list_table_answers(prose, words)

    def find_contradictions(self, text: str, place: Place, face: str) -> list[Finding]:
        """Return what is wrong with a text: a wrong answer of a table alone, else all else."""
        tokens = self.prose.tokenize_text(text)
        made = make_statement(self.words, text, tokens, place, face)
        wrong = find_wrong_answer(self.prose, self.words, self.answers, text, tokens)
        if wrong:
            return [_report(made, wrong.said, self.prose.place(wrong.at), "warning")]
        return [
            *_compare_signed(self.words, made, self.statements),
            *_compare_signs(made, self.statements),
            *_compare_lists(made, self.statements),
            *_compare_words(self.slots, made, self.rules),
            *_compare_phrases(self.words, made, self.topics),
            *_compare_limits(self.words, made, self.statements),
        ]

    @cached_property
    def topics(self) -> list[_Topic]:
        """Return the sentences of the rules with what they are about."""
        return [(each, _list_topic(self.prose, each)) for each in self.statements]


def _report(made: Statement, said: str, place: Place, level: str = "note") -> Finding:
    message = f"{made.source} prints {made.said!r}, but the rules say {said!r} ({place}); correct one of them"
    return Finding("GF167", made.place, message, "warning" if level == "warning" else "note")


def _join_texts(texts: Sequence[PrintedText]) -> Iterator[str]:
    """Yield the sentences of each text, and each text with the smaller one right below it, or the one beside `it:`."""
    for text in texts:
        yield from (sentence.strip() for sentence in text.text.split(". ") if len(sentence.split()) > 2)
    for one in texts:
        for other in texts:
            if abs(one.x - other.x) < 0.1 and 0 < other.y - one.y < _NEAR * one.size and other.size < one.size:
                yield f"{one.text}: {other.text}"
    for one in texts:
        beside = [other for other in texts if abs(one.y - other.y) < 0.1 and other.x > one.x]
        if one.text.endswith(":") and beside:
            yield f"{one.text} {_join_line(sorted(beside, key=lambda other: other.x))}"


def _join_line(texts: Sequence[PrintedText]) -> str:
    """Return a text and those that go on with it in the line, such as `+`, `2` and `points` in different weights."""
    said = texts[0].text
    for before, text in pairwise(texts):
        if text.x - before.x > _WIDEST_LETTER * before.size * (len(before.text) + 1):
            break
        said += text.text if before.text in _SIGNS else f" {text.text}"
    return said


def _compare_signed(words: RuleWords, made: Statement, rules: Sequence[Statement]) -> Iterator[Finding]:
    """Report `captured +2` where the rules have another number with a sign beside that word (GF167)."""
    for token in made.tokens:
        if not token.signed or token.value is None:
            continue
        near = _words_beside(words, made.tokens, token)
        others = [
            (other, statement)
            for statement in rules
            for other in statement.tokens
            if other.signed and near & _words_beside(words, statement.tokens, other)
        ]
        if others and all(other.value != token.value for other, _ in others):
            nearest = min((statement for _, statement in others), key=lambda statement: len(statement.tokens))
            yield _report(made, nearest.said, nearest.place, "warning")


def _compare_signs(made: Statement, rules: Sequence[Statement]) -> Iterator[Finding]:
    """Report `missed: +2 points` where the rules only have `2 points less`, and the other way around (GF167)."""
    for n, token in enumerate(made.tokens[:-1]):
        if not token.signed or not token.value:
            continue
        unit = stem(made.tokens[n + 1].word)
        found = [
            (sign, statement)
            for statement in rules
            for m, other in enumerate(statement.tokens[:-1])
            if other.value is not None and abs(other.value) == abs(token.value)
            if stem(statement.tokens[m + 1].word) == unit and (sign := _find_sign(statement.tokens, m))
        ]
        if found and all(sign * token.value < 0 for sign, _ in found):
            yield _report(made, found[0][1].said, found[0][1].place)


def _find_sign(tokens: Sequence[Token], at: int) -> int:
    """Return 1 for `2 points more` and `gain 2 points`, -1 for `2 points less` and `lose 2 points`; 0 if it is open."""
    if tokens[at].signed:
        return 1 if (tokens[at].value or 0) > 0 else -1
    said = [token.word for token in (*tokens[at + 2 : at + 3], *tokens[max(0, at - 1) : at])]  # `gets 2 points less`
    return next(((word in _GAINS) - (word in _LOSSES) for word in said if word in _GAINS | _LOSSES), 0)


def _words_beside(words: RuleWords, tokens: Sequence[Token], token: Token) -> frozenset[str]:
    """Return the stems of the words near a number, up to the next number."""
    n = tokens.index(token)
    found: list[Token] = []
    for step in (-1, 1):
        m = n + step
        while 0 <= m < len(tokens) and abs(m - n) <= 2 * _WORDS_AROUND and tokens[m].value is None:
            found.append(tokens[m])
            m += step
    return frozenset(list_stems(words, found))


def _compare_lists(made: Statement, rules: Sequence[Statement]) -> Iterator[Finding]:
    """Report a list of numbers that differs from one of the rules in a single number (GF167)."""
    own = [token.value for token in made.tokens if token.value is not None and not token.signed]
    if len(own) <= _STEPS or len({*own}) < len(own):
        return
    for statement in rules:
        numbers = [token.value for token in statement.tokens if token.value is not None and not token.signed]
        if len(numbers) == len(own) and sum(one != other for one, other in zip(own, numbers, strict=True)) == 1:
            yield _report(made, statement.said, statement.place, "warning")
            return


def _compare_words(slots: Slots, made: Statement, rules: Sequence[WholeStatement]) -> Iterator[Finding]:
    """Report a text that a statement of the rules repeats with another word (GF167)."""
    own = WholeStatement(made, add_numbers(made), made.source, -1)
    if len(made.stems) < _LEAST or any(own.stems <= other.stems for other in rules):
        return
    for other in rules:
        pair = find_one_difference(slots, own, other, _LEAST if len(own.stems) < 5 else _LEAST + 1)
        if pair and pair[0].value is None:
            yield _report(made, other.statement.said, other.statement.place)
            return


def _compare_phrases(words: RuleWords, made: Statement, rules: Sequence[_Topic]) -> Iterator[Finding]:
    """Report `the player on your right` where the rules have `on your left` about the same thing (GF167)."""
    for n, token in enumerate(made.tokens[_BEFORE:], _BEFORE):
        pair = next((pair for pair in words.opposites if token.word in pair[0] | pair[1]), None)
        if pair is None:
            continue
        own, other = pair if token.word in pair[0] else pair[::-1]
        before = [each.word for each in made.tokens[n - _BEFORE : n]]
        about = frozenset(list_stems(words, made.tokens)) - {stem(word) for word in own | other}
        near = [each for each, topic in rules if len(about & topic) >= _LEAST]
        if any(_has_phrase(each, before, own) for each in near):
            continue
        against = next((each for each in near if _has_phrase(each, before, other)), None)
        if against is not None:
            yield _report(made, against.said, against.place)
            return


def _has_phrase(statement: Statement, before: Sequence[str], wanted: frozenset[str]) -> bool:
    """Return whether a statement has one of some words behind the given ones."""
    said = [each.word for each in statement.tokens]
    return any(word in wanted and said[max(0, n - _BEFORE) : n] == before for n, word in enumerate(said))


def _compare_limits(words: RuleWords, made: Statement, rules: Sequence[Statement]) -> Iterator[Finding]:
    """Report `a stack captures only a stack` where the rules have `only a stack captures a stack` (GF167)."""
    own, limits = _read_limits(words, made)
    if len(limits) != 1 or len(own) < _SHORTEST_LIMIT:
        return
    moved = None
    for rule in rules:
        said, places = _read_limits(words, rule)
        starts = [n for n in range(len(said) - len(own) + 1) if places and said[n : n + len(own)] == own]
        inside = [at - n for n in starts for at in places if 0 <= at - n < len(own)]
        if limits[0] in inside:
            return
        moved = moved or (rule if inside else None)
    if moved:
        yield _report(made, moved.said, moved.place)


def _read_limits(words: RuleWords, statement: Statement) -> tuple[list[str], list[int]]:
    """Return the stems and numbers of a statement, and which of them stand behind an `only`."""
    stems, limits = list[str](), list[int]()
    for token in statement.tokens:
        if token.word in _ONLY:
            limits.append(len(stems))
        else:
            stems += list_stems(words, [token]) if token.value is None else [token.word]
    return stems, limits


def _list_topic(prose: RulesProse, statement: Statement) -> frozenset[str]:
    """Return the stems of a sentence of the rules, with the names of the icons at its beginning."""
    start, end = statement.tokens[0].start, statement.tokens[-1].end
    icons = _ICON.findall(prose.language.rules, max(0, start - _ICON_LETTERS), end)
    return statement.stems | {stem(icon) for icon in icons}


def _list_printed_steps(prose: RulesProse, words: RuleWords, texts: Sequence[PrintedText]) -> Iterator[StepList]:
    """Yield the numbered steps that a face prints: texts beside the numbers 1, 2, 3."""
    numbers = {text.text: text for text in texts if text.text.isdecimal()}
    steps: list[str] = []
    while (number := numbers.get(str(len(steps) + 1))) is not None:
        beside = [text for text in texts if text.x > number.x and abs(text.y - number.y) < 0.1]
        if not beside:
            break
        steps.append(min(beside, key=lambda text: text.x).text)
    if len(steps) >= _STEPS:
        stems = [frozenset(list_stems(words, prose.tokenize_text(step))) for step in steps]
        yield StepList(stems, stems, [0] * len(stems), [frozenset()] * len(stems))


def _check_inline_steps(prose: RulesProse, words: RuleWords, lists: Sequence[StepList]) -> Iterator[Finding]:
    """Report `choose; pay; score` in a different order than a list of the rules or of a piece (GF167).

    Between commas, as in `a turn: choose, pay, score`, each step has to begin with the first word of its item.
    """
    for sentence in prose.sentences:
        text = prose.plain[sentence.start : sentence.end]
        mark, longest = (";", _LONGEST_STEP) if ";" in text else (",", _LONGEST_WORDS)
        start = sentence.start + text.find(":") + 1
        if text.count(mark) < _STEPS - 1 or (mark == "," and ":" not in text):
            continue
        clauses = []
        for clause in prose.plain[start : sentence.end].split(mark):
            tokens = prose.tokenize(start, start + len(clause))
            if tokens:
                said = prose.quote(start, start + len(clause)).rstrip(".")
                clauses.append(make_statement(words, said, tokens, prose.place(tokens[0].start), "the sentence"))
            start += len(clause) + 1
        if any(len(clause.tokens) > longest for clause in clauses):
            continue  # rules in one sentence, not steps in short
        for block in lists:
            order = match_each_step(block, clauses)
            if mark == ",":
                order = [each for each in order if [each[1].tokens[0].word] == [*block.firsts[each[0] : each[0] + 1]]]
            late = next((n for n in range(1, len(order)) if order[n][0] < order[n - 1][0]), 0)
            if len(order) >= max(_STEPS, _MOST_STEPS * len(clauses)) and late:
                (_, first), (step, then) = order[late - 1], order[late]
                message = f"the rules put {first.said!r} before {then.said!r} here, but a numbered list has these steps"
                yield Finding("GF167", first.place, f"{message} in the other order; correct one of them", "warning")
                if block.starts[step]:  # of the rules
                    said = f"this list has {then.said!r} before {first.said!r}, but {first.place} puts them"
                    there = prose.place(block.starts[step])
                    yield Finding("GF167", there, f"{said} in the other order; correct one of them", "note")
                break
