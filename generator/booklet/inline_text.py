"""Read the lines of a paragraph: text in faces, code, links, images, icons, and the HTML that Markdown lacks."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from generator.booklet.blocks import FaceName, StyledText, TextRuns
from generator.booklet.footnotes import FOOTNOTE
from generator.booklet.html_blocks import SCREEN_ELEMENTS, read_tag
from generator.booklet.references import FIGURE, References, link_target
from generator.language.markdown import LAYOUT_COMMENTS

if TYPE_CHECKING:
    from markdown_it.token import Token

_FACES: dict[tuple[bool, bool], FaceName] = {
    (False, False): "serif",
    (True, False): "serif-bold",
    (False, True): "serif-italic",
    (True, True): "serif-bolditalic",
}
_URL = re.compile(r"(https?|mailto):", re.IGNORECASE)
_WIDTH = re.compile(r"([\s\S]*?)(?:(\|\d{1,5})(?:x\d{1,5})?)?")  # of an image in notes: ![map|300](map.png)
_BARE_URL = re.compile(r"https?://[^\s<>]*[\w/]", re.IGNORECASE)
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")  # a digit and a key around it, which stands beside it in most fonts
_STRONG, _SLANT, _CODE = {"b", "strong", "mark"}, {"i", "em", "cite", "var", "dfn"}, {"code", "tt", "samp", "kbd"}
_MARKS = {"sup": "sup", "sub": "sub", "u": "under", "ins": "under", "s": "strike", "del": "strike", "strike": "strike"}
_PLAIN = {
    "abbr", "bdi", "big", "center", "details", "div", "font", "label", "nobr", "p", "picture", "q", "section", "small",
    "source", "span", "summary", "time", "wbr",
}  # fmt: skip
_ALONE = "the comment of a page break that is not alone in its paragraph"


def read_runs(
    token: "Token", line: int, refs: References, face: FaceName | None = None, cell: bool = False
) -> TextRuns:
    """Return the runs of an inline token that starts at `line`.

    With `face`, as in headings, all text is set in that face. `refs` resolves links and images; pictures of figures and
    parts are allowed only in a `cell` of a table.
    """
    reader = _LineReader(line, refs, face, cell)
    for child in token.children or ():
        reader.read(child)
    return _merge_runs(reader.runs)


class _LineReader:
    """Collects the runs of a paragraph, and what holds of the text that comes next."""

    def __init__(self, line: int, refs: References, face: FaceName | None, cell: bool) -> None:
        self.line, self.refs, self.face, self.cell = line, refs, face, cell
        self.runs: list[StyledText] = []
        self._strong = self._slant = self._code = 0
        self._marks: list[str] = []
        self._link, self._begun = "", -1

    def read(self, child: "Token") -> None:
        """Add the runs of a token."""
        match child.type:
            case "text":
                self._check_brackets(child.content)
                self._add_text(_KEYCAP.sub(_circle_digit, child.content.replace("\t", " ")))
            case "code_inline":
                self._code += 1
                self._add(child.content)
                self._code -= 1
            case "softbreak" | "hardbreak":
                self._add(" " if child.type == "softbreak" else "\n")
                self.line += 1
            case "strong_open" | "strong_close":
                self._strong += child.nesting
            case "em_open" | "em_close":
                self._slant += child.nesting
            case "s_open" | "s_close":
                self._mark("strike", child.nesting > 0)
            case "link_open":
                self._open_link(link_target(child))
            case "link_close":
                self._close_link()
            case "footnote_sign":
                self.runs.extend(self._read_sign(child.meta["name"]))
            case "image":
                words = "".join(each.content or " " for each in child.children or () if not each.nesting).strip()
                words, size = _WIDTH.fullmatch(words).groups("")  # type: ignore[union-attr]  # it fits everything
                self._read_image(link_target(child), words, "title" in child.attrs, size)
            case "html_inline":
                self._read_html(child.content)
            case other:
                self.refs.report_unsupported(other, self.line)

    @property
    def _upright(self) -> FaceName:
        if self._code:
            return self.face or ("sans-bold" if self._strong > 0 else "sans")
        return self.face or _FACES[self._strong > 0, self._slant > 0]

    def _add(self, text: str) -> None:
        self.runs.append(StyledText(text, self._upright, self.line, self._link, marks=" ".join(sorted({*self._marks}))))

    def _add_text(self, text: str) -> None:
        """Add a text, in which an address of the web that is typed as it is becomes a link."""
        begins = 0
        for found in _BARE_URL.finditer(text) if not self._link else ():
            if begins < found.start():
                self._add(text[begins : found.start()])
            self._link = found[0]
            self._add(found[0])
            self._link, begins = "", found.end()
        if begins < len(text):
            self._add(text[begins:])

    def _mark(self, name: str, begins: bool) -> None:
        if begins:
            self._marks.append(name)
        elif name in self._marks:
            self._marks.remove(name)

    def _read_html(self, html: str) -> None:
        """Take a tag for what Markdown has in its place; a pair of tags on one line is reported once."""
        if html.startswith("<!--"):
            if html in LAYOUT_COMMENTS:
                self.refs.report_unsupported(_ALONE, self.line, html)
            self.line += html.count("\n")
            return
        name, ends, given = read_tag(html)
        step = -1 if ends else 1
        if name in _STRONG:
            self._strong = max(0, self._strong + step)
        elif name in _SLANT:
            self._slant = max(0, self._slant + step)
        elif name in _CODE:
            self._code = max(0, self._code + step)
        elif name in _MARKS:
            self._mark(_MARKS[name], not ends)
        elif name in ("br", "hr"):
            self._add("\n")
        elif name == "img":
            size = f"|{width}" if (width := given.get("width", "").removesuffix("px")).isdecimal() else ""
            self._read_image(given.get("src", ""), " ".join(given.get("alt", "").split()), False, size)
        elif name == "a" and ends:
            self._close_link()
        elif name == "a" and given.get("href"):
            self._open_link(given["href"])
        elif not ends and name not in (*_PLAIN, "a"):
            self._report_html(name)
        self.line += html.count("\n")

    def _report_html(self, name: str) -> None:
        if name in SCREEN_ELEMENTS:
            self.refs.leave_out("HTML", f"<{name}", self.line)
        else:
            self.refs.report_unsupported(f"the HTML <{name}>", self.line, advice="; write &lt; for the sign <")

    def _open_link(self, target: str) -> None:
        self._link, self._begun = self._resolve_link(target), len(self.runs)
        self._target = target

    def _close_link(self) -> None:
        """Give a link that has no words those of what it leads to; a footnote in a link was refused before."""
        if self._begun >= 0 and not any(run.text or run.image for run in self.runs[self._begun :]):
            if not self._link and self._target.startswith("#"):
                self.refs.report_unsupported(f"a link to {self._target!r} that has no words", self.line)
            self._add(self.refs.default_words(self._link) if self._link.startswith("#") else self._target)
        self._link, self._begun = "", -1

    def _resolve_link(self, target: str) -> str:
        """Return the target of a link; "" for one that leads to another file, whose words are set as text."""
        if target.startswith(FIGURE):
            self.refs.check_figure(target, self.line, "[")
            return f"#{target}"
        if target.startswith("#"):
            return self.refs.find_heading(target[1:], self.line)
        if _URL.match(target):
            return target
        if page := self.refs.find_page(target):
            return page
        self.refs.leave_out("link", target, self.line, "[")
        return ""

    def _check_brackets(self, text: str) -> None:
        """Report a link that holds a footnote, which the parser takes for plain text."""
        if "](" in text and any(run.raised for run in self.runs):
            self.refs.report_unsupported("a footnote in a link", self.line)

    def _read_sign(self, name: str) -> Iterable[StyledText]:
        """Yield the sign of a footnote, behind a comma if it follows another one."""
        if self.face and not self.cell:
            self.refs.report_unsupported("a footnote in a heading or a caption", self.line)
        self.refs.check_footnote(name, self.line)
        if self.runs and self.runs[-1].raised:
            yield StyledText(",", "sans-bold", self.line, raised=True)
        if used := self.refs.footnotes.get(name):
            yield StyledText(str(used.number), "sans-bold", self.line, f"#{FOOTNOTE}{name}", raised=True)

    def _read_image(self, target: str, words: str, has_title: bool, size: str = "") -> None:
        """Add an image: in a cell as a small picture, elsewhere in the line; a part or a figure only in a cell."""
        kind = target.partition(":")[0]
        if kind not in ("figure", "part"):
            if name := self.refs.find_image(target, self.line):
                shown = StyledText(words or "image", self._upright, self.line, self._link)
                self.runs.append(shown._replace(image=name) if self.cell else shown._replace(icon=name + size))
            else:
                self._add(words)
        elif not self.cell:
            what = "a figure that is not in a paragraph of its own" if kind == "figure" else "a part outside a table"
            self.refs.report_unsupported(what, self.line, f"]({target}", "![")
        elif has_title:
            self.refs.report_unsupported("a title on a thumbnail", self.line, f"]({target}", "![")
        elif kind == "part":
            words = words or self.refs.find_part_title(target, self.line)
            self.runs.append(StyledText(words, "sans", self.line, self._link, target))
        elif self.refs.check_figure(target, self.line, "![") and not words:
            self.refs.report_unsupported(
                "a figure in a table with no text in its brackets", self.line, f"]({target}", "!["
            )
        else:
            self.runs.append(StyledText(words, "sans", self.line, self._link, target))


def _circle_digit(found: re.Match[str]) -> str:
    return chr(0x245F + int(found[1])) if found[1] != "0" else "\u24ea"


def _merge_runs(runs: Iterable[StyledText]) -> TextRuns:
    """Join adjacent runs that differ only in their text, and drop empty ones."""
    merged: list[StyledText] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and last[1:] == run[1:] and not run.image and not run.icon:
            merged[-1] = last._replace(text=last.text + run.text)
        elif run.text or run.image:
            merged.append(run)
    return tuple(merged)
