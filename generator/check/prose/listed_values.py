"""Check what the rules list and number by name: values of a column, faces of a die, steps of a track (GF160, GF165)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.plurals import noun_forms
from generator.language.rule_words import RuleWords
from generator.model.board import Board
from generator.model.finding import Finding
from generator.model.game import Game, Part, Row

_FEWEST, _MOST = 3, 8  # names in a list that can be compared with one of the data
_MOST_ROWS = 1000
_STEM = 4  # letters of forms of one word
_FEWEST_STRESSED = 2  # words in italics or bold in one sentence
_SIDES = (("west", "north", "east", "south"), ("left", "top", "right", "bottom"))
_MEETS = frozenset("to at with an auf zu mit \u00e0".split())
_ICON = re.compile(r"\s*+\{([\w.-]++)\}")
_PICTURE = re.compile(r"\(part:[\w-]++\.([\w.-]++)")
_LETTERED = re.compile(r"(?P<name>[^\W\d_]{2,30}+)[ *_]{1,3}\((?P<letter>[^\W\d_])\)")
_NEAR = 3  # words before a number that may make it indefinite
_CONDITIONALS = frozenset("if unless beyond past before like would could bis über wenn comme si".split())


class _NameSet(NamedTuple):
    """A small set of names in the data: `what` they name, and each name with its forms."""

    what: str
    names: Mapping[str, frozenset[str]]


def check_listed_values(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report the one name in a list that is not among those of the data, and GF165 for steps off a track (GF160)."""
    words = prose.words
    if words is None:
        return
    sets, tracks = list(_collect_sets(prose, game, parts)), _collect_tracks(parts)
    for items in (*_list_heads(prose), *_list_inline(prose, words), *_list_doubles(prose)):
        yield from _compare_list(prose, items, sets)
    names = [*sets, *_collect_names(game, parts)]
    for items in _list_first_cells(prose):
        yield from _compare_list(prose, items, names)
    few = list(_collect_sets(prose, game, parts, _FEWEST_STRESSED))
    for items in _list_stressed(prose):
        yield from _compare_list(prose, items, few)
    yield from _check_twins(prose)
    yield from _check_letters(prose)
    yield from _check_pictures(prose, game)
    for sentence in prose.sentences:
        if not words.elsewhere & sentence.words and not prose.is_about_variants(sentence.section):
            yield from _check_steps(prose, tracks, sentence)


def _collect_sets(prose: RulesProse, game: Game, parts: Sequence[Part], least: int = _FEWEST) -> Iterator[_NameSet]:
    """Yield the columns of kinds, the groups of colors and the dice of a game that have so many names, or more."""
    for part, rows in game.rows.items():
        for column in dict.fromkeys(key for row in rows[:1] for key in row.values):
            values = [row.values.get(column) for row in rows[:_MOST_ROWS]]
            if len(values) > len({*map(str, values)}):  # a column of names has no list
                yield from _make_set(f"{column!r} of {part}", values, least)
        yield from _make_set(f"the sides of {part}", _list_sides(rows), least)
    groups: dict[str, list[str]] = {}
    for role in game.colors:
        group, dot, _ = role.rpartition(".")
        if dot:
            groups.setdefault(group, []).append(prose.language.colors.get(role, game.colors[role].called))
    for group, names in groups.items():
        yield from _make_set(f"the colors of {group!r}", names, least)
    for die in (part for part in parts if part.kind == "die"):
        faces = [panel.value for design in die.designs if design.net for panel in design.net.panels]
        yield from _make_set(f"the faces of {die.id!r}", faces, least)


def _list_sides(rows: Sequence[Row]) -> list[Any]:
    """Return the values of the sides of tiles, which have a column each."""
    columns = [names for names in _SIDES if rows and all(name in rows[0].values for name in names)]
    return [row.values.get(name) for row in rows[:_MOST_ROWS] for name in columns[0]] if columns else []


