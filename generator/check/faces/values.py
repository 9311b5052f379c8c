"""Check that the values on faces, the labels of cells and the numbers of spaces are those of the data (GF126).

A group named `row.<column>` shows that column of the design's row, `row.<column>.<n>` an item of it, counted from 0.
`values.<name>` does so for the values of the part, `<group>.letter` and the like for the color of a design, and
`color.<role>` for the letter or the name of any color. Labels need not be printed. But if a cell of some kind shows its
label in words, each cell of that kind must. The same holds for the letters of colors.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import Any, NamedTuple

from generator.check.analysis.board_survey import base_design
from generator.check.analysis.placement import FaceFault, GroupAspect, name_page
from generator.check.analysis.value_text import is_comparable, is_empty, iterate_wordings, text_contains, text_matches
from generator.check.check_context import CheckContext, FormatContent
from generator.language.emphasis import find_icons
from generator.language.expressions import spell_briefly
from generator.language.suggestions import did_you_mean
from generator.model.board import Board
from generator.model.color import COLOR_FIELDS, Color
from generator.model.facts import name_group
from generator.model.finding import Level
from generator.model.game import Game, Part
from generator.model.printed import Mark, ReadPiece

_SIGNS = "+-\u2212\u2013 "
_FEWEST_NAMES, _NAMES_SHARE = 6, 0.6  # cells that show names, and their share of those with words
_PLURAL = 2  # letters that a plural has more

ValueSources = Mapping[str, Mapping[str, Any]]


class ValueReference(NamedTuple):
    """What the name of a group refers to: an entry, by the first word of the name, or an item of the entry."""

    head: str
    entry: str
    item: int | None = None


class _SideContent(NamedTuple):
    """The faces of one side of a part, and what each of its designs can show; by design also its colors.

    `sections` are the designs that are sections of a board. `says` are the translations of texts in the language of the
    sheets. By the names of the groups: what they refer to (`shows`), and on which faces (ids) they are `written` in
    words, and the looks of those that are `drawn` without.
    """

    part: Part
    game: Game
    faces: Sequence[ReadPiece]
    says: Mapping[str, str]
    sources: Mapping[str, ValueSources]
    sections: frozenset[str]
    colors: Mapping[str, tuple[str, ...]]
    shows: dict[str, ValueReference | None]
    written: dict[str, set[str]]
    drawn: dict[str, dict[str, list[bytes | str]]]


def check_values(case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield faces that show other values than the data (GF126)."""
    sides = [shown.find_faces(part, "front"), shown.find_faces(part, "back")]
    if any(face.marks for faces in sides for face in faces):
        sources = list_sources(case.game, part)
        yield from chain.from_iterable(_check_side(_gather_side(case, part, faces, sources)) for faces in sides)


def _gather_side(
    case: CheckContext, part: Part, faces: Sequence[ReadPiece], sources: Mapping[str, ValueSources]
) -> _SideContent:
    colors = {
        design.id: tuple(value.role for value in design.values.values() if isinstance(value, Color))
        for design in part.designs
    }
    return _SideContent(
        part,
        case.game,
        faces,
        case.translated_words,
        sources,
        sections=frozenset(design.id for design in part.designs if design.section),
        colors=colors,
        shows={},
        written=defaultdict(set),
        drawn=defaultdict(dict),
    )


def list_sources(game: Game, part: Part) -> Mapping[str, ValueSources]:
    """Return what the groups of each design can show, by the first word of their names."""
    of_color = {role: {name: getattr(color, name) for name in COLOR_FIELDS} for role, color in game.colors.items()}
    shared = {"values": part.values.get("values", {}), "color": game.colors}
    made: dict[str, ValueSources] = {}
    for design in part.designs:
        own = {key: of_color[value.role] for key, value in design.values.items() if isinstance(value, Color)}
        row = design.values.get("row", {})
        made[design.id] = {"row": {**{name_group(key): row[key] for key in row}, **row}, **shared, **own}
    return made


