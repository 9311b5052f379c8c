"""Resolve what rules refer to (headings, figures, parts), and report broken references."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from generator.booklet.blocks import StyledText, TextRuns
from generator.booklet.footnotes import FOOTNOTE_NAME, FootnoteUse, count_footnotes, find_definitions
from generator.language.markdown import normalize_image_name
from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, Finding, Level, Place
from generator.model.language import Terms
from generator.model.rules import MarkedText

if TYPE_CHECKING:
    from markdown_it.token import Token

FIGURE, IMAGE = "figure:", "image:"  # what an image shows: a figure, or a file of the game's folder
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:|//|$", re.IGNORECASE)
_HTML_NAME = re.compile(r"""\s(?:id|name)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_HEADING_ID = re.compile(r"\s*\{:?\s*#([\w-]+)[^{}]*\}\s*$")
_WHY_TEXT = {
    "image": "an image of the web is not loaded",
    "link": "no other file is part of the rules",
    "sign": "nothing goes with it",
}
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?\s")


class LinkTargets(NamedTuple):
    """The figures and parts that rules can refer to.

    `figures` maps ids to their places in the data; those in `apart` need not be shown in the rules. `part` returns the
    title of a reference such as part:hand.red.3, or raises DataError at the given place.
    """

    figures: Mapping[str, Place]
    apart: Collection[str]
    part: Callable[[str, Place], str]


