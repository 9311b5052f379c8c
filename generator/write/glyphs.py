"""A Font goes in, the outlines of its characters as SVG path data in font units (y upwards) come out."""

from io import BytesIO

from generator.model.picture import Font


class Outlines:
    """The outlines of one font, read when they are asked for."""

    def __init__(self, font: Font) -> None:
        from fontTools.ttLib import TTFont

        self._file = TTFont(BytesIO(font.data), lazy=True)
        self._names = self._file.getBestCmap()
        self._glyphs = self._file.getGlyphSet()
        self.em: int = self._file["head"].unitsPerEm

    def path(self, char: str) -> str:
        """Return the path data of a character; empty where it has no ink."""
        from fontTools.pens.svgPathPen import SVGPathPen

        pen = SVGPathPen(self._glyphs, ntos=lambda value: f"{value:g}")
        self._glyphs[self._names[ord(char)]].draw(pen)
        return str(pen.getCommands())

    def advance(self, char: str) -> int:
        """Return the advance in font units."""
        return int(self._glyphs[self._names[ord(char)]].width)
