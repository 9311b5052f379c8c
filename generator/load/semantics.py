"""Check what no single value of a game shows: counts, ids, references, groups, roles and icons."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.language.emphasis import find_icons
from generator.language.row_ids import make_row_id
from generator.language.suggestions import did_you_mean, nearest_name
from generator.load.conversion import describe_value
from generator.load.made_colors import make_slug
from generator.load.rules_entry import check_rules_entry, find_rules_node, suggest_role
from generator.load.yaml_nodes import Node
from generator.model.data_types import MOST_COPIES
from generator.model.finding import Finding, Place
from generator.model.finding_codes import explain_unwaivable
from generator.model.game import ComponentKind, PartData, Row

_ID = re.compile(r"[a-z][a-z0-9-]*")
_ID_RULE = "a lowercase letter, then lowercase letters, digits and -"
_ROLE = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*")
_CELL_ID = re.compile(r"[a-z]([A-Za-z0-9_-]|\.(?!\.))*")  # two dots make a range, such as r0c1..3
_OWN_CELL_NAME = re.compile(r"[A-Za-z]([A-Za-z0-9_-]|\.(?!\.))*")
_PLACE_KEYS = ("at", "diameter", "size", "polygon", "path")
_WORD = re.compile(r"[a-z][a-z0-9]*")
_RESERVED_NAMES = frozenset(
    "w h row colors game part parts values spaces corners cell cells routes areas rings center faces tabs facts".split()
    + "ports lines loop outline".split()
)
_BOARD_FACTS = ("kinds", "colors", "labels", "joins", "routes")
_NAMED_SETS = ("kinds", "routes", "areas", "sections", "tracks", "tables")

Rows = tuple[Row, ...]


def validate_semantics(
    root: Node, rows: Mapping[str, Rows | None], kinds: Mapping[str, ComponentKind], is_whole: bool = True
) -> Iterator[Finding]:
    """Report GF003, GF005, GF006, GF008 and GF308; rows that are None could not be read and are skipped.

    A tree that is not whole lacks what no part needs.
    """
    yield from _check_ranges(root)
    yield from _check_names(root.get("parts"), _ID, f"a part's id is {_ID_RULE}")
    yield from _check_names(
        root.get("colors"), _ROLE, "a role is words of lowercase letters, digits and -, joined by dots"
    )
    yield from _check_color_names(root.get("colors"))
    yield from _check_claim_ids(root)
    yield from _check_waivers(root)
    yield from _check_figures(root)
    yield from check_icons(root)
    if terms := root.get("terms"):
        from generator.load.language_tables import check_term_usage  # few games have any

        yield from check_term_usage(terms)
    parts, colors = root.get("parts"), root.get("colors")
    yield from check_rules_entry(root, colors.items() if colors else (), is_whole)
    yield from _check_values(root, "figures")
    yield from _check_values(root, "parts")
    groups = set(_list_groups(colors.items() if colors else ()))
    for key, part in (parts.items() if parts else {}).items():
        if isinstance(part.value, dict) and parts:
            yield from _check_board(key, part, colors.items() if colors else {})
            yield from _check_slots(key, part, parts.items(), kinds)
            yield from _check_for_each(key, part, groups)
            yield from _check_row_ids(rows[key] or ())
            yield from check_icon_names(root, part, rows[key] or ())
            yield from _check_hidden(key, part, found, kinds) if (found := rows[key]) is not None else ()
            yield from _check_copies(key, part, parts.keys[key], rows[key])
            yield from _check_piece_color(key, part, colors.items() if colors else {}, kinds)


def _check_ranges(root: Node) -> Iterator[Finding]:
    for key in ("players", "minutes"):
        node = root.get(key)
        match [item.value for item in node.list()] if node else []:
            case [int() as fewest, int() as most] if node and fewest > most:
                yield Finding("GF006", node.place, f"{key}: the minimum, {fewest}, is greater than the maximum, {most}")


def _check_names(node: Node | None, form: re.Pattern[str], rule: str) -> Iterator[Finding]:
    for key, place in (node.keys if node else {}).items():
        if not form.fullmatch(key):
            slug = make_slug(key)
            hint = f"; write {slug!r}" if form.fullmatch(slug) else ""
            yield Finding("GF006", place, f"{key!r} is not a valid name: {rule}{hint}")


def _check_color_names(colors: Node | None) -> Iterator[Finding]:
    """Report colors of a group that share a name or a letter."""
    if colors is None:
        return
    groups: dict[str, list[str]] = {}
    for role in colors.items():
        groups.setdefault(role.rpartition(".")[0], []).append(role)
    groups.pop("", None)
    for group, roles in groups.items():
        for word in ("name", "letter"):
            names = sorted(_list_color_names(colors, roles, word), key=_is_no_initial)
            found = ((name, place) for _, name, place in names)
            yield from _find_duplicates(found, f"in the group {group!r} the {word}")


def _is_no_initial(named: tuple[str, str, Place]) -> bool:
    """Return whether a letter does not begin the name of its color: of two that have it, this one is wrong."""
    role, name, _ = named
    return len(name) == 1 and role.rpartition(".")[2][:1] != name.casefold()


def _list_color_names(colors: Node, roles: Iterable[str], word: str) -> Iterator[tuple[str, str, Place]]:
    """Yield roles with their names or letters and the places of these; the default name is a role's last word."""
    for role in roles:
        node = colors.items()[role].get(word)
        if node and isinstance(node.value, str):
            yield role, node.value, node.place
        elif word == "name" and not (node and node.value is not None):
            yield role, role.rpartition(".")[2], colors.keys[role]


