"""What the rules lead to, headings, figures and parts, goes in; words for it, and findings with places, come out."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, Finding
from generator.model.language import Terms
from generator.model.marked import Prose
from generator.model.place import Place

if TYPE_CHECKING:
    from markdown_it.token import Token

FIGURE = "figure:"
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?\s")


class Known(NamedTuple):
    """What the game has: its figures and where the data say them, those that the rules need not show, and its parts.

    `part` gives the title of what a reference such as part:hand.red.3 names; DataError, at the place, if it is nothing.
    """

    figures: Mapping[str, Place]
    apart: Collection[str]
    part: Callable[[str, Place], str]


class References:
    """What can be referred to in one text; what is wrong with its references gathers in `findings`."""

    def __init__(self, prose: Prose, file: str, known: Known, terms: Terms) -> None:
        self.file, self.known, self.terms = file, known, terms
        self.findings: list[Finding] = []
        self.headings: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self._prose, self._after = prose, 0
        self._starts = [0, *(at.end() for at in re.finditer("\n", prose.text))]

    def survey(self, tokens: "list[Token]") -> None:
        """Give each heading the key by which links call it, and each figure its number, before anything is read."""
        count = 0
        for opener, inline in pairwise(tokens):
            if opener.type == "heading_open" and not opener.level and opener.tag < "h5" and inline.children:
                words = " ".join(
                    "".join(child.content or " " for child in inline.children if not child.nesting).split()
                )
                self.headings[_free_name(words, self.headings)] = words
            elif opener.type == "paragraph_open" and (image := figure_of(inline)):
                count += 1
                self.numbers.setdefault(target_of(image).removeprefix(FIGURE), count)

    def refuse(self, what: str, line: int, needle: str = "", begins: str = "") -> None:
        """Note what the rules cannot contain; its column is known where a `needle` is given."""
        place = self._place(line, needle, begins) if needle else Place(self.file, line)
        self.findings.append(Finding("GF302", place, f"{what} is not supported in the rules"))

    def heading(self, key: str, line: int) -> None:
        """Note a link to a heading that there is not."""
        if key not in self.headings:
            hint = did_you_mean(key, self.headings)
            self._note("GF303", line, f"](#{key}", "[", f"a link leads to #{key}, but no heading is called that{hint}")

    def figure(self, target: str, line: int, begins: str) -> bool:
        """Note a figure that there is not, or a link to one that the rules do not show; tell whether it is there."""
        name = target.removeprefix(FIGURE)
        if name not in self.known.figures:
            hint = did_you_mean(name, self.known.figures)
            self._note("GF008", line, f"]({target}", begins, f"the game has no figure {name!r}{hint}")
        elif begins == "[" and name not in self.numbers:
            message = f"a link leads to the figure {name!r}, which the rules do not show"
            self._note("GF303", line, f"]({target}", begins, message)
        return name in self.known.figures

    def part(self, target: str, line: int) -> str:
        """Return the title of the part of a reference, or note what is wrong with it."""
        try:
            return self.known.part(target, self._place(line, f"]({target}", "!["))
        except DataError as error:
            self.findings.extend(error.findings)
            return ""

    def words(self, link: str) -> str:
        """Return what a link without words of its own says."""
        name = link.removeprefix("#")
        if name.startswith(FIGURE):
            return self.terms.figure.format(number=self.numbers.get(name.removeprefix(FIGURE), 0))
        words = self.headings.get(name, "")
        number = _NUMBER.match(words)
        return self.terms.section.format(number=number[1]) if number else words

    def unshown(self, tokens: "list[Token]") -> Iterator[Finding]:
        """Yield GF306 for each figure that is named nowhere, in a paragraph of its own or where none may stand."""
        images = (child for token in tokens for child in token.children or () if child.type == "image")
        named = {target_of(image).removeprefix(FIGURE) for image in images}
        for name, place in self.known.figures.items():
            if name not in named and name not in self.known.apart:
                shows = f"{PurePath(self.file).name} shows it by ![caption]({FIGURE}{name})"
                message = f"the figure {name!r} is shown nowhere; {shows}"
                yield Finding("GF306", place, message)

    def _note(self, code: str, line: int, needle: str, begins: str, message: str) -> None:
        self.findings.append(Finding(code, self._place(line, needle, begins), message))

    def _place(self, line: int, needle: str, begins: str) -> Place:
        """Return where a reference begins; they are asked for in the order in which they stand in the text."""
        start = self._starts[min(line, len(self._starts)) - 1]
        at = self._prose.text.find(needle, max(start, self._after))
        if at < 0:
            return Place(self.file, line)
        self._after = at + 1
        return self._prose.place(max(self._prose.text.rfind(begins, start, at), start), self.file)


def figure_of(inline: "Token | None") -> "Token | None":
    """Return the image that is all of a paragraph, where it stands for a figure: `![caption](figure:id)`."""
    match inline.children if inline else None:
        case [image] if image.type == "image" and target_of(image).startswith(FIGURE):
            return image
    return None


def target_of(token: "Token") -> str:
    """Return where a link or an image leads, without the percent signs that the parser puts into names of ours."""
    target = str(token.attrs["src" if token.type == "image" else "href"])
    return unquote(target) if target.startswith(("#", FIGURE, "part:")) else target


def _free_name(text: str, taken: Collection[str]) -> str:
    """Return the name of a heading in links as common Markdown sites form it: Set-up -> set-up, then set-up-1."""
    name = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text.lower()))
    names = (name if n == 0 else f"{name}-{n}" for n in range(len(taken) + 1))
    return next(name for name in names if name not in taken)
