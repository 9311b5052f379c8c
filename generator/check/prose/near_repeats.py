"""Report sentences, items and rows that repeat another one except for a single word or a `not` (GF168)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.repeated_statements import Statement, make_statement, stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Span, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding
from generator.model.game import Game, Part

_CLAUSE_END = re.compile(r"[,;:](?=\s)")
_LEAST = 3  # words of weight and numbers that two statements share
_LEAST_WORDS = 2  # of these: lists of numbers are alike by chance
_SHARE = 0.45  # of the words of the longer one that both have
_MOST_WORDS = 34  # of a statement; a longer one is read sentence by sentence
_FEWEST_USES = 2  # times that a word stands before a noun, for it to be one of those that may
_MANY = 7  # words that two statements of any length must share
_MOST = 3000  # statements that are compared
_COMMON = 90  # statements that may have a word for it to be looked up


class Slots(NamedTuple):
    """Which words may stand in each other's place: sets of stems, and the nouns that come after each stem."""

    groups: Sequence[frozenset[str]]
    nouns: Mapping[str, frozenset[str]]


class WholeStatement(NamedTuple):
    """A sentence, clause, item or row with its stems and numbers; `at` is where it begins in the rules."""

    statement: Statement
    stems: frozenset[str]
    source: str
    at: int
    is_clause: bool = False


Contradiction = tuple[Token, str, WholeStatement, str]  # a word, as said, the other statement and its word


def check_near_repeats(
    prose: RulesProse,
    words: RuleWords,
    statements: Sequence[WholeStatement],
    game: Game,
    parts: Sequence[Part],
    known_findings: Sequence[Finding] = (),
) -> Iterator[Finding]:
    """Report a statement of the rules that another section, a claim or a figure repeats with another word (GF168).

    Lines of `known_findings` are not reported again.
    """
    own = statements[:_MOST]
    others = [*own, *list_other_texts(prose, words, game)]
    slots = read_slots(prose, words, game, parts)
    by_stem: dict[str, list[WholeStatement]] = defaultdict(list)
    for said in others:
        for word in said.stems:
            by_stem[word].append(said)
    told: set[object] = {finding.place.line for finding in known_findings}
    for said in reversed(own):
        if said.statement.place.line in told:
            continue
        best = _find_contradiction(words, slots, said, _find_near(said, by_stem))
        if best is None or _is_told(said, best[2], told):
            continue
        told |= {_key_pair(said, best[2]), said.statement.place.line, best[2].statement.place.line}
        yield _report_contradiction(prose, said, best)


def _find_near(said: WholeStatement, by_stem: Mapping[str, Sequence[WholeStatement]]) -> list[WholeStatement]:
    """Return the statements that share nearly enough words with one; common words do not count."""
    sharing = [other for word in said.stems if len(by_stem[word]) <= _COMMON for other in by_stem[word]]
    counts = Counter(id(other) for other in sharing)
    return [other for other in {id(each): each for each in sharing}.values() if counts[id(other)] >= _LEAST - 1]


def _key_pair(one: WholeStatement, other: WholeStatement) -> frozenset[object]:
    return frozenset({one.statement.place.line, (other.statement.place.line, other.source)})


def _is_told(said: WholeStatement, other: WholeStatement, told: Set[object]) -> bool:
    """Return whether two statements were already reported, in either order."""
    if not told.isdisjoint({_key_pair(said, other), _key_pair(other, said)}):
        return True
    return other.source == "rules" and other.statement.place.line in told


def _report_contradiction(prose: RulesProse, said: WholeStatement, best: Contradiction) -> Finding:
    token, mine, other, theirs = best
    source = "" if other.source == "rules" else f"{other.source} "
    message = (
        f"the rules say {mine!r} in {said.statement.said!r}, but {theirs!r} in {source}"
        f"{other.statement.said!r} ({other.statement.place}); correct one of them"
    )
    return prose.report("GF168", token.start, message, "note")


def add_numbers(statement: Statement) -> frozenset[str]:
    """Return the stems of a statement, and its numbers."""
    return statement.stems | {f"#{token.value:g}" for token in statement.tokens if token.value is not None}


