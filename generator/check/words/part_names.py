"""Find numbers of pieces, and names of parts, in the rules of one language; report parts never mentioned (GF131)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.faces.icons import list_shown_figures
from generator.check.words.rules_text import HIDDEN, PLACEHOLDER, mask_rules
from generator.language.number_words import NUMBER_PATTERN
from generator.language.plurals import ARTICLES, noun_forms
from generator.language.translation import apply_translated_rules, parse_translated_number
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.language import Language

_GAP = r"(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)"  # blanks, at most one of them the end of a line
_BEFORE = rf"(?<![\w{PLACEHOLDER}{HIDDEN}.,:;/\\+\u2013\u2014\u2212\u00d7#@$\u20ac\u00a3'\u2019-])"
_ALONE = rf"[^\S\n]*(?:[x\u00d7][^\S\n]*)?(?=$|[{PLACEHOLDER}{HIDDEN},.;)\n])"
_NAME = rf"(?P<name>[^\W\d_][^{PLACEHOLDER}{HIDDEN},.;:()|\n]*?)"
_LONGEST_WORD = 60  # letters; each letter of a longer one would be looked at from all letters before it
_START = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W\d_]+")


class NumberPhrase(NamedTuple):
    """A number, as it is `typed` at a place in the text, and what is said to be counted.

    `name` is the name of parts after the number, or at the beginning of an `entry` in the list of contents; empty
    where no part is named. `words` are those that stand before the name.
    """

    at: int
    typed: str
    said: str
    words: tuple[str, ...]
    name: str
    entry: str = ""


class PartNames:
    """The numbers and the names of parts as a language writes them.

    The first name of a part is for one piece, all others are for several; a name that is alone is for both.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._one: dict[str, list[str]] = {}
        self._several: dict[str, list[str]] = {}
        for part, names in language.parts.items():
            for n, name in enumerate(names):
                if n == 0:
                    self._one.setdefault(fold_case(name), []).append(part)
                if n > 0 or len(names) == 1:
                    self._several.setdefault(fold_case(name), []).append(part)
        numbers, starts = number_pattern(language)
        self._starts = set(starts)
        number = rf"{_BEFORE}(?P<number>{numbers})"
        every = _any_of({**self._one, **self._several}).replace(r"\ ", _GAP)
        words = rf"(?P<words>(?:[^\W\d_]{{1,{_LONGEST_WORD}}}+{_GAP}){{0,2}}?)"
        # `Building` is no part in `20 Building Permits` or `4 building sites`: what goes on with a word with a capital
        # letter, the last word of a name, or a plural after a singular is another noun
        nouns = _any_of([word for name in {**self._one, **self._several} for word in name.split()[-1:]])
        longer = (
            rf"{_GAP}(?:(?-i:[A-Z\u00c0-\u00de])|(?:{nouns})(?![\w-])|(?<!s\s)\w{{4,{_LONGEST_WORD}}}+(?<=s)(?![\w-]))"
        )
        name = rf"{words}(?P<name>{every})(?![\w-]|{longer})" if every else r"(?!)"
        first, claim = r"[^\S\n]*", rf"(?P<claim>{PLACEHOLDER}+)"
        self._number = re.compile(rf"{number}(?!\w)", re.IGNORECASE)
        self._phrase = re.compile(rf"{number}{_GAP}{name}", re.IGNORECASE)
        self._named = re.compile(name, re.IGNORECASE)
        self._cell = re.compile(rf"{first}(?:{claim}|{number}(?:{_ALONE}|{_GAP}(?P<unit>[^\W\d_]+)))", re.IGNORECASE)
        self._number_first = re.compile(
            rf"{first}(?:{claim}|{number})(?:[^\S\n]*[x\u00d7])?{_GAP}{_NAME}(?=$|[{PLACEHOLDER}{HIDDEN},.;:()|\n])",
            re.IGNORECASE,
        )
        self._number_last = re.compile(
            rf"{first}{_NAME}[:(\u2013\u2014]{first}(?:{claim}|{number}{_ALONE})", re.IGNORECASE
        )

    def to_number(self, typed: str) -> int:
        """Return a number as a whole number."""
        return parse_translated_number(typed, self.language) or 0

    def find_parts(self, name: str, number: int) -> list[str]:
        """Return the parts that a name can mean, given a number of them."""
        one = self._one.get(fold_case(name), []) if number == 1 else []
        return list(dict.fromkeys([*one, *self._several.get(fold_case(name), [])]))

    def find_all_parts(self, text: str) -> list[str]:
        """Return the parts that are named anywhere in a text."""
        return [part for found in self._named.finditer(text) for part in self.find_parts(found["name"], 1)]

    def find_phrases(self, text: str) -> Iterator[NumberPhrase]:
        """Yield each number in a text that is at most two words before the name of a part."""
        end = 0
        for word in _START.finditer(text):
            if word.start() < end or not (word[0][0].isdigit() or word[0].casefold() in self._starts):
                continue
            if found := self._phrase.match(text, word.start()):
                end, words = found.end(), tuple(fold_case(found["words"]).split())
                yield NumberPhrase(word.start(), found["number"], " ".join(found[0].split()), words, found["name"])

    def find_head(self, text: str, cells: Sequence[tuple[int, int]]) -> NumberPhrase | None:
        """Return what an entry in a list of contents counts: `24 hand cards`, `Hand cards: 24`, or a cell for each.

        The number is `typed` as blots where it is a claim.
        """
        if found := self._number_first.match(text, *cells[0]) or self._number_last.match(text, *cells[0]):
            return self._read_entry(found, found["name"])
        numbers = (self._cell.match(text, *cell) for cell in cells) if len(cells) > 1 else ()
        names = (text[slice(*cell)] for cell in cells)
        number = next(filter(None, numbers), None)
        name = next((name for name in names if _WORD.search(name) and not {PLACEHOLDER, HIDDEN} & {*name}), "")
        return self._read_entry(number, name) if number and name else None

    def says_number(self, text: str) -> bool:
        """Return whether a number is anywhere in a text, typed or claimed."""
        return PLACEHOLDER in text or self._number.search(text) is not None

    def has_number(self, text: str, cell: tuple[int, int]) -> bool:
        """Return whether a cell begins with a number."""
        return self._cell.match(text, *cell) is not None

    def _read_entry(self, number: re.Match[str], entry: str) -> NumberPhrase:
        typed, entry = number["claim"] or number["number"], " ".join(entry.split())
        found = self._named.match(entry)
        words = find_words(f"{found['words'] if found else ''} {number.groupdict().get('unit') or ''}")
        at = number.start("claim" if number["claim"] else "number")
        return NumberPhrase(at, typed, f"{entry}: {typed}", tuple(words), found["name"] if found else "", entry=entry)


