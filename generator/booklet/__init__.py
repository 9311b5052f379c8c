"""Rules in Markdown go in, a typeset PDF with bookmarks comes out."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.model.figure import Figure
from generator.model.finding import DataError, Finding
from generator.model.language import Terms
from generator.model.marked import Marked, Prose
from generator.model.paper import Paper
from generator.model.picture import Font
from generator.model.place import Place

if TYPE_CHECKING:
    from generator.booklet.blocks import Block
    from generator.booklet.imprint import Imprint

_QUOTES = {"en": "\u201c\u201d\u2018\u2019", "de": "\u201e\u201c\u201a\u2018"}  # others keep theirs as they are typed


class Typeset(NamedTuple):
    """A booklet in reading order: its PDF, how many pages it has, and whether the last of them is a back cover.

    `inner` is how much of a page stays white beside the fold, mm.
    """

    pdf: bytes
    pages: int
    back_cover: bool
    inner: float


def read(
    markdown: str,
    *,
    place_file: str,
    fonts: Mapping[str, Font],
    figures: Mapping[str, Place],
    part: Callable[[str, Place], str],
    terms: Terms,
    language: str,
    marked: Sequence[Marked] = (),
    apart: Collection[str] = (),
) -> "tuple[Block, ...]":
    """Return what the rules are made of; `marked` says what in them braces have printed, so that places are right.

    `fonts` holds the faces serif, serif-bold, serif-italic, serif-bolditalic, sans and sans-bold; `place_file` is the
    name under which errors speak of `markdown`. `figures` are those of the game and where the data say them; those that
    are not `apart`, such as the one of the cover, have to be shown. `part` gives the title of a small picture such as
    part:hand.red.3, and raises DataError for one that is not there. Raises DataError with every finding at once: GF008
    a figure or a part that the game does not have, GF205 a character without a glyph, GF302 what the rules cannot
    contain, GF303 a link to a heading or a figure that is not there, GF306 a figure that the rules do not show.
    """
    from generator.booklet import glyphs  # markdown-it, only where there are rules to read
    from generator.booklet import markdown as reader
    from generator.booklet.references import Known, References

    to = References(Prose(markdown, tuple(marked)), place_file, Known(figures, apart, part), terms)
    quotes = _QUOTES.get(language.partition("-")[0], "")
    blocks, findings = reader.read(markdown, to, quotes if glyphs.can_draw(quotes, fonts) else "")
    _raise([*findings, *glyphs.missing(blocks, markdown.splitlines(), place_file, fonts)])
    return blocks


def typeset(
    blocks: "Sequence[Block]",
    imprint: "Imprint",
    paper: Paper,
    fonts: Mapping[str, Font],
    place_file: str,
    figures: Mapping[str, Figure] = {},
    thumbs: Mapping[str, Figure] = {},
    *,
    folded: bool = False,
) -> Typeset:
    """Return the booklet on a paper; equal input gives equal bytes.

    `thumbs` are the small pictures by their references, in their natural size. A booklet that is `folded` has its wider
    margins at the fold; other pages are stapled at a corner. Raises DataError with every finding at once: GF205 a
    character of the imprint without a glyph, GF301 what does not fit the measure, the page or the back cover.
    """
    from generator.booklet import glyphs, pages
    from generator.booklet.page_layout import MM, measures_of

    _raise(glyphs.missing_from_imprint(imprint.texts(), place_file, fonts))
    pdf, count, back_cover = pages.print_booklet(blocks, imprint, paper, fonts, place_file, figures, thumbs, folded)
    return Typeset(pdf, count, back_cover, measures_of(paper, folded).inner / MM)


def _raise(findings: Iterable[Finding]) -> None:
    if found := set(findings):
        raise DataError(sorted(found, key=lambda finding: (finding.place, finding.code, finding.message)))
