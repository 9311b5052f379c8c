"""Hold the table of words of a translation against the texts that drawings contain (GF197, GF307 and GF318)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set

from generator.language.suggestions import nearest_name
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language

_LEAST_LETTERS = 4  # of a name that is sought in the rules
_MOST_WORDS = 2
_ENDING = 2  # last letters that another case or number may change
_FEWEST_TEXTS = 2  # of the rules that have a name, before its translation is missed in them


def check_drawn_names(language: Language, texts: Sequence[tuple[str, str]]) -> Iterator[Finding]:
    """Report a text of drawings that a table of words gives the translation of another one (GF197, a warning).

    Both have the same, or the rules, whose `texts` are beside their translations, have the other wherever they name it.
    """
    first = dict[str, str]()
    for text, said in language.says.items():
        other = first.setdefault(said.casefold(), text)
        if not _cut_ending(text).startswith(_cut_ending(other)[: len(text) - _ENDING]):
            yield _report_name(language, text, said, other)
            yield _report_name(language, other, said, text)
    mine = {text: _find_texts(text, [each for each, _ in texts]) for text in language.says if _is_name(text)}
    theirs = {text: _find_texts(_cut_ending(language.says[text]), [each for _, each in texts]) for text in mine}
    for text, found in _select_exchanged(mine, theirs).items():
        yield _report_name(language, text, language.says[text], found)


def _select_exchanged(mine: Mapping[str, Set[int]], theirs: Mapping[str, Set[int]]) -> Mapping[str, str]:
    """Return the names that stand in some texts, none of which has their translation, with the one that most have."""
    lost = [text for text in mine if len(mine[text]) >= _FEWEST_TEXTS and not mine[text] & theirs[text]]
    found = {
        (text, other)
        for text in lost
        for other in mine
        if 2 * len(mine[text] & theirs[other]) > len(mine[text])
        and 2 * len(mine[other] & theirs[other]) < len(mine[other])
    }
    return dict(sorted(found, reverse=True))


def _is_name(text: str) -> bool:
    return len(text) >= _LEAST_LETTERS and len(text.split()) <= _MOST_WORDS


def _cut_ending(text: str) -> str:
    return text.casefold()[: max(_LEAST_LETTERS, len(text) - _ENDING)]


def _find_texts(name: str, texts: Sequence[str]) -> Set[int]:
    pattern = re.compile(rf"(?<!\w){re.escape(name)}", re.IGNORECASE)
    return {number for number, text in enumerate(texts) if pattern.search(text)}


def _report_name(language: Language, text: str, said: str, other: str) -> Finding:
    says = f"words: {said!r} for {text!r} seems to be the translation of {other!r}; correct one of them"
    return Finding("GF197", language.place("says", text), says, "warning")


def check_unused_words(language: Language, said: Collection[str]) -> Iterator[Finding]:
    """Report texts in a table of words that no drawing says and no claim needs (GF307, a warning).

    `said` are the texts of all figures and pieces, drawn in that language.
    """
    claimed = {claim.value for claim in language.inline}
    for kind, *text in language.places:
        words = str(text[0]) if text else ""
        if kind == "says" and words not in said and language.says[words] not in claimed:
            translation = language.says[words]
            message = f"words: no drawing contains {words!r}, so its translation {translation!r} is never printed"
            yield Finding("GF307", language.place("says", words), message, "warning")


def check_untranslated_words(game: Game, said: Collection[str]) -> Iterator[Finding]:
    """Report texts that drawings say and a table of words lacks, or has misspelled (GF318, a warning).

    `said` are the texts that pieces and figures pass to `say`. A translation of a part need not show all figures.
    """
    for language in game.translations:
        missing = sorted(words for words in said if any(map(str.isalpha, words)) and words not in language.says)
        unused = {words for words in language.says if words not in said}
        for words in missing if not language.covers else ():
            near = nearest_name(words, unused)
            if near:
                message = f"words: no drawing contains {near!r}, and {words!r} has no entry; did you mean that?"
                yield Finding("GF318", language.place("says", near), message, "warning")
        lost = [words for words in missing if not nearest_name(words, unused)]
        if lost and not language.covers:
            more = f", and {len(lost) - 1} more" if len(lost) > 1 else ""
            message = f"words: there is no entry for {lost[0]!r}{more}, which drawings contain; translate it"
            place = min((place for path, place in language.places.items() if path[0] == "says"), default=None)
            yield Finding("GF318", place or Place(language.words or language.file), message, "warning")
