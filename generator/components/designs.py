"""Expand the data of parts into designs: one for each row and each color, with its values and copies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import filter as match_names
from functools import partial
from re import compile as compile_pattern
from re import finditer
from typing import Any

from msgspec.structs import replace

from generator.geometry.types import Outline
from generator.language.plurals import count_noun
from generator.language.row_ids import find_row_id, make_row_id
from generator.language.suggestions import did_you_mean
from generator.model.board import Board
from generator.model.color import Color
from generator.model.data_types import Value
from generator.model.facts import name_group
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place, refuse
from generator.model.game import ComponentKind, Design, Game, Part, PartData, PieceStack, Row, RowDesign
from generator.model.layout import MM_PER_POINT, Layout
from generator.model.net import Net

MOST_PIECES = 100_000  # of a kit: ten of the largest decks, on some ten thousand sheets
SMALLEST_PIECE = 1.0  # mm: nobody can cut out a smaller one, and 50,000 of them would be planned on a sheet
LARGEST_PIECE = 1000.0  # mm: far larger than any paper, so that it is refused before it is drawn
_SIZE_KEYS = ("scale", "size", "diameter", "cell", "height", "base", "inner", "holds")
_RANGE = compile_pattern(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")  # numbers of designs, `5` or `5..9`
DesignDraft = tuple[Design, Row | None]
PlaceFinder = Callable[..., Place]


def expand_parts(game: Game, kinds: Mapping[str, ComponentKind]) -> tuple[Part, ...]:
    """Return the parts in the order of the data; DataError with every fault in their nets and boards."""
    _check_piece_count(game)
    parts: list[Part] = []
    findings: list[Finding] = []
    for key, data in game.parts.items():
        try:
            name = next(name for name, kind in kinds.items() if kind.data is type(data))  # imports no kind beyond it
            parts.append(expand_part(game, key, data, name, kinds[name]))
        except DataError as error:
            findings += error.findings
    if findings:
        raise DataError(findings)
    if (parts or not game.rules) and not any(part.is_printed for part in parts):
        none = "no part is printed: each is a `piece` or has `print: false`" if parts else "the game has no rules"
        says = f"{none}; a kit needs at least one part to print"
        raise refuse("GF006", game.place("parts"), says)
    return tuple(parts)


def _check_piece_count(game: Game) -> None:
    """Refuse a game with far too many pieces, at the key that makes them so many (GF006)."""
    total = 0
    for key, data in game.parts.items():
        total += _count_pieces(game, key, data)
        if total > MOST_PIECES:
            message = f"with those of {key!r} there are {total:,} pieces in all; at most {MOST_PIECES:,} are printed"
            raise refuse("GF006", game.place("parts", key, "rows" if data.copies is None else "copies"), message)


def _count_pieces(game: Game, key: str, data: PartData) -> int:
    """Return the number of pieces of a part."""
    given: list[Any] = [row.values.get("copies", data.copies) for row in game.rows.get(key, ())] or [data.copies]
    copies: int = sum(given)
    return copies * data.pieces_per_row * len(_group_colors(game, data.for_each))


def _measure_stacks(game: Game, names: Sequence[str], at: PlaceFinder) -> list[PieceStack]:
    """Return the stack of each flat part; DataError for a part that there is not, or that does not lie flat."""
    from generator.components import KINDS

    stacks = []
    for number, name in enumerate(names):
        place = at("holds", number)
        if name not in game.parts:
            raise refuse("GF008", place, f"there is no part {name!r}{did_you_mean(name, game.parts)}")
        data = game.parts[name]
        kind = next(KINDS[each] for each in KINDS if KINDS[each].data is type(data))
        if not kind.traits.stacks:
            raise refuse("GF006", place, f"{name!r} does not lie flat in a stack; give the box its `inner` size")
        outline = kind.outline(data)
        stacks.append(PieceStack(outline.width, outline.height, _count_pieces(game, name, data)))
    return stacks


def _check_piece_size(outline: Outline, data: PartData, at: PlaceFinder) -> None:
    """Refuse a piece that nobody can cut out, or that is far larger than any paper, at the key that makes it so.

    GF006, GF304.
    """
    given = {key: getattr(data, key, None) for key in _SIZE_KEYS}
    key = next((key for key, value in given.items() if value is not None and (key, value) != ("scale", 1.0)), "")
    if min(outline.width, outline.height) < SMALLEST_PIECE:
        size = f"a piece of {outline.width:.3g} x {outline.height:.3g} mm is too small to be cut out"
        raise refuse("GF006", at(key or "height"), f"{size}; it must be at least {SMALLEST_PIECE:g} mm wide and high")
    if max(outline.width, outline.height) > LARGEST_PIECE:
        size = f"a piece of {outline.width:,.0f} x {outline.height:,.0f} mm fits on no paper"
        raise refuse("GF304", at(key or "height"), f"{size}; at most {LARGEST_PIECE:,.0f} mm are drawn")


def expand_part(game: Game, key: str, data: PartData, name: str, kind: ComponentKind) -> Part:
    """Return a part with its designs; `name` is that of its kind. DataError with every fault in its net or board."""

    def find_place(*path: str | int) -> Place:
        return game.place("parts", key, *path)

    if kind.fit and (held := getattr(data, "holds", None)):
        data = kind.fit(data, _measure_stacks(game, held, find_place))
    drafts = list(_draft_designs(game, key, data))
    if kind.deal:
        drafts = list(_deal_designs(drafts, data, kind.deal, tuple(game.colors), find_place))
    designs = _fold_designs(drafts, data, kind, find_place) if kind.net else tuple(design for design, _ in drafts)
    if not kind.net and not kind.board:
        _check_piece_size(kind.outline(data), data, find_place)
    board = kind.board(_size_slots(data, game), find_place) if kind.board else None
    if not data.is_printed:
        designs = tuple(_with_paint(design, data, game) for design in designs)
    part = Part(
        id=key,
        title=data.title or key,
        kind=name,
        outline=Outline(board.width, board.height) if board else designs[0].outline or kind.outline(data),
        safe=kind.safe if data.safe is None else data.safe,
        gap=data.gap,
        front=data.front or _find_stand_in(data, kind),
        back=data.back,
        values={"values": data.values, **kind.values(data)},
        designs=designs,
        stock=data.stock or kind.stock,
        place=game.place("parts", key),
        board=board,
        ports=kind.ports(data) if kind.ports else (),
        is_printed=data.is_printed,
        traits=kind.traits,
    )
    return _add_board(part, board) if board else part


def _find_stand_in(data: PartData, kind: ComponentKind) -> str:
    """Return the template that draws a part without one of its own, which is not printed."""
    from generator.components.loose_pieces import find_stand_in  # few games have such parts

    return find_stand_in(data, bool(kind.net))


def _with_paint(design: Design, data: PartData, game: Game) -> Design:
    """Return a design of a part that is not printed with the paint in which figures draw it."""
    from generator.components.loose_pieces import PLAIN_PAINT

    own = design.values.get(data.for_each) if data.for_each else game.colors.get(getattr(data, "color", None) or "")
    return design._replace(values={**design.values, "stand_in_paint": own.paint if own else PLAIN_PAINT})


def _size_slots(data: PartData, game: Game) -> PartData:
    """Return the data of a board with the sizes of slots that are those of a part."""
    slots: Mapping[str, Any] = getattr(data, "slots", {})
    if all(slot.at is None for slot in slots.values()):
        return data
    from generator.components.boards.mats import size_slots  # few games have a mat

    sized: PartData = size_slots(data, game.parts)
    return sized


def _add_board(part: Part, board: Board) -> Part:
    """Return a board's part with the values of its cells, cut into its sections if it has any."""
    # imported here, as in the table of kinds: many games have no board
    from generator.components.boards.board import board_values
    from generator.components.boards.sections import cut_part

    part = replace(part, values={**part.values, **board_values(board)})
    if board.outline and not board.sections:
        from generator.components.boards.borders import cut_along

        return cut_along(part, board.outline)
    return cut_part(part, board.sections) if board.sections else part


