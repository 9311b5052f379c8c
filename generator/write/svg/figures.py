"""Write figures as small SVG documents without bleed, for web pages."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import chain, repeat

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY
from generator.model.lru_cache import LRUCache
from generator.model.picture import Group, Picture, Shape
from generator.write.coordinates import format_number
from generator.write.svg.pen import SvgPen
from generator.write.svg.sheets import collect_definitions
from generator.write.svg.words import Needs

# in markup of SvgPen: a path, and a group without groups in it
_PATH, _GROUP = re.compile("<path [^>]*/>"), re.compile(r"<g\b[^>]*>[^<]*(?:<(?!/?g\b)[^<]*)*</g>")
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
        counts = Counter(pattern.findall(body))
        again = [each for each, count in counts.items() if count > 1 and len(each) > _LEAST]
        if not again and pattern is _GROUP:
            break
        names = {each: f"s{number}" for number, each in enumerate(again, len(defined))}
        defined += [re.sub("^<[a-z]+", rf'\g<0> id="{name}"', each) for each, name in names.items()]
        body = pattern.sub(partial(_format_use, names), body)
    return "".join(defined), body


def _format_use(names: Mapping[str, str], at: re.Match[str]) -> str:
    return f'<use xlink:href="#{names[at[0]]}"/>' if at[0] in names else at[0]