def _check_figures(root: Node) -> Iterator[Finding]:
    figures, rules = root.get("figures"), find_rules_node(root)
    yield from _check_names(figures, _ID, f"a figure's id is {_ID_RULE}")
    for key, figure in (figures.items() if figures else {}).items():
        yield from _check_figure_contents(root, key, figure)
        if figures and (rules is None or rules.value is None) and not (root.get("rules") and rules is None):
            yield Finding("GF308", figures.keys[key], f"the figure {key!r} is shown nowhere: the game has no rules")
    if cover := root.get("cover"):
        yield from _check_reference(cover, "cover", "figure", figures)


def _check_figure_contents(root: Node, key: str, figure: Node) -> Iterator[Finding]:
    """Report parts and figures that a figure shows and that do not exist, and steps that have steps themselves."""
    parts, figures = root.get("parts"), root.get("figures")
    further = figure.get("parts")
    named = [("part", part)] if (part := figure.get("part")) else []
    named += [(f"parts[{number}]", each) for number, each in enumerate(further.list() if further else [])]
    for word in ("pieces", "things"):
        items = enumerate(each.list() if (each := figure.get(word)) else [])
        named += [(f"{word}[{number}].part", part) for number, item in items if (part := item.get("part"))]
    for where, each in named if parts else ():  # without `parts`, which must be there, that is what is told
        yield from _check_reference(each, f"figures.{key}.{where}", "part", parts)
    for number, step in enumerate(steps.list() if (steps := figure.get("steps")) else []):
        if (each := step.get("figure")) is None:
            continue
        where = f"figures.{key}.steps[{number}].figure"
        yield from _check_reference(each, where, "figure", figures)
        other = figures.get(each.value) if figures and isinstance(each.value, str) else None
        if other and other.get("steps"):
            yield Finding("GF006", each.place, f"{where}: {each.value!r} has steps of its own, so it cannot be a step")


def _check_reference(named: Node, where: str, what: str, known: Node | None) -> Iterator[Finding]:
    """Report a part or figure that the game does not have (GF008)."""
    ids = known.items() if known else {}
    if isinstance(named.value, str) and named.value not in ids:
        message = f"{where}: the game has no {what} {named.value!r}{did_you_mean(named.value, ids)}"
        yield Finding("GF008", named.place, message)


def _check_values(root: Node, every: str) -> Iterator[Finding]:
    """Report empty values for templates, such as `seat:` with nothing after it."""
    owners = root.get(every)
    for key, owner in (owners.items() if owners else {}).items():
        values = owner.get("values")
        for name, value in (values.items() if values else {}).items():
            for each in _iterate_leaves(value):
                if each.value is None:
                    message = f'{every}.{key}.values.{name} is empty; write "" for an empty text'
                    yield Finding("GF006", each.place, message)


