"""The fonts that a game can name: its own, and those that are bundled with the program."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.fonts.own_fonts import VariableFont, open_own_fonts
from generator.fonts.signs import SignChain, SignFont, Signs, bundled_sign_fonts
from generator.fonts.system_fonts import find_collected_font, find_system_font, list_known_system_fonts
from generator.fonts.truetype import postscript_name, read_font
from generator.language.suggestions import did_you_mean
from generator.model.finding import DrawingError, Place, refuse
from generator.model.picture import Font

_WEIGHTS = {"ExtraLight": 200, "Light": 300, "Regular": 400, "Semibold": 600, "Bold": 700, "Black": 900}
_FAMILIES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro"),
}
_STAND_INS = {  # Source Sans 3 and Source Serif 4 are later names of the two
    **dict.fromkeys(("Source Sans 3", "sans-serif", "system-ui", "ui-sans-serif"), "Source Sans Pro"),
    **dict.fromkeys(("Source Serif 4", "serif", "ui-serif"), "Source Serif Pro"),
}
# the names of weights and slants in a PostScript name such as SourceSansPro-SemiboldIt
_STYLE_WEIGHTS = {
    "": 400,
    **dict.fromkeys(("Regular", "Roman", "Book", "Normal"), 400),
    **dict.fromkeys(("Thin", "Hairline"), 100),
    **dict.fromkeys(("ExtraLight", "UltraLight"), 200),
    "Light": 300,
    "Medium": 500,
    **dict.fromkeys(("Semibold", "SemiBold", "DemiBold", "Demi"), 600),
    "Bold": 700,
    **dict.fromkeys(("ExtraBold", "UltraBold"), 800),
    **dict.fromkeys(("Black", "Heavy"), 900),
}
_BOLD = 600
_STYLE = re.compile(
    r"(?P<family>[^ -]+?)(?:PS)?(?:MT)?(?:-(?P<weight>[A-Za-z]*?)(?P<italic>Italic|Oblique|Ital|It)?(?:PS)?(?:MT)?)?"
)
FALLBACK = "fallback"  # the name in `fonts` under which families for signs stand


class FontBook(Struct, frozen=True, eq=False):
    """The fonts that a game can name: its own `fonts/*.ttf` first, then the two Source families.

    `stand_ins` are families by the names that stand for them, such as `serif`. `nearest` are the weights that stand for
    those that a family does not have, by family, weight and slant. `named` are faces by PostScript names met before.
    `signs` finds the fonts of what a font lacks; `dressed` are the fonts that know of it. `varying` are the
    variable fonts by family and slant, whose instances are among `own` once they are used.
    """

    own: dict[tuple[str, int, bool], Font]
    stand_ins: Mapping[str, str] = {}
    nearest: dict[tuple[str, int, bool], int] = {}
    named: dict[str, tuple[str, int, bool] | None] = {}
    signs: Signs | None = None
    dressed: dict[tuple[str, int, bool], Font] = {}
    varying: Mapping[tuple[str, bool], VariableFont] = {}

    def find_font(self, families: str, weight: int, italic: bool) -> Font:
        """Return the font of the first family in a list that there is, in the nearest weight that it has.

        DrawingError (GF204) for a list without any, and for a slant that the family does not have.
        """
        known = self.dressed.get((families, weight, italic))
        if known is not None:
            return known
        font = self._find_bare_font(families, weight, italic)
        if self.signs is None:
            return font
        known = self.dressed.get(face := (font.family, font.weight, font.italic))
        if known is None:
            known = self.dressed[face] = _dress_font(font, self.signs)
        if families == font.family and weight == font.weight:
            self.dressed[families, weight, italic] = known
        return known

    def _find_bare_font(self, families: str, weight: int, italic: bool) -> Font:
        """Return the font of the first family that there is, which knows of no other one."""
        font = self.own.get((families, weight, italic))
        if font is not None:
            return font
        if families in _FAMILIES and weight in _WEIGHTS.values():
            return bundled_font(families, weight, italic)
        family, weight, italic = self._choose_face(families, weight, italic)
        if (variable := self.varying.get((family, italic))) is not None:
            return self._find_instance(variable, weight)
        weights = [each for name, each, slant in self.own if name == family and slant is italic]
        if not weights and family not in _FAMILIES:
            slant, other = ("italic", "upright") if italic else ("upright", "italic")
            raise DrawingError(f"{family} has no {slant} font, only an {other} one", code="GF204")
        weights += _WEIGHTS.values() if family in _FAMILIES else ()
        found = choose_weight(weights, weight)
        if found != weight:
            self.nearest[family, weight, italic] = found
        return self.own.get((family, found, italic)) or bundled_font(family, found, italic)

    def _find_instance(self, variable: VariableFont, weight: int) -> Font:
        """Return an instance of a variable font in the nearest weight that it has."""
        found = variable.choose_weight(weight)
        face = variable.family, found, variable.italic
        if found != weight:
            self.nearest[variable.family, weight, variable.italic] = found
        if face not in self.own:
            self.own[face] = variable.make_instance(found)
        return self.own[face]

    def list_families(self) -> list[str]:
        """Return the families that there are, the game's own first."""
        own = (*(family for family, _, _ in self.own), *(family for family, _ in self.varying))
        return list(dict.fromkeys((*own, *_FAMILIES)))

    def list_weights(self, family: str) -> dict[bool, str]:
        """Return the weights of a family, upright and italic, as they are told; empty for those that it lacks."""
        found = {}
        for italic in (False, True):
            own = sorted({weight for name, weight, slant in self.own if (name, slant) == (family, italic)})
            weights = own or ([*_WEIGHTS.values()] if family in _FAMILIES else [])
            variable = self.varying.get((family, italic))
            axis = variable.axes.get("wght") if variable else None
            found[italic] = f"{axis.least:g} to {axis.most:g}" if axis else ", ".join(map(str, weights))
        return found

    def _choose_face(self, families: str, weight: int, italic: bool) -> tuple[str, int, bool]:
        """Return the first family of a list that there is, by itself or by what stands for it, in a weight and slant.

        A PostScript name with a hyphen, such as SourceSansPro-Bold, has a weight and slant of its own.
        """
        names = [name.strip().strip("'\"") for name in families.split(",")]
        for name in names:
            if family := self._find_family(name):
                return family, weight, italic
            if name not in self.named:
                self.named[name] = self._find_by_postscript_name(name)
            if face := self.named[name]:
                return face if "-" in name else (face[0], weight, italic)
        if names[0] in self.stand_ins:
            says = f"{names[0]} is set to {self.stand_ins[names[0]]!r}, but there is no such font"
            raise DrawingError(says, "", "GF204", "fonts", names[0])
        told = f"{_explain_postscript_name(names[0])}{did_you_mean(names[0], {*self.list_families()})}"
        told += "; `gutterfold fonts` lists all"
        raise DrawingError(f"there is no font {names[0]!r}{told}", "", "GF204", names[0])

    def _find_family(self, name: str) -> str | None:
        given, known = (name, self.stand_ins.get(name), _STAND_INS.get(name)), self.list_families()
        return next((family for family in given if family in known), None)

    def _find_by_postscript_name(self, name: str) -> tuple[str, int, bool] | None:
        """Return the face of a font by the name that a drawing program saves, which holds its weight and slant."""
        for face, font in self.own.items():
            if postscript_name(font.data) == name:
                return face
        told = _split_postscript_name(name)
        if told is None:
            return None
        known = (*self.list_families(), *self.stand_ins, *_STAND_INS)
        called = (each for each in known if each.replace(" ", "") == told[0])
        family = next(filter(None, map(self._find_family, called)), None)
        return (family, *told[1:]) if family else None

    def take_notes(self) -> list[str]:
        """Return what to say about weights that stand for others, and forget it."""
        notes = [
            f"{family} has no weight {weight}; the nearest, {found}, is used"
            for (family, weight, _), found in self.nearest.items()
        ]
        self.nearest.clear()
        return list(dict.fromkeys(notes))

    def find_by_pdf_name(self, name: str) -> Font | None:
        """Return the font that has this name in a PDF, if any."""
        for font in self.own.values():
            if postscript_name(font.data) == name:
                return self.find_font(font.family, font.weight, font.italic)
        known = product(_FAMILIES, _WEIGHTS.values(), (False, True))
        face = next((key for key in known if _file_stem(*key) == name), None)
        if face is not None:
            return self.find_font(*face)
        return self.signs.find_by_pdf_name(name) if self.signs else None


