"""Set text with icons and emphasis in a box: measured, wrapped, and drawn as SVG for templates."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from markupsafe import Markup, escape

from generator.fonts.font_book import FontBook
from generator.geometry.tolerances import FLOAT_NOISE, ROUNDING
from generator.language.emphasis import MarkupError, Run, Word, parse_markup
from generator.language.suggestions import did_you_mean
from generator.model.color import Color
from generator.model.finding import DrawingError
from generator.model.game_entries import IconData
from generator.render.svg.text_runs import measure_text
from generator.render.template_files import TemplateFiles

# ideographs, kana, and the break that is typed where a word ends, as in Thai
WITHOUT_BLANKS = re.compile("[\u200b\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\uff01-\uffee\U00020000-\U0003ffff]")
_MIDDLE = 0.33  # of the font size above the baseline: the middle of a capital letter, where icons are centered
_ASCENT = 0.8  # of the font size: from the top of the box to the first baseline
_VIEW_BOX = re.compile(r"""\bviewBox\s*=\s*["']\s*+([^"']*+)["']""")
_IN_BRACES = re.compile(r"\{([^{}]++)\}")
_TAGS = re.compile(r"<(?:svg|symbol)\b[^<>]*>")
_ID = re.compile(r"""\bid\s*=\s*["']([^"']*)["']""")


class Icon(NamedTuple):
    """An icon of the game: what it draws, in which paint, and its size in font sizes."""

    href: str
    paint: str
    width: float
    height: float


class IconBook:
    """The icons that a game declares, which are read when they are first set."""

    def __init__(
        self, icons: Mapping[str, str | IconData], colors: Mapping[str, Color], files: TemplateFiles | None
    ) -> None:
        self._icons, self._colors, self._files = icons, colors, files
        self.find = cache(self._find)

    def _find(self, name: str) -> Icon:
        """Return an icon by its name; DrawingError (GF340) if the game has none."""
        given = self._icons.get(name)
        if given is None:
            hint = did_you_mean(name, self._icons) or f"; declare it: `icons: {{{name}: icons.svg#star}}`"
            raise DrawingError(f"the game has no icon {name!r}{hint}", "", "GF340")
        data = IconData(draw=given) if isinstance(given, str) else given
        paint = self._colors[data.color].paint if data.color else ""
        try:
            return Icon(data.draw, paint, data.height * self._measure_shape(data.draw), data.height)
        except DrawingError as error:
            raise DrawingError(error.message, "", "GF340", "icons", name) from None

    def _measure_shape(self, draw: str) -> float:
        """Return the width of a drawing over its height; images get a square. DrawingError for what is not there."""
        if draw.startswith("images/") or self._files is None:
            return 1.0
        file, _, name = draw.partition("#")
        tags = _TAGS.findall(self._files.read_template(file)[0])
        named = (tag for tag in tags if (found := _ID.search(tag)) and found[1] == name)
        tag = next(named if name else iter(tags), "")
        box = _VIEW_BOX.search(tag)
        sizes = re.findall(r"[-+.\d]+(?:e[-+]?\d+)?", box[1]) if box else []
        if len(sizes) != 4 or not float(sizes[2]) > 0 < float(sizes[3]):
            what = f"the symbol {name!r} of {file}" if name else file
            raise DrawingError(f"{what} cannot be an icon: it does not exist, or has no viewBox", "", "GF340")
        return float(sizes[2]) / float(sizes[3])

    def find_raw_name(self, svg: str) -> re.Match[str] | None:
        """Return where a drawing prints the name of an icon in braces, if it does."""
        found = _IN_BRACES.finditer(svg) if self._icons else ()
        return next((each for each in found if each[1] in self._icons), None)


class _Piece(NamedTuple):
    """A run of a line with its distance from the one before it and its width; mm."""

    run: Run
    gap: float
    width: float


class TextSetter:
    """Sets text with icons and emphasis in the fonts of a game."""

    def __init__(self, fonts: FontBook, icons: IconBook) -> None:
        self._fonts, self._icons = fonts, icons

    def rich(
        self,
        text: object,
        x: float,
        y: float,
        width: float,
        height: float,
        size: float = 3.2,
        leading: float | None = None,
        align: Literal["start", "middle", "end"] = "start",
        valign: Literal["top", "middle", "bottom"] = "top",
        font: str = "sans-serif",
        weight: int = 400,
        italic: bool = False,
    ) -> Markup:
        """Return a text with icons and emphasis as SVG, in a box (mm); DrawingError if it does not fit (GF202, GF340).

        Bold text is 300 heavier than the rest, and italic text in an italic font is upright.
        """
        if align not in _ALIGN or valign not in _VALIGN:
            raise DrawingError(f"align is one of {list(_ALIGN)}, and valign one of {list(_VALIGN)}", "", "GF207")
        setting = _Setting(self._fonts, self._icons, size, font, weight, italic=italic)
        said = text.unescape() if isinstance(text, Markup) else str(text)
        try:
            lines = [line for words in parse_markup(said) for line in setting.wrap(words, width)]
        except MarkupError as error:
            message = f"{error}: {said[error.index : error.index + 20]!r}"
            raise DrawingError(message, "", "GF340", said, said[error.index]) from None
        except DrawingError as error:
            if error.code == "GF340" and not error.names:
                error.names = (said, "{")
            raise
        step = size * 1.25 if leading is None else leading
        room = int((height - size) / step + ROUNDING) + 1 if height >= size else 0
        if len(lines) > room:
            needs = f"the text needs {len(lines)} lines, but its box of {width:g} x {height:g} mm holds {room}"
            raise DrawingError(f"{needs}: {said[:40]!r}", "", "GF202", said, said)
        top = y + (height - size - step * (len(lines) - 1)) * _VALIGN[valign] + _ASCENT * size
        drawn = (
            setting.draw_line(line, x + (width - _measure(line)) * _ALIGN[align], top + step * number)
            for number, line in enumerate(lines)
        )
        return Markup("".join(piece for line in drawn for piece in line))


_ALIGN = {"start": 0.0, "middle": 0.5, "end": 1.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def _measure(line: list[_Piece]) -> float:
    return sum(piece.gap + piece.width for piece in line)


def _list_units(words: list[Word]) -> Iterator[tuple[Word, bool]]:
    """Yield what a line can break before, and whether a blank stands there; some languages have none between words."""
    for word in words:
        is_spaced = True
        for run in word if any(WITHOUT_BLANKS.search(run.text) for run in word) else ():
            from uniseg.linebreak import line_break_units  # a slow import, which few languages need

            for unit in line_break_units(run.text) if run.text else ("",):
                yield [run._replace(text=unit.replace("\u200b", ""))], is_spaced
                is_spaced = False
        if is_spaced:
            yield word, True


class _Setting(NamedTuple):
    """The font, the size (mm) and the icons that a text is set in."""

    fonts: FontBook
    icons: IconBook
    size: float
    font: str
    weight: int
    italic: bool

    def style(self, run: Run) -> tuple[int, bool]:
        """Return the weight of a run, and whether it is italic."""
        return min(self.weight + 300, 900) if run.bold else self.weight, self.italic != run.italic

    def measure(self, run: Run) -> float:
        """Return the width of a run, mm."""
        if run.icon:
            return self.icons.find(run.icon).width * self.size
        return measure_text(run.text, self.fonts.find_font(self.font, *self.style(run))) * self.size

    def wrap(self, words: list[Word], width: float) -> list[list[_Piece]]:
        """Return the lines of some words; DrawingError (GF202) for a word that is wider than a line."""
        space = self.measure(Run(" "))
        lines: list[list[_Piece]] = [[]]
        used = 0.0
        for word, is_spaced in _list_units(words):
            pieces = [_Piece(run, 0.0, self.measure(run)) for run in word]
            wide, gap = _measure(pieces), space if is_spaced else 0.0
            if wide > width + FLOAT_NOISE * self.size:
                said = "".join(run.text or f"{{{run.icon}}}" for run in word)
                message = f"the word {said!r} is {wide:.1f} mm wide, but there are only {width:g} mm"
                raise DrawingError(message, "", "GF202", said, said)
            if lines[-1] and used + gap + wide > width + FLOAT_NOISE * self.size:
                lines.append([])
            if lines[-1]:
                pieces[0] = pieces[0]._replace(gap=gap)
            used = wide if not lines[-1] else used + gap + wide
            lines[-1] += pieces
        return [self._join(line) for line in lines]

    def _join(self, line: list[_Piece]) -> list[_Piece]:
        """Return a line whose neighboring runs of one style are one, measured with the blanks between them."""
        joined = line[:1]
        for before, piece in pairwise(line):
            last, run = joined[-1].run, piece.run
            if last.icon or run.icon or before.run[1:] != run[1:]:
                joined.append(piece)
                continue
            longer = last._replace(text=f"{last.text}{' ' if piece.gap else ''}{run.text}")
            joined[-1] = _Piece(longer, joined[-1].gap, self.measure(longer))
        return joined

    def draw_line(self, line: list[_Piece], x: float, y: float) -> Iterator[str]:
        """Yield the elements of a line whose first baseline point is x, y."""
        for run, gap, width in line:
            x += gap
            yield self._draw_icon(run.icon, x, y) if run.icon else self._draw_run(run, x, y)
            x += width

    def _draw_run(self, run: Run, x: float, y: float) -> str:
        weight, italic = self.style(run)
        style = f'font-weight="{weight}" font-style="{"italic" if italic else "normal"}" text-anchor="start"'
        said = str(escape(run.text)).replace("{", "&#123;")  # a brace that is to be printed
        place = f'x="{x:.4f}" y="{y:.4f}" font-family="{escape(self.font)}" font-size="{self.size:g}"'
        return f"<text {place} {style}>{said}</text>"

    def _draw_icon(self, name: str, x: float, y: float) -> str:
        icon = self.icons.find(name)
        wide, high = icon.width * self.size, icon.height * self.size
        box = f'x="{x:.4f}" y="{y - _MIDDLE * self.size - high / 2:.4f}" width="{wide:.4f}" height="{high:.4f}"'
        element = "image" if icon.href.startswith("images/") else "use"
        paint = f' color="{icon.paint}"' if icon.paint else ""
        return f'<g class="icon.{name}"{paint}><{element} href="{escape(icon.href)}" {box}/></g>'
