"""A kit goes in, the pictures that its rules show come out: figures drawn by a template or by their kind."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from generator.model.figure_data import FigureData
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Part
from generator.model.picture import Group, Picture
from generator.model.place import Place
from generator.pipeline.kit import Kit
from generator.render.faces import Faces

if TYPE_CHECKING:
    from generator.render.figures.sketch import Sketch


def pictures(kit: Kit, faces: Faces | None = None) -> dict[str, Picture]:
    """Return the figures by their ids, drawn with the words that `faces` speak; DataError with all that is wrong."""
    drawn, findings = dict[str, Picture](), list[Finding]()
    for name in _in_order(kit):
        try:
            drawn[name] = _picture(kit, faces or kit.faces, name, drawn)
        except DataError as error:
            findings.extend(error.findings)
    if findings:
        raise DataError(findings)
    return {name: drawn[name] for name in kit.game.data.figures}


def _in_order(kit: Kit) -> list[str]:
    """Return the figures, those that show others after these."""
    figures = kit.game.data.figures
    return sorted(figures, key=lambda name: figures[name].kind == "steps")


def _picture(kit: Kit, faces: Faces, name: str, drawn: Mapping[str, Picture]) -> Picture:
    data, place = kit.game.data.figures[name], kit.game.place("figures", name)
    if data.kind is not None:
        return _by_kind(kit, faces, name, data, drawn)
    at = kit.game.place("figures", name, "template")
    values, known = _values(kit, data), _said(kit, name, data)
    picture = faces.page(data.drawn, values, *data.size, _called(name, faces), at, known)
    if not picture.shapes:
        raise refuse("GF306", place, f"the figure {name!r} draws nothing")
    return picture


def _by_kind(kit: Kit, faces: Faces, name: str, data: FigureData, drawn: Mapping[str, Picture]) -> Picture:
    """Return what the data say, laid out and drawn by the template of the kind; DataError with all that is wrong."""
    from generator.render.figures.sketch import Sketch
    from generator.render.text_filters import Ruler

    def at(*path: str | int) -> Place:
        return kit.game.place("figures", name, *path)

    sketch = Sketch(data, faces, Ruler(kit.fonts), kit.game.colors, at, [])
    if data.kind == "steps":
        return _row(name, sketch, drawn)
    return _page(name, sketch, _composers()[data.kind or ""](sketch))


def _composers() -> "Mapping[str, Callable[[Sketch], dict[str, Any]]]":
    from generator.render.figures import board, face, table

    return {"face": face.compose, "board": board.compose, "table": table.compose}


def _page(name: str, sketch: "Sketch", values: Mapping[str, Any]) -> Picture:
    if sketch.findings:
        called = _called(name, sketch.faces)
        raise DataError([each._replace(message=f"{each.message} ({called})") for each in sketch.findings])
    return sketch.faces.page(sketch.data.drawn, values, *sketch.data.size, _called(name, sketch.faces), sketch.at())


def _called(name: str, faces: Faces) -> str:
    """Return what errors call a figure: with its language where that is not the first, whose words may be the fault."""
    return f"figure {name} in {faces.tongue!r}" if faces.tongue else f"figure {name}"


def _row(name: str, sketch: "Sketch", drawn: Mapping[str, Picture]) -> Picture:
    """Return the figures side by side; none where one of them is faulty, which is said of that one."""
    from generator.render.figures.steps import compose

    names = [step.figure for step in sketch.data.steps or ()]
    if any(each not in drawn for each in names):
        raise DataError([])
    row = compose(sketch, [drawn[each] for each in names])
    page = _page(name, sketch, row.values)
    moved = (Group(drawn[each].shapes, matrix) for each, matrix in zip(names, row.matrices, strict=True))
    return Picture(page.x, page.y, page.width, page.height, (*moved, *page.shapes))


def _said(kit: Kit, name: str, data: FigureData) -> dict[object, Place]:
    """Return the places of the figure's values, and of those of its part: what its template looks up may be one."""
    owners: dict[tuple[str, str], Mapping[str, Any]] = {("figures", name): data.values}
    if data.part:
        owners["parts", data.part] = kit.game.parts[data.part].values
    found: dict[object, Place] = {}
    for owner, values in owners.items():
        for path, value in _leaves(values, (*owner, "values")):
            found.setdefault(value, kit.game.place(*path))
    return found


def _leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield each value that is no list and no mapping, with its path in the data."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
    for key, each in inner or ():
        yield from _leaves(each, (*path, key))


def _values(kit: Kit, data: FigureData) -> dict[str, Any]:
    """Give the template what the figure's part knows, with the figure's own `values` over those of the part.

    `parts` leads to each of the further parts: what its own templates know, its `designs` by id, and `w` and `h`.
    """
    known = {part.id: part for part in kit.all_parts}
    parts = {name: _known(known[name]) for name in data.parts}
    part = known.get(data.part or "")
    if part is None:
        return {"values": data.values, "parts": parts}
    size = {"board_w": part.outline.width, "board_h": part.outline.height}
    first, *others = (design.values for design in part.designs)
    alike = {key: each for key, each in first.items() if all(other.get(key) == each for other in others)}
    values = {**part.values["values"], **data.values}
    return {**part.values, **alike, "part": part, **size, "values": values, "parts": parts}


def _known(part: Part) -> dict[str, Any]:
    size = {"w": part.outline.width, "h": part.outline.height}
    return {**part.values, **size, "part": part, "designs": {design.id: design.values for design in part.designs}}
