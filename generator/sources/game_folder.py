"""Compose the folder of a game that prints finished art: game.yaml, a table for each part, and the templates."""

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from json import dumps
from typing import Any, NamedTuple

from generator.model.finding import Place, refuse
from generator.sources.cards import Size, SourceCard
from generator.sources.choices import ArtChoices, PieceShape
from generator.sources.pictures import spell_id

_COLUMNS = ("id", "file", "back", "copies", "behind", "turn")
_SIDE = """{{# The {side} of each piece: the picture that the table names. You can draw more into it. #}}
{{% import 'macros/art.svg.j2' as art %}}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{{{ art.box(w, h, values.bleed) }}}}">
  {{% if row.{column} %}}{{{{ art.picture(row.{column}, w, h, values, row.behind, row.turn) }}}}{{% endif %}}
</svg>
"""


class PlannedCard(NamedTuple):
    """A card with the size of its piece, the color behind a clear picture, and how far the picture is turned."""

    card: SourceCard
    size: Size
    behind: str = ""
    turn: int = 0


def compose_game(title: str, cards: Sequence[PlannedCard], choices: ArtChoices) -> Mapping[str, str]:
    """Return the texts of the files of a game, by name; GF380 for a shape that a size cannot have."""
    parts: dict[str, list[PlannedCard]] = {}
    sizes: dict[str, set[Size]] = {}
    for each in cards:
        sizes.setdefault(each.card.part, set()).add(each.size)
    for each in cards:
        name = each.card.part
        own = name if len(sizes[name]) == 1 else f"{name}-{each.size[0]:g}x{each.size[1]:g}".replace(".", "-")
        parts.setdefault(own, []).append(each)
    tables = {part: "cards.csv" if len(parts) == 1 else f"{part}.csv" for part in parts}
    files = {"game.yaml": _compose_data(title, parts, tables, choices)}
    files |= {tables[part]: _compose_table(rows) for part, rows in parts.items()}
    files["templates/front.svg.j2"] = _SIDE.format(side="front", column="file")
    if any(each.card.back for each in cards):
        files["templates/back.svg.j2"] = _SIDE.format(side="back", column="back")
    return files


def _compose_data(
    title: str, parts: Mapping[str, Sequence[PlannedCard]], tables: Mapping[str, str], choices: ArtChoices
) -> str:
    lines = [
        "# Made by `gutterfold impose`. Change a table, and build it with `gutterfold build`.",
        f"title: {_quote(title)}",
        'version: "1"',
        "players: [1, 8]  # change this if you add rules",
        "parts:",
    ]
    values = {
        "fit": choices.fit,
        "has_bleed": choices.has_bleed,
        "bleed": choices.drawn_bleed,
        "made": choices.made_bleed,
        "color": choices.bleed_color,
    }
    for part, rows in parts.items():
        base = rows[0].card.part
        shape = choices.shapes.get(base, choices.shapes.get("", "rectangle"))
        lines += [f"  {part}:", *(f"    {line}" for line in _describe_piece(part, rows[0].size, shape))]
        lines.append("    front: front.svg.j2")
        if any(row.card.back for row in rows):
            lines += ["    back: back.svg.j2", "    one_way: true  # each card may have a back of its own"]
        lines += [f"    rows: {tables[part]}", f"    hidden: [{', '.join(_COLUMNS[1:3])}]"]
        lines.append(f"    values: {{{', '.join(f'{name}: {_quote(value)}' for name, value in values.items())}}}")
    lines += ["waivers:", "  - {code: GF100, reason: finished pictures have no rules to check}"]
    return "\n".join(lines) + "\n"


def _describe_piece(part: str, size: Size, shape: PieceShape) -> list[str]:
    """Return the lines that say what kind of piece a part is; GF380."""
    width, height = size
    if shape in ("rectangle", "rounded"):
        return ["kind: card", f"size: [{width:g}, {height:g}]"]
    if abs(width - height) > 0.01:
        says = f"{part} is {width:g} x {height:g} mm, but a {shape} is as wide as it is high; give one number"
        raise refuse("GF380", Place("--size"), f"{says}, such as --size {part}={min(size):g}")
    return ["kind: token", f"diameter: {width:g}", *(["sides: 6"] if shape == "hexagon" else [])]


def _compose_table(rows: Sequence[PlannedCard]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    used: set[str] = set()
    for number, row in enumerate(rows, 1):
        card = row.card
        name = _spell_row_id(card.name) or str(number)
        base, more = name, 2
        while name in used:
            name, more = f"{base}-{more}", more + 1
        used.add(name)
        writer.writerow((name, card.front, card.back or "", card.copies, row.behind, row.turn))
    return out.getvalue()


def _spell_row_id(name: str) -> str:
    """Return the id of a row, which may begin with a digit."""
    return spell_id(f"a-{name}").removeprefix("a").strip("-")


def _quote(value: Any) -> str:
    """Return a value in YAML: a text in quotes, as in JSON."""
    return f"{value:g}" if isinstance(value, float) else dumps(value, ensure_ascii=False)


def compose_source_table(cards: Sequence[SourceCard]) -> str:
    """Return the table that a folder of pictures may have, to be edited: file, copies, back, size."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("file", "copies", "back", "size"))
    for card in cards:
        names = [re.sub("^images/", "", each or "") for each in (card.front, card.back)]
        writer.writerow((names[0], card.copies, names[1], ""))
    return out.getvalue()
