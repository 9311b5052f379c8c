"""Record the structure of a document and write it as a tagged PDF (PDF 1.7, 14.7 and 14.8)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from generator.fonts.reportlab_internals import document_of
from generator.fonts.reportlab_tags import (
    RawObject,
    add_structure_root,
    find_number,
    list_page_numbers,
    register_object,
    set_page_key,
    set_structure_key,
)

_KEPT = ("TR", "TH", "TD")  # also without content, so that the rows of a table stay equally long
_COLUMN = "Column"  # the class of the head of a column
_BYTE_ORDER = "\ufeff"


class MarkedContent(NamedTuple):
    """A stretch of a page's content: the index of the page and the number of the stretch on it."""

    page: int
    number: int


class AnnotationReference(NamedTuple):
    """An annotation on a page, by its name in the document."""

    page: int
    name: str


class StructureElement:
    """An element of the structure: a standard type as its `kind`, and its kids in reading order.

    An element without a kind only groups its kids. `alt` describes a figure, `key` identifies a footnote, and `words`
    are the text of a link. `typed` is the text of an element whose words are drawn in another order.
    """

    __slots__ = ("alt", "key", "kids", "kind", "typed", "words")

    def __init__(self, kind: str, within: "StructureElement | None" = None, alt: str = "", key: str = "") -> None:
        self.kind, self.alt, self.key, self.words, self.typed = kind, alt, key, "", ""
        self.kids: list[StructureElement | MarkedContent | AnnotationReference] = []
        if within is not None:
            within.kids.append(self)


class StructureTree:
    """The structure of a document that is being drawn.

    `front`, `body` and `end` group title page, text and credits, so that these may be composed in any order. `element`
    is what the text belongs to that is being drawn, and `link` what the annotations do that belong to no text.
    """

    def __init__(self) -> None:
        self.root = StructureElement("Document")
        self.front, self.body, self.end = (StructureElement("", self.root) for _ in range(3))
        self.element: StructureElement | None = None
        self.link: StructureElement | None = None
        self._pages: list[list[StructureElement]] = []
        self._annotations: list[tuple[Any, StructureElement]] = []

    @contextmanager
    def describe(self, element: StructureElement | None) -> Iterator[None]:
        """Let the text that is drawn belong to an element, or to none."""
        before, self.element = self.element, element
        yield
        self.element = before

    def begin_content(self, element: StructureElement, page: int, more: str = "") -> str:
        """Return the operator that begins a stretch of content on a page, counted from 1; `more` are properties."""
        self._pages += [[] for _ in range(page - len(self._pages))]
        here = self._pages[page - 1]
        element.kids.append(MarkedContent(page - 1, len(here)))
        here.append(element)
        return f"/{element.kind} <</MCID {len(here) - 1}{more}>> BDC"

    def create_link(self) -> StructureElement:
        """Return an element for a link, which is put in its place when its text is drawn."""
        return StructureElement("Link")

    def add_annotation(self, link: StructureElement, annotation: Any, name: str, page: int) -> None:
        """Add the annotation of a link on a page, counted from 1."""
        link.kids.append(AnnotationReference(page - 1, name))
        self._annotations.append((annotation, link))

    def write(self, canvas: Any) -> None:
        """Add the structure to the document of a canvas; nothing is drawn afterwards."""
        StructureWriter(document_of(canvas)).write(self.root, self._pages, self._annotations)


@contextmanager
def marked_artifact(canvas: Any, properties: str = "") -> Iterator[None]:
    """Mark what is drawn as an artifact (PDF 1.7, 14.8.2.2), so that screen readers skip it."""
    canvas.addLiteral(f"/Artifact <<{properties}>> BDC" if properties else "/Artifact BMC")
    with canvas.tags.describe(None):
        yield
    canvas.addLiteral("EMC")


