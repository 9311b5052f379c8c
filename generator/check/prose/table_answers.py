"""Report tables whose answers differ from another table or a sentence, and colors given twice (GF168)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, RulesTable, Sentence, Span, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_MAY = frozenset("can may darf kann d\u00fcrfen k\u00f6nnen".split())
_BE = frozenset("be werden".split())
_BY = frozenset("by von".split())
_ONLY = frozenset("only nur".split())
_YES = frozenset("yes ja".split())
_SIDES = frozenset("opponent opponents enemy enemies single too well gegner einzelner einzelne".split())
_STEM = 6  # letters by which nouns are compared
_NOUNS = 3  # words of a noun phrase, at most


class Answer(NamedTuple):
    """What somebody may do to something: the stems of the verb, of who does it and of what it is done to."""

    verb: str
    actor: frozenset[str]
    target: frozenset[str]
    allowed: bool
    at: int
    said: str


def check_table_answers(prose: RulesProse) -> Iterator[Finding]:
    """Report a cell that says yes where another table or a sentence says no, and the reverse (GF168)."""
    words = prose.words
    if words is None or not prose.tables:
        return
    answers = list_table_answers(prose, words)
    verbs = frozenset(answer.verb for answer in answers)
    told = [answer for sentence in prose.sentences for answer in _read_rules_sentence(prose, words, verbs, sentence)]
    done: set[int] = set()
    for n, answer in enumerate(answers):
        for other in (*told, *answers[:n]):
            if {answer.at, other.at} & done or not _is_same_question(answer, other) or answer.allowed == other.allowed:
                continue
            done |= {answer.at, other.at}
            message = (
                f"the table says {answer.said!r}, but elsewhere {other.said!r} ({prose.place(other.at)});"
                " correct one of them"
            )
            yield prose.report("GF168", answer.at, message, "warning")
    for table in prose.tables:
        yield from _check_repeated_colors(prose, table)


def _is_same_question(one: Answer, other: Answer) -> bool:
    return one.verb == other.verb and one.actor == other.actor and one.target == other.target


def _read_table(prose: RulesProse, words: RuleWords, table: RulesTable) -> Iterator[Answer]:
    """Yield the answers of a table: rows or columns of those who act, and cells such as `yes` and `takes both`."""
    heads = [_cell_stems(prose, words, cell) for cell in table.head]
    verbs = [_find_verb(prose, words, cell) for cell in table.head]
    for row in table.rows:
        first = _find_label(prose, words, row)
        own = {
            verb
            for cell in row[1:]
            if (verb := _find_verb(prose, words, cell)) and not _is_negative(prose, words, cell)
        }
        for n, cell in enumerate(row):
            if first is None or n <= first or n >= len(heads) or not prose.tokenize(*cell):
                continue
            allowed = not _is_negative(prose, words, cell)
            said = f"{prose.cell_text(row[first])} | {prose.cell_text(table.head[n])} | {prose.cell_text(cell)}"
            at = prose.tokenize(*cell)[0].start
            actor = _cell_stems(prose, words, row[first])
            if (
                verbs[n] and ({*prose.cell_text(cell).split()} <= _YES or not allowed) and n != first
            ):  # `takes a stack`: yes
                yield Answer(verbs[n], actor, _name_stems(words, prose.tokenize(*table.head[n])[1:]), allowed, at, said)
            elif len(own) == 1 and heads[n]:  # `an enemy double | takes all`
                yield Answer(next(iter(own)), heads[n], actor, allowed, at, said)


def _cell_stems(prose: RulesProse, words: RuleWords, cell: Span) -> frozenset[str]:
    return _name_stems(words, prose.tokenize(*cell))


def _name_stems(words: RuleWords, tokens: Sequence[Token]) -> frozenset[str]:
    """Return what tokens name, in the singular and without words for one piece of the other side."""
    found = {token.word for token in tokens if token.value is None and token.word not in words.stops | _SIDES}
    return frozenset(word.removesuffix("s")[:_STEM] for word in found if len(word) > 2)


def _find_verb(prose: RulesProse, words: RuleWords, cell: Span) -> str:
    """Return the stem of the verb that a cell begins with, such as `takes a stack`; empty if it has none."""
    tokens = prose.tokenize(*cell)
    word = tokens[0].word if tokens else ""
    verb = word.endswith("s") and not word.endswith("ss") and len(word) > 3 and word not in words.stops
    return stem(word) if verb and len(tokens) > 1 else ""


def _is_negative(prose: RulesProse, words: RuleWords, cell: Span) -> bool:
    return bool(words.negations & {token.word for token in prose.tokenize(*cell)})


def list_table_answers(prose: RulesProse, words: RuleWords) -> list[Answer]:
    """Return the answers of all tables."""
    return [answer for table in prose.tables for answer in _read_table(prose, words, table)]


def find_wrong_answer(
    prose: RulesProse, words: RuleWords, answers: Sequence[Answer], said: str, tokens: Sequence[Token]
) -> Answer | None:
    """Return the answer of a table that a text, such as one on a piece, contradicts; None if there is none."""
    verbs = frozenset(answer.verb for answer in answers)
    for own in read_answers(prose, words, verbs, said, tokens):
        for answer in answers:
            if _is_same_question(own, answer) and own.allowed != answer.allowed:
                return answer
    return None


def _read_rules_sentence(
    prose: RulesProse, words: RuleWords, verbs: frozenset[str], sentence: Sentence
) -> Iterator[Answer]:
    if not (words.conditions | words.elsewhere) & sentence.words:
        yield from read_answers(prose, words, verbs, prose.quote(sentence.start, sentence.end), sentence.tokens)


def read_answers(
    prose: RulesProse, words: RuleWords, verbs: frozenset[str], said: str, tokens: Sequence[Token]
) -> Iterator[Answer]:
    """Yield the answers of `a double can be taken only by a double` and `a pawn takes no stack`."""
    for n, token in enumerate(tokens):
        if _participle_stem(token) not in verbs or n == 0:
            continue
        verb = _participle_stem(token)
        allowed = not words.negations & {each.word for each in tokens[n + 1 : n + 2]}
        passive = tokens[n - 1].word in _BE and any(each.word in _MAY for each in tokens[max(0, n - 3) : n])
        by = next((m for m in range(n + 1, min(n + 3, len(tokens))) if tokens[m].word in _BY), None)
        if passive and by is not None:
            may = next(m for m in range(n - 1, -1, -1) if tokens[m].word in _MAY)
            target, actor = _noun_before(words, tokens, may), _noun_behind(words, tokens, by + 1)
            only = bool(_ONLY & {each.word for each in tokens[n:by]})
        elif not passive and tokens[n - 1].word not in _BE:
            may = n - 1 if tokens[n - 1].word in _MAY else n
            if words.negations & {each.word for each in tokens[max(0, n - 2) : n]}:
                continue
            actor, target = _noun_before(words, tokens, may), _noun_behind(words, tokens, n + 1)
            only = tokens[0].word in _ONLY
        else:
            continue
        if not actor or not target:
            continue
        yield Answer(verb, actor, target, allowed, token.start, said)
        if only:
            yield from (
                Answer(verb, other, target, False, token.start, said) for other in _find_rivals(prose, words, actor)
            )


def _participle_stem(token: Token) -> str:
    """Return the stem of a verb; that of `take` for `taken`."""
    word = token.word
    return stem(word.removesuffix("n")) if word.endswith("en") and len(word) > 4 else stem(word)


def _noun_before(words: RuleWords, tokens: Sequence[Token], end: int) -> frozenset[str]:
    return _name_stems(words, tokens[max(0, end - _NOUNS) : end])


def _noun_behind(words: RuleWords, tokens: Sequence[Token], start: int) -> frozenset[str]:
    return _name_stems(words, [token for token in tokens[start : start + _NOUNS] if token.word not in words.negations])


def _find_rivals(prose: RulesProse, words: RuleWords, actor: frozenset[str]) -> frozenset[frozenset[str]]:
    """Return what else acts in tables: the other heads of columns, or of rows, among which somebody is."""
    found: set[frozenset[str]] = set()
    for table in prose.tables:
        labels = [_find_label(prose, words, row) for row in table.rows]
        for cells in (table.head, [row[n] for row, n in zip(table.rows, labels, strict=True) if n is not None]):
            heads = {_cell_stems(prose, words, cell) for cell in cells}
            found |= heads if actor in heads else set()
    return frozenset(found - {actor, frozenset()})


def _find_label(prose: RulesProse, words: RuleWords, row: Sequence[Span]) -> int | None:
    """Return the cell of a row that says what the row is about: the first with words, and no picture."""
    for n, cell in enumerate(row):
        if prose.tokenize(*cell) and not prose.language.rules[slice(*cell)].lstrip().startswith("!["):
            return n
    return None


def _check_repeated_colors(prose: RulesProse, table: RulesTable) -> Iterator[Finding]:
    """Report a color that appears twice in a column whose other rows all have one of their own (GF168)."""
    if len(table.rows) < 3:
        return
    for column in range(min(len(row) for row in table.rows)):
        named = [
            (mark.color, mark.start)
            for row in table.rows
            for mark in prose.language.marked
            if mark.color and row[column][0] <= mark.start < row[column][1]
        ]
        counts = Counter(role for role, _ in named)
        if len(named) == len(table.rows) and len(counts) == len(named) - 1:
            role, at = next((role, at) for role, at in reversed(named) if counts[role] > 1)
            called = prose.game.colors[role].called
            message = (
                f"the column has {called!r} in two rows, and a different color in each other row; correct one of them"
            )
            yield prose.report("GF168", at, message, "note")
