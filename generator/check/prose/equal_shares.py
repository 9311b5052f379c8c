"""Report totals that are not what equal shares add up to: `27 tickets (eight per line)` (GF163, GF168)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding
from generator.model.game import Game, Part

_PER = frozenset("per pro par je".split())
_EACH = frozenset("each every jeder jedem jede jedes chaque".split())
_PREPOSITIONS = frozenset("in of for from von in f\u00fcr aus de pour dans".split())
_PEOPLE = frozenset("player players spieler person personen joueur joueurs personne round game turn side".split())
_ALL = frozenset("everybody everyone".split())
_PLAYERS = frozenset("player players players' people spieler spielern joueurs".split())
_WITH = frozenset("with for bei mit avec".split())
_CLOSE = 2  # words between a total and its shares
_SHARED = 6  # words from `each` to the things that get something


def check_equal_shares(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report totals that differ from the shares beside them, from those of all players, or from the setup."""
    for sentence in prose.sentences:
        yield from _check_groups(prose, sentence)
    yield from _check_players(prose)
    if prose.language is game.first:
        yield from _check_setup(prose, game, parts)


def _check_groups(prose: RulesProse, sentence: Sentence) -> Iterator[Finding]:
    """Report `27 tickets (eight per line)`: no number of lines gives that (GF163)."""
    numbers = [n for n, token in enumerate(sentence.tokens) if token.value is not None]
    for one, other in pairwise(numbers):
        total, share = sentence.tokens[one], sentence.tokens[other]
        group = _find_group(sentence.tokens, other)
        between = prose.plain[sentence.tokens[other - 1].end : share.start]
        counted = {stem(token.word) for token in sentence.tokens[one + 1 : other]}
        if group is None or not 0 < len(counted) <= _CLOSE or between.strip() not in ("(", ",", ":"):
            continue
        if stem(group.word) in counted or counted & _PREPOSITIONS:
            continue  # `500 cards (6 words per card)`
        if total.value and share.value and total.value > share.value > 1 and total.value % share.value:
            said = prose.quote(share.start, group.end)
            message = f"{said!r} never makes {total.value:g}, in any number of them; correct one of the numbers"
            yield prose.report("GF163", share.start, message, "warning")


def _find_group(tokens: Sequence[Token], at: int) -> Token | None:
    """Return `line` in `eight per line`, `eight tickets in each line`; None for players, who may not get all."""
    for n in range(at + 1, min(at + 3, len(tokens) - 1)):
        word, behind = tokens[n].word, [token for token in tokens[n + 1 : n + 3] if token.value is None]
        if word in _PER:
            group = behind[:1]
        elif word in _PREPOSITIONS and behind and behind[0].word in _EACH:
            group = behind[1:2]
        else:
            continue
        return next((token for token in group if token.word not in _PEOPLE), None)
    return None


def _check_players(prose: RulesProse) -> Iterator[Finding]:
    """Report `9 stories with four players` if everyone tells two (GF168)."""
    blocks: dict[int, list[Token]] = defaultdict(list)
    for sentence in prose.sentences:
        if not (prose.words and prose.words.conditions & sentence.words):
            blocks[sentence.block] += sentence.tokens
    for tokens in blocks.values():
        shares = {stem(noun.word): share for share, noun in _list_shares(tokens)}
        for total, noun, players in _list_totals(tokens) if shares else ():
            share = shares.get(stem(noun))
            if share is None or total.start < share.start or share.value is None or players.value is None:
                continue
            if total.value != share.value * players.value:
                made = f"{share.value:g} each make {share.value * players.value:g} with {players.value:g} players"
                yield prose.report("GF168", total.start, f"{made}, not {total.value:g}; correct one of them", "note")


def _list_shares(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield `two` and `stories` of `everyone tells two stories`, `each player tells two stories`."""
    for n, token in enumerate(tokens[:-3]):
        subject = n if token.word in _ALL else n + 1
        if token.word in _ALL or (token.word in _EACH and tokens[n + 1].word in _PLAYERS):
            behind = tokens[subject + 2 : subject + 4]
            if len(behind) == 2 and behind[0].value is not None and behind[1].value is None:
                yield behind[0], behind[1]


def _list_totals(tokens: Sequence[Token]) -> Iterator[tuple[Token, str, Token]]:
    """Yield the numbers of `6 stories with three players, 8 with four`, each with the noun and that of the players."""
    noun, open_list = "", False
    for n, token in enumerate(tokens[:-2]):
        if token.value is None:
            continue
        rest = tokens[n + 1 : n + 5]
        if rest[0].word not in _WITH and len(rest) > 2 and rest[1].word in _WITH and rest[2].value is not None:
            open_list = len(rest) > 3 and rest[3].word in _PLAYERS
            noun = rest[0].word if open_list else ""
            if open_list:
                yield token, noun, rest[2]
        elif open_list and rest[0].word in _WITH and len(rest) > 1 and rest[1].value is not None:
            yield token, noun, rest[1]


def _check_setup(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report `three gold on each of the five chests` if the setup puts 10 on the table (GF168)."""
    for part in parts:
        lines = [line for line in game.data.setup if line.part == part.id]
        table = sum(line.table or 0 for line in lines)
        names = {stem(word.casefold()) for word in (part.id, part.title.split()[-1] if part.title else part.id)}
        if not table or any(line.players for line in lines):
            continue
        said = [each for each in _list_placed(prose, names) if each[0].value and each[1].value]
        made = [int((one.value or 0) * (other.value or 0)) for one, other in said]
        if len(said) == 1 and made[0] != table and (made[0] > table or _is_said(prose, names, table)):
            share, things = said[0]
            message = (
                f"{prose.quote(share.start, things.end)!r} makes {made[0]}, but the setup puts {table} on the table"
                f" ({game.place('setup', game.data.setup.index(lines[0]))}); correct one of them"
            )
            yield prose.report("GF168", share.start, message, "note")


def _list_placed(prose: RulesProse, names: set[str]) -> Iterator[tuple[Token, Token]]:
    """Yield both numbers of `two gold on each of the five chests`."""
    for sentence in prose.sentences:
        tokens = sentence.tokens
        for n, token in enumerate(tokens[:-4]):
            if token.value is None or stem(tokens[n + 1].word) not in names:
                continue
            rest = tokens[n + 2 : n + 2 + _SHARED]
            each = next((m for m, word in enumerate(rest) if word.word in _EACH), None)
            number = next((word for word in rest[each:] if word.value is not None), None) if each is not None else None
            if each in (1, 2) and any(word.value is not None for word in rest[:each]):
                continue  # a total and its shares: `18 tiles, 6 for each of three`
            if each in (1, 2) and number is not None and rest.index(number) - each <= 3:
                yield token, number


def _is_said(prose: RulesProse, names: set[str], table: int) -> bool:
    """Return whether the rules say how many pieces lie on the table."""
    pairs = (pair for each in prose.sentences for pair in pairwise(each.tokens))
    return any(one.value == table and stem(other.word) in names for one, other in pairs)
