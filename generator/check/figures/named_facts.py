"""Check words of rows, ranks and numbers said about a figure against its pieces (GF182); English only."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import CaptionToken, Lexicon, split_words
from generator.check.figures.named_pieces import report
from generator.check.figures.piece_words import PartWords, list_attributes, list_part_words, name_role
from generator.check.figures.scene import FigureScene, Path, ShownPiece
from generator.model.finding import Finding, Place
from generator.model.game import Part

_LIST_WORDS = frozenset({",", "and", "or", "the", "a", "an"})
_ABSENCE_WORDS = frozenset({"was", "were", "had", "stood", "lay", "gone", "no", "not", "without", "than", "instead"})
_OWNED = re.compile(r"['\u2019]s \d")  # held by the check of numbers
_CLAUSE = re.compile(r"[.;:,]|\b(?:because|while|but|then|and)\b")
_NAME = re.compile(r"[A-Z][a-z]+")
_LIST_ENDS = frozenset(".;")
_LEAST_LISTED = 3  # words of a list whose order is that of the pieces
_ROW = 0.4  # of a piece's width: as far as the pieces of a row may lie above or below one another
_FEW_WORDS = 4  # of words on a piece that name it


class _DistinctiveToken(NamedTuple):
    """A word of a text that distinguishes pieces, and its index among the tokens."""

    word: str
    number: int
    at: int


def check_piece_words(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report words on a piece that name another one of its part (GF182)."""
    if not lexicon.english:
        return
    for words in list_part_words(scene, lexicon):
        for piece in _list_fronts(scene, words.part):
            tokens = split_words(piece.says)
            told = [word for token in tokens if (word := words.read(token.text))]
            if re.search(r"\bface[- ]down\b", piece.says) and words.part.back:
                says = f"the words {piece.says!r} are on the front of {piece.name!r}"
                yield report(scene, scene.place(*piece.path, "says"), says)
            own = list_attributes(scene, piece)
            wrong = [word for word in told if word not in own]
            if wrong and own and len(tokens) <= _FEW_WORDS and not _are_rivals(words, told):
                says = f"the words {piece.says!r} are on {piece.name!r}, which has {', '.join(sorted(own))}"
                yield report(scene, scene.place(*piece.path, "says"), says)


def _are_rivals(words: PartWords, told: Sequence[str]) -> bool:
    """Return whether two words are of one kind, as two colors: then they may speak of two pieces."""
    kinds = Counter(word in words.roles or (word.isdecimal() and "0") for word in told)
    return len(told) > 1 and max(kinds.values()) > 1


def check_named_facts(scene: FigureScene, text: FigureText, told: bool) -> Iterator[Finding]:
    """Report cases where a text names other pieces, another order or other owners than the figure shows (GF182).

    If what it names was already reported (`told`) as missing, it is not reported again.
    """
    if not text.lexicon.english or scene.data.kind not in ("board", "table"):
        return
    if text.kind == "alt":
        yield from _check_both(scene, text)
    for words in list_part_words(scene, text.lexicon):
        pieces = _list_fronts(scene, words.part)
        tokens = split_words(text.text)
        named = [
            _DistinctiveToken(word, number, token.at)
            for number, token in enumerate(tokens)
            if (word := words.read(token.text))
        ]
        found = [*_check_pairs(scene, text, words, pieces, tokens, named)]
        if text.kind == "alt" and not found and not told:
            found = [*_check_missing(scene, text, words, pieces, named)]
            found = found or [*_check_counts(scene, text, words, pieces, tokens, named)]
            found = found or [*_check_listing(scene, text, pieces, tokens, named)]
            found = found or [*_check_order(scene, text, pieces, named)]
        yield from found
        if not found:
            yield from _check_owners(scene, text, words, pieces)


