"""Compare the texts of rows and boards with what the rules say in the same words (GF167)."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, RulesTable, parse_value
from generator.model.finding import Finding, Place
from generator.model.game import Game, Row

_TOKEN = re.compile(r"\{(?P<icon>[a-z][\w-]{0,40}+)\}|(?P<number>\d{1,6}+)(?![\w.,]\d)|(?P<word>[^\W\d_]++)")
_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s++")
_FEWEST_WORDS = 3  # words of weight and icons that both must have in common
_FEWEST_ROWS = 3  # of a table that repeats a column of the data, before the others are judged by them
_MOST_ROWS = 500
_MOST_TEXTS = 1500
_NUMBER = "#"
_BREAK = "|"


class _Text(NamedTuple):
    """A text as its words of weight, icons and `#` for each number, and these numbers."""

    words: tuple[str, ...]
    numbers: tuple[float, ...]

    @property
    def is_telling(self) -> bool:
        """Return whether it has a number and enough words for another text to be the same by no chance."""
        return bool(self.numbers) and len(self.words) - len(self.numbers) >= _FEWEST_WORDS


class _SaidInRules(NamedTuple):
    """All words of the rules in one line, and its numbers: their offsets in it, values, and offsets in the rules."""

    line: str
    offsets: Sequence[int]
    values: Sequence[float]
    places: Sequence[int]


def check_data_texts(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Report texts of the data that the rules repeat word for word with another number (GF167)."""
    if prose.words is None or prose.language is not game.first:
        return
    table_faults = list(_compare_tables(prose, game))
    yield from table_faults
    told = {finding.place for finding in table_faults}
    texts = [
        (sentence, read, place)
        for text, place in _list_texts(game)
        for sentence in (text, *_SENTENCE_END.split(text))
        if (read := _read_text(prose, sentence)).is_telling
    ]
    said = _read_rules(prose) if texts else None
    for sentence, read, place in texts:
        if said is not None and place not in told:
            found = _find_other_number(said, read)
            if found is not None:
                mine, theirs, at = found
                told.add(place)
                yield _report(sentence, place, prose, f"{theirs:g} where this says {mine:g}", at)


def _report(text: str, place: Place, prose: RulesProse, says: str, at: int) -> Finding:
    fix = "correct one of them, or ignore this if they are about different things"
    message = f"the data says {text!r}, but the rules say {says} ({prose.place(at)}); {fix}"
    return Finding("GF167", place, message, "note")


def _list_texts(game: Game) -> Iterator[tuple[str, Place]]:
    """Yield each text of the rows and of the values of parts that has a number, with its place."""
    known: set[str] = set()
    texts = [
        (value, row.place(column))
        for rows in game.rows.values()
        for row in rows[:_MOST_ROWS]
        for column, value in row.values.items()
        if isinstance(value, str) and " " in value
    ]
    texts += [each for name, part in game.parts.items() for each in _walk(game, part.values, ("parts", name, "values"))]
    for text, place in texts[:_MOST_TEXTS]:
        if text not in known and any(char.isdigit() for char in text):
            known.add(text)
            yield text, place


def _walk(game: Game, value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str, Place]]:
    if isinstance(value, str) and " " in value:
        yield value, game.place(*path)
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _walk(game, each, (*path, key))


def _read_text(prose: RulesProse, text: str) -> _Text:
    found = [(word, number) for word, number, _ in _tokenize(prose, text)]
    return _Text(tuple(word for word, _ in found), tuple(number for _, number in found if number is not None))


def _tokenize(prose: RulesProse, text: str) -> Iterator[tuple[str, float | None, int]]:
    """Yield the words of weight, icons and numbers of a text, with their offsets."""
    stops = prose.words.stops if prose.words else frozenset[str]()
    for found in _TOKEN.finditer(text):
        word = (found["word"] or "").casefold()
        value = float(found["number"]) if found["number"] else parse_value(word) if word else None
        if value is not None and word != "one":
            yield _NUMBER, value, found.start()
        elif found["icon"]:
            yield f"{{{found['icon']}}}", None, found.start()
        elif word and word not in stops:
            yield stem(word), None, found.start()


def _read_rules(prose: RulesProse) -> _SaidInRules:
    """Return the sentences and cells of the rules as one line of words."""
    pieces, offsets, values, places, length = [" "], list[int](), list[float](), list[int](), 1
    for sentence in prose.sentences:
        if prose.is_about_variants(sentence.section):
            continue
        for word, value, at in _tokenize(prose, prose.language.rules[sentence.start : sentence.end]):
            if value is not None:
                offsets.append(length)
                values.append(value)
                places.append(sentence.start + at)
            pieces.append(f"{word} ")
            length += len(word) + 1
        pieces.append(f"{_BREAK} ")
        length += len(_BREAK) + 1
    return _SaidInRules("".join(pieces), offsets, values, places)


def _find_other_number(said: _SaidInRules, text: _Text) -> tuple[float, float, int] | None:
    """Return a number of a text, the one that the rules have in its place, and where; None if they have the same.

    If the rules say the same words in several places, each must have another number.
    """
    wanted, best = f" {' '.join(text.words)} ", None
    at = said.line.find(wanted)
    while at >= 0:
        first = bisect_right(said.offsets, at)
        theirs = said.values[first : first + len(text.numbers)]
        wrong = [n for n, pair in enumerate(zip(text.numbers, theirs, strict=True)) if pair[0] != pair[1]]
        if not wrong:
            return None
        if len(wrong) == 1:
            best = text.numbers[wrong[0]], theirs[wrong[0]], said.places[first + wrong[0]]
        at = said.line.find(wanted, at + 1)
    return best


def _compare_tables(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Yield the cells of tables that have another number than the data, where other rows repeat the data (GF167)."""
    rows = _name_rows(game)
    for table in prose.tables if rows else ():
        yield from _compare_table(prose, rows, table)


def _name_rows(game: Game) -> Mapping[str, Row]:
    """Return the rows with texts by their ids and names."""
    found: dict[str, Row] = {}
    for rows in game.rows.values():
        for row in rows[:_MOST_ROWS]:
            for key in ("id", "name"):
                name = str(row.values.get(key, "")).casefold()
                found |= {name: row, name.removeprefix("the "): row} if name else {}
    return found


def _compare_table(prose: RulesProse, rows: Mapping[str, Row], table: RulesTable) -> Iterator[Finding]:
    matched = [(rows[name], cells) for cells in table.rows if cells and (name := prose.cell_text(cells[0])) in rows]
    for n in range(1, len(table.head)) if len(matched) >= _FEWEST_ROWS else ():
        pairs = [
            (row, _read_text(prose, prose.language.rules[slice(*cells[n])]), cells[n])
            for row, cells in matched
            if n < len(cells)
        ]
        same = Counter(
            column
            for row, said, _ in pairs
            for column, value in row.values.items()
            if isinstance(value, str) and said.words and _read_text(prose, value) == said
        )
        column, count = (same.most_common(1) or [("", 0)])[0]
        if count < _FEWEST_ROWS or 2 * count <= len(pairs):
            continue
        for row, said, cell in pairs:
            text = _read_text(prose, str(row.values.get(column, "")))
            if text.words == said.words and text.numbers != said.numbers:
                shown = prose.quote(*cell).strip()
                yield _report(
                    str(row.values[column]),
                    row.place(column),
                    prose,
                    f"{shown!r} of {str(row.values.get('id'))!r}",
                    cell[0] + 1,
                )
