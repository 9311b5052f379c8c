"""Change a game.yaml as its form asks: a value, an entry, the layout of a part, a new part, the rules."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from generator.components import KINDS, KINDS_OF_ROWS
from generator.load.conversion import build_schema
from generator.load.layout_columns import Columns, read_usual_names
from generator.load.layouts import list_layouts, match_columns, read_layout
from generator.load.yaml_nodes import Node, to_plain
from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import Place, refuse
from generator.model.layout import LAYOUT_BACKS, STYLE_KEYS, LayoutStyle, SlotData
from generator.pipeline.editing import yaml_edits
from generator.pipeline.editing.form_fields import NOTHING, FormNames, FormReader
from generator.pipeline.editing.game_files import find_free_path, read_game_file
from generator.pipeline.editing.game_texts import GAME_FILE
from generator.safety.files import is_ignored_name

ColumnsOfParts = Mapping[str, Mapping[str, Sequence[str]]]  # the values of each column, by part

_ID = re.compile(r"[a-z][a-z0-9-]*")
_TABLES = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".jsonl")
_MOST_NAMES = 500  # files that a field offers
_MOST_PLACES = 6  # that name a part, and are told
_NUMBERS = frozenset({"cost", "number", "stats"})  # slots that sample rows fill with numbers
_FILLED = frozenset({"title", "text"})  # others that sample rows fill, though they could be empty


class PartRequest(NamedTuple):
    """A part that is to be added: its title, a table of the game or none, and an id and a kind, if not as usual."""

    title: str
    table: str = ""
    id: str = ""
    kind: str = ""


class NewPart(NamedTuple):
    """A part that was added: the text of game.yaml, the same with the rows in it, and the table with its text.

    There is no table if the part takes one that was there before.
    """

    text: str
    trial: str
    table: str
    rows: str


@cache
def read_game_schema() -> Mapping[str, Any]:
    """Return the JSON Schema of game.yaml."""
    return build_schema(KINDS)


def open_form(folder: Path, text: str, file: str, columns: ColumnsOfParts) -> FormReader:
    """Return the form of a game.yaml, with the `columns` of the rows of its parts; DataError if it cannot be read."""
    root = yaml_edits.read_tree(text, file)
    return FormReader(read_game_schema(), text, root, _list_names(folder, root, columns))


def _list_names(folder: Path, root: Node, columns: ColumnsOfParts) -> FormNames:
    plain: Any = to_plain(root)
    parts, roles, figures = (_keys(yaml_edits.find_value(plain, (key,))) for key in ("parts", "colors", "figures"))
    templates = [name.removeprefix("templates/") for name in list_files(folder, "templates", (".svg.j2", ".svg"))]
    named = {
        "rows": list_table_files(folder),
        "front": templates,
        "back": templates,
        "kind": list(KINDS),
        "for_each": list(dict.fromkeys(role.rpartition(".")[0] for role in roles if "." in role)),
        "part": parts,
        "headings": roles,
        "cover": figures,
    }
    layouts = {}
    for part in parts:
        layout = yaml_edits.find_value(plain, ("parts", part, "layout"))
        name = layout.get("use") if isinstance(layout, dict) else layout
        if name in list_layouts():
            layouts[part] = _describe_layout(str(name), Columns(columns.get(part, {})))
    return FormNames(named, layouts, _style_schema()[1])


def _keys(found: Any) -> Sequence[str]:
    return list(found) if isinstance(found, dict) else []


def list_table_files(folder: Path) -> list[str]:
    """Return the tables beside game.yaml."""
    return list_files(folder, "", _TABLES)


def list_files(folder: Path, under: str, suffixes: Sequence[str]) -> list[str]:
    """Return the files of a game with some suffixes, by their paths in its folder; hidden ones do not count."""
    home = folder / under if under else folder
    found = home.rglob("*") if under else home.glob("*")
    names = (path.relative_to(folder).as_posix() for path in sorted(found) if path.is_file())
    fitting = (name for name in names if name.endswith(tuple(suffixes)))
    return list(islice((name for name in fitting if not any(map(is_ignored_name, name.split("/")))), _MOST_NAMES))


@cache
def _style_schema() -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    (style,), defs = msgspec.json.schema_components([LayoutStyle], ref_template="#/$defs/{name}")
    properties = dict(defs[style["$ref"].rpartition("/")[2]]["properties"])
    properties["back"] = {**properties["back"], "anyOf": [{"enum": list(LAYOUT_BACKS)}]}
    return properties, defs


def _describe_layout(name: str, columns: Columns) -> Mapping[str, Any]:
    """Return a layout as a schema: a slot is one of the columns, or false to leave it empty."""
    offered, usual = read_layout(name), match_columns(name, columns)
    choices = {"anyOf": [{"enum": list(columns.names)}, {"const": False}]}
    slots = {
        slot: {"description": data.about, "default": ", ".join(usual.get(slot, ())), **choices}
        for slot, data in offered.slots.items()
    }
    use = {"description": offered.about, "enum": list_layouts()}
    properties = {"use": use, **slots, **_style_schema()[0]}
    return {"type": "object", "properties": properties, "shown": [*slots, "back"]}


def change_field(text: str, file: str, path: yaml_edits.Steps, value: Any) -> str:
    """Return the text with the value of a field, without it for NOTHING; a layout's short form is written out."""
    plain = to_plain(yaml_edits.read_tree(text, file))
    owner = yaml_edits.find_value(plain, path[:-1])
    if len(path) == 4 and path[2] == "layout" and isinstance(owner, str):
        if path[3] == "use" and value is not NOTHING:
            return yaml_edits.set_value(text, file, path[:3], value)
        text = yaml_edits.set_value(text, file, path[:3], {"use": owner})
    if value is NOTHING:
        return (
            text
            if yaml_edits.find_value(plain, path) is yaml_edits.MISSING
            else yaml_edits.remove_value(text, file, path)
        )
    return yaml_edits.set_value(text, file, path, value)


