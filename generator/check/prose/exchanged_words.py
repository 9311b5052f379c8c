"""Report sentences in which two opposites have changed places, against a caption, a claim or a sentence (GF168)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.prose.near_repeats import WholeStatement, list_other_texts
from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding
from generator.model.game import Game

_MORE_OPPOSITES = (("away", "toward"), ("away", "towards"), ("earlier", "later"), ("best", "worst"))
_LEAST = 5  # words of the shorter statement, all of which the other one has too
_STEM = 4  # letters by which words are compared
_COMMON = 60  # statements that may have a word for it to be looked up
_Words = Sequence[tuple[str, Token]]


def check_exchanged_words(
    prose: RulesProse, words: RuleWords, statements: Sequence[WholeStatement], game: Game
) -> Iterator[Finding]:
    """Report `dashes toward you, dots away` if a caption, a claim or another sentence has it the other way around."""
    texts = [*statements, *list_other_texts(prose, words, game)]
    read = [(each, _list_words(words, each)) for each in texts if not words.conditions & _say(each)]
    by_stem: dict[str, list[int]] = defaultdict(list)
    for n, (_, said) in enumerate(read):
        for key in {key for key, _ in said}:
            by_stem[key].append(n)
    opposites = _list_opposites(words)
    told: set[int] = set()
    for n, (statement, said) in enumerate(read):
        if statement.source != "rules" or statement.statement.place.line in told:
            continue
        for m in _find_near(said, by_stem):
            other, theirs = read[m]
            if m == n or _overlap(statement, other) or other.statement.place.line in told:
                continue
            pair = _find_exchange(said, theirs, opposites)
            if pair:
                told.update((statement.statement.place.line, other.statement.place.line))
                yield _report(prose, statement, other, pair)
                break


def _say(statement: WholeStatement) -> set[str]:
    return {token.word for token in statement.statement.tokens}


def _report(prose: RulesProse, statement: WholeStatement, other: WholeStatement, pair: tuple[Token, Token]) -> Finding:
    source = "" if other.source == "rules" else f"{other.source} "
    message = (
        f"{pair[0].word!r} and {pair[1].word!r} are the other way around in {source}{other.statement.said!r}"
        f" ({other.statement.place}); correct one of them"
    )
    return prose.report("GF168", pair[0].start, message, "note")


def _list_words(words: RuleWords, statement: WholeStatement) -> _Words:
    """Return the stems and numbers of a statement, each with its word."""
    return [
        (f"#{token.value:g}" if token.value is not None else _shorten(token.word), token)
        for token in statement.statement.tokens
        if token.value is not None or (token.word not in words.stops and len(token.word) > 2)
    ]


def _shorten(word: str) -> str:
    """Return the letters by which words are compared: `print` and `printed` have the same."""
    return stem(word)[:_STEM]


def _list_opposites(words: RuleWords) -> set[frozenset[str]]:
    pairs = [(one, other) for mine, theirs in words.opposites for one in mine for other in theirs]
    return {frozenset((_shorten(one), _shorten(other))) for one, other in (*pairs, *_MORE_OPPOSITES)}


def _find_near(said: _Words, by_stem: Mapping[str, Sequence[int]]) -> list[int]:
    keys = {key for key, _ in said}
    counts = Counter(m for key in keys if len(by_stem[key]) <= _COMMON for m in by_stem[key])
    return [m for m, count in counts.items() if count >= _LEAST - 2]


def _overlap(one: WholeStatement, other: WholeStatement) -> bool:
    """Return whether two statements are of one sentence of the rules."""
    if {one.source, other.source} != {"rules"}:
        return False
    mine, theirs = (each.statement.tokens for each in (one, other))
    return mine[0].start <= theirs[-1].start and theirs[0].start <= mine[-1].start


def _find_exchange(mine: _Words, theirs: _Words, opposites: set[frozenset[str]]) -> tuple[Token, Token] | None:
    """Return the two words of the first statement that have changed places, if all else is in the same order."""
    counts = Counter(key for key, _ in mine) & Counter(key for key, _ in theirs)
    if counts.total() < max(_LEAST, min(len(mine), len(theirs))):
        return None
    own = [(key, token) for key, token in mine if key in counts]
    others = [(key, token.word) for key, token in theirs if key in counts]
    if len(own) != len(others):
        return None
    differ = [n for n, (key, _) in enumerate(own) if key != others[n][0]]
    if len(differ) != 2:
        return None
    (one, here), (other, there) = (own[n] for n in differ)
    is_exchanged = [others[n] for n in differ] == [(other, there.word), (one, here.word)]
    return (here, there) if is_exchanged and frozenset((one, other)) in opposites else None
