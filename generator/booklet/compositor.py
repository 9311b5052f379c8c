"""Compose paragraphs for reportlab in the booklet's faces: line breaks and hyphenation."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace
from reportlab.lib.colors import black
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph

from generator.booklet.blocks import FaceName, Heading, TextRuns
from generator.booklet.icons import ICON, place_icons
from generator.booklet.page_layout import PageMeasures
from generator.booklet.page_references import SIGN, refer_to_pages
from generator.booklet.structure import StructureElement, StructureTree, marked_artifact
from generator.booklet.visual_order import order_lines
from generator.fonts.reportlab_internals import register_font
from generator.fonts.reportlab_paragraphs import Word, is_before_space, keep_narrow_spaces, line_break, split_into_words
from generator.language.direction import RIGHT_TO_LEFT, begins_right_to_left
from generator.language.hyphenation import SHORTEST_WORD, Hyphenation
from generator.model.color import mix_paints
from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.language import Terms
from generator.model.picture import Font

ALIGNMENTS = {"left": 0, "center": 1, "right": 2}
Tagged = TypeVar("Tagged", bound="TaggedParagraph")


class TaggedParagraph(Paragraph):  # type: ignore[misc]
    """A paragraph that is the content of an element of the structure; its pieces are so too.

    One that `repeats`, in the head of a table, is an artifact wherever it is drawn again. `rtl` tells that its lines
    run from right to left, and `runs_both_ways` that some of its words may.
    """

    element: StructureElement | None = None
    blPara: Any  # noqa: N815  reportlab's name for the broken lines
    repeats = False
    rtl = False
    runs_both_ways = False

    def split(self, width: float, height: float) -> list[Paragraph]:
        """Return the part that fits the height and the rest, or nothing; lines that are broken stay so."""
        broken = self.blPara
        pieces = list(super().split(width, height))
        self.blPara = broken  # reportlab forgets the lines of a paragraph that it does not split
        for piece in pieces:
            piece.element, piece.rtl, piece.runs_both_ways = self.element, self.rtl, self.runs_both_ways
        return pieces

    def draw(self) -> None:
        """Draw the text as content of its element."""
        logical = self.blPara
        if self.runs_both_ways:
            self.blPara = order_lines(logical, self.rtl)
        self._draw_lines()
        self.blPara = logical

    def _draw_lines(self) -> None:
        if self.repeats and self.element and self.element.kids:
            with marked_artifact(self.canv):
                super().draw()
        else:
            with self.canv.tags.describe(self.element):
                super().draw()


class RunningText(TaggedParagraph):
    """A paragraph that avoids a lone word on its last line where that takes no extra line.

    Words are hyphenated where a line would be much too short: never on two lines in a row, and never the last word of
    the paragraph or of a page.
    """

    style: Any
    hyphenation: Hyphenation | None = None
    whole = 0  # lines: one that has no more is not split
    _words: Sequence[Word] | None = None
    _kept: tuple[Word, ...] = ()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Break the lines; return the size, pt."""
        size = self._break_lines(width, height)
        style, count = self.style, len(self.blPara.lines)
        if count < 2 or not self._ends_with_lone_word() or self._has_long_word(width):
            return size
        for narrower in _NARROWINGS:
            side = "leftIndent" if self.rtl else "rightIndent"
            self.style = style.clone(style.name, **{side: getattr(style, side) + narrower * style.fontSize})
            size = self._break_lines(width, height)
            if len(self.blPara.lines) == count and not self._ends_with_lone_word():
                return size
        self.style = style
        return self._break_lines(width, height)

    def split(self, width: float, height: float) -> list[Paragraph]:
        """Return the part that fits the height and the rest, or nothing if there is no good break.

        A word is never hyphenated across the split.
        """
        if len(self.blPara.lines) <= self.whole:
            return []
        pieces = list(super().split(width, height))
        while len(pieces) == 2 and isinstance(head := pieces[0].frags[-1], _HyphenatedHead):
            self._kept = (*self._kept, head.whole)
            self.wrap(width, height)
            pieces = list(super().split(width, height))
        for piece in pieces if len(pieces) == 2 else ():
            piece.hyphenation = self.hyphenation
        return pieces

    def _break_lines(self, width: float, height: float) -> tuple[float, float]:
        """Break the lines as reportlab does, then hyphenate at lines that are much too short."""
        if self._words is None:
            self._words = split_into_words(list(_restore_words(self.frags)), width)
        words, broken, line = list(self._words), False, 0
        size = self._lay_lines(words, width, height)
        while self.hyphenation and line < len(self.blPara.lines) - 1:
            parts = None if broken else self._find_hyphenation(words, line)
            if parts:
                words[parts[0] : parts[0] + 1] = parts[1]
                size = self._lay_lines(words, width, height)
            broken, line = bool(parts), line + 1
        return size

    def _lay_lines(self, words: Sequence[Word], width: float, height: float) -> tuple[float, float]:
        self.frags = list(words)
        across, down = super().wrap(width, height)
        return across, down

    def _find_hyphenation(self, words: Sequence[Word], line: int) -> tuple[int, list[Word]] | None:
        """Return the index and the parts of the next line's first word, if hyphenating it helps."""
        here, there = self.blPara.lines[line : line + 2]
        if here.lineBreak or here.extraSpace < _LARGEST_GAP * here.fontSize:
            return None
        index = next((at for at, word in enumerate(words) if word is self.frags[there.sFW]), 0)
        word, before = words[index], words[index - 1]
        if index in (0, len(words) - 1) or len(word) != 2 or not is_before_space(before):
            return None
        if getattr(word[1][0], "link", None) or words[index + 1][1][1][:1].isdigit():  # as in `section 7`
            return None
        if any(word is kept for kept in self._kept):  # by identity: an equal word may occur elsewhere
            return None
        blank = stringWidth(" ", before[-1][0].fontName, before[-1][0].fontSize)
        parts = self._split_word(word, here.extraSpace - blank)
        return (index, parts) if parts else None

    def _split_word(self, word: Word, room: float) -> list[Word]:
        """Return the longest hyphenated part that fits the room, a line break, and the rest; or nothing."""
        setting, text = word[1]
        bare = text.strip("\"'([{\u2018\u2019\u201c\u201d\u201e\u201a.,;:!?)]}\u00bb\u00ab\u2026")
        if len(bare) < SHORTEST_WORD or not self.hyphenation:
            return []
        start = text.index(bare)
        for at in self.hyphenation.find_breaks(bare):
            first, rest = text[: start + at] + _SOFT_HYPHEN, text[start + at :]
            width = stringWidth(first, setting.fontName, setting.fontSize)
            if width <= room:
                head = _HyphenatedHead([width, (setting, first)])
                head.whole = word
                end = line_break(setting)
                return [head, end, type(word)([stringWidth(rest, setting.fontName, setting.fontSize), (setting, rest)])]
        return []

    def _has_long_word(self, width: float) -> bool:
        """Return whether a word is longer than a line; it is measured by letters, so lines are not tried again."""
        return any(word[0] > width for word in self._words or ())

    def _ends_with_lone_word(self) -> bool:
        last = self.blPara.lines[-1]
        words = last[1] if self.blPara.kind == 0 else "".join(word.text for word in last.words).split()
        return len(words) == 1


