"""Measure the ink that the sheets of a kit take, remember it page by page, and say it in words."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.model.finding import Finding, Place
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.memory import open_memory
from generator.write.manifest import Manifest, PageInk, RecordedInk
from generator.write.pdf.pages import strip_label
from generator.write.writer import SheetPlan

if TYPE_CHECKING:
    from generator.write.pdf.document import PdfBatch

MILLILITERS_PER_SQUARE_METER = 8.0
"""Ink on a square meter that one ink covers all over, in a typical home inkjet.

A cartridge of 10 ml that is rated for 400 pages lays down 0.025 ml a page. It is rated with the test pages of
ISO/IEC 24712, on which each ink covers about 5 % of A4 (0.0624 m2), which makes 8 ml for a square meter. Printers and
papers differ by half of that and more, so it is an estimate of what a kit takes, and good to compare kits.
"""
MOST_PAGES = 48  # that are rendered; of more, as many are taken evenly, and stand for the others
_MEASURE_VERSION = "3"  # raise it when pages are measured in another way
_CLOSE, _FEW = 0.05, 0.5  # of a page's coverage, and of its paper in percent: pages that differ less are the same


def measure_ink(plan: SheetPlan, batches: "Sequence[PdfBatch]") -> RecordedInk:
    """Return the ink of the sheets in drawn batches, without the page on how to print and the labels of the sheets.

    The labels tell the build, so each edit would change every page. Equal pages are rendered once, and a page that was
    measured in an earlier run is not rendered.
    """
    drawn = [each for batch in batches for each in zip(batch.pages, batch.labels, strict=True)]
    most = min(len(drawn), MOST_PAGES)
    chosen = [number * len(drawn) // most for number in range(most)]  # the pages to measure, from 0
    bare = {number: strip_label(page, label) for number in chosen for (page, _), label in (drawn[number],)}
    base = _digest_fonts(plan, batches)
    keys = {
        number: sha256(base + operators.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        for number, operators in bare.items()
    }
    memory = open_memory("ink", _MEASURE_VERSION, __version__, plan.game, plan.title)
    known = {key: memory.find(key) for key in keys.values()}
    missing = {keys[number]: bare[number] for number in chosen if not isinstance(known[keys[number]], float)}
    for key, coverage in _render_pages(plan, batches, missing).items() if missing else ():
        known[key] = coverage
        memory.add(key, coverage)
    memory.save()
    pages = tuple(PageInk(plan.find_page(number + 1), round(known[keys[number]], 2)) for number in chosen)
    return RecordedInk(_estimate_volume(pages, len(drawn), plan.paper.width * plan.paper.height), tuple(sorted(pages)))


def _digest_fonts(plan: SheetPlan, batches: "Sequence[PdfBatch]") -> bytes:
    """Return a digest of the paper and the fonts; other names in a stream are digests of what they name."""
    faces = {face for batch in batches for face in batch.definitions.fonts.values()}
    digest = sha256(repr((plan.paper.width, plan.paper.height)).encode())
    for face in sorted(faces):
        digest.update(repr(face).encode() + sha256(plan.find_font(*face).data).digest())
    return digest.digest()


def _render_pages(plan: SheetPlan, batches: "Sequence[PdfBatch]", missing: Mapping[str, str]) -> dict[str, float]:
    from generator.readback.page_images import measure_pages  # slow imports
    from generator.write.pdf.document import bind_pages

    data = bind_pages(plan, batches, missing.values())
    found = measure_pages(data, range(1, len(missing) + 1), plan.paper.width, plan.paper.height)
    return dict(zip(missing, found, strict=True))


def _estimate_volume(pages: Sequence[PageInk], count: int, area: float) -> float:
    """Return the milliliters of all pages, of which some were measured; `area` is that of a page, mm2."""
    covered = sum(page.coverage for page in pages) / 100 * (area / 1e6) * count / (len(pages) or 1)
    return round(covered * MILLILITERS_PER_SQUARE_METER, 3)


def describe_ink(ink: RecordedInk | None) -> str:
    """Return a line on the ink of a kit's sheets and what it rests on; empty if it was not measured."""
    if ink is None or not ink.pages:
        return ""
    fullest = max(ink.pages, key=lambda page: (page.coverage, -page.page))
    mean = sum(page.coverage for page in ink.pages) / len(ink.pages)
    volume = f"{ink.milliliters:.2f}" if ink.milliliters < 1 else f"{ink.milliliters:.1f}"
    return (
        f"Ink for the sheets: about {volume} ml; they cover {mean:.0f} % of the paper on average,"
        f" and page {fullest.page} the most, {fullest.coverage:.0f} %"
        f" (estimated at {MILLILITERS_PER_SQUARE_METER:g} ml per square meter of solid ink)"
    )


def check_ink(standing: Manifest, folder: Path) -> Iterator[Finding]:
    """Yield GF320 for pages whose ink differs from what a manifest says."""
    sheets = f"{standing.game}-sheets-{standing.paper.name}.pdf" if standing.paper else ""
    sizes = {file.path: file.bytes for file in standing.files}
    if standing.ink is None or standing.paper is None or sheets not in sizes:
        return
    from pypdfium2 import PdfiumError

    from generator.readback.page_images import measure_pages

    paper = standing.paper
    listed = [page for page in standing.ink.pages if page.page <= _count_sheets(standing)]
    try:
        data = read_regular_file(folder / sheets, sizes[sheets])
        found = list(measure_pages(data, [page.page for page in listed], paper.width, paper.height))
    except (OSError, UnsafeFileError, PdfiumError, LookupError):
        return  # a file that is damaged, or is not the one that the manifest lists, is told where it is read back
    if len(found) < len(listed):
        return
    place = Place(str(folder / sheets))
    wrong = [(page, each) for page, each in zip(listed, found, strict=True) if not _is_close(page.coverage, each)]
    for page, each in wrong[:1]:
        more = f", and {len(wrong) - 1} more pages differ" if len(wrong) > 1 else ""
        says = (
            f"page {page.page} covers {each:.1f} % of its paper with ink, and the manifest says {page.coverage:.1f} %"
        )
        yield Finding("GF320", place, f"{says}{more}; build the kit again", "warning")
    volume = _estimate_volume(standing.ink.pages, len(standing.ink.pages), paper.width * paper.height)
    if not wrong and len(standing.ink.pages) < MOST_PAGES and not _is_close(standing.ink.milliliters, volume, 0.01):
        says = f"the pages take {volume:.2f} ml of ink, and the manifest says {standing.ink.milliliters:.2f} ml"
        yield Finding("GF320", place, f"{says}; build the kit again", "warning")


def _count_sheets(standing: Manifest) -> int:
    """Return the number of the last page that has a placement or lies behind one."""
    return max((row.pdf_page for row in standing.placements or () if row.pdf_page), default=0) + 1


def _is_close(one: float, other: float, few: float = _FEW) -> bool:
    return abs(one - other) <= max(few, _CLOSE * max(one, other))