def _split_postscript_name(name: str) -> tuple[str, int, bool] | None:
    """Return the family (without blanks), weight and slant that a PostScript name tells; None for another name."""
    parts = _STYLE.fullmatch(name)
    weight = _STYLE_WEIGHTS.get(parts["weight"] or "") if parts else None
    return (parts["family"], weight, parts["italic"] is not None) if parts and weight else None


def _explain_postscript_name(name: str) -> str:
    """Return what to write in place of the name of one font of a family; empty for another name."""
    told = _split_postscript_name(name)
    if told is None or "-" not in name:
        return ""
    _, weight, italic = told
    slant = ' and font-style="italic"' if italic else ""
    return f" (one font of a family: add it to fonts/, or write a family with font-weight={weight}{slant})"


def _file_stem(family: str, weight: int, italic: bool) -> str:
    """Return the PostScript name of a bundled font, which is also the name of its file."""
    style = next(style for style, value in _WEIGHTS.items() if value == weight)
    return f"{_FAMILIES[family][1]}-{(style.replace('Regular', '') + 'It') if italic else style}"


@cache
def bundled_font(family: str, weight: int, italic: bool) -> Font:
    """Return a font of the bundled families; each is read once in a process."""
    from importlib.util import find_spec

    name = _file_stem(family, weight, italic)
    spec = find_spec(_FAMILIES[family][0])
    if spec is None or spec.origin is None:
        raise DrawingError(f"the package of the font {family!r} is not installed", code="GF204")
    data = (Path(spec.origin).parent / "files" / f"{name}.ttf").read_bytes()
    return read_font(data, name, family, weight, italic)


