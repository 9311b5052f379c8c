"""Figures of the rules: their data, and the drawings that the booklet shows."""

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from generator.model.data_types import MOST_ENTRIES, MOST_PARTS, WORD, CellName, FigureValue, Positive, Side, Strict
from generator.model.finding import KeyedError, Place


class Figure(Struct, frozen=True, eq=False):
    """A drawing of `width` x `height` mm with its alternative text; `place` is where the figure is defined.

    `draw` gets a ReportLab canvas and draws in the canvas's units from 0, 0 to width, height, y downwards. One in its
    `true_size` is never larger.
    """

    width: float
    height: float
    alt: str
    place: Place
    draw: Callable[[Any], None]
    true_size: bool = False


class SvgDrawing(Struct, frozen=True):
    """A drawing of `width` x `height` mm as an SVG document, with its alternative text."""

    markup: str
    width: float
    height: float
    alt: str


StepNumber = Annotated[
    Annotated[int, Meta(ge=1, le=99)] | None, Meta(description="number of a step of the rules, in a disc on it")
]
Name = Annotated[str, Meta(min_length=1)]
Says = Annotated[str, Meta(description="words beside it", pattern=WORD)]
Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]
FigurePoint = tuple[Coordinate, Coordinate]
Cells = Annotated[
    list[Annotated[CellName, Meta(min_length=1)]],
    Meta(description="ids, runs and patterns of cells", min_length=1, max_length=MOST_ENTRIES),
]
Way = Annotated[list[Annotated[CellName, Meta(min_length=1)]], Meta(min_length=1, max_length=MOST_ENTRIES)]
Role = Annotated[str | None, Meta(description="color role; ink unless given")]
Turn = Annotated[float, Meta(description="degrees clockwise", ge=-360, le=360)]
Face = Annotated[
    str, Meta(description="front, back, or of what is folded a panel or `net`; front unless given", pattern=WORD)
]
DesignId = Annotated[str, Meta(description="the first unless given", pattern=WORD)]


class LabelData(Strict, frozen=True, kw_only=True):
    """A label beside a figure, with a line to what it names."""

    at: Annotated[
        str | FigurePoint,
        Meta(description="group of a face, such as row.number; cell of a board; or mm from its top left"),
    ]
    says: Says | None = None
    side: Annotated[Literal["left", "right"] | None, Meta(description="where the words stand; the nearer side")] = None
    step: StepNumber = None
    edge: Annotated[bool, Meta(description="the line ends at the edge of a cell, not in its middle")] = False

    def __post_init__(self) -> None:
        """Refuse a label with neither words nor a step, or with the edge of a point (KeyedError)."""
        if self.says is None and self.step is None:
            raise KeyedError("", "a label needs `says` or a `step`")
        if self.edge and not isinstance(self.at, str):
            raise KeyedError("edge", "only a label of a cell can lead to an edge")


class HighlightData(Strict, frozen=True, kw_only=True):
    """Cells of a board that are highlighted."""

    cells: Cells
    color: Role = None


class WayData(Strict, frozen=True, kw_only=True):
    """An arrow through the centers of cells, or beside them."""

    cells: Annotated[Way | None, Meta(description="ids and runs of cells, in order")] = None
    route: Annotated[str | None, Meta(description="route of the board, in place of cells")] = None
    color: Role = None
    dashed: Annotated[bool, Meta(description="a dashed line")] = False
    aside: Annotated[float, Meta(description="to the right of the middles, as a share of a cell", ge=-0.5, le=0.5)] = (
        0.0
    )
    says: Says | None = None

    def __post_init__(self) -> None:
        """Refuse a path with neither or both of `cells` and `route` (KeyedError)."""
        if (self.cells is None) == (self.route is None):
            raise KeyedError("route" if self.route else "", "a path needs either `cells` or a `route`")


class PieceData(Strict, frozen=True, kw_only=True):
    """A piece on a board, in its true size unless `scale` says otherwise."""

    part: Name
    design: DesignId | None = None
    side: Face = "front"
    at: Annotated[str, Meta(description="cell that it stands on", min_length=1)]
    turn: Turn = 0.0
    scale: Annotated[float, Meta(description="times its own size", ge=0.05, le=20)] = 1.0
    ghost: Annotated[bool, Meta(description="pale: where it was before")] = False


class ThingData(Strict, frozen=True, kw_only=True):
    """A piece, or a stack of them, on the table."""

    part: Name
    design: DesignId | None = None
    side: Face = "front"
    at: Annotated[FigurePoint, Meta(description="its middle, mm from the figure's top left")]
    width: Annotated[Positive | None, Meta(description="mm in the figure; its true size unless given")] = None
    turn: Turn = 0.0
    copies: Annotated[int, Meta(description="how many are stacked", ge=1, le=1000)] = 1
    says: Says | None = None
    step: StepNumber = None


class StepData(Strict, frozen=True, kw_only=True):
    """One of several figures side by side; without words it gets a letter."""

    figure: Name
    says: Says | None = None


