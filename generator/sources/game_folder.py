"""Compose the folder of a game that prints finished art: game.yaml, a table for each part, and the templates."""

import csv
from collections.abc import Collection, Mapping, Sequence
from io import StringIO
from json import dumps
from typing import Any, NamedTuple

from generator.model.finding import Place, refuse
from generator.sources.choices import ArtChoices, PieceShape, Size, SourceCard
from generator.sources.pictures import spell_id

_COLUMNS = ("id", "file", "back", "copies", "behind", "turn", "back_behind", "back_turn")
_HIDDEN = tuple(name for name in _COLUMNS if name not in ("id", "copies"))
_STRAIGHT = ("rectangle", "rounded")
_LARGEST = (200.0, 287.0)  # mm, of a piece on A4
_HEAD = """{{# The {side} of each piece: the picture that the table names. You can draw more into it. #}}
{{% import 'macros/art.svg.j2' as art %}}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{{{ art.box(w, h, values.bleed) }}}}">
"""
_PICTURE = """  {{% set picture = row.{column} %}}
  {{% if picture %}}{{{{ art.picture(picture, w, h, values, row.{prefix}behind, row.{prefix}turn) }}}}{{% endif %}}
"""
_CARD = _HEAD + _PICTURE + "</svg>\n"
_TOKEN = f"""{_HEAD}  {{{{{{{{ art.clip(w, h, values.bleed, corners) }}}}}}}}
  <g clip-path="url(#piece)">
  {_PICTURE}  </g>
  {{{{{{{{ art.outline(w, h, corners) }}}}}}}}
</svg>
"""


class PlannedSide(NamedTuple):
    """The color behind a clear picture, and how far the picture is turned to lie as its piece does."""

    behind: str = ""
    turn: int = 0


class PlannedCard(NamedTuple):
    """A card with the size of its piece, and what its sides need."""

    card: SourceCard
    size: Size
    front: PlannedSide = PlannedSide()
    back: PlannedSide = PlannedSide()


def compose_game(title: str, cards: Sequence[PlannedCard], choices: ArtChoices) -> Mapping[str, str]:
    """Return the texts of the files of a game, by name; GF380 for a shape that a size cannot have."""
    boards = [each for each in cards if is_board(each, choices)]
    cards = [each for each in cards if each not in boards]
    parts: dict[str, list[PlannedCard]] = {}
    sizes: dict[str, set[Size]] = {}
    for each in cards:
        sizes.setdefault(each.card.part, set()).add(each.size)
    for each in cards:
        name = each.card.part
        own = name if len(sizes[name]) == 1 else f"{name}-{each.size[0]:g}x{each.size[1]:g}".replace(".", "-")
        parts.setdefault(own, []).append(each)
    tables = {part: "cards.csv" if len(parts) == 1 else f"{part}.csv" for part in parts}
    files = {"game.yaml": _compose_data(title, parts, tables, choices) + _compose_boards(boards, parts)}
    files |= {tables[part]: _compose_table(rows) for part, rows in parts.items()}
    for part, rows in parts.items():
        word, text = ("", _CARD) if _find_shape(part, rows, choices) in _STRAIGHT else ("token-", _TOKEN)
        files[f"templates/{word}front.svg.j2"] = text.format(side="front", column="file", prefix="")
        if any(row.card.back for row in rows):
            files[f"templates/{word}back.svg.j2"] = text.format(side="back", column="back", prefix="back_")
    return files


def is_board(each: PlannedCard, choices: ArtChoices) -> bool:
    """Return whether a picture of one side is too large for A4, and so is cut into sections as boards are."""
    is_plain = choices.fit == "cover" and not choices.has_bleed and not each.card.back
    is_large = min(each.size) > _LARGEST[0] or max(each.size) > _LARGEST[1]
    return is_plain and is_large and _find_shape(each.card.part, [each], choices) in _STRAIGHT


def _compose_boards(boards: Sequence[PlannedCard], parts: Collection[str]) -> str:
    """Return the lines of game.yaml that describe boards, each of which is a part of its own."""
    lines, used = [], {*parts}
    for each in boards:
        name = _name_anew(spell_id(each.card.name) or "board", used)
        width, height = each.size[::-1] if each.front.turn else each.size
        image, copies = _quote(each.card.front), each.card.copies
        piece = f"kind: board, size: [{width:g}, {height:g}], image: {image}, copies: {copies}"
        lines.append(f"  {name}: {{{piece}}}\n")
    return "".join(lines)


def _name_anew(base: str, used: set[str]) -> str:
    """Return a name, with a number behind it if it was used; it is used then."""
    name, more = base, 2
    while name in used:
        name, more = f"{base}-{more}", more + 1
    used.add(name)
    return name


def _find_shape(part: str, rows: Sequence[PlannedCard], choices: ArtChoices) -> PieceShape:
    """Return the shape of a part, as it was chosen for the folder of its pictures."""
    return choices.shapes.get(rows[0].card.part, choices.shapes.get(part, choices.shapes.get("", "rectangle")))


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
        shape = _find_shape(part, rows, choices)
        word = "" if shape in _STRAIGHT else "token-"
        lines += [f"  {part}:", *(f"    {line}" for line in _describe_piece(part, rows[0].size, shape))]
        lines.append(f"    front: {word}front.svg.j2")
        if any(row.card.back for row in rows):
            lines += [f"    back: {word}back.svg.j2", "    one_way: true  # each card may have a back of its own"]
        lines += [
            f"    rows: {tables[part]}",
            f"    hidden: [{', '.join((*_HIDDEN, *values))}]",
        ]
        lines.append(f"    values: {{{', '.join(f'{name}: {_quote(value)}' for name, value in values.items())}}}")
    return "\n".join(lines) + "\n"


def _describe_piece(part: str, size: Size, shape: PieceShape) -> list[str]:
    """Return the lines that say what kind of piece a part is; GF380."""
    width, height = size
    if shape in _STRAIGHT:
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
        name = spell_id(f"a-{card.name}").removeprefix("a").strip("-") or str(number)  # it may begin with a digit
        writer.writerow((_name_anew(name, used), card.front, card.back or "", card.copies, *row.front, *row.back))
    return out.getvalue()


def _quote(value: Any) -> str:
    """Return a value in YAML: a text in quotes, as in JSON."""
    return f"{value:g}" if isinstance(value, float) else dumps(value, ensure_ascii=False)