def parse_reference(name: str, sources: ValueSources) -> ValueReference | None:
    """Return what the name of a group refers to; None for a name of another sort."""
    head, _, rest = name.partition(".")
    if not rest or head not in sources:
        return None
    entry, _, item = rest.rpartition(".")
    if head in ("row", "values") and entry and item.isdecimal() and rest not in sources[head]:
        return ValueReference(head, entry, int(item))
    return ValueReference(head, rest)


def look_up_value(shows: ValueReference, source: Mapping[str, Any]) -> Any:
    """Return the value that a group should show (LookupError with what is wrong with its name)."""
    value = source.get(shows.entry, source)
    if value is source:
        raise LookupError(f"there is no {shows.entry!r}{did_you_mean(shows.entry, source)}")
    if shows.item is None:
        return value
    if not isinstance(value, list):
        raise LookupError(f"{shows.entry!r} is not a list, but {spell_briefly(value)}")
    if shows.item >= len(value):
        raise LookupError(f"{shows.entry!r} has {len(value)} items, counted from 0")
    return value[shows.item]


def _check_side(side: _SideContent) -> Iterator[FaceFault]:
    for face in side.faces:
        yield from _check_face(side, face)
    for name in side.written:
        yield from _find_unshown(side, name)
    if any(shows and shows.item is not None for shows in side.shows.values()):
        for face in side.faces:
            yield from _find_unshown_items(side, face)
    for name, looks in side.drawn.items():
        yield from _find_lookalikes(side, name, looks)


def _check_face(side: _SideContent, face: ReadPiece) -> Iterator[FaceFault]:
    """Yield what is wrong with the groups of a single face, and collect what they show."""
    sources, known, here = side.sources[face.design], side.shows, face.id
    for at, mark in enumerate(face.marks):
        name, text = mark.name, mark.text
        if name not in known:
            known[name] = parse_reference(name, sources)
        if (shows := known[name]) is None:
            continue
        try:
            value = look_up_value(shows, sources[shows.head])
        except LookupError as error:
            says = f"the group {name!r} refers to something that its design does not have: {error.args[0]}"
            yield FaceFault(name, face, says, mark=name)
            continue
        number = sum(1 for other in face.marks[:at] if other.name == name)
        if shows.head == "color":
            if text and not any(text_matches(text, each) for each in (value.letter, value.called) if each):
                says = f"{name!r} shows {text!r}, but that color has {_describe_color(value)}"
                yield FaceFault(name, face, says, "error", name, aspect="text", number=number)
        elif text and is_comparable(value):
            side.written[name].add(here)
            if not text_matches(text, value, side.says):
                says = f"{name!r} shows {text!r}, but its value is {_describe_value(side, face, shows, value)}"
                bare = text.lstrip(_SIGNS)
                says += "; keep the sign outside of the group" if bare != text and text_matches(bare, value) else ""
                yield FaceFault(name, face, says, "error", name, aspect="text", number=number)
            elif lacks := _compare_icons(side, value, face.marks[at + 1 : at + 1 + mark.inside]):
                says = f"{name!r} {lacks}, but its value is {_describe_value(side, face, shows, value)}"
                yield FaceFault(name, face, says, "error", name, aspect="group", number=number)
        else:
            side.drawn[name].setdefault(here, []).append(text or mark.look)
            if mark.inside:
                yield from _check_icons(side, face, at, shows, number)


