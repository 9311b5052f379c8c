"""Draw the art of the pages: grounds, the heads of pages, the bands of headings, feet, numbers and tailpieces."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import Imprint
from generator.booklet.compositor import Compositor
from generator.booklet.figures import draw_marked
from generator.booklet.page_layout import MM, STRONG, measure_page
from generator.booklet.stack import Stack, StackStyle
from generator.booklet.structure import marked_artifact
from generator.language.direction import direct_text
from generator.model.figure import Figure
from generator.model.paper import get_paper

Box = tuple[float, float, float, float]  # left, bottom, width, height, pt
HEAD = 0.27  # of the page: the art at the head of the first one
_DEEPEST = 0.52  # of the page: that head where much is left
_PLAIN_HEAD = 0.1  # of the page: that head without art
_MIDDLE = (0.3, 0.4)  # of the art of a title page, from its top: what that head shows unless told
_TITLE = 1.75  # the size of the title in that head, in sizes of the text
_BAND_PAD, _ORNAMENT = 0.55, 0.95  # of the size of a heading: the blank at the ends of its band; its ornament
_OVERLAP = 0.7  # pt, of the ends of a band, which would show a seam
_PLAIN_DEPTH, _ART_DEPTH = 0.2, 0.34  # of the leading, by which a band without and with art is higher than its text
_FOLIO, _FOOT = 8.0 * MM, 2.6 * MM  # the height of the art behind a number, and of that along a foot
_PALE, _MEDALLION = 0.91, 1.15  # of white in the tint of a panel; the radius of its medallion, in sizes of the text
_TAIL_GAP, _LEAST_TAIL = 1.6, 0.7  # above a tailpiece, in leadings; its least width, of the column


def band_depth(compositor: Compositor) -> float:
    """Return by how much a band is higher than the text on it, above and below, in leadings."""
    return _ART_DEPTH if "band" in compositor.art else _PLAIN_DEPTH


def band_indents(size: float, rtl: bool) -> tuple[float, float]:
    """Return the blanks at the left and the right of a heading on its band, pt."""
    near, far = size * _BAND_PAD, size * (_BAND_PAD + 1.4)
    return (far, near) if rtl else (near, far)


def draw_band(canvas: Any, compositor: Compositor, box: Box, size: float, words: float) -> None:
    """Draw the band behind `words` pt of a heading in a size, pt: art or a plain bar, the ornament at its far end."""
    x, y, width, height = box
    with marked_artifact(canvas):
        if art := compositor.art.get("band"):
            _draw_from_ends(canvas, art, box, words + size * 2 * _BAND_PAD, compositor)
        else:
            _fill(canvas, compositor.accent, box)
        if compositor.ornament:
            middle = size * (_BAND_PAD + _ORNAMENT / 2)
            at = x + middle if compositor.rtl else x + width - middle
            draw_ornament(canvas, compositor, (at, y + height / 2), size * _ORNAMENT)


def draw_ornament(canvas: Any, compositor: Compositor, middle: tuple[float, float], high: float) -> None:
    """Draw the ornament, `high` pt high, around a point."""
    figure, (x, y) = compositor.thumbnails[compositor.ornament], middle
    scale = high / figure.height
    draw_marked(canvas, "", None, figure.draw, (scale, 0, 0, -scale, x - figure.width * scale / 2, y + high / 2))


def _draw_from_ends(canvas: Any, art: Figure, box: Box, words: float, compositor: Compositor) -> None:
    """Draw art as high as a box: stretched to it, or of longer art the near end, under the words, and the far end."""
    x, y, width, height = box
    long = max(art.width * height / art.height, width)
    near = min(max(width / 2, words), width)
    ends = ((0.0, near, 0.0), (near, width - near, width - long))  # where each begins, its length, and the art's start
    for start, wide, origin in ends:
        start, origin = (width - start - wide, width - origin - long) if compositor.rtl else (start, origin)
        with _clip(canvas, (x + start - _OVERLAP / 2, y, wide + _OVERLAP, height)):
            _draw_at(canvas, art, (x + origin, y, long, height), compositor.rtl)


def _draw_at(canvas: Any, art: Figure, box: Box, mirrored: bool = False) -> None:
    """Draw art that fills a box, as part of an artifact."""
    x, y, width, height = box
    across = width / art.width
    matrix = (-across if mirrored else across, 0, 0, -height / art.height, x + width if mirrored else x, y + height)
    draw_marked(canvas, "", None, art.draw, matrix)


def _fill(canvas: Any, paint: str, box: Box) -> None:
    canvas.setFillColor(paint)
    canvas.rect(*box, stroke=0, fill=1)
    canvas.setFillColor("#000000")


@contextmanager
def _clip(canvas: Any, box: Box) -> Iterator[None]:
    """Let only what is in a box be seen of what is drawn."""
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(*box)
    canvas.clipPath(path, stroke=0, fill=0)
    yield
    canvas.restoreState()


class PageHead(Flowable):  # type: ignore[misc]
    """The head of the first page of text, up to its edges, above the title: art of its own, or of the title page."""

    def __init__(self, imprint: Imprint, compositor: Compositor, share: float) -> None:
        super().__init__()
        self.imprint, self.compositor, m = imprint, compositor, compositor.measures
        self.art = compositor.art.get("head")
        self.deep = m.height * (share if self.art or imprint.jacket else _PLAIN_HEAD)
        self.size = m.size * _TITLE
        self.bar = self.size * 1.75
        self.spaceAfter = m.leading * 0.6

    def deepen(self, more: float) -> None:
        """Let art take what is left of its page, pt, up to a share of it."""
        m = self.compositor.measures
        if self.art or self.imprint.jacket:
            most = m.width * self.art.height / self.art.width if self.art else m.height * _DEEPEST
            self.deep = max(self.deep, min(self.deep + more, most))
        self.laid = None

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the width of the column and the height of what stands in the area of text, pt."""
        m = self.compositor.measures
        self.width, self.height = width, max(self.deep - (m.height - m.top), 0.0) + self.bar * 0.5
        return self.width, self.height

    def draw(self) -> None:
        """Draw the art, and across its lower edge the title on a band."""
        canvas, compositor, m = self.canv, self.compositor, self.compositor.measures
        left, bottom = canvas.absolutePosition(0, 0)
        out = 0.0 if compositor.rtl else m.left - m.outer
        bar = (-out, 0.0, self.width + m.left - m.outer + (m.hang if compositor.rtl else 0.0), self.bar)
        edge = self.bar * 0.5
        with marked_artifact(canvas, "/Type/Background"):
            top = m.height - bottom
            box = (-left, edge, m.width, top - edge)
            if self.art or self.imprint.jacket:
                with _clip(canvas, box):
                    self._draw_art(box)
            else:
                _fill(canvas, compositor.mix_tint(0.8), box)
        name = compositor.names.get("heading", compositor.names["sans-bold"])
        near, far = band_indents(self.size, compositor.rtl)
        room, words = bar[2] - near - far, direct_text(self.imprint.title, compositor.rtl)
        wide = stringWidth(words, name, self.size)
        draw_band(canvas, compositor, bar, self.size, min(wide, room))
        with marked_artifact(canvas):
            size = min(self.size, self.size * room / max(wide, 1.0))
            canvas.setFont(name, size)
            canvas.setFillColor("#FFFFFF")
            base = self.bar / 2 - size * 0.34
            if compositor.rtl:
                canvas.drawRightString(bar[0] + bar[2] - far, base, words)
            else:
                canvas.drawString(bar[0] + near, base, words)
            canvas.setFillColor("#000000")

    def _draw_art(self, box: Box) -> None:
        """Draw the lower part of the art, or that of the title page so that the part for this place covers a box."""
        if self.art:
            _draw_at(self.canv, self.art, (box[0], box[1], box[2], box[2] * self.art.height / self.art.width))
            return
        assert self.imprint.jacket
        art, (x, y, width, height) = self.compositor.figures[self.imprint.jacket.front], box
        from_top, tall = (share * art.height for share in _MIDDLE)
        part = self.imprint.jacket.band or (0.0, from_top, art.width, tall)
        scale = max(width / part[2], height / part[3])
        across, down = part[0] + part[2] / 2, part[1] + part[3] / 2
        left, top = x + width / 2 - across * scale, y + height / 2 + down * scale
        draw_marked(self.canv, "", None, art.draw, (scale, 0, 0, -scale, left, top))


