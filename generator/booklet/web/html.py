"""HTML for runs of text; all text is escaped here."""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from itertools import groupby

from generator.booklet.blocks import Face, Run, Runs
from generator.model.figure import Svg

Svgs = Mapping[str, Svg]

_PIXELS = 96 / 25.4  # CSS pixels per mm
_CELL, _ABREAST = (26.0, 20.0), 44.0  # mm: the room for a thumbnail, and for several side by side
_TAGS: dict[Face, tuple[str, ...]] = {
    "serif": (),
    "serif-bold": ("strong",),
    "serif-italic": ("em",),
    "serif-bolditalic": ("strong", "em"),
    "sans": ("code",),
    "sans-bold": ("strong", "code"),
}


def text(words: str) -> str:
    """Escape text for use between tags."""
    return escape(words, quote=False)


def quoted(words: str) -> str:
    """Escape text for use inside a double-quoted attribute, on one line."""
    return escape(" ".join(words.split()))


def name_of(key: str) -> str:
    """Return the id of a heading's key; the key of a heading made only of signs is empty, which no id may be."""
    return key or "."


def words(runs: Runs, svgs: Svgs, base: Face = "serif") -> str:
    """Return the runs as HTML; text in the `base` face gets no tags."""
    room = min(_CELL[0], _ABREAST / max(1, sum(bool(run.image) for run in runs)))
    linked = groupby(runs, key=lambda run: run.link)
    return "".join(_wrap_link(link, _render_linked(tuple(group), svgs, base, room)) for link, group in linked)


def _wrap_link(link: str, inner: str) -> str:
    if not link:
        return inner
    to = f"#{name_of(link[1:])}" if link.startswith("#") else link
    return f'<a href="{quoted(to)}">{inner}</a>'


def _render_linked(runs: Runs, svgs: Svgs, base: Face, room: float) -> str:
    alike = groupby(runs, key=lambda run: (run.face, run.image))
    return "".join(_render_group(tuple(group), svgs, base, room) for _, group in alike)


def _render_group(runs: Runs, svgs: Svgs, base: Face, room: float) -> str:
    """Return HTML for runs of one face, or for repeats of one thumbnail."""
    first = runs[0]
    if first.image:
        return "".join(_render_thumbnail(run, svgs, room) for run in runs)
    inner = text("".join(run.text for run in runs)).replace("\n", "<br>")
    for tag in reversed(_TAGS[first.face] if first.face != base else ()):
        inner = f"<{tag}>{inner}</{tag}>"
    return inner


def _render_thumbnail(run: Run, svgs: Svgs, room: float) -> str:
    """Return a thumbnail in its natural size, or shrunk to the room that there is."""
    svg = svgs[run.image]
    return image(svg, run.text, min(1.0, room / svg.width, _CELL[1] / svg.height))


def image(svg: Svg, alt: str = "", scale: float = 1.0) -> str:
    """Return an image embedded as a data URL, with alternative text and a fixed size."""
    data = b64encode(svg.markup.encode()).decode("ascii")
    width, height = (max(1, round(side * scale * _PIXELS)) for side in (svg.width, svg.height))
    size = f'width="{width}" height="{height}"'
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{quoted(alt or svg.alt)}" {size}>'
