"""Compare statements about single things with the data: who beats whom, marks, rows of boards (GF165)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.plurals import noun_forms
from generator.language.rule_words import RuleWords
from generator.model.color import Color
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.rules import BraceMark

_MOST_WORDS_BETWEEN = 4  # words between a thing and what is said about it
_LONGEST_NAME = 3  # words of a name before its last one
_LISTS = frozenset("and or und oder et ou the a an der die das den eine le la les un une des".split())
_OF = frozenset("of is von de est ist".split())
_WORTH = frozenset("worth wert vaut".split())
_VALUES = ("points", "point", "value", "worth", "score")
_HAS_VERBS = frozenset("has hat a".split())
_BOTH = frozenset("both beide beiden".split())
_OF_THE = (["of", "the"], ["von", "den"], ["der", "insgesamt"])
_SOME = frozenset("that which who left still lying on in at die welche noch qui que restants".split())
_NOTHING = frozenset("nothing nobody none no nichts niemand niemanden keine rien personne aucun aucune".split())
_OWNS = frozenset("has leads owns begins hat führt a possède mène commence".split())
_ROWS = frozenset("rows zeilen reihen rangées lignes".split())
_COLUMNS = frozenset("columns spalten colonnes".split())


class ColumnValue(NamedTuple):
    """The value of a column in the row that goes by a number."""

    value: Any
    place: Place


Facts = Mapping[str, Mapping[float, ColumnValue]]


def check_data_facts(prose: RulesProse, vocabulary: GameWords, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report sentences that say about a row, a color or a board what the data do not (GF165)."""
    words = prose.words
    if words is None:
        return
    facts, named = _collect_facts(game), _collect_named_rows(game)
    marks = {color.mark.casefold(): role for role, color in game.colors.items() if color.mark}
    shared = {mark for mark in marks if sum(color.mark.casefold() == mark for color in game.colors.values()) > 1}
    for sentence in prose.sentences:
        if words.elsewhere & sentence.words:
            continue
        yield from _check_totals(prose, vocabulary, game, parts, sentence)
        if words.conditions & sentence.words:
            continue
        yield from _check_relations(prose, words, facts, sentence)
        yield from _check_named_rows(prose, named, sentence)
        yield from _check_named_values(prose, named, sentence)
        yield from _check_bare_values(prose, named, sentence)
        yield from _check_marks(prose, words, {mark: marks[mark] for mark in marks.keys() - shared}, game, sentence)
        yield from _check_grid(prose, parts, sentence)
        yield from _check_shares(prose, words, vocabulary, game, parts, sentence)


def _collect_facts(game: Game) -> Facts:
    """Return for each verb or noun that is a column, such as `beats`, the values by the numbers of the rows.

    Columns that two parts have, and rows without a number of their own, are left out.
    """
    found: dict[str, dict[float, ColumnValue]] = {}
    parts: dict[str, set[str]] = {}
    for part, rows in game.rows.items():
        for row in rows[:1000]:
            number = next(
                (row.values[key] for key in ("number", "id", "value") if _is_number(row.values.get(key))), None
            )
            for column, value in row.values.items() if number is not None else ():
                if isinstance(number, int | float) and (isinstance(value, list) or _is_number(value)):
                    parts.setdefault(column, set()).add(part)
                    found.setdefault(column, {})[number] = ColumnValue(value, row.place(column))
    return {
        form: values
        for column, values in found.items()
        if len(parts[column]) == 1 and column not in ("id", "number", "value", "copies")
        for form in {column.casefold(), column.casefold() + "s", *noun_forms(column.casefold())}
    }


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_relations(prose: RulesProse, words: RuleWords, facts: Facts, sentence: Sentence) -> Iterator[Finding]:
    """Report `the 1 beats the 4` and `a 3 costs 2` where the row says otherwise (GF165)."""
    tokens = sentence.tokens
    for n in range(1, len(tokens) - 1):
        verb, subject = tokens[n], tokens[n - 1]
        if verb.word not in facts or subject.value is None or (n > 1 and tokens[n - 2].value is not None):
            continue
        declared = facts[verb.word].get(subject.value)
        if declared is None or tokens[n - 2].word in words.joins:
            continue
        said = _read_objects(prose, tokens[n + 1 : n + 2 + _MOST_WORDS_BETWEEN])
        nothing = tokens[n + 1].word in _NOTHING
        wrong = _differs(declared.value, [token.value for token in said if token.value is not None], nothing)
        held = any(prose.is_held(token.start) for token in said)
        if wrong and not held:
            spelled = ", ".join(map(str, declared.value)) if isinstance(declared.value, list) else declared.value
            at = said[0] if said else tokens[n + 1]
            message = (
                f"the rules say {prose.quote(subject.start, (said or [tokens[n + 1]])[-1].end)!r}, but the data has"
                f" {spelled if spelled != '' else 'nothing'} ({declared.place}); correct one of them"
            )
            yield prose.report("GF165", at.start, message, "warning")