class StructureWriter:
    """Writes elements as objects of a PDF: in few bytes, since there are many."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._pages = list_page_numbers(document)
        self._objects: dict[int, tuple[RawObject, int]] = {}  # by the identity of the element
        self._names: list[tuple[str, int]] = []  # the keys of footnotes, and the numbers of their objects

    def write(
        self,
        root: StructureElement,
        pages: list[list[StructureElement]],
        annotations: list[tuple[Any, StructureElement]],
    ) -> None:
        """Write the tree, and what leads from pages and annotations to its elements."""
        top, number = self._register()
        self._write_element(root, number)
        numbers = [f"{at}[{' '.join(map(self._refer, here))}]" for at, here in enumerate(pages) if here]
        for at, here in enumerate(pages):
            if here:
                set_page_key(self._document, at)
        for key, (annotation, link) in enumerate(annotations, len(pages)):
            set_structure_key(annotation, key, " ".join(link.words.split()))
            numbers.append(f"{key} {self._refer(link)}")
        tree = register_object(self._document, RawObject(f"<</Nums[{' '.join(numbers)}]>>".encode()))
        names = " ".join(f"{format_text(key)} {number} 0 R" for key, number in sorted(self._names))
        classes = f"/ClassMap<</{_COLUMN}<</O/Table/Scope/Column>>>>"
        top.content = (
            f"<</Type/StructTreeRoot/K {self._refer(root)}/ParentTree {tree} 0 R"
            f"/ParentTreeNextKey {len(pages) + len(annotations)}{classes}"
            f"{f'/IDTree<</Names[{names}]>>' if names else ''}>>"
        ).encode()
        add_structure_root(self._document, top)

    def _register(self) -> tuple[RawObject, int]:
        made = RawObject(b"")
        return made, register_object(self._document, made)

    def _refer(self, element: StructureElement) -> str:
        return f"{self._objects[id(element)][1]} 0 R"

    def _write_element(self, element: StructureElement, parent: int) -> None:
        made, number = self._objects[id(element)] = self._register()
        kids = [*_flatten(element)]
        page = next((kid.page for kid in kids if isinstance(kid, MarkedContent)), None)
        for kid in kids:
            if isinstance(kid, StructureElement):
                self._write_element(kid, number)
        inside = [self._format_kid(kid, page) for kid in kids]
        shown = inside[0] if len(inside) == 1 else f"[{' '.join(inside)}]"
        if element.key:
            self._names.append((element.key, number))
        made.content = (
            f"<</S/{element.kind}/P {parent} 0 R"
            f"{'' if page is None else f'/Pg {self._pages[page]} 0 R'}"
            f"{f'/Alt{format_text(element.alt)}' if element.alt else ''}"
            f"{f'/ActualText{format_text(element.typed)}' if element.typed else ''}"
            f"{f'/ID{format_text(element.key)}' if element.key else ''}"
            f"{f'/C/{_COLUMN}' if element.kind == 'TH' else ''}"
            f"{f'/K {shown}' if inside else ''}>>"
        ).encode()

    def _format_kid(self, kid: StructureElement | MarkedContent | AnnotationReference, page: int | None) -> str:
        match kid:
            case MarkedContent(there, number):
                return f"{number}" if there == page else f"<</Type/MCR/Pg {self._pages[there]} 0 R/MCID {number}>>"
            case AnnotationReference(there, name):
                where = "" if there == page else f"/Pg {self._pages[there]} 0 R"
                return f"<</Type/OBJR{where}/Obj {find_number(self._document, name)} 0 R>>"
        return self._refer(kid)


def _flatten(element: StructureElement) -> Iterator[StructureElement | MarkedContent | AnnotationReference]:
    """Yield the kids of an element; those of a group in its place, and none that holds nothing."""
    for kid in element.kids:
        if isinstance(kid, StructureElement) and not kid.kind:
            yield from _flatten(kid)
        elif not isinstance(kid, StructureElement) or kid.kind in _KEPT or any(_flatten(kid)):
            yield kid


def format_text(text: str) -> str:
    """Return a text as a string of a PDF (PDF 1.7, 7.9.2.2): as it is if it is ASCII, otherwise as UTF-16."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})"
    return f"<{(_BYTE_ORDER + text).encode('utf-16-be').hex()}>"
