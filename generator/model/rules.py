"""The claims of a game, what failing ones say, and the texts of its rules with what braces have printed in them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.model.color import Color
from generator.model.data_types import Scalar
from generator.model.finding import Level, Place


class Claim(NamedTuple):
    """A claim of `game.yaml`; `place` is that of its check."""

    id: str
    says: str
    rests_on: str
    check: str
    level: Level
    place: Place


class InlineClaim(NamedTuple):
    """A claimed number in `rules.md`, such as `{{ claim(24, 'hand') }}`; `what` is a part's id or an expression."""

    value: Scalar
    what: str
    where: Mapping[str, Scalar]
    place: Place


class RepairHints(NamedTuple):
    """What failing claims say of the value to be found.

    `words` are values that they name, `wrong` those that they do not expect, `gaps` how much their numbers are off, and
    `pairs` values that should be equal. `lines` are where the values stand that they were checked against, each a file
    and a line, and how many claims were. `parts` are those that they name.
    """

    words: Sequence[Any] = ()
    wrong: Sequence[Any] = ()
    gaps: Sequence[float] = ()
    pairs: Sequence[tuple[Any, Any]] = ()
    lines: Mapping[tuple[str, int], int] = {}
    parts: Sequence[str] = ()


class BraceMark(NamedTuple):
    """A range of a text that braces have printed, the place after them, and the color role or part that they name."""

    start: int
    end: int
    after: Place
    color: str = ""
    part: str = ""


class MarkedText(NamedTuple):
    """A text as people read it, and the ranges that braces have printed, in order."""

    text: str
    marked: tuple[BraceMark, ...] = ()

    def place(self, at: int, file: str) -> Place:
        """Return the place in the file of a character of the text; braces and what they print differ in length."""
        before = next((each for each in reversed(self.marked) if each.end <= at), None)
        start, line, column = (before.end, before.after.line, before.after.column) if before else (0, 1, 1)
        lines = self.text.count("\n", start, at)
        return Place(file, line + lines, at - self.text.rfind("\n", 0, at) if lines else column + at - start)

    def mask_braces(self, blot: str, colors: Mapping[str, Color] | None = None) -> "MarkedText":
        """Return the text with `blot` in place of each character that braces have printed.

        With `colors`, names of parts stay, and names of colors become the game's own, whatever the palette calls them.
        """
        pieces, marked, end, length = list[str](), list[BraceMark](), 0, 0
        for each in self.marked:
            printed = blot * (each.end - each.start)
            if colors is not None and (each.color or each.part):
                printed = colors[each.color].name if each.color else self.text[each.start : each.end]
            pieces += [self.text[end : each.start], printed]
            length += each.start - end
            marked.append(each._replace(start=length, end=length + len(printed)))
            end, length = each.end, length + len(printed)
        return MarkedText("".join([*pieces, self.text[end:]]), tuple(marked))