def list_whole_statements(prose: RulesProse, words: RuleWords, statements: Sequence[Statement]) -> list[WholeStatement]:
    """Return the sentences of the rules, and short items and rows of tables as a whole."""
    found = [
        WholeStatement(each, add_numbers(each), "rules", each.tokens[0].start)
        for each in statements
        if not prose.is_about_variants(each.section)
    ]
    clauses = {clause for sentence in prose.sentences for clause in _split_clauses(prose, sentence)}
    spans = [*clauses, *(item for block in prose.lists for item in block.items)]
    spans += [(row[0][0], row[-1][1]) for table in prose.tables for row in table.rows if row]
    for start, end in spans:
        tokens = prose.tokenize(start, end)
        section = prose.find_section(start)
        if not tokens or len(tokens) > _MOST_WORDS or prose.is_about_variants(section):
            continue
        made = make_statement(words, prose.quote(start, end), tokens, prose.place(tokens[0].start), "rules", section)
        made = made._replace(held=frozenset(token.start for token in tokens if prose.is_held(token.start)))
        found.append(WholeStatement(made, add_numbers(made), "rules", start, (start, end) in clauses))
    return sorted((each for each in found if len(each.stems) >= _LEAST), key=lambda each: each.at)


def _split_clauses(prose: RulesProse, sentence: Sentence) -> Iterator[Span]:
    """Yield the parts of a sentence between its commas, semicolons and colons, if there are several."""
    ends = [found.end() for found in _CLAUSE_END.finditer(prose.plain, sentence.start, sentence.end)]
    starts = [sentence.start, *ends]
    if len(starts) > 1:
        yield from zip(starts, [*ends, sentence.end], strict=True)


def list_other_texts(prose: RulesProse, words: RuleWords, game: Game) -> Iterator[WholeStatement]:
    """Yield what claims and the alternative texts of figures say, in the language of the game."""
    if prose.language is not game.first:
        return
    texts = [(claim.says, claim.place, f"claim {claim.id}") for claim in game.claims]
    texts += [
        (part, game.place("figures", name, "alt"), f"the figure {name!r}")
        for name, figure in game.data.figures.items()
        for part in figure.alt.split(". ")
    ]
    for text, place, source in texts:
        made = make_statement(words, text, prose.tokenize_text(text), place, source)
        if len(made.stems) >= _LEAST:
            yield WholeStatement(made, add_numbers(made), source, -1)


def read_slots(prose: RulesProse, words: RuleWords, game: Game, parts: Sequence[Part]) -> Slots:
    """Return the words that are interchangeable in a game."""
    groups: list[frozenset[str]] = []
    by_group: dict[str, set[str]] = defaultdict(set)
    for role, color in game.colors.items():
        if "." in role:
            by_group[role.partition(".")[0]].add(stem(color.called.casefold()))
    groups += [frozenset(found) for found in by_group.values()]
    for rows in game.rows.values():
        names = {str(row.values.get("id", "")).casefold() for row in rows[:200]}
        groups.append(frozenset(stem(name) for name in names if name.isalpha() and len(name) > 2))
    for part in parts:
        kinds = {cell.kind for cell in part.board.cells.values()} if part.board else set()
        groups.append(frozenset(stem(kind.casefold()) for kind in kinds if kind.isalpha()))
    groups.append(frozenset(stem(word) for word in _ORDINALS))
    groups += [frozenset(stem(word) for side in pair for word in side) for pair in words.opposites]
    seen: Counter[tuple[str, str]] = Counter()
    for sentence in prose.sentences:
        for one, other in pairwise(sentence.tokens):
            beside = prose.plain[one.end : other.start] == " " and one.value is None and other.value is None
            telling = one.word not in words.stops | words.counts and other.word not in words.stops
            if beside and telling and len(one.word) > 2:
                seen[stem(one.word), stem(other.word)] += 1
    nouns: dict[str, set[str]] = defaultdict(set)
    for (word, noun), count in seen.items():
        if count >= _FEWEST_USES:
            nouns[word].add(noun)
    return Slots(
        [group for group in groups if len(group) > 1], {word: frozenset(found) for word, found in nouns.items()}
    )


