"""Read ready-made layouts, and put the templates and colors of a part's layout into the data of its game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from generator.language.expressions import list_briefly
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.load.conversion import convert, describe_value
from generator.load.files import display_path, read_inside
from generator.load.layout_columns import Columns, SlotFill, fill_slots, find_grouping
from generator.load.made_colors import find_roles, make_accent
from generator.load.part_rows import RowReader, is_name_of_copies
from generator.load.vocabulary import make_plain_vocabulary
from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row
from generator.model.layout import (
    CROP_COLUMNS,
    LAYOUT_BACKS,
    LAYOUT_FOLDER,
    STYLE_KEYS,
    Layout,
    LayoutFile,
    LayoutStyle,
)
from generator.program.identity import find_resources
from generator.safety.files import read_regular_file

_MOST_BYTES = 100_000
_MOST_EXTENDED = 8
_MOST_NAMED = 5
_PAINT = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_EXTENDED = re.compile(r"[\w./-]+\.ya?ml")


class LaidOutGame(NamedTuple):
    """The tree of a game whose parts have the templates of their layouts, and the layouts by part."""

    root: Node
    layouts: Mapping[str, Layout]
    files: tuple[str, ...] = ()


class _Choice(NamedTuple):
    """A layout as a part asks for it: its name, the keys that change it, and the files of the game that say so."""

    name: str
    place: Place
    keys: Mapping[str, Node]
    key_places: Mapping[str, Place]
    files: tuple[str, ...] = ()


def list_layouts() -> list[str]:
    """Return the names of the layouts that come with gutterfold."""
    folder = find_resources("templates") / LAYOUT_FOLDER
    return sorted(path.stem for path in folder.glob("*.yaml") if path.stem != "names")


@cache
def read_layout(name: str) -> LayoutFile:
    """Return a layout that comes with gutterfold; DataError for a faulty file."""
    path = find_resources("templates") / LAYOUT_FOLDER / f"{name}.yaml"
    findings: list[Finding] = []
    node = read_yaml(read_regular_file(path, _MOST_BYTES).decode(), f"{LAYOUT_FOLDER}/{path.name}", findings)
    found = convert(node, LayoutFile, "", node.place, findings)
    if found is None:
        raise DataError(findings)
    return found


def lay_out(folder: Path, root: Node, reader: RowReader, findings: list[Finding], notes: list[Finding]) -> LaidOutGame:
    """Return the game with a template, and the colors that are made, for each part with a `layout`.

    Notes say what fills each slot (GF014). GF004, GF006, GF008 for what a layout does not have or is not there.
    """
    parts = root.get("parts")
    asking = {key: part for key, part in (parts.items() if parts else {}).items() if part.get("layout")}
    layouts: dict[str, Layout] = {}
    files: list[str] = []
    for key, part in asking.items():
        try:
            choice = _read_choice(folder, part, f"parts.{key}.layout")
            files += choice.files
            if (rows := reader.read(part, key)) is not None:  # otherwise what is wrong with them is told
                root, layouts[key] = _lay_out_part(root, key, choice, rows, notes)
                findings += _check_crops(rows) if layouts[key].columns.get("art") else ()
        except DataError as error:
            findings += error.findings
    return LaidOutGame(root, layouts, tuple(dict.fromkeys(files)))


def _read_choice(folder: Path, part: Node, path: str) -> _Choice:
    """Return the layout that a part uses, with what the files that extend it say; DataError."""
    node = part.items()["layout"]
    front = part.get("front")
    if front is not None and front.value is not None:
        says = f"{path}: the part has a `front` too; keep the layout or the template"
        raise refuse("GF006", node.place, says)
    keys, places = dict(node.items()), dict(node.keys)
    used = keys.pop("use", None) if isinstance(node.value, dict) else node
    if used is None:
        raise refuse("GF005", node.place, f"{path} needs the key 'use': the name of a layout")
    files: list[str] = []
    while isinstance(used.value, str) and _EXTENDED.fullmatch(used.value):
        name = used.value
        if len(files) == _MOST_EXTENDED or name in files:
            raise refuse("GF006", used.place, f"{name}: the files of this layout extend one another without end")
        files.append(name)
        found: list[Finding] = []
        file = read_yaml(read_inside(folder, name, used.place), display_path(folder / name), found)
        if found:
            raise DataError(found)
        used = file.get("extends")
        if used is None:
            raise refuse("GF005", file.place, "the file needs the key 'extends': the layout that it changes")
        keys = {key: child for key, child in file.items().items() if key != "extends"} | keys
        places = {**file.keys, **places}
    if not isinstance(used.value, str) or used.value not in list_layouts():
        hint = did_you_mean(str(used.value), list_layouts())
        says = f"{path}: there is no layout {describe_value(used.value)}{hint}"
        raise refuse("GF008", used.place, f"{says}; `gutterfold layouts` shows them all")
    return _Choice(used.value, used.place, keys, places, tuple(files))


def _lay_out_part(
    root: Node, key: str, choice: _Choice, rows: Sequence[Row], notes: list[Finding]
) -> tuple[Node, Layout]:
    part, path = root.items()["parts"].items()[key], f"parts.{key}.layout"
    offered = read_layout(choice.name)
    style = _read_style(choice, offered, path)
    columns = _list_columns(part, rows)
    given = {name: child for name, child in choice.keys.items() if name not in STYLE_KEYS}
    if unknown := next((name for name in given if name not in offered.slots), ""):
        hint = did_you_mean(unknown, [*offered.slots, *STYLE_KEYS])
        says = f"{path}: the layout {choice.name!r} has no slot {unknown!r}{hint}"
        raise refuse("GF004", choice.key_places[unknown], says)
    filled = fill_slots(offered.slots, given, columns, path, choice.place)
    _check_needed(offered, filled.columns, choice, path)
    by = _find_grouping(part, style, columns, choice, path)
    roles, root = find_roles(root, by, columns.words(by)) if by else ({}, root)
    role, root = _find_role(root, part, style, choice, path)
    layout = Layout(
        name=choice.name,
        slots={name: slot.many for name, slot in offered.slots.items()},
        columns=filled.columns,
        style=style,
        icons={name: _find_icon(root, icon, path) for name, icon in filled.icons.items()},
        by=by,
        roles=roles,
        role=role,
    )
    used = {"id", *(filter(is_name_of_copies, columns.names) if "copies" in columns.names else ())}
    left = [name for name in columns.names if name not in _list_shown(layout) and name not in used]
    told = [name for name in left if name not in CROP_COLUMNS or "art" not in layout.columns]
    notes.append(Finding("GF014", choice.place, f"{path}: {_describe(layout, told)}", "note"))
    notes += _warn_of_bare_rows(offered, filled.columns, rows)
    return _put_part(root, key, _complete_part(part, layout, left, choice.place)), layout


def _check_crops(rows: Sequence[Row]) -> list[Finding]:
    """Return what cannot crop a picture: GF006, at the cell."""
    return [
        Finding("GF006", row.place(name), f"{name} is a number from {least} to {most}, or empty, not {value!r}")
        for row in rows
        for name, (least, most) in CROP_COLUMNS.items()
        if (value := row.values.get(name)) not in (None, "")
        and not (isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most)
    ]


def _warn_of_bare_rows(
    offered: LayoutFile, columns: Mapping[str, Sequence[str]], rows: Sequence[Row]
) -> Iterator[Finding]:
    """Yield a warning of rows that are printed without a title and a picture: totals, units, headings (GF014)."""
    needed = [name for slot in offered.slots if offered.slots[slot].needed for name in columns.get(slot, ())]
    sought = [*needed, *columns.get("art", ())]
    bare = [row for row in rows if needed and all(row.values.get(name) in (None, "") for name in sought)]
    if bare and len(bare) < len(rows):
        lines = list_briefly([str(row.line) for row in bare], _MOST_NAMED)
        says = f"{count_noun(len(bare), 'card')} {'has' if len(bare) == 1 else 'have'} nothing in {needed[0]!r}: row"
        says = f"{says}{'s' * (len(bare) > 1)} {lines}; fill it, or take what is no card out of the table"
        yield Finding("GF014", bare[0].place(needed[0]), says, "warning")


def _list_shown(layout: Layout) -> set[str]:
    return {*chain.from_iterable(layout.columns.values()), layout.by}


def _list_columns(part: Node, rows: Sequence[Row]) -> Columns:
    """Return the columns of a part's rows, or its `values` if it has no rows."""
    if rows:
        return read_columns(rows)
    values = part.get("values")
    given = {name: [to_plain(child)] for name, child in (values.items() if values else {}).items()}
    return Columns(given, are_rows=False)