class References:
    """The link targets of one text; errors are collected in `findings`."""

    def __init__(self, prose: MarkedText, file: str, targets: LinkTargets, terms: Terms) -> None:
        self.file, self.targets, self.terms = file, targets, terms
        self.findings: list[Finding] = []
        self.headings: dict[str, str] = {}
        self._titles: set[str] = set()  # the keys of headings of level 1
        self.numbers: dict[str, int] = {}
        self.footnotes: dict[str, FootnoteUse] = {}
        self._defined: dict[str, int] = {}  # the lines of the texts of footnotes
        self._prose, self._after = prose, 0
        self._left_out: dict[str, list[tuple[str, Place]]] = {}  # what is set as text, by its kind
        self._anchors: dict[str, str] = {}  # names of HTML, and of headings as others spell them, with their keys
        self._starts = [0, *(at.end() for at in re.finditer("\n", prose.text))]

    def collect_targets(self, tokens: "list[Token]") -> None:
        """Assign a key to each heading and a number to each figure and footnote, before anything is parsed."""
        count, waiting, slug = 0, list[str](), ""
        for opener, inline in pairwise(tokens):
            waiting += _find_anchors(opener)
            if opener.type == "heading_open" and not opener.level and inline.children:
                waiting += [*_take_heading_id(inline.children[-1])]
                words = _read_words(inline)
                slug = _unused_slug(words, self.headings)
                opener.meta["key"] = slug
                self.headings[slug] = words
                self._titles |= {slug} if opener.tag == "h1" else set()
                self._anchors |= {_squeeze(slug): slug} | self._anchors
                self._anchors |= dict.fromkeys([*waiting, *_find_anchors(inline)], slug)
                waiting = []
            elif opener.type == "paragraph_open" and (image := sole_figure(inline)):
                count += 1
                self.numbers.setdefault(link_target(image).removeprefix(FIGURE), count)
        self._anchors |= dict.fromkeys(waiting, slug)  # what stands below the last heading
        self.footnotes = count_footnotes(tokens)
        for name, line in find_definitions(tokens):
            self._check_definition(name, line)

    def _check_definition(self, name: str, line: int) -> None:
        """Report the text of a footnote with a wrong or a taken name; warn of one that is never used (GF360)."""
        if not FOOTNOTE_NAME.fullmatch(name):
            says = f"the footnote [^{name}] can have only letters, digits and '-' in its name; rename it"
        elif name in self._defined:
            says = f"the footnote [^{name}] already has a text in line {self._defined[name]}; remove or rename one"
        elif name not in self.footnotes:
            hint = did_you_mean(name, self.footnotes)
            says = f"nothing refers to the footnote [^{name}], so it is left out; put [^{name}] where it belongs{hint}"
        else:
            says = ""
        if says:
            level: Level = "error" if name in self._defined or not FOOTNOTE_NAME.fullmatch(name) else "warning"
            self.findings.append(Finding("GF360", self._locate(f"[^{name}]:", line), says, level))
        self._defined.setdefault(name, line)

    def check_footnote(self, name: str, line: int) -> None:
        """Report the sign of a footnote that has no text (GF360)."""
        if name not in self._defined:
            hint = did_you_mean(name, self._defined)
            says = f"the footnote [^{name}] has no text; add a line [^{name}]: text{hint}"
            self.findings.append(Finding("GF360", self._locate(f"[^{name}]", line), says))

    def _locate(self, needle: str, line: int) -> Place:
        """Return the place of the first occurrence of a text from a line on."""
        at = self._prose.text.find(needle, self._starts[min(line, len(self._starts)) - 1])
        return self._prose.place(at, self.file) if at >= 0 else Place(self.file, line)

    def report_unsupported(self, what: str, line: int, needle: str = "", begins: str = "", advice: str = "") -> None:
        """Report what rules cannot contain (GF302); a `needle` locates its column."""
        place = self._find_place(line, needle, begins) if needle else Place(self.file, line)
        self.findings.append(Finding("GF302", place, f"{what} is not supported in the rules{advice}"))

    def find_heading(self, key: str, line: int) -> str:
        """Return a link to a heading by its key or nearly so, or by an anchor of HTML; "" with GF303 for none."""
        name = next((each for each in (key, key.lower()) if each in self.headings), None)
        name = self._anchors.get(key, self._anchors.get(_squeeze(key))) if name is None else name
        if name is None:
            hint = did_you_mean(key, self.headings)
            says = f"a link leads to #{key}, but there is no such heading, so it is set as text{hint}"
            self._add_finding("GF303", line, f"](#{key}", begins="[", message=says, level="warning")
            return ""
        return f"#{name}"

    def find_page(self, target: str) -> str:
        """Return a link to the heading that a page of a wiki is called, or that a link to this file leads to; or ""."""
        file, _, part = target.partition("#")
        own = PurePath(self.file)
        key = part if unquote(file) in (own.name, own.stem) else target if not re.search("[./#]", target) else ""
        return f"#{self._anchors[_squeeze(key)]}" if _squeeze(key) in self._anchors else ""

    def find_image(self, target: str, line: int) -> str:
        """Return the reference of an image in the game's folder; "" for one that is not there, or is in the web."""
        if _SCHEME.match(target):
            self.leave_out("image", target, line, "![")
            return ""
        name = f"{IMAGE}{normalize_image_name(unquote(target.partition('?')[0]))}"
        return "" if self._look_up(name, line, f"]({target}") is None else name

    def leave_out(self, kind: str, target: str, line: int, begins: str = "") -> None:
        """Remember what is set as text or not at all; what `begins` with a bracket is a link or an image."""
        place = self._find_place(line, f"]({target}", begins) if begins else self._locate(target, line)
        self._left_out.setdefault(kind, []).append((target, place))

    def sum_up_left_out(self) -> Iterator[Finding]:
        """Yield a note for each kind of what is set as text or left out (GF361)."""
        for kind, found in self._left_out.items():
            target, place = found[0]
            if kind == "HTML":
                names = ", ".join(f"{name}>" for name in dict.fromkeys(name for name, _ in found))
                yield Finding("GF361", place, f"the HTML {names} is left out, since it works on screens alone", "note")
                continue
            shown = f"{target[:60]!r}"
            one, many = f"the {kind} {shown} is set as text", f"{len(found)} {kind}s are set as text, {shown} first"
            yield Finding("GF361", place, f"{one if len(found) == 1 else many}, since {_WHY_TEXT[kind]}", "note")

    def check_figure(self, target: str, line: int, begins: str) -> bool:
        """Report an unknown figure (GF008) or a link to one that is not shown (GF303).

        Return whether the figure exists.
        """
        name = target.removeprefix(FIGURE)
        if name not in self.targets.figures:
            hint = did_you_mean(name, self.targets.figures)
            self._add_finding("GF008", line, f"]({target}", begins, f"there is no figure {name!r}{hint}")
        elif begins == "[" and name not in self.numbers:
            message = f"a link leads to the figure {name!r}, which the rules do not show"
            self._add_finding("GF303", line, f"]({target}", begins, message)
        return name in self.targets.figures

    def find_part_title(self, target: str, line: int) -> str:
        """Return the title of the part that a reference names, or report the reference."""
        return self._look_up(target, line, f"]({target}") or ""

    def _look_up(self, target: str, line: int, needle: str) -> str | None:
        """Return the title of a part or an image; None with what is wrong with it among the findings."""
        try:
            return self.targets.part(target, self._find_place(line, needle, "!["))
        except DataError as error:
            self.findings.extend(error.findings)
            return None

    def default_words(self, link: str) -> str:
        """Return the text of a link that has none of its own; a number stays on the line of its word."""
        name = link.removeprefix("#")
        if name.startswith(FIGURE):
            return _join_words(self.terms.figure.format(number=self.numbers.get(name.removeprefix(FIGURE), 0)))
        words = self.headings.get(name, "")
        number = _NUMBER.match(words)
        return _join_words(self.terms.section.format(number=number[1])) if number else words

    def link_sections(self, keys: Iterable[str], line: int, note: str) -> TextRuns:
        """Return links to the sections that refer to a footnote, in parentheses behind a space.

        Nothing leads to what stands before the first heading. What stands below the title has a page and no section.
        """
        links = [(StyledText(", ", "serif", line), StyledText(self.default_words(f"#{key}"), "serif", line, f"#{key}",
                  sign=note if key in self._titles else "")) for key in keys if key]  # fmt: skip
        runs = tuple(run for link in links for run in link)[1:]
        said = (StyledText(" (", "serif", line), *runs, StyledText(")", "serif", line)) if runs else ()
        return tuple(run._replace(marks="aside") for run in said)

    def find_unshown_figures(self, tokens: "list[Token]") -> Iterator[Finding]:
        """Report each figure that no image names (GF306); where another one is shown twice, one of its two images."""
        images = (child for token in tokens for child in token.children or () if child.type == "image")
        shown = [target.removeprefix(FIGURE) for target in map(link_target, images) if target.startswith(FIGURE)]
        for name, place in self.targets.figures.items():
            if name in shown or name in self.targets.apart:
                continue
            message = f"the rules never show the figure {name!r}"
            number = self._find_stand_in(name, shown)
            places = self._place_images(shown[number]) if number is not None else []
            if number is None or len(places) != 2:
                how = f"show it in {PurePath(self.file).name} with ![caption]({FIGURE}{name})"
                yield Finding("GF306", place, f"{message}; {how}")
            else:
                here, there = places[:: 1 if shown.index(shown[number]) == number else -1]
                says = f"{message} ({place}), but {shown[number]!r} twice, here and in line {there.line}"
                yield Finding("GF306", here, f"{says}; show {name!r} in one of these places")

    def _find_stand_in(self, name: str, shown: Sequence[str]) -> int | None:
        """Return the number of the image that likely should show a figure: another figure, which is shown twice.

        It is the one next to which the images are those of the figure's neighbors in the data.
        """
        known = [*self.targets.figures]
        doubles = [number for number, other in enumerate(shown) if other in known and shown.count(other) == 2]
        at = known.index(name)
        before, after = known[max(0, at - 1) : at], known[at + 1 : at + 2]

        def count_neighbors(number: int) -> int:
            return (shown[max(0, number - 1) : number] == before) + (shown[number + 1 : number + 2] == after)

        return max(doubles, key=lambda number: (count_neighbors(number), number), default=None)

    def _place_images(self, name: str) -> list[Place]:
        """Return where the images of a figure are."""
        text, needle = self._prose.text, f"]({FIGURE}{name})"
        ends = accumulate((len(each) for each in text.split(needle)[:-1]), lambda end, size: end + len(needle) + size)
        starts = (text.rfind("![", 0, end) for end in ends)
        return [self._prose.place(start, self.file) for start in starts if start >= 0]

    def _add_finding(
        self, code: str, line: int, needle: str, begins: str, message: str, level: Level = "error"
    ) -> None:
        self.findings.append(Finding(code, self._find_place(line, needle, begins), message, level))

    def _find_place(self, line: int, needle: str, begins: str) -> Place:
        """Return the place where a reference begins.

        Must be called in the order of the text, since the search continues behind the last match.
        """
        start = self._starts[min(line, len(self._starts)) - 1]
        at = self._prose.text.find(needle, max(start, self._after))
        if at < 0:
            return Place(self.file, line)
        self._after = at + 1
        return self._prose.place(max(self._prose.text.rfind(begins, start, at), start), self.file)


