"""Report sentences whose translation has two terms of the game in each other's place (GF174)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import NamedTuple

from generator.check.analysis.text_places import find_word_place
from generator.check.prose.translation_blocks import shorten
from generator.check.prose.translation_differences import report_both_places
from generator.check.prose.translation_lists import AlignedText
from generator.check.prose.translation_order import SUBORDINATE, fold_accents
from generator.language.plurals import noun_forms
from generator.model.finding import Finding
from generator.model.language import Language

_THAN: Mapping[str, frozenset[str]] = {
    "en": frozenset({"than"}),
    "de": frozenset({"als"}),
    "fr": frozenset({"que", "qu"}),
}
_WORD = re.compile(r"[^\W\d_]+")
_ARTICLE = re.compile(r"^(?:the|an?|der|die|das|eine?|le|la|les|une?) ", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;:.!?]")
_TURNS = re.compile(r"\b(?:vo[nm]|durch|par|by|from|wird|werden|statt)\b", re.IGNORECASE)
_SHORTEST = 3  # letters of a term
_LONGEST_ENDING = 3  # letters that a case or a plural adds

_Terms = Mapping[str, Mapping[str, str]]  # by their first letters: the terms by all of their forms


class _Term(NamedTuple):
    """A term in a text: the word of the first language for it, where it begins, and as it is written."""

    name: str
    at: int
    word: str


def compare_roles(first: Language, language: Language, pairs: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report `A sack beats a barrel, a crown beats a sack` for what says barrel twice, and the reverse of `than`."""
    table = _pair_terms(first, language)
    mine, theirs = (
        _index_terms({form: name for name, forms in table.items() for form in forms[side]}) for side in (0, 1)
    )
    parts = {each[0].casefold() for each in first.parts.values()}
    for pair in pairs if len(table) > 1 else ():
        one, other = _find_terms(pair.first, mine), _find_terms(pair.other, theirs)
        if len({term.name for term in one} & {term.name for term in other}) < 2:
            continue
        wrong = (
            _find_exchanged(one, other)
            or _find_reversed(first, language, pair, one, other)
            or _find_turned(pair, one, other, parts)
        )
        if wrong:
            (here, rival), (there, _) = (
                [next(term for term in terms if term.name == name) for name in wrong] for terms in (other, one)
            )
            message = (
                f"{here.word!r} and {rival.word!r} have changed places, compared with {shorten(pair.first)!r}"
                f" at {pair.there}; exchange them"
            )
            finding = Finding("GF174", find_word_place(pair.place, pair.other, here.at), message, "note")
            differs = f"has {here.word!r} in another place than this has {there.word!r}"
            yield from report_both_places(finding, pair.there, differs)


def _pair_terms(first: Language, language: Language) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the terms that the table of words translates: their forms in both languages, by their first word."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    said = [(_ARTICLE.sub("", one, count=1), _ARTICLE.sub("", other, count=1)) for one, other in language.says.items()]
    said += [(first.colors[role], language.colors[role]) for role in first.colors.keys() & language.colors.keys()]
    parts = [(first.parts[part], language.parts[part]) for part in first.parts.keys() & language.parts.keys()]
    for mine, theirs in [*(((one,), (other,)) for one, other in said), *parts]:
        if all(_WORD.fullmatch(word) and len(word) >= _SHORTEST for word in (*mine, *theirs)):
            forms = found.setdefault(mine[0].casefold(), (set(), set()))
            forms[0].update(form for word in mine for form in noun_forms(word.casefold()))
            forms[1].update(fold_accents(word) for word in theirs)
    lone = Counter(word for _, forms in found.values() for word in forms)
    return {
        name: (frozenset(mine), frozenset(theirs))
        for name, (mine, theirs) in found.items()
        if all(lone[word] == 1 for word in theirs)
    }


def _index_terms(terms: Mapping[str, str]) -> _Terms:
    found: dict[str, dict[str, str]] = {}
    for form, name in terms.items():
        found.setdefault(fold_accents(form)[:_SHORTEST], {})[fold_accents(form)] = name
    return found


def _find_terms(text: str, terms: _Terms) -> list[_Term]:
    found = list[_Term]()
    for each in _WORD.finditer(text):
        word = fold_accents(each[0])
        near = terms.get(word[:_SHORTEST], {})
        forms = [form for form in near if word.startswith(form) and len(word) - len(form) <= _LONGEST_ENDING]
        if forms:
            found.append(_Term(near[max(forms, key=len)], each.start(), each[0]))
    return found


def _find_exchanged(one: Sequence[_Term], other: Sequence[_Term]) -> tuple[str, ...]:
    """Return two terms, if a translation has each as often as the original has the other one."""
    mine, theirs = Counter(term.name for term in one), Counter(term.name for term in other)
    for name, rival in combinations(sorted(mine.keys() & theirs.keys()), 2):
        if mine[name] == theirs[rival] != mine[rival] == theirs[name]:
            return name, rival
    return ()


def _find_reversed(
    first: Language, language: Language, pair: AlignedText, one: Sequence[_Term], other: Sequence[_Term]
) -> tuple[str, ...]:
    """Return the terms before and behind `than` in a translation, if the original has them the other way around."""
    mine, theirs = _list_compared(pair.first, first, one), _list_compared(pair.other, language, other)
    if len(mine) != len(theirs) or mine == theirs:
        return ()
    turned = [each for each in theirs if each[::-1] in mine and each not in mine and each[0] != each[1]]
    return turned[0] if turned else ()


def _find_turned(
    pair: AlignedText, one: Sequence[_Term], other: Sequence[_Term], parts: AbstractSet[str]
) -> tuple[str, ...]:
    """Return the two terms of a plain sentence that its translation has in the other order; parts may stand anywhere.

    `A crown beats a sack` may be said of the sack, with `von` or `par`.
    """
    mine, theirs = ([term.name for term in terms if term.name not in parts] for terms in (one, other))
    plain = not (SUBORDINATE.search(pair.first) or SUBORDINATE.search(pair.other) or _TURNS.search(pair.other))
    return tuple(theirs) if plain and len(mine) == 2 and mine == theirs[::-1] and len({*mine}) == 2 else ()


def _list_compared(text: str, language: Language, terms: Sequence[_Term]) -> list[tuple[str, str]]:
    """Return the last term before each `than` of a text and the first one behind it, of one clause."""
    words, found = _THAN.get(language.tag.partition("-")[0], frozenset()), list[tuple[str, str]]()
    for each in _WORD.finditer(text):
        if each[0].casefold() not in words:
            continue
        ends = [end.start() for end in _CLAUSE_END.finditer(text)]
        start, end = (
            max((at for at in ends if at < each.start()), default=0),
            min((at for at in ends if at > each.start()), default=len(text)),
        )
        before = [term.name for term in terms if start <= term.at < each.start()]
        behind = [term.name for term in terms if each.start() < term.at < end]
        if before and behind:
            found.append((before[-1], behind[0]))
    return found
