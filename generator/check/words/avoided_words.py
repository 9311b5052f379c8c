"""Report words that the terms of a game avoid: in the rules, on the pieces, in figures and in translations (GF187)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from generator.check.analysis.text_places import find_word_place
from generator.check.check_context import CheckContext
from generator.check.words.rules_text import mask_rules
from generator.language.phrases import PhraseFinder, is_quoted
from generator.model.data_types import walk_values
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part, Row
from generator.model.language import Language, TermData
from generator.model.printed import ReadPiece, TextRun
from generator.model.rules import MarkedText

_FIGURE_WORDS = frozenset({"alt", "says", "title", "text", "caption"})  # keys whose texts people read
_MOST_ROWS = 2000  # of a part, in which the source of a printed word is looked for
_LEADING = 1.7  # sizes of their font: lines of one text are no further apart
_GAP = 0.6  # sizes: words of one line are no further apart
_SAME = 0.1  # mm


class AvoidedUse(NamedTuple):
    """A use of an avoided word: its position in the text, the word itself, and the term and its name."""

    start: int
    end: int
    said: str
    name: str
    term: TermData


class TermUsage:
    """The terms of a language and the words that its texts should avoid."""

    def __init__(self, usage: Mapping[str, TermData], english: bool) -> None:
        self._words = [(name, term, word) for name, term in usage.items() for word in term.avoid]
        self._finder = PhraseFinder([word for _, _, word in self._words], english)
        allowed = [phrase for term in usage.values() for phrase in (term.word, *term.exceptions)]
        self._allowed = PhraseFinder(allowed, english)

    def find(self, text: str) -> Iterator[AvoidedUse]:
        """Yield the uses in a text, but none in an exception, in a term's own word, or quoted alone."""
        allowed = None
        for found in self._finder.find(text):
            if allowed is None:
                allowed = [(each.start, each.end) for each in self._allowed.find(text)]
                ahead = 0
            while ahead < len(allowed) and allowed[ahead][1] < found.end:
                ahead += 1
            if ahead < len(allowed) and allowed[ahead][0] <= found.start:
                continue
            if not is_quoted(text, found.start, found.end):
                name, term, _ = self._words[found.number]
                said = " ".join(text[found.start : found.end].replace("*", "").replace(">", " ").split())
                yield AvoidedUse(found.start, found.end, said, name, term)


def check_avoided_words(case: CheckContext) -> Iterator[Finding]:
    """Report words to be avoided in the rules, the data, on the finished faces, and in translations (GF187)."""
    game = case.game
    if game.data.usage:
        own = TermUsage(game.data.usage, _is_english(game.data.language))
        yield from _check_data(game, own)
        yield from _check_faces(game, case.all_parts, case.words_seen, own)
    for language in game.languages:
        usage = TermUsage(language.usage, _is_english(language.tag)) if language.usage else None
        if usage:
            yield from _check_rules(game, language, usage)
            if language is not game.first:
                yield from _check_table(game, language, usage)


def report_use(game: Game, place: Place, says: str, use: AvoidedUse, language: Language | None = None) -> Finding:
    """Return the finding for a word to be avoided; `says` begins the sentence."""
    where = language.place("game_terms", use.name) if language else game.place("terms", use.name)
    message = (
        f"{says}, but this game calls it {use.term.word!r} ({where}); use that word, or list the phrase in `except`"
    )
    return Finding("GF187", place, message, "warning")


def _check_rules(game: Game, language: Language, usage: TermUsage) -> Iterator[Finding]:
    """Report each use in the rules, their headings and captions; code and links are no words."""
    text = mask_rules(language.rules).words
    source = MarkedText(language.rules, language.marked)
    table = None if language is game.first else language
    for use in usage.find(text):
        yield report_use(game, source.place(use.start, language.file), f"the rules say {use.said!r}", use, table)


def _check_data(game: Game, usage: TermUsage) -> Iterator[Finding]:
    for called, text, place in _list_data_texts(game):
        for use in usage.find(text):
            yield report_use(game, place, f"{called} says {use.said!r} in {quote_use(text, use)!r}", use)


