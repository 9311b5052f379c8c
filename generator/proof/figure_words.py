"""Hold the words about figures and on them against the data (GF182 to GF184, GF187)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import hypot
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.check.analysis.drawing import Drawing
from generator.check.figures.arrow_turns import check_arrow_turns
from generator.check.figures.drawn_words import DrawnText, check_drawn_words
from generator.check.figures.figure_checks import check_figures
from generator.check.figures.label_points import (
    FaceText,
    PointedFace,
    check_label_points,
    list_label_points,
)
from generator.check.figures.legend_lines import check_legend_lines
from generator.check.figures.named_colors import check_label_colors, list_colored_points
from generator.check.figures.named_numbers import read_digits
from generator.check.figures.route_heads import check_route_ends, check_route_heads
from generator.check.figures.scene import FigureScene, find_panel_facts
from generator.check.figures.sides_and_colors import check_typed_colors
from generator.check.figures.template_words import FigureTemplate, PlacedText, check_template_words
from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Box
from generator.load.files import locate_index
from generator.model.finding import Finding, Place
from generator.model.picture import Gradient, Group, Path, Picture, Shape, Text
from generator.proof.figure_pictures import render_figures
from generator.proof.kit import Kit
from generator.render.safe_zone import walk_texts as walk_drawn_texts

if TYPE_CHECKING:
    from generator.readback.raster import RenderedPages

_HEAD = re.compile(r"""<path\b[^<>{}]{0,200}?\bd=["']M(?:[\d\s.,-]++[LHV]){2}[\d\s.,-]++Z["']""")  # a triangle
_BENT = re.compile(r"""<path\b[^<>]{0,200}?\bd=["']M(?:[\d\s.,-]++L){2}[\d\s.,-]++Z?["']""")
_TURNED = 0.01  # of a matrix: the box of a text that is turned is larger than its ink
_LABEL_DPI = 150.0
_PAPER = (255, 255, 255)


def check_words_of_figures(
    kit: Kit, scenes: Mapping[str, FigureScene], figures: Mapping[str, Picture]
) -> tuple[Finding, ...]:
    """Return what is wrong with the words about figures and on them; `figures` are in the first language."""
    printed = {
        name: read_digits(text.text for text, _ in walk_drawn_texts(picture.shapes, IDENTITY))
        | read_digits(_list_die_values(kit, picture))
        | frozenset(_count_icons(picture.shapes))
        for name, picture in figures.items()
    }
    full = replace(kit, faces=kit.faces.in_full_ink())  # words name colors by their paint, however it is printed
    colored = figures if full.faces is kit.faces else render_figures(full)
    paints = {name: frozenset(_list_paints(picture.shapes)) for name, picture in colored.items()}
    seen = [*_check_label_colors(full, scenes), *_check_label_points(kit, scenes)]
    drawn = {name: _list_typed_words(kit, scenes[name], picture) for name, picture in figures.items()}
    words = check_drawn_words(kit.game, scenes, drawn)
    typed = (each for name, picture in figures.items() for each in _check_template(kit, scenes[name], picture))
    avoided = _check_avoided_words(kit, scenes, figures) if kit.game.data.usage else ()
    return (*seen, *check_figures(kit.game, scenes, printed, paints), *words, *typed, *avoided)


def _count_icons(shapes: Sequence[Shape]) -> Iterator[int]:
    """Yield how many icons each group of a value has in a figure, which stand for the number."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.name.startswith(("row.", "values.")):
                yield sum(isinstance(each, Group) and each.name.startswith("icon.") for each in shape.shapes)
            yield from _count_icons(shape.shapes)


def _list_die_values(kit: Kit, picture: Picture) -> Iterator[str]:
    """Yield the values of the faces of dice in a figure, which may show them as pips."""
    for face in kit.faces.find_faces(picture.shapes):
        yield from find_panel_facts(face.part, face.design, face.side)


def _check_avoided_words(
    kit: Kit, scenes: Mapping[str, FigureScene], figures: Mapping[str, Picture]
) -> Iterator[Finding]:
    """Report words to be avoided that the templates of figures type (GF187)."""
    from generator.check.prose.avoided_words import check_figure_words
    from generator.proof.avoided_places import find_typed_word

    for name, picture in figures.items():
        if scenes[name].data.template is not None:
            texts = dict.fromkeys(" ".join(text.text.split()) for text, _ in walk_drawn_texts(picture.shapes, IDENTITY))
            find = partial(find_typed_word, kit, scenes[name].data.drawn)
            yield from check_figure_words(kit.game, name, texts, find)


def _check_template(kit: Kit, scene: FigureScene, picture: Picture) -> Iterator[Finding]:
    """Yield what is odd about the words that a figure's own template types, and about its arrowheads on routes."""
    if scene.data.template is None or scene.data.template.startswith("making/"):
        return
    source, file = kit.faces.read_template(scene.data.drawn)
    texts = [
        PlacedText(
            " ".join(text.text.split()),
            text.x * a + text.y * c + e,
            text.x * b + text.y * d + f,
            text.size * hypot(a, b),
        )
        for text, (a, b, c, d, e, f) in walk_drawn_texts(picture.shapes, IDENTITY)
    ]
    template = FigureTemplate(source, lambda at: locate_index(source, at, file))
    yield from check_template_words(scene, template, texts)
    yield from check_typed_colors(scene, template)
    drawing = Drawing(picture)
    yield from check_arrow_turns(scene, drawing, _locate_head(scene, source, file))
    yield from check_legend_lines(scene, drawing, template)
    yield from check_route_ends(scene, drawing, template, texts)
    if scene.board and "route." in source:
        heads = [found.start() for found in _HEAD.finditer(source)]
        place = locate_index(source, heads[0], file) if len(heads) == 1 else scene.place("template")
        yield from check_route_heads(scene, drawing, place)


def _locate_head(scene: FigureScene, source: str, file: str) -> Place:
    """Return the one path of three points in a template, which draws arrowheads, else where the figure names it."""
    heads = [found.start() for found in _BENT.finditer(source)]
    return locate_index(source, heads[0], file) if len(heads) == 1 else scene.place("template")


def _list_typed_words(kit: Kit, scene: FigureScene, picture: Picture) -> list[DrawnText]:
    """Return the words that a figure draws as its template types them, each once."""
    if scene.data.template is None or scene.data.template.startswith("making/"):
        return []
    source, file = kit.faces.read_template(scene.data.drawn)
    drawn = Counter(" ".join(text.text.split()) for text, _ in walk_drawn_texts(picture.shapes, IDENTITY))
    found = []
    for text, count in drawn.items():
        typed = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)") if len(text) > 2 else None
        places = [locate_index(source, match.start(), file) for match in typed.finditer(source)] if typed else []
        if places:
            found.append(DrawnText(text, places, count))
    return found


