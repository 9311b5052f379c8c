"""Report winners of examples who do not win by the numbers in them (GF164)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding
from generator.model.game import Game

_LONGEST_NAME = 4  # words of the name of a row
_REACH = 7  # words from a name to its number
_VERBS = frozenset(
    "has have is wins win won scores scored gets got earns totals loses lost plays rolls rolled holds goes takes moves"
    " draws puts builds bids bid leads passes chooses pays buys hat gewinnt erreicht kommt".split()
)
_MARGINS = frozenset({"by", "um", "de"})  # behind a verb: how many more the winner has
_LEADS = frozenset({"vorsprung", "avance"})
_HAS_VERBS = ("has", "have", "had", "hat", "hatte")
_LEADING = frozenset("leads f\u00fchrt m\u00e8ne".split())  # the race, or a card to a trick
_AHEAD = frozenset(
    "by with in at after before now and again um mit vor nach jetzt nun und de avec maintenant et".split()
)
_RACES = frozenset("to race game field score scores zu rennen spiel \u00e0 course jeu".split())
_NO_WIN = frozenset("not nobody nicht tie tied loses verliert".split())
_NAME = re.compile(r"[^\W\d_a-z\u00e4\u00f6\u00fc\u00df][^\W\d_A-Z]{1,14}")


class _Standing(NamedTuple):
    """The number that an example gives a player."""

    name: str
    value: float


class _Win(NamedTuple):
    """Who is said to win, and the word that says so."""

    winner: Token
    verb: Token


def check_worked_examples(prose: RulesProse) -> Iterator[Finding]:
    """Report cases where an example names a winner who has neither the most nor, if that wins, the fewest (GF164)."""
    words = prose.words
    if words is None:
        return
    names = _find_player_names(prose)
    if len(names) < 2:
        return
    high, low = _find_winning_ends(prose, words)
    blocks: dict[int, list[Sentence]] = {}
    for sentence in prose.sentences:
        blocks.setdefault(sentence.block, []).append(sentence)
    tables_of: dict[int, Mapping[str, float]] = {}
    for sentences in blocks.values():
        section = sentences[0].section
        tables = tables_of.get(section)
        if tables is None:
            tables = tables_of[section] = _read_tables(prose, words, names, section)
        yield from _check_block(prose, words, names, sentences, (high, low))
        yield from _check_comparisons(prose, words, names, sentences, tables)


def _find_player_names(prose: RulesProse) -> frozenset[str]:
    """Return the names of players in examples: capitalized words beside numbers that are never in lowercase."""
    said: Counter[str] = Counter()
    small: set[str] = set()
    acting: set[str] = set()
    for sentence in prose.sentences:
        for n, token in enumerate(sentence.tokens):
            text = prose.plain[token.start : token.end].removesuffix("'s").removesuffix("\u2019s")
            if text[:1].islower():
                small.add(text.casefold())
            elif _NAME.fullmatch(text) and token.value is None and _is_name_like(prose, sentence, n):
                said[text.casefold()] += 1
                acting |= (
                    {text.casefold()} if {each.word for each in sentence.tokens[n + 1 : n + 2]} & _VERBS else set()
                )
    parts = {word for names in prose.language.parts.values() for name in names for word in name.casefold().split()}
    colors = {name.casefold() for name in prose.language.colors.values()}
    words = prose.words
    things = _list_row_words(prose.game, acting)
    common = (
        small | parts | things | (words.stops | words.wins | words.points | words.everybody if words else frozenset())
    )
    return frozenset({name for name in said if name not in common} | ({name for name in said if name in colors}))


def _list_row_words(game: Game, acting: Set[str]) -> set[str]:
    """Return the words in the names of rows, such as `Sunday soup`; a name of one word may be a person who is `acting`.

    Names are short texts of a column, in which each row has its own.
    """
    found: set[str] = set()
    for rows in game.rows.values():
        columns = {key: [row.values.get(key) for row in rows] for key in (rows[0].values if rows else ())}
        for values in columns.values():
            names = [value.casefold().split() for value in values if isinstance(value, str)]
            if len({*map(tuple, names)}) == len(rows) and max(map(len, names)) <= _LONGEST_NAME:
                found |= {word for name in names for word in name if len(name) > 1 or word not in acting}
    return found


def _is_name_like(prose: RulesProse, sentence: Sentence, n: int) -> bool:
    """Return whether a word may be the subject of a number or of a verb: `Ann has 12`, `Bo: 9`, `Ann wins`."""
    after = sentence.tokens[n + 1 : n + 3]
    return any(token.value is not None or token.word in _VERBS for token in after)


def _find_winning_ends(prose: RulesProse, words: RuleWords) -> tuple[bool, bool]:
    """Return whether a sentence lets the most win, and whether one lets the fewest win."""
    high = low = False
    for sentence in prose.sentences:
        if words.wins & sentence.words and not {"tie", "ties", "gleichstand"} & sentence.words:
            high |= bool({"most", "highest", "meisten", "höchste", "höchsten", "more"} & sentence.words)
            low |= bool({"fewest", "lowest", "least", "wenigsten", "niedrigste", "niedrigsten"} & sentence.words)
    return high, low


def _check_block(
    prose: RulesProse, words: RuleWords, names: frozenset[str], sentences: list[Sentence], ends: tuple[bool, bool]
) -> Iterator[Finding]:
    """Report the last winner that a paragraph names after the numbers of at least two players (GF164)."""
    standings: dict[str, float] = {}
    last = ""
    for sentence in sentences:
        if len(standings) > 1 or _count_names(sentence, names) > 1:
            standings |= _read_standings(prose, words, names, sentence)
            win = _find_win(prose, names, sentence)
            if win and win.winner.word in standings and len(standings) > 1:
                yield from _judge_winner(prose, sentence, win, standings, ends)
        elif last in standings and not _count_names(sentence, names):
            standings |= _continue_standing(words, sentence, standings, last)
        else:
            standings |= _read_standings(prose, words, names, sentence)
        yield from _check_more(prose, words, names, sentence, standings)
        last = next((token.word for token in reversed(sentence.tokens) if token.word in names), last)


def _check_more(
    prose: RulesProse, words: RuleWords, names: frozenset[str], sentence: Sentence, standings: Mapping[str, float]
) -> Iterator[Finding]:
    """Report `Ben has more` and `Cleo has fewer points than Ben` against the numbers of the example (GF164)."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens):
        more, less = token.word in ("more", "mehr"), token.word in ("less", "fewer", "weniger")
        after = [each.word for each in tokens[n + 1 : n + 4]]
        if not (more or less) or n < 2 or tokens[n - 1].word not in (*_HAS_VERBS, "scores", "gets"):
            continue
        own, rival = tokens[n - 2].word, next((word for word in after if word in names), "")
        if after and after[0] not in {*words.points, "than", "als", "in", "now", "altogether"}:
            continue
        others = [value for name, value in standings.items() if name == rival or (not rival and name != own)]
        if own not in standings or not others or any(value != value for value in (standings[own], *others)):
            continue
        right = all(standings[own] > value if more else standings[own] < value for value in others)
        if not right:
            numbers = ", ".join(f"{name.title()} {value:g}" for name, value in standings.items())
            message = f"the example says that {own.title()!r} has {token.word}, but its numbers are {numbers}"
            yield prose.report("GF164", token.start, f"{message}; correct one of them", "warning")


