"""Runs go in, the words of a web page come out: only here does text meet HTML, and all of it is escaped."""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from itertools import groupby

from generator.booklet.blocks import Face, Run, Runs
from generator.model.figure import Svg

Svgs = Mapping[str, Svg]

_PIXELS = 96 / 25.4  # of CSS, in a millimeter
_CELL, _ABREAST = (26.0, 20.0), 44.0  # mm: the room of a small picture, and the width of several side by side
_TAGS: dict[Face, tuple[str, ...]] = {
    "serif": (),
    "serif-bold": ("strong",),
    "serif-italic": ("em",),
    "serif-bolditalic": ("strong", "em"),
    "sans": ("code",),
    "sans-bold": ("strong", "code"),
}


def text(words: str) -> str:
    """Return text as it stands between tags."""
    return escape(words, quote=False)


def quoted(words: str) -> str:
    """Return text as it stands between the double quotes of an attribute, on one line."""
    return escape(" ".join(words.split()))


def name_of(key: str) -> str:
    """Return the id of what a link calls by a key; a heading of nothing but signs has an empty one, which no id is."""
    return key or "."


def words(runs: Runs, svgs: Svgs, base: Face = "serif") -> str:
    """Return the markup of runs; what is set in the face of the text around it needs no tag."""
    room = min(_CELL[0], _ABREAST / max(1, sum(bool(run.image) for run in runs)))
    linked = groupby(runs, key=lambda run: run.link)
    return "".join(_link(link, _faces(tuple(group), svgs, base, room)) for link, group in linked)


def _link(link: str, inner: str) -> str:
    if not link:
        return inner
    to = f"#{name_of(link[1:])}" if link.startswith("#") else link
    return f'<a href="{quoted(to)}">{inner}</a>'


def _faces(runs: Runs, svgs: Svgs, base: Face, room: float) -> str:
    alike = groupby(runs, key=lambda run: (run.face, run.image))
    return "".join(_alike(tuple(group), svgs, base, room) for _, group in alike)


def _alike(runs: Runs, svgs: Svgs, base: Face, room: float) -> str:
    """Return runs of one face, or small pictures of one thing."""
    first = runs[0]
    if first.image:
        return "".join(_small(run, svgs, room) for run in runs)
    inner = text("".join(run.text for run in runs)).replace("\n", "<br>")
    for tag in reversed(_TAGS[first.face] if first.face != base else ()):
        inner = f"<{tag}>{inner}</{tag}>"
    return inner


def _small(run: Run, svgs: Svgs, room: float) -> str:
    """Return a picture in a line, in its own size or, where there is no room for that, as large as fits."""
    svg = svgs[run.image]
    return image(svg, run.text, min(1.0, room / svg.width, _CELL[1] / svg.height))


def image(svg: Svg, alt: str = "", scale: float = 1.0) -> str:
    """Return an image that is all there, with its words and its size: nothing is fetched, and nothing moves later."""
    data = b64encode(svg.markup.encode()).decode("ascii")
    width, height = (max(1, round(side * scale * _PIXELS)) for side in (svg.width, svg.height))
    size = f'width="{width}" height="{height}"'
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{quoted(alt or svg.alt)}" {size}>'