def _list_paints(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _list_paints(shape.shapes)
        elif isinstance(shape, Path | Text):
            yield from (each for each in (shape.paint.fill, shape.paint.stroke) if isinstance(each, str))
            for each in (shape.paint.fill, shape.paint.stroke):
                yield from (color for _, color in each.stops) if isinstance(each, Gradient) else ()


def _check_label_colors(kit: Kit, scenes: Mapping[str, FigureScene]) -> Iterator[Finding]:
    """Report labels that name a color at a point of a face where that color is not printed (GF182)."""
    from generator.readback.raster import render_pages
    from generator.write.pdf.picture_pages import write_picture_pages

    for scene in scenes.values():
        points = list_colored_points(scene)
        if points:
            piece = scene.pieces[0]
            x, y, width, height = (face := kit.faces.trimmed_face(f"{piece.part}.{piece.design}.{piece.side}")).box
            moved = Group((face.group,), (1.0, 0.0, 0.0, 1.0, -x, -y))
            data = write_picture_pages([Picture(0.0, 0.0, width, height, (moved,))], kit.fonts.find_font)
            with render_pages(data, _LABEL_DPI) as pages:
                yield from check_label_colors(scene, points, partial(_list_colors, pages))


def _check_label_points(kit: Kit, scenes: Mapping[str, FigureScene]) -> Iterator[Finding]:
    """Report labels at points of a face where nothing is drawn, or another word than theirs (GF182)."""
    from generator.readback.raster import render_pages
    from generator.write.pdf.picture_pages import write_picture_pages

    for scene in scenes.values():
        if not list_label_points(scene):
            continue
        piece = scene.pieces[0]
        name = f"{piece.part}.{piece.design or scene.parts[piece.part].designs[0].id}.{piece.side}"
        x, y, width, height = (face := kit.faces.trimmed_face(name)).box
        moved = Group((face.group,), (1.0, 0.0, 0.0, 1.0, -x, -y))
        data = write_picture_pages([Picture(0.0, 0.0, width, height, (moved,))], kit.fonts.find_font)
        texts = [
            FaceText(each.shape.text.strip(), each.whole)
            for each in Drawing(Picture(0.0, 0.0, width, height, (moved,))).shapes
            if isinstance(each.shape, Text) and each.whole is not None and not _is_turned(each.matrix)
        ]
        with render_pages(data, _LABEL_DPI) as pages:
            look = partial(_list_colors, pages)
            ground = max(look((0.0, 0.0, width, height)), default=(0, _PAPER))[1]
            yield from check_label_points(scene, PointedFace(texts, (width, height), ground, look))


def _is_turned(matrix: Matrix) -> bool:
    a, b, c, d, _, _ = matrix
    return min(abs(a) + abs(d), abs(b) + abs(c)) > _TURNED


def _list_colors(pages: "RenderedPages", box: Box) -> list[tuple[int, tuple[int, int, int]]]:
    return pages.image(0, box).getcolors(1_000_000) or []  # type: ignore[return-value]