def _iterate_leaves(node: Node) -> Iterator[Node]:
    """Yield the scalars in a value, at any depth."""
    inner = [*node.items().values(), *node.list()]
    for each in inner:
        yield from _iterate_leaves(each)
    if not inner:
        yield node


def _check_board(key: str, part: Node, roles: Iterable[str]) -> Iterator[Finding]:
    """Report ids of a board that have a wrong form, and unknown color roles of its cells."""
    for word in _NAMED_SETS:
        rule = f"a key of {word} is {_ID_RULE}"
        yield from _check_names(part.get(word), _ID, rule)
    for word in ("slots", "pockets", "counters"):
        rule = "a cell's id is a lowercase letter, then letters, digits, _, - and single dots"
        yield from _check_names(part.get(word), _CELL_ID, rule)
    cross, colors, cells = part.get("cross"), part.get("colors"), part.get("cells")
    yield from _check_own_names(cells, part.get("names"))
    arms = cross.get("arms") if cross else None
    for arm in arms.list() if arms else []:
        if isinstance(arm.value, str) and not _ID.fullmatch(arm.value):
            message = f"parts.{key}.cross.arms: an arm is {_ID_RULE}"
            yield Finding("GF006", arm.place, f"{message}, not {arm.value!r}")
    used = list(colors.keys.items()) if colors else []
    for cell in (cells.items() if cells else {}).values():
        color = cell.get("color")
        used += [(color.value, color.place)] if color and isinstance(color.value, str) else []
    for role, place in used:
        if role not in roles:
            hint = did_you_mean(role, roles) if roles else "; add it to `colors` of the game, or use `kinds`"
            yield Finding("GF008", place, f"parts.{key}: there is no color role {role!r}{hint}")


def _check_own_names(cells: Node | None, names: Node | None) -> Iterator[Finding]:
    """Report names of a designer's own cells that no group of a template can have (GF006)."""
    own = [(name, place) for name, place in (cells.keys if cells else {}).items() if _has_place(cells, name)]
    own += [(each.value, each.place) for each in (names.list() if names else []) if isinstance(each.value, str)]
    for name, place in own:
        if not _OWN_CELL_NAME.fullmatch(name):
            rule = "the name of a cell is a letter from a to z, then letters, digits, _, - and single dots"
            yield Finding("GF006", place, f"{name!r} is not: {rule}; write other letters and blanks in its `label`")


def _has_place(cells: Node | None, name: str) -> bool:
    cell = cells.items()[name] if cells else None
    return cell is not None and any(cell.get(key) for key in _PLACE_KEYS)


def _check_slots(
    key: str, board: Node, parts: Mapping[str, Node], kinds: Mapping[str, ComponentKind]
) -> Iterator[Finding]:
    """Report slots for an unknown part or for a board."""
    slots = board.get("slots")
    for name, slot in (slots.items() if slots else {}).items():
        part, path = slot.get("part"), f"parts.{key}.slots.{name}.part"
        if part is None or not isinstance(part.value, str) or not part.value:
            continue
        if part.value not in parts:
            hint = did_you_mean(part.value, parts)
            yield Finding("GF008", part.place, f"{path}: the game has no part {part.value!r}{hint}")
        elif (kind := _find_kind(parts[part.value], kinds)) and kind.board:
            named = parts[part.value].items()["kind"].value
            says = f"{path}: {part.value!r} is a {named}, and a {named} cannot lie in a slot"
            yield Finding("GF006", part.place, says)


def _find_kind(part: Node, kinds: Mapping[str, ComponentKind]) -> ComponentKind | None:
    """Return the kind of a part; None if it names none that there is."""
    kind = part.get("kind")
    return kinds[kind.value] if kind and isinstance(kind.value, str) and kind.value in kinds else None


