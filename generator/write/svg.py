"""A page with its pictures goes in, one SVG sheet in millimeters comes out; a face that is placed again is a symbol."""

from collections.abc import Iterable, Sequence
from typing import Any

from svgwrite import Drawing, container

from generator.model.paper import Paper
from generator.model.picture import Clip, Picture, Segment
from generator.model.sheet import Page, Placement
from generator.write.digits import digits
from generator.write.svg_pen import Drawn, SvgPen, move
from generator.write.turn import placed

_BODY = '<g id="body" />'


class SvgSheets:
    """Writes sheets one by one; what they share is drawn once and defined in each that needs it."""

    def __init__(self, paper: Paper, title: str, live: bool) -> None:
        self._paper = paper
        self._title = title
        self._pen = SvgPen(live)
        self._faces: dict[Picture, str] = {}
        self._clips: dict[tuple[float, ...], str] = {}

    def sheet(self, page: Page, faces: Sequence[tuple[Picture, bool]]) -> str:
        """Return the file; `faces` holds each placement's picture, and whether it is placed again."""
        parts = [self._pen.draw((*page.furniture, *page.label))]
        parts += [self._piece(p, *face) for p, face in zip(page.placements, faces, strict=True)]
        return self._file(parts, f"{self._title}, sheet {page.sheet} of {page.of}, {page.side}")

    def picture(self, picture: Picture, title: str) -> str:
        """Return a page that is one picture."""
        return self._file([self._pen.draw(picture.shapes)], f"{self._title}, {title}")

    def _piece(self, placement: Placement, picture: Picture, again: bool) -> Drawn:
        to = placed(placement)
        clip = self._clip(to.clip)
        inner = self._face(picture) if again else self._pen.draw(picture.shapes)
        attributes = f'id="{placement.id}" transform="{move(to.matrix)}"'
        markup = f'<g {attributes}><g clip-path="url(#{clip})">{inner.markup}</g></g>'
        return Drawn(markup, inner.needs | {clip})

    def _clip(self, box: tuple[float, float, float, float]) -> str:
        if box not in self._clips:
            x, y, width, height = box
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            segments: tuple[Segment, ...] = tuple(("L" if k else "M", *corner) for k, corner in enumerate(corners))
            self._clips[box] = self._pen.clip(Clip((*segments, ("Z",))))
        return self._clips[box]

    def _face(self, picture: Picture) -> Drawn:
        if picture not in self._faces:
            drawn = self._pen.draw(picture.shapes)
            name = self._faces[picture] = f"face{len(self._faces)}"
            symbol: Any = container.Symbol(id=name, overflow="visible")
            opened = str(symbol.tostring()).removesuffix("/>").rstrip()
            self._pen.definitions[name] = Drawn(f"{opened}>{drawn.markup}</symbol>", drawn.needs)
        name = self._faces[picture]
        return Drawn(f'<use xlink:href="#{name}"/>', frozenset({name}))

    def _file(self, parts: Iterable[Drawn], title: str) -> str:
        parts = list(parts)
        width, height = digits(self._paper.width), digits(self._paper.height)
        drawing = Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", id="sheet")
        drawing.set_desc(title)
        drawing.add(container.Group(id="body"))
        head, tail = str(drawing.tostring()).split(_BODY)
        needed = self._needed({name for part in parts for name in part.needs})
        defined = "\n".join(self._pen.definitions[name].markup for name in needed)
        head = head.replace("<defs />", f"<defs>\n{defined}\n</defs>")
        body = "\n".join(part.markup for part in parts)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{head}\n{body}\n{tail}\n'

    def _needed(self, names: set[str]) -> list[str]:
        """Return the definitions in the order in which they were made, with those that they need themselves."""
        todo, found = list(names), set(names)
        while todo:
            for name in self._pen.definitions[todo.pop()].needs - found:
                found.add(name)
                todo.append(name)
        return [name for name in self._pen.definitions if name in found]
