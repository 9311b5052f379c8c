"""Read rules in Markdown and typeset them as a PDF: the entry points of the booklet."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Literal, NamedTuple

from msgspec.structs import replace

from generator.booklet.blocks import (
    Block,
    BlockQuote,
    BookContent,
    Heading,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    TextRuns,
    find_labels,
    iterate_runs,
)
from generator.booklet.icons import set_icons, space_blocks
from generator.booklet.markdown import parse_blocks
from generator.booklet.page_layout import MM, measure_page
from generator.booklet.references import LinkTargets, References
from generator.fonts.signs import suggest_fonts
from generator.language.direction import begins_right_to_left
from generator.language.emphasis import ICON
from generator.language.typography import find_quotes
from generator.model.characters import ISOLATES
from generator.model.finding import DataError, Finding, Place
from generator.model.language import Terms
from generator.model.paper import Paper
from generator.model.picture import Font
from generator.model.rules import BraceMark, MarkedText

_LONGEST_LEAD_IN = 100  # letters of the bold words that begin a paragraph
_SENTENCE = re.compile(r"[^.:?!]{1,60}[.:?!](?=\s)")
_MOST_GLYPHS = 5  # without a glyph that are told one by one


class TypesetBooklet(NamedTuple):
    """A booklet in reading order: its PDF, the number of its pages, and whether the last one is a back cover.

    `inner` is the width of the blank margin beside the fold, mm.
    """

    pdf: bytes
    pages: int
    back_cover: bool
    inner: float


def read_rules(
    markdown: str,
    *,
    place_file: str,
    fonts: Mapping[str, Font],
    figures: Mapping[str, Place],
    part: Callable[[str, Place], str],
    terms: Terms,
    language: str,
    marked: Sequence[BraceMark] = (),
    apart: Collection[str] = (),
    icons: Collection[str] = (),
    notes: list[Finding] | None = None,
) -> tuple[Block, ...]:
    """Parse rules into blocks.

    `place_file` names the file in errors, and `marked` lists the texts that template expressions in it have printed, so
    that columns are right. `fonts` holds the faces serif, serif-bold, serif-italic, serif-bolditalic, sans and
    sans-bold. `figures` maps the figures of the game to their places in the data; the rules must show them all, except
    those in `apart`, such as the cover. `icons` are the names that the text may hold in braces. `part` returns the
    title of a reference such as part:hand.red.3 or image:images/map.png, and raises DataError for one that does not
    exist. What stops nothing is added to `notes`.

    Raises DataError with all findings: GF008 (unknown figure or part), GF205 (character without a glyph), GF302
    (unsupported Markdown), GF303 (broken link) and GF306 (figure that is never shown).
    """
    refs = References(MarkedText(markdown, tuple(marked)), place_file, LinkTargets(figures, apart, part), terms)
    quotes = find_quotes(language)
    blocks, findings = parse_blocks(markdown, refs, quotes if _can_draw("".join(quotes), fonts) else ())
    opened = mark_opening(blocks)
    blocks = space_blocks(set_heading_face(opened, fonts["heading"]) if "heading" in fonts else opened, language)
    blocks = set_icons(blocks, icons) if icons else blocks
    source = markdown.splitlines()
    errors = [each for each in findings if each.level == "error"]
    _raise_findings([*errors, *_find_missing_glyphs(blocks, source, place_file, fonts)])
    (notes if notes is not None else []).extend(each for each in findings if each.level != "error")
    return blocks


def mark_opening(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks with the first paragraph before the first section as a lead, and another one as a panel.

    The panel is the first of the others that begins in bold. Rules without sections have no opening.
    """
    start = 1 if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1 else 0
    back = next(
        (at for at, block in enumerate(blocks) if isinstance(block, PageBreak) and block.back_cover), len(blocks)
    )
    end = next((at for at in range(start, back) if isinstance(blocks[at], Heading)), start)
    kinds = dict[int, Literal["lead", "panel"]]()
    for at, block in enumerate(blocks[start:end], start):
        if not isinstance(block, Paragraph):
            continue
        if at == start:
            kinds[at] = "lead"
        elif kinds and block.runs[0].face == "serif-bold":
            kinds[at] = "panel"
            break
    return tuple(
        replace(block, kind=kinds[at]) if at in kinds and isinstance(block, Paragraph) else block
        for at, block in enumerate(blocks)
    )


def set_heading_face(blocks: Sequence[Block], font: Font) -> tuple[Block, ...]:
    """Return the blocks with headings of the first two levels, and bold words that begin a paragraph, in a font.

    What the font cannot draw of these words stays as it is.
    """
    return tuple(_set_headings_in(block, font) for block in blocks)


def _set_headings_in(block: Block, font: Font) -> Block:
    match block:
        case Heading(level, runs) if level <= 2:
            return replace(block, runs=tuple(run._replace(face="heading") for run in runs))
        case Paragraph(runs):
            return replace(block, runs=_set_lead_in(runs, font))
        case ListBlock(items):
            return replace(block, items=tuple(set_heading_face(item, font) for item in items))
        case BlockQuote(inner) | NoteBlock(inner):
            return replace(block, blocks=set_heading_face(inner, font))
    return block


