"""Report numbers of worked examples that do not follow from the words around them (GF163)."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.arithmetic import evaluate_side, find_sides
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding
from generator.model.game import Game, Part

_RESULTS = frozenset("result answer product sum total difference ergebnis summe produkt".split())
_SEQUENCES = frozenset("run runs straight straights sequence sequences consecutive ascending folge reihe".split())
_SUCH = re.compile(
    r"(?:such as|for example|e\.g\.|like|etwa|zum Beispiel)[ \n]{1,9}"
    r"(?P<list>\d{1,3}(?:(?:, | and | und |, and )\d{1,3}){2,20})"
)
_ORDINALS = {
    word: n
    for n, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
_ARRIVES = frozenset(
    "comes come goes go moves move lands land stands stand enters enter reaches reach brings bring".split()
)
_SHORT = re.compile(
    r"(?:square|space|field|cell|feld) (?P<at>\d{1,4}), (?:only )?(?P<by>\w{1,12}) (?:squares? |spaces? |steps? )?"
    r"(?:short of|away from|before|from) "
)
_ROWS = frozenset(
    "row rows column columns line lines reihe reihen zeilen spalten rangée rangées lignes colonnes".split()
)
_ARTICLES = frozenset("a an another ein eine einen un une".split())
_TIMES = ("\u00d7", "x", "*", "\u00b7")
_REACH = 6


class _Sum(NamedTuple):
    """An equation in a sentence: where its left side begins and ends, and the typed numbers in it."""

    start: int
    end: int
    typed: Sequence[tuple[int, float]]
    products: Sequence[tuple[float, float]]


def check_example_numbers(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report numbers in examples that come from nowhere or do not give the stated result (GF163)."""
    words = prose.words
    if words is None:
        return
    blocks: dict[int, list[Sentence]] = {}
    for sentence in prose.sentences:
        blocks.setdefault(sentence.block, []).append(sentence)
    points, ends = _collect_points(game), _find_ends(prose, parts)
    for sentences in blocks.values():
        for n, sentence in enumerate(sentences):
            yield from _check_terms(prose, sentences, n)
            yield from _check_told_result(prose, sentence, sentences[n + 1 : n + 2])
            yield from _check_several(prose, words, points, sentence)
            yield from _check_sequence(prose, sentence)
            yield from _check_arrival(prose, words, sentence)
            yield from _check_short_of(prose, ends, sentence)
            yield from _check_rows_of(prose, words, game, parts, sentences[max(0, n - 1) : n + 1])


def _check_terms(prose: RulesProse, sentences: Sequence[Sentence], n: int) -> Iterator[Finding]:
    """Report a typed number of a sum that the words before it do not have: `five stars: 4 + 3 = 7`."""
    sentence = sentences[n]
    for found in find_sides(prose, sentence.start, sentence.end):
        before = [token for each in sentences[: n + 1] for token in each.tokens if token.end <= found.start()]
        own = [token.value for token in before if token.start >= sentence.start and token.value is not None]
        colon = prose.plain[: found.start()].rstrip().endswith(":")
        if not colon or not any(value > 1 for value in own):
            continue
        known = {token.value for token in before if token.value is not None}
        known.add(_count_names(prose.plain[sentence.start : found.start()]))
        sums = {one + other for one in known for other in known}
        terms = prose.tokenize(*found.span())
        yield from _check_named_number(prose, sentence, found, terms, known)
        has_held = any(prose.is_held(token.start) for token in terms)
        for n_th, token in enumerate(terms):
            value = abs(token.value or 0)
            counts = has_held or prose.plain[token.end : token.end + 2].lstrip()[:1] in _TIMES
            if (
                counts
                and value > 1
                and value not in (known | sums if n_th else known)
                and not prose.is_held(token.start)
            ):
                said = prose.quote(sentence.start, found.start())
                message = (
                    f"the sum has {token.word!r}, a number that does not follow from {said!r}; correct one of them"
                )
                yield prose.report("GF163", token.start, message, "warning")
                return


def _count_names(text: str) -> int:
    """Return how many words of a sentence begin with a capital letter, without its first: `Marrow, Tarn and Quill`."""
    return sum(word[0].isupper() for word in text.split()[1:])


