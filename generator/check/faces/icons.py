"""Check that a legend explains each icon on the faces, and that each legend shows its icon with words.

An icon is a group `icon.<name>`. Its legend is a group `legend.<name>` on a face or in a figure of the rules, and
contains the icon and words. A label of a figure explains it too, and so does a line of the rules that begins with the
icon, with a list of icons or a name in bold, or a sentence that names it: `cream jugs {jug}`, `the horse {horse}`,
`{rain} means`. A token or a cell of a mat that shows it above or beside its name, and no other word, explains it too.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set

from generator.check.check_context import CheckContext, FigureLegend
from generator.language.rule_words import find_rule_words
from generator.language.suggestions import did_you_mean
from generator.model.figure import find_embedded_figures
from generator.model.finding import Finding, Place
from generator.model.picture import Group, Picture, Shape, Text
from generator.model.printed import ReadPiece

_ICON_PREFIX, _LEGEND_PREFIX = "icon.", "legend."
_FIGURE_LINK = re.compile(r"\]\(figure:([^)\s]+)")
_ICON = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_FIRST_ICON = re.compile(rf" {{0,12}}(?P<sign>[-*+] |[0-9]{{1,9}}[.)] |\|)? {{0,4}}(?={_ICON.pattern})")
_BOLD_TERM = re.compile(  # `- **Envelope** {post}: turn up`
    r" {0,12}(?:[-*+] |[0-9]{1,9}[.)] |\|)? {0,4}(?P<bold>\*\*|__)[^\W\d_][^*_{}\n]{1,40}+(?P=bold)? {0,4}"
    rf"{_ICON.pattern}(?P=bold)? {{0,4}}[:.=|\u2013\u2014-]"
)
_BETWEEN_ICONS = re.compile(r"[\s,;/&+]*([^\W\d_]*)[\s,;/&+]*")  # signs, and at most one word, which joins
_NEXT_NAME = re.compile(  # in a list such as `{gem} is a gem, {crown} a crown and {sun} the sun`
    r"(?P<comma>[,;])?\s(?:(?P<join>[^\W\d_]{1,3})\s)?\{(?P<icon>[a-z][a-z0-9-]*)\} "
    r"(?=(?P<name>[^\W\d_][^,;.:{}]{1,40}+)(?:[,;.{]|$))"
)
_MOST_NAME = 4  # words of a name and of the `a` or `is a` before it
_WORDS_AFTER = re.compile(r"[^\n{}]*?[^\W\d_]{2}")
_NAMES = re.compile(
    r"(?P<article>\b(?:the|an?|this|each|der|die|das|den|dem|ein|eine[nrm]?|le|la|les|une?|chaque|ce|cette)\s)?"
    r"(?P<before>\b[^\W\d_]{2,40}+)?[\s*_(]{1,4}\{(?P<icon>[a-z][a-z0-9-]*)\}[\s*_)]{0,4}"
    r"(?P<means>=|(?:means?|stands? for|bedeute[nt]|steht f\u00fcr|signifie|repr\u00e9sente|veut dire)\b)?"
    r"(?P<after>[^\W\d_]+)?",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(  # words between an article and an icon that are no name of it
    "first second third last next other same top bottom more new same printed this "
    "erste ersten zweite zweiten letzte letzten andere anderen n\u00e4chste n\u00e4chsten "
    "premier premi\u00e8re deuxi\u00e8me dernier derni\u00e8re autre prochain prochaine m\u00eame".split()
)
_NEAR_WORDS, _NEAR_LETTERS = 3, 60  # before an icon, as in `drops of honey {drop}`
_LEAST_NOUN = 4  # letters of a noun at the end of a German compound
_IconLegend = tuple[str, Place, str]  # the icon, where its legend is declared, and what is wrong with the legend


def check_icon_legends(case: CheckContext) -> Iterator[Finding]:
    """Report each icon without a legend, if the whole kit was printed and read back (GF132)."""
    if case.seen is None or not case.is_complete:
        return
    faces = [face for face in case.seen if face.marks and face.part in case.parts_by_id]
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
    spoken = find_rule_words(case.game.data.language)
    joins = spoken.joins if spoken else frozenset[str]()
    rules = case.game.rules or ""
    columns = {name.casefold() for rows in case.game.rows.values() for row in rows for name in row.values}
    nouns = _list_nouns(case)
    explained = {*_explained_in_rules(rules, joins), *_named_in_rules(rules, columns, nouns)}
    explained |= {*_explained_by_labels(case)}
    explained |= {*_named_on_faces(faces)}
    for icon, part in icons.items():
        if icon not in known and icon not in explained:
            hint = did_you_mean(icon, sorted(known)) if known else ""
            how = "begin a line of the rules with it, write its name before it, or draw a legend"
            says = f"nothing explains the icon {icon!r}: {how}{hint}"
            yield Finding("GF132", case.parts_by_id[part].place, says, "warning")
    yield from _find_idle_legends(case, icons)


def _find_idle_legends(case: CheckContext, icons: Mapping[str, str]) -> Iterator[Finding]:
    """Report an icon that a figure explains, and that neither a piece nor the text of the rules shows (GF132)."""
    told = set[str]()
    looked = bool(icons) and case.proof() is not None  # builds do not wait for figures
    for each in _legends_in_figures(case) if looked else ():
        icon = each[0]
        if icon not in icons and icon not in told and f"{{{icon}}}" not in (case.game.rules or ""):
            told.add(icon)
            yield Finding("GF132", each[1], f"a legend explains the icon {icon!r}, which no piece shows", "warning")


def _list_names(face: ReadPiece, head: str) -> list[str]:
    return [mark.name.removeprefix(head) for mark in face.marks if mark.name.startswith(head)]


def _legends_on_faces(case: CheckContext, faces: Sequence[ReadPiece]) -> Iterator[_IconLegend]:
    for face in faces:
        for mark in face.marks:
            if mark.name.startswith(_LEGEND_PREFIX):
                icon, where = mark.name.removeprefix(_LEGEND_PREFIX), f"{face.part}.{face.design} {face.side}"
                lacks = _explain_gap(bool(mark.text.strip()), icon in _list_names(face, _ICON_PREFIX), where)
                yield icon, case.parts_by_id[face.part].place, lacks


def _explained_in_rules(rules: str, joins: frozenset[str]) -> Iterator[str]:
    """Yield the icons with which a paragraph, an item of a list or a row of a table begins, alone or with a name."""
    before = ""
    for line in rules.splitlines():
        found = _FIRST_ICON.match(line)
        if found and (found["sign"] or not before.strip()):
            icons, end = _read_list(line, found.end(), joins)
            if _WORDS_AFTER.match(line, end):
                yield from icons
                yield from _list_next_names(line, end, joins)
        elif term := _BOLD_TERM.match(line):
            yield term[2]
        before = line


def _list_next_names(line: str, start: int, joins: frozenset[str]) -> Iterator[str]:
    """Yield the further icons of a line that gives each its name; `joins` are words such as `and`."""
    for found in _NEXT_NAME.finditer(line, start):
        joined = found["join"] is None or found["join"].casefold() in joins
        first, *more = found["name"].split()
        is_name = first.casefold() not in joins and len({*more} - joins) < _MOST_NAME
        if joined and (found["comma"] or found["join"]) and is_name:
            yield found["icon"]


def _list_nouns(case: CheckContext) -> Mapping[str, Set[str]]:
    """Return what the rules call each part, by its id: an icon may have the id of the piece that it stands for."""
    first = case.game.first
    return {part: {name.casefold() for name in names} for part, names in first.parts.items()} if first else {}


def _named_in_rules(rules: str, columns: Collection[str], nouns: Mapping[str, Set[str]]) -> Iterator[str]:
    """Yield the icons that a sentence names: by their own word near them, a noun before them, or what they mean.

    The noun has an article, is one of the `columns` of the data, or one of the `nouns` of the part of that name.
    """
    for found in _NAMES.finditer(rules):
        name, before, after = found["icon"], (found["before"] or "").casefold(), (found["after"] or "").casefold()
        at = found.start("icon") - 1
        near = rules[max(0, at - _NEAR_LETTERS) : at].casefold().split()[-_NEAR_WORDS:]
        own = any(_is_form(word, part) for word in (*near, before, after) for part in name.split("-"))
        own = own or before in columns or before in nouns.get(name, ())
        own = own or (len(name) >= _LEAST_NOUN and _ends_with_form(before, name))  # `Kaffeetassen {tasse}`
        if own or found["means"] or (found["article"] and before and before not in _NO_NAMES):
            yield name


def _named_on_faces(faces: Sequence[ReadPiece]) -> Iterator[str]:
    """Yield the icons that a face, or a group of it such as a cell, shows alone with their name."""
    for face in faces:
        groups = [(face.marks, " ".join(run.text for run in face.runs))]
        groups += [(face.marks[at + 1 : at + 1 + each.inside], each.text) for at, each in enumerate(face.marks)]
        for inside, text in groups:
            icons = {each.name.removeprefix(_ICON_PREFIX) for each in inside if each.name.startswith(_ICON_PREFIX)}
            if len(icons) == 1 and _is_form(text.strip().casefold(), (name := icons.pop()).replace("-", " ")):
                yield name


def _ends_with_form(word: str, name: str) -> bool:
    at = word.rfind(name)
    return at >= 0 and _is_form(word[at:], name)


def _is_form(word: str, name: str) -> bool:
    """Return whether a word is a name or a form of it, such as its plural."""
    return word.startswith(name) and len(word) <= len(name) + 2


def _read_list(line: str, start: int, joins: frozenset[str]) -> tuple[list[str], int]:
    """Return the icons of a list such as `{gem}, {crown} and {sun}`, and where it ends."""
    icons, end = list[str](), start
    while found := _ICON.match(line, start):
        icons.append(found[1])
        end = found.end()
        between = _BETWEEN_ICONS.match(line, end)
        if between is None or (between[1] and between[1].casefold() not in joins):
            break
        start = between.end()
    return icons, end


def _explained_by_labels(case: CheckContext) -> Iterator[str]:
    """Yield the icons that a label names in a figure that the rules show."""
    for name in _list_shown_figures(case):
        figure = case.game.data.figures.get(name)
        for label in (figure.labels or ()) if figure else ():
            if isinstance(label.at, str) and label.at.startswith(_ICON_PREFIX):
                yield label.at.removeprefix(_ICON_PREFIX)


def _list_shown_figures(case: CheckContext) -> set[str]:
    data = case.game.data
    return {*_FIGURE_LINK.findall(case.game.rules or ""), *find_embedded_figures(data.figures, data.cover)}


def _legends_in_figures(case: CheckContext) -> Iterator[_IconLegend]:
    """Yield the legends in the figures that the rules show and that have named groups."""
    shown = _list_shown_figures(case)
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
            found.append(FigureLegend(name, icon, drawn, _has_words(group)))
    return tuple(found)


def _explain_gap(worded: bool, drawn: bool, where: str) -> str:
    if not drawn:
        return f"in {where} does not show it: draw it there in a group {_ICON_PREFIX}<name>"
    return "" if worded else f"in {where} has no words"


def _find_groups(shapes: Sequence[Shape], head: str) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.name.startswith(head):
                yield shape
            yield from _find_groups(shape.shapes, head)


def _has_words(shape: Shape) -> bool:
    if isinstance(shape, Group):
        return any(map(_has_words, shape.shapes))
    return isinstance(shape, Text) and bool(shape.text.strip())
