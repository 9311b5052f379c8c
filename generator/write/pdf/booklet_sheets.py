"""Draw the figures of a booklet into reportlab's documents, and place its pages on sheets as form XObjects."""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from generator.fonts.reportlab_internals import document_of
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.geometry.tolerances import PAGE_BOX
from generator.language.direction import is_right_to_left
from generator.model.figure import Figure
from generator.model.finding import Place
from generator.model.paper import Paper
from generator.model.picture import Font, Picture
from generator.model.sheet import BookletSide, PlacedPage
from generator.write.coordinates import format_matrix, format_number
from generator.write.pdf.pages import POINT, PdfPageDrawer, convert_to_points
from generator.write.pdf.resources import SharedResources


def impose_booklet(
    pdf: bytes,
    spreads: Sequence[BookletSide],
    paper: Paper,
    title: str,
    language: str,
    find: Callable[[str, int, bool], Font],
    corrections: tuple[Matrix, Matrix] | None = None,
) -> bytes:
    """Return the sheets, for printing at 100% on both sides, flipped on the short edge; equal input, equal bytes.

    With `corrections` of outer and inner sides (mm, y downwards, on upright paper), the sheets stand upright: drivers
    differ in which way they turn a sheet that lies, and so in which way its back is off.

    `paper` is given in portrait, and printed in landscape. Fonts and images of the pages are copied once. `find`
    returns the font of a face, for what is drawn beside the pages. ValueError if a page of the PDF is missing on the
    sheets, appears twice, or has another size.
    """
    import pikepdf

    with (
        pikepdf.open(BytesIO(pdf)) as source,
        pikepdf.open(BytesIO(_draw_furniture(spreads, paper, find))) as drawn,
        pikepdf.new() as out,
    ):
        numbers = sorted(leaf.number for spread in spreads for leaf in spread.leaves)
        if numbers != list(range(1, len(source.pages) + 1)):
            raise ValueError(f"{len(source.pages)} pages, and these on the sheets: {numbers}")
        for number, (spread, beside) in enumerate(zip(spreads, drawn.pages, strict=True)):
            pages = [(leaf, source.pages[leaf.number - 1]) for leaf in spread.leaves]
            _add_side(out, paper, pages, beside, corrections[number % 2] if corrections else None)
        _set_metadata(out, title, language)
        bound = BytesIO()
        out.save(bound, deterministic_id=True, min_version="1.7")  # Duplex needs PDF 1.7
    return bound.getvalue()


def _draw_furniture(spreads: Sequence[BookletSide], paper: Paper, find: Callable[[str, int, bool], Font]) -> bytes:
    """Return a PDF of what is drawn beside the pages, one page for each side."""
    from generator.write.pdf.document import PdfFile

    lying = Paper(paper.name, paper.height, paper.width)
    ink, file = PdfPageDrawer(lying), PdfFile(lying, "", "short-edge", find)
    inked = [ink.draw_picture(spread.furniture) for spread in spreads]
    file.add_definitions(ink.definitions)
    for each in inked:
        file.add_page(each)
    return file.to_bytes()


def _add_side(
    out: Any, paper: Paper, pages: Sequence[tuple[PlacedPage, Any]], beside: Any, correction: Matrix | None
) -> None:
    """Add a side with its pages, and over them what is drawn beside them; a corrected side stands upright."""
    import pikepdf

    forms, operators = {"/Beside": out.copy_foreign(beside.as_form_xobject())}, []
    for leaf, page in pages:
        forms[f"/P{leaf.number}"] = form = out.copy_foreign(page.as_form_xobject())
        operators.append(_show_page(leaf, [float(value) for value in form.BBox], paper))
    size, drawn = (_points(paper.height), _points(paper.width)), "\n".join([*operators, "/Beside Do"])
    if correction is not None:
        size = size[1], size[0]
        drawn = f"q {format_matrix(_stand_upright(correction, paper))} cm\n{drawn}\nQ"
    side = out.add_blank_page(page_size=size)
    side.TrimBox = side.MediaBox
    side.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(forms))
    side.Contents = out.make_stream(drawn.encode("ascii"))


