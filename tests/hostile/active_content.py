"""Find what a page, a drawing or a PDF would do by itself: scripts, loads from elsewhere, actions, attachments."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

_ELEMENTS = frozenset(
    "script iframe frame object embed applet form input base portal audio video foreignobject".split()
)
_LOADERS = frozenset("src href xlink:href action formaction poster background srcset data ping".split())
_SAFE_LINK = re.compile(r"(?:https?:|mailto:|#)", re.IGNORECASE)
_SAFE_DATA = ("#", "data:image/png", "data:image/jpeg", "data:image/svg+xml", "data:font")  # an image runs no script
_PDF_ACTIONS = (
    b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/AA", b"/SubmitForm", b"/ImportData", b"/RichMedia", b"/GoToR",
    b"/Encrypt", b"/XFA", b"/AcroForm", b"/Movie", b"/Sound",
)  # fmt: skip
_PDF_NAME = re.compile(b"(" + b"|".join(map(re.escape, _PDF_ACTIONS)) + rb")(?=[\s/<(\[\]>])")
_PDF_URI = re.compile(rb"/URI\s*\(\s*(?!https?:|mailto:)([^)]{0,60})", re.IGNORECASE)


class _PageReader(HTMLParser):
    """Collects what is active in a web page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.styled = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an active element or attribute."""
        if tag in _ELEMENTS:
            self.found.append(f"<{tag}>")
        if tag == "meta" and any(name == "http-equiv" and (value or "").lower() == "refresh" for name, value in attrs):
            self.found.append("a refresh")
        self.styled = tag == "style"
        for name, value in attrs:
            self.found += describe_attribute(tag, name, value or "")

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a style sheet."""
        self.styled = False

    def handle_data(self, data: str) -> None:
        """Look for loads in a style sheet."""
        if self.styled and re.search(r"@import|url\(\s*['\"]?(?!data:|#)", data):
            self.found.append("a load in its style sheet")


def describe_attribute(tag: str, name: str, value: str) -> list[str]:
    """Return what is active in an attribute of an element."""
    if name.lower().startswith("on"):
        return [f"{name} on <{tag}>"]
    if name.lower() == "style" and re.search(r"url\(\s*['\"]?(?!data:|#)|expression\(", value):
        return [f"a load in the style of <{tag}>"]
    if name.lower() not in _LOADERS:
        return []
    link = re.sub(r"[\s\x00-\x1f]", "", value)
    safe = _SAFE_LINK.match(link) if tag == "a" else link.startswith(_SAFE_DATA)
    return [] if safe else [f"{name}={value[:60]!r} on <{tag}>"]


def find_active_content(name: str, data: bytes) -> Iterator[str]:
    """Yield what is active in a file of a kit."""
    if name.endswith(".html"):
        reader = _PageReader()
        reader.feed(data.decode("utf-8", "replace"))
        yield from reader.found
    elif name.endswith(".svg"):
        for element in ElementTree.fromstring(data).iter():
            tag = element.tag.rpartition("}")[2].lower()
            if tag in _ELEMENTS:
                yield f"<{tag}>"
            for key, value in element.attrib.items():
                yield from describe_attribute(tag, key.rpartition("}")[2], value)
    elif name.endswith(".pdf"):
        yield from (match[1].decode() for match in _PDF_NAME.finditer(data))
        yield from (f"a link to {match[1][:60]!r}" for match in _PDF_URI.finditer(data))
