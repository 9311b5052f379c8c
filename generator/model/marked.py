"""What braces have printed, claims and names of colors and parts: where it stands in text and file."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.model.color import Color
from generator.model.place import Place


class Marked(NamedTuple):
    """Where such a word stands in the text, where the file goes on behind its braces, the role of a `color`, a part."""

    start: int
    end: int
    after: Place
    color: str = ""
    part: str = ""


class Prose(NamedTuple):
    """A text as people read it, and what in it comes of braces, in order."""

    text: str
    marked: tuple[Marked, ...] = ()

    def place(self, at: int, file: str) -> Place:
        """Return where in the file a character of the text stands: braces are longer there than what they print."""
        before = next((each for each in reversed(self.marked) if each.end <= at), None)
        start, line, column = (before.end, before.after.line, before.after.column) if before else (0, 1, 1)
        lines = self.text.count("\n", start, at)
        return Place(file, line + lines, at - self.text.rfind("\n", 0, at) if lines else column + at - start)

    def blotted(self, blot: str, colors: Mapping[str, Color] | None = None) -> "Prose":
        """Return the text with a blot for each character that braces have printed.

        With `colors`, the names of parts are no blots, and those of colors are the games' own, whatever a palette calls
        them now.
        """
        pieces, marked, end, length = list[str](), list[Marked](), 0, 0
        for each in self.marked:
            said = blot * (each.end - each.start)
            if colors is not None and (each.color or each.part):
                said = colors[each.color].name if each.color else self.text[each.start : each.end]
            pieces += [self.text[end : each.start], said]
            length += each.start - end
            marked.append(each._replace(start=length, end=length + len(said)))
            end, length = each.end, length + len(said)
        return Prose("".join([*pieces, self.text[end:]]), tuple(marked))