@cache
def bundled_code_font() -> Font:
    """Return the monospaced font that comes along, for blocks of code in rules."""
    from pymupdf_fonts.CascadiaMono_Regular import fontbuffer

    return read_font(fontbuffer, "CascadiaMono-Regular", "Cascadia Mono", 400, italic=False)


def choose_weight(weights: Iterable[int], wanted: int) -> int:
    """Return the weight that stands for another one (CSS Fonts 4, 5.2): a light one for a light one, if any."""
    if wanted < 400:
        return min(weights, key=lambda each: (each > wanted, abs(each - wanted)))
    if wanted > 500:
        return min(weights, key=lambda each: (each < wanted, abs(each - wanted)))
    return min(weights, key=lambda each: (not wanted <= each <= 500, each > 500, abs(each - wanted)))


def open_fonts(
    folder: Path, stand_ins: Mapping[str, str | list[str]] = {}, locate: Callable[..., Place] | None = None
) -> FontBook:
    """Return the fonts of a game whose own fonts, if any, lie in `folder`; DataError (GF204) for a bad file.

    `locate` returns the place of an entry of the game's data, such as `fonts`, `fallback`.
    The families under `fallback` are asked first for signs that a font lacks, then the game's own fonts, those that
    come along, and those of the system.
    """
    find_place = locate or (lambda *_: Place(os.path.relpath(folder.parent / "game.yaml")))
    own, varying = open_own_fonts(folder) if folder.is_dir() else ({}, {})
    signs_from = stand_ins.get(FALLBACK, "")
    listed = signs_from.split(",") if isinstance(signs_from, str) else signs_from
    names = [each.strip().strip("'\"") for each in listed if each.strip()]
    variable = (SignFont(name, lambda each=each: (each.data, each.number)) for (name, _), each in varying.items())  # type: ignore[misc]
    asked = [*_list_own_signs(own.values()), *variable]
    others = {
        name: family
        for name, family in stand_ins.items()
        if isinstance(family, str) and family.strip() and name != FALLBACK
    }
    if lists := stand_ins.keys() - others.keys() - {FALLBACK}:
        says = f"`{min(lists)}` in `fonts` is one family; `{FALLBACK}` alone takes a list"
        raise refuse("GF204", find_place("fonts", min(lists)), says)
    sources = [*(_find_sign_font(name, asked, find_place("fonts", FALLBACK)) for name in names), *asked]
    signs = Signs([*sources, *bundled_sign_fonts()], list_known_system_fonts) if sources else _shared_signs()
    return FontBook(own, others, signs=signs, varying=varying)


@cache
def _shared_signs() -> Signs:
    """Return the fonts of signs of all games that name none and have none of their own."""
    return Signs(bundled_sign_fonts(), list_known_system_fonts)


@lru_cache(maxsize=256)
def _dress_font(font: Font, signs: Signs) -> Font:
    """Return a font that knows of signs: the same one for all games with the same signs, which share its glyphs."""
    return replace(font, signs=signs if font.signs is None else SignChain(font.signs, signs))


def _list_own_signs(fonts: Iterable[Font]) -> Iterator[SignFont]:
    """Yield the fonts of a game that signs are taken from: those that are not bold."""
    for font in fonts:
        if isinstance(font.signs, Signs):  # a large font, of which the letters alone are open
            yield from font.signs.sources
        elif font.weight < _BOLD:
            yield SignFont(font.family, lambda data=font.data: (data, 0))  # type: ignore[misc]


def _find_sign_font(name: str, own: Iterable[SignFont], place: Place) -> SignFont:
    """Return a font for signs by its family; DataError (GF204) if neither the game nor the system has it."""
    found = (
        next((each for each in own if each.name == name), None) or find_system_font(name) or find_collected_font(name)
    )
    if found is None:
        says = f"`{FALLBACK}` names the font {name!r}, which neither fonts/ nor this system has; put it into fonts/"
        raise refuse("GF204", place, says)
    return found