class SectionHead(Flowable):  # type: ignore[misc]
    """Art at the head of a page, up to the edges, and across its lower edge the heading of a section."""

    keepWithNext = 1  # noqa: N815  reportlab's name

    def __init__(self, heading: Stack, art: Figure, compositor: Compositor, share: float) -> None:
        super().__init__()
        self.children, self.block, self.art, self.compositor = (heading,), heading.block, art, compositor
        self.deep = compositor.measures.height * share
        self.beyond, self.spaceAfter = heading.beyond, heading.spaceAfter

    def deepen(self, more: float) -> None:
        """Let art take what is left of its page, pt, as far as there is art."""
        m = self.compositor.measures
        self.deep = max(self.deep, min(self.deep + more, m.width * self.art.height / self.art.width))
        self.laid = None

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the width of the column and the height of what stands in the area of text, pt."""
        m, (heading,) = self.compositor.measures, self.children
        self.middle = heading.wrap(width, height)[1] / 2
        self.width, self.height = width, max(self.deep - (m.height - m.top), 0.0) + self.middle
        return self.width, self.height

    def draw(self) -> None:
        """Draw the lower part of the art, then the heading."""
        m, canvas, (heading,) = self.compositor.measures, self.canv, self.children
        left, bottom = canvas.absolutePosition(0, 0)
        tall, seen = m.width * self.art.height / self.art.width, m.height - bottom - self.middle
        with marked_artifact(canvas, "/Type/Background"), _clip(canvas, (-left, self.middle, m.width, seen)):
            _draw_at(canvas, self.art, (-left, self.middle, m.width, tall))
        heading.drawOn(canvas, 0, 0)


def draw_ground(canvas: Any, compositor: Compositor, number: int, section: int) -> None:
    """Draw the art behind a page that shows a section, so large that it covers the page and leaves the text free.

    On loose pages it is in the margin at the side where the lines end.
    """
    m = compositor.measures
    at_left = m.is_left(number) if m.fold else m.rtl
    art = compositor.art.get(f"ground.{'left' if at_left else 'right'}.{section}")
    if not art or not (m.fold or m.gutter):
        return
    drawn = measure_page(get_paper("A5"), folded=True)
    wide = m.width * max(1.0, (m.right - m.outer) / (drawn.right - drawn.outer) * drawn.width / m.width)
    high = m.height * max(1.0, m.depth / drawn.depth * drawn.height / m.height)
    left = (m.width - wide) / 2
    if not m.fold:
        scale = max(m.width / art.width, m.height / art.height)
        wide, high = art.width * scale, art.height * scale
        left = 0.0 if at_left else m.width - wide
    with marked_artifact(canvas, "/Type/Background"), _clip(canvas, (0, 0, m.width, m.height)):
        _draw_at(canvas, art, (left, (m.height - high) / 2, wide, high))


def draw_foot(canvas: Any, compositor: Compositor, number: int, room: tuple[float, float]) -> float:
    """Draw what runs along the foot of a page, between two places, and what is behind its number.

    Return the middle of the number of a page, pt, if it has art; the place itself otherwise.
    """
    m, (left, right) = compositor.measures, room
    folio, foot = compositor.art.get("folio"), compositor.art.get("foot")
    middle, at_left = m.bottom / 2, m.is_left(number)
    wide = folio.width * _FOLIO / folio.height if folio and m.fold else 0.0
    center = left + wide / 2 if at_left else right - wide / 2
    with marked_artifact(canvas, "/Type/Pagination/Subtype/Footer") if foot or wide else nullcontext():
        if foot:
            long = foot.width * _FOOT / foot.height
            start, end = (left + wide, right) if at_left and m.fold else (left, right - wide)
            with _clip(canvas, (start, middle - _FOOT / 2, end - start, _FOOT)):
                begin = start if at_left else end - long
                _draw_at(canvas, foot, (begin, middle - _FOOT / 2, long, _FOOT), mirrored=not at_left)
        if folio and wide:
            _draw_at(canvas, folio, (center - wide / 2, middle - _FOLIO / 2, wide, _FOLIO))
    return center


def draw_tail(canvas: Any, compositor: Compositor, left: float, room: float) -> bool:
    """Draw the tailpiece on the lower edge of the text area and return true, if there is room for it above that, pt."""
    art, m = compositor.art.get("tail"), compositor.measures
    if not art:
        return False
    scale = min(m.measure / art.width, (room - m.leading * _TAIL_GAP) / art.height)
    if scale * art.width < m.measure * _LEAST_TAIL:
        return False
    wide = art.width * scale
    with marked_artifact(canvas):
        _draw_at(canvas, art, (left + (m.measure - wide) / 2, m.bottom, wide, art.height * scale))
    return True


def set_panel(prose: Flowable, compositor: Compositor) -> Stack:
    """Return a paragraph on a tint, beside the ornament in a medallion, or a rule without one."""
    m = compositor.measures
    pad, radius = m.leading * 0.5, m.size * _MEDALLION

    def draw_ground(canvas: Any, width: float, height: float) -> None:
        with marked_artifact(canvas):
            _fill(canvas, compositor.mix_tint(_PALE), (0.0, -pad, width, height + pad * 2))
            if compositor.ornament:
                x = width - pad - radius if compositor.rtl else pad + radius
                canvas.setFillColor(compositor.accent)
                canvas.circle(x, height / 2, radius, stroke=0, fill=1)
                draw_ornament(canvas, compositor, (x, height / 2), radius * 1.15)
                canvas.setFillColor("#000000")
            else:
                edge = width - STRONG * 2 if compositor.rtl else 0.0
                _fill(canvas, compositor.accent, (edge, -pad, STRONG * 2, height + pad * 2))

    prose.spaceAfter, space = 0, m.leading * 0.5
    indent = pad * 2 + radius * 2 if compositor.ornament else pad * 1.2
    return Stack(
        (prose,),
        StackStyle(
            indent, space, space, each=draw_ground, whole=m.depth * 0.5, beyond=pad, least=radius * 2,
            rtl=compositor.rtl, outdent=pad,
        ),
    )  # fmt: skip