def _list_data_texts(game: Game) -> Iterator[tuple[str, str, Place]]:
    """Yield the texts of the data that people read, what messages call them, and their places."""
    data = game.data
    for key, text in (("title", data.title), ("about", data.about), ("notice", data.notice)):
        yield f"`{key}`", text, game.place(key)
    for key, texts in (("credits", data.credits), ("print_notes", data.print_notes)):
        yield from ((f"`{key}`", text, game.place(key, number)) for number, text in enumerate(texts))
    for key, part in game.parts.items():
        yield f"the title of {key!r}", part.title, game.place("parts", key, "title")
    for key, figure in data.figures.items():
        for path, text in walk_values(to_builtins(figure)):
            if isinstance(text, str) and any(word in _FIGURE_WORDS for word in path):
                yield f"the figure {key!r}", text, game.place("figures", key, *path)


def _check_table(game: Game, language: Language, usage: TermUsage) -> Iterator[Finding]:
    """Report each use in the table of a translation."""
    texts = [(text, language.place("figures", name)) for name, text in language.alts.items()]
    own = {path[1]: place for path, place in language.places.items() if path[:1] == ("says",) and len(path) > 1}
    texts += [(text, own[key]) for key, text in language.says.items() if key in own]
    texts += [(text, language.place("parts", name)) for name, names in language.parts.items() for text in names]
    for key, text in (("title", language.title), ("about", language.about), ("notice", language.notice)):
        texts.append((text, language.place(key)))
    texts += [(text, language.place("credits")) for text in language.credits]
    for text, place in texts:
        for use in usage.find(text):
            where = find_word_place(place, text, use.start)
            yield report_use(game, where, f"the table says {use.said!r} in {quote_use(text, use)!r}", use, language)


def _check_faces(game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece], usage: TermUsage) -> Iterator[Finding]:
    """Report each use in the texts of finished faces, once for each text of a part."""
    by_id, told = {part.id: part for part in parts}, set[tuple[str, str]]()
    known = {text for _, text, _ in _list_data_texts(game)}
    for piece in seen:
        if piece.copy != 1 or piece.part not in by_id:
            continue
        for printed in _read_texts(piece.runs):
            if (piece.part, printed) in told or printed in known:
                continue
            told.add((piece.part, printed))
            for use in usage.find(printed):
                place = _find_row(game.rows.get(piece.part, ()), printed, use) or game.place(
                    "parts", piece.part, "front" if piece.side == "front" else "back"
                )
                yield report_use(game, place, f"{piece.id} prints {use.said!r} in {printed!r}", use)


def _read_texts(runs: Sequence[TextRun]) -> list[str]:
    """Return the texts of a face; runs of one size on a line, and lines below one another, are one text."""
    texts: list[str] = []
    left = right = base = height = 0.0  # of the text before: its left edge, where its last line ends, and their size
    for run in runs:
        a, b, _, _, x, y = run.matrix
        text, size = " ".join(run.text.split()), run.size * (a**2 + b**2) ** 0.5
        if not text:
            continue
        is_next = abs(y - base) < _SAME and 0 <= x - right + _SAME < _GAP * size
        is_below = abs(x - left) < _SAME and 0 < y - base < _LEADING * size
        if texts and abs(size - height) < _SAME and (is_next or is_below):
            texts[-1] += f" {text}"
        else:
            texts.append(text)
            left = x
        right, base, height = x + run.width * size, y, size
    return texts


def _find_row(rows: Sequence[Row], printed: str, use: AvoidedUse) -> Place | None:
    """Return the cell of a row from which a printed text has a word."""
    for row in rows[:_MOST_ROWS]:
        for column, value in row.values.items():
            text = " ".join(value.split()) if isinstance(value, str) else ""
            if use.said.casefold() in text.casefold() and (text in printed or printed in text):
                return row.place(column)
    return None


def quote_use(text: str, use: AvoidedUse) -> str:
    """Return a use with up to two words on either side."""
    before, after = text[: use.start].split(" ")[-3:], text[use.end :].split(" ")[:3]
    return " ".join(f"{' '.join(before)}{text[use.start : use.end]}{' '.join(after)}".split())


def _is_english(tag: str) -> bool:
    return tag.partition("-")[0] == "en"
