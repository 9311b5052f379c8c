"""List what the rules say and nothing checks: numbers, colors, names of rows and directions outside claims and braces.

The English of the rules is not read. So this is the list of what a person may want to claim, each with the claim to
write. A word is inside a claim where the rules say, word for word, what a claim of `game.yaml` says.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple, TypeVar

from generator.check.claims.context import ClaimContext
from generator.check.claims.symmetry import circuit
from generator.check.words.part_names import PartNames, fold_case, number_pattern
from generator.check.words.rules_text import HIDDEN, PLACEHOLDER, mask_rules
from generator.language.expressions import spell_value
from generator.language.translation import parse_translated_number
from generator.model.coverage import UnclaimedKind, UnclaimedWord
from generator.model.game import Game, Part, Row
from generator.model.language import Language
from generator.model.rules import MarkedText

_Named = TypeVar("_Named")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*+")
_END = re.compile(rf"[.!?][)\"\u201d]?(?=\s|$)|\n[ {HIDDEN}]*\n|\n *(?={HIDDEN})|:(?=\s*\n)")
_BEFORE = rf"(?<![\w{PLACEHOLDER}.,:/\\#@'\u2019-])"
_AFTER = r"(?![\w'\u2019-]|[.,:]\d)"
_HOLE = re.compile(r" \( ?\)| (?=[.,;:!?)])|(\() ")  # that code or a link leaves
_LONGEST_NAME = 4  # words of a cell that names its row
_LEAST_LETTERS = 3
_TIMES = ("", "x", "\u00d7")  # between a number and what it counts
_BLANK = "..."  # what a person fills in: a claim that proves nothing of its sentence is not offered
_LEAST_CLAIM = 3  # words of what a claim says that are looked for in the rules


class _Found(NamedTuple):
    """A word of the rules: its span, and the check that holds it or the braces to write."""

    start: int
    end: int
    kind: UnclaimedKind
    check: str = ""
    braces: str = ""


class _NamedRow(NamedTuple):
    """A row that a cell names."""

    part: str
    row: Row
    column: str

    @property
    def pick(self) -> str:
        """Return the arguments of a claim that picks the row."""
        return f"{self.part!r}, {self.column}={spell_value(self.row.values[self.column])}"


def list_unclaimed_words(game: Game, parts: Sequence[Part]) -> tuple[UnclaimedWord, ...]:
    """Return the unclaimed words of the first rules, by place; translations are compared with these rules."""
    return tuple(_UnclaimedWords(game, game.first, parts).list_all()) if game.first else ()


class _UnclaimedWords:
    def __init__(self, game: Game, language: Language, parts: Sequence[Part]) -> None:
        self.game, self.language, self.parts = game, language, {part.id: part for part in parts}
        self.world = ClaimContext("data", game, parts, None, frozenset())
        self.source = MarkedText(language.rules, language.marked)
        self.shown = mask_rules(language.rules)  # with what braces print
        self.text = mask_rules(self.source.mask_braces(PLACEHOLDER).text).prose
        self.ends = [found.end() for found in _END.finditer(self.text)]
        self.ids: dict[int, list[int]] = {}  # the sentences with a claim that begin on a line
        self.table_rows = [(each.cells[0][0], each.cells[-1][1]) for each in self.shown.entries if each.head]
        # a build of some parts, by --only, knows the rows of all
        self.rows = [each for each in _find_names(self.text, _name_rows(game)) if each[2].part in self.parts]

    def list_all(self) -> Iterator[UnclaimedWord]:
        """Yield the words by place; one claim holds all that a sentence has."""
        claimed = list(self._find_claimed())
        every = [*self._find_colors(), *self._find_rows(), *self._find_numbers(), *self._find_directions()]
        found = list[_Found]()
        for each in sorted(every, key=lambda each: (each.start, -each.end)):
            is_inside = (found and each.start < found[-1].end) or any(a <= each.start < b for a, b in claimed)
            found += [] if is_inside else [each]
        sentences = [self._find_sentence(each.start) for each in found]
        checks: dict[tuple[int, int], dict[str, None]] = {}
        for each, sentence in zip(found, sentences, strict=True):
            checks.setdefault(sentence, {}).update({each.check: None} if each.check else {})
        for each, sentence in zip(found, sentences, strict=True):
            claim = self._write_claim(*sentence, list(checks[sentence])) if each.check else ""
            place = self.source.place(each.start, self.language.file)
            yield UnclaimedWord(place, each.kind, self.text[each.start : each.end], each.braces, claim)

    def _find_claimed(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of the rules that say what a claim says, word for word."""
        says = [*(each.says for each in self.game.claims), *(each.says for each in self.game.data.unchecked)]
        known = {words: None for each in says if len(words := tuple(_WORD.findall(fold_case(each)))) >= _LEAST_CLAIM}
        yield from ((start, end) for start, end, _ in _find_names(self.shown.words, known))

    def _find_colors(self) -> Iterator[_Found]:
        """Yield the names of colors of groups, each with the braces that follow the palette."""
        roles: dict[tuple[str, ...], str] = {}
        for role, color in self.game.colors.items():
            for name in (self.language.colors.get(role, color.name), color.name) if "." in role else ():
                roles.setdefault(tuple(_WORD.findall(fold_case(name))), role)
        for start, end, role in _find_names(self.text, roles):
            call = "Color" if self.text[start].isupper() else "color"
            yield _Found(start, end, "color", braces=f"{{{{ {call}({role!r}) }}}}")

    def _find_rows(self) -> Iterator[_Found]:
        yield from (_Found(start, end, "name", _BLANK) for start, end, _ in self.rows)

    def _find_numbers(self) -> Iterator[_Found]:
        names = PartNames(self.language)
        phrases = {phrase.at: phrase for phrase in names.find_phrases(self.text)}
        pattern = re.compile(f"{_BEFORE}(?:{number_pattern(self.language)[0]}){_AFTER}", re.IGNORECASE)
        last = (0, 0)  # number and place
        for found in pattern.finditer(self.text):
            value = parse_translated_number(found[0], self.language)
            (before, at), last = last, (value or 0, found.start())
            if value is None or (value == 1 and not found[0].isdigit()):
                continue  # `one` is a pronoun, `ein` an article
            phrase = phrases.get(found.start())
            named = names.find_parts(phrase.name, value) if phrase and not phrase.words else []
            part = next((each for each in named if each in self.parts and self.parts[each].count == value), None)
            check = f"count({part!r}) == {value}" if part else self._match_row(found, value)
            fewest = before if at >= self._find_sentence(found.start())[0] else 0
            check = check or self._match_players(found.end(), fewest, value) or f"{_BLANK} == {value}"
            yield _Found(*found.span(), "number", check)

    def _match_row(self, number: re.Match[str], value: int) -> str:
        """Return a check of the count of the row named next, or of the one column that has a value in a row nearby."""
        start, end = self._find_sentence(number.start())
        near = bisect_left(self.rows, start, key=_start), bisect_left(self.rows, end, key=_start)
        for at, _, named in self.rows[slice(*near)]:
            if at > number.end() and self.text[number.end() : at].strip() in _TIMES:
                designs = self.world.pick_designs(named.part, {named.column: named.row.values[named.column]})
                if sum(design.copies for design in designs) == value:
                    return f"count({named.pick}) == {value}"
        for _, _, named in self.rows[slice(*near)]:
            columns = [key for key, cell in named.row.values.items() if type(cell) is int and cell == value]
            if len(columns) == 1 and columns[0].isidentifier() and columns[0] != "copies":
                return f"one({named.pick}).{columns[0]} == {value}"
        return ""

    def _match_players(self, at: int, fewest: int, most: int) -> str:
        """Return a check of the numbers of players, two numbers before a word for them."""
        following, players = _WORD.search(self.text, at), self.language.rule_words.players
        if following is None or fold_case(following[0]) not in players or [fewest, most] != [*self.game.data.players]:
            return ""
        return "" if self.text[at : following.start()].strip() else f"players() == [{fewest}, {most}]"

    def _find_directions(self) -> Iterator[_Found]:
        for found in _WORD.finditer(self.text):
            word = fold_case(found[0])
            if word in self.language.rule_words.directions:
                yield _Found(*found.span(), "direction", self._match_circuit(word) or f"{_BLANK} == {word!r}")

    def _match_circuit(self, word: str) -> str:
        """Return a check of the first area of a board around which pieces go in a direction."""
        for part in self.parts.values() if word in ("clockwise", "counterclockwise") else ():
            for area in part.board.areas if part.board else ():
                if circuit(self.world, part.id, area).result == word:
                    return f"circuit({part.id!r}, {area!r}) == {word!r}"
        return ""

    def _find_sentence(self, at: int) -> tuple[int, int]:
        """Return the span of the sentence, or the row of a table, around an offset."""
        row = bisect_right(self.table_rows, (at, len(self.text))) - 1
        if row >= 0 and at < self.table_rows[row][1]:
            return self.table_rows[row]
        n = bisect_right(self.ends, at)
        start = self.ends[n - 1] if n else 0
        return start, self.ends[n] if n < len(self.ends) else len(self.text)

    def _write_claim(self, start: int, end: int, checks: Sequence[str]) -> str:
        """Return the claim to write in `game.yaml`, a mapping in one line."""
        says = _HOLE.sub(r"\1", " ".join(self.shown.words[start:end].replace(HIDDEN, " ").split())).rstrip(".:")
        above = [each.title for each in self.shown.headings if each.at <= start]
        place = self.source.place(start + len(self.text[start:end]) - len(self.text[start:end].lstrip()), "")
        check = " and ".join(each for each in checks if each != _BLANK) or _BLANK
        rests_on = ", ".join([PurePath(self.language.file).name, *above[-1:]])
        texts = (json.dumps(each, ensure_ascii=False) for each in (says, rests_on, check))
        here = self.ids.setdefault(place.line, [])
        here += [] if start in here else [start]
        number = f"R{place.line}" if here[0] == start else f"R{place.line}.{here.index(start) + 1}"
        return "{{id: {}, says: {}, rests_on: {}, check: {}}}".format(number, *texts)