def _join_words(text: str) -> str:
    return text.replace(" ", "\u00a0")


def sole_figure(inline: "Token | None") -> "Token | None":
    """Return the image that is all of a paragraph and stands for a figure: `![caption](figure:id)`."""
    match inline.children if inline else None:
        case [image] if image.type == "image" and link_target(image).startswith(FIGURE):
            return image
    return None


def link_target(token: "Token") -> str:
    """Return the target of a link or image, without the percent-encoding that the parser adds to internal names."""
    target = str(token.attrs["src" if token.type == "image" else "href"])
    return unquote(target) if target.startswith(("#", FIGURE, "part:")) else target


def _read_words(inline: "Token") -> str:
    """Return the words of a heading, without tags."""
    said = (child for child in inline.children or () if not child.nesting and child.type != "html_inline")
    return " ".join("".join(child.content or " " for child in said).split())


def _find_anchors(token: "Token") -> Iterator[str]:
    """Yield the names that HTML gives to a place."""
    if token.meta.get("id"):
        yield str(token.meta["id"])
    for child in token.children or ():
        if child.type == "html_inline":
            yield from _HTML_NAME.findall(child.content)


def _take_heading_id(last: "Token") -> Iterator[str]:
    """Yield the name at the end of a heading, as in `## Setting up {#setup}`, and take it out of the text."""
    if last.type == "text" and (found := _HEADING_ID.search(last.content)):
        last.content = last.content[: found.start()]
        yield found[1]


def _squeeze(key: str) -> str:
    """Return the letters and digits of the name of a heading, since sites differ in the rest."""
    return re.sub(r"[\W_]", "", unquote(key).lower())


def _unused_slug(text: str, taken: Collection[str]) -> str:
    """Return an unused slug for a heading, as common Markdown sites form it: Set-up -> set-up, then set-up-1."""
    name = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text.lower()))
    names = (name if n == 0 else f"{name}-{n}" for n in range(len(taken) + 1))
    return next(name for name in names if name not in taken)