FontNames = Mapping[FaceName, str]


class Compositor(Struct, frozen=True):
    """What every block needs to be typeset: measures, fonts, figures and words.

    `place_file` is the rules file named in errors, which are collected in `findings`, and in `notes`, which stop
    nothing. `thumbnails` maps references to thumbnails, and `depths` maps the keys of headings to their depth in the
    bookmarks; `sections` are the headings that a list of contents has, and `heading_pages` their pages, once they are
    known. `pieces_deep` is the share of a page that the pictures of a table of pieces may take. `ornament` is the
    reference of the icon in the bands of headings, and `art` are the figures that adorn the pages. With `sans`, upright
    text is set in the sans. `numerals` is the face of the numbers of items and pieces, `accent` the paint of headings,
    rules and these numbers, and `tint` that of grounds, if it is another; a page `on_tint` has such a ground. `tags` is
    the structure of the document, and what is composed becomes an element `within` another one. What `has_pages` refers
    to them by number. `rtl` tells that the language runs from right to left.
    """

    measures: PageMeasures
    names: FontNames
    place_file: str
    terms: Terms
    figures: Mapping[str, Figure] = {}
    thumbnails: Mapping[str, Figure] = {}
    depths: Mapping[str, int] = {}
    sections: Sequence[Heading] = ()
    heading_pages: dict[str, int] = {}
    ornament: str = ""
    art: Mapping[str, Figure] = {}
    pieces_deep: float = 0.72
    hyphenation: Hyphenation | None = None
    sans: bool = False
    numerals: FaceName = "sans-bold"
    accent: str = "#000000"
    tint: str = ""
    on_tint: bool = False
    findings: list[Finding] = []
    notes: list[Finding] = []
    has_pages: bool = True
    tags: StructureTree = field(default_factory=StructureTree)
    within: StructureElement | None = None
    rtl: bool = False

    def mix_tint(self, white: float) -> str:
        """Return the paint of grounds with a share of white."""
        return mix_paints(self.tint or self.accent, "#FFFFFF", white)

    @property
    def has_tint(self) -> bool:
        """Report whether there is a tint for a page: that of black is a drab gray."""
        return (self.tint or self.accent) != "#000000"

    def add_element(self, kind: str, alt: str = "", key: str = "") -> StructureElement:
        """Return a new element of the structure for what is composed next."""
        return StructureElement(kind, self.within or self.tags.body, alt, key)

    def compose_within(self, element: StructureElement) -> "Compositor":
        """Return a compositor for what is inside an element."""
        return replace(self, within=element)

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

    def for_decisions(self) -> "Compositor":
        """Return a compositor for the texts of footnotes: sans, smaller."""
        m = self.measures
        return replace(self, sans=True, measures=replace(m, size=m.size * 0.9, leading=m.leading * 0.88))

    def for_examples(self) -> "Compositor":
        """Return a compositor for examples, in slightly smaller type."""
        m = self.measures
        return replace(self, measures=replace(m, size=m.size * 0.95, leading=m.leading * 0.94))

    def make_style(self, face: FaceName, size: float, leading: float, **more: Any) -> ParagraphStyle:
        """Return a paragraph style that sets every font explicitly, since reportlab's defaults name Helvetica."""
        name = self.font_names[face]
        base = {"fontName": name, "bulletFontName": name, "allowWidows": 0, "allowOrphans": 0, "textColor": black}
        return ParagraphStyle(face, fontSize=size, leading=leading, **(base | more))

    def make_paragraph(self, runs: TextRuns, style: ParagraphStyle, kind: str = "P") -> TaggedParagraph:
        """Return the runs as one paragraph; without a `kind` of its own, it is content of the element around it."""
        paragraph = TaggedParagraph(_to_markup(runs, self.font_names), style)
        return self._prepare(paragraph, runs, kind)

    def _prepare(self, paragraph: Tagged, runs: TextRuns, kind: str) -> Tagged:
        """Give a paragraph its icons, its direction and its element."""
        place_icons(paragraph.frags, self.thumbnails)
        text = "".join(run.text for run in runs if not run.icon)
        paragraph.rtl = self.rtl or begins_right_to_left(text)
        paragraph.runs_both_ways = paragraph.rtl or RIGHT_TO_LEFT.search(text) is not None
        if paragraph.rtl and paragraph.style.alignment == ALIGNMENTS["left"]:
            paragraph.style = paragraph.style.clone(paragraph.style.name, alignment=ALIGNMENTS["right"])
        paragraph.element = self.add_element(kind) if kind else self.within
        if paragraph.runs_both_ways and paragraph.element and not any(run.link or run.icon for run in runs):
            paragraph.element.typed = text.replace("\n", " ")  # what is drawn from left to right is read as typed
        return paragraph

    def balance_lines(self, runs: TextRuns, style: ParagraphStyle, width: float, kind: str = "P") -> TaggedParagraph:
        """Return the runs as a paragraph of lines of similar length, centered in a column `width` pt wide."""
        text = self.make_paragraph(runs, style, kind)
        height = text.wrap(width, width)[1]
        if height <= style.leading:
            return text
        narrow, enough = max(width / 2, text.minWidth()), width
        while enough - narrow > width / 40:
            middle = (narrow + enough) / 2
            narrow, enough = (narrow, middle) if text.wrap(middle, width)[1] <= height else (middle, enough)
        indent = (width - enough) / 2
        text.style = style.clone(style.name, leftIndent=indent, rightIndent=indent)
        return text

    def make_prose(self, runs: TextRuns, style: ParagraphStyle, kind: str = "P") -> RunningText:
        """Return the runs as a paragraph of running text, which may be hyphenated; `kind` as of `make_paragraph`."""
        named = refer_to_pages(runs, self.terms) if self.has_pages else runs
        prose = RunningText(_to_markup(named, self.font_names, self.accent), style)
        prose.hyphenation = self.hyphenation
        prose.whole = 0 if self.measures.gutter else _WHOLE_LINES
        return self._prepare(prose, named, kind)