def _collect_names(game: Game, parts: Sequence[Part]) -> Iterator[_NameSet]:
    """Yield the rows of parts and the routes of boards, whose names a table may list."""
    for part, rows in game.rows.items():
        for column in ("id", "name"):
            yield from _make_set(f"the rows of {part!r}", [row.values.get(column) for row in rows[:_MOST_ROWS]])
    for each in parts:
        yield from _make_set(f"the routes of {each.id!r}", _name_routes(each.board) if each.board else [])


def _name_routes(board: Board) -> list[str]:
    """Return the names of the routes, without those of tracks."""
    return [name for name, cells in board.routes.items() if not all(cell.startswith(f"{name}.") for cell in cells)]


def _make_set(what: str, values: Sequence[Any], least: int = _FEWEST) -> Iterator[_NameSet]:
    names = dict.fromkeys(" ".join(str(value).split()).casefold() for value in values if value not in (None, ""))
    if least <= len(names) <= _MOST and all(name.isalpha() for name in names):
        yield _NameSet(what, {name: frozenset({name, *noun_forms(name)}) for name in names})


def _list_heads(prose: RulesProse) -> Iterator[list[Token]]:
    """Yield the first words of the items of each list of bullets."""
    for block in prose.lists:
        heads = [prose.tokenize(*item)[:1] for item in block.items]
        if block.first is None and all(heads):
            yield [head for (head,) in heads]


def _list_doubles(prose: RulesProse) -> Iterator[list[Token]]:
    """Yield the words of each list such as `river to river, field to field`."""
    for sentence in prose.sentences:
        tokens = sentence.tokens
        found = [
            one
            for one, link, other in zip(tokens, tokens[1:], tokens[2:], strict=False)
            if link.word in _MEETS and one.word == other.word
        ]
        if len(found) > 1:
            yield found


def _list_first_cells(prose: RulesProse) -> Iterator[list[Token]]:
    """Yield the first cells of the rows of each table in which these are single words."""
    for table in prose.tables:
        cells = [prose.tokenize(*row[0]) for row in table.rows]
        if all(len(cell) == 1 for cell in cells):
            yield [cell[0] for cell in cells]


def _list_stressed(prose: RulesProse) -> Iterator[list[Token]]:
    """Yield the single words of each sentence that are in italics or bold."""
    raw = prose.language.rules
    for sentence in prose.sentences:
        yield [
            token
            for token in sentence.tokens
            if raw[token.start - 1 : token.start] == raw[token.end : token.end + 1] and raw[token.end] in "*_"
        ]


def _check_twins(prose: RulesProse) -> Iterator[Finding]:
    """Report two items of a list that begin with the same icon (GF168)."""
    for block in prose.lists:
        heads = [(_ICON.match(prose.language.rules, *item), item) for item in block.items]
        names = [found[1] for found, _ in heads if found]
        for found, _ in heads if len(names) == len(heads) > 1 else ():
            if found and names.count(found[1]) > 1 and found[1] in names[: names.index(found[1]) + 1]:
                message = f"two items of this list begin with {{{found[1]}}}; name the icon that each is about"
                yield prose.report("GF168", found.start(1), message, "note")
                break


def _check_letters(prose: RulesProse) -> Iterator[Finding]:
    """Report two names of a sentence with the same letter, as in `perch (P), trout (T) and pike (P)` (GF168)."""
    for sentence in prose.sentences:
        found = [*_LETTERED.finditer(prose.plain, sentence.start, sentence.end)]
        letters = [each["letter"] for each in found]
        twice = {letter for letter in letters if letters.count(letter) > 1}
        if len(found) >= _FEWEST and len(twice) == 1 and letters.count(min(twice)) == 2:
            one, other = (each for each in found if each["letter"] in twice)
            if one["name"].casefold() != other["name"].casefold():
                message = (
                    f"{one['name']!r} and {other['name']!r} have the same letter, {other['letter']!r}; correct one"
                )
                yield prose.report("GF168", other.start("letter"), message, "note")