def fold_case(text: str) -> str:
    """Return a text as names are compared: without case, with single blanks."""
    return " ".join(text.split()).casefold()


def find_words(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return _WORD.findall(fold_case(text))


def number_pattern(language: Language) -> tuple[str, list[str]]:
    """Return a pattern of the numbers in a language, in digits or in words, and the words that they are made of."""
    if language.tag.partition("-")[0] == "en":
        return f"{NUMBER_PATTERN}|one", find_words(f"{NUMBER_PATTERN} one")
    words = [word.strip() for number in language.terms.numbers for word in number.split("|")]
    return rf"\d{{1,6}}(?![.,]\d)|{_any_of(words)}".rstrip("|"), find_words(" ".join(words))


def _any_of(names: Sequence[str] | Mapping[str, object]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def check_mentions(case: CheckContext) -> Iterator[Finding]:
    """Report each part that the rules neither name nor count nor show in a figure. A game without rules has none."""
    game, parts = case.game, case.all_parts
    if game.rules is None:
        return
    for language in game.translations:
        if language.covers:
            continue  # it need not speak of all parts
        yield from _check_translation(apply_translated_rules(game, language), language, parts)
    read = mask_rules(game.rules).words.lower()
    words, shown = f" {' '.join(_WORD.findall(read))} ", _parts_in_figures(game)
    names = _list_names(game, parts)
    for part in parts:
        if part.id in shown or any(name in words for name in names[part.id]) or _is_counted(game, part.id):
            continue
        if not part.title.isascii() and part.title.lower() in read:
            continue  # some languages put no blanks between words
        message = f"the rules never mention {part.id!r} ({part.title}), neither by that name nor in a figure or a claim"
        yield Finding("GF131", part.place, message, "warning")


def _check_translation(game: Game, language: Language, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report parts that a translation never mentions. A name counts with any ending, as languages inflect nouns."""
    read, shown = mask_rules(language.rules).words.casefold(), _parts_in_figures(game)
    for part in parts:
        names = language.parts.get(part.id, ())
        if part.id in shown or _is_counted(game, part.id) or any(name.casefold() in read for name in names):
            continue
        message = f"the rules in {language.tag!r} never mention {part.id!r} ({', '.join(names)}), neither by a name nor"
        place = language.place("parts", part.id)
        yield Finding("GF131", place, f"{message} in a figure or a claim", "warning")


def _list_names(game: Game, parts: Sequence[Part]) -> dict[str, set[str]]:
    """Return by part the names that rules may call it by, in singular and plural, each between blanks.

    Beside its title these are the words before its noun, `ending` of `Ending cards`, and a noun that no other title
    ends with, `card` if all cards are court cards.
    """
    titles = {part.id: _read_title(part.title) for part in parts}
    last_words = Counter(words[-1] for words in titles.values())
    kinds = game.first.rule_words.kinds if game.first else {}
    names = {}
    for part in parts:
        *before, last = titles[part.id]
        nouns = kinds.get(part.kind, frozenset())
        known = [[*before, last]]
        if last in nouns and before and nouns.isdisjoint(before):
            known.append(before)
        if last in nouns and last_words[last] == 1:
            known.append([last])
        names[part.id] = {f" {' '.join([*words, form])} " for *words, noun in known for form in noun_forms(noun)}
    return names


def _read_title(title: str) -> list[str]:
    """Return the words of a title without its article."""
    words = _WORD.findall(title.lower()) or [title.lower()]
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def _is_counted(game: Game, part: str) -> bool:
    """Return whether a claim in the rules asks about a part."""
    return any(claim.what == part or f"'{part}'" in claim.what or f'"{part}"' in claim.what for claim in game.inline)


def _parts_in_figures(game: Game) -> set[str]:
    """Return the parts in the figures that the rules show."""
    named = list_shown_figures(game)
    return {part for name, each in game.data.figures.items() if name in named for part in each.shown}
