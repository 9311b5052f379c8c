"""Find cells that are unlike all others in their column: another type, a typo, a number far away."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import gcd

from generator.check.data.row_table import (
    COUNT_COLUMN,
    UNIQUE_COLUMNS,
    RowTable,
    Suspicion,
    find_only_exception,
    most_common,
    order_by_fit,
)
from generator.language.emphasis import strip_markup
from generator.language.plurals import count_noun
from generator.model.data_types import Scalar

_FEW, _MANY = 5, 8  # other cells that must be alike, for a strong and a weak pattern
_FEWEST = 3  # other numbers, all the same, beside one with a digit too many
_SHORTEST_WORD = 4  # letters of a word with a slip
_SHORTEST_IN_TITLE = 6  # letters of a word of a title that is called a slip of a word that no title has
_SHORTEST_STEM = 3  # letters of a word of which others are forms
_SHORTEST_NAME = 3  # letters of a text that few others need to differ from
_NAMES = frozenset(
    {"name", "title", "place", "city", "town", "person", "hero", "answer", "question", "prompt"}
)  # columns in which no two rows say the same
_FEWEST_NAMES = 2  # of which two rows have one, and one more another
_MOST_ODD = 0.1  # of the values of a column may occur once, where one of them is called a slip
_MOST_WORDS = 300  # of a column that occur once; each is compared with all others
_FEWEST_KINDS = 2  # other values in a column, all of which the rules name
_COMMON = 3  # times that a word must occur to be the right one
_FAR = 3  # times the range of all other numbers
_LEAST_STEP = 5  # of numbers that are all multiples of something
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "n", "en", "ing", "y", "e")  # of forms of one word
_OTHER_ENDINGS = {"de": ("st", "est", "t", "et", "m", "em"), "fr": ("e", "es", "ez", "ent", "ons", "er")}  # by language
_WORD = re.compile(r"[^\W\d_]+")
_BLANKS = re.compile(r"^\s|\s$|\s\s|[^\S \n]")


def find_odd_values(table: RowTable) -> Iterator[Suspicion]:
    """Yield the cells of each column that are unlike all others; numbers, the surest, come first."""
    for name, numbers in table.numbers.items():
        if not name.startswith("|"):
            yield from _find_far_number(name, numbers)
    for name, cells in table.scalars.items():
        yield from _find_blanks(name, cells)
        if not _names_rows(table, name):
            yield from _find_odd_type(name, cells)
        for find in (_find_misspelled_value, _find_odd_writing):
            yield from find(name, cells)
        yield from _find_unknown_kind(table, name, cells)
        yield from _find_unsaid_slip(table, name, cells)
        yield from _find_doubled_text(table, name, cells)
        yield from _find_misspelled_word(table, name, cells)


def _names_rows(table: RowTable, name: str) -> bool:
    """Return whether a column names other rows, so that the last of a chain is empty."""
    known = {repr(cell) for key in UNIQUE_COLUMNS for cell in table.columns.get(key, ())}
    cells = [repr(cell) for cell in table.columns[name] if cell not in (None, "")]
    return name not in UNIQUE_COLUMNS and sum(cell in known for cell in cells) >= len(cells) - 1


def find_doubled_texts(table: RowTable) -> Iterator[Suspicion]:
    """Yield the one text of each column that another row has too, where all others differ."""
    for name, cells in table.scalars.items():
        yield from _find_doubled_text(table, name, cells)


def _find_doubled_text(table: RowTable, name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield the one text that another row has too, where all others differ; a few others are enough for a name."""
    counts = Counter(cell for cell in cells if isinstance(cell, str) and cell)
    doubled = [text for text, times in counts.items() if times > 1]
    if len(doubled) != 1 or counts[doubled[0]] != 2 or len(counts) != len(cells) - 1:
        return
    least = _MANY if len(doubled[0]) < _SHORTEST_NAME else _FEW
    if len(counts) >= (_FEWEST_NAMES if name in _NAMES else least):
        number = order_by_fit(table, [n for n, cell in enumerate(cells) if cell == doubled[0]])[-1]
        message = f"{name!r} is {doubled[0]!r} in two rows; in all other rows it is unique"
        yield Suspicion("GF176", number, (name,), message)


