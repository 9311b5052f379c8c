"""Prove the figures of the rules: what of them is seen, and whether they show their values."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from generator.check.analysis.drawing import Drawing
from generator.check.analysis.face_pages import PageFault
from generator.check.hide.views import Subject, judge_figure
from generator.check.limits.sizes import find_small_figure_texts
from generator.model.data_types import walk_values
from generator.model.finding import Finding, Place
from generator.model.picture import Group, Paint, Path, Picture, Shape, Text
from generator.proof.figure_pictures import FigureScene
from generator.proof.kit import Kit

if TYPE_CHECKING:
    from generator.check.analysis.drawing import NamedGroup
    from generator.proof.figure_pictures import ShownPiece

_DPI = 100.0  # texts of 6 pt are 8 pixels high
# of a piece of several designs, to tell which it is; of one design, any bit of it shows that it is there
_LEAST_SHARE = 0.12


def prove_figures(kit: Kit, figures: Mapping[str, Picture]) -> tuple[Finding, ...]:
    """Return what is wrong with the figures of the rules; `figures` are in the first language."""
    if not figures or kit.game.rules is None:
        return ()
    known = {part.id: part for part in kit.all_parts}
    scenes = {name: FigureScene(kit.game, known, name) for name in kit.game.data.figures}
    looked = _look_at_figures(kit, [(scenes[name], picture) for name, picture in figures.items()])
    return tuple(looked)


_PIECE = "piece"


class FigureDrawing(Drawing):
    """A figure taken apart; `pieces` are the faces of the kit in it, each a single shape of which nothing is judged."""

    def __init__(self, picture: Picture, faces: Collection[Shape]) -> None:
        super().__init__(replace(picture, shapes=tuple(_fill_pieces(picture.shapes, faces))))
        self.picture = picture  # shapes stand at the same addresses in it
        self.pieces = [group for group in self.groups if group.name == _PIECE]
        self.groups = [group for group in self.groups if group.name != _PIECE]


def _fill_pieces(shapes: Sequence[Shape], faces: Collection[Shape]) -> Iterator[Shape]:
    """Yield shapes with each face as one shape within its clip."""
    for shape in shapes:
        if not isinstance(shape, Group):
            yield shape
        elif shape in faces:
            segments = shape.clip.segments if shape.clip else ()
            yield Group((Path(segments, Paint()),), shape.matrix, name=_PIECE)
        else:
            yield replace(shape, shapes=tuple(_fill_pieces(shape.shapes, faces)))


def _is_composed(scene: FigureScene) -> bool:
    """Return whether a person has placed what a figure shows, so that it can be hidden."""
    data = scene.data
    if data.template is not None:
        return not data.template.startswith("making/")
    return bool(data.pieces or data.paths or len(data.things or ()) > 1)


class _LookedAt(NamedTuple):
    """A figure taken apart, and its pieces, each with the group that draws it."""

    scene: FigureScene
    drawing: FigureDrawing
    pieces: "list[tuple[NamedGroup, ShownPiece]]"


def _look_at_figures(kit: Kit, figures: Sequence[tuple[FigureScene, Picture]]) -> Iterator[Finding]:
    """Yield what of each figure cannot be seen or read."""
    from generator.proof.page_views import view_pages

    looked, subjects = list[_LookedAt](), list[Subject]()
    for scene, picture in figures:
        if _is_composed(scene):
            drawing = FigureDrawing(picture, kit.faces.shown_groups)
            pieces = _match_pieces(scene, drawing)
            looked.append(_LookedAt(scene, drawing, pieces))
            stacked = [(group, _find_least_share(scene, piece)) for group, piece in pieces]
            subjects.append(Subject(drawing, None, drawing.pieces, stacked))
    if subjects:
        for one, views in zip(looked, view_pages(kit, subjects, _DPI), strict=True):
            yield from _report_faults(kit, one, [*judge_figure(views), *_list_small_texts(one)])


def _list_small_texts(looked: _LookedAt) -> Iterator[PageFault]:
    return find_small_figure_texts(looked.drawing, looked.scene.data.size[0])


def _report_faults(kit: Kit, looked: _LookedAt, faults: Sequence[PageFault]) -> Iterator[Finding]:
    """Report each place at fault in a figure once."""
    scene, told = looked.scene, set[Place]()
    for fault in faults:
        piece = next((piece for group, piece in looked.pieces if group.address == fault.address), None)
        place = scene.place(*piece.path, "at") if piece else _find_place(kit, scene, looked.drawing, fault)
        text = fault.text.replace("'piece'", repr(piece.name)) if piece else fault.text
        if place not in told:
            told.add(place)
            yield Finding(fault.code, place, f"{text} (figure {scene.name})", fault.level)


def _match_pieces(scene: FigureScene, drawing: FigureDrawing) -> "list[tuple[NamedGroup, ShownPiece]]":
    """Return the pieces of a board or a table, each with the group that draws it; a board is drawn first itself."""
    if scene.data.kind not in ("board", "table"):
        return []
    drawn = drawing.pieces[1:] if scene.data.kind == "board" else drawing.pieces
    return list(zip(drawn, scene.pieces, strict=True)) if len(drawn) == len(scene.pieces) else []


def _find_least_share(scene: FigureScene, piece: "ShownPiece") -> float:
    return _LEAST_SHARE if len(scene.parts[piece.part].designs) > 1 else 0.0


def _find_place(kit: Kit, scene: FigureScene, drawing: FigureDrawing, fault: PageFault) -> Place:
    """Return the place of a text that a figure draws: the value that it comes from, or a line of the template."""
    words = [each.shape.text.strip() for each in drawing.shapes if isinstance(each.shape, Text)]
    text = next((each for each in words if each and f"the text {each[:40]!r}" in fault.text), "")
    data = scene.data
    for key in ("labels", "paths", "things", "values") if text else ():
        for path, value in walk_values(to_builtins(getattr(data, key)), (key,)):
            if text == value or (len(text) > 2 and isinstance(value, str) and text in value):
                return scene.place(*path)
    if data.template is None:
        return scene.place()
    source, file = kit.faces.read_template(data.drawn)
    at = source.find(text) if text else -1
    line = source.count("\n", 0, at) + 1
    return Place(file, line, at - source.rfind("\n", 0, at)) if at >= 0 else scene.place("template")
