"""Write the page of a kit for a web site: its pieces, its rules and its files, in HTML that needs no script."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from generator.language.direction import is_right_to_left

Say = Callable[[str], str]  # translates words into the language of the page

_WIDE = 500  # pixels: pieces that are wider get more room
_TURNED = ' dir="rtl"'


class GalleryImage(NamedTuple):
    """An image of a piece: its path, what it shows in words, its size in pixels, and whether it is cut out."""

    path: str
    shows: str
    width: int
    height: int
    is_cut: bool


class GalleryPiece(NamedTuple):
    """A piece with its images, and what stands below them; empty for the only piece of its part."""

    caption: str
    images: tuple[GalleryImage, ...]


class GalleryPart(NamedTuple):
    """A part: its id, its title, what it is, and its pieces."""

    id: str
    title: str
    about: str
    pieces: tuple[GalleryPiece, ...]


class Download(NamedTuple):
    """A file to read or download: its path, its name for people, and its size in bytes."""

    path: str
    name: str
    bytes: int


class GalleryPage(NamedTuple):
    """All that the page says, in one language; `facts` are its players, their age and the length of a game."""

    language: str
    title: str
    about: str
    facts: Sequence[str]
    cover: GalleryImage | None
    rules: Sequence[Download]
    files: Sequence[Download]
    parts: Sequence[GalleryPart]
    credits: Sequence[str]
    notice: str


def write_gallery(page: GalleryPage, say: Say) -> str:
    """Return the page; `say` translates the words of its own."""
    return "\n".join(filter(None, _write_page(page, say))) + "\n"


def _write_page(page: GalleryPage, say: Say) -> Iterator[str]:
    title = escape(page.title)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{escape(page.language)}"{_TURNED if is_right_to_left(page.language) else ""}>'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    policy = "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'"
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield f'<meta name="description" content="{escape(page.about)}">' if page.about else ""
    yield f'<title>{title}</title><link rel="stylesheet" href="kit.css"></head>'
    yield f"<body><header><div><h1>{title}</h1>"
    yield f'<p class="about">{escape(page.about)}</p>' if page.about else ""
    yield f'<ul class="facts">{"".join(f"<li>{escape(fact)}</li>" for fact in page.facts)}</ul></div>'
    yield f'<div class="cover">{_write_image(page.cover)}</div>' if page.cover else ""
    yield f'</header><nav aria-label="{escape(say("Parts"))}"><ul>'
    yield from (f'<li><a href="#{part.id}">{escape(part.title)}</a></li>' for part in page.parts)
    yield "</ul></nav><main>"
    if page.rules or page.files:
        yield '<div class="files">'
        yield from _list_files("rules", say("Rules"), page.rules)
        yield from _list_files("files", say("Print it"), page.files)
        yield "</div>"
    for part in page.parts:
        yield from _write_part(part)
    yield "</main><footer>"
    yield from (f"<p>{escape(text)}</p>" for text in (*page.credits, page.notice) if text)
    yield f"<p>{escape(say('Made with gutterfold.'))}</p></footer></body></html>"


def _list_files(name: str, title: str, files: Sequence[Download]) -> Iterator[str]:
    if not files:
        return
    yield f'<section aria-labelledby="h-{name}"><h2 id="h-{name}">{escape(title)}</h2><ul>'
    for file in files:
        size = f"{max(1, round(file.bytes / 1024))} kB"
        yield f'<li><a href="{quote(file.path)}">{escape(file.name)}</a> <small>{size}</small></li>'
    yield "</ul></section>"


def _write_part(part: GalleryPart) -> Iterator[str]:
    wide = any(image.width > _WIDE for piece in part.pieces for image in piece.images)
    yield f'<section id="{part.id}"><h2>{escape(part.title)}</h2><p>{escape(part.about)}</p>'
    yield f'<ul class="pieces{" wide" if wide else ""}">'
    for piece in part.pieces:
        images = "".join(map(_write_image, piece.images))
        caption = f"<figcaption>{escape(piece.caption)}</figcaption>" if piece.caption else ""
        yield f"<li><figure>{images}{caption}</figure></li>"
    yield "</ul></section>"


def _write_image(image: GalleryImage) -> str:
    shape = ' class="cut"' if image.is_cut else ""
    size = f'width="{image.width}" height="{image.height}"'
    return f'<img src="{quote(image.path)}" alt="{escape(image.shows)}" {size} loading="lazy"{shape}>'
