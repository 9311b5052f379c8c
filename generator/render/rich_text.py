"""Set text with icons and emphasis in a box: measured, wrapped, and drawn as SVG for templates."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from markupsafe import Markup, escape

from generator.fonts.font_book import FontBook
from generator.geometry.tolerances import FLOAT_NOISE
from generator.language.emphasis import BULLET, CellParagraph, MarkupError, Run, Word, parse_markup
from generator.language.hyphenation import Hyphenation
from generator.language.suggestions import did_you_mean
from generator.language.typography import has_unspaced_words, split_units
from generator.model.color import Color
from generator.model.finding import DrawingError
from generator.model.game_entries import IconData
from generator.render.svg.text_runs import measure_text
from generator.render.template_files import TemplateFiles
from generator.render.text_fitting import FittedText, ShrunkTexts, TextBox, fit_text

# ideographs, kana, and the break that is typed where a word ends, as in Thai
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

    def has(self, name: str) -> bool:
        """Return whether the game declares an icon."""
        return name in self._icons

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
    """A run of a line with its distance from the one before it and its width, in font sizes."""

    run: Run
    gap: float
    width: float


class _Line(NamedTuple):
    """The pieces of a line, how far it is indented (font sizes), and what is free above it (distances of lines)."""

    pieces: list[_Piece]
    indent: float = 0.0
    gap: float = 0.0


class _Unit(NamedTuple):
    """What stays in one line: the pieces of a word, and its width in font sizes with the blank before it."""

    pieces: list[_Piece]
    gap: float
    width: float


class _Block(NamedTuple):
    """A paragraph whose words are measured; its later lines are indented, by the width of a bullet."""

    units: list[_Unit]
    indent: float
    gap: float


class TextSetter:
    """Sets text with icons and emphasis in the fonts of a game.

    `find_language` returns the tag of the language by which words are hyphenated.
    """

    def __init__(
        self,
        fonts: FontBook,
        icons: IconBook,
        shrunk: ShrunkTexts | None = None,
        find_language: Callable[[], str] = lambda: "en",
    ) -> None:
        self._fonts, self._icons, self._find_language = fonts, icons, find_language
        self._shrunk = ShrunkTexts() if shrunk is None else shrunk

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
        least: float | None = None,
        hyphenate: bool = False,
        balance: bool = False,
    ) -> Markup:
        """Return a text with icons and emphasis as SVG, in a box (mm); DrawingError if it does not fit (GF202, GF340).

        Bold text is 300 heavier than the rest, and italic text in an italic font is upright. With `least`, a text that
        is too long is set smaller, down to that size. Lines of balanced text are of about the same width.
        """
        if align not in _ALIGN or valign not in _VALIGN:
            raise DrawingError(f"align is one of {list(_ALIGN)}, and valign one of {list(_VALIGN)}", "", "GF207")
        hyphenation = Hyphenation(self._find_language()) if hyphenate else None
        setting = _Setting(self._fonts, self._icons, font, weight, italic=italic, hyphenation=hyphenation)
        said = text.unescape() if isinstance(text, Markup) else str(text)
        box = TextBox(width, height, size, least, leading)
        try:
            blocks = [setting.measure_words(paragraph) for paragraph in parse_markup(said, self._icons.has)]
            fitted = fit_text(
                said, box, lambda smaller: setting.wrap_all(blocks, width, smaller), _count_words, lambda line: line.gap
            )
        except MarkupError as error:
            message = f"{error}: {said[error.index : error.index + 20]!r}"
            raise DrawingError(message, "", "GF340", said, said[error.index]) from None
        except DrawingError as error:
            if error.code == "GF340" and not error.names:
                error.names = (said, "{")
            raise
        self._shrunk.note(said, box, fitted)
        lines, size, step = fitted
        if balance:
            lines = setting.balance(blocks, width, fitted)
        steps = [*accumulate(at and 1 + line.gap for at, line in enumerate(lines))]
        top = y + (height - size - step * steps[-1]) * _VALIGN[valign] + _ASCENT * size
        drawn = (
            setting.draw_line(line, x, width, align, y=top + step * down, size=size)
            for down, line in zip(steps, map(setting.join, lines), strict=True)
        )
        return Markup("".join(piece for line in drawn for piece in line))


_ALIGN = {"start": 0.0, "middle": 0.5, "end": 1.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_HALVINGS = 8  # of the width of balanced lines
_LETTERS = re.compile(r"[^\W\d_]+")


_PARAGRAPH_GAP = 0.5  # of the distance between lines
_RAISED_SIZE = 0.65  # of superior and inferior letters, in font sizes
_RISES = {1: 0.34, 0: 0.0, -1: -0.14}  # of their baselines
_UNDERLINE = 0.12, 0.05  # font sizes from the baseline down to the top of the line, and its thickness


def _measure(pieces: Sequence[_Piece], size: float = 1.0) -> float:
    """Return the width of some pieces at a size."""
    return sum(piece.gap * size + piece.width * size for piece in pieces)


def _count_words(lines: Sequence[_Line]) -> int:
    """Return how many words some lines have."""
    return sum(1 for line in lines for at, piece in enumerate(line.pieces) if not at or piece.gap)


def _list_units(words: list[Word]) -> Iterator[tuple[Word, bool]]:
    """Yield what a line can break before, and whether a blank stands there; some languages have none between words."""
    for word in words:
        is_spaced = True
        for run in word if any(has_unspaced_words(run.text) for run in word) else ():
            for unit in split_units(run.text):
                yield [run._replace(text=unit.replace("\u200b", ""))], is_spaced
                is_spaced = False
        if is_spaced:
            yield word, True


class _Setting(NamedTuple):
    """The font and the icons that a text is set in, at any size; without `hyphenation`, words are not divided."""

    fonts: FontBook
    icons: IconBook
    font: str
    weight: int
    italic: bool
    hyphenation: Hyphenation | None = None

    def style(self, run: Run) -> tuple[int, bool]:
        """Return the weight of a run, and whether it is italic."""
        return min(self.weight + 300, 900) if run.bold else self.weight, self.italic != run.italic

    def measure(self, run: Run) -> float:
        """Return the width of a run, in font sizes."""
        if run.icon:
            return self.icons.find(run.icon).width
        wide = measure_text(run.text, self.fonts.find_font(self.font, *self.style(run)))
        return wide * _RAISED_SIZE if run.rise else wide

    def measure_words(self, paragraph: CellParagraph) -> _Block:
        """Return the words of a paragraph, each measured once for all sizes."""
        space, units = self.measure(Run(" ")), list[_Unit]()
        words = [[Run(BULLET)], *paragraph.words] if paragraph.is_item else paragraph.words
        for word, is_spaced in _list_units(words):
            pieces = [_Piece(run, 0.0, self.measure(run)) for run in word]
            units.append(_Unit(pieces, space if is_spaced else 0.0, _measure(pieces)))
        indent = units[0].width + space if paragraph.is_item else 0.0
        return _Block(units, indent, _PARAGRAPH_GAP if paragraph.is_apart else 0.0)

    def wrap_all(self, blocks: Sequence[_Block], width: float, size: float) -> list[_Line]:
        """Return the lines of some paragraphs; DrawingError (GF202) for a word that is wider than a line."""
        return [line for block in blocks for line in self._wrap(block, width, size)]

    def _wrap(self, block: _Block, width: float, size: float) -> Iterator[_Line]:
        first, *others = self._break_lines(block, width, size)
        yield _Line(first, gap=block.gap)
        yield from (_Line(pieces, block.indent) for pieces in others)

    def _break_lines(self, block: _Block, width: float, size: float) -> list[list[_Piece]]:
        room, used = width / size + FLOAT_NOISE, 0.0
        lines: list[list[_Piece]] = [[]]
        waiting = block.units[::-1]
        while waiting:
            unit = waiting.pop()
            gap = unit.gap if lines[-1] else 0.0
            if used + gap + unit.width > room:
                if divided := self._divide(unit, room - used - gap):
                    unit, rest = divided
                    waiting.append(rest)
                elif lines[-1]:
                    lines.append([])
                    waiting.append(unit)
                    used = block.indent
                    continue
                else:
                    said = "".join(piece.run.text or f"{{{piece.run.icon}}}" for piece in unit.pieces)
                    message = f"the word {said!r} is {unit.width * size:.1f} mm wide, but there are only {width:g} mm"
                    raise DrawingError(message, "", "GF202", said, said)
            lines[-1] += [unit.pieces[0]._replace(gap=gap), *unit.pieces[1:]]
            used += gap + unit.width
        return lines

    def _divide(self, unit: _Unit, room: float) -> tuple[_Unit, _Unit] | None:
        """Return the two parts of a word of one style, the first with a hyphen, that fits; None if there are none."""
        run = unit.pieces[0].run
        found = _LETTERS.search(run.text) if self.hyphenation and len(unit.pieces) == 1 else None
        for at in self.hyphenation.find_breaks(found[0]) if self.hyphenation and found else ():
            cut = found.start() + at if found else at
            head, rest = run._replace(text=f"{run.text[:cut]}-"), run._replace(text=run.text[cut:])
            if (wide := self.measure(head)) <= room:
                after = self.measure(rest)
                return _Unit([_Piece(head, 0.0, wide)], unit.gap, wide), _Unit([_Piece(rest, 0.0, after)], 0.0, after)
        return None

    def balance(self, blocks: Sequence[_Block], width: float, fitted: FittedText[_Line]) -> Sequence[_Line]:
        """Return as many lines as before, of the smallest width that gives no more."""
        low, high, lines = 0.0, width, fitted.lines
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            try:
                tried = self.wrap_all(blocks, middle, fitted.size)
            except DrawingError:  # a word is wider
                tried = []
            if 0 < len(tried) <= len(lines):
                high, lines = middle, tried
            else:
                low = middle
        return lines

    def join(self, line: _Line) -> _Line:
        """Return a line whose neighboring runs of one style are one, measured with the blanks between them."""
        joined = line.pieces[:1]
        for before, piece in pairwise(line.pieces):
            last, run = joined[-1].run, piece.run
            if last.icon or run.icon or before.run[1:] != run[1:]:
                joined.append(piece)
                continue
            longer = last._replace(text=f"{last.text}{' ' if piece.gap else ''}{run.text}")
            joined[-1] = _Piece(longer, joined[-1].gap, self.measure(longer))
        return line._replace(pieces=joined)

    def draw_line(self, line: _Line, x: float, width: float, align: str, y: float, size: float) -> Iterator[str]:
        """Yield the elements of a line on the baseline y, in a box from x of a width."""
        free = width - line.indent * size - _measure(line.pieces, size)
        x += line.indent * size + free * _ALIGN[align]
        for run, gap, wide in line.pieces:
            x += gap * size
            yield self._draw_icon(run.icon, x, y, size) if run.icon else self._draw_run(run, x, y, size)
            if run.underlined:
                down, thick = (part * size for part in _UNDERLINE)
                yield f'<rect x="{x:.4f}" y="{y + down:.4f}" width="{wide * size:.4f}" height="{thick:.4f}"/>'
            x += wide * size

    def _draw_run(self, run: Run, x: float, y: float, size: float) -> str:
        weight, italic = self.style(run)
        style = f'font-weight="{weight}" font-style="{"italic" if italic else "normal"}" text-anchor="start"'
        said = str(escape(run.text)).replace("{", "&#123;")  # a brace that is to be printed
        size, y = (size * _RAISED_SIZE, y - _RISES[run.rise] * size) if run.rise else (size, y)
        place = f'x="{x:.4f}" y="{y:.4f}" font-family="{escape(self.font)}" font-size="{size:g}"'
        return f"<text {place} {style}>{said}</text>"

    def _draw_icon(self, name: str, x: float, y: float, size: float) -> str:
        icon = self.icons.find(name)
        wide, high = icon.width * size, icon.height * size
        box = f'x="{x:.4f}" y="{y - _MIDDLE * size - high / 2:.4f}" width="{wide:.4f}" height="{high:.4f}"'
        element = "image" if icon.href.startswith("images/") else "use"
        paint = f' color="{icon.paint}"' if icon.paint else ""
        return f'<g class="icon.{name}"{paint}><{element} href="{escape(icon.href)}" {box}/></g>'
