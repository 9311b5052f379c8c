"""Define what an output format implements: a Writer that turns the sides of sheets into files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from generator.geometry.matrix import IDENTITY, Matrix
from generator.model.paper import BackLayout, PageOrder, Paper, Side
from generator.model.picture import Font, Picture
from generator.model.sheet import Page
from generator.write.spool import Spool

PutFile = Callable[[str, bytes], None]  # takes the path of a file in the kit's folder, and its bytes


class SheetPlan(NamedTuple):
    """What a writer needs to know of a kit before it draws: `sheets` is how many there are.

    `find_font` returns the font of a family, weight and slant; `part_titles` are the titles of parts by their ids.
    `corrections` are the matrices, in mm with y downwards, that each front and each back is drawn with. Unless it
    `has_how_to`, the sheets have no instructions.
    """

    game: str
    title: str
    version: str
    paper: Paper
    backs: BackLayout
    sheets: int
    part_titles: dict[str, str]
    find_font: Callable[[str, int, bool], Font]
    live_text: bool
    order: PageOrder = "interleaved"
    corrections: Mapping[Side, Matrix] = MappingProxyType({})
    has_how_to: bool = True

    def find_correction(self, side: Side) -> Matrix:
        """Return the matrix that a page is drawn with."""
        return self.corrections.get(side, IDENTITY)

    @property
    def sides(self) -> int:
        """Return how many sides of each sheet are printed, but for sheets of backs in a kit to fold."""
        return 1 if self.backs in ("none", "fold") else 2

    @property
    def are_backs_last(self) -> bool:
        """Return whether all backs come after all fronts, as for a printer that turns no paper."""
        return self.order != "interleaved" and self.sides == 2

    @property
    def pages_before(self) -> int:
        """Return how many pages of instructions come before the sheets: a sheet of their own, if there are any."""
        return 0 if not self.has_how_to else 1 if self.are_backs_last else self.sides

    def find_page(self, side: int) -> int:
        """Return the page of a side in a document of all sides; the instructions come first, on a sheet of their own.

        If all backs come last, the instructions are a single page.
        """
        if not self.are_backs_last:
            return self.pages_before + side
        sheet, is_back = (side + 1) // 2, side % 2 == 0
        if not is_back:
            return self.pages_before + sheet
        return (
            self.pages_before + self.sheets + (sheet if self.order == "fronts-then-backs" else self.sheets + 1 - sheet)
        )


class SheetSide(NamedTuple):
    """One side of a sheet to draw; sides count from 1 through all sheets.

    `faces` holds each placement's picture, and whether that picture is placed more than once; they are needed for
    drawing its pieces alone.
    """

    number: int
    page: Page
    faces: Sequence[tuple[Picture, bool]] = ()


class Writer(Protocol):
    """Writes the instructions and the sheets of one kit in one format.

    Sheets are drawn in batches, in any order, and perhaps in a copy of this process: whatever `draw_*` returns is
    pickled and handed to `bind`, batch after batch in the order of the sheets. What a batch looks like must not depend
    on the batches drawn before. A format of one file for each side puts the files as it draws, and binds nothing.
    """

    @property
    def pieces_type(self) -> type[Struct]:
        """Return the type of drawn pieces, which msgspec can encode."""

    def open(self) -> None:
        """Prepare to bind; another process may be drawing already, so slow imports belong here."""

    def draw_instructions(self, pages: Sequence[Picture], behind: Picture, put: PutFile) -> Any:
        """Draw the page on how to print, which comes before the sheets, and further pages, which come after them.

        If there is a page behind the first, the second is printed there, or `behind`.
        """

    def draw_pieces(self, sides: Sequence[SheetSide]) -> Any:
        """Draw the pieces on a batch of sides, as a value of `pieces_type`.

        What stands beside them does not count, so a later build can use it again, whatever its labels say.
        """

    def draw_sides(self, sides: Sequence[SheetSide], pieces: Any, put: PutFile) -> Any:
        """Draw a batch of sides around their drawn pieces."""

    def locate(self, side: SheetSide) -> int | str:
        """Return where the side is found, for the manifest: a page number or the path of a file."""

    def bind(self, drawn: Any) -> None:
        """Take over what was drawn."""

    def close(self) -> Iterable[tuple[str, bytes | Spool]]:
        """Return the paths and the bytes of the files that hold all that was bound."""