def take_layout(text: str, file: str, part: str, name: str) -> str:
    """Return the text with a layout for a part that has rows; slots that are named there stay.

    GF008 if there is no such layout, GF005 if there is no such part, GF004 for a slot that the layout does not have.
    """
    root = yaml_edits.read_tree(text, file)
    place = Place(file)
    if name not in list_layouts():
        raise refuse("GF008", place, f"there is no layout {name!r}")
    parts = root.get("parts")
    node = parts.get(part) if parts else None
    if node is None or not isinstance(node.value, dict):
        raise refuse("GF005", place, f"the game has no part {part!r}")
    layout, front = node.get("layout"), node.get("front")
    slots = layout.items() if layout else {}
    if unknown := next((slot for slot in slots if slot not in (*STYLE_KEYS, "use", *read_layout(name).slots)), ""):
        says = f"the layout of {part!r} names the slot {unknown!r}, which {name!r} does not have; remove it there first"
        raise refuse("GF004", slots[unknown].place, says)
    path: yaml_edits.Steps = ("parts", part, "layout")
    if front is not None and layout is None:
        text = yaml_edits.rename_key(text, file, ("parts", part, "front"), "layout")
    return yaml_edits.set_value(text, file, (*path, "use") if slots else path, name)


def rename_part(folder: Path, text: str, file: str, part: str, name: str) -> str:
    """Return the text with another id for a part, also where `part:` names it.

    GF006 if that is no id or is taken, GF005 if there is no such part; GF401 with the places where texts of the game
    name the part in another way, since these may mean something else.
    """
    parts = _keys(yaml_edits.find_value(to_plain(yaml_edits.read_tree(text, file)), ("parts",)))
    if part not in parts:
        raise refuse("GF005", Place(file), f"the game has no part {part!r}")
    _check_id(file, name, parts)
    changed = yaml_edits.rename_key(text, file, ("parts", part), name)
    for path in _find_named(to_plain(yaml_edits.read_tree(changed, file)), part):
        changed = yaml_edits.set_value(changed, file, path, name)
    if places := list(islice(_find_mentions(folder, text, part), _MOST_PLACES)):
        says = f"{part!r} is named at {', '.join(places)}; write the new id there by hand, and in game.yaml"
        raise refuse("GF401", Place(file), says)
    return changed


def _check_id(file: str, name: str, parts: Sequence[str]) -> None:
    if not _ID.fullmatch(name):
        raise refuse("GF006", Place(file), f"{name!r} cannot be an id: use a to z, digits and hyphens, a letter first")
    if name in parts:
        raise refuse("GF006", Place(file), f"the game has a part {name!r} already; give this one another id")