def _stand_upright(correction: Matrix, paper: Paper) -> Matrix:
    """Return the matrix in points that turns a lying side a quarter counterclockwise, and corrects it."""
    turned: Matrix = (0.0, 1.0, -1.0, 0.0, paper.width * POINT, 0.0)
    return multiply_matrices(convert_to_points(correction, paper.height), turned)


def _show_page(leaf: PlacedPage, box: Sequence[float], paper: Paper) -> str:
    """Return the operators that show a page clipped to its room; `box` is in points."""
    left, bottom, right, top = box
    if abs(right - left - leaf.width * POINT) > PAGE_BOX or abs(top - bottom - leaf.height * POINT) > PAGE_BOX:
        raise ValueError(f"page {leaf.number} is not {leaf.width:g} x {leaf.height:g} mm")
    start, end = leaf.room
    clip = start * POINT, 0.0, (end - start) * POINT, paper.width * POINT
    x, y = leaf.x * POINT - left, (paper.width - leaf.y) * POINT - top
    to, room = (" ".join(map(format_number, each)) for each in ((x, y), clip))
    return f"q {room} re W n 1 0 0 1 {to} cm /P{leaf.number} Do Q"


def _points(length: float) -> float:
    return float(format_number(length * POINT))


def _set_metadata(out: Any, title: str, language: str) -> None:
    """Set the title, the language, and how the file is to be printed and bound."""
    import pikepdf

    subject = "Rules, a booklet to fold; print at 100% on both sides, flip on the short edge"

    out.docinfo["/Title"] = title
    out.docinfo["/Author"] = out.docinfo["/Creator"] = "gutterfold"
    out.docinfo["/Subject"] = f"{subject}, bind at the right" if is_right_to_left(language) else subject
    out.Root.Lang = pikepdf.String(language)
    out.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"), Duplex=pikepdf.Name.DuplexFlipShortEdge, DisplayDocTitle=True
    )


class PdfFigures:
    """Figures for one document after another; those of a document share fonts and other resources.

    `find` returns the font of a face, and `known` reportlab's own font for it if the document's text uses it.
    """

    def __init__(
        self, paper: Paper, find: Callable[[str, int, bool], Font], known: Callable[[Font], Any] = lambda font: None
    ) -> None:
        self._ink, self._paper, self._find, self._known = PdfPageDrawer(paper), paper, find, known
        self._document: Any = None
        self._late: PdfPageDrawer  # of what is drawn for a document alone
        self._shared: SharedResources

    def make_figure(
        self, name: str, picture: Picture, alt: str, place: Place, true_size: bool = False, is_rare: bool = False
    ) -> Figure:
        """Return the figure, called `name` in the document, without its bleed.

        Every document holds what its figures need, but of one that `is_rare` only those that show it do.
        """
        width, height = picture.width + 2 * picture.x, picture.height + 2 * picture.y
        box = 0.0, 0.0, width, height
        drawn = None if is_rare else self._ink.draw_operators(picture)
        return Figure(width, height, alt, place, partial(self._draw, name, drawn, picture, box), true_size=true_size)

    def _draw(
        self, name: str, drawn: str | None, picture: Picture, box: tuple[float, float, float, float], canvas: Any
    ) -> None:
        document = document_of(canvas)
        if document is not self._document:
            self._document, self._late = document, PdfPageDrawer(self._paper)
            self._shared = SharedResources(document, self._find, self._known)
            self._shared.add_definitions(self._ink.definitions)
        if not canvas.hasForm(name):
            if drawn is None:
                drawn = self._late.draw_operators(picture)
                self._shared.add_definitions(self._late.definitions)
            self._shared.add_form(document.getXObjectName(name), drawn, box, False)
        canvas.doForm(name)
