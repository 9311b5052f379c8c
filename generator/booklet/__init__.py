"""Rules in Markdown go in, a typeset PDF with bookmarks comes out."""

from collections.abc import Mapping, Sequence

from generator.model.figure import Figure
from generator.model.paper import Paper
from generator.model.picture import Font


def typeset(
    markdown: str,
    *,
    place_file: str,
    title: str,
    version: str,
    language: str,
    paper: Paper,
    fonts: Mapping[str, Font],
    credits: Sequence[str],  # noqa: A002 (the word that game.yaml uses)
    notice: str,
    build: str,
    figures: Mapping[str, Figure] = {},
) -> bytes:
    """Return the PDF of the rules; equal input gives equal bytes.

    `fonts` holds the faces serif, serif-bold, serif-italic, serif-bolditalic, sans and sans-bold; `place_file` is the
    name under which errors speak of `markdown`; `figures` are those that it shows, by their ids. Raises DataError with
    every finding at once: GF008 a figure that the game does not have, GF205 a character without a glyph, GF301 a table
    or a figure that does not fit the measure or the page, GF302 what the rules cannot contain, GF303 a link to a
    heading that is not there, GF306 a figure that the rules do not show.
    """
    from generator.booklet import glyphs, pages  # reportlab and markdown-it, only where there are rules to set
    from generator.booklet.markdown import read
    from generator.model.finding import DataError

    imprint = pages.Imprint(title, version, language, tuple(credits), notice, build)
    curly = glyphs.has_curly_quotes(fonts) and language.startswith("en")
    blocks, findings = read(markdown, place_file, figures, curly=curly)
    findings += glyphs.missing(blocks, markdown.splitlines(), place_file, fonts)
    findings += glyphs.missing_from_imprint(imprint.texts(), place_file, fonts)
    if findings:
        raise DataError(sorted(set(findings), key=lambda finding: (finding.place, finding.code, finding.message)))
    return pages.print_booklet(blocks, imprint, paper, fonts, place_file, figures)
