"""Compare statements about parts with their data: sides, equal cards, values that do not exist (GF165)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse, Sentence, Token, parse_value
from generator.language.plurals import noun_forms
from generator.model.finding import Finding
from generator.model.game import Game, Part

_HAVE = frozenset("has have having with hat haben mit".split())
_NOTHING = frozenset("no nothing never kein keine nichts nie".split())
_SAME = frozenset("same one gleichen gleiche derselben".split())
_SECTIONS = {"halves": 2, "thirds": 3, "quarters": 4, "h\u00e4lften": 2, "drittel": 3, "viertel": 4}
_PARITIES = {"odd": 1, "even": 0, "ungerade": 1, "gerade": 0}
_FACES = 2  # sides of a flat piece: its front and its back
_REACH = 6  # words between `odd` and the noun of `ten odd and eight even cards`


def check_part_facts(prose: RulesProse, vocabulary: GameWords, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report statements about parts that contradict the data (GF165)."""
    words = prose.words
    if words is None:
        return
    counted = {part.id: _count_features(game, part) for part in parts}
    lists = _collect_lists(game, parts)
    equal = _count_equals(game, parts)
    flat = frozenset(part.id for part in parts if not any(design.net for design in part.designs))
    parities = {part.id: counts for part in parts if (counts := _count_parities(part))}
    for sentence in prose.sentences:
        if (words.elsewhere | words.conditions) & sentence.words or prose.is_about_variants(sentence.section):
            continue
        yield from _check_features(prose, vocabulary, game, counted, flat, sentence)
        yield from _check_missing_values(prose, lists, sentence)
        yield from _check_equals(prose, equal, sentence)
        yield from _check_parities(prose, vocabulary, parities, sentence)
        yield from _check_fractions(prose, sentence)


def _count_features(game: Game, part: Part) -> Mapping[str, int]:
    """Return how many sides, faces, spaces and the like a part has, by their plural."""
    data = game.parts[part.id]
    found: dict[str, int] = {}
    for key in ("sides", "columns", "rows"):
        value = getattr(data, key, None)
        if isinstance(value, int) and not isinstance(value, bool):
            found[key] = value
    nets = {len(design.net.panels) for design in part.designs if design.net and part.kind == "die"}
    if len(nets) == 1:
        found |= dict.fromkeys(("sides", "faces"), nets.pop())
    if part.kind == "track":
        found["spaces"] = len(part.values.get("spaces", ()))
    return found