def _to_markup(runs: TextRuns, names: FontNames, paint: str = "") -> str:
    """Return the runs in reportlab's paragraph markup; those in the heading face in a paint, if given.

    All text is escaped; this is the only place where text meets that markup.
    """
    alike = groupby(runs, key=lambda run: (run.link, run.face, run.raised, run.icon, run.marks))
    return "".join(
        _mark_up_icons(icon, len(list(group)))
        if icon
        else _mark_up_group(
            "".join(run.text for run in group),
            link,
            names[face],
            raised,
            marks,
            paint=paint if face == "heading" else "",
        )
        for (link, face, raised, icon, marks), group in alike
    )


def _mark_up_icons(icon: str, number: int) -> str:
    return f'<onDraw name="{ICON}" label="{escape(icon)}"/>' * number


_MARKED = {
    "aside": '<font color="#666666">{}</font>',
    "strike": "<strike>{}</strike>", "sub": '<sub rise="16%" size="70%">{}</sub>',
    "sup": '<super rise="36%" size="70%">{}</super>', "under": "<u>{}</u>",
}  # fmt: skip


def _mark_up_group(text: str, link: str, name: str, raised: bool, marks: str, paint: str = "") -> str:
    hue = f' color="{paint}"' if paint else ""
    inside = f'<font name="{name}"{hue}>{escape(text, quote=False).replace(chr(10), "<br/>")}</font>'
    for mark in marks.split():
        inside = _MARKED[mark].replace("{}", inside)
    if raised:
        inside = f'<super rise="36%" size="66%">{inside}</super>'
    if raised and link:
        inside = f'<onDraw name="{SIGN}" label="{escape(link[1:])}"/>{inside}'
    return f'<a href="{escape(link)}">{inside}</a>' if link else inside