def check_linked_facts(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a sentence that names as many things as the figure shows, but one that is not among them (GF182)."""
    if not text.lexicon.english or scene.data.kind not in ("board", "table"):
        return
    for words in list_part_words(scene, text.lexicon):
        own = [list_attributes(scene, piece) for piece in _list_fronts(scene, words.part)]
        told = [(word, token.at) for token in split_words(text.text) if (word := words.read(token.text))]
        shown = frozenset[str]().union(*own)
        missing = [each for each in told if each[0] not in shown | words.roles and not each[0].isdecimal()]
        if len(missing) == 1 < len(told) == len(own):
            says = f"{text.called} says {missing[0][0]!r}, but the figure has no such piece"
            yield report(scene, text.place(missing[0][1]), says)


def _check_both(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `both trams` where the figure shows one."""
    for found in re.finditer(r"\bboth (?:of )?(?:the )?(?P<noun>\w+)", text.text, re.IGNORECASE):
        parts = text.lexicon.nouns.get(found["noun"].lower(), frozenset())
        shown = [piece for piece in scene.all_pieces if piece.part in parts]
        if len(parts) == 1 and len(shown) == 1 and shown[0].copies == 1 and not scene.inner:
            says = f"{text.called} says {found[0]!r}, but the figure shows only {shown[0].name!r}"
            yield report(scene, scene.place(*shown[0].path), says)


def _list_fronts(scene: FigureScene, part: Part) -> list[ShownPiece]:
    return [piece for piece in scene.pieces if piece.part == part.id and piece.side != "back"]


def _check_pairs(
    scene: FigureScene,
    text: FigureText,
    words: PartWords,
    pieces: Sequence[ShownPiece],
    tokens: Sequence[CaptionToken],
    named: Sequence[_DistinctiveToken],
) -> Iterator[Finding]:
    """Report `a red 5` and `the 5 and the 6 of spades` if no piece is both."""
    own = [(piece, list_attributes(scene, piece)) for piece in pieces]
    shown = frozenset[str]().union(*(each for _, each in own))
    around = [each for other in (*scene.beside, *scene.inner) for each in _list_fronts(other, words.part)]
    known = [*(each for _, each in own), *(list_attributes(scene, piece) for piece in around)]
    for one, other in _join_words(tokens, named):
        both = {one.word, other.word}
        if any(both <= each for each in known) or (text.kind == "caption" and not both <= shown):
            continue
        if _is_gone(tokens, one.number, other.number):
            continue
        if not (both & words.roles) or both <= words.roles or not both & shown:
            continue
        fact = next(iter(both - words.roles))
        likely = [piece for piece, each in own if fact in each]
        place = scene.place(*likely[0].path, "design") if len(likely) == 1 and text.kind == "alt" else None
        said = text.text[min(one.at, other.at) : max(one.at + len(one.word), other.at + len(other.word))]
        names = ", ".join(repr(piece.name) for piece in likely or pieces)
        says = f"{text.called} says {said!r}, but the figure shows {names}"
        yield report(scene, place or text.place(one.at), says)


def _is_gone(tokens: Sequence[CaptionToken], start: int, end: int) -> bool:
    """Return whether words are said about a piece that is not there."""
    around = (*tokens[max(start - 3, 0) : start], *tokens[end + 1 : end + 4])
    return any(token.text in _ABSENCE_WORDS for token in around)


def _join_words(
    tokens: Sequence[CaptionToken], named: Sequence[_DistinctiveToken]
) -> Iterator[tuple[_DistinctiveToken, _DistinctiveToken]]:
    """Yield the words that are said about one piece: side by side, or a list and what comes after its `of`."""
    by_number = {each.number: each for each in named}
    for one, other in pairwise(named):
        if other.number == one.number + 1:
            yield one, other
        elif other.number == one.number + 2 and tokens[one.number + 1].text == "of":
            yield one, other
            at = one.number - 1
            while at >= 0 and (tokens[at].text in _LIST_WORDS or at in by_number):
                if at in by_number:
                    yield by_number[at], other
                at -= 1


def _check_missing(
    scene: FigureScene,
    text: FigureText,
    words: PartWords,
    pieces: Sequence[ShownPiece],
    named: Sequence[_DistinctiveToken],
) -> Iterator[Finding]:
    """Report a word of a part that no piece has, where the text names the other pieces by theirs."""
    own = [(piece, list_attributes(scene, piece)) for piece in pieces]
    shown = frozenset[str]().union(*(each for _, each in own))
    plain = [each for each in named if each.word not in words.roles and not each.word.isdecimal()]
    missing = [each for each in plain if each.word not in shown]
    told = {each.word for each in plain} & shown
    alone = len(pieces) == 1 and not scene.inner and not scene.beside
    if not (told or alone) or len({each.word for each in missing}) != 1:
        return
    place = _find_odd_piece(scene, own, {each.word for each in plain})
    if place or len(told) > 1:
        says = f"{text.called} says {missing[0].word!r}, but the figure has no such piece"
        yield report(scene, place or text.place(missing[0].at), says)


def _find_odd_piece(
    scene: FigureScene, own: Sequence[tuple[ShownPiece, frozenset[str]]], said: set[str]
) -> Place | None:
    """Return the place of the one piece that a text does not name, or of the second of a design that it names once."""
    strays = [piece for piece, each in own if not said & each]
    if not strays:
        names = Counter(piece.name for piece, _ in own)
        double = [piece for piece, _ in own if names[piece.name] == 2]
        strays = double[1:] if len(double) == 2 else []
    return scene.place(*strays[0].path, "design") if len(strays) == 1 else None


def _check_counts(
    scene: FigureScene,
    text: FigureText,
    words: PartWords,
    pieces: Sequence[ShownPiece],
    tokens: Sequence[CaptionToken],
    named: Sequence[_DistinctiveToken],
) -> Iterator[Finding]:
    """Report `three queens` and `two cards with the sun` if there are more or fewer, in all or in each color."""
    own = [(piece, list_attributes(scene, piece)) for piece in pieces]
    for each in named:
        amount = _read_amount(text.lexicon, words, tokens, each)
        by_color = Counter[str]()
        for piece, attributes in own:
            by_color[piece.role] += piece.copies if each.word in attributes else 0
        shown = by_color.total()
        of_color = sum(piece.copies for piece in scene.pieces if each.word in name_role(scene, piece.role))
        again = sum(other.word == each.word for other in named) > 1
        if (
            amount is None
            or amount < 2
            or amount in (shown, of_color)
            or again
            or not shown
            or {*by_color.values()} == {amount}
        ):
            continue
        place = _find_odd_piece(scene, own, {other.word for other in named})
        says = f"{text.called} counts {amount} {each.word!r}, but the figure shows {shown}"
        yield report(scene, place or text.place(each.at), says)


def _check_listing(
    scene: FigureScene,
    text: FigureText,
    pieces: Sequence[ShownPiece],
    tokens: Sequence[CaptionToken],
    named: Sequence[_DistinctiveToken],
) -> Iterator[Finding]:
    """Report the piece that a list of all pieces, such as `Ann: two suns and a moon; Ben: a sun`, does not name."""
    amounts = [text.lexicon.number(tokens[each.number - 1].text) if each.number else None for each in named]
    counted = [(each, amount) for each, amount in zip(named, amounts, strict=True) if amount]
    if len(counted) < len(named) or sum(amount for _, amount in counted) != sum(piece.copies for piece in pieces):
        return
    total = Counter(
        {word: sum(n for each, n in counted if each.word == word) for word in {each.word for each in named}}
    )
    own = [(piece, list_attributes(scene, piece) & {*total}) for piece in pieces]
    if total == Counter(word for _, each in own for word in each) or any(
        len(each) > 1 or piece.copies > 1 for piece, each in own
    ):
        return
    if _lists_other_part(scene, pieces[0].part, total):
        return
    said, ends = Counter[str](), [token.at for token in tokens if token.text in _LIST_ENDS]
    for number, (each, amount) in enumerate(counted):
        said[each.word] += amount
        after = counted[number + 1][0].at if number + 1 < len(counted) else len(text.text)
        if after < len(text.text) and not any(each.at < end < after for end in ends):
            continue
        listed, own = own[: said.total()], own[said.total() :]
        shown = Counter(word for _, attributes in listed for word in attributes)
        lacks = [word for word in said if shown[word] < said[word]]
        stray = [piece for piece, attributes in listed if not any(shown[word] <= said[word] for word in attributes)]
        if lacks and stray:
            says = f"{text.called} names {said[lacks[0]]} of {lacks[0]!r} here, but the figure shows {shown[lacks[0]]}"
            yield report(scene, scene.place(*stray[0].path), says)
            return
        said.clear()


def _lists_other_part(scene: FigureScene, part: str, total: Counter[str]) -> bool:
    """Return whether the words of a list, such as `a red hut and a blue hut`, count the pieces of another part."""
    counts: dict[str, Counter[str]] = {}
    for piece in scene.pieces:
        for word in list_attributes(scene, piece) & {*total} if piece.part != part else ():
            counts.setdefault(piece.part, Counter())[word] += piece.copies
    return total in counts.values()


def _read_amount(
    lexicon: Lexicon, words: PartWords, tokens: Sequence[CaptionToken], named: _DistinctiveToken
) -> int | None:
    """Return the number before a word, or before the noun of `cards with the sun`."""
    before = [token.text for token in tokens[max(named.number - 4, 0) : named.number]]
    if before[-1:] and tokens[named.number].text != named.word:  # a plural
        return lexicon.number(before[-1])
    if before[-1:] in (["the"], ["a"], ["an"]):
        before.pop()
    if len(before) > 2 and before[-1] == "with" and words.part.id in lexicon.nouns.get(before[-2], ()):
        return lexicon.number(before[-3])
    return None


def _check_order(
    scene: FigureScene, text: FigureText, pieces: Sequence[ShownPiece], named: Sequence[_DistinctiveToken]
) -> Iterator[Finding]:
    """Report cases where the text lists the pieces of a row, each by a word of its own, in another order."""
    if scene.data.kind != "table" or not _lie_in_row(pieces):
        return
    rows = sorted(pieces, key=lambda piece: piece.at or (0, 0))
    attributes = [list_attributes(scene, piece) for piece in rows]
    counts = Counter(word for each in attributes for word in each)
    said = [each.word for each in named if counts[each.word] == 1]
    if len(said) != len(rows) or len({*said}) != len(said) or len(said) < _LEAST_LISTED:
        return
    odd = [piece for piece, own, word in zip(rows, attributes, said, strict=True) if word not in own]
    if odd:
        says = f"{text.called} lists {', '.join(said)}, but from left to right the pieces are in a different order"
        yield report(scene, scene.place(*odd[0].path, "design"), says)


def _lie_in_row(pieces: Sequence[ShownPiece]) -> bool:
    heights = [piece.at[1] for piece in pieces if piece.at]
    widths = [piece.width for piece in pieces if piece.width]
    return bool(heights and widths) and max(heights) - min(heights) < _ROW * min(widths)


def _gather_attributes(
    scene: FigureScene, owners: Mapping[str, ShownPiece], pieces: Sequence[ShownPiece]
) -> Mapping[str, set[str]]:
    """Return the words of each owner's pieces: the one with the name, and those without that are nearest to it."""
    found = {name: {*list_attributes(scene, piece)} for name, piece in owners.items()}
    for piece in pieces:
        if piece.says or piece.at is None:
            continue
        far = {name: dist(piece.at, each.at) for name, each in owners.items() if each.at and each.part == piece.part}
        if far:
            found[min(far, key=lambda name: far[name])] |= list_attributes(scene, piece)
    return found


def _check_owners(
    scene: FigureScene, text: FigureText, words: PartWords, pieces: Sequence[ShownPiece]
) -> Iterator[Finding]:
    """Report a clause about one person with a number or word that their piece does not have."""
    owners = {piece.says: piece for piece in pieces if _NAME.fullmatch(piece.says)}
    if len(owners) < 2 or len(owners) != sum(bool(_NAME.fullmatch(piece.says)) for piece in pieces):
        return
    attributes = _gather_attributes(scene, owners, pieces)
    wrong: list[tuple[ShownPiece, str, int]] = []
    start = 0
    for end in (*(found.start() for found in _CLAUSE.finditer(text.text)), len(text.text)):
        clause, at = text.text[start:end], start
        start = end
        people = {found[0] for found in _NAME.finditer(clause) if found[0] in owners}
        told = {word for token in split_words(clause) if (word := words.read(token.text))}
        facts = {word for word in told if word.isdecimal()} or told - words.roles
        if _OWNED.search(clause):
            continue
        if len(people) == 1 and len(facts) == 1 and not facts <= attributes[name := people.pop()]:
            wrong.append((owners[name], next(iter(facts)), at + clause.index(name)))
    for piece, fact, at in wrong:
        path: Path = (*piece.path, "says")
        says = f"{text.called} gives {fact!r} to {piece.says!r}, but that piece is {piece.name!r}"
        yield report(scene, scene.place(*path) if len(wrong) > 1 else text.place(at), says)