def _read_style(choice: _Choice, offered: LayoutFile, path: str) -> LayoutStyle:
    findings: list[Finding] = []
    own = {name: Node(choice.place, value) for name, value in offered.style.items()}
    asked = {name: child for name, child in choice.keys.items() if name in STYLE_KEYS}
    node = Node(choice.place, own | asked, {name: choice.key_places.get(name, choice.place) for name in own | asked})
    style = convert(node, LayoutStyle, path, choice.place, findings)
    if style is None:
        raise DataError(findings)
    if style.back is not None and style.back not in LAYOUT_BACKS:
        hint = did_you_mean(style.back, LAYOUT_BACKS)
        raise refuse("GF008", asked["back"].place, f"{path}.back: there is no back {style.back!r}{hint}")
    if style.fit.least > style.fit.largest:
        raise refuse(
            "GF006", asked["fit"].place, f"{path}.fit: `to` is larger than `from`; text shrinks from one to the other"
        )
    return style


def _check_needed(offered: LayoutFile, columns: Mapping[str, Sequence[str]], choice: _Choice, path: str) -> None:
    lacking = [name for name, slot in offered.slots.items() if slot.needed and not columns.get(name)]
    if lacking:
        says = f"{path}: no column fills the slot {lacking[0]!r} of {choice.name!r}, {offered.slots[lacking[0]].about}"
        raise refuse("GF005", choice.place, f"{says}; name one, such as `{lacking[0]}: Name`")