def _check_icons(
    side: _SideContent, face: ReadPiece, at: int, shows: ValueReference, number: int
) -> Iterator[FaceFault]:
    """Yield what is wrong with the icons of a group without words: how many they are, or what they are called."""
    mark, sources = face.marks[at], side.sources[face.design]
    name, value = mark.name, look_up_value(shows, sources[shows.head])
    icons = Counter(_list_icons(face.marks[at + 1 : at + 1 + mark.inside]))
    icon = next(iter(icons)) if len(icons) == 1 else ""
    if (
        icon
        and shows.head == "row"
        and _is_icon_of_another(side, shows.entry, icon.removeprefix("icon."), sources["row"])
    ):
        says = f"{name!r} shows {icon!r}, which is named like another column; draw the icon of this one"
        yield FaceFault(f"crossed {name}", face, says, "warning", name, aspect="range", number=number)
    if icon and type(value) is int and 1 <= value != icons.total():
        told = f"{icons.total()} of {icon!r}, but its value is {_describe_value(side, face, shows, value)}"
        yield FaceFault(name, face, f"{name!r} shows {told}", "error", name, aspect="group", number=number)


def _compare_icons(side: _SideContent, value: Any, marks: Sequence[Mark]) -> str:
    """Return how the icons in a group differ from those that its text names; empty if they do not."""
    known = side.game.data.icons
    if not known or not isinstance(value, str):
        return ""
    named = [
        Counter(name for name, _ in find_icons(each) if name in known) for each in iterate_wordings(value, side.says)
    ]
    shown = Counter(name.removeprefix("icon.") for name in _list_icons(marks))
    if not named[-1] or shown in named:
        return ""
    return f"shows {_describe_icons(shown)} where the text names {_describe_icons(named[-1])}"


def _is_icon_of_another(side: _SideContent, column: str, icon: str, row: Mapping[str, Any]) -> bool:
    """Return whether an icon is named like another column, though there is an icon named like this one."""
    has_own = any(_is_named_like(column, each) for each in side.game.data.icons)
    return has_own and not _is_named_like(column, icon) and any(_is_named_like(each, icon) for each in row)


def _is_named_like(column: str, icon: str) -> bool:
    """Return whether a column has the name of an icon, such as `apples` and `apple`."""
    return column.startswith(icon) and len(column) <= len(icon) + _PLURAL


def _describe_icons(icons: Counter[str]) -> str:
    return ", ".join(f"{count} of {name!r}" for name, count in icons.items()) or "no icon"


def _list_icons(marks: Sequence[Mark]) -> Iterator[str]:
    """Yield the names of icons, without those inside another icon."""
    last = -1
    for at, mark in enumerate(marks):
        if at > last and mark.name.startswith("icon."):
            yield mark.name
            last = at + mark.inside


def _describe_color(color: Color) -> str:
    return " and ".join(filter(None, (color.letter and f"the letter {color.letter!r}", f"the name {color.called!r}")))


def _describe_value(side: _SideContent, face: ReadPiece, shows: ValueReference, value: Any) -> str:
    """Return a value with its place in the data."""
    game, part = side.game, side.part
    place = game.place("parts", part.id, "values", shows.entry) if shows.head == "values" else None
    if shows.head == "row":
        own = next(design.values.get("row") for design in part.designs if design.id == face.design)
        columns = {name_group(column): column for column in own or ()}
        column = columns.get(shows.entry, shows.entry)
        places = (row.place(column) for row in game.rows.get(part.id, ()) if row.values is own)
        place = next(places, None)
    return f"{spell_briefly(value)} ({place})" if place else spell_briefly(value)


def _find_unshown(side: _SideContent, name: str) -> Iterator[FaceFault]:
    """Yield the faces that do not show a value that other faces of the part show in words.

    It is a note for a 0 if no face shows its 0.
    """
    ids, drawn, shows = side.written[name], side.drawn.get(name, ()), side.shows[name]
    if shows is None or shows.item is not None or len(ids) == len(side.faces):
        return
    values = {face.id: side.sources[face.design][shows.head].get(shows.entry) for face in side.faces}
    shows_zeros = any(value == 0 and (face in ids or face in drawn) for face, value in values.items())
    for face in side.faces:
        value = values[face.id]
        if face.id not in ids and face.id not in drawn and not is_empty(value) and face.design not in side.sections:
            says = f"{name!r} is not shown, but its value is {spell_briefly(value)}: show it, or leave the value empty"
            level: Level = "warning" if value != 0 or shows_zeros else "note"
            yield FaceFault(f"no {name} {level}", face, says, level, name)


