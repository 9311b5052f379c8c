"""Facts of the data that the paper should show, and what became of each when it was changed."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from generator.geometry.types import Box, Points
from generator.model.finding import Place
from generator.model.game import Design
from generator.model.paper import Side

VISIBLE_INK = 0.05  # mm2 at full contrast: a dot of 0.25 mm, the least that is found without searching for it
_ITEM = re.compile(r"\[[0-9]+\]\Z")
FactKind = Literal["row", "value", "color", "cell", "join", "route", "area", "face", "space", "foreign"]
FactState = Literal["seen", "unseen", "unused", "untried"]


class Fact(NamedTuple):
    """One value of the data, as one design of a part shows it; `place` is where the data give it.

    `name` says what it is: a column such as `cost`, an item such as `beats[1]`, `paint`; `of` is the cell, color, route
    or space that has it. `areas` are the outlines (mm, on the face) inside which it is drawn; empty if it may be drawn
    anywhere.
    """

    part: str
    design: str
    kind: FactKind
    name: str
    value: str
    place: Place
    areas: tuple[Points, ...] = ()
    of: str = ""

    @property
    def column(self) -> str:
        """Return its name without the number of an item; `Weight [kg]` has none."""
        return _ITEM.sub("", self.name)

    @property
    def piece(self) -> str:
        """Return the part and the design that show it."""
        return f"{self.part}.{self.design}" if self.design else self.part


def name_group(column: str) -> str:
    """Return a column as the name of a group has it: `Flavor-Text` for `Flavor Text`."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", column)


class FaceChange(NamedTuple):
    """What changed on one side of a face: `ink` is mm2 at full contrast, `box` surrounds all of it.

    `inside` is the ink inside the areas of each fact that was changed, in their order, and `elsewhere` surrounds what
    changed outside of all their areas, None if nothing did.
    """

    side: Side
    ink: float
    box: Box
    inside: tuple[float, ...]
    elsewhere: Box | None


class Witnesses(NamedTuple):
    """The designs of a part that are looked at for all, and for how many each stands, column by column.

    `counts` are by the id of a design and the name of a column; a color of a group has its group as column.
    """

    designs: tuple[Design, ...]
    counts: Mapping[tuple[str, str], int]


class FactTrial(NamedTuple):
    """What became of a fact when it was changed to other values, `tried` in words.

    `unused`: no template prints other text; `unseen`: a template does, but the paper stays the same; `untried`: no
    other value could be drawn. `changes` are those of the last value that was tried. The fact is a witness for
    all that it `stands_for`, itself among them. `there` is the other cell in which a shape lies that changes with it.
    """

    fact: Fact
    state: FactState
    tried: str = ""
    changes: tuple[FaceChange, ...] = ()
    stands_for: int = 1
    there: str = ""


class UnseenCause(NamedTuple):
    """Why a fact that a template draws is not seen.

    `off`: it lies outside of the piece; `faint`: it is too small or too pale; `covered`: by what is drawn at `cover`;
    `same`: what lies behind has its color. `at` is the line of the template that draws it, if known.
    """

    why: Literal["off", "faint", "covered", "same"]
    at: Place | None = None
    cover: Place | None = None


class CellLook(NamedTuple):
    """What a cell of a board looks like on the paper, apart from texts.

    Cells of the same `outline` that look the same have the same `look`.
    """

    cell: str
    kind: str
    color: str
    outline: int
    look: int


class CellPaint(NamedTuple):
    """The colors that a cell of a board changes with: `paints` by their paint, `marks` by their mark.

    `kind` and `color` are what the data say of the cell.
    """

    cell: str
    kind: str
    color: str
    paints: frozenset[str]
    marks: frozenset[str]


class PaperProof(NamedTuple):
    """What became of the facts of a kit, the `witnesses` of each part, and what the cells of boards look like.

    `claim_words` are the words of claims, `used_words` those of the setup and of the templates of figures: all of these
    may read what no face shows. `explain` finds out why a fact is not seen, or where it is drawn. `locate` finds the
    line of a template that draws a cell of a part, or asks for its kind, and `locate_paint` the one that shows a
    field of a role in it: its paint or its mark. `locate_role` finds the line that spells out a role for a part, and
    `locate_names` the loop over typed columns of a part that leaves one out.
    """

    trials: tuple[FactTrial, ...]
    claim_words: frozenset[str]
    used_words: frozenset[str]
    explain: Callable[[FactTrial], UnseenCause | None]
    looks: Mapping[str, Sequence[CellLook]] = {}
    locate: Callable[[str, str], Place | None] = lambda _part, _cell: None
    paints: Mapping[str, Sequence[CellPaint]] = {}
    locate_paint: Callable[[str, str, str, str], Place | None] = lambda _part, _cell, _role, _field: None
    witnesses: Mapping[str, Sequence[str]] = {}
    locate_role: Callable[[str, str], Place | None] = lambda _part, _role: None
    locate_names: Callable[[str, str], Place | None] = lambda _part, _column: None

    def is_used(self, name: str) -> bool:
        """Return whether claims, the setup or figures may read a name."""
        return name in self.claim_words or name in self.used_words
