"""Check that a legend explains each icon on the faces, and that each legend shows its icon with words.

An icon is a group `icon.<name>`. Its legend is a group `legend.<name>` on a face or in a figure of the rules, and
contains the icon and words. A label of a figure explains it too, and so do rules that print it, and a face or a cell
that shows it alone with its name. What the words around it mean is not read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.check.check_context import CheckContext, FigureLegend
from generator.language.suggestions import did_you_mean
from generator.model.figure import find_embedded_figures
from generator.model.finding import Finding, Place
from generator.model.game import Game
from generator.model.picture import Group, Picture, Shape, Text, walk_groups, walk_leaves
from generator.model.printed import ReadPiece

_ICON_PREFIX, _LEGEND_PREFIX = "icon.", "legend."
_FIGURE_LINK = re.compile(r"\]\(figure:([^)\s]+)")
_ICON = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_IconLegend = tuple[str, Place, str]  # the icon, where its legend is declared, and what is wrong with the legend


def check_icon_legends(case: CheckContext) -> Iterator[Finding]:
    """Report each icon without a legend, if the whole kit, with its rules, was printed and read back (GF132)."""
    if not case.is_complete or case.game.rules is None:
        return
    faces = [face for face in case.seen or () if face.marks and face.part in case.parts_by_id]
    icons: dict[str, str] = {}
    for face in faces:
        for name in _list_names(face, _ICON_PREFIX):
            icons.setdefault(name, face.part)
    legends = list(_legends_on_faces(case, faces))
    if icons.keys() - {icon for icon, _, lacks in legends if not lacks}:
        legends += _legends_in_figures(case)
    for icon, place, lacks in dict.fromkeys(legends):
        if lacks:
            yield Finding("GF132", place, f"the legend of the icon {icon!r} {lacks}", "warning")
    known = {icon for icon, _, lacks in legends if not lacks}
    explained = {*_ICON.findall(case.game.rules or ""), *_explained_by_labels(case), *_named_on_faces(faces)}
    for icon, part in icons.items():
        if icon not in known and icon not in explained:
            hint = did_you_mean(icon, sorted(known)) if known else ""
            says = f"nothing explains the icon {icon!r}: write {{{icon}}} into the rules, or draw a legend{hint}"
            yield Finding("GF132", case.parts_by_id[part].place, says, "warning")


def _list_names(face: ReadPiece, head: str) -> list[str]:
    return [mark.name.removeprefix(head) for mark in face.marks if mark.name.startswith(head)]


def _legends_on_faces(case: CheckContext, faces: Sequence[ReadPiece]) -> Iterator[_IconLegend]:
    for face in faces:
        for mark in face.marks:
            if mark.name.startswith(_LEGEND_PREFIX):
                icon, where = mark.name.removeprefix(_LEGEND_PREFIX), f"{face.part}.{face.design} {face.side}"
                lacks = _explain_gap(bool(mark.text.strip()), icon in _list_names(face, _ICON_PREFIX), where)
                yield icon, case.parts_by_id[face.part].place, lacks


def _named_on_faces(faces: Sequence[ReadPiece]) -> Iterator[str]:
    """Yield the icons that a face, or a group of it such as a cell, shows alone with their name."""
    for face in faces:
        groups = [(face.marks, " ".join(run.text for run in face.runs))]
        groups += [(face.marks[at + 1 : at + 1 + each.inside], each.text) for at, each in enumerate(face.marks)]
        for inside, text in groups:
            icons = {each.name.removeprefix(_ICON_PREFIX) for each in inside if each.name.startswith(_ICON_PREFIX)}
            if len(icons) == 1 and _is_form(text.strip().casefold(), (name := icons.pop()).replace("-", " ")):
                yield name


def _is_form(word: str, name: str) -> bool:
    """Return whether a word is a name or a form of it, such as its plural."""
    return word.startswith(name) and len(word) <= len(name) + 2


def _explained_by_labels(case: CheckContext) -> Iterator[str]:
    """Yield the icons that a label names in a figure that the rules show."""
    for name in list_shown_figures(case.game):
        figure = case.game.data.figures.get(name)
        for label in (figure.labels or ()) if figure else ():
            if label.says and isinstance(label.at, str) and label.at.startswith(_ICON_PREFIX):
                yield label.at.removeprefix(_ICON_PREFIX)


def list_shown_figures(game: Game) -> set[str]:
    """Return the figures that the rules and their title page show."""
    named = find_embedded_figures(game.data.figures, game.data.cover_figures)
    return {*_FIGURE_LINK.findall(game.rules or ""), *named}


def _legends_in_figures(case: CheckContext) -> Iterator[_IconLegend]:
    """Yield the legends in the figures that the rules show and that have named groups."""
    shown = list_shown_figures(case.game)
    for each in case.figure_legends():
        if each.figure in shown:
            lacks = _explain_gap(each.has_words, each.shows_icon, f"the figure {each.figure!r}")
            yield each.icon, case.game.place("figures", each.figure), lacks


def find_figure_legends(figures: Mapping[str, Picture]) -> tuple[FigureLegend, ...]:
    """Return the legends in the figures of the rules, which are given by their ids."""
    found = []
    for name, picture in figures.items():
        for group in _find_groups(picture.shapes, _LEGEND_PREFIX):
            icon = group.name.removeprefix(_LEGEND_PREFIX)
            drawn = any(each.name == f"{_ICON_PREFIX}{icon}" for each in _find_groups(group.shapes, _ICON_PREFIX))
            texts = (each.text for each, _ in walk_leaves((group,)) if isinstance(each, Text))
            found.append(FigureLegend(name, icon, drawn, any(map(str.strip, texts))))
    return tuple(found)


def _explain_gap(worded: bool, drawn: bool, where: str) -> str:
    if not drawn:
        return f"in {where} does not show it: draw it there in a group {_ICON_PREFIX}<name>"
    return "" if worded else f"in {where} has no words"


def _find_groups(shapes: Sequence[Shape], head: str) -> Iterator[Group]:
    return (group for group, _ in walk_groups(shapes) if group.name.startswith(head))
