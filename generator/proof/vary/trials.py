"""Change facts of faces, draw the faces again, and measure on rendered pages what the changes do."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from generator.components.facts.variants import FactWork, Variant
from generator.fonts.font_book import FontBook
from generator.geometry.bounds import union_boxes
from generator.geometry.polygon import polygon_area
from generator.geometry.types import Box
from generator.model.facts import VISIBLE_INK, FaceChange, Fact, FactState, FactTrial
from generator.model.finding import DataError, DrawingError
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.readback.paper_changes import measure_change
from generator.readback.raster import render_pages
from generator.render.faces import FaceRenderer
from generator.render.picture_changes import find_changed_boxes
from generator.render.request import RenderRequest
from generator.write.pdf.picture_pages import write_picture_pages

_DPI = 75.0  # a hairline of 0.1 mm then still changes a pixel by a third
_COARSE_DPI, _LARGE = 50.0, 200.0  # of faces larger than so many mm, such as boards: what they say is larger too
_SMALL = 130.0  # mm: faces up to this are rendered whole, once for all facts, as fast as a part of them
_LARGE_SHARE = 0.4  # of a face
_BATCH = 200  # pictures in a PDF
# of the areas of a fact, the share that must change: what tells cells must be seen across the table, and a face of a
# die by a dot of 0.8 mm on 16 mm
_SHARES = {("cell", "kind"): 0.0015, ("cell", "color"): 0.0015, ("face", "faces"): 0.002}
_LEAST_INK = 1.5  # mm2 are seen, however large the cell is


def least_ink(fact: Fact) -> float:
    """Return the ink (mm2 at full contrast) that must change with a fact."""
    share = _SHARES.get((fact.kind, fact.column), 0.0)
    area = sum(abs(polygon_area(points)) for points in fact.areas) if share else 0.0
    return max(VISIBLE_INK, min(share * area, _LEAST_INK))


class VariedFace(NamedTuple):
    """One side of a design: the text of its template, and its picture."""

    request: RenderRequest
    text: str
    picture: Picture


class ChangedSide(NamedTuple):
    """A side before and after some facts were changed, and the boxes (mm) of the shapes that differ."""

    side: Side
    before: Picture
    after: Picture
    boxes: Sequence[Box]


class DrawnVariant(NamedTuple):
    """A variant that could be drawn, and the sides whose shapes differ; None for one that leaves shapes out."""

    variant: Variant | None
    sides: Sequence[ChangedSide]


class _Progress:
    """A fact and the other values that have not been tried yet."""

    def __init__(self, work: FactWork) -> None:
        self.work, self.variants = work, work.vary() if work.sides else iter(())
        self.trial = FactTrial(work.fact, "untried" if work.sides else "unused", stands_for=work.stands_for)


class FaceTester:
    """Draws faces of a kit with changed facts, and compares rendered pages."""

    def __init__(self, faces: FaceRenderer, fonts: FontBook) -> None:
        self._faces, self._fonts = faces, fonts
        self._drawn: dict[tuple[int, int, Side], VariedFace] = {}

    def try_facts(self, works: Iterable[FactWork]) -> list[FactTrial]:
        """Return the outcome for each fact of a design: other values are tried until one changes the paper."""
        found = [_Progress(each) for each in works]
        pending = found
        while pending:
            drawn = [(each, made) for each in pending if (made := self._draw_next(each)) is not None]
            changes = self.measure([made for _, made in drawn])
            pending = []
            for (each, made), sides in zip(drawn, changes, strict=True):
                assert made.variant is not None
                seen = any(side.ink >= least_ink(each.work.fact) for side in sides)
                if not seen and made.variant.is_rough:  # as when two items change places: not certain
                    pending.append(each)
                    continue
                state: FactState = "seen" if seen else "unseen"
                each.trial = each.trial._replace(state=state, tried=made.variant.tried, changes=sides)
                pending += [] if seen else [each]
        self._drawn.clear()
        return [each.trial for each in found]

    def _draw_next(self, each: _Progress) -> DrawnVariant | None:
        """Return the next variant whose shapes differ; None if there is none."""
        for variant in each.variants:
            if variant.is_rough and each.trial.state != "untried":
                continue
            made = self.draw_variant(each.work, variant)
            if made is None:
                continue
            if made.sides:
                return made
            if each.trial.state == "untried":
                each.trial = each.trial._replace(state="unused", tried=variant.tried)
        return None

    def draw_variant(self, work: FactWork, variant: Variant) -> DrawnVariant | None:
        """Return a variant of a design as it is drawn; None if its template or the profile refuses it."""
        sides: list[ChangedSide] = []
        try:
            for side in work.sides:
                base = self.draw_base(work.part, work.design, side)
                request = self._faces.request_face(variant.part, variant.design, side, variant.values)
                text = self._faces.render_text(request)
                if text == base.text and request.limits == base.request.limits:
                    continue
                picture = self._faces.draw_text(text, request)
                if boxes := find_changed_boxes(base.picture, picture):
                    sides.append(ChangedSide(side, base.picture, picture, boxes))
        except (DrawingError, DataError):
            return None
        return DrawnVariant(variant, sides)

    def draw_base(self, part: Part, design: Design, side: Side) -> VariedFace:
        """Return a side as it is, drawn once for all its facts."""
        key = id(part), id(design), side
        if key not in self._drawn:
            request = self._faces.request_face(part, design, side)
            text = self._faces.render_text(request)
            self._drawn[key] = VariedFace(request, text, self._faces.draw_text(text, request))
        return self._drawn[key]

    def measure(self, drawn: Sequence[DrawnVariant]) -> list[tuple[FaceChange, ...]]:
        """Return for each variant what it changes on the paper, side by side."""
        found: list[tuple[FaceChange, ...]] = []
        for start in range(0, len(drawn), _BATCH):
            found += self._measure_batch(drawn[start : start + _BATCH])
        return found

    def _measure_batch(self, drawn: Sequence[DrawnVariant]) -> Iterator[tuple[FaceChange, ...]]:
        pictures = [each for made in drawn for side in made.sides for each in (side.before, side.after)]
        distinct = list({id(each): each for each in pictures}.values())
        numbers = {id(each): number for number, each in enumerate(distinct)}
        if not distinct:
            yield from (() for _ in drawn)
            return
        size = max(max(each.width, each.height) for each in distinct)
        dpi = _COARSE_DPI if size > _LARGE else _DPI
        with render_pages(write_picture_pages(distinct, self._fonts.find_font), dpi) as pages:
            look = cache(pages.part_of if size <= _SMALL else pages.image)
            for made in drawn:
                changes = []
                for side in made.sides:
                    box = _visible_box(side)
                    if box is None:
                        changes.append(FaceChange(side.side, 0.0, side.boxes[0], (), None))
                        continue
                    one, other = (look(numbers[id(each)], _on_page(box, each)) for each in (side.before, side.after))
                    areas = [fact.areas for fact in made.variant.facts] if made.variant else []
                    changes.append(measure_change(side.side, one, other, box, dpi, areas=areas))
                yield tuple(changes)


def list_sides(part: Part) -> tuple[Side, ...]:
    """Return the sides of a part's pieces that are printed."""
    return ("front", "back") if part.back else ("front",)


def _visible_box(side: ChangedSide) -> Box | None:
    """Return the box around all that differs, inside the picture; None if it lies outside."""
    left, top, right, bottom = union_boxes(side.boxes)
    page = side.before
    if (right - left) * (bottom - top) > _LARGE_SHARE * page.width * page.height:
        return page.x, page.y, page.x + page.width, page.y + page.height  # which is looked at once for all changes
    left, top = max(left - 0.5, page.x), max(top - 0.5, page.y)
    right, bottom = min(right + 0.5, page.x + page.width), min(bottom + 0.5, page.y + page.height)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _on_page(box: Box, picture: Picture) -> Box:
    """Return a box of a picture as it lies on its page, whose top left is that of the bleed."""
    return box[0] - picture.x, box[1] - picture.y, box[2] - picture.x, box[3] - picture.y
