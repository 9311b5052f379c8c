"""Read the templates that draw a part, with the rows and values that they can use."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from generator.model.color import Color
from generator.model.data_types import Value
from generator.model.finding import DrawingError
from generator.model.game import Part, PartData
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_Lines = Mapping[str, Sequence[str]]  # of templates, by file
_Row = Mapping[str, Value]


class PartTemplates(NamedTuple):
    """The lines of the templates that draw a part, by file: of its fronts, its backs, and both.

    `texts` are the lines of both, joined; `drawn_rows` are the rows of all parts that each file of a front draws.
    `read_symbols` returns the text of a file of symbols, empty if it cannot be read.
    """

    part: Part
    data: PartData
    colors: Mapping[str, Color]
    rows: Sequence[_Row]
    fronts: _Lines
    backs: _Lines
    texts: Mapping[str, str]
    drawn_rows: Mapping[str, Sequence[_Row]]
    read_symbols: Callable[[str], str]

    @property
    def lines(self) -> _Lines:
        """Return the lines of the templates of fronts and backs."""
        return {**self.fronts, **self.backs}


def read_part_templates(kit: "Kit", files: TemplateFiles) -> Iterator[PartTemplates]:
    """Yield the templates of each part of a kit; what cannot be read is left out, and refused when it is rendered."""
    reader = TemplateReader(files)
    drawn = _gather_rows(kit, reader, files)

    def read_symbols(name: str) -> str:
        with suppress(DrawingError):
            return files.read_template(name)[0]
        return ""

    for part in kit.parts:
        fronts = _read_lines(part.front, reader, files)
        backs = _read_lines(part.back, reader, files) if part.back else {}
        rows = [row.values for row in kit.game.rows.get(part.id, ())]
        yield PartTemplates(
            part,
            kit.game.parts[part.id],
            kit.game.colors,
            rows,
            fronts,
            backs,
            join_lines(fronts | backs),
            {file: drawn[file] for file in fronts if rows},
            read_symbols,
        )


def join_lines(sources: _Lines) -> Mapping[str, str]:
    """Return the lines of each file as one text."""
    return {file: "\n".join(lines) for file, lines in sources.items()}


def _gather_rows(kit: "Kit", reader: TemplateReader, files: TemplateFiles) -> Mapping[str, Sequence[_Row]]:
    """Return the rows of all parts whose fronts each file draws."""
    found: dict[str, list[_Row]] = defaultdict(list)
    for part in kit.all_parts:
        rows = [row.values for row in kit.game.rows.get(part.id, ())]
        for file in _read_lines(part.front, reader, files):
            found[file] += rows
    return found


def _read_lines(template: str, reader: TemplateReader, files: TemplateFiles) -> dict[str, Sequence[str]]:
    """Return the lines of a template, and of all that it includes, by their files."""
    sources: dict[str, Sequence[str]] = {}
    for name in sorted(reader.read_words(template).files):
        with suppress(DrawingError):
            text, path = files.read_template(name)
            sources[relative_path(str(path))] = text.splitlines()
    return sources
