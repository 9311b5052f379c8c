"""Blocks and the imprint go in, the rules as one web page come out: one file that fetches nothing and runs nothing."""

from collections.abc import Sequence

from generator.booklet.blocks import Block, Heading, NewPage
from generator.booklet.imprint import Imprint
from generator.booklet.web.composer import Composer
from generator.booklet.web.words import Svgs, image, name_of, quoted, text, words

_CONTENTS = "page.contents"  # no heading has a key with a full stop in it


def page(blocks: Sequence[Block], imprint: Imprint, svgs: Svgs, style: str) -> bytes:
    """Return the page; equal input gives equal bytes.

    `svgs` are the figures that the blocks show, and the cover, by their references, such as `figure:signs` and
    `part:hand.red.3`; `style` is the style sheet.
    """
    title, rest = _titled(blocks, imprint, svgs)
    by = Composer(svgs, imprint.terms)
    lines = (
        "<!DOCTYPE html>",
        f'<html lang="{quoted(imprint.language)}">',
        *_head(imprint, style),
        "<body>",
        *_header(title, imprint, svgs),
        *_contents(rest, imprint, svgs),
        "<main>",
        *_text(rest, by),
        "</main>",
        *_footer(imprint),
        "</body>",
        "</html>",
    )
    return "\n".join((*lines, "")).encode()


def _titled(blocks: Sequence[Block], imprint: Imprint, svgs: Svgs) -> tuple[str, Sequence[Block]]:
    """Return the title as a heading, and the blocks below it."""
    match blocks:
        case [Heading(1, runs, _, key), *rest]:
            return f'<h1 id="{quoted(name_of(key))}">{words(runs, svgs, runs[0].face)}</h1>', rest
    return f"<h1>{text(imprint.title)}</h1>", blocks


def _head(imprint: Imprint, style: str) -> tuple[str, ...]:
    about = f'<meta name="description" content="{quoted(imprint.about)}">'
    return (
        "<head>",
        '<meta charset="utf-8">',
        f"<title>{text(imprint.title)}</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        *((about,) if imprint.about else ()),
        '<meta name="color-scheme" content="light">',
        f"<style>\n{style.strip()}\n</style>",
        "</head>",
    )


def _header(title: str, imprint: Imprint, svgs: Svgs) -> tuple[str, ...]:
    """Return what the title page of the booklet shows."""
    version = imprint.terms.version.format(version=imprint.version)
    facts = "".join(f"<li>{text(fact)}</li>" for fact in (imprint.players, version) if fact)
    about = (f'<p class="about">{text(imprint.about)}</p>',) if imprint.about else ()
    cover = (f'<div class="cover">{image(svgs[f"figure:{imprint.cover}"])}</div>',) if imprint.cover else ()
    return ("<header>", "<div>", title, *about, f'<ul class="facts">{facts}</ul>', "</div>", *cover, "</header>")


def _contents(blocks: Sequence[Block], imprint: Imprint, svgs: Svgs) -> tuple[str, ...]:
    """Return links to the headings of the first two levels."""
    headings = [block for block in blocks if isinstance(block, Heading) and block.level <= 2]
    links = (f'<li><a href="#{quoted(name_of(h.key))}">{_unlinked(h, svgs)}</a></li>' for h in headings)
    head = f'<h2 id="{_CONTENTS}">{text(imprint.terms.contents)}</h2>'
    return (f'<nav aria-labelledby="{_CONTENTS}">', head, "<ul>", *links, "</ul>", "</nav>") if headings else ()


def _unlinked(heading: Heading, svgs: Svgs) -> str:
    """Return a heading's words without the links in it, because there is no link inside a link."""
    return words(tuple(run._replace(link="") for run in heading.runs), svgs, heading.runs[0].face)


def _text(blocks: Sequence[Block], by: Composer) -> tuple[str, ...]:
    """Return the text, and what stands on the back cover as a part of its own."""
    ends = [number for number, block in enumerate(blocks) if isinstance(block, NewPage) and block.back_cover]
    if not ends:
        return tuple(by.sections(blocks))
    inside, outside = blocks[: ends[0]], blocks[ends[0] + 1 :]
    return (*by.sections(inside), '<div class="back-cover">', *by.sections(outside), "</div>")


def _footer(imprint: Imprint) -> tuple[str, ...]:
    lines = (*imprint.credits, imprint.notice, imprint.terms.build.format(build=imprint.build))
    return ("<footer>", *(f"<p>{text(line)}</p>" for line in lines if line), "</footer>")