def _fold_designs(
    drafts: Sequence[DesignDraft], data: PartData, kind: ComponentKind, at: Callable[..., Place]
) -> tuple[Design, ...]:
    """Return the designs of a folded part with their nets, trims and template values; DataError with every fault.

    Designs that differ only in color share the net of their row.
    """
    assert kind.net is not None
    nets: dict[int, Net] = {}
    shared = _shared_keys(drafts, data)
    findings: list[Finding] = []
    if data.back is not None and kind.turn_over is None:
        says = "a folded part cannot have a `back`: its net is printed on one side"
        findings.append(Finding("GF006", at("back"), says))
    for row in {id(row): row for _, row in drafts}.values():
        find_value = partial(_value_place, row, shared, at)
        try:
            found = nets[id(row)] = kind.net(data, row.values if row else {}, find_value)
            _check_piece_size(Outline(found.width, found.height), data, find_value)
        except DataError as error:
            findings += error.findings
            if len(findings) > MOST_FINDINGS:
                break
    if findings:
        raise DataError(dict.fromkeys(findings))
    made = tuple(_with_net(design, nets[id(row)]) for design, row in drafts)
    if data.back is None or kind.turn_over is None:
        return made
    turned = [kind.turn_over(data, row.values if row else {}) for _, row in drafts]
    backs = [kind.net(data, row, at) for row in turned]
    return tuple(_with_back_net(design, net) for design, net in zip(made, backs, strict=True))