def _check_named_number(
    prose: RulesProse, sentence: Sentence, found: re.Match[str], terms: Sequence[Token], known: Set[float | None]
) -> Iterator[Finding]:
    """Yield a finding for `holds a king, a 5 and an ace: 10 + 4 + 1`: the 5 is not added, and no words name the 4."""
    added = {token.value for token in terms}
    named = [
        number
        for article, number in pairwise(sentence.tokens)
        if article.word in _ARTICLES and number.end <= found.start() and number.word.isdecimal()
    ]
    left, unnamed = [each for each in named if each.value not in added], added - known
    if len(named) >= len(terms) - len(unnamed) and len(left) == 1 and unnamed and not prose.is_held(left[0].start):
        side = found[0].strip()
        message = f"the words before {side!r} name a {left[0].word}, which the sum does not add; correct one of them"
        yield prose.report("GF163", left[0].start, message, "note")


def _check_told_result(prose: RulesProse, sentence: Sentence, after: Sequence[Sentence]) -> Iterator[Finding]:
    """Report `"3 x 9". The result is 24.` and for `the result of 3 x 9 is 24`."""
    for found in find_sides(prose, sentence.start, sentence.end, equation=False):
        is_equation = "=" in found[0] or prose.plain[found.end() :].lstrip()[:1] == "="
        if is_equation or not re.search(r"[+\u2212\u00d7*\u00f7x-]", found[0]):
            continue
        behind = [token for token in sentence.tokens if token.start >= found.end()]
        before = {token.word for token in sentence.tokens if token.end <= found.start()}
        tokens: Sequence[Token] = behind[:2] if before & _RESULTS else ()
        if not tokens and after and {token.word for token in after[0].tokens[:3]} & _RESULTS:
            tokens = after[0].tokens[:5]
        told = next((token for token in tokens if token.value is not None), None)
        value = evaluate_side(prose, found[0])
        if told is not None and value is not None and abs(value - (told.value or 0)) > 1e-9:
            message = f"the rules say {found[0].strip()!r} and {told.word!r} as its result; correct one of them"
            at = found.start() if prose.is_held(told.start) else told.start
            yield prose.report("GF163", at, message, "warning")


def _collect_points(game: Game) -> Mapping[float, frozenset[float]]:
    """Return what cards of a number or rank may count, by the columns about points and values."""
    found: dict[float, set[float]] = {}
    for rows in game.rows.values():
        for row in rows[:1000]:
            numbers = {key: value for key, value in row.values.items() if isinstance(value, int) and key != "copies"}
            names = [numbers[key] for key in ("rank", "number", "value", "id") if key in numbers]
            for name in names:
                found.setdefault(float(name), set()).update(map(float, numbers.values()))
    return {name: frozenset(values) for name, values in found.items()}


def _check_several(
    prose: RulesProse, words: RuleWords, points: Mapping[float, frozenset[float]], sentence: Sentence
) -> Iterator[Finding]:
    """Report `two 7s, which are 12 points`."""
    tokens = sentence.tokens
    for n in range(len(tokens) - 3):
        count, rank, plural = tokens[n : n + 3]
        if count.value is None or rank.value is None or plural.word != "s" or plural.start != rank.end:
            continue
        for m in range(n + 3, min(n + 3 + _REACH, len(tokens) - 1)):
            total = tokens[m]
            if total.value is None or tokens[m + 1].word not in words.points or prose.is_held(total.start):
                continue
            each = points.get(rank.value, frozenset({rank.value})) | {rank.value}
            if total.value not in {count.value * value for value in each}:
                said, right = prose.quote(count.start, plural.end), count.value * rank.value
                message = f"the rules count {total.word} for {said!r}, but that makes {right:g}; correct one of them"
                yield prose.report("GF163", total.start, message, "warning")
            break


def _check_sequence(prose: RulesProse, sentence: Sentence) -> Iterator[Finding]:
    """Report an example of a run that has a gap: `such as 5, 6 and 8`."""
    if not _SEQUENCES & sentence.words:
        return
    for found in _SUCH.finditer(prose.plain, sentence.start, sentence.end):
        numbers = [int(number) for number in re.findall(r"\d+", found["list"])]
        if {abs(one - other) for one, other in pairwise(numbers)} != {1}:
            message = f"the rules give {found['list']!r} as an example of a run, but the numbers are not consecutive"
            yield prose.report("GF163", found.start("list"), f"{message}; correct one of them", "note")