_WHOLE_LINES = 7  # of a paragraph, in a booklet of one column
_NARROWINGS = (1.0, 2.0, 3.0)  # em, tried in this order; more would show in the margin
_LARGEST_GAP = 3.0  # em; a shorter gap is not noticed in a ragged edge
_SOFT_HYPHEN = "\u00ad"  # drawn as a hyphen, but distinct from a real one when text is copied


class _HyphenatedHead(list[Any]):
    """The first part of a hyphenated word; a line break and the rest of the word follow it in the list."""

    whole: Word


def _restore_words(frags: Sequence[Any]) -> Iterator[Any]:
    """Yield words with hyphenated ones put back together."""
    rest = iter(frags)
    for word in rest:
        if isinstance(word, _HyphenatedHead):
            next(rest), next(rest)
            yield word.whole
        else:
            yield word


def register_fonts(fonts: Mapping[str, Font]) -> FontNames:
    """Register the fonts with reportlab; return the font name of each face.

    Names are derived from the bytes of the font, so registering a font again changes nothing.
    """
    keep_narrow_spaces()
    return {key: _register_font(font) for key, font in fonts.items()}  # type: ignore[misc]


def _register_font(font: Font) -> str:
    name = f"gutterfold-{sha256(font.data).hexdigest()[:16]}"
    if name not in pdfmetrics.getRegisteredFontNames():
        register_font(name, font)
    return name
