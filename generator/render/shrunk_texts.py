"""Tell which texts of the data were set smaller to fit their boxes."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.language import Language
from generator.render.fault_sources import iterate_texts
from generator.render.text_fitting import shorten_text

_MOST_LISTED = 12  # lines of the data that one note names


def report_shrunk_texts(game: Game, language: Language | None, shrunk: Mapping[str, tuple[float, float]]) -> Finding:
    """Return one note (GF217) on the texts that were set smaller, by their sizes (mm) as asked for and as set.

    It stands at the smallest, and lists the lines of the others.
    """
    places = {" ".join(value.split()): place for value, place in iterate_texts(game, language)}
    found = ((size, asked, places.get(" ".join(text.split())), text) for text, (asked, size) in shrunk.items())
    (size, asked, place, text), *_ = ordered = sorted(found, key=lambda each: each[0])
    count = "1 text is" if len(shrunk) == 1 else f"{len(shrunk):,} texts are"
    where = _list_lines([place for *_, place, _ in ordered if place])
    smaller = f"smaller to fit, down to {size:g} mm instead of {asked:g}"
    closer = f"with {'its' if len(shrunk) == 1 else 'their'} lines closer together to fit"
    says = f"{count} set {smaller if f'{size:g}' != f'{asked:g}' else closer}{where}"
    return Finding("GF217", place or game.place("parts"), f"{says}; the smallest is {shorten_text(text)!r}", "note")


def _list_lines(places: Sequence[Place]) -> str:
    """Return the lines of some places, file by file, in parentheses; nothing for a single place."""
    listed = sorted({(each.file, each.line) for each in places})
    if len(listed) < 2:
        return ""
    files = groupby(listed[:_MOST_LISTED], key=lambda each: each[0])
    told = "; ".join(f"{file}:{', '.join(str(line) for _, line in lines)}" for file, lines in files)
    more = f" and {len(listed) - _MOST_LISTED} more" if len(listed) > _MOST_LISTED else ""
    return f" ({told}{more})"