def _continue_standing(
    words: RuleWords, sentence: Sentence, standings: Mapping[str, float], name: str
) -> Mapping[str, float]:
    """Return the number of the player whom the sentence before named, as `18` in `She has 2 more, so 18 in all`."""
    tokens = sentence.tokens
    numbers = [n for n, token in enumerate(tokens) if token.value is not None]
    final = {token.word for token in tokens[numbers[-1] + 1 : numbers[-1] + 3]} if numbers else set()
    value = tokens[numbers[-1]].value if numbers else None
    if value is not None and final & (words.points | words.total | {"all"}) and "more" not in final:
        return {name: value}
    return {name: standings[name] if not numbers else float("nan")}


def _count_names(sentence: Sentence, names: frozenset[str]) -> int:
    return len({token.word for token in sentence.tokens} & names)


def _read_standings(
    prose: RulesProse, words: RuleWords, names: frozenset[str], sentence: Sentence
) -> Mapping[str, float]:
    """Return the last number of each player in a sentence, points before all others."""
    found: dict[str, float] = {}
    at = [n for n, token in enumerate(sentence.tokens) if token.word in names]
    for n, end in zip(at, [*at[1:], len(sentence.tokens)], strict=False):
        own = _cut_margin(words, sentence.tokens[n + 1 : end])
        numbers = [(m, token) for m, token in enumerate(own) if token.value is not None]
        points = [token for m, token in numbers if m + 1 < len(own) and own[m + 1].word in words.points]
        results = [token for m, token in numbers if _is_result(prose, token)]
        near = [token for m, token in numbers if m < _REACH]
        last = (points or results or near)[-1:]
        if last and last[0].value is not None:
            certain = bool(points or results) or len(near) == 1
            found[sentence.tokens[n].word] = last[0].value if certain else float("nan")
    return found