def _collect_named_rows(game: Game) -> Mapping[str, Mapping[str, ColumnValue]]:
    """Return the numbers in rows by the words that name each row and by what their columns may be called."""
    found: dict[str, dict[str, ColumnValue]] = {}
    several: set[str] = set()
    for rows in game.rows.values():
        for row in rows[:1000]:
            names = {value.casefold() for key in ("id", "name") if isinstance(value := row.values.get(key), str)}
            numbers = {key: value for key, value in row.values.items() if _is_number(value) and key != "copies"}
            columns = {
                form: ColumnValue(value, row.place(key))
                for key, value in numbers.items()
                for form in noun_forms(key.casefold())
            }
            for name in names:
                if name in found:
                    several.add(name)
                if all(word.isalpha() for word in name.split()):
                    found[name] = columns
    return {name: columns for name, columns in found.items() if columns and name not in several}


def _check_named_rows(
    prose: RulesProse, named: Mapping[str, Mapping[str, ColumnValue]], sentence: Sentence
) -> Iterator[Finding]:
    """Report `a cave has 3 doors` where the row `cave` has 2 (GF165)."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens[:-2]):
        columns = named.get(token.word)
        for m in range(n + 1, min(n + 4, len(tokens) - 1)) if columns else ():
            number, noun = tokens[m], tokens[m + 1]
            if number.word in named or columns is None:
                break
            declared = columns.get(noun.word)
            if number.value is None:
                continue
            if declared and number.value != declared.value and not prose.is_held(number.start) and not number.signed:
                message = (
                    f"the rules say {prose.quote(token.start, noun.end)!r}, but the data has {declared.value}"
                    f" ({declared.place}); correct one of them"
                )
                yield prose.report("GF165", number.start, message, "note")
            break


def _check_named_values(
    prose: RulesProse, named: Mapping[str, Mapping[str, ColumnValue]], sentence: Sentence
) -> Iterator[Finding]:
    """Report `the dragon, with a strength of 7` and `a bean is worth 4` where the row has other numbers (GF165)."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens):
        columns = named.get(token.word)
        last = next((m for m in range(n + 1, len(tokens)) if tokens[m].word in named), len(tokens))
        for m in range(n + 1, last - 1) if columns else ():
            of = m + 2 < last and tokens[m + 1].word in _OF
            declared = columns.get(tokens[m].word) if of and columns else None
            number = tokens[m + 2] if of else tokens[m + 1]
            if tokens[m].word in _WORTH and columns:
                number = tokens[m + 1]
                declared = next((columns[name] for name in _VALUES if name in columns), None)
            if declared is None or number.value is None or number.signed or prose.is_held(number.start):
                continue
            if number.value != declared.value:
                said = f"{prose.quote(token.start, token.end)!r} {prose.quote(tokens[m].start, number.end)!r}"
                message = f"the rules say of {said}, but the data has {declared.value} ({declared.place})"
                yield prose.report("GF165", number.start, f"{message}; correct one of them", "note")


