"""Tell which fonts a game can name, and which signs there are; draw a sample of them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from generator.fonts.font_book import FontBook, open_fonts
from generator.fonts.shaping import open_shaper
from generator.model.picture import Paint, Picture, Shape, Text
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from generator.write.pdf.picture_pages import write_picture_pages

SAMPLE_SIGNS: Mapping[str, str] = {
    "suits": "♠♥♦♣♤♡♢♧",
    "dice": "⚀⚁⚂⚃⚄⚅",
    "arrows": "←↑→↓↔↕↖↗↘↙⇒⇔↩↪↻↺➔➜",
    "stars and shapes": "★☆✦✧✶✸■□▲△▶▼◀◆◇●○",
    "ticks and crosses": "✓✔✗✘☐☑☒",
    "chess": "♔♕♖♗♘♙♚♛♜♝♞♟",
    "music": "♩♪♫♬♭♮♯",
    "weather and sky": "☀☁☂☃☄⚡❄☽☾",
    "fractions": "½⅓⅔¼¾⅕⅙⅛⅜⅝⅞",
    "Roman numerals": "ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ",
    "numbers in circles": "⓪①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿",
    "mathematics": "÷±≤≥≠≈∞√∑∏∈∉∩⊂⊃∀∃∅⊕⊗",
    "other signs": "⚔⚓⚙☠☢☣☮☯♀♂⚖⚑⚐☎✉✂✏⌛❤♻⚠☹☺☻†‡§",
}
_SIZE, _STEP, _MARGIN, _LEFT, _WIDTH = 4.6, 8.0, 12.0, 68.0, 210.0  # mm


class FamilyReport(NamedTuple):
    """A family of fonts: its weights, upright and italic, and where it comes from."""

    name: str
    upright: str
    italic: str
    source: str


class FontReport(NamedTuple):
    """The families that a game can name, and the fonts that signs are taken from, in their order."""

    families: tuple[FamilyReport, ...]
    signs: tuple[tuple[str, int], ...]
    fonts: FontBook


def report_fonts(folder: Path | None) -> FontReport:
    """Return the fonts of a game, or without one those that come along; DataError for a bad file."""
    game = load_game(folder, Options())[0] if folder else None
    fonts = open_fonts((folder or Path("-")) / "fonts", game.data.fonts if game else {}, game.place if game else None)
    signs = [(each.name, len(each.characters)) for each in fonts.signs.list_fonts()] if fonts.signs else []
    return FontReport(tuple(_list_families(fonts)), tuple(each for each in signs if each[1]), fonts)


def _list_families(fonts: FontBook) -> Iterator[FamilyReport]:
    for name in fonts.list_families():
        faces = fonts.list_weights(name)
        own = any(family == name for family, _, _ in fonts.own) or any(family == name for family, _ in fonts.varying)
        yield FamilyReport(name, faces[False], faces[True], "fonts/" if own else "comes along")


def draw_sample(report: FontReport) -> bytes:
    """Return a PDF of a page with a line in each family, and the signs by their kinds."""
    shapes, y = list[Shape](), _MARGIN
    for family in report.families:
        y += _STEP
        shapes += _set_line(report.fonts, family.name, "The quick brown fox, 0123456789", y, family.name)
    for kind, signs in SAMPLE_SIGNS.items():
        y += _STEP
        shapes += _set_line(report.fonts, kind, " ".join(signs), y, "sans-serif")
    picture = Picture(0.0, 0.0, _WIDTH, max(y + _MARGIN, _WIDTH), tuple(shapes))
    return write_picture_pages([picture], report.fonts.find_font)


def _set_line(fonts: FontBook, label: str, text: str, y: float, family: str) -> Iterator[Text]:
    """Yield a label and a text in a family, as far as it can be drawn."""
    is_italic = family in fonts.list_families() and not fonts.list_weights(family)[False]
    for x, said, name, italic in ((_MARGIN, label, "sans-serif", False), (_LEFT, text, family, is_italic)):
        font = fonts.find_font(name, 400, italic)
        shown = "".join(char for char in said if font.draws(char))
        yield Text(x, y, shown, font, _SIZE, width=open_shaper(font).measure(shown) * _SIZE, paint=Paint())