def _start(found: tuple[int, int, object]) -> int:
    return found[0]


def _name_rows(game: Game) -> dict[tuple[str, ...], _NamedRow]:
    """Return the rows by the words that name them: cells of a column in which each has a text of its own."""
    found: dict[tuple[str, ...], _NamedRow] = {}
    for part, rows in game.rows.items():
        for column in dict.fromkeys(key for row in rows for key in row.values if key.isidentifier()):
            cells = [cell for row in rows if isinstance(cell := row.values.get(column), str)]
            if len(cells) < len(rows) or len({*cells}) < len(cells) or len(rows) < 2:
                continue
            for row, cell in zip(rows, cells, strict=True):
                words = tuple(_WORD.findall(fold_case(cell.replace("_", " ").replace("-", " "))))
                is_name = 0 < len(words) <= _LONGEST_NAME and sum(map(str.isalpha, cell)) >= _LEAST_LETTERS
                if is_name and not any(char.isdigit() for char in cell):
                    found.setdefault(words, _NamedRow(part, row, column))
    return found


def _find_names(text: str, known: Mapping[tuple[str, ...], _Named]) -> Iterator[tuple[int, int, _Named]]:
    """Yield where a text has the words of one of the names, the longest first, and what the name stands for."""
    words = [(fold_case(found[0]), *found.span()) for found in _WORD.finditer(text)]
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(known, key=len, reverse=True):
        by_first.setdefault(name[0] if name else "", []).append(name)
    ahead = 0
    for n, (word, start, _) in enumerate(words):
        for name in by_first.get(word, ()) if n >= ahead else ():
            if tuple(each[0] for each in words[n : n + len(name)]) == name:
                ahead = n + len(name)
                yield start, words[ahead - 1][2], known[name]
                break