_ARTICLES = frozenset("the a an der die das ein eine einen dem den".split())
_ORDINALS = "first second third fourth fifth sixth seventh eighth last".split()


def _find_contradiction(
    words: RuleWords, slots: Slots, said: WholeStatement, near: Sequence[WholeStatement]
) -> Contradiction | None:
    """Return the first statement that differs from one in a single word: the two words and their places."""
    found = None
    for other in near:
        if other is said or (other.source == "rules" and other.statement.section == said.statement.section):
            continue
        if said.stems <= other.stems:
            return None  # repeated word for word
        pair = find_one_difference(slots, said, other)
        if pair and found is None:
            mine, theirs = pair
            found = mine, mine.word, other, theirs.word
    return found


def find_one_difference(
    slots: Slots, one: WholeStatement, other: WholeStatement, least: int = _LEAST
) -> tuple[Token, Token] | None:
    """Return the one word in which two statements differ, if `least` words of both are the same."""
    common = one.stems & other.stems
    mine, theirs = one.stems - common, other.stems - common
    if len(common) < least or not mine or not theirs or min(len(mine), len(theirs)) > 1:
        return None
    if sum(word[0] != "#" for word in common) < _LEAST_WORDS:
        return None
    if len(common) < _SHARE * max(len(one.stems), len(other.stems)) and len(common) < _MANY:
        return None
    if any(_is_repeated(said, word) for said, (word, *_) in ((one, mine), (other, theirs))):
        return None  # a sentence that is all about something else
    if (one.is_clause or other.is_clause) and len([word for word in common if word[0] != "#"]) < _LEAST + (
        not any(word[0] == "#" for word in mine)
    ):
        return None
    pairs = [
        (here, there)
        for x in mine
        for y in theirs
        if (here := _locate(one, x)) and (there := _locate(other, y)) and _may_swap(slots, one, here, other, there)
    ]
    return pairs[0] if len(pairs) == 1 else None


def _is_repeated(said: WholeStatement, word: str) -> bool:
    return sum(token.value is None and stem(token.word) == word for token in said.statement.tokens) > 1


def _may_swap(slots: Slots, one: WholeStatement, here: Token, other: WholeStatement, there: Token) -> bool:
    """Return whether two words are interchangeable: in one group, or before the same noun."""
    x, y = stem(here.word), stem(there.word)
    if here.value is not None or there.value is not None:
        return _may_swap_numbers(one, here, other, there)
    if any(x in group and y in group for group in slots.groups):
        return bool(_words_beside(one, here) & _words_beside(other, there))
    noun, same = _next_stem(one, here), _next_stem(other, there)
    return bool(noun) and noun == same and noun in slots.nouns.get(x, ()) and noun in slots.nouns.get(y, ())


def _words_beside(said: WholeStatement, token: Token) -> set[tuple[int, str]]:
    """Return the words right before a word, articles left out, and right after it."""
    tokens = said.statement.tokens
    n = tokens.index(token)
    before = [stem(each.word) for each in tokens[:n] if each.word not in _ARTICLES][-1:]
    behind = [stem(each.word) for each in tokens[n + 1 : n + 2]]
    return {(-1, word) for word in before if word in said.stems} | {(1, word) for word in behind if word in said.stems}


def _may_swap_numbers(one: WholeStatement, here: Token, other: WholeStatement, there: Token) -> bool:
    """Return whether two numbers count the same thing; one that a claim holds is right."""
    if here.value is None or there.value is None or here.start in one.statement.held:
        return False
    noun = _next_stem(one, here)
    return bool(noun) and noun == _next_stem(other, there)


def _next_stem(said: WholeStatement, token: Token) -> str:
    tokens = said.statement.tokens
    after = tokens[tokens.index(token) + 1 :][:1]
    return stem(after[0].word) if after else ""


def _locate(said: WholeStatement, word: str) -> Token | None:
    if word.startswith("#"):
        return next(
            (token for token in said.statement.tokens if token.value is not None and f"#{token.value:g}" == word), None
        )
    return next((token for token in said.statement.tokens if token.value is None and stem(token.word) == word), None)
