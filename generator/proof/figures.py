"""Prove the figures of the rules: their values from the data, and what is seen of them from their pixels."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from generator.check.figures.flat_picture import (
    FlatItem,
    FlatPicture,
    flatten_picture,
    item_color,
    measure_face,
    number_of_color,
)
from generator.check.figures.scene import FigureScene, read_scenes, walk_texts
from generator.check.figures.visibility import (
    SeenPixels,
    box_text,
    check_covered_groups,
    check_covered_pieces,
    check_hidden_ways,
    check_texts,
)
from generator.geometry.matrix import IDENTITY
from generator.model.figure import FigureData
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.model.picture import Picture
from generator.proof.figure_pictures import collect_values
from generator.proof.kit import Kit
from generator.proof.vary.figures import check_values_seen
from generator.render.safe_zone import walk_texts as walk_drawn_texts

if TYPE_CHECKING:
    from PIL.Image import Image


_DPI = 72.0
_PAPER = (255, 255, 255)


def prove_figures(kit: Kit, figures: Mapping[str, Picture]) -> tuple[Finding, ...]:
    """Return what is wrong with the figures of the rules (GF180, GF181, GF187); `figures` are in the first language."""
    if not figures or kit.game.rules is None:
        return ()
    scenes = read_scenes(kit.game, kit.all_parts)
    seen = [*_check_pixels(kit, scenes, figures), *_check_values(kit, scenes)]
    avoided = _check_avoided_words(kit, scenes, figures) if kit.game.data.usage else ()
    return (*seen, *avoided)


def _check_avoided_words(
    kit: Kit, scenes: Mapping[str, FigureScene], figures: Mapping[str, Picture]
) -> Iterator[Finding]:
    """Report words to be avoided that the templates of figures type (GF187)."""
    from generator.check.words.avoided_words import check_figure_words
    from generator.proof.avoided_places import find_typed_word

    for name, picture in figures.items():
        if scenes[name].data.template is not None:
            texts = dict.fromkeys(" ".join(text.text.split()) for text, _ in walk_drawn_texts(picture.shapes, IDENTITY))
            find = partial(find_typed_word, kit, scenes[name].data.drawn)
            yield from check_figure_words(kit.game, name, texts, find)


def _check_values(kit: Kit, scenes: Mapping[str, FigureScene]) -> Iterator[Finding]:
    def draw(data: FigureData) -> str | None:
        values = {**collect_values(kit, data), "w": data.size[0], "h": data.size[1]}
        try:
            return kit.faces.fill_template(data.drawn, values)
        except (DrawingError, DataError):
            return None

    for scene in scenes.values():
        yield from check_values_seen(scene, draw)


def _check_pixels(kit: Kit, scenes: Mapping[str, FigureScene], figures: Mapping[str, Picture]) -> Iterator[Finding]:
    """Yield what cannot be seen or read; a figure of steps shows nothing of its own but words that are laid out."""
    from generator.readback.flat_pixels import render_flat_pages
    from generator.write.pdf.picture_pages import write_picture_pages

    names = [name for name in figures if _is_composed(scenes[name])]
    if not names:
        return
    flats = {name: flatten_picture(figures[name], kit.faces.shown_groups) for name in names}
    data = write_picture_pages([page for flat in flats.values() for page in flat.pictures], kit.fonts.find_font)
    pages = render_flat_pages(data, _DPI)
    for name, flat in flats.items():
        seen = _count_pixels(flat, (next(pages), next(pages), next(pages)))
        scene = scenes[name]
        yield from check_texts(scene, flat, seen, partial(_find_text, kit, scene))
        yield from check_covered_pieces(scene, flat, seen)
        yield from check_hidden_ways(scene, flat, seen)
        if scene.data.template is not None:
            yield from check_covered_groups(scene, flat, seen, scene.place("template"))


def _is_composed(scene: FigureScene) -> bool:
    """Return whether a person has placed what a figure shows, so that it can be hidden."""
    data = scene.data
    if data.template is not None:
        return not data.template.startswith("making/")
    return bool(data.pieces or data.paths or len(data.things or ()) > 1)


def _count_pixels(flat: FlatPicture, pages: "tuple[Image, Image, Image]") -> SeenPixels:
    drawn, bare, lifted = pages
    numbers = number_of_color(len(flat.items))
    behind = dict[int, int]()
    for item in flat.items:
        if (under := _find_ground(item, bare, lifted)) is not None and (under == _PAPER or under in numbers):
            behind[item.number] = numbers.get(under, 0)
    areas = {item.number: measure_face(item) * (_DPI / 25.4) ** 2 for item in flat.items if item.is_face}
    return SeenPixels(_count(drawn, numbers), _count(lifted, numbers), behind, areas)


def _find_ground(item: FlatItem, bare: "Image", lifted: "Image") -> tuple[int, int, int] | None:
    """Return the color that lies behind most pixels of a text; None for what is no text, or is turned."""
    box = box_text(item) if item.text else None
    if box is None:
        return None
    left, top, right, bottom = (round(value * _DPI / 25.4) for value in box)
    crop = max(left - 1, 0), max(top - 1, 0), min(right + 1, bare.width), min(bottom + 1, bare.height)
    if crop[0] >= crop[2] or crop[1] >= crop[3]:
        return None
    over, under = lifted.crop(crop).tobytes(), bare.crop(crop).tobytes()
    color = bytes(item_color(item.number))
    found = Counter(under[at : at + 3] for at in range(0, len(over), 3) if over[at : at + 3] == color)
    if not found:
        return None
    red, green, blue = found.most_common(1)[0][0]
    return red, green, blue


def _count(image: "Image", numbers: Mapping[tuple[int, int, int], int]) -> dict[int, int]:
    colors: Sequence[tuple[int, Any]] = image.getcolors(len(numbers) + 4096) or []
    return {numbers[color]: count for count, color in colors if color in numbers}


def _find_text(kit: Kit, scene: FigureScene, text: str) -> Place:
    """Return the place of a text that a figure draws: the value that it comes from, or a line of the template."""
    data = scene.data
    for key in ("labels", "paths", "things", "values"):
        for path, value in walk_texts(_plain(getattr(data, key)), (key,)):
            if text == value or (len(text) > 2 and text in value):
                return scene.place(*path)
    if data.template is None:
        return scene.place()
    source, file = kit.faces.read_template(data.drawn)
    at = source.find(text)
    line = source.count("\n", 0, at) + 1
    return Place(file, line, at - source.rfind("\n", 0, at)) if at >= 0 else scene.place("template")


def _plain(value: object) -> object:
    from msgspec import to_builtins

    return to_builtins(value)