def _find_unshown_items(side: _SideContent, face: ReadPiece) -> Iterator[FaceFault]:
    """Yield each list of which a face shows some items in words, but not all."""
    shown: dict[tuple[str, str], list[int]] = defaultdict(list)
    for mark in face.marks:
        shows = side.shows.get(mark.name)
        if shows is not None and shows.item is not None and mark.text:
            shown[shows.head, shows.entry].append(shows.item)
    for (head, entry), items in shown.items():
        value = side.sources[face.design][head].get(entry, ())
        rest = [n for n, each in enumerate(value if isinstance(value, list) else ()) if n not in items]
        if lacks := [n for n in rest if not is_empty(value[n])]:
            name = f"{head}.{entry}.{lacks[0]}"
            says = f"{name!r} is not shown, but its value is {spell_briefly(value[lacks[0]])}"
            aspect: GroupAspect = "range" if min(lacks) > max(items) or max(lacks) < min(items) else "group"
            yield FaceFault(f"no {head}.{entry}", face, says, mark=f"{head}.{entry}.{items[0]}", aspect=aspect)


def _find_lookalikes(side: _SideContent, name: str, looks: Mapping[str, list[bytes | str]]) -> Iterator[FaceFault]:
    """Yield different values that look the same, in one color; those of colors themselves, whatever the color."""
    shows, written = side.shows[name], side.written.get(name, ())
    assert shows is not None
    known: dict[Any, tuple[ReadPiece, Any]] = {}
    for face in side.faces:
        source = side.sources[face.design][shows.head]
        is_blank = face.id not in looks
        if is_blank and (shows.head == "values" or face.id in written or face.design in side.sections):
            continue  # a value of the part may be shown by some of its designs alone
        try:
            value = look_up_value(shows, source)
        except LookupError:
            continue
        of_color = shows.head not in ("row", "values", "color")
        color = () if of_color else side.colors[face.design]
        there, same = known.setdefault((color, tuple(looks.get(face.id, ()))), (face, value))
        if same is not value and _value_key(same) != _value_key(value):
            tells = f"looks the same as the one on {there.id} in {name_page(there)}"
            says = f"{name!r} {tells}, though this one is {spell_briefly(value)} and the other {spell_briefly(same)}"
            yield FaceFault(f"alike {name}", face, says, "error", name, aspect="art")


def _value_key(value: Any) -> Any:
    """Return a value as a key in which true is not 1."""
    return (list, *map(_value_key, value)) if isinstance(value, list) else (isinstance(value, bool), value)


