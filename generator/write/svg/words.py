"""Write text as outlines of words, each defined once in a sheet, or as live text.

A definition is named by its font and its word, such as `xkcd_river` or `xkcd_r`: the same word has the same name on
every sheet, whatever was drawn before. A glyph that is not that of one character has its number too: `xkcd_ffi.1204`.
"""

from collections.abc import Callable
from hashlib import blake2b
from html import escape
from typing import NamedTuple
from zlib import crc32

from generator.fonts.outlines import FontOutlines, open_outlines
from generator.fonts.shaping import SIGN, ShapedGlyph, open_harfbuzz_font, open_shaper
from generator.model.lru_cache import LRUCache
from generator.model.picture import PLAIN, Font, Paint, Text, TextSetting
from generator.write.coordinates import format_number


class SvgDefinition(NamedTuple):
    """Markup that is used by its name, and the definitions that it needs itself."""

    markup: str
    needs: "Needs"


Needs = dict[str, SvgDefinition]


class _Word(NamedTuple):
    """A word's name and definition, "" and None if nothing is visible, and its advance in font units."""

    name: str
    wide: int
    definition: SvgDefinition | None


class _Face:
    """The words of one font and setting, as uses of its glyphs; `mark` is the prefix of their names."""

    def __init__(self, font: Font, setting: TextSetting, mark: str) -> None:
        self.font = font
        self.mark = mark
        self.outlines: FontOutlines = open_outlines(font)
        self.words: LRUCache[str, _Word] = LRUCache(2048)
        self.shaper = open_shaper(font, setting)
        self._glyphs: LRUCache[tuple[int, str], tuple[str, SvgDefinition | None]] = LRUCache(2048)

    def word(self, word: str) -> _Word:
        """Return a word; a word of one character is its glyph."""
        found = self.words.get(word)
        return found or self.words.put(word, self._define_word(word))

    def _define_glyph(self, glyph: ShapedGlyph) -> tuple[str, SvgDefinition | None]:
        """Return the name and the definition of a glyph; None if nothing is visible."""
        path = self.outlines.glyph_path(glyph.number)
        if not path:
            return "", None
        name = self.mark + escape_name(glyph.text)
        if glyph.number >= SIGN:
            font, number = open_harfbuzz_font(self.font).find_sign(glyph.number)
            name += f".{crc32(font.name.encode())}{number:05}"  # the same whichever signs were drawn before
        elif self.font.glyphs.get(glyph.text) != glyph.number:
            name += f".{glyph.number}"
        return name, SvgDefinition(f'<path id="{name}" d="{path}"/>', {})

    def _define_word(self, word: str) -> _Word:
        shaped = self.shaper.shape(word)
        out, needs = "", Needs()
        for glyph in sorted(shaped.glyphs, key=lambda each: each.at):
            key = glyph.number, glyph.text
            name, definition = self._glyphs.get(key) or self._glyphs.put(key, self._define_glyph(glyph))
            if definition:
                needs[name] = definition
                x, y = f' x="{glyph.x}"' if glyph.x else "", f' y="{glyph.y}"' if glyph.y else ""
                out += f'<use xlink:href="#{name}"{x}{y}/>'
        if len(word) == 1 and len(needs) == 1 and out == f'<use xlink:href="#{self.mark}{escape_name(word)}"/>':
            ((name, definition),) = needs.items()
            return _Word(name, shaped.advance, definition)
        name = self.mark + escape_name(word)
        definition = SvgDefinition(f'<g id="{name}">{out}</g>', needs)
        return _Word(name, shaped.advance, definition) if out else _Word("", shaped.advance, None)


def font_prefix(name: str) -> str:
    """Return the prefix of the names of a font's definitions: four letters hashed from its name, and a `_`."""
    number = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")
    return "".join(chr(ord("a") + number // 26**k % 26) for k in range(4)) + "_"


def escape_name(word: str) -> str:
    """Return a word as part of an XML name; different words give different names."""
    if word.isascii() and word.isalnum():
        return word
    return "".join(char if char.isascii() and char.isalnum() else f"-{ord(char):x}-" for char in word)


_Style = tuple[_Face, str, str]  # with the markup before and after the position of a text


class SvgTextWriter:
    """Writes texts."""

    def __init__(self, live: bool) -> None:
        self._live = live
        self._faces: dict[tuple[Font, TextSetting], _Face] = {}
        self._styles: LRUCache[tuple[Font, TextSetting, float, Paint], _Style] = LRUCache(1024)

    def write(self, text: Text, paint: Callable[[Paint, float], str], needs: Needs) -> str:
        """Return the element, and add what it needs; `paint` returns attributes for a scale."""
        if self._live:
            return _format_live_text(text, paint(text.paint, 1.0))
        key = text.font, text.setting, text.size, text.paint
        face, matrix, style = self._styles.get(key) or self._styles.put(key, self._style(*key, paint))
        out = [f"{matrix} {format_number(text.x)} {format_number(text.y)}{style}"]
        at, words, space = 0, face.words.new, face.shaper.blank
        for word in face.shaper.split(text.text):
            if word:
                name, wide, definition = words.get(word) or face.word(word)
                if definition is not None:
                    needs[name] = definition
                    out.append(f'<use xlink:href="#{name}" x="{at}"/>' if at else f'<use xlink:href="#{name}"/>')
                at += wide
            at += space
        out.append("</g>")
        return "".join(out)

    def _style(
        self, font: Font, setting: TextSetting, size: float, paint: Paint, style: Callable[[Paint, float], str]
    ) -> _Style:
        face = self._face(font, setting)
        scale = size / face.outlines.em
        return face, f'<g transform="matrix({scale:.8g} 0 0 -{scale:.8g}', f')"{style(paint, scale)}>'

    def _face(self, font: Font, setting: TextSetting) -> _Face:
        face = self._faces.get((font, setting))
        if face is None:
            told = font.name if setting == PLAIN else f"{font.name} {tuple(setting)!r}"
            name, taken = font_prefix(told), {other.mark for other in self._faces.values()}
            while name in taken:  # for two fonts, a chance of 1 in 450,000
                name = f"x{name}"
            face = self._faces[font, setting] = _Face(font, setting, name)
        return face


def _format_live_text(text: Text, paint: str) -> str:
    font = text.font
    style = ' font-style="italic"' if font.italic else ""
    face = (
        f'font-family="{escape(font.family)}" font-weight="{font.weight}"{style} font-size="{format_number(text.size)}"'
    )
    if text.setting is not PLAIN:
        face += _format_setting(text.setting, text.size)
    at = f'x="{format_number(text.x)}" y="{format_number(text.y)}"'
    return f'<text {at} {face}{paint} xml:space="preserve">{escape(text.text, quote=False)}</text>'


def _format_setting(setting: TextSetting, size: float) -> str:
    """Return the attributes of a setting; a line to the left ends at its x, which is its left end."""
    told = ' direction="rtl" text-anchor="end"' if setting.rtl else ""
    if setting.spacing:
        told += f' letter-spacing="{format_number(setting.spacing * size)}"'
    if setting.features:
        features = ", ".join(f"'{tag}' {value}" for tag, value in setting.features)
        told += f' style="font-feature-settings: {features}"'
    return told
