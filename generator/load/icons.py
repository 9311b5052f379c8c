"""Check the icons of a game, and the texts of its parts that name icons in braces."""

from collections.abc import Iterator

from generator.language.emphasis import find_icons
from generator.language.suggestions import did_you_mean, nearest_name
from generator.load.yaml_nodes import Node
from generator.model.finding import Finding, Place
from generator.model.game import Row


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
