"""Runs go in, reportlab's paragraphs in the faces of the booklet come out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph as Setter

from generator.booklet.blocks import Face, Runs
from generator.booklet.page_layout import Measures
from generator.booklet.paragraphs import Prose
from generator.booklet.typefaces import Names
from generator.language.hyphenation import Hyphenation
from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.language import Terms

ALIGN = {"left": 0, "center": 1, "right": 2}


@dataclass(frozen=True)
class Compositor:
    """What every block is set with; `place_file` is the name of the rules in errors, which gather in `findings`.

    `thumbs` are the small pictures by their references, `depths` says how deep each heading stands among the bookmarks,
    by its key, and with `sans` what is upright is set in the sans.
    """

    measures: Measures
    names: Names
    place_file: str
    terms: Terms
    figures: Mapping[str, Figure] = field(default_factory=dict)
    thumbs: Mapping[str, Figure] = field(default_factory=dict)
    depths: Mapping[str, int] = field(default_factory=dict)
    hyphenation: Hyphenation | None = None
    sans: bool = False
    findings: list[Finding] = field(default_factory=list)

    @property
    def named(self) -> Names:
        """Return the name of the font of each face."""
        if not self.sans:
            return self.names
        return {**self.names, "serif": self.names["sans"], "serif-bold": self.names["sans-bold"]}

    def aside(self) -> "Compositor":
        """Return what notes are set with: the sans, a little smaller."""
        m = self.measures
        return replace(self, sans=True, measures=replace(m, size=m.size * 0.93, leading=m.leading * 0.92))

    def style(self, face: Face, size: float, leading: float, **more: Any) -> ParagraphStyle:
        """Return a paragraph's style with nothing left to reportlab's defaults, which name Helvetica."""
        name = self.named[face]
        base = {"fontName": name, "bulletFontName": name, "allowWidows": 0, "allowOrphans": 0, "textColor": "#000000"}
        return ParagraphStyle(face, fontSize=size, leading=leading, **(base | more))

    def text(self, runs: Runs, style: ParagraphStyle) -> Setter:
        """Set runs as one paragraph."""
        return Setter(markup(runs, self.named), style)

    def balanced(self, runs: Runs, style: ParagraphStyle, width: float) -> Setter:
        """Set runs as lines of about one length in the middle of a column `width` pt wide."""
        text = self.text(runs, style)
        height = text.wrap(width, width)[1]
        if height <= style.leading:
            return text
        narrow, enough = max(width / 2, text.minWidth()), width
        while enough - narrow > width / 40:
            middle = (narrow + enough) / 2
            narrow, enough = (narrow, middle) if text.wrap(middle, width)[1] <= height else (middle, enough)
        indent = (width - enough) / 2
        return self.text(runs, style.clone(style.name, leftIndent=indent, rightIndent=indent))

    def prose(self, runs: Runs, style: ParagraphStyle) -> Prose:
        """Set runs as a paragraph of running text."""
        prose = Prose(markup(runs, self.named), style)
        prose.hyphenation = self.hyphenation
        return prose


def markup(runs: Runs, names: Names) -> str:
    """Return the runs in reportlab's markup; only here does text meet it, and all text is escaped."""
    alike = groupby(runs, key=lambda run: (run.link, run.face))
    return "".join(_markup_of("".join(run.text for run in group), link, names[face]) for (link, face), group in alike)


def _markup_of(text: str, link: str, name: str) -> str:
    inside = f"<font name={quoteattr(name)}>{escape(text).replace(chr(10), '<br/>')}</font>"
    return f"<a href={quoteattr(link)}>{inside}</a>" if link else inside