def _set_lead_in(runs: TextRuns, font: Font) -> TextRuns:
    """Return the runs of a paragraph with the bold ones that begin it in the heading face, as far as a sentence.

    An icon and a blank may stand before them. Bold words that are all of a short paragraph lead in, too.
    """
    ahead = next((at for at, run in enumerate(runs) if ICON.sub("", run.text).strip()), 0)
    signs, runs = runs[:ahead], runs[ahead:]
    count = next((at for at, run in enumerate(runs) if run.face != "serif-bold" or run.icon or run.image), len(runs))
    said = "".join(run.text for run in runs[:count])
    first = _SENTENCE.match(runs[0].text) if count else None
    if any(_missing_chars(said, font)):
        return (*signs, *runs)
    if len(said) <= _LONGEST_LEAD_IN or not first:
        at = count if len(said) <= _LONGEST_LEAD_IN else 0
        return (*signs, *(run._replace(face="heading") for run in runs[:at]), *runs[at:])
    begin, rest = (runs[0]._replace(text=each) for each in (first[0], runs[0].text[first.end() :]))
    return (*signs, begin._replace(face="heading"), rest, *runs[1:])


def typeset_rules(
    book: BookContent, paper: Paper, *, folded: bool = False, columns: int = 1, multiple: int = 1
) -> TypesetBooklet:
    """Typeset the booklet for a paper; equal input gives equal bytes.

    A `folded` booklet has its wider margins at the fold; loose pages are stapled at a corner, and have two `columns` if
    wished and wide enough. Blank pages make their number a `multiple`; they stand before the back cover, which holds
    the credits if there is no other. Raises DataError with all findings: GF205 (character of the imprint without a
    glyph) and GF301 (content that does not fit the column, the page or the back cover).
    """
    from generator.booklet.pages import print_booklet  # imports reportlab, which web pages do not need

    _raise_findings(_find_missing_imprint_glyphs(book))
    pdf, count, back_cover = print_booklet(book, paper, folded, columns, multiple)
    return TypesetBooklet(pdf, count, back_cover, measure_page(paper, folded).inner / MM)


def typeset_sheet(book: BookContent, paper: Paper) -> bytes:
    """Typeset the rules as one sheet of paper with one or two sides; DataError (GF205, GF301) as for a booklet."""
    from generator.booklet.rule_sheet import print_rule_sheet

    _raise_findings(_find_missing_imprint_glyphs(book))
    return print_rule_sheet(book, paper)[0]


def _raise_findings(findings: Iterable[Finding]) -> None:
    if unique := set(findings):
        raise DataError(sorted(unique, key=lambda finding: (finding.place, finding.code, finding.message)))


def _can_draw(text: str, fonts: Mapping[str, Font]) -> bool:
    """Report whether every font has glyphs for all characters of a text."""
    return all(font.draws(char) for font in fonts.values() for char in text)


def _find_missing_glyphs(
    blocks: Sequence[Block], source: Sequence[str], file: str, fonts: Mapping[str, Font]
) -> list[Finding]:
    """Report each character without a glyph once per line (GF205); `source` is the lines of the file.

    Many that lack for one reason, such as all of a script, are one finding at the first of them.
    """
    missing = [
        (char, Place(file, line), fonts[run.face])
        for runs, lines in (*iterate_runs(blocks), *(((label,), (label.line,) * 2) for label in find_labels(blocks)))
        for run in runs
        if not run.image and not run.icon
        for char in _missing_chars(run.text, fonts[run.face])
        for line in _lines_with(char, source, lines) or (run.line,)
    ]
    reasons: dict[str, dict[str, Finding]] = {}
    for char, place, font in sorted(missing, key=itemgetter(1)):
        reasons.setdefault(_advise_glyph(char), {}).setdefault(char, _glyph_finding(char, place, "", font))
    firsts = {reason: next(iter(found.values())) for reason, found in reasons.items() if len(found) > _MOST_GLYPHS}
    summed = [
        first._replace(message=f"{len(reasons[reason])} characters have no glyph, this one first: {first.message}")
        for reason, first in firsts.items()
    ]
    return summed + [
        _glyph_finding(char, place, "", font) for char, place, font in missing if _advise_glyph(char) not in firsts
    ]


def _find_missing_imprint_glyphs(book: BookContent) -> list[Finding]:
    """Report characters of the imprint without a glyph (GF205)."""
    return [
        _glyph_finding(char, book.imprint.places.get(text, Place(book.file)), f" in the {name}", book.fonts[face])
        for name, text, face in book.imprint.list_texts()
        for char in _missing_chars(text, book.fonts[face])
    ]


def _missing_chars(text: str, font: Font) -> Iterator[str]:
    return (char for char in dict.fromkeys(text) if char != "\n" and not font.draws(char))


def _lines_with(char: str, source: Sequence[str], lines: tuple[int, int]) -> list[int]:
    """Return the lines that contain the character; an entity such as `&starf;` yields none."""
    return [line for line in range(lines[0], lines[1] + 1) if char in source[line - 1]]


def _glyph_finding(char: str, place: Place, where: str, font: Font) -> Finding:
    shown = f"{char!r} (U+{ord(char):04X})"
    return Finding("GF205", place, f"the character {shown}{where} has no glyph in {font.name}; {_advise_glyph(char)}")


def _advise_glyph(char: str) -> str:
    if char in ISOLATES:
        return "write U+200E or U+200F in its place"
    if begins_right_to_left(char):
        return "name a font of the game that has it for `serif` and `sans-serif` in `fonts`"
    return suggest_fonts(char)