def _find_grouping(part: Node, style: LayoutStyle, columns: Columns, choice: _Choice, path: str) -> str:
    """Return the column that gives the pieces their colors; empty if there is none."""
    if isinstance(style.frame, str) or (style.frame and style.frame.color and not style.frame.by):
        return ""
    if part.get("for_each"):
        return ""
    asked = style.frame.by if style.frame else ""
    if asked and asked not in columns.names:
        place = choice.keys["frame"].place
        hint = did_you_mean(asked, columns.names)
        raise refuse("GF008", place, f"{path}.frame.by: there is no column {asked!r}{hint}")
    return asked or find_grouping(columns)


def _find_role(root: Node, part: Node, style: LayoutStyle, choice: _Choice, path: str) -> tuple[str, Node]:
    """Return the color role, or the paint, of pieces that no column gives a color, and the game that has it."""
    asked = style.frame if isinstance(style.frame, str) else style.frame.color if style.frame else ""
    colors = root.get("colors")
    roles = colors.items() if colors else {}
    if not asked:
        return make_accent(root)
    if asked not in roles and not _PAINT.fullmatch(asked):
        hint = did_you_mean(asked, roles)
        says = (
            f"{path}.frame: {asked!r} is no color role and no #rrggbb{hint}; a column is named by `frame: {{by: suit}}`"
        )
        raise refuse("GF008", choice.keys["frame"].place, says)
    return asked, root


def _find_icon(root: Node, fill: SlotFill, path: str) -> str:
    """Return what is drawn for an icon: that of the game, or a symbol that comes with gutterfold (GF008)."""
    icons = root.get("icons")
    own = icons.items() if icons else {}
    if fill.icon in own:
        icon = own[fill.icon]
        drawn = icon.get("draw") or icon
        return str(drawn.value)
    symbols = list_symbols()
    if fill.icon not in symbols:
        hint = did_you_mean(fill.icon, [*own, *symbols])
        raise refuse("GF008", fill.place, f"{path}: there is no icon {fill.icon!r}{hint}")
    return f"icons.svg#{fill.icon}"


