"""The tokens inside one paragraph go in, runs of one face come out; what cannot be set becomes a finding."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from generator.booklet.blocks import Face, Run, Runs
from generator.booklet.references import References, target_of

if TYPE_CHECKING:
    from markdown_it.token import Token

_FACES: dict[tuple[bool, bool], Face] = {
    (False, False): "serif",
    (True, False): "serif-bold",
    (False, True): "serif-italic",
    (True, True): "serif-bolditalic",
}
_OUTWARD = re.compile(r"(https?|mailto):", re.IGNORECASE)


def read_runs(token: "Token", line: int, to: References, face: Face | None = None, cell: bool = False) -> Runs:
    """Return the runs of an inline token that starts at a line; `face` sets all of it in one face, as in headings.

    `to` knows what links and pictures lead to; only a `cell` of a table holds small pictures.
    """
    runs: list[Run] = []
    strong = slant = 0
    link, empty = "", False
    for child in token.children or ():
        upright = face or _FACES[strong > 0, slant > 0]
        match child.type:
            case "text":
                runs.append(Run(child.content.replace("\t", " "), upright, line, link))
            case "code_inline":
                runs.append(Run(child.content, face or ("sans-bold" if strong else "sans"), line, link))
            case "softbreak" | "hardbreak":
                runs.append(Run(" " if child.type == "softbreak" else "\n", upright, line, link))
                line += 1
            case "strong_open" | "strong_close":
                strong += child.nesting
            case "em_open" | "em_close":
                slant += child.nesting
            case "link_open":
                link, empty = _link(child, line, to), True
            case "link_close":
                runs.append(Run(_words(link, line, to) if empty else "", upright, line, link))
                link = ""
            case "image":
                runs.extend(run._replace(link=link) for run in _image(child, line, to, cell))
            case "html_inline":
                # tags of a line come in pairs, and are told once
                remark = child.content.startswith("<!--")
                to.refuse(raw_html(child.content), line, child.content.partition("\n")[0] if remark else "")
            case other:
                to.refuse(other, line)
        empty = empty and child.type in ("link_open", "text") and not child.content
    return _merged(runs)


def raw_html(content: str) -> str:
    """Return what a piece of HTML is called; who wrote a remark may have meant one of the two that begin a page."""
    alone = ", but for '<!-- page -->' and '<!-- back cover -->', each in a paragraph of its own,"
    return "raw HTML" + (alone if content.lstrip().startswith("<!--") else "")


def _words(link: str, line: int, to: References) -> str:
    """Return what a link without words of its own says; one that leads outside has to have some."""
    if _OUTWARD.match(link):
        to.refuse("a link to a URL without words", line, f"]({link}", "[")
    return to.words(link)


def _link(token: "Token", line: int, to: References) -> str:
    """Return where a link leads in the booklet or outside; what it must not lead to is noted, and so is a title."""
    target = target_of(token)
    if "title" in token.attrs:
        to.refuse("a title of a link", line, f"]({target}", "[")
    if target.startswith("figure:"):
        to.figure(target, line, "[")
        return f"#{target}"
    if target.startswith("#"):
        to.heading(target[1:], line)
    elif not _OUTWARD.match(target):
        to.refuse(f"a link to {target!r}, which is no URL and no #heading,", line, f"]({target}", "[")
    return target


def _image(token: "Token", line: int, to: References, cell: bool) -> Iterable[Run]:
    """Yield a small picture of a cell: of a figure, which has words in brackets, or of a part, which has a title."""
    target = target_of(token)
    kind = target.partition(":")[0]
    if kind not in ("figure", "part"):
        to.refuse("an image", line, f"]({target}", "![")
    elif not cell:
        what = "a figure that is no paragraph of its own" if kind == "figure" else "a part outside a table"
        to.refuse(what, line, f"]({target}", "![")
    elif "title" in token.attrs:
        to.refuse("a title of a picture", line, f"]({target}", "![")
    else:
        words = "".join(child.content or " " for child in token.children or () if not child.nesting).strip()
        if kind == "part":
            yield Run(words or to.part(target, line), "sans", line, "", target)
        elif to.figure(target, line, "![") and not words:
            to.refuse("a small figure without words", line, f"]({target}", "![")
        else:
            yield Run(words, "sans", line, "", target)


def _merged(runs: Iterable[Run]) -> Runs:
    """Join neighbors of the same line, face and link, and leave out what is empty."""
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and last[1:] == run[1:] and not run.image:
            merged[-1] = last._replace(text=last.text + run.text)
        elif run.text or run.image:
            merged.append(run)
    return tuple(merged)