def _check_hidden(key: str, part: Node, rows: Rows, kinds: Mapping[str, ComponentKind]) -> Iterator[Finding]:
    """Report hidden facts that the part does not have (GF008)."""
    values, hidden = part.get("values"), part.get("hidden")
    known = dict.fromkeys([*(column for row in rows for column in row.values), *(values.items() if values else ())])
    kind = _find_kind(part, kinds)
    known |= dict.fromkeys(_BOARD_FACTS) if kind and kind.board else {}
    for each in hidden.list() if hidden else []:
        if isinstance(each.value, str) and each.value not in known:
            message = f"parts.{key}.hidden: the part has no column or value {each.value!r}"
            yield Finding("GF008", each.place, f"{message}{did_you_mean(each.value, known)}")


def _check_claim_ids(root: Node) -> Iterator[Finding]:
    lists = [node for key in ("claims", "unchecked") if (node := root.get(key))]
    ids = [key for node in lists for item in node.list() if (key := item.get("id"))]
    yield from _find_duplicates(((str(key.value), key.place) for key in ids), "claim")


def _check_waivers(root: Node) -> Iterator[Finding]:
    """Report waivers of codes that cannot be waived, or about something that does not exist."""
    waivers, claims = root.get("waivers"), root.get("claims")
    names = [str(key.value) for claim in (claims.list() if claims else []) if (key := claim.get("id"))]
    names += [name for every in ("parts", "figures") if (node := root.get(every)) for name in node.items()]
    for number, waiver in enumerate(waivers.list() if waivers else []):
        at, code = waiver.get("at"), waiver.get("code")
        if code and isinstance(code.value, str) and (wrong := explain_unwaivable(code.value)):
            yield Finding("GF006", code.place, f"waivers[{number}].code: {wrong}")
        if at and isinstance(at.value, str) and at.value not in names and len(at.value.split()) < 2:
            message = f"waivers[{number}].at: there is no part, claim or figure {at.value!r}"
            yield Finding("GF008", at.place, f"{message}{did_you_mean(at.value, names)}")


def _list_groups(roles: Iterable[str]) -> Iterator[str]:
    """Yield the groups of the roles: `player` for `player.red`."""
    for role in roles:
        words = role.split(".")
        yield from (".".join(words[:end]) for end in range(1, len(words)))


def _check_for_each(key: str, part: Node, groups: set[str]) -> Iterator[Finding]:
    group = part.get("for_each")
    if group and isinstance(group.value, str) and group.value not in groups:
        hint = did_you_mean(group.value, groups) or "; a role such as player.red makes the group player"
        yield Finding("GF008", group.place, f"parts.{key}.for_each: there is no color group {group.value!r}{hint}")
    elif (
        group and isinstance(group.value, str) and (group.value in _RESERVED_NAMES or not _WORD.fullmatch(group.value))
    ):
        taken = group.value in _RESERVED_NAMES
        why = "templates use that name for something else" if taken else "it must be one plain word, for templates"
        yield Finding("GF006", group.place, f"parts.{key}.for_each cannot be {group.value!r}: {why}")


def _check_row_ids(rows: Rows) -> Iterator[Finding]:
    ids = [(row, row.values["id"]) for row in rows if "id" in row.values]
    for row, value in ids:
        if type(value) not in (str, int, float) or not make_row_id(value):
            says = "a row's id is a number or a name with letters or digits"
            yield Finding("GF006", row.place("id"), f"{says}, not {describe_value(value)}")
    if len({make_row_id(value) for _, value in ids}) < len(ids):
        yield from _find_duplicates(((make_row_id(value), row.place("id")) for row, value in ids if value != ""), "row")
    yield from _check_missing_cells(rows, "id", len(ids))


def _find_duplicates(ids: Iterable[tuple[str, Place]], what: str) -> Iterator[Finding]:
    first: dict[str, Place] = {}
    for key, place in ids:
        if key in first:
            where = f"is given twice; the {'first' if first[key] <= place else 'other'} is at {first[key]}"
            if place == first[key]:
                where = "is made twice: a mapping of lists makes a row of every combination; write a list of mappings"
            yield Finding("GF003", place, f"{what} {key!r} {where}")
        first.setdefault(key, place)


