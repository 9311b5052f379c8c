"""A picture goes in, one small SVG document comes out, cut to the trim: an image for pages that are read on screens."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import chain, repeat

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY
from generator.model.lru_cache import Recent
from generator.model.picture import Group, Picture, Shape
from generator.write.coordinates import digits
from generator.write.svg.pen import SvgPen
from generator.write.svg.sheets import gathered
from generator.write.svg.words import Needs

# in what our own pen has written: a path, and a group without groups in it
_PATH, _GROUP = re.compile("<path [^>]*/>"), re.compile(r"<g\b[^>]*>[^<]*(?:<(?!/?g\b)[^<]*)*</g>")
_LEAST = 60  # characters: what is shorter takes more room as a definition and its uses


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
            inner = (Group(shapes),) if len(shapes) > 2 else shapes  # what two cells share apart from their places
            bare = shapes if idle and group.matrix == IDENTITY else (replace(group, shapes=inner, name=""),)
            found = self._known.put(group, bare)
        return found


def _once(body: str) -> tuple[str, str]:
    """Return definitions of what is drawn again, and the body that uses them: of a board not half the bytes are left.

    First paths, then groups from the innermost outward, so that equal groups have become equal text.
    """
    defined: list[str] = []
    for pattern in chain((_PATH,), repeat(_GROUP)):
        counts = Counter(pattern.findall(body))
        again = [each for each, count in counts.items() if count > 1 and len(each) > _LEAST]
        if not again and pattern is _GROUP:
            break
        names = {each: f"s{number}" for number, each in enumerate(again, len(defined))}
        defined += [re.sub("^<[a-z]+", rf'\g<0> id="{name}"', each) for each, name in names.items()]
        body = pattern.sub(partial(_use, names), body)
    return "".join(defined), body


def _use(names: Mapping[str, str], at: re.Match[str]) -> str:
    return f'<use xlink:href="#{names[at[0]]}"/>' if at[0] in names else at[0]
