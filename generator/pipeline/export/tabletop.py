"""Export to Tabletop Simulator: images of all pieces, and a saved object that sets the table."""

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import count
from math import cos, pi, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from generator.export.meshes import MM_PER_UNIT, list_turns, write_mesh
from generator.export.pieces import ExportPiece, count_pixels
from generator.export.print_shops import find_shape
from generator.export.tabletop import (
    MOST_BYTES,
    MOST_SIDE,
    CardSheet,
    ModelKind,
    SheetGrid,
    TableCard,
    TableObject,
    TableSpot,
    format_saved_object,
    make_bag,
    make_board,
    make_deck,
    make_model,
    make_tile,
    make_token,
    place_object,
    plan_grid,
    split_cards,
)
from generator.geometry.bounds import boxes_overlap
from generator.geometry.types import Box
from generator.model.finding import Finding
from generator.pipeline.export.job import ExportJob
from generator.pipeline.export.table_setup import PieceGroup, choose_players, hand_out, is_card
from generator.readback.page_images import encode_png

if TYPE_CHECKING:
    from PIL import Image

    from generator.model.paper import Side
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


class PiecePicture(NamedTuple):
    """The files of a piece on the table: its card, or the addresses of its sides, and of a folded one its mesh."""

    card: TableCard | None = None
    front: str = ""
    back: str = ""
    mesh: str = ""


def export_tabletop(job: ExportJob) -> None:
    """Write a saved object with its images and meshes."""
    pieces = job.list_pieces("whole")
    players = choose_players(job.kit, job.request.players)
    groups = hand_out(job.kit, pieces, players)
    pictures = _draw_pieces(job, pieces)
    objects = [place_object(_make_group(group, pictures, job), spot) for group, spot in lay_out(groups, players)]
    name = job.kit.game.id
    saved = format_saved_object(objects, job.title, f"{job.title}, set for {players} players. {_NOTE}")
    job.put_text(f"{name}.json", json.dumps(saved, indent=2, ensure_ascii=False) + "\n")
    job.put(f"{name}.png", _draw_thumbnail(job, pieces[0]))
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
    sheets = [(name, cards) for (name, _), some in decks.items() for cards in split_cards(some)]
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
) -> "tuple[list[TableCard], list[WrittenFile]]":
    """Draw a sheet of cards and their backs; one image if all backs are alike."""
    outline = pieces[0].outline
    grid = plan_grid(len(pieces), count_pixels(outline.width, _DPI), count_pixels(outline.height, _DPI))
    written: list[WrittenFile] = []
    face = _put_image(job, f"images/{part}-{number}-front", _paint_sheet(job, pieces, "front", grid), written)
    backs = [job.draw(piece, "back") for piece in pieces] if pieces[0].part.back else []
    own = any(back is not backs[0] for back in backs)
    shown = pieces if own else pieces[:1]
    size = grid if own else SheetGrid(1, 1, grid.width, grid.height)
    back = _put_image(job, f"images/{part}-{number}-back", _paint_sheet(job, shown, "back", size), written)
    sheet = CardSheet(number, face, back, grid.columns, grid.rows, has_own_backs=own)
    cards = [TableCard(_name_piece(piece), sheet, index, outline.height) for index, piece in enumerate(pieces)]
    return cards, written


def _name_piece(piece: ExportPiece) -> str:
    """Return what a piece is called on the table: its name in the data, and its color and id unless that is enough."""
    if piece.is_only_one:
        return piece.row_title or piece.part.title
    words = piece.name.replace(".", " ")
    if not piece.row_title:
        return f"{piece.part.title} {words}"
    return piece.row_title if piece.has_own_title else f"{piece.row_title}, {words}"


