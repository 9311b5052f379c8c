"""Draw the figures of a booklet into the documents that reportlab writes."""

from collections.abc import Callable
from functools import partial
from typing import Any

from generator.fonts.reportlab_internals import document_of
from generator.model.figure import Figure
from generator.model.finding import Place
from generator.model.paper import Paper
from generator.model.picture import Font, Picture
from generator.write.pdf.pages import PdfForm, PdfPageDrawer
from generator.write.pdf.resources import SharedResources


class PdfFigures:
    """Figures for one document after another; those of a document share fonts and other resources.

    `find` returns the font of a face, and `known` reportlab's own font for it if the document's text uses it.
    """

    def __init__(
        self, paper: Paper, find: Callable[[str, int, bool], Font], known: Callable[[Font], Any] = lambda font: None
    ) -> None:
        self._ink = PdfPageDrawer(paper)
        self._find, self._known = find, known
        self._document: Any = None
        self._shared: SharedResources

    def make_figure(self, name: str, picture: Picture, alt: str, place: Place) -> Figure:
        """Return the figure, called `name` in the document, without its bleed."""
        width, height = picture.width + 2 * picture.x, picture.height + 2 * picture.y
        form = PdfForm(self._ink.draw_operators(picture), (0.0, 0.0, width, height), False)
        return Figure(width, height, alt, place, partial(self._draw, name, form))

    def _draw(self, name: str, form: PdfForm, canvas: Any) -> None:
        document = document_of(canvas)
        if document is not self._document:
            self._document = document
            self._shared = SharedResources(document, self._find, self._known)
            self._shared.add_definitions(self._ink.definitions)
        if not canvas.hasForm(name):
            self._shared.add_form(document.getXObjectName(name), form.operators, form.box, form.group)
        canvas.doForm(name)
