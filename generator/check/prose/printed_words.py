"""Compare the words that pieces print with the rules: numbers, opposites, and the order of steps (GF167)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.repeated_statements import (
    NumberFact,
    Statement,
    find_number_conflict,
    find_opposites,
    list_number_facts,
    make_statement,
    share_of,
    stem,
)
from generator.check.prose.rules_prose import RulesProse, Token
from generator.check.prose.step_lists import FEWEST_STEPS, StepList, list_numbers, read_step_lists
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece, TextRun

_EXCEPTIONS = frozenset("only instead another except nur statt anderer außer seulement autre sauf".split())
_LEADING = 1.7  # lines of one text are no further apart, in sizes of their font
_MOST_FACES = 60  # of a part: those of a deck say the same things again
_LEAST_SIMILARITY = 0.5  # of the words of two statements that speak of the same thing
_IN_ROW = 0.3  # sizes of a font: cells of a row are no further above or below one another
_SAME = 0.01  # mm
_NO_GAP, _WORD_GAP, _ICON_GAP = 0.1, 0.5, 2.2  # em at most between a word and its comma, two words, two with an icon
_REPEATED = 3  # words of a short text that a longer sentence must repeat
_LONGEST_NAME = 4  # words
_MOST = ("est", "sten", "ste")  # what the superlatives of English and German end in

_STEP_NUMBER = re.compile(r"\d{1,2}[.)]\s")  # before a step of a list
_OR = frozenset("or oder ou".split())
_BOUNDS = {
    "more": ("least",),
    "mehr": ("mindestens", "wenigstens"),
    "plus": ("moins",),
    "fewer": ("most",),
    "less": ("most",),
}


class PrintedText(NamedTuple):
    """A text on a face: its words in one line, and where it begins."""

    text: str
    x: float
    y: float
    size: float


def check_printed_words(
    prose: RulesProse, rules: Sequence[Statement], game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece]
) -> Iterator[Finding]:
    """Report texts on pieces that contradict the rules (GF167)."""
    words = prose.words
    faces = choose_faces(parts, seen)
    if words is None or not faces:
        return
    lists = read_step_lists(prose, words)
    facts = _list_rule_facts(words, rules)
    examples = [statement for statement in rules if statement.is_example]
    others = {part.id: _name_designs(part, examples) for part, _ in faces} if examples else {}
    signed = _list_signed_values(rules)
    rare = Counter(word for statement in rules for word in statement.stems)
    opposites = _list_opposites(words)
    pairs = [pair for statement in rules for pair in _list_pairs(opposites, statement)]
    told: set[str] = set()
    for part, face in faces:
        texts = read_texts(face.runs)
        place = game.place("parts", part.id, "front" if face.side == "front" else "back")
        own = [make_statement(words, text.text, prose.tokenize_text(text.text), place, face.id) for text in texts]
        joined = [f"{one.text}: {other.text}" for one, other in pairwise(texts) if _is_title(one, other)]
        whole = [make_statement(words, text, prose.tokenize_text(text), place, face.id) for text in joined]
        for statement in whole:
            if statement.said not in told:
                told.add(statement.said)
                yield from _compare_opposites(words, statement, rules)
        elsewhere = {at for at, designs in others.get(part.id, {}).items() if face.design not in designs}
        near = [fact for fact in facts if fact.statement.place not in elsewhere] if elsewhere else facts
        for statement in own:
            if statement.said not in told:
                told.add(statement.said)
                yield from _compare_numbers(words, statement, near, rare, signed)
                opposed = [*_compare_opposites(words, statement, rules)]
                yield from opposed or _compare_superlatives(opposites, statement, pairs)
        key = " ".join(text.text for text in texts)
        if key not in told:
            told.add(key)
            yield from _compare_order(prose, lists, own)


def _list_rule_facts(words: RuleWords, rules: Sequence[Statement]) -> list[NumberFact]:
    """Return the numbers of the rules with the words around them, without those of sums."""
    facts = [fact for statement in rules for fact in list_number_facts(words, statement)]
    return [fact for fact in facts if fact.token.start not in fact.statement.summed]


def _name_designs(part: Part, examples: Sequence[Statement]) -> dict[Place, set[str]]:
    """Return the designs of a part that examples name, by the places of these: only their texts can contradict one."""
    rows = {design.id: design.values.get("row") for design in part.designs}
    columns: dict[str, dict[str, str]] = {}
    for design, row in rows.items():
        for key, cell in row.items() if isinstance(row, Mapping) else ():
            if isinstance(cell, str) and len(cell.split()) <= _LONGEST_NAME and any(map(str.isalpha, cell)):
                columns.setdefault(key, {})[design] = " ".join(cell.casefold().split())
    names = [
        (name, design)
        for each in columns.values()
        if len({*each.values()}) == len(rows) > 1
        for design, name in each.items()
    ]
    found: dict[Place, set[str]] = {}
    for example in examples:
        said = f" {' '.join(token.word for token in example.tokens)} "
        if designs := {design for name, design in names if f" {name} " in said}:
            found[example.place] = designs
    return found


def compare_with_rules(words: RuleWords, texts: Sequence[Statement], rules: Sequence[Statement]) -> Iterator[Finding]:
    """Report texts, such as those of figures, with another number or the opposite word than the rules (GF167)."""
    facts = _list_rule_facts(words, rules)
    signed = _list_signed_values(rules)
    rare = Counter(word for statement in rules for word in statement.stems)
    for text in texts:
        yield from _compare_numbers(words, text, facts, rare, signed)
        yield from _compare_opposites(words, text, rules)


def choose_faces(parts: Sequence[Part], seen: Sequence[ReadPiece]) -> list[tuple[Part, ReadPiece]]:
    """Return the faces of the first copies that have words, at most a few dozen of each part."""
    by_id = {part.id: part for part in parts}
    taken: Counter[str] = Counter()
    found = []
    for piece in seen:
        if piece.copy != 1 or piece.part not in by_id or taken[piece.part] >= _MOST_FACES:
            continue
        if sum(len(run.text.split()) for run in piece.runs) > 2:
            taken[piece.part] += 1
            found.append((by_id[piece.part], piece))
    return found


def read_texts(runs: Sequence[TextRun]) -> list[PrintedText]:
    """Return the texts of a face: lines of one size, one below the other at the same left edge, are one text.

    A line that an icon cuts in two is two texts, and neither goes on below. Nor does a cell of a table, whose rows
    begin with a name or a number each.
    """
    found: list[PrintedText] = []
    cut: set[int] = set()
    lines = [*_join_lines(runs)]
    for line, is_cut in lines:
        last = next((n for n, each in enumerate(found) if n not in cut and _continues(each, line)), None)
        if last is not None and all(_has_head(each, lines) for each in (found[last], line)):
            last = None
        if last is None:
            last = len(found)
            found.append(line)
        else:
            found[last] = PrintedText(f"{found[last].text} {line.text}", line.x, line.y, line.size)
        cut |= {last} if is_cut else set()
    return found


def _has_head(cell: PrintedText, lines: Sequence[tuple[PrintedText, bool]]) -> bool:
    """Return whether a name or number stands left of a line."""
    beside = [line for line, _ in lines if line.x < cell.x and abs(line.y - cell.y) < _IN_ROW * cell.size]
    return bool(beside) and not min(beside, key=lambda line: line.x).text[0].islower()


def _join_lines(runs: Sequence[TextRun]) -> Iterator[tuple[PrintedText, bool]]:
    """Yield the lines of a face, and whether an icon is at their end; a bold word is part of the line around it."""
    line, end = None, 0.0
    for run in runs:
        a, b, _, _, x, y = run.matrix
        text, size = " ".join(run.text.split()), run.size * (a**2 + b**2) ** 0.5
        if not text:
            continue
        is_level = line is not None and abs(line.y - y) < _SAME and abs(line.size - size) < _SAME
        gap = (x - end) / size if is_level and size else _ICON_GAP
        if line and abs(gap) < _WORD_GAP and _goes_on(line.text, text):
            line = line._replace(text=f"{line.text}{' ' if gap > _NO_GAP else ''}{text}")
        else:
            if line:
                yield line, 0 < gap < _ICON_GAP and text[0].islower()
            line = PrintedText(text, x, y, size)
        end = x + run.width * size
    if line:
        yield line, False


def _goes_on(line: str, text: str) -> bool:
    """Return whether a run goes on with the sentence before it: it is no number, sign or sentence of its own."""
    is_sentence = any(map(str.isalpha, line)) and line[-1] not in ".!?:"
    return is_sentence and (text[0].isalpha() or text[0] in ",;.!?:)")


def _is_title(text: PrintedText, below: PrintedText) -> bool:
    """Return whether a text is the title of the one below it, in a different size."""
    near = abs(text.x - below.x) < 0.1 and 0 < below.y - text.y < _LEADING * text.size
    return near and abs(text.size - below.size) > 0.01


def _continues(before: PrintedText, line: PrintedText) -> bool:
    """Return whether a line is the next one of a text: below it, as large, and not a new sentence or a number."""
    near = abs(before.x - line.x) < 0.1 and 0 < line.y - before.y < _LEADING * line.size
    same = near and abs(before.size - line.size) < _SAME
    return same and not before.text.endswith((".", "!", "?", ":")) and not line.text[0].isdigit()


def _compare_numbers(
    words: RuleWords,
    statement: Statement,
    facts: Sequence[NumberFact],
    rare: Mapping[str, int],
    signed: Collection[float | None],
) -> Iterator[Finding]:
    """Report a number that differs from the one beside the same words in the rules (GF167).

    `signed` are the values that the rules write with a sign, such as `+6` in a cell of a table. A piece that says
    `only two` or `four instead` makes an exception to the rules.
    """
    if any(token.word in _EXCEPTIONS for token in statement.tokens):
        return
    values = {*signed, *(fact.value for fact in facts)}
    for fact in list_number_facts(words, statement):
        is_of_step = fact.token is statement.tokens[0] and _STEP_NUMBER.match(statement.said)
        if len(fact.around) < 2 or is_of_step:
            continue
        other = find_number_conflict(fact, facts, rare, 2, 0.5)
        if other is None and fact.token.signed and fact.value not in values:
            other = find_number_conflict(fact, facts, rare, 1, 0.0)
        if other is not None:
            message = (
                f"{statement.source} prints {statement.said!r}, but the rules say {other.statement.said!r}"
                f" ({other.statement.place}); correct one of them, or mark the number as a claim"
            )
            yield Finding("GF167", statement.place, message, "warning" if fact.token.signed else "note")


def _list_signed_values(rules: Sequence[Statement]) -> set[float | None]:
    return {token.value for statement in rules for token in statement.tokens if token.signed}


def _compare_opposites(words: RuleWords, statement: Statement, rules: Sequence[Statement]) -> Iterator[Finding]:
    """Report a text that says the opposite of a sentence of the rules in nearly the same words (GF167)."""
    best: tuple[float, Statement, str, str] | None = None
    for other in rules:
        share, common = share_of(statement.stems, other.stems), len(statement.stems & other.stems)
        is_said = common >= _REPEATED and common >= len(statement.stems) - 1  # all but the opposed word
        if (share < _LEAST_SIMILARITY and not is_said) or common < 2 or (best and share <= best[0]):
            continue
        opposed = find_opposites(words, statement, other)
        if opposed and not _are_bounds(statement, other, *opposed):
            best = share, other, opposed[0].word, opposed[1].word
    if best:
        _, other, mine, theirs = best
        message = (
            f"{statement.source} prints {statement.said!r}, but the rules say {theirs!r} instead of {mine!r}:"
            f" {other.said!r} ({other.place}); correct one of them"
        )
        yield Finding("GF167", statement.place, message, "note")


def _are_bounds(one: Statement, other: Statement, mine: Token, theirs: Token) -> bool:
    """Return whether two words bound a number alike: `three or more` and `at least three`."""
    for statement, bound, least in ((one, mine, theirs), (other, theirs, mine)):
        before = [each.word for each in statement.tokens if each.end <= bound.start][-1:]
        if {*before} & _OR and least.word in _BOUNDS.get(bound.word, ()):
            return True
    return False


class _SaidPair(NamedTuple):
    """A word that has an opposite, the stem of the noun right after it, and the statement that has them."""

    word: str
    noun: str
    statement: Statement


def _list_pairs(opposites: Mapping[str, frozenset[str]], statement: Statement) -> Iterator[_SaidPair]:
    for one, other in pairwise(statement.tokens):
        if one.word in opposites and other.value is None:
            yield _SaidPair(one.word, stem(other.word), statement)


def _list_opposites(words: RuleWords) -> Mapping[str, frozenset[str]]:
    """Return the opposites of each word that has some."""
    pairs = (pair for both in words.opposites for pair in (both, both[::-1]))
    return {word: others for some, others in pairs for word in some}


def _compare_superlatives(
    opposites: Mapping[str, frozenset[str]], statement: Statement, pairs: Sequence[_SaidPair]
) -> Iterator[Finding]:
    """Report `the lowest card` where the rules speak of the highest card, and of the lowest one nowhere (GF167)."""
    for own in _list_pairs(opposites, statement):
        same = [each for each in pairs if each.noun == own.noun]
        against = [each for each in same if each.word in opposites[own.word]]
        if own.word.endswith(_MOST) and against and not any(each.word == own.word for each in same):
            other = against[0]
            message = (
                f"{statement.source} prints {statement.said!r}, but the rules say {other.word!r} instead of"
                f" {own.word!r}: {other.statement.said!r} ({other.statement.place}); correct one of them"
            )
            yield Finding("GF167", statement.place, message, "note")
            return


def _compare_order(prose: RulesProse, lists: Sequence[StepList], texts: Sequence[Statement]) -> Iterator[Finding]:
    """Report steps on a piece that are in a different order than in a numbered list of the rules (GF167)."""
    for block in lists:
        found = _match_steps(block, texts)
        order = [step for step, _ in found]
        if len(order) >= FEWEST_STEPS and len({*order}) == len(order) and order != sorted(order):
            late = next(n for n in range(1, len(order)) if order[n] < order[n - 1])
            first, then = found[late - 1][1], found[late][1]
            message = (
                f"{first.source} prints {first.said!r} before {then.said!r}, but the rules have these steps in the"
                f" other order ({prose.place(block.starts[order[late]])}); correct one of them"
            )
            yield Finding("GF167", first.place, message, "warning")
            return


def _match_steps(block: StepList, texts: Sequence[Statement]) -> list[tuple[int, Statement]]:
    """Return the texts that are steps of a list, in their order, each with the number of the step.

    Among steps that begin with a capital, a text in lowercase goes on with a sentence.
    """
    found = []
    for text in texts:
        numbers = list_numbers(text.tokens)
        scores = [
            0 if numbers and own and not numbers & own else len(text.stems & step) + len(text.stems & head)
            for step, head, own in zip(block.steps, block.heads, block.numbers, strict=True)
        ]
        best, first = max(scores), text.tokens[0].word if text.tokens else ""
        led = block.firsts.index(first) if block.firsts.count(first) == 1 else None
        if len(text.tokens) > 1 and led is not None and text.stems & block.steps[led]:
            found.append((led, text))  # both begin with the same verb
        elif best >= 2 and scores.count(best) == 1 and len(text.tokens) > 1:
            found.append((scores.index(best), text))
    return [each for each in found if each[1].said[0].isupper()] or found
