"""Gather the templates of a game, and what of its data they can draw."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from generator.model.data_types import Value, list_texts
from generator.model.finding import DataError, DrawingError
from generator.model.game import Game, Part
from generator.proof.templates.source import TemplateSource, link_templates
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles
from generator.safety.files import read_regular_file

_MOST_TEMPLATES = 500
_MOST_CHARACTERS = 1_000_000  # of a template that is looked at
_MOST_BYTES = 4 * 1024 * 1024  # of a file of data: larger ones are no place where drawings are named
_DATA = (".yaml", ".md", ".csv")
_WORD = re.compile(r"[^\W_][\w-]*+")
Row = Mapping[str, Value]


@dataclass(frozen=True)
class GameTemplates:
    """The templates that a game reaches, by name, the names of its own, and its data.

    `data` is the text of its files; `words` are all words of the data, with the ids and kinds of what it generates.
    """

    game: Game
    parts: Sequence[Part]
    sources: Mapping[str, TemplateSource]
    own: Set[str]
    data: str

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of the data, whole texts and parts of them."""
        texts = {text for part in self.parts for text in list_part_words(part)}
        for role, color in self.game.colors.items():
            texts |= {role, *role.split("."), color.called, color.name, color.mark, color.letter}
        for rows in self.game.rows.values():
            texts.update(text for row in rows for text in list_texts([*row.values, *row.values.values()]))
        found = {*_WORD.findall(self.data), *texts}
        return frozenset(found | {word for text in texts for word in text.split()})

    def list_own(self) -> Iterator[TemplateSource]:
        """Yield the templates of the game itself, by name."""
        return (self.sources[name] for name in sorted(self.own))

    def list_drawn(self, part: Part, is_back: bool = False) -> list[TemplateSource]:
        """Return the templates that draw the fronts, or the backs, of a part."""
        name = part.back if is_back else part.front
        return [self.sources[each] for each in sorted(link_templates(self.sources, name or "")) if each in self.sources]

    @cached_property
    def rows_by_template(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of all parts whose faces each template draws, by the names of the templates."""
        found: dict[str, list[Row]] = {}
        for part in self.parts:
            rows = [row.values for row in self.game.rows.get(part.id, ())]
            names = {each.name for is_back in (False, True) for each in self.list_drawn(part, is_back)}
            for name in names:
                found.setdefault(name, []).extend(rows)
        return found


def read_templates(game: Game, parts: Sequence[Part], files: TemplateFiles) -> GameTemplates:
    """Read all templates that a game has or reaches; what cannot be read is refused when it is rendered."""
    prefix = f"{game.folder.resolve().name}/"
    own = {name for name in files.template_names(prefix) if "/" in name or (game.folder / "templates" / name).is_file()}
    own = {name for name in own if name.startswith(prefix) or not (files.shared / name).is_file()}
    drawn = (name for part in game.parts.values() for name in (part.front, part.back) if name)
    figures = (each.drawn for each in game.data.figures.values())
    sources = {each.name: each for each in _read_linked([*sorted(own), *drawn, *figures], files)}
    return GameTemplates(game, parts, sources, own & sources.keys(), "\n".join(_read_data(game)))


def _read_linked(names: Iterable[str], files: TemplateFiles) -> Iterator[TemplateSource]:
    """Yield templates, and what they link to."""
    waiting = list(dict.fromkeys(names))
    known = set(waiting)
    for name in waiting[:_MOST_TEMPLATES]:
        with suppress(DrawingError):
            text, path = files.read_template(name)
            if len(text) > _MOST_CHARACTERS:
                continue
            yield (source := TemplateSource(name, relative_path(str(path)), text))
            new = sorted((source.links or frozenset()) - known)
            known.update(new)
            waiting += new


def _read_data(game: Game) -> Iterator[str]:
    for path in sorted(game.folder.iterdir()):
        if path.suffix in _DATA:
            with suppress(OSError, ValueError, DataError):
                yield read_regular_file(path, _MOST_BYTES).decode()


def list_kinds(part: Part) -> Set[str]:
    """Return the kinds of cells and joins: a template asks for both in the same words."""
    if part.board is None:
        return set()
    return {cell.kind for cell in part.board.cells.values()} | {join.kind for join in part.board.joins}


def list_face_values(part: Part) -> Set[str]:
    """Return the words on the panels of a part that folds, such as the faces of a die."""
    nets = [design.net for design in part.designs if design.net]
    return {panel.value for net in nets for panel in net.panels if isinstance(panel.value, str)}


def list_ids(part: Part) -> Iterator[str]:
    """Yield the ids of the cells, panels and designs of a part, and its own."""
    yield part.id
    yield from part.board.cells if part.board else ()
    for design in part.designs:
        yield design.id
        yield from (panel.id for panel in design.net.panels) if design.net else ()


def list_part_words(part: Part) -> Iterator[str]:
    """Yield the words that a part has beside those of its rows."""
    yield from list_kinds(part)
    yield from list_face_values(part)
    yield from list_ids(part)
    yield part.kind
    yield from (*part.board.areas, *part.board.routes, *part.board.slots) if part.board else ()
    values = part.values.get("values", {})
    yield from list_texts(values)
    yield from (key for key in values if isinstance(key, str)) if isinstance(values, Mapping) else ()