def _cut_margin(words: RuleWords, tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the words about a player up to a margin, as `by 10 - 7 = 3 points` in `Ann wins by 10 - 7 = 3 points`."""
    if _LEADS & {token.word for token in tokens}:
        return ()
    ways = (n for n, token in enumerate(tokens) if n and token.word in _MARGINS and tokens[n - 1].word in words.wins)
    return tokens[: next(ways, len(tokens))]


def _is_result(prose: RulesProse, token: Token) -> bool:
    """Return whether a number comes after an equals sign or a colon."""
    return prose.plain[max(0, token.start - 4) : token.start].rstrip(" *")[-1:] in ("=", ":")


def _find_win(prose: RulesProse, names: frozenset[str], sentence: Sentence) -> _Win | None:
    """Return who wins in a sentence: `Ann wins`, `the winner is Ann`, `Ann takes the victory tile`."""
    tokens, words = sentence.tokens, prose.words
    if words is None or (words.elsewhere | words.conditions | _NO_WIN) & sentence.words:
        return None
    for n, token in enumerate(tokens):
        is_win = token.word in words.wins - {"victory"} and not (n and tokens[n - 1].word in _HAS_VERBS)
        if is_win and not (token.word in _LEADING and _has_object(prose, sentence, n)):
            around = [each for each in (*tokens[max(0, n - 2) : n][::-1], *tokens[n + 1 : n + 3]) if each.word in names]
            return _Win(around[0], token) if around else None
        if token.word in ("victory", "prize", "sieg", "crown") and (
            before := [each for each in tokens[:n] if each.word in names]
        ):
            return _Win(before[-1], token)
    return None


def _has_object(prose: RulesProse, sentence: Sentence, n: int) -> bool:
    """Return whether `leads` has a card as its object: `leads the 6`, but not in `leads by 2` and `leads 6 to 4`."""
    after = sentence.tokens[n + 1 : n + 3]
    is_next = bool(after) and not prose.plain[sentence.tokens[n].end : after[0].start].strip(" *_")
    return is_next and after[0].word not in _AHEAD and after[-1].word not in _RACES


def _judge_winner(
    prose: RulesProse, sentence: Sentence, win: _Win, standings: Mapping[str, float], ends: tuple[bool, bool]
) -> Iterator[Finding]:
    high, low = ends
    own, values = standings[win.winner.word], [*standings.values()]
    if any(value != value for value in values):
        return  # not known
    if own in (max(values), min(values)) and (high == low or own == (max(values) if high else min(values))):
        return
    best = max(values) if high or not low else min(values)
    other = next(name for name, value in standings.items() if value == best)
    numbers = ", ".join(f"{name.title()} {value:g}" for name, value in standings.items())
    said = prose.quote(min(each.start for each in win), max(each.end for each in win))
    message = f"the example says {said!r}, but by its numbers ({numbers}) {other.title()!r} wins"
    yield prose.report("GF164", win.winner.start, message, "warning" if high != low else "note")


def _read_tables(prose: RulesProse, words: RuleWords, names: frozenset[str], section: int) -> Mapping[str, float]:
    """Return the points of players in the tables of a section: the last number of a cell below a head about points."""
    found: dict[str, float] = {}
    for table in prose.tables:
        if prose.find_section(table.head[0][0]) != section:
            continue
        heads = [{*prose.cell_text(cell).split()} for cell in table.head]
        column = next(
            (n for n, head in enumerate(heads) if n and head & (words.points - {"gems", "coins", "stars"})), 0
        )
        for row in table.rows:
            name = prose.cell_text(row[0]).split()[:1]
            if column and column < len(row) and name and name[0] in names:
                values = [token.value for token in prose.tokenize(*row[column]) if token.value is not None]
                found |= {name[0]: values[-1]} if values else {}
    return found


def _check_comparisons(
    prose: RulesProse,
    words: RuleWords,
    names: frozenset[str],
    sentences: list[Sentence],
    tables: Mapping[str, float],
) -> Iterator[Finding]:
    """Report `Dan scores less than Cleo` where a table of the rules gives Dan more (GF164)."""
    for sentence in sentences:
        tokens = sentence.tokens
        for n, token in enumerate(tokens[:-2]):
            less, more = token.word in ("less", "fewer", "weniger"), token.word in ("more", "mehr")
            if not (less or more) or tokens[n + 1].word not in ("than", "als", "points", "punkte"):
                continue
            other = next((each.word for each in tokens[n + 1 : n + 4] if each.word in names & tables.keys()), "")
            own = [each.word for each in tokens[:n] if each.word in names & tables.keys()]
            if not other or not own or own[-1] == other:
                continue
            one, two = tables[own[0]], tables[other]
            if one >= two if less else one <= two:
                message = (
                    f"the rules say that {own[0].title()!r} has {token.word} than {other.title()!r}, but the table"
                    f" gives them {one:g} and {two:g}"
                )
                yield prose.report("GF164", token.start, message, "warning")
