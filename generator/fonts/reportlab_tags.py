"""Mark text of reportlab as content of a document's structure, and add that to the document."""

from collections.abc import Iterator
from typing import Any

from reportlab.pdfbase import pdfdoc

from generator.fonts.reportlab_internals import KernedCanvas, ShapedLine


class TaggedLine(ShapedLine):
    """Text that is marked as the content of an element of the structure, and of the links in it."""

    def __init__(self, canvas: Any, x: float = 0, y: float = 0, direction: Any = None) -> None:
        super().__init__(canvas, x, y, direction=direction)
        self.tags, self.element = canvas.tags, canvas.tags.element
        self._texts: list[tuple[int, str]] = []  # with their places in the code
        self._steps: list[tuple[int, Any, bool]] = []  # where an element begins, or stands by itself
        self._links: dict[Any, Any] = {}
        self._due: list[Any] = []  # links of this line, whose annotations follow it
        self._beside: list[tuple[Any, str]] = []  # annotations of the link that comes next

    def note_text(self, text: str) -> None:
        """Note where a text stands."""
        if text:
            self._texts.append((len(self.code), text))

    def note_link(self, link: Any, event: str) -> None:
        """Note where a link begins, which is told after its first text, or where it ends."""
        if event == "end":
            self._steps.append((len(self.code), self.element, False))
            return
        found = self._links.get(link) or self._links.setdefault(link, self.tags.create_link())
        self._steps.append((len(self.code) - 1, found, False))
        self._due.append(link)
        for annotation, name in self._beside:
            self.tags.add_annotation(found, annotation, name, self.page_number)
        self._beside = []

    def add_annotation(self, annotation: Any, name: str, beside: bool) -> None:
        """Give an annotation to its link: the next one, the first of this line, or one that is all of the text."""
        if beside:
            self._beside.append((annotation, name))
            return
        if self._due:
            found = self._links[self._due.pop(self._due.index(min(self._due)))]
        else:
            found = self._links.get("") or self._links.setdefault("", self.tags.create_link())
            self._steps = [(0, found, False)]
        self.tags.add_annotation(found, annotation, name, self.page_number)

    def place_element(self, element: Any) -> None:
        """Put an element that is drawn already, such as an icon, behind the text so far."""
        self._steps.append((len(self.code), element, True))

    def getCode(self) -> str:  # noqa: N802  reportlab's name
        """Return the operators, with what belongs to each element between marks."""
        if self.element is not None:
            self.code = [*self._mark_stretches()]
        return str(super().getCode())

    def _mark_stretches(self) -> Iterator[str]:
        current, start = self.element, 0
        for at, element, is_drawn in [*self._steps, (len(self.code), None, True)]:
            yield from self._mark_stretch(start, at, current)
            start = max(at, start)
            if not is_drawn:
                current = element
            elif element is not None:
                current.kids.append(element)

    def _mark_stretch(self, start: int, end: int, element: Any) -> Iterator[str]:
        """Yield the code between two places, marked from its first text on."""
        texts = [(at, text) for at, text in self._texts if start <= at < end]
        if not texts:
            yield from self.code[start:end]
            return
        if element is not self.element:
            element.words += " " + " ".join(text for _, text in texts)
            if element not in self.element.kids:
                self.element.kids.append(element)
        yield from self.code[start : texts[0][0]]
        yield self.tags.begin_content(element, self.page_number)
        yield from self.code[texts[0][0] : end]
        yield "EMC"


class TaggedCanvas(KernedCanvas):
    """A canvas that marks its text as content of the structure `tags`."""

    def __init__(self, *given: Any, tags: Any, **more: Any) -> None:
        self.tags = tags
        self.tagged_line: TaggedLine | None = None
        super().__init__(*given, **more)

    def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> ShapedLine:  # noqa: N802
        """Return a fresh text object."""
        if self.tags.element is None:
            return ShapedLine(self, x, y, direction=direction)
        self.tagged_line = line = TaggedLine(self, x, y, direction=direction)
        return line

    def drawText(self, text: ShapedLine) -> None:  # noqa: N802
        """Draw a text object."""
        super().drawText(text)
        if text is self.tagged_line:
            self.tagged_line = None

    def note_annotation(self, annotation: Any, name: str, in_line: bool) -> None:
        """Give an annotation to its link."""
        link = self.tags.link
        if link is not None:
            self.tags.add_annotation(link, annotation, name, self.getPageNumber())
        elif self.tagged_line is not None:
            self.tagged_line.add_annotation(annotation, name, in_line)


class RawObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object of a PDF, as it stands in the file."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def format(self, document: Any) -> bytes:
        """Return the object."""
        return self.content


def register_object(document: Any, made: RawObject) -> int:
    """Add an object to a document; return its number."""
    return find_number(document, document.Reference(made).name)


def find_number(document: Any, name: str) -> int:
    """Return the number of an object by its name in the document."""
    return int(document.idToObjectNumberAndVersion[name][0])


def list_page_numbers(document: Any) -> list[int]:
    """Return the numbers of the pages' objects."""
    return [find_number(document, document.Reference(page).name) for page in document.Pages.pages]


def set_page_key(document: Any, at: int) -> None:
    """Give a page its index as the key of its content in the structure; the order of its links is that of the text."""
    page = document.Pages.pages[at]
    page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = at, pdfdoc.PDFName("S")


def set_structure_key(annotation: Any, key: int, words: str) -> None:
    """Give the annotation of a link its key in the structure, and its words."""
    if isinstance(annotation, pdfdoc.PDFDictionary):
        annotation["StructParent"], annotation["Contents"] = key, pdfdoc.PDFString(words)
    else:
        annotation.permitted = (*annotation.permitted, "StructParent")
        annotation.otherkw["StructParent"] = key
        annotation.Contents = words


def add_structure_root(document: Any, root: RawObject) -> None:
    """Make a document a tagged one."""
    document.Catalog.StructTreeRoot = root
    document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})
