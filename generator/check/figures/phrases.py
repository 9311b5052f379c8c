"""Find phrases about pieces in a text: `two blue pawns`, `a small and a large red pyramid`, `a target 5`."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.figures.lexicon import CaptionToken, Lexicon, split_words

_ARTICLES = ("the", "a", "an", "der", "die", "das", "den", "dem", "le", "la", "les", "l'", "un", "une", "des", "d'")
_DEFINITE = (
    "the", "its", "this", "these", "that", "their", "other", "der", "den", "dem", "second", "first",
    "le", "la", "les", "l'", "ses", "ces", "cette", "autres", "deuxième", "première",
)  # fmt: skip
_VAGUE = (
    "each", "every", "all", "any", "no", "some", "several", "another", "further", "more", "many", "jeder", "alle",
    "chaque", "tous", "toutes", "aucun", "aucune", "plusieurs", "quelques",
)  # fmt: skip
_DENIED = (
    "no", "not", "without", "than", "never", "neither", "nor", "instead", "kein", "ohne", "nicht",
    "sans", "ni", "pas", "aucun", "aucune",
)  # fmt: skip
_PAST = ("was", "were", "had", "stood", "gone", "lay", "war", "lag", "était", "étaient")
_JOINS = ("and", "or", "und", "oder", "et", "ou")
_WITH = ("with", "mit", "avec", "of", "aus", "en", "de")  # before a color that stands behind its noun
_PRONOUNS = ("one", "ones")
_STOPS = frozenset(".;:!?()")
_OF_ALL = (  # between both numbers of `three of the eight globes`
    ("of",), ("of", "the"), ("of", "these"), ("of", "its"), ("of", "their"), ("von",), ("von", "den"), ("der",),
    ("des",), ("de", "ces"), ("de", "ses"), ("sur",), ("sur", "les"),
)  # fmt: skip
_MOST_BEFORE = 5  # words before a noun that can belong to it


class Phrase(NamedTuple):
    """Words about pieces: their number, parts, color role, words of their rows, and the number in their name.

    `exact` means that all its words are known, and `denied` that the pieces are said to be absent. `start` and
    `end` are numbers of tokens, `at` the character where it begins. `share` is 3 in `three of the eight globes`,
    whose `amount` is 8.
    """

    said: str
    at: int
    start: int
    end: int
    parts: frozenset[str]
    role: str = ""
    facts: frozenset[str] = frozenset()
    amount: int | None = None
    number: int | None = None
    exact: bool = True
    definite: bool = False
    denied: bool = False
    share: int | None = None


class _Head(NamedTuple):
    """The words before a noun: a number, a color and words of rows, and the token they begin at."""

    start: int
    role: str
    facts: frozenset[str]
    amount: int | None
    exact: bool
    definite: bool
    vague: bool
    share: int | None


def find_phrases(text: str, lexicon: Lexicon, pieces: frozenset[str]) -> list[Phrase]:
    """Return the phrases of a text, in order; `pieces` are the parts that the word `one` and `piece` may mean."""
    tokens, found = split_words(text), list[Phrase]()
    last = pieces if len(pieces) == 1 else frozenset[str]()
    for noun, token in enumerate(tokens):
        parts, first = _find_noun(tokens, noun, lexicon)
        if token.text in _PRONOUNS and not parts:
            parts, first = (last if _has_adjective(tokens, noun, lexicon) else frozenset()), noun
        if not parts:
            continue
        made = list(_read_phrases(text, tokens, first, noun, parts, lexicon))
        found += made
        last = parts if token.text not in _PRONOUNS else last
    return found


def _find_noun(tokens: Sequence[CaptionToken], end: int, lexicon: Lexicon) -> tuple[frozenset[str], int]:
    """Return the parts whose name ends at a token, and the token where it begins; the longest name wins."""
    for words in (3, 2, 1):
        start = end - words + 1
        name = " ".join(token.text for token in tokens[max(start, 0) : end + 1])
        if start >= 0 and name in lexicon.nouns:
            return lexicon.nouns[name], start
    after = tokens[end + 1].text if end + 1 < len(tokens) else ""
    return (lexicon.nicknames.get(tokens[end].text, frozenset()) if _is_digits(after) else frozenset()), end


def _is_digits(word: str) -> bool:
    return word.lstrip("+").isdecimal()


def _has_adjective(tokens: Sequence[CaptionToken], noun: int, lexicon: Lexicon) -> bool:
    before = tokens[noun - 1].text if noun else ""
    after = [token.text for token in tokens[noun + 1 : noun + 3]]
    described = len(after) == 2 and after[0] == "with" and bool(lexicon.role(after[1]))
    return described or bool(lexicon.role(before) or lexicon.find_facts(before))


class _Tail(NamedTuple):
    """The words after a noun that belong to it: a color, a number or a word of its row, and the last token of them."""

    role: str
    number: int | None
    end: int
    facts: frozenset[str] = frozenset()


def _read_phrases(
    text: str, tokens: Sequence[CaptionToken], first: int, noun: int, parts: frozenset[str], lexicon: Lexicon
) -> Iterator[Phrase]:
    """Yield the phrases that share a noun, those before `and` first."""
    heads, tail = _read_heads(tokens, first, noun, lexicon), _read_tail(tokens, noun, lexicon)
    gone = bool({token.text for token in tokens[noun + 1 : noun + 3]} & {*_PAST})
    for order, head in enumerate(heads):
        before = {token.text for token in tokens[max(head.start - 2, 0) : head.start]}
        shared = head.role or tail.role or (heads[-1].role if head.facts else "")
        yield Phrase(
            text[tokens[head.start].at : tokens[tail.end].at + len(tokens[tail.end].text)],
            tokens[head.start].at,
            head.start,
            tail.end if order == len(heads) - 1 else head.start + 1,
            parts,
            shared,
            head.facts | tail.facts,
            None if head.vague else head.amount,
            tail.number,
            head.exact,
            head.definite,
            gone or bool(before & {*_DENIED}),
            head.share,
        )


def _read_heads(tokens: Sequence[CaptionToken], first: int, noun: int, lexicon: Lexicon) -> list[_Head]:
    """Return what comes before a noun: one head, or several as in `a small and a large red pyramid`."""
    heads = [_read_head(tokens, first, lexicon)]
    if tokens[noun].text == "one" and heads[0].amount is None and tokens[noun - 1].text not in _DEFINITE:
        heads[0] = heads[0]._replace(amount=1)
    while (start := _skip_conjunction(tokens, heads[0].start)) is not None:
        more = _read_head(tokens, start, lexicon)
        if not (more.role or more.facts) or not more.exact:
            break
        heads.insert(0, more)
    return heads


def _read_tail(tokens: Sequence[CaptionToken], noun: int, lexicon: Lexicon) -> _Tail:
    after = [token.text for token in tokens[noun + 1 : noun + 4]]
    if after[:1] and _is_digits(after[0]) and tokens[noun].text not in _PRONOUNS:
        return _Tail("", int(after[0]), noun + 1)
    if len(after) > 1 and after[0] == "of" and lexicon.find_facts(after[1]):  # `three tiles of heath`
        return _Tail("", None, noun + 2, frozenset({after[1]}))
    if len(after) > 1 and after[0] in _WITH and lexicon.role(after[1]):  # `Steine aus Schiefer`
        return _Tail(lexicon.role(after[1]), None, noun + 2)
    if after[:1] and not lexicon.english and lexicon.role(after[0]):  # `un pion rouge`
        return _Tail(lexicon.role(after[0]), None, noun + 1)
    return _Tail("", None, noun)


def _skip_conjunction(tokens: Sequence[CaptionToken], start: int) -> int | None:
    """Return the token before which a further phrase with the same noun would end; None without a conjunction."""
    before = [token.text for token in tokens[max(start - 2, 0) : start]]
    if before[-1:] and before[-1] in _JOINS:
        return start - 2 if before[0] == "," else start - 1
    return start - 1 if before[-1:] == [","] else None


def _read_head(tokens: Sequence[CaptionToken], noun: int, lexicon: Lexicon) -> _Head:
    """Return what the words before a noun say about it."""
    role, facts, count, exact, definite, vague, at = "", set[str](), None, True, False, False, noun
    share: int | None = None
    while at > 0 and noun - at < _MOST_BEFORE:
        word = tokens[at - 1].text
        if word in _STOPS or word in (",", "of", "de", "d'", *_JOINS):
            break
        if lexicon.role(word) and not role:
            role = lexicon.role(word)
        elif lexicon.find_facts(word):
            facts.add(word)
        elif word in _VAGUE:
            vague, at = True, at - 1
            break
        elif word in _DEFINITE:
            definite, at = True, at - 1
            break
        elif (number := lexicon.number(word)) is not None:
            count, at = number, at - 1
            definite = at > 0 and tokens[at - 1].text in _DEFINITE
            share, at = _find_share(tokens, at, lexicon)
            break
        elif at == noun and word not in _ARTICLES and _precedes(tokens, at - 1, lexicon):
            exact = False
        else:
            break
        at -= 1
    return _Head(at, role, frozenset(facts), count, exact, definite, vague, share)


def _find_share(tokens: Sequence[CaptionToken], total: int, lexicon: Lexicon) -> tuple[int | None, int]:
    """Return 3 and the token of `three` for `eight` in `three of the eight globes`; None and the same token without."""
    for words in (1, 2):
        start = total - words - 1
        if start >= 0 and tuple(token.text for token in tokens[start + 1 : total]) in _OF_ALL:
            share = lexicon.number(tokens[start].text)
            if share is not None:
                return share, start
    return None, total


def _precedes(tokens: Sequence[CaptionToken], at: int, lexicon: Lexicon) -> bool:
    """Return whether an unknown word is an adjective: a number, an article or a known adjective comes before it."""
    if at == 0 or not tokens[at].text.isalpha():
        return False
    word = tokens[at - 1].text
    known = lexicon.number(word) is not None or word in _ARTICLES
    return known or bool(lexicon.role(word) or lexicon.find_facts(word))
