"""Mutants of texts: numbers, words, items, entries, rows and their order changed."""

import re
from collections.abc import Iterator
from itertools import combinations

from tests.mutants.source import Mutant, Path_, Source, SourceValue

_WORDS = (  # sets of words that can replace one another
    ("top", "right", "bottom", "left"),
    ("triangle", "square"),
    ("in", "out", "both"),
    ("counterclockwise", "clockwise"),
    ("white", "black"),
    ("switch", "rotate"),
    ("upright", "outward"),
    ("butt", "tab"),
    ("true", "false"),
    ("standard", "square"),
)
_WHOLE = re.compile(r"-?\d+(?:\.\d+)?")
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"[A-Za-z]+(?:-\w+)*")
_ORDERED = ("faces", "lines", "order", "spaces", "labels", "values", "rows", "ports", "shifts")
_CELL = re.compile(r"(?<=[,\n])[^,\n]+")
_COLOR = re.compile(r"\{\{ [Cc]olor\('(?P<role>[^']*)', ")  # a color that is checked against the data
_NUMBER = re.compile(r"\{\{ claim\((?:'(?P<text>[^']*)'|(?P<number>-?[\d.]+))")


def find_vocabulary(source: Source) -> list[tuple[str, ...]]:
    """Return the sets of words that can replace one another, including the names of the game itself."""
    roles = tuple(source.game.colors)
    groups = {role.partition(".")[0] for role in roles}
    own = [tuple(role for role in roles if role.startswith(f"{group}.")) for group in sorted(groups)]
    own += [tuple(role.rpartition(".")[2] for role in group) for group in own]
    own += [tuple(board.routes) for board in source.boards]
    own += [tuple(str(row.values.get("id", "")) for row in rows) for rows in source.game.rows.values()]
    return [words for words in (*own, *_WORDS) if len(words) > 1]


def change_values(source: Source) -> Iterator[Mutant]:
    """Yield each value with each number in it one more and one less, and each known word replaced; else misspelt."""
    words = find_vocabulary(source)
    for path, start, end, line in source.find_values():
        value = source.text[start:end]
        made = [*_step_numbers(value), *_replace_words(value, words)]
        quote = value.startswith('"')
        for at, stop, new in made or [(len(value) - quote, len(value) - quote, "x")]:
            said = value[:at] + new + value[stop:]
            edit = start + at, start + stop, new
            yield source.make_mutant(path, f"{value} -> {said}", edit, lines=(line, line))


def _step_numbers(value: str) -> Iterator[tuple[int, int, str]]:
    """Yield edits that make each number in a text one more and one less; in a longer text each run of digits."""
    alone = _WHOLE.fullmatch(value)
    for found in [alone] if alone else _DIGITS.finditer(value):
        for by in (1, -1):
            new = round(float(found[0]) + by, 3)
            if alone or new >= 0:
                yield *found.span(), f"{new:g}"


def _replace_words(value: str, vocabulary: list[tuple[str, ...]]) -> Iterator[tuple[int, int, str]]:
    """Yield edits that replace each known word by the next one of its set."""
    for found in _NAME.finditer(value):
        new = {words[(words.index(found[0]) + 1) % len(words)] for words in vocabulary if found[0] in words}
        yield from ((*found.span(), each) for each in sorted(new - {found[0]}))


def remove_and_double_items(source: Source) -> Iterator[Mutant]:
    """Yield each list with each value removed and doubled, and each inline mapping with each key removed."""
    for path, start, end, line in source.find_values():
        value, lines = source.text[start:end], (source.parent_line(path), line)
        if isinstance(path[-1], int):
            first = source.text.rfind("\n", 0, start) + 1
            head = source.text[first:start]
            again = f"{value}\n{head}" if head.strip() == "-" else f"{value}, "
            yield source.make_mutant(path, f"{value} gone", source.removal(start, end), lines=lines)
            yield source.make_mutant(path, f"{value} twice", (start, start, again), lines=(lines[0], line + 1))
        elif (key := _find_key(source, path[-1], start, line)) is not None:
            yield source.make_mutant(path, f"{value} gone", source.removal(key, end), lines=lines)


def _find_key(source: Source, name: str, value: int, line: int) -> int | None:
    """Return where the key of a value in an inline mapping begins; None for other values."""
    first = source.starts[line - 1]
    found = re.compile(rf"(?<=[{{ ]){name}: $").search(source.text, first, value)
    return found.start() if found and source.text[first : found.start()].strip() else None


def remove_entries(source: Source) -> Iterator[Mutant]:
    """Yield the data with each key on a line of its own removed, and with each row removed and doubled."""
    for path, (start, end) in source.find_entries():
        lines = source.parent_line(path), source.line_at(start)
        yield source.make_mutant(path, "gone", (start, end, ""), lines=lines)
        if isinstance(path[-1], int) and path[-2] in ("rows", "setup"):
            lines = lines[0], source.line_at(end) + 1
            yield source.make_mutant(path, "twice", (end, end, source.text[start:end]), lines=lines)


