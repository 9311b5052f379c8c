"""Turn runs into reportlab paragraphs in the booklet's faces."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph as SetParagraph

from generator.booklet.blocks import FaceName, TextRuns
from generator.booklet.page_layout import PageMeasures
from generator.booklet.paragraphs import RunningText
from generator.booklet.typefaces import FontNames
from generator.language.hyphenation import Hyphenation
from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.language import Terms

ALIGNMENTS = {"left": 0, "center": 1, "right": 2}


@dataclass(frozen=True)
class Compositor:
    """What every block needs to be typeset: measures, fonts, figures and words.

    `place_file` is the rules file named in errors, which are collected in `findings`. `thumbnails` maps references to
    thumbnails, and `depths` maps the keys of headings to their depth in the bookmarks. With `sans`, upright text is set
    in the sans.
    """

    measures: PageMeasures
    names: FontNames
    place_file: str
    terms: Terms
    figures: Mapping[str, Figure] = field(default_factory=dict)
    thumbnails: Mapping[str, Figure] = field(default_factory=dict)
    depths: Mapping[str, int] = field(default_factory=dict)
    hyphenation: Hyphenation | None = None
    sans: bool = False
    findings: list[Finding] = field(default_factory=list)

    @property
    def font_names(self) -> FontNames:
        """Return the font name of each face, with `sans` applied."""
        if not self.sans:
            return self.names
        return {**self.names, "serif": self.names["sans"], "serif-bold": self.names["sans-bold"]}

    def for_notes(self) -> "Compositor":
        """Return a compositor for notes: sans, slightly smaller."""
        m = self.measures
        return replace(self, sans=True, measures=replace(m, size=m.size * 0.93, leading=m.leading * 0.92))

    def make_style(self, face: FaceName, size: float, leading: float, **more: Any) -> ParagraphStyle:
        """Return a paragraph style that sets every font explicitly, since reportlab's defaults name Helvetica."""
        name = self.font_names[face]
        base = {"fontName": name, "bulletFontName": name, "allowWidows": 0, "allowOrphans": 0, "textColor": "#000000"}
        return ParagraphStyle(face, fontSize=size, leading=leading, **(base | more))

    def make_paragraph(self, runs: TextRuns, style: ParagraphStyle) -> SetParagraph:
        """Return the runs as one paragraph."""
        return SetParagraph(_to_markup(runs, self.font_names), style)

    def balance_lines(self, runs: TextRuns, style: ParagraphStyle, width: float) -> SetParagraph:
        """Return the runs as a paragraph of lines of similar length, centered in a column `width` pt wide."""
        text = self.make_paragraph(runs, style)
        height = text.wrap(width, width)[1]
        if height <= style.leading:
            return text
        narrow, enough = max(width / 2, text.minWidth()), width
        while enough - narrow > width / 40:
            middle = (narrow + enough) / 2
            narrow, enough = (narrow, middle) if text.wrap(middle, width)[1] <= height else (middle, enough)
        indent = (width - enough) / 2
        return self.make_paragraph(runs, style.clone(style.name, leftIndent=indent, rightIndent=indent))

    def make_prose(self, runs: TextRuns, style: ParagraphStyle) -> RunningText:
        """Return the runs as a paragraph of running text, which may be hyphenated."""
        prose = RunningText(_to_markup(runs, self.font_names), style)
        prose.hyphenation = self.hyphenation
        return prose


def _to_markup(runs: TextRuns, names: FontNames) -> str:
    """Return the runs in reportlab's paragraph markup.

    All text is escaped; this is the only place where text meets that markup.
    """
    alike = groupby(runs, key=lambda run: (run.link, run.face))
    return "".join(
        _mark_up_group("".join(run.text for run in group), link, names[face]) for (link, face), group in alike
    )


def _mark_up_group(text: str, link: str, name: str) -> str:
    inside = f"<font name={quoteattr(name)}>{escape(text).replace(chr(10), '<br/>')}</font>"
    return f"<a href={quoteattr(link)}>{inside}</a>" if link else inside
