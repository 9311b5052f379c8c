"""Hold the table of words of a translation against the texts that drawings contain (GF307 and GF318)."""

from collections.abc import Collection, Iterator

from generator.language.suggestions import nearest_name
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language


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
