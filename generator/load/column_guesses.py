"""Guess which columns have the names and the texts of cards where no name says so, and refuse tables without names.

Only what makes a new game guesses, and writes down what it took: a build never does.
"""

from collections.abc import Sequence

from generator.load.layout_columns import Columns, is_usual_name, read_usual_names
from generator.load.layouts import propose_layouts, read_layout
from generator.load.part_rows import is_name_of_copies
from generator.load.table_header import explain_lacking_header
from generator.model.finding import Place, refuse

_LONGEST_NAME = 60  # characters of the name of a column; a sentence is longer
_LONGEST_TITLE = 40  # characters, on average
_MOST_ALIKE = 0.8  # the least share of different titles
_LEAST_LETTERS = 0.6  # the least share of letters
_SENTENCE = 3  # words
_LEAST_TEXT = 8  # characters, on average
_SMALL_SLOTS = ("cost", "number", "stats", "other-number")
_LONGEST_VALUE = 24  # characters in a small slot; two short words fit


def guess_columns(columns: Columns, table: str) -> Columns:
    """Return the columns with those that may fill the slots `title` and `text`; GF002 for a table without names.

    The title is the first column of short texts that differ, if no layout knows a column that it needs: best one whose
    name fits no other slot. The text is the longest one that has sentences. A cost or a number that is too long for its
    place may be a text, and the faction of a row its title.
    """
    _check_header(columns, table)
    known = any(data.needed for name in propose_layouts(columns) for data in read_layout(name).slots.values())
    unfit = [name for name in columns.names if is_usual_name(name, _SMALL_SLOTS) and _is_too_long(columns, name)]
    others = [name for name in columns.names if not is_name_of_copies(name)]
    free = [name for name in others if name in unfit or not is_usual_name(name)]
    titles = [
        name
        for name in others
        if name in free or not is_usual_name(name, read_usual_names()["slots"].keys() - {"suits"})
    ]
    title = next((name for name in (*titles, *others) if not known and _are_titles(columns, name)), "")
    texts = {name: _average(columns.words(name)) for name in free if name != title and _are_texts(columns, name)}
    text = max(texts, key=lambda name: texts[name], default="")
    return columns.guess({slot: name for slot, name in (("title", title), ("text", text)) if name}, unfit)


def _check_header(columns: Columns, table: str) -> None:
    """Refuse a table whose first row is a card, or whose names stand in the first column."""
    usual = [name for name in columns.names if is_usual_name(name) or is_name_of_copies(name)]
    odd = [name for name in columns.names if name.isdecimal() or len(name) > _LONGEST_NAME]
    if odd and not usual:
        raise refuse("GF002", Place(table), explain_lacking_header(odd[0]))
    first = columns.words(columns.names[0]) if columns.names else ()
    below = [word for word in first if is_usual_name(word)]
    if usual == [columns.names[0]] and len(below) > 1 and 2 * len(below) >= len(first):
        says = "the names of the columns stand below one another: "
        named = ", ".join(map(repr, (usual[0], *below[:3])))
        raise refuse("GF002", Place(table), f"{says}{named}; transpose the table, so that each row is a card")


def _is_too_long(columns: Columns, name: str) -> bool:
    return any(len(each) > _LONGEST_VALUE for each in columns.words(name))


def _are_titles(columns: Columns, name: str) -> bool:
    words = columns.words(name)
    are_different = len(words) >= _MOST_ALIKE * columns.height
    return are_different and _average(words) <= _LONGEST_TITLE and _has_letters(words)


def _are_texts(columns: Columns, name: str) -> bool:
    words = columns.words(name)
    has_sentence = any(len(each.split()) >= _SENTENCE for each in words)
    return has_sentence and _average(words) >= _LEAST_TEXT and _has_letters(words)


def _has_letters(words: Sequence[str]) -> bool:
    """Return whether most signs of some words are letters: of names and sentences, not of dates and numbers."""
    signs = "".join("".join(words).split())
    return sum(map(str.isalpha, signs)) >= _LEAST_LETTERS * len(signs) > 0


def _average(words: Sequence[str]) -> float:
    return sum(map(len, words)) / max(len(words), 1)
