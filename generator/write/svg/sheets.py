"""Write the sheets of a kit as SVG, one file for each side, in millimeters; a face that is placed again is a symbol.

A file's bytes depend on its page alone, and not on the sheets that were written before it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain, repeat
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from svgwrite import Drawing, container

from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Segment
from generator.model.lru_cache import LRUCache
from generator.model.paper import Paper
from generator.model.picture import Clip, Group, Picture, Shape
from generator.model.sheet import Page, Placement
from generator.write.coordinates import format_number, locate_face
from generator.write.svg.pen import SvgMarkup, SvgPen, make_definition, transform_value
from generator.write.svg.words import Needs, SvgDefinition
from generator.write.writer import PutFile, SheetPlan, SheetSide

_BODY, _TITLE = '<g id="body" />', "the sheet's title"


class SvgPieces(Struct, frozen=True):
    """The markup of definitions by their names, and of each side the names that it needs and the markup of its pieces.

    A definition comes after those that it needs itself.
    """

    definitions: dict[str, str]
    pages: list[tuple[list[str], str]]


class DefinedMarkup(NamedTuple):
    """Markup, and that of the definitions it refers to, by their names and in their order."""

    definitions: dict[str, str]
    markup: str


class SvgWriter:
    """Puts one file for each side that has pieces on it."""

    pieces_type = SvgPieces

    def __init__(self, plan: SheetPlan) -> None:
        self._plan = plan
        self._digits = max(2, len(str(plan.sheets * plan.sides)))
        self._sheets = SvgSheets(plan.paper, f"{plan.title} {plan.version}", plan.live_text)

    def open(self) -> None:
        """Do nothing: there is nothing to bind."""

    def draw_instructions(self, pages: Sequence[Picture], behind: Picture, put: PutFile) -> None:
        """Put the first files: how to print, and how to cut if that has pages of its own."""
        for number, picture in enumerate(pages):
            title = "how to cut" if number else "how to print"
            name = title.replace(" ", "-") + (f"-{number}" if number > 1 else "")
            drawn = self._sheets.draw_picture(picture, title, self._plan.find_correction("front"))
            put(f"svg/{self._plan.game}-00-{name}.svg", drawn.encode())

    def draw_pieces(self, sides: Sequence[SheetSide]) -> SvgPieces:
        """Draw the pieces of each side."""
        drawn = [self._sheets.draw_pieces(side.page, side.faces) for side in sides]
        definitions = {name: markup for page in drawn for name, markup in page.definitions.items()}
        return SvgPieces(definitions, [(list(page.definitions), page.markup) for page in drawn])

    def draw_sides(self, sides: Sequence[SheetSide], pieces: SvgPieces, put: PutFile) -> None:
        """Put the file of each side, drawn around its pieces."""
        for side, (names, markup) in zip(sides, pieces.pages, strict=True):
            if side.page.placements:
                drawn = DefinedMarkup({name: pieces.definitions[name] for name in names}, markup)
                file = self._sheets.join_sheet(side.page, drawn, self._plan.find_correction(side.page.side))
                put(self.locate(side), file.encode())

    def locate(self, side: SheetSide) -> str:
        """Return the path of the file."""
        page = side.page
        ids = "-".join(part.id for part in page.parts[:3]) + ("-etc" if len(page.parts) > 3 else "")
        back = "-back" if page.side == "back" else ""
        return f"svg/{self._plan.game}-{side.number:0{self._digits}d}-{ids}{back}.svg"

    def bind(self, drawn: None) -> None:
        """Do nothing: the files are complete."""

    def close(self) -> Iterator[tuple[str, bytes]]:
        """Yield nothing more."""
        yield from ()


class SvgSheets:
    """Writes sheets; what they share is drawn once, and defined in each sheet that needs it."""

    def __init__(self, paper: Paper, title: str, live: bool) -> None:
        self._title = title
        self._pen = SvgPen(live)
        self._faces: LRUCache[Picture, SvgMarkup] = LRUCache(256)
        self._clips: LRUCache[tuple[float, ...], tuple[str, SvgDefinition]] = LRUCache(1024)
        self._head, self._tail = _split_frame(paper)

    def draw_pieces(self, page: Page, faces: Sequence[tuple[Picture, bool]]) -> DefinedMarkup:
        """Return the pieces of a sheet; `faces` holds the picture of each, and whether it is placed more than once."""
        needs = Needs()
        parts = [self._draw_piece(p, *face, needs) for p, face in zip(page.placements, faces, strict=True)]
        return DefinedMarkup(_list_definitions(needs), "\n".join(parts))

    def join_sheet(self, page: Page, pieces: DefinedMarkup, correction: Matrix = IDENTITY) -> str:
        """Return the file of a sheet with drawn pieces; the whole sheet is drawn with the matrix `correction`."""
        before, after = Needs(), Needs()
        parts = [self._pen.draw((*page.furniture, *page.label), before)]
        parts += [pieces.markup] if page.placements else []
        parts += [self._pen.draw(page.guides, after)] if page.guides else []
        definitions = _list_definitions(before) | pieces.definitions | _list_definitions(after)
        title = f"{self._title}, sheet {page.sheet} of {page.of}, {page.side}"
        return self._format_file(_correct(parts, correction), definitions, title)

    def draw_picture(self, picture: Picture, title: str, correction: Matrix = IDENTITY) -> str:
        """Return a page that is one picture, drawn with the matrix `correction`."""
        needs = Needs()
        parts = _correct([self._pen.draw(picture.shapes, needs)], correction)
        return self._format_file(parts, _list_definitions(needs), f"{self._title}, {title}")

    def _draw_piece(self, placement: Placement, picture: Picture, again: bool, needs: Needs) -> str:
        to = locate_face(placement)
        name, needs[name] = self._define_clip(to.clip)
        inner = self._use_face(picture, needs) if again else self._pen.draw(picture.shapes, needs)
        return f'<g id="{placement.id}" transform="{transform_value(to.matrix)}" clip-path="url(#{name})">{inner}</g>'

    def _define_clip(self, box: tuple[float, float, float, float]) -> tuple[str, SvgDefinition]:
        found = self._clips.get(box)
        if found is None:
            x, y, width, height = box
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            segments: tuple[Segment, ...] = tuple(("L" if k else "M", *corner) for k, corner in enumerate(corners))
            found = self._clips.put(box, self._pen.clip(Clip((*segments, ("Z",)))))
        return found

    def _use_face(self, picture: Picture, needs: Needs) -> str:
        drawn = self._faces.get(picture)
        if drawn is None:
            inner = Needs()
            markup = self._pen.draw(picture.shapes, inner)
            name, symbol = make_definition(
                container.Symbol(overflow="visible", debug=False), "face-", collect_definitions(inner), markup
            )
            drawn = self._faces.put(picture, SvgMarkup(f'<use xlink:href="#{name}"/>', {name: symbol}))
        needs.update(drawn.needs)
        return drawn.markup

    def _format_file(self, parts: Sequence[str], defined: Mapping[str, str], title: str) -> str:
        definitions = "\n".join(defined.values())
        body = "\n".join(parts)
        head = self._head.replace(_TITLE, escape(title, quote=False), 1)
        return self._pen.fill_in_images(f"{head}<defs>\n{definitions}\n</defs>\n{body}\n{self._tail}")


def _correct(parts: Sequence[str], correction: Matrix) -> Sequence[str]:
    """Return the markup of a page inside a matrix."""
    return parts if correction == IDENTITY else (f'<g transform="{transform_value(correction)}">', *parts, "</g>")


def _list_definitions(needs: Needs) -> dict[str, str]:
    """Return the markup of definitions by their names, each after those that it needs itself."""
    return {name: definition.markup for name, definition in collect_definitions(needs).items()}


def collect_definitions(needs: Needs) -> Needs:
    """Return definitions, each after those that it needs itself."""
    found = Needs()
    _add_definitions(needs, found)
    return found


def _add_definitions(needs: Needs, found: Needs) -> None:
    for name, definition in needs.items():
        if name not in found:
            if not definition.needs.keys() <= found.keys():
                _add_definitions(definition.needs, found)
            found[name] = definition


def _split_frame(paper: Paper) -> tuple[str, str]:
    """Return the markup before the definitions and after the pieces, the same for every sheet."""
    width, height = format_number(paper.width), format_number(paper.height)
    drawing: Any = Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", id="sheet", debug=False)
    drawing.set_desc(_TITLE)
    drawing.add(container.Group(id="body", debug=False))
    head, tail = str(drawing.tostring()).split(_BODY)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head.replace("<defs />", "")}', f"{tail}\n"


# in markup of SvgPen: a path, and a group without groups in it
_PATH, _GROUP = re.compile("(<path [^<>]*/>)"), re.compile(r"(<g\b[^<>]*>[^<]*(?:<(?!/?g\b)[^<]*)*</g>)")
_LEAST = 60  # characters; shorter markup would not gain from a definition


class SvgFigures:
    """Writes figures; the bytes of each depend on its picture alone."""

    def __init__(self) -> None:
        self._pen = SvgPen(live=False)
        self._known: LRUCache[Group, tuple[Shape, ...]] = LRUCache(4096)

    def draw_figure(self, picture: Picture) -> str:
        """Return the document, without the bleed."""
        needs = Needs()
        width, height = format_number(picture.width + 2 * picture.x), format_number(picture.height + 2 * picture.y)
        again, body = _define_repeated(self._pen.draw(self._strip_names(picture.shapes), needs))
        defined = "".join(definition.markup for definition in collect_definitions(needs).values()) + again
        inner = f"<defs>{defined}</defs>{body}" if defined else body
        spaces = 'xmlns="http://www.w3.org/2000/svg"'
        if "xlink:" in inner:
            spaces += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
        return f'<svg {spaces} width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">{inner}</svg>'

    def _strip_names(self, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return the shapes without group names and without groups that only had a name; figures need neither."""
        return tuple(
            each for shape in shapes for each in (self._strip_group(shape) if type(shape) is Group else (shape,))
        )

    def _strip_group(self, group: Group) -> tuple[Shape, ...]:
        found = self._known.get(group)
        if found is None:
            shapes, idle = self._strip_names(group.shapes), group.clip is None and group.opacity == 1
            inner = (Group(shapes),) if len(shapes) > 2 else shapes
            bare = shapes if idle and group.matrix == IDENTITY else (replace(group, shapes=inner, name=""),)
            found = self._known.put(group, bare)
        return found


def _define_repeated(body: str) -> tuple[str, str]:
    """Return definitions of repeated elements, and the body that uses them: a board shrinks to less than half.

    Paths come first, then groups from the innermost outward, so that equal groups have become equal text.
    """
    defined: list[str] = []
    for pattern in chain((_PATH,), repeat(_GROUP)):
        pieces = pattern.split(body)  # every second one is an element
        counts = Counter(pieces[1::2])
        again = [each for each, count in counts.items() if count > 1 and len(each) > _LEAST]
        if not again and pattern is _GROUP:
            break
        names = {each: f"s{number}" for number, each in enumerate(again, len(defined))}
        defined += [_add_id(each, name) for each, name in names.items()]
        uses = {each: f'<use xlink:href="#{name}"/>' for each, name in names.items()}
        pieces[1::2] = [uses.get(each, each) for each in pieces[1::2]]
        body = "".join(pieces)
    return "".join(defined), body


def _add_id(element: str, name: str) -> str:
    """Return the markup of a path or a group with an id."""
    tag = "<path" if element.startswith("<path") else "<g"
    return f'{tag} id="{name}"{element.removeprefix(tag)}'