def _paint_sheet(job: ExportJob, pieces: Sequence[ExportPiece], side: "Side", grid: SheetGrid) -> "Image.Image":
    from PIL import Image

    sheet = Image.new("RGB", grid.size, "white")
    if side == "back" and not pieces[0].part.back:
        return sheet
    for start in range(0, len(pieces), 12):
        faces = [job.make_page(piece, side, 0.0) for piece in pieces[start : start + 12]]
        sized = [face._replace(size=(grid.width, grid.height), clear=False) for face in faces]
        for number, image in enumerate(job.render(sized), start):
            sheet.paste(image, grid.locate(number))
    return sheet


def _draw_single(job: ExportJob, piece: ExportPiece) -> "tuple[PiecePicture, list[WrittenFile]]":
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
        scale = min(max(1.0, _LEAST_SIDE / max(width, height)), MOST_SIDE / width, MOST_SIDE / height)
        sized = face._replace(size=(int(width * scale) or 1, int(height * scale) or 1))
        addresses.append(_put_image(job, f"{path}-{side}", job.render([sized])[0], written))
    mesh = ""
    if is_folded and net is not None:
        _, frame = job.frame(piece, "front", None)
        written.append(job.stage.stage_file(f"{path}.obj", write_mesh(net, frame.box).encode()))
        mesh = _address(job, f"{path}.obj")
    return PiecePicture(None, addresses[0], addresses[1] if len(addresses) > 1 else "", mesh), written


def _put_image(job: ExportJob, path: str, image: "Image.Image", written: "list[WrittenFile]") -> str:
    """Stage an image, as JPEG if it is too large as PNG; return its address."""
    data, ending = encode_png(image, _DPI), "png"
    for quality in _QUALITIES:
        if len(data) <= MOST_BYTES:
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


def _make_group(group: PieceGroup, pictures: dict[ExportPiece, PiecePicture], job: ExportJob) -> TableObject:
    """Return the object that holds a group: a deck, a bag, or a single piece."""
    title = group.pile or group.part.title
    name = f"{title}, {group.color}" if group.color else title
    every = [(piece, pictures[piece]) for piece, number in group.pieces for _ in range(number)]
    cards = [picture.card for _, picture in every if picture.card is not None]
    if cards:
        return make_deck(name, cards)
    made = [_make_single(piece, picture) for piece, picture in every]
    if len(made) == 1:
        return made[0]
    return make_bag(name, made, _find_paint(group, job))


def _find_paint(group: PieceGroup, job: ExportJob) -> str:
    color = next((each for each in job.kit.game.colors.values() if each.name == group.color), None)
    return color.paint if color is not None else ""


def _make_single(piece: ExportPiece, picture: PiecePicture) -> TableObject:
    name, width = _name_piece(piece), piece.outline.width
    net = piece.design.net
    if picture.mesh and net is not None:
        traits = piece.part.traits
        kind: ModelKind = "dice" if traits.thrown else "figurine" if traits.stands else "generic"
        return make_model(name, picture.mesh, picture.front, kind, list_turns(net) if traits.thrown else ())
    shape = find_shape(piece)
    if piece.part.traits.lies_in_middle and not picture.back:
        return make_board(name, picture.front, width)
    if shape is not None and (picture.back or shape == "rect"):
        made = make_tile(name, picture.front, picture.back or picture.front, shape, width)
        return {**made, "Locked": piece.part.traits.lies_in_middle}
    return make_token(name, picture.front, width)


def lay_out(groups: Sequence[PieceGroup], players: int) -> Iterator[tuple[PieceGroup, TableSpot]]:
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
    return max(each.width for each in outlines) / MM_PER_UNIT, max(each.height for each in outlines) / MM_PER_UNIT


def _list_spots(seat: int, players: int) -> Iterator[TableSpot]:
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
                yield TableSpot(x, z, round((180 + angle * 180 / pi) % 360, 3))


def _draw_thumbnail(job: ExportJob, piece: ExportPiece) -> bytes:
    face = job.make_page(piece, "front", 0.0)
    return encode_png(job.render([face.scale(_THUMBNAIL / max(face.size))])[0], 72)