def _check_features(
    prose: RulesProse,
    vocabulary: GameWords,
    game: Game,
    counted: Mapping[str, Mapping[str, int]],
    flat: Set[str],
    sentence: Sentence,
) -> Iterator[Finding]:
    """Report `gems have five sides` and `a five-sided die` (GF165); each `flat` piece also has a front and a back."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens):
        if token.word.endswith("-sided") or token.word.endswith("-seitiger"):
            number, noun = parse_value(token.word.partition("-")[0]), "sides"
            named = tokens[n + 1 : n + 2]
        elif token.value is not None and n > 1 and tokens[n - 1].word == "of" and _ends_phrase(prose, tokens, n):
            number, noun, named = token.value, "faces", tokens[n - 2 : n - 1]  # `the dice of eight`
        elif (
            token.value is not None
            and n + 1 < len(tokens)
            and any(tokens[n + 1].word in found for found in counted.values())
        ):
            number, noun = token.value, tokens[n + 1].word
            verb = next((m for m in range(n - 1, max(-1, n - 3), -1) if tokens[m].word in _HAVE), None)
            named = tokens[max(0, verb - 2) : verb] if verb is not None else ()
        else:
            continue
        known = [part for each in named for part in vocabulary.own.get(each.word, ()) if noun in counted[part]]
        if number is None or not known or prose.is_held(token.start):
            continue
        numbers = {counted[part][noun] for part in known}
        has_faces = noun == "sides" and number == _FACES and not flat.isdisjoint(known)
        if number not in numbers and not has_faces:
            there = " or ".join(map(str, sorted(numbers)))
            message = (
                f"the rules say {prose.quote(token.start, token.end)!r} {noun}, but {known[0]!r} has {there}"
                f" ({game.place('parts', known[0])}); correct one of them"
            )
            yield prose.report("GF165", token.start, message, "warning")


def _ends_phrase(prose: RulesProse, tokens: Sequence[Token], n: int) -> bool:
    """Return whether a number is the last word before a sign."""
    return n + 1 == len(tokens) or not prose.plain[tokens[n].end : tokens[n + 1].start].isspace()


def _collect_lists(game: Game, parts: Sequence[Part]) -> Mapping[str, frozenset[float]]:
    """Return all numbers of a column or of a list of values, by the forms of its name."""
    found: dict[str, set[float]] = {}
    texts: dict[str, Any] = {}
    for part in parts:
        texts |= {key: value for key, value in game.parts[part.id].values.items() if isinstance(value, list)}
        for row in game.rows.get(part.id, ())[:1000]:
            for key, value in row.values.items():
                texts.setdefault(key, []) if key not in ("copies", "id") else None
                if key in texts and isinstance(value, int) and isinstance(texts[key], list):
                    texts[key] = [*texts[key], value]
    for key, value in texts.items():
        numbers = {float(each) for each in value if isinstance(each, int | float) and not isinstance(each, bool)}
        if len(numbers) > 1 and len(numbers) == len({str(each) for each in value}):
            for form in {key.casefold(), f"{key.casefold()}s", *noun_forms(key.casefold())}:
                found.setdefault(form, set()).update(numbers)
    return {form: frozenset(numbers) for form, numbers in found.items()}


def _check_missing_values(
    prose: RulesProse, lists: Mapping[str, frozenset[float]], sentence: Sentence
) -> Iterator[Finding]:
    """Report `no throw scores 2` where one does (GF165)."""
    tokens = sentence.tokens
    for n in range(1, len(tokens) - 1):
        verb, number = tokens[n], tokens[n + 1]
        if verb.word not in lists or number.value is None or prose.is_held(number.start):
            continue
        denied = _NOTHING & {each.word for each in tokens[max(0, n - 2) : n]}
        if denied and number.value in lists[verb.word]:
            said = prose.quote(tokens[max(0, n - 2)].start, number.end)
            message = f"the rules say {said!r}, but {number.value:g} is in the data of {verb.word!r}"
            yield prose.report("GF165", number.start, f"{message}; correct one of them", "warning")


def _count_equals(game: Game, parts: Sequence[Part]) -> Mapping[str, int]:
    """Return how many pieces have the same value of a column, at most, by the forms of its name."""
    found: dict[str, int] = {}
    for part in parts:
        counts: dict[str, Counter[str]] = {}
        for design in part.designs:
            row = design.values.get("row")
            for key, value in row.items() if isinstance(row, Mapping) else ():
                counts.setdefault(str(key), Counter())[str(value)] += design.copies
        for key, each in counts.items():
            if len(each) > 1 and key not in ("id", "copies"):
                for form in noun_forms(key.casefold()):
                    found[form] = max(found.get(form, 0), *each.values())
    return found


def _check_equals(prose: RulesProse, equal: Mapping[str, int], sentence: Sentence) -> Iterator[Finding]:
    """Report `five cards of the same rank` of a deck with four suits (GF165)."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens[:-4]):
        if token.value is None or prose.is_held(token.start):
            continue
        after = [each.word for each in tokens[n + 1 : n + 6]]
        same = next(
            (
                m
                for m in range(2, min(4, len(after)))
                if after[m] in _SAME and after[m - 1] in ("the", "of", "der", "des")
            ),
            None,
        )
        column = after[same + 1] if same is not None and same + 1 < len(after) else ""
        if "of" in after[:2] and column in equal and token.value > equal[column]:
            said = prose.quote(token.start, tokens[n + 2 + (same or 0)].end)
            message = f"the rules say {said!r}, but no more than {equal[column]} have the same {column!r}"
            yield prose.report("GF165", token.start, f"{message}; correct one of them", "warning")


def _count_parities(part: Part) -> Mapping[int, int]:
    """Return how many pieces have an odd number (1) and an even one (0), if their rows have one column of numbers."""
    rows = [(row, design.copies) for design in part.designs if isinstance(row := design.values.get("row"), Mapping)]
    names = {name for row, _ in rows for name in row} - {"id", "copies"}
    columns = [name for name in names if all(type(row.get(name)) is int for row, _ in rows)]
    if len(rows) < 2 or len(columns) != 1:
        return {}
    counts = Counter[int]()
    for row, copies in rows:
        counts[row[columns[0]] % 2] += copies
    return counts


def _check_parities(
    prose: RulesProse, vocabulary: GameWords, parities: Mapping[str, Mapping[int, int]], sentence: Sentence
) -> Iterator[Finding]:
    """Report `ten odd and eight even cards` of other numbers (GF165)."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens[1:], 1):
        number, parity = tokens[n - 1], _PARITIES.get(token.word)
        if parity is None or number.value is None or prose.is_held(number.start):
            continue
        after = [part for each in tokens[n + 1 : n + 1 + _REACH] for part in vocabulary.own.get(each.word, ())]
        counts = next((parities[part] for part in after if part in parities), None)
        if counts is not None and number.value != counts[parity]:
            said = prose.quote(number.start, token.end)
            message = f"the rules say {said!r}, but {counts[parity]} numbers of {after[0]!r} are {token.word}"
            yield prose.report("GF165", number.start, f"{message}; correct one of them", "warning")


def _check_fractions(prose: RulesProse, sentence: Sentence) -> Iterator[Finding]:
    """Report `three halves` and `two quarters` that a whole is in (GF165)."""
    tokens = sentence.tokens
    for n in range(1, len(tokens) - 1):
        number, noun, before = tokens[n], tokens[n + 1], tokens[n - 1].word
        whole = _SECTIONS.get(noun.word)
        if whole and before == "in" and number.value is not None and number.value != whole:
            message = f"the rules say {prose.quote(number.start, noun.end)!r}, but a whole has {whole} {noun.word}"
            yield prose.report("GF165", number.start, f"{message}; correct one of them", "note")