def _deal_designs(
    drafts: Sequence[DesignDraft],
    data: PartData,
    deal: Callable[..., Sequence[RowDesign]],
    roles: Sequence[str],
    at: PlaceFinder,
) -> Iterator[DesignDraft]:
    """Yield the designs that each row makes; DataError with every fault."""
    shared = _shared_keys(drafts, data)
    findings: list[Finding] = []
    for design, row in drafts:
        given = row.values if row else {}
        try:
            cards = deal(data, given, roles, partial(_value_place, row, shared, at))
        except DataError as error:
            findings += error.findings
            if len(findings) > MOST_FINDINGS:
                break
            continue
        for card in cards:
            values = {**design.values, "row": {**given, **card.row}, **card.values}
            yield design._replace(id=f"{design.id}-{card.word}", values=values, lines=card.lines), row
    if findings:
        raise DataError(dict.fromkeys(findings))


def _shared_keys(drafts: Sequence[DesignDraft], data: PartData) -> set[str]:
    """Return the keys of the part that no row sets."""
    return set(data.__struct_fields__) - {column for _, row in drafts if row for column in row.values}


def _value_place(row: Row | None, shared: set[str], at: PlaceFinder, *path: str | int) -> Place:
    """Return the place of a value: in its row, or in the part if no row sets the key."""
    if row is None or not path or path[0] in shared:
        return at(*path)
    if path[0] not in row.values:
        return row.place()
    cell = row.place(str(path[0]))
    if len(path) == 1:
        return cell
    return row.places.get(f"{path[0]}[{path[1]}]", cell) if row.places else _word_place(row, cell, int(path[1]))


def _word_place(row: Row, cell: Place, number: int) -> Place:
    """Return the place of a word in a cell of a CSV file, or of the whole cell if it is quoted."""
    words = list(finditer(rf"[^\s{row.delimiter}]+", row.raw.split("\n")[cell.line - row.line][cell.column - 1 :]))
    if number >= len(words) or words[0][0].startswith('"'):
        return cell
    return cell._replace(column=cell.column + words[number].start())


def _with_net(design: Design, net: Net) -> Design:
    from generator.components.nets.assembly import net_trim, net_values

    return design._replace(net=net, outline=net_trim(net), values={**design.values, **net_values(net)})


def _with_back_net(design: Design, net: Net) -> Design:
    from generator.components.nets.assembly import net_values

    return design._replace(back_net=net, back_values=net_values(net))