def _check_copies(key: str, part: Node, owner: Place, rows: Rows | None) -> Iterator[Finding]:
    """Report parts whose copies are given not at all, only in some rows, or out of bounds."""
    given, counted = part.get("copies"), [row for row in rows or () if "copies" in row.values]
    if rows is not None and not counted and (given is None or given.value is None):
        message = f"parts.{key} needs 'copies': a whole number for each design, or a column 'copies' in its rows"
        unknown = part.items().keys() - set(PartData.__struct_fields__)
        if given or not any(nearest_name(each, ["copies"]) for each in unknown):  # GF004 reports a misspelled key
            yield Finding("GF005", owner, message)
    yield from _check_missing_cells(rows or (), "copies", len(counted))
    for row in counted:
        value = row.values["copies"]
        if type(value) is not int or not 1 <= value <= MOST_COPIES:
            wanted = f"a whole number of at least 1 and at most {MOST_COPIES:,}"
            message = f"copies must be {wanted}, not {'an empty cell' if value == '' else describe_value(value)}"
            yield Finding("GF006", row.place("copies"), message)


def _check_piece_color(
    key: str, part: Node, roles: Iterable[str], kinds: Mapping[str, ComponentKind]
) -> Iterator[Finding]:
    """Report the color of a kind that has one, if the game does not have it (GF008)."""
    kind, color = _find_kind(part, kinds), part.get("color")
    has_color = kind and "color" in kind.data.__struct_fields__
    if has_color and color and isinstance(color.value, str) and color.value not in roles:
        hint = suggest_role(color.value, roles)
        yield Finding("GF008", color.place, f"parts.{key}.color: there is no color role {color.value!r}{hint}")


def _check_missing_cells(rows: Sequence[Row], column: str, found: int) -> Iterator[Finding]:
    if 0 < found < len(rows):
        for row in rows:
            if column not in row.values:
                yield Finding("GF005", row.place(), f"the row needs {column!r}, since other rows have it")


def check_icons(root: Node) -> Iterator[Finding]:
    """Report icons whose color is no role of the game (GF008)."""
    icons, colors = root.get("icons"), root.get("colors")
    roles = colors.items() if colors else {}
    for name, icon in (icons.items() if icons else {}).items():
        color = icon.get("color")
        if color and isinstance(color.value, str) and color.value and color.value not in roles:
            message = f"icons.{name}.color: there is no color role {color.value!r}{did_you_mean(color.value, roles)}"
            yield Finding("GF008", color.place, message)


def check_icon_names(root: Node, part: Node, rows: tuple[Row, ...]) -> Iterator[Finding]:
    """Report braces in the rows or the values of a part with nearly the name of an icon (GF008).

    Braces that hold anything else are printed as they stand.
    """
    icons = root.get("icons")
    if not icons or not icons.items():
        return
    known = icons.items()
    for row in rows:
        for column, value in row.values.items():
            for text in value if isinstance(value, list) else (value,):
                if isinstance(text, str) and "{" in text:
                    yield from _check_text(text, known, row, column)
    values = part.get("values")
    for node in (values.items() if values else {}).values():
        for each in node.list() or (node,):
            names = find_icons(each.value) if isinstance(each.value, str) else ()
            yield from (_unknown_icon(name, near, each.place) for name, _ in names if (near := _find_near(name, known)))


def _check_text(text: str, known: dict[str, Node], row: Row, column: str) -> Iterator[Finding]:
    for name, index in find_icons(text):
        if near := _find_near(name, known):
            yield _unknown_icon(name, near, _locate_in_cell(row, column, text, index))


def _find_near(name: str, known: dict[str, Node]) -> str:
    """Return the icon whose name is nearly that in braces; empty for an icon, and if none is near."""
    return "" if name in known else nearest_name(name, known)


def _unknown_icon(name: str, near: str, place: Place) -> Finding:
    says = f"the game has no icon {name!r}; did you mean {near!r}? Write \\{{ before what is printed in braces"
    return Finding("GF008", place, says)


def _locate_in_cell(row: Row, column: str, text: str, index: int) -> Place:
    """Return the place of a character of a cell of a CSV file; of the cell if quotes or line ends come before it."""
    place, before = row.place(column), text[:index]
    if row.places is not None or not place.column or "\n" in before or '"' in before:
        return place
    line = row.raw.split("\n")[place.line - row.line]
    start = place.column - 1 + (line[place.column - 1 : place.column] == '"')
    return place._replace(column=start + index + 1) if line.startswith(text[: index + 1], start) else place
