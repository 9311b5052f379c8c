"""Find where a fault of a drawing is to be mended: in the template, or at the value of the data that it draws.

Texts that were set smaller to fit are told at their values too.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import msgspec

from generator.model.data_types import list_texts, walk_values
from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Design, Game, Part
from generator.model.language import Language
from generator.model.paper import Side
from generator.render.fault_places import locate_place, relative_path
from generator.render.request import OUR_PAGE, RenderRequest
from generator.render.template_files import TemplateFiles, read_quietly
from generator.render.text_fitting import shorten_text
from generator.safety.files import read_regular_file


def find_text_place(game: Game, language: Language | None, text: str, char: str) -> Place | None:
    """Return the place of the value that a drawn text with a character comes from; None if no value has the character.

    Of several values, that is the text itself, else the longest that the text contains, else the shortest that contains
    the text, which may be a line or a word of it, else any.
    """
    found = [(value, place) for value, place in iterate_texts(game, language) if char in value]
    return min(found, key=lambda each: _rank(each[0], text), default=("", None))[1]


def _rank(value: str, text: str) -> tuple[int, int]:
    """Return how near a value is to a text: less is nearer."""
    value, text = " ".join(value.split()), " ".join(text.split())
    if value == text:
        return 0, 0
    return (1, -len(value)) if value in text else (2, len(value)) if text in value else (3, 0)


def iterate_texts(game: Game, language: Language | None) -> Iterator[tuple[str, Place]]:
    """Yield each text of the data with its place: of the translation, of rows, then of `game.yaml`."""
    if language is not None:
        yield from ((words, language.place("says", text)) for text, words in language.says.items())
    for rows in game.rows.values():
        for row in rows:
            for column, value in row.values.items():
                yield from ((text, row.place(column)) for text in list_texts(value))
    data = msgspec.to_builtins(game.data)
    data["parts"] = {key: msgspec.to_builtins(part) for key, part in game.parts.items()}
    yield from ((text, game.place(*path)) for path, text in walk_values(data) if isinstance(text, str))


def find_long_cell(game: Game, values: Mapping[str, Any], text: str, fits: Callable[[Design], bool]) -> Place | None:
    """Return the place of the cell that holds a text of a face, or a line of it; None if the template is at fault.

    `values` are those of the face. The cell is at fault if the design with the shortest text in its column `fits`.
    """
    part, own = values.get("part"), values.get("row")
    if not isinstance(part, Part) or not isinstance(own, Mapping):
        return None
    row = next((each for each in game.rows.get(part.id, ()) if each.values is own), None)
    column = _find_column(own, text)
    if row is None or column is None:
        return None
    shortest = min(part.designs, key=lambda design: len(_get_text(design, column)))
    is_longer = len(_get_text(shortest, column)) < len(str(own[column]))
    return row.place(column) if is_longer and fits(shortest) else None


def _find_column(row: Mapping[str, Any], text: str) -> str | None:
    """Return the column that holds a text, or else the one with the shortest text that contains it."""
    sought = _join_words(text)
    holding = [name for name, value in row.items() if isinstance(value, str) and sought in _join_words(value)]
    return min(holding, key=lambda name: len(row[name]), default=None) if sought else None


def _get_text(design: Design, column: str) -> str:
    return str(design.values.get("row", {}).get(column, ""))


def _join_words(text: str) -> str:
    return " ".join(text.split())


SHOWN_IMAGE = "figures/icon.svg.j2"  # what draws icons and images in rules
_WRAP = re.compile(r"\{%-?\s*+for (?P<line>\w++) in [^%]*?\bwrap\(\s*+(?P<width>\d++(?:\.\d++)?)")
_LONGEST_MESSAGE = 800  # characters; an attribute can have millions
_NEAR_LOOP = 4  # lines from the tag of a line of text up to the loop over the lines
_SUGGESTED = re.compile(r"did you mean '(\w+)'\?")


class FaultSource(NamedTuple):
    """The game whose faces are drawn, its files, the language of the faces, and whether a design can be drawn."""

    game: Game
    files: TemplateFiles
    language: Language | None
    is_sound: Callable[[Part, Design, Side], bool]

    def report(self, error: DrawingError, request: RenderRequest) -> Finding:
        """Return the finding of an error; without a place of its tag, it stands where the template begins."""
        if len(error.message) > _LONGEST_MESSAGE:
            error.message = f"{error.message[: _LONGEST_MESSAGE // 2]} … {error.message[-_LONGEST_MESSAGE // 2 :]}"
        if error.at:
            return self._locate(error, request)
        message = f"{error.message} (drawing {request.label})"
        if error.code == "GF206":  # the data name a template that cannot be had
            return Finding(error.code, request.place, message)
        path = self.files.read_template(request.template)[1]
        return Finding(error.code, Place(relative_path(str(path)), 1, 1), message)

    def _locate(self, error: DrawingError, request: RenderRequest) -> Finding:
        """Return the finding of an error that has the place of its tag."""
        assert error.at
        place = locate_place(error.at)
        shown = f"{error.message} (drawing {request.label}, set at {place})"
        looked_up = f"{error.message} (drawing {request.label}, looked up at {place})"
        name = str(error.names[0]) if error.names else ""
        path = PurePosixPath(name)
        if error.names[:1] in (("icons",), ("fonts",)):
            return Finding(error.code, self.game.place(*map(str, error.names)), shown)
        of_data = error.code in ("GF205", "GF340") or (error.code == "GF202" and request.label == OUR_PAGE)
        if of_data and error.names and (source := self._find_text(error, place)):
            return Finding(error.code, source, shown)
        if error.code == "GF201" and name and (source := self._find_value(place, f"#{name}")):
            return Finding("GF008", source, looked_up)
        if error.code == "GF206" and name and (source := self._find_value(place, name, path.name, path.stem)):
            return Finding("GF206", source, shown)
        if error.code == "GF207" and name and (source := self._find_value(place, name, name.rpartition(".")[2])):
            return Finding("GF008", source, looked_up)
        if error.code == "GF209" and (source := find_wide_wrap(place, request.outline.width - 2 * request.safe_zone)):
            return Finding(error.code, source, shown)
        if error.code in ("GF202", "GF209") and error.names and (cell := self._find_long_cell(error, request)):
            return Finding(error.code, cell, shown)
        if error.code == "GF204" and error.names and (source := find_typed_font(place, name)):
            return Finding("GF204", source, f"{error.message} (drawing {request.label})")
        looked = next((each for each in error.names if each in request.value_places), None)
        if looked is not None and error.code != "GF202":  # an unknown name in the data is not the template's fault
            return Finding("GF005" if error.code == "GF005" else "GF008", request.value_places[looked], looked_up)
        if error.code == "GF005" and name and (source := self._find_value(place, name)):
            return Finding("GF005", source, shown)
        if request.template == SHOWN_IMAGE:
            place = self._find_in_image(error, request) or request.place
        return Finding(error.code, place, f"{self._name_column(error, request)} (drawing {request.label})")

    def _find_in_image(self, error: DrawingError, request: RenderRequest) -> Place | None:
        """Return the place in an SVG image of what its error names; None for an image that is no text."""
        named = str(error.names[-1]) if error.names else ""
        with suppress(DrawingError, OSError, ValueError):
            path = self.files.locate_image(str(request.values["href"]))
            above, found, _ = read_regular_file(path).decode().partition(named)
            if named and found:
                return Place(relative_path(str(path)), above.count("\n") + 1, len(above) - above.rfind("\n"))
        return None

    def _name_column(self, error: DrawingError, request: RenderRequest) -> str:
        """Return what an error says; of a column whose name it suggests, also where the name is written."""
        part, found = request.values.get("part"), _SUGGESTED.search(error.message)
        rows = self.game.rows.get(part.id, ()) if error.code == "GF207" and isinstance(part, Part) else ()
        if found is None or not rows or found[1] not in rows[0].columns:
            return error.message
        header = Place(rows[0].file, rows[0].line - 1)
        return error.message.replace(found[0], f"did you mean {found[1]!r}, a column of {header}?")

    def _find_value(self, place: Place, *names: str) -> Place | None:
        """Return the place of the first value that is one of some names; None if the template itself types them."""
        untyped = [each.removeprefix("#") for each in names if each and not _has_typed(place, each)]
        found = {value: at for value, at in reversed([*iterate_texts(self.game, None)]) if value in untyped}
        return next((found[each] for each in untyped if each in found), None)

    def _find_long_cell(self, error: DrawingError, request: RenderRequest) -> Place | None:
        """Return the place of the cell whose text does not fit; None if the template is at fault."""
        side: Side = "back" if request.is_back else "front"
        part: Any = request.values.get("part")
        return find_long_cell(
            self.game, request.values, str(error.names[0]), lambda design: self.is_sound(part, design, side)
        )

    def _find_text(self, error: DrawingError, place: Place) -> Place | None:
        """Return the place of the value with a text that cannot be drawn; None if the template itself holds it."""
        text, char = map(str, error.names)
        if error.code == "GF205" and _has_typed(place, char):
            return None
        return find_text_place(self.game, self.language, text, char)


def _has_typed(place: Place, text: str) -> bool:
    """Return whether the file of a place has a text."""
    return text in read_quietly(place.file)


def find_wide_wrap(place: Place, most: float) -> Place | None:
    """Return the loop over the lines of a text that are wrapped to more than the most (mm) that a piece has room for.

    None if the tag at a place does not draw such a line.
    """
    before = read_quietly(place.file).split("\n")[: place.line]
    tag = before[-1][place.column - 1 :]
    for number in range(len(before) - 1, max(len(before) - 1 - _NEAR_LOOP, 0), -1):
        found = _WRAP.search(before[number - 1])
        if found and float(found["width"]) > most and re.search(rf"\{{\{{\s*+{found['line']}\b", tag):
            return Place(place.file, number, found.start() + 1)
    return None


def find_typed_font(place: Place, name: str) -> Place | None:
    """Return where a template types the name of a font: in the tag at a place, or the nearest before it; else None."""
    text = read_quietly(place.file)
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1
    end = text.find(">", start)
    typed = re.finditer(
        rf"font-family\s*+[=:]\s*+(?:[\"']\s*+)?{re.escape(name)}(?![\w-])", text[: end if end >= 0 else len(text)]
    )
    last = next(reversed(list(typed)), None)
    if last is None:
        return None
    return Place(place.file, text.count("\n", 0, last.start()) + 1, last.start() - text.rfind("\n", 0, last.start()))


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