def _find_named(data: Any, part: str, path: yaml_edits.Steps = ()) -> Iterator[yaml_edits.Steps]:
    """Yield where `part:` names a part."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in entries:
        if step == "part" and value == part:
            yield (*path, step)
        else:
            yield from _find_named(value, part, (*path, step))


def _find_mentions(folder: Path, text: str, part: str) -> Iterator[str]:
    """Yield the places where a part may be named in a formula, in another YAML file, or in braces."""
    quoted, word = rf"""(?:'{part}'|"{part}")""", rf"(?<![\w-]){part}(?![\w-])"
    braces = rf"\{{[{{%][^}}]*{quoted}"
    texts = [(GAME_FILE, text, quoted)]
    drawn = [*list_files(folder, "", (".md",)), *list_files(folder, "templates", (".j2",))]
    for names, pattern in ((list_files(folder, "", (".yaml", ".yml", ".json")), word), (drawn, braces)):
        for name in names:
            if name != GAME_FILE:
                texts.append((name, (read_game_file(folder, name) or b"").decode("utf-8", "replace"), pattern))
    for name, said, pattern in texts:
        for number, line in enumerate(said.splitlines(), 1):
            if re.search(pattern, line):
                yield f"{name}:{number}"


def add_part(folder: Path, text: str, file: str, layout: str, request: PartRequest) -> NewPart:
    """Return a game with one more part, drawn by a layout, of a table of the game or of a new one with its slots.

    GF006 if the title spells no id, or if the layout does not draw the kind; GF008 if there is no such layout.
    """
    title, table, kind = request.title, request.table, request.kind
    if layout not in list_layouts():
        raise refuse("GF008", Place(file), f"there is no layout {layout!r}")
    name = request.id or re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    parts = _keys(yaml_edits.find_value(to_plain(yaml_edits.read_tree(text, file)), ("parts",)))
    if not request.id and not _ID.fullmatch(name):
        raise refuse("GF006", Place(file), f"{title!r} cannot name a part: begin it with a letter of a to z")
    _check_id(file, name, parts)
    kinds = read_layout(layout).kinds
    if kind and kind not in kinds:
        raise refuse("GF006", Place(file), f"the layout {layout!r} draws no {kind}; choose {' or '.join(kinds)}")
    trial = compose_part(layout, title)
    if kind and kind != trial["kind"]:  # only cards have sizes with names
        size = trial.get("size")
        trial |= {"kind": kind} | ({"size": list(CARD_SIZES[size])} if isinstance(size, str) else {})
    rows = trial.get("rows", [])
    made = "" if table or not rows else find_free_path(folder, f"{name}.csv")
    part = {**trial, "rows": table or made} if rows else trial
    path: yaml_edits.Steps = ("parts", name)
    changed = yaml_edits.set_value(text, file, path, part)
    tried = yaml_edits.set_value(text, file, path, trial) if made else changed
    return NewPart(changed, tried, made, _write_csv(rows) if made else "")


def list_drawn_kinds() -> list[str]:
    """Return the kinds of parts that some layout draws."""
    return sorted({kind for name in list_layouts() for kind in read_layout(name).kinds})


def compose_part(layout: str, title: str) -> dict[str, Any]:
    """Return a part that a layout draws, with rows to begin with; one that is a single piece has none."""
    offered = read_layout(layout)
    part: dict[str, Any] = {"kind": offered.example["kind"], "title": title, **offered.example}
    if "values" not in part and set(offered.kinds) & set(KINDS_OF_ROWS):
        part |= {"rows": [_sample_row(offered.slots, number) for number in (1, 2, 3)]}
    return {**part, "copies": 1, "layout": layout}


def _sample_row(slots: Mapping[str, SlotData], number: int) -> Mapping[str, str]:
    """Return a row to begin with, with a column for each slot; what a piece needs, and its text, are filled."""
    row = {}
    for slot, data in slots.items():
        names = (data.names or read_usual_names()["slots"].get(slot, slot)).split(",") if data.many > 1 else [slot]
        row.update({name.strip(): _sample_word(slot, data, number) for name in names[:2]})
    return row


def _sample_word(slot: str, data: SlotData, number: int) -> str:
    if slot in _NUMBERS:
        return str(number)
    return f"{'Card' if slot == 'title' else slot.capitalize()} {number}" if data.needed or slot in _FILLED else ""


def _write_csv(rows: Sequence[Mapping[str, str]]) -> str:
    made = io.StringIO()
    writer = csv.DictWriter(made, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return made.getvalue()


def add_rules(folder: Path, text: str, file: str, title: str) -> tuple[str, str, str]:
    """Return a game.yaml that names rules, and the name and the text of their file; GF006 if it has some already."""
    if yaml_edits.find_value(to_plain(yaml_edits.read_tree(text, file)), ("rules",)) is not yaml_edits.MISSING:
        raise refuse("GF006", Place(file), "the game has rules already; reload the page")
    name = find_free_path(folder, "rules.md")
    begun = f"# {title}\n\n## What you need\n\n## Setting up\n\n## A turn\n\n## Who wins\n"
    return yaml_edits.set_value(text, file, ("rules",), name), name, begun


def paint_colors(text: str, file: str, paints: Mapping[str, str]) -> str:
    """Return the text in which color roles have these paints; a tint, which they hold already, is left out."""
    for role, paint in paints.items():
        text = yaml_edits.set_value(text, file, ("colors", role, "paint"), paint)
        if (
            yaml_edits.find_value(to_plain(yaml_edits.read_tree(text, file)), ("colors", role, "tint"))
            is not yaml_edits.MISSING
        ):
            text = yaml_edits.remove_value(text, file, ("colors", role, "tint"))
    return text
