"""Report numbers of the rules that contradict the data: in tables, the setup, of players and spaces (GF165)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.analysis.value_text import parse_number
from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse, RulesTable, Sentence, Span, Token
from generator.language.plurals import noun_forms
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Level
from generator.model.game import Game, Part, Row
from generator.model.game_entries import SetupData

_REACH = 4  # words between a number and what it counts
_FROM = frozenset("from von de".split())
_DEALS = frozenset("deal deals dealt austeilen ausgeteilt distribuer distribue distribuez".split())
_DRAWS = frozenset("draw draws zieh ziehe zieht ziehen pioche piochez piochent tire tirez tirent".split())
_ALONE = frozenset("alone solo allein alleine seul seule".split())
_PERSONS = frozenset("he she they who player everybody".split())
_SHUFFLES = frozenset("shuffle shuffles mische mischt mischen mélangez mélange mélangent".split())
_OWN_PILES = frozenset("deck pile stack stapel ziehstapel deck pioche talon".split())
_NEAR = 4  # words before a number that may make it indefinite
_EXTENDED = frozenset("expansion variant solo team teams erweiterung variante app online".split())


class DeclaredTable(NamedTuple):
    """The rows of a part by the values that name them in a table of the rules."""

    part: Part
    rows: Mapping[str, Row]
    columns: Mapping[str, str]


def check_declared_numbers(
    prose: RulesProse, vocabulary: GameWords, game: Game, parts: Sequence[Part]
) -> Iterator[Finding]:
    """Report numbers without a claim that differ from what the data declare in that place (GF165)."""
    words = prose.words
    if words is None:
        return
    tables = [made for part in parts if (made := _index_rows(game, part))]
    for table in prose.tables:
        yield from _check_row_values(prose, table, tables)
        yield from _check_count_column(prose, words, table, vocabulary, game, parts)
    spans = _find_spans(game, parts)
    for sentence in prose.sentences:
        yield from _check_setup(prose, words, vocabulary, game, sentence)
        yield from _check_players(prose, words, game, sentence)
        yield from _check_each_of(prose, words, game, sentence)
        yield from _check_colors(prose, words, game, sentence)
        yield from _check_kinds(prose, words, parts, sentence)
        yield from _check_ranges(prose, words, spans, parts, sentence)


def _index_rows(game: Game, part: Part) -> DeclaredTable | None:
    """Return the rows of a part by each text that only one of them has, and its columns by what they may be called."""
    rows = game.rows.get(part.id, ())
    named: dict[str, list[Row]] = {}
    for row in rows[:1000]:
        for value in row.values.values():
            if isinstance(value, str) and parse_number(value) is None and value.strip():
                named.setdefault(" ".join(value.replace("-", " ").casefold().split()), []).append(row)
    columns = {form: key for row in rows[:1] for key in row.values for form in noun_forms(key.casefold())}
    unique = {name: found[0] for name, found in named.items() if len(found) == 1}
    return DeclaredTable(part, unique, columns) if unique else None


def _check_row_values(prose: RulesProse, table: RulesTable, known: Sequence[DeclaredTable]) -> Iterator[Finding]:
    """Report a cell below the name of a column, beside the name of a row, that differs from the data (GF165)."""
    heads = [prose.cell_text(cell) for cell in table.head]
    for index in known:
        columns = {n: index.columns[head] for n, head in enumerate(heads) if head in index.columns}
        for cells in table.rows if columns else ():
            row = next((index.rows[text] for cell in cells if (text := prose.cell_text(cell)) in index.rows), None)
            for n, column in columns.items() if row else ():
                if row is None or n >= len(cells):
                    continue
                yield from _compare_cell(prose, cells[n], row, column, index.part)


def _compare_cell(prose: RulesProse, cell: Span, row: Row, column: str, part: Part) -> Iterator[Finding]:
    value, tokens = row.values.get(column), prose.tokenize(*cell)
    number = tokens[0].value if len(tokens) == 1 else None
    declared = isinstance(value, int | float) and not isinstance(value, bool)
    if number is None or not declared or number == value or prose.is_held(tokens[0].start):
        return
    name = row.values.get("id") or row.values.get("name") or row.line
    message = (
        f"the table gives {tokens[0].word} as {column!r} of {part.id} {name}, but the data has {value}"
        f" ({row.place(column)}); correct one of them"
    )
    yield prose.report("GF165", tokens[0].start, message, "warning")


def _check_count_column(
    prose: RulesProse,
    words: RuleWords,
    table: RulesTable,
    vocabulary: GameWords,
    game: Game,
    parts: Sequence[Part],
) -> Iterator[Finding]:
    """Report a number below `how many` beside the name of a row, a part or a kind of cells (GF165)."""
    heads = [{*prose.cell_text(cell).split()} for cell in table.head]
    columns = [
        n
        for n, head in enumerate(heads)
        if head & words.counts and not head & (words.hedges - words.counts - {"many", "how"})
    ]
    if len(columns) != 1 or prose.words is None:
        return
    counts = _count_names(prose, game, parts)
    for cells in table.rows:
        name = next(
            (text for n, cell in enumerate(cells) if n != columns[0] and (text := prose.cell_text(cell)) in counts), ""
        )
        tokens = prose.tokenize(*cells[columns[0]]) if columns[0] < len(cells) else ()
        if not name or len(tokens) != 1 or tokens[0].value is None or prose.is_held(tokens[0].start):
            continue
        if tokens[0].value not in counts[name]:
            there = " or ".join(str(number) for number in sorted(counts[name])[:3])
            message = (
                f"the table counts {tokens[0].word} for {name!r}, but the data declares {there}; correct one of them"
            )
            yield prose.report("GF165", tokens[0].start, message, "warning")


def _count_names(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Mapping[str, frozenset[int]]:
    """Return the numbers that names may have in a table: rows, and kinds of cells."""
    found: dict[str, set[int]] = {}
    for part in parts:
        for design in part.designs:
            row = design.values.get("row", {})
            for key in ("id", "name", "title"):
                if isinstance(row.get(key), str):
                    name = " ".join(row[key].replace("-", " ").casefold().split())
                    own = [each.copies for each in part.designs if each.values.get("row", {}).get(key) == row[key]]
                    found.setdefault(name, set()).update({sum(own), *own})
        for cells in (_count_kinds(part),):
            for kind, number in cells.items():
                for form in noun_forms(kind):
                    found.setdefault(form, set()).add(number)
    named = {word for names in prose.language.parts.values() for name in names for word in (name.casefold(),)}
    return {name: frozenset(numbers) for name, numbers in found.items() if name not in named}


def _count_kinds(part: Part) -> Mapping[str, int]:
    """Return how many cells of each kind a board has."""
    labels: dict[str, list[str]] = {}
    for cell in part.board.cells.values() if part.board else ():
        labels.setdefault(cell.kind, []).append(cell.label)
    scales = {kind for kind, each in labels.items() if each == [str(number) for number in range(len(each))]}
    return {kind: len(each) for kind, each in labels.items() if kind not in scales}  # `3 hearts` are a place on one


def _find_counted(tokens: Sequence[Token], n: int, nouns: Mapping[str, object]) -> Token | None:
    """Return the first noun among the words after a number, before any other number."""
    for token in tokens[n + 1 : n + 1 + _REACH]:
        if token.word in nouns:
            return token
        if token.value is not None:
            return None
    return None


def _check_setup(
    prose: RulesProse, words: RuleWords, vocabulary: GameWords, game: Game, sentence: Sentence
) -> Iterator[Finding]:
    """Report `each player takes 9 gems` where the setup hands out 10 (GF165)."""
    in_setup = bool(words.setup & prose.section_words(sentence.section))
    deals = bool(_DEALS & sentence.words)
    if (
        not (deals or words.takes & sentence.words)
        or not (in_setup or words.everybody & sentence.words)
        or not game.data.setup
    ):
        return
    if (not in_setup and not deals and not words.setup & sentence.words) or _ALONE & sentence.words:
        return
    for n, token in enumerate(sentence.tokens):
        if token.value is None or token.signed or prose.is_held(token.start):
            continue
        noun = _find_counted(sentence.tokens, n, vocabulary.pieces)
        lines = [line for line in game.data.setup if noun and line.part in vocabulary.parts_called(noun.word)]
        each = {line.each for line in lines if line.each} | {line.table for line in lines if line.table}
        per_part = {line.part: sum(other.each or 0 for other in lines if other.part == line.part) for line in lines}
        known = each | {*per_part.values()} | _sum_values(lines)
        if noun is None or not each or token.word == "one" or token.value in known:
            continue
        if _DRAWS & sentence.words and not deals and _has_own_pile(prose, sentence, max(per_part.values(), default=0)):
            continue  # a hand of the cards that each has got
        number = next(n for n, line in enumerate(game.data.setup) if line in lines)
        there = " or ".join(str(value) for value in sorted(each))
        said, place = prose.quote(token.start, noun.end), game.place("setup", number)
        level: Level = "note" if words.hedges & sentence.words - words.everybody or len(lines) > 2 else "warning"
        message = f"the rules hand out {said!r}, but the setup has {there} ({place}); correct one of them"
        yield prose.report("GF165", token.start, message, level)


def _sum_values(lines: Sequence[SetupData]) -> set[float]:
    """Return what coins are worth that each player gets in several values: one five and three ones are eight."""
    worth: dict[tuple[str, str], float] = {}
    for line in lines:
        for column, value in line.where.items():
            if line.each and isinstance(value, int | float) and not isinstance(value, bool):
                worth[line.part, column] = worth.get((line.part, column), 0) + line.each * value
    return {*worth.values()}


def _has_own_pile(prose: RulesProse, sentence: Sentence, most: int) -> bool:
    """Return whether players got cards of their own, and the section says before a sentence that they are shuffled."""
    before = [each for each in prose.sentences if each.section == sentence.section and each.start < sentence.start]
    words = frozenset[str]().union(*(each.words for each in before))
    return most > 1 and bool(words & _SHUFFLES) and bool(words & _OWN_PILES)


def _check_players(prose: RulesProse, words: RuleWords, game: Game, sentence: Sentence) -> Iterator[Finding]:
    """Report numbers of players that the game is not for (GF165)."""
    fewest, most = game.data.players
    tokens = sentence.tokens
    if _EXTENDED & (sentence.words | prose.section_words(sentence.section)):
        return
    for n, token in enumerate(tokens):
        if token.word not in words.players or n == 0 or tokens[n - 1].value is None:
            continue
        last, first = tokens[n - 1], None
        between = prose.plain[tokens[n - 2].end : last.start].strip() if n > 1 else ""
        if n > 2 and tokens[n - 2].word in words.through and tokens[n - 3].value is not None:
            first = tokens[n - 3]
        elif n > 1 and tokens[n - 2].value is not None and between in ("-", "\u2013"):
            first = tokens[n - 2]
        known = (token for token in (first, last) if token and not prose.is_held(token.start))
        wrong = next((each for each in known if not fewest <= (each.value or 0) <= most), None)
        before = [token.word for token in tokens if first and token.end <= first.start][-1:]
        told = first is not None and before in (["for"], ["für"]) and (first.value, last.value) != (fewest, most)
        start = (first or last).start
        if (wrong and (last.value or 0) > most) or (wrong and first) or (told and sentence.section <= 0):
            at = wrong or last
            if prose.is_held(at.start):
                continue
            message = (
                f"the rules say {prose.quote(start, token.end)!r}, but the game is for {_spell_range(fewest, most)}"
                f" ({game.place('players')}); correct one of them"
            )
            level: Level = "warning" if first and not words.hedges & sentence.words - {"or"} else "note"
            yield prose.report("GF165", at.start, message, level)


def _check_each_of(prose: RulesProse, words: RuleWords, game: Game, sentence: Sentence) -> Iterator[Finding]:
    """Report `to each of three players, or to each of seven` in a game for six (GF165)."""
    fewest, most = game.data.players
    tokens = sentence.tokens
    found = [n for n in range(2, len(tokens)) if [each.word for each in tokens[n - 2 : n]] == ["each", "of"]]
    if not any(tokens[n + 1].word in words.players for n in found if n + 1 < len(tokens)):
        return
    for token in (tokens[n] for n in found):
        if token.value is not None and not fewest <= token.value <= most and not prose.is_held(token.start):
            there = f"{_spell_range(fewest, most)} ({game.place('players')})"
            message = f"the rules say {prose.quote(token.start, token.end)!r}, but the game is for {there}"
            yield prose.report("GF165", token.start, f"{message}; correct one of them", "note")


def _check_colors(prose: RulesProse, words: RuleWords, game: Game, sentence: Sentence) -> Iterator[Finding]:
    """Report `in five colors` where no group has five (GF165)."""
    groups: dict[str, int] = {}
    for role in game.colors:
        group, dot, _ = role.rpartition(".")
        groups[group] = groups.get(group, 0) + bool(dot)
    sizes = {size for size in groups.values() if size > 1}
    if not sizes or words.hedges & sentence.words - {"each", "or", "every", "most"}:
        return
    for n, token in enumerate(sentence.tokens[1:], 1):
        before = sentence.tokens[n - 1]
        if token.word not in words.colors or before.value is None or prose.is_held(before.start):
            continue
        article = sentence.tokens[n - 2].word if n > 1 else ""
        if before.value > max(sizes) or (
            article in ("in", "the", "of", "den", "die", "der", "les", "des", "aux") and before.value not in sizes
        ):
            if before.value < 2:
                continue
            there = " or ".join(map(str, sorted(sizes)))
            message = f"the rules say {prose.quote(before.start, token.end)!r}, but the data has {there} colors"
            yield prose.report("GF165", before.start, f"{message}; correct one of them", "note")


def _check_kinds(prose: RulesProse, words: RuleWords, parts: Sequence[Part], sentence: Sentence) -> Iterator[Finding]:
    """Report `the 12 castles` where the board has a different number of them (GF165)."""
    counts: dict[str, set[int]] = {}
    for part in parts:
        for kind, number in _count_kinds(part).items():
            for form, several in noun_forms(kind.casefold()).items():
                if several and kind != "plain":
                    counts.setdefault(form, set()).add(number)
    if not counts or words.elsewhere & sentence.words or prose.is_quoted(sentence):
        return
    for n, token in enumerate(sentence.tokens):
        if token.value is None or token.signed or prose.is_held(token.start) or n == 0:
            continue
        near = {each.word for each in sentence.tokens[max(0, n - _NEAR) : n + 2]}
        if words.hedges & near - {"each", "every", "or"}:
            continue
        after = sentence.tokens[n + 1 : n + 2]
        before = sentence.tokens[n - 1].word
        if (
            not after
            or after[0].word not in counts
            or before not in ("the", "all", "are", "has", "with", "die", "alle", "les", "des", "aux", "avec")
            or (before == "has" and sentence.tokens[n - 2].word in _PERSONS)
        ):
            continue
        numbers = counts[after[0].word]
        if token.value not in numbers:
            there = " or ".join(map(str, sorted(numbers)))
            message = f"the rules say {prose.quote(token.start, after[0].end)!r}, but the board has {there}"
            larger = token.value > max(numbers)
            yield prose.report("GF165", token.start, f"{message}; correct one of them", "warning" if larger else "note")


def _check_ranges(
    prose: RulesProse,
    words: RuleWords,
    spans: Mapping[str, tuple[float, float]],
    parts: Sequence[Part],
    sentence: Sentence,
) -> Iterator[Finding]:
    """Report `numbered 1 to 6` where nothing in the game runs so far, and spaces beyond a track (GF165)."""
    tracks = [span for span in spans.values() if span]
    tokens = sentence.tokens
    for n in range(len(tokens) - 3):
        head, one, link, other = tokens[n : n + 4]
        if one.word in _FROM and n + 4 < len(tokens):
            one, link, other = tokens[n + 2 : n + 5]
        if head.word not in words.numbered or one.value is None or other.value is None:
            continue
        if link.word not in words.through or prose.is_held(other.start) or not tracks:
            continue
        near = {token.word for token in tokens[max(0, n - _NEAR) : n + 5]}
        if (one.value, other.value) not in tracks and not words.hedges & near - {"each", "or"}:
            said = prose.quote(head.start, other.end)
            there = ", ".join(f"{name} {low:g} to {high:g}" for name, (low, high) in [*spans.items()][:4])
            message = f"the rules say {said!r}, but the data has other ranges: {there}; correct one of them"
            yield prose.report("GF165", other.start, message, "note")
    boards = [part for part in parts if part.kind == "track"]
    last = max((cell for part in boards for cell in _track_numbers(part)), default=None)
    for n, token in enumerate(tokens[1:], 1):
        if last is None or tokens[n - 1].word not in words.spaces or token.value is None or prose.is_held(token.start):
            continue
        if token.value > last and not words.hedges & sentence.words:
            message = f"the rules name space {token.word}, but the last one is {last}; correct one of them"
            yield prose.report("GF165", token.start, message, "warning")


def _track_numbers(part: Part) -> list[int]:
    return [space["n"] for space in part.values.get("spaces", ())]


def _find_spans(game: Game, parts: Sequence[Part]) -> Mapping[str, tuple[float, float]]:
    """Return the least and the greatest number of each column, of each track and of the dice; cells may be empty."""
    found: dict[str, tuple[float, float]] = {}
    for name, rows in game.rows.items():
        for key in {key for row in rows[:1] for key in row.values} - {"copies"}:
            values = [value for row in rows if (value := row.values.get(key)) not in (None, "")]
            numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
            if numbers and 2 * len(numbers) >= len(values):  # ranks from 2 to 10 stand beside jacks and queens
                found[f"{name} {key}"] = (min(numbers), max(numbers))
    for part in parts:
        faces = [panel.value for design in part.designs if design.net for panel in design.net.panels]
        numbers = [face for face in faces if isinstance(face, int) and not isinstance(face, bool)]
        if part.kind == "die" and numbers:
            found[part.id] = (min(numbers), max(numbers))
        if part.kind == "track":
            found[f"{part.id} spaces"] = (min(_track_numbers(part)), max(_track_numbers(part)))
        labels = (
            [int(cell.label) for cell in part.board.cells.values() if cell.label.isdecimal() and len(cell.label) < 10]
            if part.board
            else []
        )
        if labels:
            found[f"{part.id} spaces"] = (min(labels), max(labels))
    return found


def _spell_range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
