"""Trace cells that are paths of their board's template: the outline is found by its id in the template's source."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import flatten_outline, transform_segments
from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, DrawingError, Finding
from generator.model.game import Game, PartData
from generator.render.adoption.source import find_tokens
from generator.render.svg.attribute_values import parse_transform
from generator.render.svg.path_segments import shape_segments
from generator.render.template_files import TemplateFiles

_TAG = re.compile(
    r"<(/?)([A-Za-z][\w.-]*+)((?:[^<>\"'/]|/(?!>)|\"[^\"]*+\"|'[^']*+')*+)(/?)>"
    r"|<!--.*?(?:-->|(?P<cut>\Z))|\{#.*?(?:#\}|(?P<lost>\Z))",
    re.DOTALL,
)
# a name without a value is read too, so that none is read twice
_ATTRIBUTE = re.compile(r"([A-Za-z][\w:.-]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')|)")
_SHAPES = ("path", "polygon", "rect", "circle", "ellipse")
_STEP = 4  # digits after the point of a corner, mm


class _Outline(NamedTuple):
    """A shape in the source of a template, with the transforms of the groups that it is in."""

    name: str
    attributes: Mapping[str, str]
    transforms: tuple[str, ...]


def trace_cell_paths(game: Game, files: TemplateFiles) -> Game:
    """Return the game with the outlines of cells that are paths of a template; DataError with every fault."""
    findings: list[Finding] = []
    parts = dict(game.parts)
    for key, part in game.parts.items():
        cells: Mapping[str, Any] = getattr(part, "cells", {})
        if any(cell.path for cell in cells.values()):
            parts[key] = _trace_part(game, key, part, files, findings)
    if findings:
        raise DataError(findings)
    return replace(game, parts=parts) if parts != game.parts else game


def _trace_part(game: Game, key: str, part: PartData, files: TemplateFiles, findings: list[Finding]) -> PartData:
    """Return the data of a board with the corners of its paths; add what is wrong to the findings."""
    try:
        source, _ = files.read_template(part.front)
    except DrawingError:
        return part  # it is reported where the template is drawn
    outlines = {each.attributes["id"]: each for each in _list_outlines(source)}
    cells: dict[str, Any] = dict(getattr(part, "cells", {}))
    for name, cell in cells.items():
        if not cell.path:
            continue
        place = game.place("parts", key, "cells", name, "path")
        try:
            points = _trace_outline(outlines, cell.path, part.front)
        except DrawingError as error:
            findings.append(Finding("GF008", place, f"the cell {name!r}: {error.message}"))
            continue
        cells[name] = replace(cell, polygon=points)
    return replace(part, cells=cells)


def _list_outlines(source: str) -> Iterator[_Outline]:
    """Yield the shapes with an id, in the order of the source."""
    stack: list[tuple[str, str]] = []
    for match in find_tokens(_TAG, source):
        closing, name, text, alone = match.groups()[:4]
        if name is None:
            continue
        if closing:
            while stack and stack.pop()[0] != name:
                pass
            continue
        attributes = {each[1]: each[2] or each[3] or "" for each in _ATTRIBUTE.finditer(text) if each.lastindex != 1}
        if name in _SHAPES and "id" in attributes:
            chain = tuple(each for _, each in stack if each)
            yield _Outline(name, attributes, (*chain, attributes.get("transform", "")))
        if not alone:
            stack.append((name, attributes.get("transform", "")))


def _trace_outline(outlines: Mapping[str, _Outline], path: str, template: str) -> list[list[float]]:
    """Return the corners of an outline on the board; DrawingError if it cannot be had."""
    if path not in outlines:
        where = f"the template {template!r} has no path with id={path!r}"
        raise DrawingError(f"{where}{did_you_mean(path, outlines)}", code="GF008")
    found = outlines[path]
    texts = (*found.transforms, *found.attributes.values())
    if any("{" in text for text in texts):
        raise DrawingError(f"the path {path!r} of {template!r} has braces; write its numbers out", code="GF008")
    matrix: Matrix = IDENTITY
    for text in filter(None, found.transforms):
        matrix = multiply_matrices(matrix, parse_transform(text))
    segments = transform_segments(shape_segments(found.name, dict(found.attributes)), matrix)
    if (count := sum(segment[0] == "M" for segment in segments)) != 1:
        raise DrawingError(f"the path {path!r} of {template!r} has {count} loops; a cell has one", code="GF008")
    points = flatten_outline(segments)
    if len(points) < 3:
        raise DrawingError(f"the path {path!r} of {template!r} encloses nothing", code="GF008")
    return [[round(x, _STEP), round(y, _STEP)] for x, y in points]
