"""Export to Tabletop Simulator: images of all pieces, and a saved object that sets the table as the setup says."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import count, islice
from math import cos, pi, radians, sin
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import quote

from PIL import Image

from generator.check.claims.context import ClaimContext
from generator.export import tabletop
from generator.export.pieces import ExportPiece, count_pixels
from generator.export.print_shops import find_shape
from generator.geometry.bounds import boxes_overlap
from generator.geometry.types import Box
from generator.model.finding import Finding, Place, refuse
from generator.model.game import Part
from generator.model.game_entries import SetupData
from generator.model.paper import Side
from generator.pipeline.export.exporting import ExportJob
from generator.proof.kit import Kit
from generator.readback.page_images import encode_png
from generator.write.manifest import WrittenFile

_DPI = 300.0
_LEAST_SIDE = 512  # pixels of the longer side of a piece that is no card
_NOTE = "Made by gutterfold. Cards that were dealt are shuffled the same way each time; shuffle before you deal again."
_RADIUS = 16.0  # units from the middle of the table to a seat
_ASIDE = 6.0  # units from there to what nobody has
_STEP = 1.5  # units between places that are tried, and how many of them on either side of the first
_STEPS = 6
_GAP = 0.8  # units between what lies side by side
_BAG = 3.0  # units: the side of a bag
_QUALITIES = (92, 85, 75, 60)
_THUMBNAIL = 256


class PieceGroup(NamedTuple):
    """Pieces of one part that go to one place: a seat, counted from 1, or the table, 0; -1 is beside the table.

    `color` is the name of the player's color, if they are of a color of their own, and `pile` that of the pile into
    which cards of several parts are shuffled.
    """

    part: Part
    seat: int
    pieces: tuple[tuple[ExportPiece, int], ...]
    color: str = ""
    pile: str = ""


def choose_players(kit: Kit, asked: int | None) -> int:
    """Return for how many players the table is set: as many as were asked for, or as many as can play."""
    fewest, most = kit.game.data.players
    if asked is None:
        return most
    if not fewest <= asked <= most:
        says = f"{kit.game.data.title} is for {fewest} to {most} players, not {asked}; choose one of these"
        raise refuse("GF365", Place("--players"), says)
    return asked


def hand_out(kit: Kit, pieces: Sequence[ExportPiece], players: int) -> list[PieceGroup]:
    """Return where all pieces go with so many players; what nobody gets comes last."""
    context = ClaimContext("data", kit.game, kit.all_parts, None, frozenset())
    stock = Stock(kit.game.id, pieces)
    exported = {piece.part.id for piece in pieces}
    groups = [
        group
        for line in kit.game.data.setup
        if line.part in exported and players in (line.players or [players])
        for group in _follow_line(context, line, players, stock)
    ]
    groups += [PieceGroup(rest[0][0].part, -1, rest) for rest in stock.list_rest()]
    return _join_groups(kit, groups)


Taken = tuple[tuple[ExportPiece, int], ...]


class Stock:
    """The pieces that nobody has yet."""

    def __init__(self, game: str, pieces: Sequence[ExportPiece]) -> None:
        self._game = game
        self._left: Counter[ExportPiece] = Counter({piece: piece.copies for piece in pieces})
        self._decks: dict[str, list[ExportPiece]] = {}  # by part, once it was dealt from: the top card first

    def take(self, fitting: Sequence[ExportPiece], need: int) -> Taken:
        """Take so many of some pieces of one part: blindly if there are more of them and they have backs."""
        part = fitting[0].part
        if part.back and need < sum(self._left[piece] for piece in fitting):
            wanted = frozenset(fitting)
            taken = Counter(islice((piece for piece in self._shuffle(part) if piece in wanted), need))
        else:
            taken = self._spread(fitting, need)
        self._left -= taken
        if part.id in self._decks:
            self._decks[part.id] = list(_leave_out(self._decks[part.id], taken))
        return tuple(taken.items())

    def _shuffle(self, part: Part) -> list[ExportPiece]:
        """Return the deck of a part, shuffled when it is first dealt from."""
        if part.id not in self._decks:
            deck = [piece for piece, number in self._left.items() if piece.part is part for _ in range(number)]
            Random(f"{self._game}.{part.id}").shuffle(deck)
            self._decks[part.id] = deck
        return self._decks[part.id]

    def _spread(self, fitting: Sequence[ExportPiece], need: int) -> Counter[ExportPiece]:
        """Choose the plentiful first, spread evenly over their designs."""
        chosen: Counter[ExportPiece] = Counter()
        while need and (left := [piece for piece in fitting if self._left[piece] > chosen[piece]]):
            chosen.update(left[:need])
            need -= min(need, len(left))
        return chosen

    def list_left(self) -> list[ExportPiece]:
        """Return the pieces that are left, each once."""
        return list(self._left)

    def list_rest(self) -> Iterator[Taken]:
        """Yield what is left of each part, in the order of its deck if it was dealt from."""
        for part in dict.fromkeys(piece.part for piece in self._left):
            if part.id in self._decks:
                yield tuple((piece, 1) for piece in self._decks[part.id])
            else:
                yield tuple((piece, number) for piece, number in self._left.items() if piece.part is part)


def _leave_out(deck: Sequence[ExportPiece], taken: Counter[ExportPiece]) -> Iterator[ExportPiece]:
    """Yield a deck without some of its cards, those nearest to the top."""
    left = Counter(taken)
    for piece in deck:
        if left[piece]:
            left[piece] -= 1
        else:
            yield piece


def _follow_line(context: ClaimContext, line: SetupData, players: int, stock: Stock) -> Iterator[PieceGroup]:
    part = context.get_part(line.part)
    if line.each is None:
        taken = _take(context, line, {}, line.table or 0, stock)
        yield PieceGroup(part, 0, taken)
        return
    group = context.get_group(line.part) if line.own else None
    colors = [color.name for color in context.get_colors(group)] if group else []
    for seat in range(players):
        color = colors[seat] if seat < len(colors) else ""
        own = {group or "": color} if color else {}
        yield PieceGroup(part, seat + 1, _take(context, line, own, line.each, stock), color)


def _take(context: ClaimContext, line: SetupData, own: dict[str, str], need: int, stock: Stock) -> Taken:
    """Take pieces that a line picks out of the stock."""
    whole = context.get_part(line.part).board is not None
    designs = set() if whole else {design.id for design in context.pick_designs(line.part, {**line.where, **own})}
    left = [piece for piece in stock.list_left() if piece.part.id == line.part]
    fitting = [piece for piece in left if whole or piece.design.id in designs]
    return stock.take(fitting, need) if fitting else ()


def is_card(part: Part) -> bool:
    """Return whether the pieces of a part are cards on the table, which make decks."""
    return part.traits.is_shuffled and all(design.net is None for design in part.designs)


def _join_groups(kit: Kit, groups: Sequence[PieceGroup]) -> list[PieceGroup]:
    """Join what goes to one place, so that a seat has one deck of each pile, and one deck or bag of each other part."""
    found: dict[tuple[str, str, int], PieceGroup] = {}
    for group in groups:
        if group.pieces:
            pile = kit.game.parts[group.part.id].pile if is_card(group.part) else None
            key = pile or "", "" if pile else group.part.id, group.seat
            before = found.get(key, group._replace(pieces=()))
            own = "" if before.part is group.part else pile or ""
            found[key] = before._replace(pieces=(*before.pieces, *group.pieces), pile=before.pile or own)
    return list(found.values())


class PiecePicture(NamedTuple):
    """The files of a piece on the table: its card, or the addresses of its sides, and of a folded one its mesh."""

    card: tabletop.TableCard | None = None
    front: str = ""
    back: str = ""
    mesh: str = ""


def export_tabletop(job: ExportJob) -> None:
    """Write a saved object with its images and meshes."""
    pieces = job.list_pieces("whole")
    players = choose_players(job.kit, job.request.players)
    groups = hand_out(job.kit, pieces, players)
    pictures = _draw_pieces(job, pieces)
    objects = [
        tabletop.place_object(_make_group(group, pictures, job), spot) for group, spot in lay_out(groups, players)
    ]
    name = job.kit.game.id
    saved = tabletop.format_saved_object(objects, job.title, f"{job.title}, set for {players} players. {_NOTE}")
    job.put_text(f"{name}.json", json.dumps(saved, indent=2, ensure_ascii=False) + "\n")
    face = job.make_page(pieces[0], "front", 0.0)
    job.put(f"{name}.png", encode_png(job.render([face.scale(_THUMBNAIL / max(face.size))])[0], 72))
    where = "Documents/My Games/Tabletop Simulator/Saves/Saved Objects"
    says = f"set for {players} players; copy {name}.json and {name}.png to {where}"
    if not job.request.url:
        says += "; the images stay on this computer, so give others an address for them: --url"
    job.notes.append(Finding("GF365", job.kit.game.place("title"), says, "note"))
    given = {line.part for line in job.kit.game.data.setup}
    for part in job.kit.all_parts:
        if part.id in given and not part.is_printed:
            says = (
                f"the part {part.id!r} of the setup is not printed, so it is not on the table; take pieces of your own"
            )
            job.notes.append(Finding("GF366", part.place, says, "warning"))


def _draw_pieces(job: ExportJob, pieces: Sequence[ExportPiece]) -> dict[ExportPiece, PiecePicture]:
    """Return the pictures of all pieces: sheets of cards, and single images of everything else."""
    found: dict[ExportPiece, PiecePicture] = {}
    decks: dict[tuple[str, object], list[ExportPiece]] = {}
    singles: list[ExportPiece] = []
    for piece in pieces:
        if is_card(piece.part):
            decks.setdefault((piece.part.id, piece.outline), []).append(piece)
        else:
            singles.append(piece)
    sheets = [(name, cards) for (name, _), some in decks.items() for cards in tabletop.split_cards(some)]
    total = len(sheets) + len(singles)
    drawn = job.share(len(sheets), lambda n: _draw_sheet(job, *sheets[n], n + 1), 99 * len(sheets), 0, total)
    for cards, written in drawn:
        job.stage.written += written
        _, of = sheets[cards[0].sheet.number - 1]
        found |= {piece: PiecePicture(card) for piece, card in zip(of, cards, strict=True)}
    rows = job.share(len(singles), lambda n: _draw_single(job, singles[n]), len(singles), len(sheets), total)
    for piece, (picture, written) in zip(singles, rows, strict=True):
        job.stage.written += written
        found[piece] = picture
    return found


def _draw_sheet(
    job: ExportJob, part: str, pieces: Sequence[ExportPiece], number: int
) -> tuple[list[tabletop.TableCard], list[WrittenFile]]:
    """Draw a sheet of cards and their backs; one image if all backs are alike."""
    outline = pieces[0].outline
    grid = tabletop.plan_grid(len(pieces), count_pixels(outline.width, _DPI), count_pixels(outline.height, _DPI))
    written: list[WrittenFile] = []
    face = _put_image(job, f"images/{part}-{number}-front", _paint_sheet(job, pieces, "front", grid), written)
    backs = [job.draw(piece, "back") for piece in pieces] if pieces[0].part.back else []
    own = any(back is not backs[0] for back in backs)
    shown = pieces if own else pieces[:1]
    size = grid if own else tabletop.SheetGrid(1, 1, grid.width, grid.height)
    back = _put_image(job, f"images/{part}-{number}-back", _paint_sheet(job, shown, "back", size), written)
    sheet = tabletop.CardSheet(number, face, back, grid.columns, grid.rows, has_own_backs=own)
    cards = [tabletop.TableCard(_name_piece(piece), sheet, index, outline.height) for index, piece in enumerate(pieces)]
    return cards, written


def _name_piece(piece: ExportPiece) -> str:
    """Return what a piece is called on the table: its name in the data, and its color and id unless that is enough."""
    if piece.is_only_one:
        return piece.row_title or piece.part.title
    words = piece.name.replace(".", " ")
    if not piece.row_title:
        return f"{piece.part.title} {words}"
    return piece.row_title if piece.has_own_title else f"{piece.row_title}, {words}"


def _paint_sheet(job: ExportJob, pieces: Sequence[ExportPiece], side: Side, grid: tabletop.SheetGrid) -> Image.Image:
    sheet = Image.new("RGB", grid.size, "white")
    if side == "back" and not pieces[0].part.back:
        return sheet
    for start in range(0, len(pieces), 12):
        faces = [job.make_page(piece, side, 0.0) for piece in pieces[start : start + 12]]
        sized = [face._replace(size=(grid.width, grid.height), clear=False) for face in faces]
        for number, image in enumerate(job.render(sized), start):
            sheet.paste(image, grid.locate(number))
    return sheet


def _draw_single(job: ExportJob, piece: ExportPiece) -> tuple[PiecePicture, list[WrittenFile]]:
    """Draw the sides of a piece that is no card, and the mesh of a folded one."""
    written: list[WrittenFile] = []
    path = f"images/{piece.part.id}-{piece.name}"
    net = piece.design.net
    is_folded = net is not None and not piece.is_whole and bool(net.panels)
    sides: list[Side] = ["front", "back"] if piece.part.back else ["front"]
    addresses = []
    for side in sides:
        face = job.make_page(piece, side, None if is_folded else 0.0)
        width, height = face.size
        scale = min(max(1.0, _LEAST_SIDE / max(width, height)), tabletop.MOST_SIDE / width, tabletop.MOST_SIDE / height)
        sized = face._replace(size=(int(width * scale) or 1, int(height * scale) or 1))
        addresses.append(_put_image(job, f"{path}-{side}", job.render([sized])[0], written))
    mesh = ""
    if is_folded and net is not None:
        _, frame = job.frame(piece, "front", None)
        written.append(job.stage.stage_file(f"{path}.obj", tabletop.write_mesh(net, frame.box).encode()))
        mesh = _address(job, f"{path}.obj")
    return PiecePicture(None, addresses[0], addresses[1] if len(addresses) > 1 else "", mesh), written


def _put_image(job: ExportJob, path: str, image: Image.Image, written: list[WrittenFile]) -> str:
    """Stage an image, as JPEG if it is too large as PNG; return its address."""
    data, ending = encode_png(image, _DPI), "png"
    for quality in _QUALITIES:
        if len(data) <= tabletop.MOST_BYTES:
            break
        out = BytesIO()
        image.convert("RGB").save(out, "JPEG", quality=quality)
        data, ending = out.getvalue(), "jpg"
    written.append(job.stage.stage_file(f"{path}.{ending}", data))
    return _address(job, f"{path}.{ending}")


def _address(job: ExportJob, path: str) -> str:
    """Return where the table finds a file: below the address that was given, or in the folder of the export."""
    if job.request.url:
        return f"{job.request.url.rstrip('/')}/{quote(path)}"
    return Path(job.stage.target, path).absolute().as_uri()


def _make_group(group: PieceGroup, pictures: dict[ExportPiece, PiecePicture], job: ExportJob) -> tabletop.TableObject:
    """Return the object that holds a group: a deck, a bag, or a single piece."""
    title = group.pile or group.part.title
    name = f"{title}, {group.color}" if group.color else title
    every = [(piece, pictures[piece]) for piece, number in group.pieces for _ in range(number)]
    cards = [picture.card for _, picture in every if picture.card is not None]
    if cards:
        return tabletop.make_deck(name, cards)
    made = [_make_single(piece, picture) for piece, picture in every]
    if len(made) == 1:
        return made[0]
    paints = (each.paint for each in job.kit.game.colors.values() if each.name == group.color)
    return tabletop.make_bag(name, made, next(paints, ""))


def _make_single(piece: ExportPiece, picture: PiecePicture) -> tabletop.TableObject:
    name, width = _name_piece(piece), piece.outline.width
    net = piece.design.net
    if picture.mesh and net is not None:
        traits = piece.part.traits
        kind: tabletop.ModelKind = "dice" if traits.thrown else "figurine" if traits.stands else "generic"
        return tabletop.make_model(
            name, picture.mesh, picture.front, kind, tabletop.list_turns(net) if traits.thrown else ()
        )
    shape = find_shape(piece)
    if piece.part.traits.lies_in_middle and not picture.back:
        return tabletop.make_board(name, picture.front, width)
    if shape is not None and (picture.back or shape == "rect"):
        made = tabletop.make_tile(name, picture.front, picture.back or picture.front, shape, width)
        return {**made, "Locked": piece.part.traits.lies_in_middle}
    return tabletop.make_token(name, picture.front, width)


def lay_out(groups: Sequence[PieceGroup], players: int) -> Iterator[tuple[PieceGroup, tabletop.TableSpot]]:
    """Yield each group and its place, where it lies on nothing else: the first board in the middle, then the others."""
    middle = next((each for each in groups if each.seat == 0 and each.part.traits.lies_in_middle), None)
    taken = list[Box]()
    for group in sorted(groups, key=lambda each: each is not middle):
        width, height = measure_group(group)
        for spot in _list_spots(group.seat, players):
            turn = radians(spot.turn)
            across = (abs(cos(turn)) * width + abs(sin(turn)) * height + _GAP) / 2
            down = (abs(sin(turn)) * width + abs(cos(turn)) * height + _GAP) / 2
            box = spot.x - across, spot.z - down, spot.x + across, spot.z + down
            if not any(boxes_overlap(box, other) for other in taken):
                taken.append(box)
                yield group, spot
                break


def measure_group(group: PieceGroup) -> tuple[float, float]:
    """Return width and height of what a group is on the table, in units: a deck, a bag, or a single piece."""
    if not is_card(group.part) and sum(number for _, number in group.pieces) > 1:
        return _BAG, _BAG
    outlines = [piece.outline for piece, _ in group.pieces]
    return max(each.width for each in outlines) / tabletop.MM_PER_UNIT, max(
        each.height for each in outlines
    ) / tabletop.MM_PER_UNIT


def _list_spots(seat: int, players: int) -> Iterator[tabletop.TableSpot]:
    """Yield the places for something at a seat, on the table or beside it, the best first, without an end.

    Those of a seat are in rows before the player, who looks at the middle, and each row is farther out.
    """
    angle = 2 * pi * (seat - 1) / players if seat > 0 else 0.0
    out, along = (-sin(angle), -cos(angle)), (cos(angle), -sin(angle))
    first = _RADIUS if seat > 0 else 0.0 if seat == 0 else _RADIUS + _ASIDE
    for row in count():
        for aside in sorted(range(-_STEPS, _STEPS + 1), key=abs):
            for side in (1, -1) if seat == 0 and row else (1,):
                far = side * (first + row * _STEP)
                x, z = out[0] * far + along[0] * aside * _STEP, out[1] * far + along[1] * aside * _STEP
                yield tabletop.TableSpot(x, z, round((180 + angle * 180 / pi) % 360, 3))
