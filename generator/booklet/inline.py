"""The tokens inside one paragraph go in, runs of one face come out; what cannot be set becomes a finding."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from generator.booklet.blocks import Face, Run, Runs
from generator.model.finding import Finding
from generator.model.place import Place

if TYPE_CHECKING:
    from markdown_it.token import Token

_FACES: dict[tuple[bool, bool], Face] = {
    (False, False): "serif",
    (True, False): "serif-bold",
    (False, True): "serif-italic",
    (True, True): "serif-bolditalic",
}
_LINKS = re.compile(r"#|(https?|mailto):", re.IGNORECASE)
_UNSUPPORTED = {"image": "an image", "html_inline": "raw HTML"}


def unsupported(what: str, file: str, line: int, column: int = 0) -> Finding:
    """Return the finding that says what the rules cannot contain."""
    return Finding("GF302", Place(file, line, column), f"{what} is not supported in the rules")


def read_runs(token: "Token", line: int, file: str, findings: list[Finding], face: Face | None = None) -> Runs:
    """Return the runs of an inline token that starts at a line; `face` sets all of it in one face, as in headings."""
    runs: list[Run] = []
    strong = slant = 0
    link = ""
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
                link = _target(str(child.attrs["href"]))
                if not _LINKS.match(link):
                    findings.append(unsupported(f"a link to {link!r}, which is no URL and no #heading,", file, line))
            case "link_close":
                link = ""
            case "image" if str(child.attrs["src"]).startswith("figure:"):
                findings.append(unsupported("a figure that is no paragraph of its own", file, line))
            case other:
                findings.append(unsupported(_UNSUPPORTED.get(other, other), file, line))
    return _merged(runs)


def _target(href: str) -> str:
    """Undo the percent signs that the parser puts into the name of a heading."""
    from urllib.parse import unquote

    return unquote(href) if href.startswith("#") else href


def _merged(runs: Iterable[Run]) -> Runs:
    """Join neighbors of the same line, face and link, and leave out what is empty."""
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and last[1:] == run[1:]:
            merged[-1] = last._replace(text=last.text + run.text)
        elif run.text:
            merged.append(run)
    return tuple(merged)
