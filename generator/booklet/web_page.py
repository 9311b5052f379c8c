"""Render the rules as one self-contained web page: it loads nothing and runs no scripts."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from generator.booklet.blocks import (
    Alignment,
    Block,
    BlockQuote,
    CodeBlock,
    ContentsBlock,
    FaceName,
    FigureBlock,
    FootnoteList,
    Heading,
    ImageBlock,
    Imprint,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    StyledText,
    TableBlock,
    TableRow,
    TextRuns,
    ThematicBreak,
    find_labels,
    iterate_runs,
    to_plain_text,
)
from generator.booklet.icons import ICON_EM
from generator.language.direction import begins_right_to_left, is_right_to_left
from generator.model.color import PAPER, SCREEN, mix_paints
from generator.model.figure import SvgDrawing
from generator.model.language import Terms
from generator.model.picture import Font

SvgDrawings = Mapping[str, SvgDrawing]

_PIXELS = 96 / 25.4  # CSS pixels per mm
_CELL, _ABREAST = (26.0, 20.0), 44.0  # mm: the room for a thumbnail, and for several side by side
_TAGS: dict[FaceName, tuple[str, ...]] = {
    "serif": (),
    "serif-bold": ("strong",),
    "serif-italic": ("em",),
    "serif-bolditalic": ("strong", "em"),
    "sans": ("code",),
    "sans-bold": ("strong", "code"),
    "mono": ("code",),
    "display": (),
    "heading": ("b",),
}
_MARKS = {"strike": "s", "sub": "sub", "sup": 'sup class="raised"', "under": "u"}
_RARE = ("<pre", "<sub>", 'class="raised"', 'class="box"', 'class="tick"', 'class="none"', 'style="height')
_FIGURE_SCALE = 1.3  # screens are read from farther away than paper
_ALWAYS = "0123456789 .,:-\u00d7\u2022\u00b7"  # what the page itself writes: numbers of lists, bullets
_CONTENTS, _CONTENTS_HEAD = "page.contents", "page.contents.head"  # the key of a heading has no full stop
_TINT = 0.9  # of the ground in the tint of examples


def render_page(
    blocks: Sequence[Block],
    imprint: Imprint,
    svgs: SvgDrawings,
    style: str,
    fonts: Mapping[str, Font] = {},
    rare_style: str = "",
) -> bytes:
    """Return the page; equal input gives equal bytes.

    `svgs` maps references such as `figure:signs` and `part:hand.red.3` to the drawings that the blocks and the cover
    show; `style` is the style sheet, and `fonts` are the faces that the page brings along. `rare_style` is for what few
    pages hold.
    """
    rtl = is_right_to_left(imprint.language)
    title, rest = _split_title(blocks, imprint, svgs)
    text = _render_text(rest, HtmlComposer(svgs, imprint.terms))
    styles = (style, rare_style) if any(sign in line for line in text for sign in _RARE) else (style,)
    style = "\n".join((*_embed_fonts(blocks, imprint, fonts), _set_hues(imprint, fonts), *map(str.rstrip, styles)))
    turned = ' dir="rtl"' if rtl else ""
    lines = (
        "<!DOCTYPE html>",
        f'<html lang="{_escape_attribute(imprint.language)}"{turned}>',
        *_render_head(imprint, style),
        "<body>",
        *_render_header(title, imprint, svgs),
        *_render_contents(rest, imprint, svgs),
        "<main>",
        *text,
        "</main>",
        *_render_footer(imprint),
        "</body>",
        "</html>",
    )
    return "\n".join((*lines, "")).encode()


def _embed_fonts(blocks: Sequence[Block], imprint: Imprint, fonts: Mapping[str, Font]) -> Iterator[str]:
    """Yield a rule of the style sheet for each face, with the characters of the page."""
    from generator.fonts.web_fonts import group_by_font, make_web_font

    runs = [run for line, _ in iterate_runs(blocks) for run in line]
    texts = [run.text for run in runs] + [text for _, text, _ in imprint.list_texts()]
    used = {run.face for run in runs}
    texts += [label.text.upper() for label in find_labels(blocks) if label.text != imprint.terms.note]
    characters = {*"".join(texts), *imprint.edition, *imprint.terms.contents, *_ALWAYS} - {"\n"}
    large = {
        "display": {*imprint.title},
        "heading": {*(char for run in runs if run.face == "heading" for char in run.text)},
    }
    alike = _list_twins(fonts)
    needs = {
        name: large[name] | (large["heading"] if name == "display" and "heading" in alike else set()) for name in large
    }
    for name, font in fonts.items():
        if name not in alike and (name not in ("serif-bolditalic", "mono") or name in used):
            slant = "italic" if font.italic and name not in needs else "normal"
            needed = needs.get(name, characters) - {"\n"}
            for each, known in group_by_font(font, sorted(needed)).items():
                data = b64encode(make_web_font(each, known)).decode("ascii")
                signs = "" if each is font else f" unicode-range: {', '.join(f'U+{ord(char):X}' for char in known)};"
                yield (
                    f'@font-face {{ font-family: "booklet {name.partition("-")[0]}"; font-style: {slant};'
                    f' font-weight: {font.weight};{signs} src:url(data:font/woff2;base64,{data}) format("woff2"); }}'
                )


def _list_twins(fonts: Mapping[str, Font]) -> tuple[str, ...]:
    """Return the faces that need no font of their own: headings in the face of the title, or in the bold sans."""
    twins = (fonts.get(name) for name in ("display", "sans-bold"))
    return (
        ("heading",)
        if "heading" in fonts and any(each and each.data == fonts["heading"].data for each in twins)
        else ()
    )


def _set_hues(imprint: Imprint, fonts: Mapping[str, Font]) -> str:
    light, dark = (
        f":root {{ --accent: {paint.lower()}; --tint: {mix_paints(imprint.tint or paint, ground, _TINT).lower()}; }}"
        for paint, ground in zip(imprint.accents, (PAPER, SCREEN), strict=True)
    )
    heading = "display" if _list_twins(fonts) else "heading"
    faces = f' --display: "booklet display", var(--sans); --heading: "booklet {heading}", var(--sans);'
    face = f"\n:root {{{faces} }}" if imprint.has_display else ""
    return f"{light}{face}\n@media screen and (prefers-color-scheme: dark) {{ {dark} }}"


def _split_title(blocks: Sequence[Block], imprint: Imprint, svgs: SvgDrawings) -> tuple[str, Sequence[Block]]:
    """Return the title as a heading, and the blocks below it."""
    match blocks:
        case [Heading(1, runs, _, key), *rest]:
            return _render_heading(1, key, runs, svgs), rest
    return f"<h1>{_escape_text(imprint.title)}</h1>", blocks


def _render_heading(level: int, key: str, runs: TextRuns, svgs: SvgDrawings) -> str:
    inner = _render_runs(runs, svgs, runs[0].face)
    return f'<h{level} id="{_escape_attribute(_anchor_id(key))}"{_tell_direction(runs)}>{inner}</h{level}>'


def _tell_direction(runs: TextRuns) -> str:
    """Return the attribute of text whose first letter runs from right to left."""
    return ' dir="rtl"' if begins_right_to_left("".join(run.text for run in runs if not run.icon)) else ""


def _render_head(imprint: Imprint, style: str) -> tuple[str, ...]:
    about = f'<meta name="description" content="{_escape_attribute(imprint.about)}">'
    return (
        "<head>",
        '<meta charset="utf-8">',
        f"<title>{_escape_text(imprint.title)}</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        *((about,) if imprint.about else ()),
        '<meta name="color-scheme" content="light dark">',
        f"<style>\n{style.strip()}\n</style>",
        "</head>",
    )


def _render_header(title: str, imprint: Imprint, svgs: SvgDrawings) -> tuple[str, ...]:
    """Return the equivalent of the booklet's title page."""
    named = (imprint.designers,) if imprint.designers else ()
    facts = "".join(f"<li>{_escape_text(fact)}</li>" for fact in (*imprint.facts, *named))
    about = (f'<p class="about">{_escape_text(imprint.about)}</p>',) if imprint.about else ()
    cover = (f'<div class="cover">{_render_image(svgs[f"figure:{imprint.cover}"])}</div>',) if imprint.cover else ()
    listed = (f'<ul class="facts">{facts}</ul>',) if facts else ()
    return ("<header>", "<div>", title, *about, *listed, "</div>", *cover, "</header>")