def add_color(source: Source) -> Iterator[Mutant]:
    """Yield the data with one more player color."""
    at = source.text.index("colors:\n") + len("colors:\n")
    new = '  player.white: {paint: "#ffffff", mark: star, letter: W}\n'
    yield source.make_mutant(("colors",), "one more", (at, at, new), lines=(0, 0))


def exchange_items(source: Source) -> Iterator[Mutant]:
    """Yield each list whose order matters with each two of its values exchanged."""
    lists: dict[Path_, list[SourceValue]] = {}
    for each in source.find_values():
        if isinstance(each.path[-1], int) and set(each.path) & set(_ORDERED):
            lists.setdefault(each.path[:-1], []).append(each)
    for path, scalars in lists.items():
        for one, other in combinations(scalars, 2):
            a, b = source.text[one.start : one.end], source.text[other.start : other.end]
            if a != b:
                edits = (one.start, one.end, b), (other.start, other.end, a)
                what = f"{one.path[-1]} and {other.path[-1]} exchanged: {a} and {b}"
                yield source.make_mutant(path, what, *edits, lines=(one.line, other.line))


def cross_lines(source: Source) -> Iterator[Mutant]:
    """Yield the path cards with the ends of each two lines exchanged; each port keeps a line."""
    lines = [each for each in source.find_values() if each.path[0] == "parts" and each.path[-2] == "lines"]
    for one, other in combinations(lines, 2):
        if one.path[:-1] == other.path[:-1]:
            a, b = source.text[one.start : one.end], source.text[other.start : other.end]
            edits = (one.end - 1, one.end, b[-1]), (other.end - 1, other.end, a[-1])
            yield source.make_mutant(one.path[:-1], f"{a} and {b} crossed", *edits, lines=(one.line, one.line))


def change_tables(source: Source) -> Iterator[Mutant]:
    """Yield CSV files with each number one more and one less, each item of a list removed, each row removed and doubled."""
    for file, text in source.files.items():
        for cell in _CELL.finditer(text, text.index("\n")) if file.endswith(".csv") else ():
            column = text[: text.index("\n")].split(",")[
                text.count(",", text.rfind("\n", 0, cell.start()), cell.start())
            ]
            sort, line = "counts" if column == "copies" else "decks", source.line_at(cell.start(), file)
            gone = [(*word.span(), "") for word in re.finditer(r"\d+ ?", cell[0])] if column.endswith("[]") else []
            for start, end, new in (*_step_numbers(cell[0]), *gone):
                what = f"{file} row {line - 1} {column}: {cell[0]} -> {cell[0][:start]}{new}{cell[0][end:]}"
                edit = cell.start() + start, cell.start() + end, new
                yield Mutant(source.name, sort, what, file, (edit,), (line, line))
        for row in re.finditer(r"^.+\n", text, re.MULTILINE) if file.endswith(".csv") else ():
            number = source.line_at(row.start(), file) - 1
            for what, new in (("gone", ""), ("twice", row[0] * 2)) if number else ():
                edit = row.start(), row.end(), new
                yield Mutant(source.name, "decks", f"{file} row {number} {what}", file, (edit,), (1, number + 2))


def change_rules(source: Source) -> Iterator[Mutant]:
    """Yield the rules of each language with each marked number one more and one less, and each marked word misspelt.

    Also with each checked color replaced, and translations with each claim replaced by its bare value.
    """
    for file, text in source.files.items():
        if file.endswith(".md"):
            yield from _change_numbers(source, file, text)
            yield from _change_colors(source, file, text)


def _change_numbers(source: Source, file: str, text: str) -> Iterator[Mutant]:
    where = "" if file == "rules.md" else f"{file} "
    for found in _NUMBER.finditer(text):
        (start, end), line = found.span(found.lastgroup or 0), source.line_at(found.start(), file)
        value = text[start:end]
        for at, stop, new in [*_step_numbers(value)] or [(len(value), len(value), "x")]:
            what = f"{where}line {line}: {value} -> {value[:at]}{new}{value[stop:]}"
            edit = start + at, start + stop, new
            yield Mutant(source.name, "rules", what, file, (edit,), (line, line))
        if where:
            edit = found.start(), text.index("}}", end) + 2, value
            yield Mutant(
                source.name, "rules", f"{where}line {line}: {value} claimed no more", file, (edit,), (line, line)
            )


def _change_colors(source: Source, file: str, text: str) -> Iterator[Mutant]:
    roles, where = list(source.game.colors), "" if file == "rules.md" else f"{file} "
    for found in _COLOR.finditer(text):
        line, other = source.line_at(found.start(), file), roles[roles.index(found["role"]) - 1]
        what = f"{where}line {line}: {found['role']} -> {other}"
        yield Mutant(source.name, "rules", what, file, ((*found.span("role"), other),), (line, line))