@cache
def list_symbols() -> tuple[str, ...]:
    """Return the names of the symbols that come with gutterfold."""
    text = read_regular_file(find_resources("templates") / "icons.svg", 1_000_000).decode()
    return tuple(re.findall(r'<symbol id="([\w-]+)"', text))


def _describe(layout: Layout, left: Sequence[str]) -> str:
    """Return what fills the slots of a layout, what gives the color, and which columns are not printed."""
    filled = (f"{slot} is {' or '.join(map(repr, names)) if layout.slots[slot] == 1 else ', '.join(map(repr, names))}"
              for slot, names in layout.columns.items() if names)  # fmt: skip
    said = [f"{layout.name}: {'; '.join(filled) or 'no slot is filled'}"]
    said += [f"the color follows {layout.by!r}"] if layout.by else []
    said += [f"not printed: {', '.join(map(repr, left))}"] if left else []
    return "; ".join(said)


def _complete_part(part: Node, layout: Layout, left: Sequence[str], place: Place) -> Node:
    """Return a part with the templates of its layout; what no slot shows is not meant to be seen."""
    keys = {"front": Node(place, layout.style.template or f"{LAYOUT_FOLDER}/{layout.name}.svg.j2")}
    back = part.get("back")
    if layout.style.back and (back is None or back.value is None):
        keys["back"] = Node(place, f"{LAYOUT_FOLDER}/backs/{layout.style.back}.svg.j2")
    hidden = part.get("hidden")
    said = hidden.list() if hidden else []
    named = {each.value for each in said}
    keys["hidden"] = Node(place, [*said, *(Node(place, name) for name in left if name not in named)])
    return part._replace(value={**part.items(), **keys}, keys={**part.keys, **dict.fromkeys(keys, place)})


def _put_part(root: Node, key: str, part: Node) -> Node:
    parts = root.items()["parts"]
    return root._replace(value={**root.items(), "parts": parts._replace(value={**parts.items(), key: part})})


def read_table_rows(folder: Path, name: str) -> tuple[Row, ...]:
    """Return the rows of a table that belongs to no game yet, such as `cards.csv` or `cards.xlsx:Hand`; DataError."""
    place = Place(name)
    reader = RowReader(folder, make_plain_vocabulary({}), [], [])
    rows = reader.read(Node(place, {"rows": Node(place, name)}, {"rows": place}), "card")
    if reader.findings or not rows:
        raise DataError(reader.findings or [Finding("GF002", place, "the table has no rows")])
    return rows


def read_columns(rows: Sequence[Row]) -> Columns:
    """Return the columns of some rows."""
    names = dict.fromkeys(chain.from_iterable(row.values for row in rows))
    return Columns({name: [row.values.get(name) for row in rows] for name in names})


def match_columns(name: str, columns: Columns) -> Mapping[str, Sequence[str]]:
    """Return the columns of usual names that fill the slots of a layout."""
    return fill_slots(read_layout(name).slots, {}, columns, "", Place("")).columns


def list_guesses(name: str, columns: Columns) -> Mapping[str, Sequence[str]]:
    """Return the columns of the slots of a layout that are filled, or left empty, for what the columns hold."""
    by_name = match_columns(name, columns.guess({}))
    return {slot: found for slot, found in match_columns(name, columns).items() if found != by_name[slot]}


def propose_layouts(columns: Columns, kind: str = "card") -> Iterator[str]:
    """Yield the layouts that can show some columns: those that show the most of them first, then the usual and full."""
    scored = []
    for name in list_layouts():
        offered, filled = read_layout(name), match_columns(name, columns)
        if kind in offered.kinds and all(filled[slot] for slot, data in offered.slots.items() if data.needed):
            fitness = offered.usual - sum(not names for names in filled.values())
            scored.append((-sum(map(len, filled.values())), -fitness, -offered.usual, name))
    yield from (name for *_, name in sorted(scored))
