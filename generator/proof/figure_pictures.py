"""Read what figures of the rules show from their data, and render them."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.model.color import choose_accents
from generator.model.data_types import walk_values
from generator.model.figure import FigureData
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Game, Part
from generator.model.picture import Group, Picture
from generator.proof.kit import Kit
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.render.figures.draft import FigureDraft

Path = tuple[str | int, ...]


class ShownPiece(NamedTuple):
    """A face of the kit that a figure shows at a path of its data; `design` is empty if it names none of several."""

    part: str
    design: str
    path: Path

    @property
    def name(self) -> str:
        """Return its name in messages."""
        return f"{self.part}.{self.design}" if self.design else self.part


class FigureScene:
    """A figure with all that it shows."""

    def __init__(self, game: Game, parts: Mapping[str, Part], name: str) -> None:
        self.game, self.parts, self.name = game, parts, name
        self.data: FigureData = game.data.figures[name]

    def place(self, *path: str | int) -> Place:
        """Return the place of a value of the figure."""
        return self.game.place("figures", self.name, *path)

    @cached_property
    def pieces(self) -> tuple[ShownPiece, ...]:
        """Return the pieces of a figure of its kind."""
        data = self.data
        listed: list[tuple[str, str | None, Path]] = []
        if data.kind == "face":
            listed.append((data.part or "", data.design, ()))
        listed += [(each.part, each.design, ("pieces", n)) for n, each in enumerate(data.pieces or ())]
        listed += [(each.part, each.design, ("things", n)) for n, each in enumerate(data.things or ())]
        known = ((self.parts[part], design, path) for part, design, path in listed if part in self.parts)
        return tuple(ShownPiece(part.id, _name_design(part, design), path) for part, design, path in known)


def _name_design(part: Part, design: str | None) -> str:
    return design or (part.designs[0].id if len(part.designs) > 1 else "")


def render_figures(
    kit: Kit, faces: FaceRenderer | None = None, shown: Collection[str] | None = None
) -> dict[str, Picture]:
    """Return the figures by their ids, all or those `shown`, in the language of `faces`, which keep them.

    DataError lists the faults of all of them.
    """
    faces = faces or kit.faces
    drawn, findings = faces.figures, list[Finding]()
    figures = kit.game.data.figures
    for name in sorted(figures, key=lambda name: figures[name].kind == "steps"):  # which show others
        if name in drawn or (shown is not None and name not in shown):
            continue
        try:
            drawn[name] = render_figure(kit, faces, name, drawn)
        except DataError as error:
            findings.extend(error.findings)
    if findings:
        raise DataError(findings)
    return {name: drawn[name] for name in figures if shown is None or name in shown}


def render_figure(kit: Kit, faces: FaceRenderer, name: str, drawn: Mapping[str, Picture]) -> Picture:
    """Render one figure; `drawn` are the figures that it may show."""
    data, place = kit.game.data.figures[name], kit.game.place("figures", name)
    if data.kind is not None:
        return _render_by_kind(kit, faces, name, data, drawn)
    at = kit.game.place("figures", name, "template")
    values, known = collect_values(kit, data), _find_places(kit, name, data)
    picture = faces.draw_page(data.drawn, values, *data.size, label=_label(name, faces), place=at, value_places=known)
    if not picture.shapes:
        raise refuse("GF309", place, f"the figure {name!r} draws nothing")
    return picture


def _render_by_kind(
    kit: Kit, faces: FaceRenderer, name: str, data: FigureData, drawn: Mapping[str, Picture]
) -> Picture:
    """Lay out the figure by its kind and render it; DataError lists all faults."""
    from generator.render.figures.draft import FigureDraft
    from generator.render.text_filters import TextRuler

    def at(*path: str | int) -> Place:
        return kit.game.place("figures", name, *path)

    sketch = FigureDraft(data, faces, TextRuler(kit.fonts), kit.game.colors, at, findings=[])
    if data.kind == "steps":
        return _render_steps(name, sketch, drawn)
    return _render_page(name, sketch, _list_composers()[data.kind or ""](sketch))


def _list_composers() -> "Mapping[str, Callable[[FigureDraft], dict[str, Any]]]":
    from generator.render.figures import board_figure, piece_figures

    return {
        "face": piece_figures.compose_face,
        "board": board_figure.compose_board,
        "table": piece_figures.compose_table,
        "fold": piece_figures.compose_fold,
    }


def _render_page(name: str, sketch: "FigureDraft", values: Mapping[str, Any]) -> Picture:
    if sketch.findings:
        called = _label(name, sketch.faces)
        raise DataError([each._replace(message=f"{each.message} ({called})") for each in sketch.findings])
    data, label = sketch.data, _label(name, sketch.faces)
    return sketch.faces.draw_page(data.drawn, values, *data.size, label=label, place=sketch.place_of())


def _label(name: str, faces: FaceRenderer) -> str:
    """Return the name of a figure in messages, with its language unless that is the first."""
    return f"figure {name} in {faces.language_tag!r}" if faces.language_tag else f"figure {name}"


def _render_steps(name: str, sketch: "FigureDraft", drawn: Mapping[str, Picture]) -> Picture:
    """Return the figures side by side; an empty DataError if one of them has faults, which are reported already."""
    from generator.render.figures.step_figure import compose_steps

    names = [step.figure for step in sketch.data.steps or ()]
    if any(each not in drawn for each in names):
        raise DataError([])
    row = compose_steps(sketch, [drawn[each] for each in names])
    page = _render_page(name, sketch, row.values)
    moved = (Group(drawn[each].shapes, matrix) for each, matrix in zip(names, row.matrices, strict=True))
    return Picture(page.x, page.y, page.width, page.height, (*moved, *page.shapes))


def _find_places(kit: Kit, name: str, data: FigureData) -> dict[object, Place]:
    """Return the places of the values of the figure and its part, for messages about failed look-ups."""
    owners: dict[tuple[str, str], Mapping[str, Any]] = {("figures", name): data.values}
    if data.part:
        owners["parts", data.part] = kit.game.parts[data.part].values
    found: dict[object, Place] = {}
    for owner, values in owners.items():
        for path, value in walk_values(values, (*owner, "values")):
            found.setdefault(value, kit.game.place(*path))
    return found


def collect_values(kit: Kit, data: FigureData) -> dict[str, Any]:
    """Return the values of the figure's part for the template, overridden by the figure's own `values`.

    `accent` is the paint of the headings of the rules.
    `parts` holds the further parts by id: the values of their templates, their `designs` by id, and `w` and `h`.
    """
    known = {part.id: part for part in kit.all_parts}
    parts = {name: _collect_part_values(known[name]) for name in data.parts}
    part = known.get(data.part or "")
    rules = kit.game.data.rulebook
    accent = choose_accents(kit.game.colors.values(), rules.headings if rules else None).light
    if part is None:
        return {"accent": accent, "values": data.values, "parts": parts}
    size = {"board_w": part.outline.width, "board_h": part.outline.height}
    first, *others = (design.values for design in part.designs)
    alike = {key: each for key, each in first.items() if all(other.get(key) == each for other in others)}
    values = {**part.values["values"], **data.values}
    return {"accent": accent, **part.values, **alike, "part": part, **size, "values": values, "parts": parts}


def _collect_part_values(part: Part) -> dict[str, Any]:
    size = {"w": part.outline.width, "h": part.outline.height}
    return {**part.values, **size, "part": part, "designs": {design.id: design.values for design in part.designs}}
