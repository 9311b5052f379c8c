"""A Text goes in, SVG comes out: outlines of its glyphs, or live text where that is asked for."""

from collections.abc import Callable
from xml.sax.saxutils import escape

from generator.model.picture import Font, Text
from generator.write.digits import digits
from generator.write.glyphs import Outlines


class _Face:
    """One font's words, as uses of its glyphs; `mark` is what its ids begin with."""

    def __init__(self, font: Font, mark: str) -> None:
        self.font = font
        self.mark = mark
        self.outlines = Outlines(font)
        self.words: dict[str, tuple[str, frozenset[str], int]] = {}
        self.space = self.outlines.advance(" ") if " " in font.advances else 0

    def word(self, word: str) -> tuple[str, frozenset[str], int]:
        """Return a word's uses, the ids that they need, and its advance."""
        found = self.words.get(word)
        if found is None:
            if len(self.words) > 20_000:
                self.words.clear()
            found = self.words[word] = self._spell(word)
        return found

    def _spell(self, word: str) -> tuple[str, frozenset[str], int]:
        at, out, needs = 0, [], set()
        for char in word:
            if self.font.bounds[char] != (0.0, 0.0):
                name = f"{self.mark}{ord(char):x}"
                needs.add(name)
                out.append(f'<use xlink:href="#{name}" x="{at}"/>' if at else f'<use xlink:href="#{name}"/>')
            at += self.outlines.advance(char)
        return "".join(out), frozenset(needs), at


class Words:
    """Writes texts; `define` is told of each glyph that is used for the first time."""

    def __init__(self, define: Callable[[str, str], None], live: bool) -> None:
        self._define = define
        self._live = live
        self._faces: dict[int, _Face] = {}
        self._defined: set[str] = set()

    def write(self, text: Text, paint: Callable[[float], str]) -> tuple[str, frozenset[str]]:
        """Return the element and the ids it needs; `paint(scale)` gives its attributes, strokes divided by scale."""
        if self._live:
            return _live(text, paint(1.0)), frozenset()
        face = self._face(text.font)
        scale = text.size / face.outlines.em
        body, needs = self._body(face, text.text)
        factor = f"{scale:.8g}"
        move = f"matrix({factor} 0 0 -{factor} {digits(text.x)} {digits(text.y)})"
        return f'<g transform="{move}"{paint(scale)}>{body}</g>', needs

    def _face(self, font: Font) -> _Face:
        found = self._faces.get(id(font))
        if found is None:
            found = self._faces[id(font)] = _Face(
                font, f"{'abcdefghijklmnopqrstuvwxyz'[len(self._faces) % 26]}{len(self._faces) // 26 or ''}-"
            )
        return found

    def _body(self, face: _Face, text: str) -> tuple[str, frozenset[str]]:
        at, out, needs = 0, [], frozenset[str]()
        for index, word in enumerate(text.split(" ")):
            at += face.space if index else 0
            if not word:
                continue
            uses, names, wide = face.word(word)
            if not names <= self._defined:
                self._learn(face, word)
            out.append(f'<g transform="translate({at})">{uses}</g>' if at else uses)
            needs |= names
            at += wide
        return "".join(out), needs

    def _learn(self, face: _Face, word: str) -> None:
        for char in word:
            name = f"{face.mark}{ord(char):x}"
            if name not in self._defined:
                self._defined.add(name)
                self._define(name, f'<path id="{name}" d="{face.outlines.path(char)}"/>')


def _live(text: Text, paint: str) -> str:
    font = text.font
    style = ' font-style="italic"' if font.italic else ""
    face = f'font-family="{escape(font.family)}" font-weight="{font.weight}"{style} font-size="{digits(text.size)}"'
    at = f'x="{digits(text.x)}" y="{digits(text.y)}"'
    return f'<text {at} {face}{paint} xml:space="preserve">{escape(text.text)}</text>'
