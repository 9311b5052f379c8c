"""Read the structure of a tagged PDF, and judge it against the content of its pages, with pikepdf and PDFium."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any, NamedTuple

import pikepdf
from pypdfium2 import PdfDocument, raw

SHOWN = {"Tj", "TJ", "'", '"', "Do", "f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "sh", "EI"}
BLOCKS = {"P", "L", "LI", "LBody", "Lbl", "Table", "TR", "TH", "TD", "Div", "BlockQuote", "Note", "Caption", "Figure"}
HEADINGS = {f"H{level}" for level in range(1, 7)}
KINDS = BLOCKS | HEADINGS | {"Document", "Link", "Span", "TOC", "TOCI"}
INSIDE = {"TOC": {"TOCI"}, "L": {"LI"}, "LI": {"Lbl", "LBody"}, "Table": {"TR"}, "TR": {"TH", "TD"}}


class Node(NamedTuple):
    """An element: its type, its object, the element around it, and its kids as nodes and as (page, number)."""

    kind: str
    element: Any
    kids: "list[Node | tuple[int, int]]"

    def walk(self) -> "Iterator[Node]":
        """Yield the element and all in it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Node):
                yield from kid.walk()

    def list_content(self) -> list[tuple[int, int]]:
        """Return page and number of each stretch of content, in reading order."""
        return [each for kid in self.kids for each in (kid.list_content() if isinstance(kid, Node) else [kid])]


class Stretch(NamedTuple):
    """A stretch of marked content: its text, and whether anything is drawn in it."""

    tag: str
    text: str
    shows: bool


def read_tree(pdf: pikepdf.Pdf) -> Node:
    """Return the structure of a file; each element names the one around it as its parent."""
    pages: dict[Any, int] = {page.objgen: number for number, page in enumerate(pdf.pages)}

    def read(element: Any, around: Any) -> Node:
        assert element.is_indirect
        assert element.P.objgen == around.objgen
        held = element.get("/K", pikepdf.Array())
        kids: list[Any] = []
        for kid in held if isinstance(held, pikepdf.Array) else [held]:
            if isinstance(kid, int):
                kids.append((pages[element.Pg.objgen], kid))
            elif kid.get("/Type") == "/MCR":
                kids.append((pages[kid.Pg.objgen], int(kid.MCID)))
            elif kid.get("/Type") != "/OBJR":
                kids.append(read(kid, element))
        return Node(str(element.S)[1:], element, kids)

    root = pdf.Root.StructTreeRoot
    return read(root.K, root)


def read_stretches(page: Any) -> tuple[dict[int, Stretch], list[str]]:
    """Return the stretches of a page by number, and the operators that draw outside all of them and of artifacts."""
    found, loose, stack = dict[int, Stretch](), list[str](), list[tuple[str, int | None]]()
    for each in pikepdf.parse_content_stream(page):
        operator = str(each.operator)
        if operator in ("BMC", "BDC"):
            known: Any = (
                each.operands[1] if operator == "BDC" and isinstance(each.operands[1], pikepdf.Dictionary) else {}
            )
            number = int(known["/MCID"]) if "/MCID" in known else None
            tag = str(each.operands[0])[1:]
            if number is not None:
                assert number not in found, f"the number {number} is used twice"
                assert all(around == "Span" for around, _ in stack), f"{tag} in {stack}"
                found[number] = Stretch(tag, "", False)
            stack.append((tag, number))
        elif operator == "EMC":
            stack.pop()
        elif operator in SHOWN:
            numbers = [number for _, number in stack if number is not None]
            if numbers:
                found[numbers[-1]] = found[numbers[-1]]._replace(shows=True)
            elif "Artifact" not in [tag for tag, _ in stack]:
                loose.append(operator)
    assert not stack
    return found, loose


def read_texts(data: bytes) -> dict[tuple[int, int], str]:
    """Return the text of each stretch of content, as PDFium reads it."""
    found: dict[tuple[int, int], str] = {}
    with PdfDocument(data) as document:
        for number, page in enumerate(document):
            text = page.get_textpage()
            for thing in page.get_objects(max_depth=1):
                mark = raw.FPDFPageObj_GetMarkedContentID(thing.raw)
                if thing.type == raw.FPDF_PAGEOBJ_TEXT and mark >= 0:
                    found[number, mark] = found.get((number, mark), "") + _read_object(thing, text)
    return found


