"""What the template of a layout gets for a design: the columns that fill its slots, and the groups that show them."""

from collections.abc import Mapping
from typing import Any

from generator.model.color import Color
from generator.model.data_types import Value
from generator.model.facts import name_group
from generator.model.layout import MM_PER_POINT, Layout

_EMPTY: tuple[object, ...] = (None, "", [])


def lay_out_values(
    layout: Layout | None, shown: Mapping[str, Value], color: Color | None, head: str = "values"
) -> Mapping[str, Any]:
    """Return the values that only templates of layouts have; `shown` are those of the row, or those of the part.

    `slots` has the column that fills each slot, the first of several that is not empty, or an empty text; a slot that
    shows many has a list. `groups` has the names of the groups that show these columns.
    """
    if layout is None:
        return {}
    filled = {
        name: [each for each in columns if not _is_blank(shown.get(each))] for name, columns in layout.columns.items()
    }
    slots = {name: found if layout.slots[name] > 1 else (found[0] if found else "") for name, found in filled.items()}
    columns = {column for found in filled.values() for column in found}
    return {
        "slots": slots,
        "groups": {column: f"{head}.{name_group(column)}" for column in sorted(columns)},
        "style": _describe_style(layout),
        "own_color": color.role if color else "",
    }


def _is_blank(value: object) -> bool:
    return value in _EMPTY or (isinstance(value, str) and value.isspace())


def _describe_style(layout: Layout) -> Mapping[str, Any]:
    """Return how a layout looks; sizes are in mm."""
    style, fit = layout.style, layout.style.fit
    return {
        "size": fit.largest * MM_PER_POINT,
        "least": fit.least * MM_PER_POINT,
        "title_font": style.fonts.title,
        "font": style.fonts.text,
        "number_font": style.fonts.number,
        "corner": style.corner,
        "fit": style.picture,
        "by": layout.by,
        "roles": dict(layout.roles),
        "color": layout.role,
        "icons": dict(layout.icons),
    }