def _check_arrival(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Iterator[Finding]:
    """Report `with a 3 the piece comes to the fourth square`."""
    tokens = sentence.tokens
    nouns = words.spaces | {f"{word}s" for word in words.spaces}
    for n, token in enumerate(tokens[:-1]):
        place = _ORDINALS.get(token.word)
        if place is None or tokens[n + 1].word not in nouns or tokens[n - 1].word not in ("the", "a"):
            continue
        before = tokens[max(0, n - 12) : n]
        thrown = [m for m in range(len(before) - 2) if before[m].word == "with" and before[m + 2].value is not None]
        if len(thrown) != 1 or not _ARRIVES & {each.word for each in before[thrown[0] :]}:
            continue
        number = before[thrown[0] + 2]
        between = prose.plain[number.end : token.start]
        if (
            not any(mark in between for mark in ".;:")
            and number.value != place
            and before[thrown[0] + 1].word in ("a", "the")
        ):
            said = prose.quote(before[thrown[0]].start, tokens[n + 1].end)
            message = (
                f"the rules say {said!r}, which are different numbers; correct one"
                " of them, if both count from the start"
            )
            yield prose.report("GF163", token.start, message, "note")


def _find_ends(prose: RulesProse, parts: Sequence[Part]) -> frozenset[int]:
    """Return the lengths of ways and the last numbers of boards and tracks; of a way, the one that a claim holds."""
    found: set[int] = set()
    lengths = {len(route) for part in parts if part.board for route in part.board.routes.values()}
    held = {token.value for each in prose.sentences for token in each.tokens if prose.is_held(token.start)}
    for length in lengths:
        found |= {each for each in (length, length - 1) if each in held} or {length, length - 1}
    for part in parts:
        labels = [cell.label for cell in part.board.cells.values()] if part.board else []
        found |= {max((int(label) for label in labels if label.isdecimal() and len(label) < 5), default=0)}
        found |= (
            {max((space["n"] for space in part.values.get("spaces", ())), default=0)} if part.kind == "track" else set()
        )
    return frozenset(found - {0})


def _check_short_of(prose: RulesProse, ends: frozenset[int], sentence: Sentence) -> Iterator[Finding]:
    """Report `from square 79, six short of home` where no way is 85 long."""
    for found in _SHORT.finditer(prose.plain, sentence.start, sentence.end) if ends else ():
        by = prose.parse_value(found["by"].casefold())
        near = {end for end in ends if by is not None and abs(end - int(found["at"]) - by) <= 2}
        if by is not None and near and not prose.is_held(found.start("by")) and int(found["at"]) + by not in ends:
            end = min(near)
            message = (
                f"the rules say {prose.quote(found.start(), found.end('by'))!r}, but from {found['at']} it is"
                f" {end - int(found['at'])} to {end}; correct one of them"
            )
            yield prose.report("GF163", found.start("by"), message, "note")


def _check_rows_of(
    prose: RulesProse, words: RuleWords, game: Game, parts: Sequence[Part], sentences: Sequence[Sentence]
) -> Iterator[Finding]:
    """Report `lay the cards in 4 rows of 8` where there are 24."""
    sentence = sentences[-1]
    tokens = sentence.tokens
    for n in range(len(tokens) - 3):
        count, noun, of, each = tokens[n : n + 4]
        if (
            noun.word not in _ROWS
            or of.word not in ("of", "von", "zu", "de")
            or count.value is None
            or each.value is None
        ):
            continue
        if n + 4 < len(tokens) and tokens[n + 4].value is not None:
            continue
        named = {name.casefold() for names in prose.language.parts.values() for name in names}
        parts_here = [
            part
            for part in parts
            if {name.casefold().split()[-1] for name in prose.language.parts.get(part.id, ())} & sentence.words
        ]
        if not parts_here or not named:
            continue
        product = count.value * each.value
        known = {token.value for other in sentences for token in other.tokens if token not in (count, each)}
        grids = {len(part.board.cells) for part in parts if part.board}
        if product not in known | grids | {part.count for part in parts_here} and not words.conditions & sentence.words:
            there = " or ".join(str(part.count) for part in parts_here)
            said = prose.quote(count.start, each.end)
            at = each if prose.is_held(count.start) else count
            message = f"the rules say {said!r}, which makes {product:g}, but there are {there}; correct one of them"
            yield prose.report("GF163", at.start, message, "note")