def check_space_numbers(_case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield the spaces of tracks that show something other than their number (GF126); they need not show anything."""
    known = {f"space.{space['n']}": space["n"] for space in part.values.get("spaces", ())}
    for face in shown.find_faces(part) if known else ():
        for mark in face.marks:
            if mark.text and mark.name in known and not text_matches(mark.text, known[mark.name]):
                text = f"the space {mark.name.removeprefix('space.')!r} says {mark.text!r}"
                yield FaceFault("number", face, text, mark=mark.name, aspect="text")


class _CellPrint(NamedTuple):
    """The texts of one print of a cell, from all sections that show it, and the first face that does.

    `says` are the translations of texts in the language of the sheets.
    """

    face: ReadPiece
    texts: list[str]
    says: Mapping[str, str]


CellPrints = dict[tuple[str, int, str], _CellPrint]


def check_cell_labels(case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield the cells of a board that do not show their label or the letter of their color (GF126)."""
    if part.board is None:
        return
    cells, colors = part.board.cells, case.game.colors
    own = {name: cell.label for name, cell in cells.items() if cell.label}
    letters = {name: colors[cell.color].letter for name, cell in cells.items() if cell.color in colors}
    letters = {name: letter for name, letter in letters.items() if letter}
    prints = _collect_prints(part, part.board, shown.find_faces(part), case.translated_words)
    faults = [*_check_signs("label", part.board, own, prints), *_check_signs("letter", part.board, letters, prints)]
    yield from faults or _check_names(part.board, prints)


def _check_names(board: Board, prints: CellPrints) -> Iterator[FaceFault]:
    """Yield the cells that show the name of another cell, on a board whose cells with words show names."""
    names = {cell.id for cell in board.inner_cells if len(cell.id) > 1}
    written = [(name, print_) for (_, _, name), print_ in prints.items() if name in names and any(print_.texts)]
    shown = [(name, print_, other) for name, print_ in written if (other := _find_name(print_, name, names))]
    if len(shown) < max(_FEWEST_NAMES, _NAMES_SHARE * len(written)):
        return
    for name, print_, other in shown:
        if other != name:
            text = f"the cell {name!r} shows {other!r}, which is the name of another cell"
            yield FaceFault("name", print_.face, text, mark=f"cell.{name}", aspect="text")


def _find_name(print_: _CellPrint, own: str, names: Set[str]) -> str:
    """Return the name of a cell that a print shows, its own if it does; empty if it shows none."""
    if _find_sign(print_, {own}):
        return own
    words = {word for text in print_.texts for word in (text, *text.split())}
    return next(iter(sorted(names & words)), "")


def _collect_prints(part: Part, board: Board, faces: Sequence[ReadPiece], says: Mapping[str, str]) -> CellPrints:
    """Return the texts in each cell of each copy of a board."""
    designs = {design.id: base_design(design) for design in part.designs}
    prints: CellPrints = {}
    for face in faces:
        for mark in face.marks if face.design in designs else ():
            name = mark.name.removeprefix("cell.")
            if mark.name.startswith("cell.") and name in board.cells:
                key = designs[face.design], face.copy, name
                print_ = prints.setdefault(key, _CellPrint(face, [], says))
                print_.texts.append(mark.text)
    return prints


def _check_signs(what: str, board: Board, signs: Mapping[str, str], prints: CellPrints) -> Iterator[FaceFault]:
    """Yield the cells that do not show their sign, a label or a letter, if their kind shows signs in words."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for name, sign in signs.items():
        kinds[board.cells[name].kind].add(sign)
    shown = {kind for kind, known in kinds.items() if _kind_shows_signs(kind, known, board, signs, prints)}
    for (_, _, name), print_ in prints.items():
        kind = board.cells[name].kind
        if kind in shown and (text := _describe_sign_fault(what, name, signs.get(name, ""), print_, kinds[kind])):
            yield FaceFault(what, print_.face, text, mark=f"cell.{name}", aspect="text")


def _kind_shows_signs(kind: str, known: set[str], board: Board, signs: Mapping[str, str], prints: CellPrints) -> bool:
    """Return whether a kind shows signs in words: one cell shows its own, or all cells with words show some sign."""
    of_kind = [(name, print_) for (_, _, name), print_ in prints.items() if board.cells[name].kind == kind]
    if any(name in signs and _find_sign(print_, {signs[name]}) for name, print_ in of_kind):
        return True
    written = [print_ for _, print_ in of_kind if any(print_.texts)]
    return bool(written) and all(_find_sign(print_, known) for print_ in written)


def _describe_sign_fault(what: str, name: str, sign: str, print_: _CellPrint, known: set[str]) -> str:
    if sign and not _find_sign(print_, {sign}):
        there = " and ".join(repr(text) for text in dict.fromkeys(print_.texts) if text)
        return f"the cell {name!r} has the {what} {sign!r}, but shows {there or 'no words'}"
    if not sign and (other := _find_sign(print_, known)):
        return f"the cell {name!r} has no {what}, but shows {other!r}, which belongs to another cell"
    return ""


def _find_sign(print_: _CellPrint, signs: set[str]) -> str:
    """Return the first of some signs that a print shows, empty if it shows none."""
    return next((sign for sign in sorted(signs) for text in print_.texts if text_contains(text, sign, print_.says)), "")
