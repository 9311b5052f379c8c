"""Report sums and products in the rules that are wrong: `3 x 4 = 13`, `7 and 5 make 11`, columns of totals (GF163)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import add, mul, sub, truediv
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, RulesTable, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Level

_NUMBER = r"\d+(?:[.,]\d+)*+"
_UNIT = r"(?: {0,4}(?!x\b)[^\W\d_]++)?"  # `3 cards x 2 points`
_SIGN = r" {0,4}(?:[+\u2212\u2013\u00d7*\u00b7\u00f7/]|(?<= )[-x](?= )) {0,4}"
_SIDE = rf"{_NUMBER}{_UNIT}(?:{_SIGN}{_NUMBER}{_UNIT})*+"
_EQUATION = re.compile(rf"(?<![\w.,/\\^%]){_SIDE}(?: {{0,4}}= {{0,4}}{_SIDE})*+")
_SIDE_ALONE = re.compile(_SIDE)
_TERM = re.compile(rf"(?P<number>{_NUMBER})|(?P<sign>[+\u2212\u2013\u00d7*\u00b7\u00f7/-]|\bx\b)")
_OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    **dict.fromkeys("+", add),
    **dict.fromkeys("-\u2212\u2013", sub),
    **dict.fromkeys("x\u00d7*\u00b7", mul),
    **dict.fromkeys("\u00f7/", truediv),
}
_BINDS = frozenset("x\u00d7*\u00b7\u00f7/")
_TOLERANCE = 1e-9
_OPEN = tuple("+-\u2212\u2013\u00d7*\u00b7\u00f7/=(<>\u2264\u2265\u00b1^")  # before a number that is only a piece
_OPERATOR = re.compile(r"[+\u2212\u2013\u00d7*\u00b7\u00f7/]|(?<= )[-x](?= )")
_TIMES = re.compile(r"[\u00d7*\u00b7]|(?<= )x(?= )")
_RANGE = re.compile(r"\d\u2013\d")
_WORD = re.compile(r"[^\W\d_]+")
_ARTICLES = frozenset("a an another ein eine einen un une".split())
_CLOSE_TOTAL = 2  # by which a total may be off for it to be a total of the numbers before it
_QUOTES = '"\u201c\u201d\u201e\u2018'


def check_arithmetic(prose: RulesProse) -> Iterator[Finding]:
    """Report false equations as errors, and wrong sums in words and tables as warnings (GF163)."""
    yield from _check_equations(prose)
    if prose.words:
        for sentence in prose.sentences:
            yield from _check_worded_sums(prose, sentence)
        for table in prose.tables:
            yield from _check_total_row(prose, table)
            yield from _check_total_column(prose, table)


def _check_equations(prose: RulesProse) -> Iterator[Finding]:
    for found in _EQUATION.finditer(prose.plain):
        before = prose.plain[max(0, found.start() - 6) : found.start()].rstrip()
        if "=" not in found[0]:
            continue
        typed, end = found[0].rstrip(), found.start() + len(found[0].rstrip())
        if before[-1:] in _OPEN or _goes_on(prose, end) or not _OPERATOR.search(typed.split("=")[0]):
            continue  # only a piece of an expression, or an exchange such as `1 = 5 points`
        units = [word for word in _WORD.findall(typed) if word != "x"]
        if len({*units}) > 1 and not _TIMES.search(typed):
            continue  # `1 wood + 1 brick = 1 road`
        if units and _RANGE.search(typed):
            continue  # a range: from 1 to 2 it is one round
        sides = [evaluate_side(prose, side) for side in typed.split("=")]
        known = [value for value in sides if value is not None]
        if len(known) < len(sides) or max(known) - min(known) <= _TOLERANCE:
            continue
        at = found.start() + typed.rfind("=") + 1
        at += len(prose.plain[at:end]) - len(prose.plain[at:end].lstrip())
        left = typed.split("=")[0].strip()
        message = f"the rules say {typed!r}, but {left!r} gives {_spell(known[0])}; correct one of them"
        yield prose.report("GF163", at, message, _judge_equation(prose, found.start(), end, bool(units)))


def find_sides(prose: RulesProse, start: int, end: int, equation: bool = True) -> Iterator[re.Match[str]]:
    """Yield the left sides of equations between two offsets, or all expressions."""
    for found in _EQUATION.finditer(prose.plain, start, end):
        side = _SIDE_ALONE.match(prose.plain, found.start(), end)
        if side and (not equation or ("=" in found[0] and _OPERATOR.search(found[0].split("=")[0]))):
            yield side


def _judge_equation(prose: RulesProse, start: int, end: int, has_units: bool) -> Level:
    """Return how certain it is that a false equation is a mistake.

    It is one if bare numbers stand in a plain sentence, which does not go on to explain them.
    """
    if "/" in prose.plain[start:end] or "\u00f7" in prose.plain[start:end]:
        return "note"  # perhaps rounded
    sentence = next(iter(prose.sentences_between(0, start + 1)[-1:]), None)
    around = sentence.words if sentence else frozenset()
    quoted = sentence is not None and any(mark in prose.plain[sentence.start : sentence.end] for mark in _QUOTES)
    ends = not prose.plain[end : end + 2].strip() or prose.plain[end : end + 2].lstrip()[0] in ".,;:!)|"
    hedged = prose.words is None or bool(prose.words.hedges & around)
    return "warning" if has_units or quoted or hedged or not ends else "error"


def _goes_on(prose: RulesProse, end: int) -> bool:
    """Return whether an expression continues after an offset."""
    rest = prose.plain[end : end + 6].lstrip(" ")
    return rest[:1] in tuple("+\u2212\u00d7*\u00b7\u00f7/=(%^") or rest[:2] in ("- ", "x ", "\u2013 ")


def evaluate_side(prose: RulesProse, side: str) -> float | None:
    """Return the value of a sum of products; None if it divides by zero."""
    total, product, sign = 0.0, None, "+"
    for found in _TERM.finditer(side):
        if found["sign"]:
            sign = found["sign"]
            continue
        value = prose.parse_value(found["number"]) or 0.0
        if product is None or sign not in _BINDS:
            total += product or 0.0
            product = -value if product is not None and sign in "-\u2212\u2013" else value
        elif sign in "\u00f7/" and not value:
            return None
        else:
            product = _OPERATIONS[sign](product, value)
    return total + (product or 0.0)


class _Sum(NamedTuple):
    """A sum in words: `7 plus 5 is 12`; `at` is the index of its result."""

    value: float
    result: Token


def _check_worded_sums(prose: RulesProse, sentence: Sentence) -> Iterator[Finding]:
    words = prose.words
    tokens = sentence.tokens
    if words is None or sum(token.value is not None for token in tokens) < 3:
        return
    yield from _check_close_totals(prose, words, tokens)
    for at in range(len(tokens) - 4):
        made = _read_sum(prose, tokens[at : at + 7])
        if made and made.result.value is not None and abs(made.value - made.result.value) > _TOLERANCE:
            said = prose.quote(tokens[at].start, made.result.end)
            message = f"the rules say {said!r}, but that gives {_spell(made.value)}; correct one of the numbers"
            yield prose.report("GF163", made.result.start, message, "warning")


def _check_close_totals(prose: RulesProse, words: RuleWords, tokens: Sequence[Token]) -> Iterator[Finding]:
    """Yield a note (GF163) for `has 2, so a roll of 5 makes 8` and `5, 5 and 3: together that is 12`."""
    for n, token in enumerate(tokens[:-1]):
        is_total = token.word in words.total
        behind = [each for each in tokens[n + 1 : n + (4 if is_total else 2)] if each.value is not None]
        numbers = [each.value for each in tokens[:n] if each.value is not None and not each.signed]
        if not (is_total or token.word in words.makes) or not behind or not 2 <= len(numbers) <= (6 if is_total else 2):
            continue
        said, made = behind[0].value or 0.0, sum(value or 0.0 for value in numbers)
        if (
            0 < abs(said - made) <= _CLOSE_TOTAL
            and said not in numbers
            and not _OPERATOR.search(prose.plain[tokens[0].start : token.start])
        ):
            message = f"the numbers before {prose.quote(token.start, behind[0].end)!r} add up to {_spell(made)}"
            yield prose.report("GF163", behind[0].start, f"{message}; correct one of them", "note")
        return


def _read_sum(prose: RulesProse, tokens: Sequence[Token]) -> _Sum | None:
    """Return the sum that tokens begin with: number, word, number, `is`, number."""
    words = prose.words
    if tokens[2].word in _ARTICLES and len(tokens) > 5:
        tokens = [*tokens[:2], *tokens[3:]]
    one, sign, other, equals = tokens[:4]
    rest = tokens[4:]
    while rest and rest[0].value is None and rest[0].word in ("up", "to", "add", "leaves", "that"):
        rest = rest[1:]
    if words is None or one.value is None or other.value is None or not rest or rest[0].value is None:
        return None
    between = prose.plain[one.end : other.start] + prose.plain[other.end : rest[0].start]
    if any(char in between for char in ",;:()|\n="):
        return None
    added = equals.word in words.makes or equals.word in ("leaves", "add")
    is_equal = equals.word in words.equals or added
    if sign.word in words.plus and (is_equal if sign.word not in words.joins else added):
        return _Sum(one.value + other.value, rest[0])
    if sign.word in words.joins and added and sign.word in ("and", "und", "et"):
        return _Sum(one.value + other.value, rest[0])
    if sign.word in words.minus and is_equal:
        return _Sum(one.value - other.value, rest[0])
    return _Sum(one.value * other.value, rest[0]) if sign.word in words.times and is_equal else None


def _cell_value(prose: RulesProse, span: tuple[int, int]) -> float | None:
    """Return the number that a cell is, None if there is more in it."""
    tokens = prose.tokenize(*span)
    alone = len(tokens) == 1 and not prose.plain[slice(*span)].strip(" *+").endswith("%")
    return tokens[0].value if alone else None


def _check_total_row(prose: RulesProse, table: RulesTable) -> Iterator[Finding]:
    """Report numbers in a last row called total that are not the sums of their columns (GF163)."""
    words = prose.words
    if words is None or len(table.rows) < 3 or not ({*prose.cell_text(table.rows[-1][0]).split()} & words.total):
        return
    for column in range(1, min(len(row) for row in table.rows)):
        *values, total = (_cell_value(prose, row[column]) for row in table.rows)
        known = [value for value in values if value is not None]
        if total is not None and len(known) == len(values) and abs(sum(known) - total) > _TOLERANCE:
            at = prose.tokenize(*table.rows[-1][column])[0].start
            message = f"the total is {_spell(total)}, but the numbers above it add up to {_spell(sum(known))}"
            yield prose.report("GF163", at, f"{message}; correct one of them", "warning")


def _check_total_column(prose: RulesProse, table: RulesTable) -> Iterator[Finding]:
    """Report a number in a column called total that is no sum, where those of most other rows are (GF163)."""
    words = prose.words
    heads = [{*prose.cell_text(cell).split()} for cell in table.head]
    if words is None or len(table.rows) < 3 or not heads or not (heads[-1] & words.total):
        return
    sums: list[tuple[float, float, int]] = []
    for row in table.rows:
        values = [_cell_value(prose, cell) for cell in row[1:]]
        known = [value for value in values if value is not None]
        if len(values) > 2 and len(known) == len(values):
            sums.append((sum(known[:-1]), known[-1], prose.tokenize(*row[-1])[0].start))
    wrong = [each for each in sums if abs(each[0] - each[1]) > _TOLERANCE]
    if len(wrong) * 3 <= len(sums):
        for value, total, at in wrong:
            message = f"the total is {_spell(total)}, but the numbers before it add up to {_spell(value)}"
            yield prose.report("GF163", at, f"{message}; correct one of them", "warning")


def _spell(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"
