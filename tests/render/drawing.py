"""Helpers that draw SVG bodies and templates and check their refusals."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.fonts.font_book import FontBook
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Design, Game, GameData, Part
from generator.model.picture import Group, Paint, Picture, Shape, Text
from generator.model.picture import Path as Drawn
from generator.render.faces import FaceRenderer
from generator.render.svg.elements import Document, Element, SvgParser
from generator.render.svg.images import ImageLoader
from generator.render.svg.painter import Painter
from generator.render.svg.style import Style
from generator.render.template_files import TemplateFiles
from tests.messages import facts

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 50 50">'


def parse_document(body: str) -> Document:
    root = SvgParser().read(f"{HEAD}{body}</svg>")
    return Document(
        root, {element.attributes["id"]: element for element in _list_elements(root) if "id" in element.attributes}
    )


def _list_elements(element: Element) -> list[Element]:
    inner = [each for part in element.content if isinstance(part, Element) for each in _list_elements(part)]
    return [element, *inner]


def draw_shapes(
    body: str, files: Mapping[str, str | bytes] | None = None, fonts: FontBook | None = None
) -> tuple[Shape, ...]:
    """Draw the body of an svg; `files` holds the images and the SVG files that it names."""
    held = files or {}

    def other(name: str) -> Document:
        return parse_document(str(held[name]))

    loader = ImageLoader(lambda name: bytes(held[name]), lambda name: None)  # type: ignore[arg-type]
    painter = Painter(fonts or FontBook({}), lambda: loader, other)
    return painter.draw_document(parse_document(body), Style())


def draw_shape(body: str, **more: Any) -> Shape:
    (found,) = draw_shapes(body, **more)
    return found


def draw_path(body: str, **more: Any) -> Drawn:
    found = draw_shape(body, **more)
    assert isinstance(found, Drawn)
    return found


def draw_group(body: str, **more: Any) -> Group:
    found = draw_shape(body, **more)
    assert isinstance(found, Group)
    return found


def read_paint(attributes: str, around: str = "") -> Paint:
    """Return the paint of a square with the given attributes, in a `<g>` with the attributes `around`."""
    return draw_path(f'<g {around}><rect width="1" height="1" {attributes}/></g>').paint


def draw_texts(body: str, **more: Any) -> list[Text]:
    found = draw_shapes(body, **more)
    assert all(isinstance(each, Text) for each in found)
    return [each for each in found if isinstance(each, Text)]


def find_refusal(body: str, **more: Any) -> str:
    with pytest.raises(DrawingError) as caught:
        draw_shapes(body, **more)
    return caught.value.message


def check_refusal(line: str, expected: str) -> None:
    """Check a message or finding by its facts and the attributes that it quotes.

    Where no fact tells a message from others, `expected` is its beginning, `~` and words that it contains.
    """
    head, tilde, words = expected.partition("~ ")
    if tilde:
        assert line.startswith(head)
        assert words in line
    else:
        assert facts(re.sub(r"""([^\s='"<>]+)='""", r"'\1' '", line)) == expected


def make_renderer(game: Path, shared: Path, colors: Mapping[str, Color] | None = None) -> FaceRenderer:
    """Return the renderer of a game of which only the folder exists."""
    data = GameData(title="Specimen", version="1.0", players=[1, 1], parts={})
    return FaceRenderer(
        Game("specimen", game, "game.yaml", data, {}, {}, colors or {}, (), (), None, {}),
        TemplateFiles(game, shared),
        FontBook({}),
    )


def make_part(outline: Outline, safe: float = 0.0, values: Mapping[str, Any] | None = None, **more: Any) -> Part:
    design = Design("7", values or {}, 1, Place("game.yaml", 9, 3))
    given: dict[str, Any] = {
        "id": "card",
        "title": "Cards",
        "kind": "card",
        "outline": outline,
        "safe": safe,
        "gap": None,
    }
    given |= {
        "front": "card.svg.j2",
        "back": None,
        "values": {},
        "designs": (design,),
        "stock": "",
        "place": design.place,
    }
    return Part(**(given | more))


class GameFolder:
    """Folders of a game and of shared templates, inside the temporary folder in which the test runs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.game, self.shared = folder, folder / "game", folder / "shared"
        for each in (self.game / "templates", self.game / "images", self.shared):
            each.mkdir(parents=True)

    def write(self, name: str, text: str | bytes) -> Path:
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode() if isinstance(text, str) else text)
        return target

    def draw_front(self, text: str, of: Part | None = None, **values: Any) -> Picture:
        """Draw a template as the front of a part, by default one of 50 x 50 mm."""
        self.write("game/templates/card.svg.j2", text)
        piece = of or make_part(Outline(50, 50), values=values)
        return make_renderer(self.game, self.shared).draw_face(piece, piece.designs[0], "front")

    def find_refusal(self, text: str, of: Part | None = None, **values: Any) -> str:
        with pytest.raises(DataError) as caught:
            self.draw_front(text, of, **values)
        (finding,) = caught.value.findings
        return str(finding).removesuffix(" (drawing card.7 front)")
