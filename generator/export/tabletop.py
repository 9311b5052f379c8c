"""Objects of Tabletop Simulator: decks, tiles, tokens, boards, meshes of folded pieces, and the file of a saved one.

The format is that of https://kb.tabletopsimulator.com/custom-content/save-file-format/. Lengths on the table are in
units of about an inch. A mesh is OBJ with the net as its texture. Sheets of cards are in pixels.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import atan2, ceil, degrees, dist, hypot, sqrt
from typing import Any, Literal, NamedTuple, TypeVar

from generator.geometry.matrix import transform_point
from generator.geometry.solids import FoldedPolygon, SpacePoint, cross, dot, subtract
from generator.geometry.types import Box
from generator.model.color import to_rgb
from generator.model.net import Net, Panel, fold_panels, net_polygons

MM_PER_UNIT = 25.4  # a unit of the table is an inch
TableObject = dict[str, Any]
_CARD_HEIGHT = 88.9  # mm: a card of scale 1 is a poker card
_TILE_WIDTH = 2.0  # units: a tile or token of scale 1
_BOARD_WIDTH = 20.0  # units: a board of scale 1, roughly
_CARD_GRAY = 0.713235259  # the tint of cards as the program saves them
TILE_TYPES: Mapping[str, int] = {"rect": 0, "hexagon": 1, "disc": 2}
ModelKind = Literal["generic", "figurine", "dice"]
_MODEL_TYPES: Mapping[ModelKind, int] = {"generic": 0, "figurine": 1, "dice": 2}
_CARDBOARD = 3
MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_CARDS = MOST_COLUMNS * MOST_ROWS - 1  # the last place of a full sheet is the image of hidden cards
MOST_SIDE = 4096
MOST_BYTES = 10 * 1024 * 1024
T = TypeVar("T")


class FaceTurn(NamedTuple):
    """A value of a die and the turn, in degrees about x, y and z, that brings it to the top."""

    value: Any
    turn: tuple[float, float, float]


def write_mesh(net: Net, texture: Box) -> str:
    """Return the folded net as OBJ, centered; `texture` is the box of the net that its image shows, mm."""
    solid = fold_panels(net)
    flat = net_polygons(net)
    middle = _find_middle(solid)
    lines, corners = ["o piece"], 0
    for name, polygon in solid.items():
        places = [_to_table(corner, middle) for corner in polygon.corners]
        normal = _turn_upright(polygon.normal)
        spots = [_to_texture(point, texture) for point in flat[name]]
        if dot(_find_normal(places), normal) < 0:
            places, spots = places[::-1], spots[::-1]
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in places]
        lines += [f"vt {u:.6f} {v:.6f}" for u, v in spots]
        lines += [f"vn {normal[0]:.5f} {normal[1]:.5f} {normal[2]:.5f}"]
        number = sum(line.startswith("vn ") for line in lines)
        face = " ".join(f"{corners + k}/{corners + k}/{number}" for k in range(1, len(places) + 1))
        lines += [f"g {name}", f"f {face}"]
        corners += len(places)
    return "\n".join(lines) + "\n"


def list_turns(net: Net) -> list[FaceTurn]:
    """Return how a die is turned to show each of its values; empty if its faces have none."""
    solid = fold_panels(net)
    found: dict[int, FaceTurn] = {}
    for panel in net.panels:
        for corner in panel.corners:
            way = _find_corner_direction(net, panel, transform_point(corner.matrix, 0.0, 0.0), solid)
            found.setdefault(corner.number, FaceTurn(corner.value, _find_turn(way)))
    if found:
        return [found[number] for number in sorted(found)]
    return [
        FaceTurn(panel.value, _find_turn(_turn_upright(solid[panel.id].normal)))
        for panel in net.panels
        if panel.value is not None
    ]


def _find_corner_direction(
    net: Net, panel: Panel, at: tuple[float, float], solid: Mapping[str, FoldedPolygon]
) -> SpacePoint:
    """Return the direction from the middle of the solid to the corner of a panel nearest to a point of the panel."""
    number = min(range(len(panel.points)), key=lambda k: dist(panel.points[k], at))
    return _to_table(solid[panel.id].corners[number], _find_middle(solid))


def _find_turn(way: SpacePoint) -> tuple[float, float, float]:
    """Return the turns about x and z, first z, after which a direction points up.

    Tables mirror x when they read a mesh, and so it is mirrored here.
    """
    x, y, z = -way[0], way[1], way[2]
    about_z = atan2(x, y)
    about_x = atan2(-z, hypot(x, y))
    return _round_turn(about_x), 0.0, _round_turn(about_z)


def _round_turn(angle: float) -> float:
    return round(degrees(angle), 3) % 360


def _find_middle(solid: Mapping[str, FoldedPolygon]) -> SpacePoint:
    points = [corner for polygon in solid.values() for corner in polygon.corners]
    low, high = ([pick(each[axis] for each in points) for axis in range(3)] for pick in (min, max))
    return tuple((a + b) / 2 for a, b in zip(low, high, strict=True))  # type: ignore[return-value]


def _to_table(point: SpacePoint, middle: SpacePoint) -> SpacePoint:
    """Return a point in units of the table, y upwards."""
    x, y, z = subtract(point, middle)
    return x / MM_PER_UNIT, -y / MM_PER_UNIT, -z / MM_PER_UNIT


def _turn_upright(vector: SpacePoint) -> SpacePoint:
    return vector[0], -vector[1], -vector[2]


def _to_texture(point: tuple[float, float], box: Box) -> tuple[float, float]:
    x, y, width, height = box
    return (point[0] - x) / width, 1 - (point[1] - y) / height


def _find_normal(points: list[SpacePoint]) -> SpacePoint:
    """Return the normal of a polygon by the right hand rule (Newell)."""
    total = (0.0, 0.0, 0.0)
    for one, other in zip(points, [*points[1:], points[0]], strict=True):
        x, y, z = cross(one, other)
        total = total[0] + x, total[1] + y, total[2] + z
    long = sqrt(dot(total, total)) or 1.0
    return total[0] / long, total[1] / long, total[2] / long


class TableSpot(NamedTuple):
    """Where an object stands, and how it is turned about the vertical axis; units and degrees."""

    x: float = 0.0
    z: float = 0.0
    turn: float = 180.0
    y: float = 1.0


class CardSheet(NamedTuple):
    """A sheet of card images: its number in the file, the addresses of its images, and its grid.

    `has_own_backs` tells that each card has a back of its own, on a sheet of the same grid.
    """

    number: int
    face: str
    back: str
    columns: int
    rows: int
    has_own_backs: bool

    def describe(self) -> TableObject:
        """Return the entry of a deck."""
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": self.has_own_backs,
            "Type": 0,
        }


class TableCard(NamedTuple):
    """A card: its name, its sheet and its place there, and its height in mm."""

    name: str
    sheet: CardSheet
    place: int
    height: float

    @property
    def id(self) -> int:
        """Return the number of the card: that of its sheet, and two digits for its place."""
        return self.sheet.number * 100 + self.place


def make_object(kind: str, name: str, note: str = "", scale: float = 1.0, tint: str = "") -> TableObject:
    """Return what all objects have in common."""
    red, green, blue = (channel / 255 for channel in to_rgb(tint)) if tint else (1.0, 1.0, 1.0)
    return {
        "GUID": "",
        "Name": kind,
        "Transform": _transform(TableSpot(), scale),
        "Nickname": name,
        "Description": note,
        "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": {"r": round(red, 6), "g": round(green, 6), "b": round(blue, 6)},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _transform(spot: TableSpot, scale: float, flip: float = 0.0) -> TableObject:
    size = round(scale, 5)
    return {
        "posX": round(spot.x, 4),
        "posY": spot.y,
        "posZ": round(spot.z, 4),
        "rotX": 0.0,
        "rotY": spot.turn,
        "rotZ": flip,
        "scaleX": size,
        "scaleY": size,
        "scaleZ": size,
    }


def place_object(made: TableObject, spot: TableSpot) -> TableObject:
    """Return the object at a place; what it is turned over stays so."""
    old = made["Transform"]
    return {**made, "Transform": _transform(spot, old["scaleX"], old["rotZ"])}


def make_card(card: TableCard, note: str) -> TableObject:
    """Return a single card, face down."""
    made = make_object("CardCustom", card.name, note)
    made |= _tint_card(card.height)
    return made | {
        "CardID": card.id,
        "SidewaysCard": False,
        "CustomDeck": {str(card.sheet.number): card.sheet.describe()},
    }


def make_deck(name: str, cards: Sequence[TableCard]) -> TableObject:
    """Return a deck, face down; of one card, the card."""
    if len(cards) == 1:
        return make_card(cards[0], name)
    sheets = {str(card.sheet.number): card.sheet.describe() for card in cards}
    made = make_object("DeckCustom", name) | _tint_card(cards[0].height)
    inside = [{**make_card(card, name), "Name": "Card"} for card in cards]
    return made | {
        "Hands": False,
        "SidewaysCard": False,
        "DeckIDs": [card.id for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": inside,
    }


def _tint_card(height: float) -> TableObject:
    tint = {"r": _CARD_GRAY, "g": _CARD_GRAY, "b": _CARD_GRAY}
    scale = height / _CARD_HEIGHT
    return {
        "Transform": _transform(TableSpot(), scale, 180.0),
        "ColorDiffuse": tint,
        "HideWhenFaceDown": True,
        "Hands": True,
    }


def make_tile(name: str, face: str, back: str, shape: str, width: float) -> TableObject:
    """Return a tile with two sides; `width` in mm."""
    made = make_object("Custom_Tile", name, "", width / MM_PER_UNIT / _TILE_WIDTH)
    tile = {"Type": TILE_TYPES[shape], "Thickness": 0.1, "Stackable": False, "Stretch": True}
    return made | {"CustomImage": _describe_image(face, back) | {"CustomTile": tile}}


def make_token(name: str, face: str, width: float) -> TableObject:
    """Return a token that is cut out where its image is clear; `width` in mm."""
    made = make_object("Custom_Token", name, "", width / MM_PER_UNIT / _TILE_WIDTH)
    token = {"Thickness": 0.1, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
    return made | {"CustomImage": _describe_image(face) | {"CustomToken": token}}


def make_board(name: str, face: str, width: float) -> TableObject:
    """Return a board, which is locked; `width` in mm."""
    made = make_object("Custom_Board", name, "", width / MM_PER_UNIT / _BOARD_WIDTH)
    return made | {"Locked": True, "CustomImage": _describe_image(face)}


def _describe_image(face: str, back: str = "") -> TableObject:
    return {"ImageURL": face, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def make_model(name: str, mesh: str, texture: str, kind: ModelKind, turns: Sequence[FaceTurn] = ()) -> TableObject:
    """Return a folded piece; a die knows which turn shows which value."""
    made = make_object("Custom_Model", name)
    made["CustomMesh"] = {
        "MeshURL": mesh,
        "DiffuseURL": texture,
        "NormalURL": "",
        "ColliderURL": "",
        "Convex": True,
        "MaterialIndex": _CARDBOARD,
        "TypeIndex": _MODEL_TYPES[kind],
        "CastShadows": True,
    }
    if turns:
        made["RotationValues"] = [
            {"Value": turn.value, "Rotation": dict(zip("xyz", turn.turn, strict=True))} for turn in turns
        ]
    return made


def make_bag(name: str, inside: Sequence[TableObject], tint: str = "") -> TableObject:
    """Return a bag that holds objects; its pieces are drawn in the order of the bag unless it is shaken."""
    made = make_object("Bag", name, f"{len(inside)} pieces", 1.0, tint)
    return made | {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": 0}, "ContainedObjects": [*inside]}


def format_saved_object(objects: Sequence[TableObject], title: str, note: str) -> TableObject:
    """Return the file of a saved object; each object in it gets an id of its own."""
    return {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": note,
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [_number(each, str(number)) for number, each in enumerate(objects)],
    }


def _number(made: TableObject, path: str) -> TableObject:
    """Return an object with an id for it and for all that it contains."""
    inside = [_number(each, f"{path}.{number}") for number, each in enumerate(made.get("ContainedObjects", ()))]
    found = {**made, "GUID": sha256(path.encode()).hexdigest()[:6]}
    return found | {"ContainedObjects": inside} if inside else found


class SheetGrid(NamedTuple):
    """A grid of equal cards on a sheet, each as many pixels wide and high."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the sheet."""
        return self.columns * self.width, self.rows * self.height

    def locate(self, number: int) -> tuple[int, int]:
        """Return the top left of a card, counted from 0."""
        row, column = divmod(number, self.columns)
        return column * self.width, row * self.height


def plan_grid(count: int, width: int, height: int) -> SheetGrid:
    """Return the grid for at most 69 cards of so many pixels, scaled down so that no side of the sheet is too long."""
    columns = min(MOST_COLUMNS, max(1, ceil(sqrt(count * height / width)), ceil(count / MOST_ROWS)), count)
    rows = ceil(count / columns)
    scale = min(1.0, MOST_SIDE / (columns * width), MOST_SIDE / (rows * height))
    return SheetGrid(columns, rows, max(1, int(width * scale)), max(1, int(height * scale)))


def split_cards(cards: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the cards of each sheet."""
    for start in range(0, len(cards), MOST_CARDS):
        yield cards[start : start + MOST_CARDS]