def _render_contents(blocks: Sequence[Block], imprint: Imprint, svgs: SvgDrawings) -> tuple[str, ...]:
    """Return the table of contents: links to the headings of the first two levels."""
    headings = [block for block in blocks if isinstance(block, Heading) and block.level <= 2]
    links = (
        f'<li><a href="#{_escape_attribute(_anchor_id(h.key))}">{_strip_links(h, svgs)}</a></li>' for h in headings
    )
    words = f'<a href="#{_CONTENTS}">{_escape_text(imprint.terms.contents)}</a>'
    head = f'<h2 id="{_CONTENTS_HEAD}">{words}</h2>'
    up = words.replace("<a ", '<a class="up" ')
    begin = f'<nav id="{_CONTENTS}" aria-labelledby="{_CONTENTS_HEAD}">'
    return (begin, head, "<ul>", *links, "</ul>", up, "</nav>") if headings else ()


def _strip_links(heading: Heading, svgs: SvgDrawings) -> str:
    """Return the text of a heading without its links, since links cannot be nested."""
    return _render_runs(tuple(run._replace(link="") for run in heading.runs), svgs, heading.runs[0].face)


class HtmlComposer:
    """Render blocks as HTML; a figure that is shown twice gets its id only the first time."""

    def __init__(self, svgs: SvgDrawings, terms: Terms) -> None:
        self.svgs, self.terms = svgs, terms
        self._shown: set[str] = set()

    def render_sections(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Yield the lines of the text, with a section for each heading of the first two levels."""
        for group in _group_sections(blocks):
            match group:
                case [Heading(level=1 | 2), *_]:
                    yield from ("<section>", *self.render_blocks(group), "</section>")
                case _:
                    yield from self.render_blocks(group)

    def render_blocks(self, blocks: Sequence[Block]) -> list[str]:
        """Return the HTML of each block, without page breaks; the page has a list of contents of its own."""
        return [self.render_block(block) for block in blocks if not isinstance(block, PageBreak | ContentsBlock)]

    def render_block(self, block: Block) -> str:
        """Return the HTML of one block."""
        match block:
            case Heading(level, runs, _, key):
                return _render_heading(level, key, runs, self.svgs)
            case Paragraph(runs, _, align):
                kinds = " ".join(filter(None, (align if align != "left" else "", block.kind)))
                kind = f' class="{kinds}"' if kinds else ""
                return f"<p{kind}{_tell_direction(runs)}>{_render_runs(runs, self.svgs)}</p>"
            case CodeBlock(text):
                return f'<pre tabindex="0"><code>{_escape_text(text.text)}</code></pre>'
            case ListBlock():
                return self._render_list(block)
            case BlockQuote(inner):
                return _wrap_element("blockquote", "", self.render_blocks(inner))
            case NoteBlock(inner, label):
                head = f'<p class="label">{_escape_text(label or self.terms.note)}</p>'
                return _wrap_element("div", ' class="note" role="note"', [head, *self.render_blocks(inner)])
            case FootnoteList(notes):
                items = [
                    f'<li id="{_escape_attribute(note.key)}" value="{note.number}">\n'
                    f"{chr(10).join(self.render_blocks(note.blocks))}\n</li>"
                    for note in notes
                ]
                return _wrap_element("ol", ' class="loose"', items)
            case TableBlock():
                return self._render_table(block)
            case ThematicBreak() | PageBreak() | ContentsBlock():
                return "<hr>" if isinstance(block, ThematicBreak) else ""
            case FigureBlock() | ImageBlock():
                return self._render_figure(block)

    def _render_list(self, listing: ListBlock) -> str:
        tag = "ul" if listing.start is None else "ol"
        start = f' start="{listing.start}"' if listing.start not in (None, 1) else ""
        kind = "" if listing.tight else ' class="loose"'
        labels = listing.labels or ("",) * len(listing.items)
        items = zip(listing.items, labels, strict=True)
        return _wrap_element(
            tag, start + kind, [self._render_item(item, listing.tight, label) for item, label in items]
        )

    def _render_item(self, blocks: Sequence[Block], tight: bool, label: str) -> str:
        """Return a list item; in a tight list its text is not a paragraph."""
        inner = [
            _render_runs(block.runs, self.svgs) if tight and isinstance(block, Paragraph) else self.render_block(block)
            for block in blocks
        ]
        first = blocks[0] if tight and blocks else None
        turned = _tell_direction(first.runs) if isinstance(first, Paragraph) else ""
        kind = f' class="{label}"' if label else ""
        return f"<li{kind}{turned}>{chr(10).join(inner)}</li>"

    def _render_table(self, table: TableBlock) -> str:
        """Return a table in a focusable container, so that a wide one can be scrolled by touch and by keyboard."""
        head = self._render_row(table.head, table.aligns, head=True)
        body = [self._render_row(row, table.aligns, head=False) for row in table.rows]
        lines = ["<thead>", head, "</thead>", "<tbody>", *body, "</tbody>"]
        label = ", ".join(filter(None, (to_plain_text(cell) for cell in table.head.cells)))
        named = f' role="group" aria-label="{_escape_attribute(label)}"' if label else ""
        kind = "table pieces" if table.shows_pieces else "table"
        return _wrap_element("div", f' class="{kind}" tabindex="0"{named}', [_wrap_element("table", "", lines)])

    def _render_row(self, row: TableRow, aligns: Sequence[Alignment], head: bool) -> str:
        cells = zip(row.cells, aligns, strict=True)
        return f"<tr>{''.join(self._render_cell(runs, align, head) for runs, align in cells)}</tr>"

    def _render_cell(self, runs: TextRuns, align: Alignment, head: bool) -> str:
        """Return a table cell; an empty cell is never a header cell."""
        inner = _render_runs(runs, self.svgs, "sans-bold" if head else "serif")
        kinds: list[str] = [align] if align != "left" else []
        if any(run.image for run in runs) and all(run.image or run.text.isspace() for run in runs):
            kinds.append("pictures")
        named = (f' class="{" ".join(kinds)}"' if kinds else "") + _tell_direction(runs)
        return f'<th scope="col"{named}>{inner}</th>' if head and to_plain_text(runs) else f"<td{named}>{inner}</td>"

    def _render_figure(self, picture: FigureBlock | ImageBlock) -> str:
        if isinstance(picture, ImageBlock):
            images = (picture, *picture.beside)
            shown = "\n".join(_render_image(self.svgs[each.image], each.alt, _FIGURE_SCALE) for each in images)
            runs = picture.caption
            said = [f"<figcaption>{_render_runs(runs, self.svgs, 'sans')}</figcaption>"] if runs else []
            return _wrap_element("figure", "", [shown, *said])
        key = f"figure:{picture.figure}"
        name = "" if key in self._shown else f' id="{_escape_attribute(key)}"'
        self._shown.add(key)
        number = _escape_text(self.terms.begin_caption(picture.number))
        caption = f"<strong>{number}</strong> {_render_runs(picture.caption, self.svgs, 'sans')}"
        shown = _render_image(self.svgs[key], scale=_FIGURE_SCALE)
        if name:
            shown = _render_plate(picture.figure, shown, number)
        return _wrap_element("figure", name, [shown, f"<figcaption>{caption}</figcaption>"])


def _render_plate(figure: str, image: str, number: str) -> str:
    """Return an image that a click enlarges to the whole window, by style alone, and another one puts back."""
    plate, back = (_escape_attribute(f"{kind}:{figure}") for kind in ("plate", "figure"))
    close = f'<a class="close" href="#{back}" aria-label="{_escape_attribute(number)}">\u00d7</a>'
    return f'<div class="plate" id="{plate}"><a class="open" href="#{plate}">{image}</a>{close}</div>'


def _render_text(blocks: Sequence[Block], composer: HtmlComposer) -> tuple[str, ...]:
    """Return the text, with the back cover in an element of its own."""
    ends = [number for number, block in enumerate(blocks) if isinstance(block, PageBreak) and block.back_cover]
    if not ends:
        return tuple(composer.render_sections(blocks))
    inside, outside = blocks[: ends[0]], blocks[ends[0] + 1 :]
    return (*composer.render_sections(inside), '<div class="back-cover">', *composer.render_sections(outside), "</div>")


def _render_footer(imprint: Imprint) -> tuple[str, ...]:
    lines = (*imprint.credits, imprint.notice, imprint.edition)
    return ("<footer>", *(f"<p>{_escape_text(line)}</p>" for line in lines if line), "</footer>")


def _group_sections(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield the blocks before the first section, then those of each section."""
    group: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level <= 2:
            yield group
            group = []
        group.append(block)
    yield group


def _wrap_element(tag: str, attributes: str, lines: Sequence[str]) -> str:
    return "\n".join((f"<{tag}{attributes}>", *lines, f"</{tag}>"))


def _escape_text(words: str) -> str:
    """Escape text for use between tags."""
    return escape(words, quote=False)


def _escape_attribute(words: str) -> str:
    """Escape text for use inside a double-quoted attribute, on one line."""
    return escape(" ".join(words.split()))


def _anchor_id(key: str) -> str:
    """Return the id of a heading's key; the key of a heading made only of signs is empty, which no id may be."""
    return key or "."


def _render_runs(runs: TextRuns, svgs: SvgDrawings, base: FaceName = "serif") -> str:
    """Return the runs as HTML; text in the `base` face gets no tags."""
    room = min(_CELL[0], _ABREAST / max(1, sum(bool(run.image) for run in runs)))
    linked = groupby(runs, key=lambda run: (run.link, run.raised))
    return "".join(
        _render_sign(link, "".join(run.text for run in group))
        if raised
        else _wrap_link(link, _render_linked(tuple(group), svgs, base, room))
        for (link, raised), group in linked
    )


def _render_sign(link: str, number: str) -> str:
    """Return the sign of a footnote."""
    named = ' class="sign"' if link else ""
    return f"<sup>{_wrap_link(link, number, named)}</sup>"


def _wrap_link(link: str, inner: str, attributes: str = "") -> str:
    if not link:
        return inner
    to = f"#{_anchor_id(link[1:])}" if link.startswith("#") else link
    return f'<a href="{_escape_attribute(to)}"{attributes}>{inner}</a>'


def _render_linked(runs: TextRuns, svgs: SvgDrawings, base: FaceName, room: float) -> str:
    alike = groupby(runs, key=lambda run: (run.face, run.image, run.icon, run.marks))
    return "".join(_render_group(tuple(group), svgs, base, room) for _, group in alike)


def _render_group(runs: TextRuns, svgs: SvgDrawings, base: FaceName, room: float) -> str:
    """Return HTML for runs of one face, or for repeats of one thumbnail."""
    first = runs[0]
    if first.icon:
        return "".join(_render_icon(run, svgs) for run in runs)
    if first.image:
        return "".join(_render_thumbnail(run, svgs, room) for run in runs)
    inner = _escape_text("".join(run.text for run in runs)).replace("\n", "<br>")
    for tag in reversed(_TAGS[first.face] if first.face != base else ()):
        inner = f"<{tag}>{inner}</{tag}>"
    for mark in filter(_MARKS.get, first.marks.split()):
        inner = f"<{_MARKS[mark]}>{inner}</{_MARKS[mark].partition(' ')[0]}>"
    return inner


def _render_icon(run: StyledText, svgs: SvgDrawings) -> str:
    """Return an icon as high as the type around it, centered on its capitals."""
    svg = svgs[f"icon:{run.icon}"]
    data = b64encode(svg.markup.encode()).decode("ascii")
    high = svg.height / ICON_EM
    style = f"height:{high:.3g}em;width:auto;vertical-align:{0.33 - high / 2:.3g}em"
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{_escape_attribute(run.text)}" style="{style}">'


def _render_thumbnail(run: StyledText, svgs: SvgDrawings, room: float) -> str:
    """Return a thumbnail in its natural size, or shrunk to the room that there is."""
    svg = svgs[run.image]
    return _render_image(svg, run.text, min(1.0, room / svg.width, _CELL[1] / svg.height))


def _render_image(svg: SvgDrawing, alt: str = "", scale: float = 1.0) -> str:
    """Return an image embedded as a data URL, with alternative text and a fixed size."""
    data = b64encode(svg.markup.encode()).decode("ascii")
    width, height = (max(1, round(side * scale * _PIXELS)) for side in (svg.width, svg.height))
    size = f'width="{width}" height="{height}"'
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{_escape_attribute(alt or svg.alt)}" {size}>'