def _find_blanks(name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    for number, cell in enumerate(cells):
        if isinstance(cell, str) and "\n" not in cell and _BLANKS.search(cell):
            yield Suspicion("GF176", number, (name,), f"{name!r} has an extra space: {cell!r}")


def _find_odd_type(name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    kinds = [_name_type(cell) for cell in cells]
    usual, _ = most_common(kinds)
    number = find_only_exception([kind == usual for kind in kinds], _FEW - 1)
    if number is None or usual == "empty":
        return
    if kinds[number] == "empty":
        yield Suspicion("GF176", number, (name,), f"{name!r} is empty, but all {len(cells) - 1} others have a value")
    else:
        what = f"{name!r} is {kinds[number]} here, {cells[number]!r}, and {usual} in all {len(cells) - 1} others"
        yield Suspicion("GF176", number, (name,), what)


def _name_type(cell: Scalar) -> str:
    if cell is None or cell == "":
        return "empty"
    if isinstance(cell, bool):
        return "true or false"
    if isinstance(cell, int | float) or re.fullmatch(r"[+-]?\d+(?:\.\d+)?", str(cell)):
        return "a number"
    return "a text"


def _find_misspelled_value(name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield values that occur once and nearly are a common one, or are one in other letters."""
    if name in UNIQUE_COLUMNS:
        return
    counts = Counter(cell for cell in cells if isinstance(cell, str) and cell)
    common = [value for value, times in counts.items() if times > 1]
    if len(counts) - len(common) > max(_FEW, _MOST_ODD * len(cells)):
        return  # a column of names
    is_kind = len(counts) - len(common) == 1 and min(map(counts.__getitem__, common), default=0) >= _COMMON
    for number, cell in enumerate(cells):
        if not isinstance(cell, str) or counts[cell] != 1:
            continue
        for other in common:
            same = other.casefold().strip() == cell.casefold().strip() != ""
            if same or (counts[other] >= _COMMON and _is_slip_of_value(cell, other, is_kind)):
                message = f"{name!r} is {cell!r} only here, and {other!r} in {counts[other]} other rows"
                yield Suspicion("GF176", number, (name,), message)
                break


def _find_unknown_kind(table: RowTable, name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield the one value that a single row has, if the game speaks of all other values and never of this one."""
    counts = Counter(cell.casefold() for cell in cells if isinstance(cell, str) and cell)
    single = [value for value, times in counts.items() if times == 1]
    others = sorted(counts.keys() - {*single})
    if name in UNIQUE_COLUMNS or len(single) != 1 or len(others) < _FEWEST_KINDS or sum(counts.values()) < len(cells):
        return
    is_known = all(counts[each] >= _COMMON and table.words[each] > counts[each] for each in others)
    if is_known and table.words[single[0]] == 1:
        number = next(n for n, cell in enumerate(cells) if isinstance(cell, str) and cell.casefold() == single[0])
        listed = ", ".join(map(repr, others))
        message = f"{name!r} is {cells[number]!r} only here, and the rules never say that word, only {listed}"
        yield Suspicion("GF176", number, (name,), message)


def _find_unsaid_slip(table: RowTable, name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield a value that nothing else in the game says, if the rules say the value of which it is a typo."""
    counts = Counter(cell.casefold() for cell in cells if isinstance(cell, str))
    known = [value for value, times in counts.items() if len(value) > _SHORTEST_WORD and table.words[value] > times]
    for number, cell in enumerate(cells):
        if isinstance(cell, str) and table.words[cell.casefold()] == 1 and counts[cell.casefold()] == 1:
            right = next(
                (value for value in known if len(cell) + 1 == len(value) and is_slip(cell.casefold(), value)), ""
            )
            if right:
                message = f"{name!r} is {cell!r}, a word that nothing else in the game has; did you mean {right!r}?"
                yield Suspicion("GF176", number, (name,), message)


def _is_slip_of_value(cell: str, other: str, is_kind: bool) -> bool:
    """Return whether a value is a typo of another.

    Short ones differ on purpose, unless two letters are swapped, or one is missing and all others are a kind of many.
    """
    is_exchanged = len(other) > 2 and sorted(cell) == sorted(other)
    is_shorter = is_kind and len(other) > len(cell) > 1
    return (is_exchanged or is_shorter or len(other) >= _SHORTEST_WORD) and is_slip(cell, other)


def is_slip(word: str, other: str) -> bool:
    """Return whether a word is another with one letter wrong, missing, doubled or swapped; digits must agree."""
    if word == other or abs(len(word) - len(other)) > 1 or re.sub(r"\D", "", word) != re.sub(r"\D", "", other):
        return False
    start = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    one, two = word[start:], other[start:]
    if len(word) == len(other):
        return one[1:] == two[1:] or (one[:2] == two[1::-1] and one[2:] == two[2:])
    return one[1:] == two or one == two[1:]


def _find_misspelled_word(table: RowTable, name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield texts with a word that nothing else in the game has, nearly a word that it has often."""
    words = [list(dict.fromkeys(_WORD.findall(cell))) if isinstance(cell, str) else [] for cell in cells]
    if name in UNIQUE_COLUMNS:
        return
    endings = (*_ENDINGS, *_OTHER_ENDINGS.get(table.language, ()))
    counts = Counter(word.casefold() for every in words for word in every)
    known = {word: max(times, counts[word]) for word, times in table.words.items()} or counts
    known = {word: times for word, times in known.items() if len(word) >= _SHORTEST_WORD}
    if sum(times == 1 for times in counts.values()) > _MOST_WORDS:
        return  # names, of which each has its own words
    for number, every in enumerate(words):
        for word in every:
            small = word.casefold()
            alone = counts[small] == 1 and table.words.get(small, 1) == 1 and len(small) >= _SHORTEST_WORD
            if alone and not _has_other_form(small, table.words) and (right := _find_right_word(small, known, endings)):
                if name in _NAMES and _is_own_word_of_title(small, right, counts):
                    continue
                if not counts[right] and _is_word_of_other_rows(table, right, number, known[right]):
                    continue
                times = count_noun(known[right], "time")
                message = f"{word!r} occurs only once; is it a typing error for {right!r}, which occurs {times}?"
                yield Suspicion("GF176", number, (name,), message)


def _is_word_of_other_rows(table: RowTable, word: str, number: int, times: int) -> bool:
    """Return whether only other rows have a word, in other columns than the one that lacks it."""
    rows = (row.values.values() for n, row in enumerate(table.rows) if n != number)
    found = (_WORD.findall(str(cell).casefold()) for cells in rows for cell in cells)
    return sum(words.count(word) for words in found) >= times


def _has_other_form(word: str, words: Mapping[str, int]) -> bool:
    """Return whether the game has another form of a word, such as `roar` of `roars`, which is no slip of `roads`."""
    stems = {word.removesuffix(end) for end in _ENDINGS}
    forms = {f"{word}{end}" for end in _ENDINGS} | {stem for stem in stems if len(stem) >= _SHORTEST_STEM}
    return any(words.get(form, 0) for form in forms - {word})


def _is_own_word_of_title(word: str, right: str, counts: Mapping[str, int]) -> bool:
    """Return whether a short word of a title is its own, as in `Black rain` where no other title has `back`."""
    return len(word) < _SHORTEST_IN_TITLE and sorted(word) != sorted(right) and not counts.get(right)


def _find_right_word(word: str, known: Mapping[str, int], endings: Sequence[str]) -> str:
    """Return a frequent word of which this one is a typo; two swapped letters are a stronger sign.

    Words that differ in `endings` are forms of one word.
    """
    for each, times in known.items():
        exchanged = sorted(word) == sorted(each) and (times > 1 or len(word) > _SHORTEST_WORD)
        likely = exchanged or (times >= _COMMON and not _is_inflected(word, each, endings))
        if likely and is_slip(word, each):
            return each
    return ""


def _is_inflected(word: str, other: str, endings: Sequence[str]) -> bool:
    """Return whether two words may be forms of one word or unrelated: their first or last letters differ."""
    if word[0] != other[0] or len(word) <= _SHORTEST_WORD:
        return True
    stems = {word.removesuffix(end) for end in endings} | {word}
    return bool(stems & ({other.removesuffix(end) for end in endings} | {other}))


_MARKS = (".", "?", "!", "\u2026")
_WRITINGS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("ends with a period or another mark", lambda text: text.rstrip("\"')\u201d\u2019\u00bb").endswith(_MARKS)),
    ("begins with a capital letter", lambda text: strip_markup(text)[:1].isupper()),
    ("begins with a lowercase letter", lambda text: strip_markup(text)[:1].islower()),
    ("has the same pattern of letters and digits", lambda text: re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text))),
)


def _find_odd_writing(name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield the one text that is not written as all others are."""
    texts = [cell for cell in cells if isinstance(cell, str) and cell]
    if len(texts) != len(cells) or len(set(texts)) < 2:
        return
    for what, read in _WRITINGS:
        found = [read(text) for text in texts]
        usual, _ = most_common(found)
        plain = usual is False or (isinstance(usual, str) and _is_no_code(usual))
        number = find_only_exception([each == usual for each in found], _FEW)
        if number is not None and not plain and name not in UNIQUE_COLUMNS:
            message = f"{name!r} is {texts[number]!r} here, but each of the {len(cells) - 1} others {what}"
            yield Suspicion("GF176", number, (name,), f"{message}, such as {texts[not number]!r}")
            return


def _is_no_code(pattern: str) -> bool:
    """Return whether texts of a pattern are no codes: words without digits, plain numbers, or sentences."""
    return "0" not in pattern or pattern in ("0", "a0") or pattern.count(" ") > 1


def _find_far_number(name: str, numbers: Sequence[float]) -> Iterator[Suspicion]:
    """Yield the one number that is far from all others, or that alone is no multiple of what they are."""
    middle = sorted(numbers)[len(numbers) // 2]
    number = max(range(len(numbers)), key=lambda each: abs(numbers[each] - middle))
    rest = [each for n, each in enumerate(numbers) if n != number]
    if len(rest) < _FEWEST:
        return
    value, low, high = numbers[number], min(rest), max(rest)
    others = f"all {len(rest)} others are from {low:g} to {high:g}"
    away = max(low - value, value - high)
    far = low < high and away > _FAR * (high - low)
    negative = value < 0 <= low < high and abs(value) <= high
    longer = value > high and len(f"{value:.0f}") > len(f"{high:.0f}")
    if (len(rest) >= _FEW and (far or negative)) or (len(rest) > _FEWEST and far and longer):
        yield Suspicion("GF176", number, (name,), f"{name!r} is {value:g} here, and {others}")
    elif low == high != value and (_is_longer(value, low) or (name == COUNT_COLUMN and len(rest) >= _FEW)):
        yield Suspicion("GF176", number, (name,), f"{name!r} is {value:g} here, and {low:g} in all {len(rest)} others")
    else:
        yield from _find_odd_multiple(name, numbers)


def _is_longer(value: float, usual: float) -> bool:
    """Return whether a number is a usual one with a digit typed too often: 11 or 10 for 1."""
    one, other = f"{value:g}", f"{usual:g}"
    return len(one) == len(other) + 1 and one.startswith(other) and (one[-1] in ("0", other[-1]))


def _find_odd_multiple(name: str, numbers: Sequence[float]) -> Iterator[Suspicion]:
    if any(each != int(each) for each in numbers) or len(numbers) <= _MANY - 1:
        return
    for step in (100, 50, 25, 20, 10, _LEAST_STEP):
        number = find_only_exception([each % step == 0 for each in numbers], _MANY - 1)
        if number is not None and gcd(*map(int, numbers)) < step and len(set(numbers)) > 2:
            message = (
                f"{name!r} is {numbers[number]:g} here, but a multiple of {step} in all {len(numbers) - 1} other rows"
            )
            yield Suspicion("GF176", number, (name,), message)
            return