def _read_object(thing: Any, text: Any) -> str:
    size = raw.FPDFTextObj_GetText(thing.raw, text.raw, None, 0)
    buffer = (raw.FPDF_WCHAR * (size // 2))()
    raw.FPDFTextObj_GetText(thing.raw, text.raw, buffer, size)
    return bytes(buffer).decode("utf-16-le").rstrip("\0")


def find_structure_faults(data: bytes) -> list[str]:
    """Judge the structure of a file: everything that is drawn belongs to one element or to an artifact."""
    with pikepdf.open(BytesIO(data)) as pdf:
        root = pdf.Root.StructTreeRoot
        tree = read_tree(pdf)
        nodes = [*tree.walk()]
        faults = [] if pdf.Root.MarkInfo.Marked else ["the file is not marked"]
        faults += [f"unknown type {node.kind}" for node in nodes if node.kind not in KINDS]
        faults += [
            f"{kid.kind} in {node.kind}"
            for node in nodes
            for kid in node.kids
            if isinstance(kid, Node) and kid.kind not in INSIDE.get(node.kind, KINDS - {"Document", "LI", "TR", "TD"})
        ]
        faults += [
            f"a {node.kind} without words" for node in nodes if node.kind == "Figure" and not node.element.get("/Alt")
        ]
        levels = [0, *(int(node.kind[1]) for node in nodes if node.kind in HEADINGS)]
        faults += [f"H{now} after H{before}" for before, now in pairwise(levels) if now > before + 1]
        faults += _find_content_faults(pdf, tree)
        faults += _find_parent_faults(pdf, root, tree)
        return faults


def _find_content_faults(pdf: pikepdf.Pdf, tree: Node) -> Iterator[str]:
    used = Counter(tree.list_content())
    for number, page in enumerate(pdf.pages):
        found, loose = read_stretches(page)
        if loose:
            yield f"page {number + 1} draws {loose} outside of the structure"
        yield from (f"content {at} of page {number + 1} is empty" for at, each in found.items() if not each.shows)
        for at in found.keys() | {mark for where, mark in used if where == number}:
            if at not in found or used[number, at] != 1:
                yield f"content {at} of page {number + 1} is {used[number, at]} times in the structure"


def _find_parent_faults(pdf: pikepdf.Pdf, root: Any, tree: Node) -> Iterator[str]:
    """Find pages and annotations from which no way leads to their elements."""
    held = dict(zip([*root.ParentTree.Nums][::2], [*root.ParentTree.Nums][1::2], strict=True))
    owners = {mark: node.element.objgen for node in tree.walk() for mark in node.kids if not isinstance(mark, Node)}
    links = {node.element.objgen for node in tree.walk() if node.kind == "Link"}
    for number, page in enumerate(pdf.pages):
        parents = held[page.obj.StructParents] if "/StructParents" in page.obj else []
        marks = {mark: owner for mark, owner in owners.items() if mark[0] == number}
        if {(number, at): parent.objgen for at, parent in enumerate(parents)} != marks:
            yield f"page {number + 1} has other parents than its elements"
        for note in page.get("/Annots", []):
            if "/StructParent" not in note or held[note.StructParent].objgen not in links:
                yield f"a link of page {number + 1} belongs to no element"
            elif not str(note.get("/Contents", "")):
                yield f"a link of page {number + 1} has no words"


def read_outline(data: bytes) -> list[str]:
    """Return the types of the elements and the texts, each indented by its depth; PDFium adds blanks to some texts."""
    texts = read_texts(data)
    with pikepdf.open(BytesIO(data)) as pdf:
        return [*_list_lines(read_tree(pdf), texts, 0)]


def _list_lines(node: Node, texts: dict[tuple[int, int], str], depth: int) -> Iterator[str]:
    alt = f" ({node.element.Alt})" if "/Alt" in node.element else ""
    yield "  " * depth + node.kind + alt
    for kid in node.kids:
        if isinstance(kid, Node):
            yield from _list_lines(kid, texts, depth + 1)
        elif text := texts.get(kid):
            yield "  " * (depth + 1) + repr(" ".join(text.split()))


def read_headings(data: bytes) -> list[str]:
    """Return the texts of the headings, without blanks."""
    texts = read_texts(data)
    with pikepdf.open(BytesIO(data)) as pdf:
        heads = [node for node in read_tree(pdf).walk() if node.kind in HEADINGS]
        return ["".join("".join(texts.get(each, "") for each in node.list_content()).split()) for node in heads]


def count_lines_on_pages(data: bytes) -> list[dict[int, int]]:
    """Return the number of lines on each page of each list, example and note that stands on more than one."""
    heights: dict[tuple[int, int], set[int]] = {}
    with PdfDocument(data) as document:
        for number, page in enumerate(document):
            for thing in page.get_objects(max_depth=1):
                mark = raw.FPDFPageObj_GetMarkedContentID(thing.raw)
                if thing.type == raw.FPDF_PAGEOBJ_TEXT and mark >= 0:
                    heights.setdefault((number, mark), set()).add(round(thing.get_matrix().f))
    found = []
    with pikepdf.open(BytesIO(data)) as pdf:
        for node in read_tree(pdf).kids:
            if isinstance(node, Node) and node.kind in ("L", "BlockQuote", "Div"):
                lines: dict[int, set[int]] = {}
                for page, mark in node.list_content():
                    lines.setdefault(page + 1, set()).update(heights.get((page, mark), ()))
                found.append({page: len(each) for page, each in lines.items()})
    return [each for each in found if len(each) > 1]