Things = Annotated[list[ThingData], Meta(min_length=1, max_length=MOST_ENTRIES)]
Highlights = Annotated[list[HighlightData], Meta(max_length=MOST_ENTRIES)]
Ways = Annotated[list[WayData], Meta(max_length=MOST_ENTRIES)]
Pieces = Annotated[list[PieceData], Meta(max_length=MOST_ENTRIES)]
Steps = Annotated[list[StepData], Meta(min_length=2, max_length=26)]  # at most one for each letter
Labels = Annotated[list[LabelData], Meta(max_length=24)]  # with more, the search for an order of labels takes too long


class FigureData(Strict, frozen=True, kw_only=True):
    """A drawing for the rules; `rules.md` shows it with `![caption](figure:id)`."""

    template: Annotated[Name | None, Meta(description="template, by its path in templates/")] = None
    kind: Annotated[
        Literal["face", "board", "table", "steps", "fold"] | None,
        Meta(description="what it shows, in place of a template"),
    ] = None
    size: Annotated[tuple[Side, Side], Meta(description="width and height, mm")]
    alt: Annotated[str, Meta(description="what it shows, in words, for those who cannot see it", pattern=WORD)]
    part: Annotated[str | None, Meta(description="part that it shows, or whose values the template is given too")] = (
        None
    )
    parts: Annotated[
        list[str], Meta(description="parts that the template reaches as parts.id", max_length=MOST_PARTS)
    ] = []
    values: Annotated[dict[str, FigureValue], Meta(description="further values for the template, and for claims")] = {}
    design: DesignId | None = None
    side: Face | None = None
    labels: Annotated[Labels | None, Meta(description="what is named in words, on a face or a board")] = None
    show: Annotated[Cells | None, Meta(description="cells of a board in view; all unless given")] = None
    highlight: Annotated[Highlights | None, Meta(description="cells of a board that are highlighted")] = None
    fade: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(description="how pale a board is under heavy arrows; full color and fine arrows unless given"),
    ] = None
    bright: Annotated[Cells | None, Meta(description="cells of a pale board in full color")] = None
    paths: Annotated[Ways | None, Meta(description="arrows on a board")] = None
    pieces: Annotated[Pieces | None, Meta(description="pieces on a board")] = None
    things: Annotated[Things | None, Meta(description="what is on a table")] = None
    ground: Annotated[str | None, Meta(description="color role whose tint the table has")] = None
    corners: Annotated[
        Annotated[float, Meta(gt=0, le=20)] | None,
        Meta(description="radius of the corners of cards on a table, mm of the kit; square unless given"),
    ] = None
    steps: Annotated[Steps | None, Meta(description="figures side by side")] = None
    bent: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None, Meta(description="how far a net is folded, 0 to 1; 0.6 unless given")
    ] = None
    arrows: Annotated[bool | None, Meta(description="an arrow from each step to the next; true unless given")] = None

    def __post_init__(self) -> None:
        """Refuse a figure with neither or both of `template` and `kind`, or with wrong keys (KeyedError)."""
        if (self.template is None) == (self.kind is None):
            raise KeyedError("kind" if self.kind else "", "a figure needs either a `template` or a `kind`")
        if self.bright and self.fade is None:
            raise KeyedError("bright", "only a board that is pale, by `fade`, can have bright cells")
        own = _OWN.get(self.kind or "", _TEMPLATE)
        for key in own[: self.kind is not None]:
            if getattr(self, key) is None:
                raise KeyedError("kind", f"a figure of kind {self.kind!r} needs the key {key!r}")
        for key in self.__struct_fields__:
            if key not in (*own, *_ALL) and getattr(self, key) not in (None, []):
                what = f"a figure of kind {self.kind!r}" if self.kind else "a figure with a `template`"
                raise KeyedError(key, f"{what} has no key `{key}`")

    @property
    def drawn(self) -> str:
        """Return the path of the template that draws it."""
        return self.template or f"figures/{self.kind}.svg.j2"

    @property
    def in_true_size(self) -> bool:
        """Report whether it shows nothing but pieces in their true size."""
        return bool(self.things) and all(thing.width is None for thing in self.things or ())

    @property
    def keys_of_kind(self) -> tuple[str, ...]:
        """Return the keys of its kind beyond those of all figures; empty for a figure with a template."""
        return _OWN.get(self.kind or "", ())

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the ids of the parts that it shows or gives to its template."""
        named = [self.part or "", *self.parts, *(each.part for each in (*(self.pieces or ()), *(self.things or ())))]
        return tuple(dict.fromkeys(filter(None, named)))


def find_embedded_figures(figures: Mapping[str, FigureData], covers: Collection[str]) -> set[str]:
    """Return the figures that the rules need not show: those of the covers, and steps of other figures."""
    return {step.figure for figure in figures.values() for step in figure.steps or ()} | {*covers}


# keys of any figure, of one with a template, and of each kind, whose first key is required
_ALL = ("template", "kind", "size", "alt", "values")
_TEMPLATE = ("part", "parts")
_OWN: Mapping[str, tuple[str, ...]] = {
    "face": ("part", "design", "side", "labels"),
    "board": ("part", "show", "fade", "bright", "highlight", "paths", "pieces", "labels"),
    "table": ("things", "ground", "corners"),
    "steps": ("steps", "arrows"),
    "fold": ("part", "design", "bent"),
}
