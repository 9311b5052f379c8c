"""A picture goes in, one small SVG document comes out, cut to the trim: an image for pages that are read on screens."""

import re
from collections import Counter

from msgspec.structs import replace

from generator.model.picture import IDENTITY, Group, Picture, Shape
from generator.model.recent import Recent
from generator.write.digits import digits
from generator.write.svg import gathered
from generator.write.svg_pen import SvgPen
from generator.write.svg_words import Needs

_PATH = re.compile("<path [^>]*/>")  # in what our own pen has written
_USE = '<use xlink:href="#{}"/>'


class SvgFigures:
    """Writes figures one by one; a figure's bytes depend on its picture alone."""

    def __init__(self) -> None:
        self._pen = SvgPen(live=False)
        self._known: Recent[Group, tuple[Shape, ...]] = Recent(4096)

    def figure(self, picture: Picture) -> str:
        """Return the document; a bleed, which is there to be cut off, is outside of it."""
        needs = Needs()
        width, height = digits(picture.width + 2 * picture.x), digits(picture.height + 2 * picture.y)
        again, body = _once(self._pen.draw(self._plain(picture.shapes), needs))
        defined = "".join(definition.markup for definition in gathered(needs).values()) + again
        inner = f"<defs>{defined}</defs>{body}" if defined else body
        spaces = 'xmlns="http://www.w3.org/2000/svg"'
        if "xlink:" in inner:
            spaces += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
        return f'<svg {spaces} width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">{inner}</svg>'

    def _plain(self, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return the shapes without names, which nobody looks up in a figure, and without groups that only had one."""
        return tuple(each for shape in shapes for each in (self._bare(shape) if type(shape) is Group else (shape,)))

    def _bare(self, group: Group) -> tuple[Shape, ...]:
        found = self._known.get(group)
        if found is None:
            shapes, idle = self._plain(group.shapes), group.clip is None and group.opacity == 1
            bare = shapes if idle and group.matrix == IDENTITY else (replace(group, shapes=shapes, name=""),)
            found = self._known.put(group, bare)
        return found


def _once(body: str) -> tuple[str, str]:
    """Return definitions of the paths that are drawn again, and the body that uses them: a third of a board's bytes."""
    counts = Counter(_PATH.findall(body))
    worth = [path for path, count in counts.items() if count * (len(path) - len(_USE)) > len(path) + len(_USE)]
    names = {path: f"s{number}" for number, path in enumerate(worth)}
    defined = [path.replace("<path", f'<path id="{name}"', 1) for path, name in names.items()]
    return "".join(defined), _PATH.sub(lambda at: _USE.format(names[at[0]]) if at[0] in names else at[0], body)