def _draft_designs(game: Game, key: str, data: PartData) -> Iterator[DesignDraft]:
    """Yield the designs of each color of the group with their rows; ids come from color roles, not from color names."""
    for color in _group_colors(game, data.for_each):
        word = color.role.removeprefix(f"{data.for_each}.") if color else ""
        group = {data.for_each: color} if data.for_each and color else {}
        if not game.rows.get(key):
            assert data.copies is not None
            values = {**group, **lay_out_values(game.layouts.get(key), data.values, color)}
            yield Design(word or "1", values, data.copies, game.place("parts", key, "copies")), None
            continue
        for index, row in enumerate(game.rows[key], 1):
            identity = make_row_id(row.values.get("id", index))
            identity = f"{word}.{identity}" if word else identity
            copies, place = _read_copies(game, key, data, row)
            laid = lay_out_values(game.layouts.get(key), row.values, color, "row")
            yield Design(identity, {**group, "row": row.values, **laid}, copies, place), row


def _group_colors(game: Game, group: str | None) -> list[Color | None]:
    if group is None:
        return [None]
    return [color for role, color in game.colors.items() if role.startswith(group + ".")]


def _read_copies(game: Game, key: str, data: PartData, row: Row) -> tuple[int, Place]:
    copies: Any = row.values.get("copies", data.copies)
    return copies, row.place("copies") if "copies" in row.values else game.place("parts", key, "copies")


def select_parts(parts: tuple[Part, ...], only: Sequence[str], one_of_each: bool = False) -> tuple[Part, ...]:
    """Return what to print: all, or what `only` names; GF008 for a name of nothing.

    A name is a part, or pieces of it: `card.queen` by the id, `card.5` by the number if no id is `5`, `card.5..9` by
    both numbers, `card.queen-*` by a pattern of ids. `one_of_each`: one copy of each design.
    """
    printed = {part.id: part for part in parts if part.is_printed}
    named = [(name, *name.partition(".")[::2]) for name in only]
    if unknown := [(name, part) for name, part, _ in named if part not in printed]:
        unprinted = [part.id for part in parts if not part.is_printed]
        says = "the part {!r} is not printed (`print: false`), so there is no sheet of it"
        messages = [
            says.format(part) if part in unprinted else f"there is no part {part!r}{did_you_mean(part, printed)}"
            for _, part in unknown
        ]
        raise DataError([Finding("GF008", Place("--only"), message) for message in messages])
    chosen: dict[str, set[str]] = {}
    for name, part, pieces in named:
        chosen.setdefault(part, set()).update(_choose_designs(printed[part], pieces, name))
    some = [part for name, part in printed.items() if not only or name in chosen]
    return tuple(_keep_designs(part, chosen.get(part.id), one_of_each) for part in some)


def _choose_designs(part: Part, pieces: str, name: str) -> set[str]:
    """Return the ids of the designs that a name means, all if it is that of the part; GF008 if it means none.

    Pieces of boards and nets too large for the paper are named as the whole.
    """
    ids = list(dict.fromkeys(design.source_id for design in part.designs))
    numbers = _RANGE.fullmatch(pieces)
    if not pieces:
        found = set(ids)
    elif (known := find_row_id(pieces, ids)) in ids:
        found = {known}
    elif numbers:
        first = int(numbers[1])
        found = set(ids[max(first, 1) - 1 : int(numbers[2] or first)])
    else:
        found = set(match_names(ids, pieces))
    if not found:
        says = (
            f"{name!r} is no piece of {part.id!r}{did_you_mean(pieces, ids)}; it has {count_noun(len(ids), 'design')}"
        )
        raise refuse("GF008", Place("--only"), says)
    return found


def _keep_designs(part: Part, chosen: set[str] | None, one_of_each: bool) -> Part:
    """Return a part with the designs of these ids, all if there are none, and one copy of each if asked for."""
    designs = [design for design in part.designs if chosen is None or design.source_id in chosen]
    if one_of_each:
        designs = [design._replace(copies=1) for design in designs]
    return part if designs == list(part.designs) else replace(part, designs=tuple(designs))


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
