"""Inspect the rules of a finished kit, which may come from a stranger: they may hold links, and nothing that acts.

A page of ours consists of a few elements, with attributes in double quotes and every `<` and `>` of the text escaped.
So whatever differs is refused by one scan, and no browser can read a page otherwise than this one does.
"""

import re
from html import unescape
from pathlib import Path

from generator.model.finding import DataError
from generator.readback.drawings import readback_error
from generator.readback.pdf.containers import MOST_OBJECTS, inspect_rules_pdf
from generator.safety.files import UnsafeFileError, read_regular_file

MOST_BYTES = 64 * 1024 * 1024  # of a page with its pictures: fifty times the largest that we know
MOST_MARKUP_BYTES = 4 * 1024 * 1024  # without the pictures: a hundred times the longest rules, scanned in a second
_HEAD = re.compile(r'<!DOCTYPE html>\n<html lang="[^"<>]*">\n<head>\n<meta charset="utf-8">\n')
_TOKEN = re.compile(
    r"[^<]++|</[a-z][a-z0-9]*>|<style>(?P<style>[^<]*+)</style>"
    r"""|<(?P<tag>[a-z][a-z0-9]*)(?P<attributes>(?: [a-z-]+="[^"<>]*+")*+)>"""
)
_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*+)"')
_BEGINNING = re.compile(r"<[^\s<>]{0,30}")
_PICTURE, _NO_PICTURE = b'src="data:image/svg+xml;base64,', 'src=""'
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_LINK = re.compile(r"(?:https?:|mailto:|#)[^\x00-\x1f]*", re.IGNORECASE)
_LOAD = re.compile(r"@import|url\(|image-set|src|expression|binding|behavior|\\", re.IGNORECASE)  # `\` can spell any
_FONT = re.compile(r'; src:url\(data:font/woff2;base64,[A-Za-z0-9+/]++={0,2}\) format\("woff2"\); \}')
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "meta": {"name", "content"},
    "li": {"value"},
    "ol": {"start"},
    "th": {"scope"},
}
_ICON_STYLE = re.compile(r"height:[0-9.e-]{1,12}em;width:auto;vertical-align:[0-9.e-]{1,12}em")
_ANYWHERE = {"id", "class", "lang", "role", "tabindex", "aria-label", "aria-labelledby"}
_ELEMENTS = _ATTRIBUTES.keys() | set(
    "head title body header nav main footer section div h1 h2 h3 h4 h5 h6 p br hr ul blockquote strong em b code pre"
    " sup sub s u table thead tbody tr td figure figcaption".split()
)


def inspect_web_page(path: Path, file: str) -> None:
    """Raise GF117 at the first thing in a page of rules that runs, loads or leads elsewhere than to the web."""
    try:
        data = read_regular_file(path, MOST_BYTES)
    except UnsafeFileError as error:
        raise readback_error(file, f"the page {error.why}") from None
    except OSError as error:
        raise readback_error(file, f"the page cannot be read: {error.strerror}") from None
    _PageInspector(data, file).inspect()


class _PageInspector:
    """Scans one page. The pictures are taken out first, as they are nearly all of it."""

    def __init__(self, data: bytes, file: str) -> None:
        self._file = file
        self._cuts: list[tuple[int, int]] = []  # where in the markup, in bytes, and how much was taken out
        self._markup = self._take_out_pictures(data)

    def _take_out_pictures(self, data: bytes) -> bytes:
        first, *rest = data.split(_PICTURE)
        kept, size = [first], len(first)
        for each in rest:
            picture, quote, after = each.partition(b'"')
            if not quote or picture.translate(None, _BASE64):
                kept += [_PICTURE, each]
                size += len(_PICTURE) + len(each)
                continue
            self._cuts.append((size, len(_PICTURE) + len(picture) + 1 - len(_NO_PICTURE)))
            kept += [_NO_PICTURE.encode(), after]
            size += len(_NO_PICTURE) + len(after)
        return b"".join(kept)

    def inspect(self) -> None:
        """Raise GF117 for anything that a page of ours does not hold."""
        if len(self._markup) > MOST_MARKUP_BYTES:
            raise readback_error(self._file, f"the page has more than {MOST_MARKUP_BYTES >> 20} MiB without pictures")
        try:
            text = self._markup.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._refuse(self._markup[: error.start].decode(), "is not UTF-8 from here on") from None
        if bad := _UNPRINTABLE.search(text):
            raise self._refuse(text[: bad.start()], f"contains the character U+{ord(bad[0]):04X}")
        head = _HEAD.match(text)
        if head is None:
            raise self._refuse("", "does not begin as those of gutterfold do")
        at = head.end()
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                begins = _BEGINNING.match(text, at)
                raise self._refuse(
                    text[:at], f"contains {begins[0] if begins else ''!r}, which gutterfold does not write"
                )
            if token["tag"] and (says := _judge_tag(token["tag"], token["attributes"])):
                raise self._refuse(text[:at], says)
            if token["style"] and (load := _LOAD.search(_FONT.sub(_hide_font, token["style"]))):
                at = token.start("style") + load.start()
                raise self._refuse(text[:at], f"has {load[0]!r} in its style, which may load a file")
            at = token.end()

    def _refuse(self, before: str, says: str) -> DataError:
        """Return the error for what follows `before`."""
        line = before.count("\n") + 1
        start, end = (len(text.encode()) for text in (before[: before.rfind("\n") + 1], before))
        cut = sum(size for at, size in self._cuts if start <= at < end)  # which held one character a byte
        return readback_error(self._file, f"the page {says}", line, len(before) - before.rfind("\n") + cut)


def _hide_font(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _judge_tag(tag: str, attributes: str) -> str:
    """Return what is wrong with a tag; empty for one that gutterfold writes."""
    if tag not in _ELEMENTS:
        return f"contains <{tag}>, which gutterfold does not write"
    for name, value in _ATTRIBUTE.findall(attributes):
        if tag == "img" and name == "style" and _ICON_STYLE.fullmatch(value):
            continue
        if name not in _ANYWHERE and name not in _ATTRIBUTES.get(tag, ()):
            return f"contains the attribute {name!r} of <{tag}>, which gutterfold does not write"
        if name == "href" and not _LINK.fullmatch(unescape(value)):
            return f"has a link to {value[:60]!r}; only links to http, https, mailto and headings are allowed"
        if name == "src" and value:
            return f"loads {value[:60]!r}; only pictures within the page are allowed"
    return ""


MOST_FILES = 200  # four for each of fifty languages


class RulesInspector:
    """Inspects the files of the rules of one kit, which share the limits on their number and on their objects."""

    def __init__(self) -> None:
        self._files = self._objects = 0

    def inspect(self, path: Path, file: str) -> None:
        """Raise GF117, which names the file as `file`, for anything in it that gutterfold does not write."""
        self._files += 1
        if self._files > MOST_FILES:
            raise readback_error(file, f"the kit has more than {MOST_FILES} files of rules")
        if file.endswith(".html"):
            inspect_web_page(path, file)
        elif file.endswith(".pdf"):
            self._objects += inspect_rules_pdf(path, file, MOST_OBJECTS - self._objects)
        else:
            raise readback_error(file, "rules are PDFs and web pages; build the kit again")