def _check_pictures(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Report a row of a table that names one color and shows the piece of another one of its group (GF165)."""
    groups: dict[str, set[str]] = {}
    for role in game.colors:
        group, dot, name = role.rpartition(".")
        if dot:
            groups.setdefault(group, set()).add(name)
    for row in (row for table in prose.tables for row in table.rows):
        said = prose.cell_text(row[0])
        for start, end in row[1:]:
            found = _PICTURE.search(prose.language.rules, start, end)
            shown = {*found[1].split(".")} if found else set()
            for names in groups.values():
                other = shown & names - {said}
                if said in names and other and said not in shown and found:
                    message = f"the row says {said!r}, but its picture shows {min(other)!r}; correct one of them"
                    yield prose.report("GF165", found.start(1), message, "warning")


def _list_inline(prose: RulesProse, words: RuleWords) -> Iterator[list[Token]]:
    """Yield the words of each list in a sentence: `red, green or blue`, of single words."""
    for sentence in prose.sentences:
        found: list[Token] = []
        tokens = sentence.tokens
        for n, token in enumerate(tokens[:-1]):
            gap = prose.plain[token.end : tokens[n + 1].start].strip()
            is_last = tokens[n + 1].word in words.joins and gap in ("", ",") and n + 2 < len(tokens)
            if is_last and found:
                yield [*found, token, tokens[n + 2]]
                found = []
            elif gap == ",":
                found.append(token)
            else:
                found = []


def _compare_list(prose: RulesProse, items: Sequence[Token], sets: Sequence[_NameSet]) -> Iterator[Finding]:
    """Report (GF160) if all items but one are names of a set, and all names of the set but one are there."""
    if not 1 < len(items) <= _MOST or len({item.word for item in items}) < len(items):
        return
    if any(all(item.word in {*chain(*each.names.values())} for item in items) for each in sets):
        return
    for each in sets:
        known = [next((name for name, forms in each.names.items() if item.word in forms), "") for item in items]
        missing = each.names.keys() - {*known}
        if len(items) == len(each.names) and known.count("") == 1 and len(missing) == 1:
            item, name = items[known.index("")], next(iter(missing))
            if item.value is None and not prose.is_held(item.start) and item.word[:_STEM] != name[:_STEM]:
                message = f"the rules list {item.word!r}, but {each.what} have {name!r}; correct one of them"
                yield prose.report("GF160", item.start, message, "warning")
            return


def _collect_tracks(parts: Sequence[Part]) -> Mapping[str, tuple[int, int]]:
    """Return the first and last number of each track by the forms of its name; two tracks of one name have none."""
    found: dict[str, set[tuple[int, int]]] = {}
    for part in parts:
        own: dict[str, list[int]] = {}
        for cell in part.board.cells.values() if part.board else ():
            name, dot, _ = cell.id.rpartition(".")
            if dot and cell.label.isdecimal():
                own.setdefault(name, []).append(int(cell.label))
        for name, numbers in own.items():
            for form in noun_forms(name.casefold()):
                found.setdefault(form, set()).add((min(numbers), max(numbers)))
    return {form: next(iter(spans)) for form, spans in found.items() if len(spans) == 1}


def _check_steps(prose: RulesProse, tracks: Mapping[str, tuple[int, int]], sentence: Sentence) -> Iterator[Finding]:
    """Report `week 12` where the track of weeks ends with 10 (GF165)."""
    for n, number in enumerate(sentence.tokens[1:], 1):
        span = tracks.get(sentence.tokens[n - 1].word)
        near = {token.word for token in sentence.tokens[max(0, n - _NEAR) : n]}
        if span is None or number.value is None or number.signed or prose.is_held(number.start) or near & _CONDITIONALS:
            continue
        gap = prose.plain[sentence.tokens[n - 1].end : number.start]
        if gap == " " and not span[0] <= number.value <= span[1]:
            said = prose.quote(sentence.tokens[n - 1].start, number.end)
            message = f"the rules say {said!r}, but the track runs from {span[0]} to {span[1]}; correct one of them"
            yield prose.report("GF165", number.start, message, "warning")