def _check_bare_values(
    prose: RulesProse, named: Mapping[str, Mapping[str, ColumnValue]], sentence: Sentence
) -> Iterator[Finding]:
    """Report `the roof (4)` and `Spark has 3, so ...` where no column of the row has that number (GF165)."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens[:-1]):
        columns = _find_row(named, tokens, n)
        number = tokens[n + 2] if tokens[n + 1].word in _HAS_VERBS and n + 2 < len(tokens) else tokens[n + 1]
        before, after = prose.plain[tokens[n].end : number.start], prose.plain[number.end : number.end + 1]
        bare = (before == " (" and after == ")") or (number is not tokens[n + 1] and after in tuple(",.;:"))
        if columns is None or number.value is None or not bare or number.signed or prose.is_held(number.start):
            continue
        if number.value not in {column.value for column in columns.values()}:
            there = ", ".join(
                f"{value.value} ({value.place})" for value in {each.place: each for each in columns.values()}.values()
            )
            message = f"the rules say {prose.quote(token.start, number.end)!r}, but the data has {there}"
            yield prose.report("GF165", number.start, f"{message}; correct one of them", "note")


def _find_row(
    named: Mapping[str, Mapping[str, ColumnValue]], tokens: Sequence[Token], n: int
) -> Mapping[str, ColumnValue] | None:
    """Return the numbers of the row whose name, of as many words as can be, ends at a word."""
    names = (
        " ".join(token.word for token in tokens[start : n + 1]) for start in range(max(0, n - _LONGEST_NAME), n + 1)
    )
    return next((named[name] for name in names if name in named), None)


def _read_objects(prose: RulesProse, tokens: Sequence[Token]) -> list[Token]:
    """Return the numbers after a verb: `the 0 and the 5`, or `Ann's 0`."""
    found: list[Token] = []
    for token in tokens:
        gap = prose.plain[found[-1].end if found else tokens[0].start : token.start]
        if any(mark in gap for mark in ";:.()"):
            break
        if token.value is not None:
            found.append(token)
        elif token.word not in _LISTS and not token.owns:
            break
    return found


def _differs(declared: Any, numbers: Sequence[float], nothing: bool) -> bool:
    """Return whether numbers, or their absence, contradict the value of a column."""
    if isinstance(declared, list):
        return bool(declared) if nothing else any(number not in declared for number in numbers)
    return bool(declared) if nothing else bool(numbers) and numbers[0] != declared


def _check_marks(
    prose: RulesProse, words: RuleWords, marks: Mapping[str, str], game: Game, sentence: Sentence
) -> Iterator[Finding]:
    """Report `red has a square` where the mark of red is a triangle (GF165)."""
    named = [each for each in prose.language.marked if each.color and sentence.start <= each.start < sentence.end]
    for n, mark in enumerate(named):
        color = game.colors.get(mark.color)
        end = named[n + 1].start if n + 1 < len(named) else sentence.end
        near = [token for token in sentence.tokens if mark.end <= token.start < end][: _MOST_WORDS_BETWEEN - 1]
        token = next((token for token in near if token.word in marks), None)
        if token is None and len(named) > 2 and n and color is not None and color.mark:
            yield from _check_strange_mark(prose, marks, named, color, sentence, near)
        verb = near and near[0].word in {"has", "have", "is", "a", "an", "the", "hat", "ein", "eine", "einen"}
        if color is None or not color.mark or token is None or not verb or marks[token.word] == mark.color:
            continue
        place = game.place("colors", mark.color)
        message = (
            f"the rules give {color.called!r} the mark {token.word!r}, but the data has {color.mark!r} ({place});"
            " correct one of them"
        )
        yield prose.report("GF165", token.start, message, "warning")


def _check_strange_mark(
    prose: RulesProse,
    marks: Mapping[str, str],
    named: Sequence[BraceMark],
    color: Color,
    sentence: Sentence,
    near: Sequence[Token],
) -> Iterator[Finding]:
    """Report `black a ring` in a list of marks that names those of all other colors (GF165)."""
    told = {token.word for token in sentence.tokens} & marks.keys()
    if len(told) < len(named) - 1 or color.mark.casefold() in told or len(near) < 2:
        return
    if near[0].word in ("a", "an", "ein", "eine", "einen") and near[1].value is None:
        message = f"the rules give {color.called!r} the mark {near[1].word!r}, but the data has {color.mark!r}"
        yield prose.report("GF165", near[1].start, f"{message}; correct one of them", "warning")


def _check_grid(prose: RulesProse, parts: Sequence[Part], sentence: Sentence) -> Iterator[Finding]:
    """Report `six rows` where every grid of the game has five (GF165)."""
    boards = [part.board for part in parts if part.board and part.board.generator == "grid"]
    if not boards or len(boards) > 1 or not sentence.words & (_ROWS | _COLUMNS):
        return
    cells = boards[0].cells.values()
    counts = [len({round(cell.y, 3) for cell in cells}), len({round(cell.x, 3) for cell in cells})]
    tokens = sentence.tokens
    for n in range(len(tokens) - 3):
        token, noun, link, other = tokens[n : n + 4]
        if (
            noun.word not in _ROWS | _COLUMNS
            or link.word not in ("of", "and", "von", "und", "de", "et")
            or other.value is None
        ):
            continue
        held = prose.is_held(token.start) or prose.is_held(other.start)
        if token.value is not None and not held and sorted((token.value, other.value)) != sorted(counts):
            said, there = prose.quote(token.start, other.end), " by ".join(map(str, counts))
            message = f"the rules say {said!r}, but the board is {there}; correct one of them"
            yield prose.report("GF165", token.start, message, "note")


def _check_shares(
    prose: RulesProse,
    words: RuleWords,
    vocabulary: GameWords,
    game: Game,
    parts: Sequence[Part],
    sentence: Sentence,
) -> Iterator[Finding]:
    """Report `your three pawns` where nobody has more than two, and `all four dice` of three (GF165)."""
    for n, token in enumerate(sentence.tokens[:-1]):
        if token.value is None or token.signed or token.value < 2 or prose.is_held(token.start) or not n:
            continue
        of_yours = [each.word for each in sentence.tokens[n + 1 : n + 3]] in (["of", "your"], ["of", "their"])
        counted = sentence.tokens[n + 3 : n + 4] if of_yours else sentence.tokens[n + 1 : n + 3]
        noun = next((each for each in counted if each.word in vocabulary.pieces), None)
        owners = {each.word for each in sentence.tokens[max(0, n - 2) : n]} | ({"your"} if of_yours else set())
        named = [part for part in parts if noun and part.id in vocabulary.parts_called(noun.word)]
        if noun is None or not named or any(mark in prose.plain[token.end : noun.start] for mark in ",;:.()"):
            continue
        own = bool(
            owners & {"your", "their", "deine", "seine", "vos", "ses", "leurs", "tes"}
            or ({"everybody", "everyone", "player"} & owners and _OWNS & owners)
        )
        everything = sentence.tokens[n - 1].word in ("all", "the", "alle", "die", "les")
        most = max(_most_for_one(game, part) if own else part.count for part in named)
        if (own or everything) and 0 < most < token.value and len(named) == 1:
            said, what = prose.quote(sentence.tokens[n - 1].start, noun.end), "for each player" if own else "in all"
            message = f"the rules say {said!r}, but there are {most} {what} ({named[0].place}); correct one of them"
            yield prose.report("GF165", token.start, message, "note")


def _check_totals(
    prose: RulesProse, vocabulary: GameWords, game: Game, parts: Sequence[Part], sentence: Sentence
) -> Iterator[Finding]:
    """Report `7 of the 12 gems` and `both dice` where the game has a different number of them (GF165)."""
    for n, token in enumerate(sentence.tokens[:-1]):
        number = 2.0 if token.word in _BOTH else token.value
        before = [each.word for each in sentence.tokens[max(0, n - 2) : n]]
        if number is None or (token.word not in _BOTH and before not in _OF_THE) or prose.is_held(token.start):
            continue
        noun = sentence.tokens[n + 1]
        named = [part for part in parts if part.id in vocabulary.parts_called(noun.word)]
        if len(named) != 1 or prose.plain[token.end : noun.start] != " " or number in _list_counts(game, named[0]):
            continue
        if token.word in _BOTH and named[0].count > 1:
            continue  # both of those that the reader knows
        if {each.word for each in sentence.tokens[n + 2 : n + 3]} & _SOME:
            continue  # `the three cards that lie face up`
        there = " or ".join(map(str, sorted(_list_counts(game, named[0]))))
        message = f"the rules say {prose.quote(token.start, noun.end)!r}, but the data has {there}"
        yield prose.report("GF165", token.start, f"{message} ({named[0].place}); correct one of them", "note")


def _list_counts(game: Game, part: Part) -> frozenset[int]:
    """Return the numbers of pieces that `the pieces` of a part may be: all, on the table, each player's, of a color."""
    fewest, most = game.data.players
    lines = [line for line in game.data.setup if line.part == part.id]
    each, table = sum(line.each or 0 for line in lines), sum(line.table or 0 for line in lines)
    given = {each * players + table for players in range(fewest, most + 1)}
    copies = {design.copies for design in part.designs}
    return frozenset({part.count, len(part.designs), each, table, _most_for_one(game, part), *given, *copies} - {0})


def _most_for_one(game: Game, part: Part) -> int:
    """Return the largest number of pieces of a part that one player owns; 0 if some are shared."""
    group = game.parts[part.id].for_each
    colors = len([role for role in game.colors if role.startswith(f"{group}.")]) if group else 0
    handed = sum(line.each or 0 for line in game.data.setup if line.part == part.id and not line.players)
    return max(handed, part.count // colors) if colors else 0
