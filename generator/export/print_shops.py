"""What print shops make, which of their products stands for a piece, and what to order; mm and pixels."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import hypot
from string import digits
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from generator.export.pieces import ExportPiece
from generator.geometry.types import Box, Outline
from generator.language.plurals import count_noun
from generator.model.game import Product

PIXELS_PER_INCH = 300
MOST_OFF = 1.0  # mm by which a piece may differ from a product on a side; its bleed covers that
_LEAST_TOLD = 0.1  # mm of difference that anyone would notice
_NEAR, _FARTHEST = 3, 0.25  # products named for a piece without a counterpart; how far off, of its longer side
_Positive = Annotated[float, Meta(gt=0)]
_Pixels = Annotated[int, Meta(gt=0)]
ProductShape = Literal["rect", "disc", "hexagon"]
_FEWEST = 3  # names in a run that are said as its first and last


class ShopSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where figures come from: the address, the day on which it was read, and what it says."""

    address: str
    date: str
    says: str


class ShopProduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A product: the size that it is cut to, and the pixels of the image that the shop takes for it, bleed included."""

    id: str
    name: str
    kind: Product
    shape: ProductShape
    trim: tuple[_Positive, _Positive]
    pixels: tuple[_Pixels, _Pixels]
    source: str

    @property
    def bleed(self) -> tuple[float, float]:
        """Return how far the image reaches beyond the cut to each side, and above and below, mm."""
        width, height = (pixels * 25.4 / PIXELS_PER_INCH for pixels in self.pixels)
        return (width - self.trim[0]) / 2, (height - self.trim[1]) / 2


class PrintShop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shop: its products, what files it takes, and how they are ordered.

    `orders` tells whether a deck may hold several parts, or each part is an item of its own; `most` is how many cards a
    deck has at most, 0 for any number.
    """

    title: str
    files: Literal["png", "pdf"]
    orders: Literal["product", "part"]
    sources: dict[str, ShopSource]
    products: list[ShopProduct]
    advice: list[str] = []
    most: int = 0


def parse_shop(text: str) -> PrintShop:
    """Return a shop from its file."""
    return msgspec.convert(tomllib.loads(text), PrintShop)


class ProductMatch(NamedTuple):
    """The product that stands for a piece, and whether the piece is turned a quarter to lie in it."""

    product: ShopProduct
    is_turned: bool

    def find_box(self, piece: ExportPiece) -> Box:
        """Return what the shop's image shows, on the face as it stands: x, y, width and height from its trim; mm."""
        width, height = (pixels * 25.4 / PIXELS_PER_INCH for pixels in self.product.pixels)
        if self.is_turned:
            width, height = height, width
        return (piece.outline.width - width) / 2, (piece.outline.height - height) / 2, width, height

    def describe_difference(self, piece: ExportPiece) -> str:
        """Return how the size of the product differs from that of the piece; empty if it does not."""
        wide, high = _turn(piece, self.is_turned)
        across, down = (round(there - here, 2) for there, here in zip(self.product.trim, (wide, high), strict=True))
        told = [
            (f"{abs(off):.2g} mm", more if off > 0 else less)
            for off, more, less in ((across, "wider", "narrower"), (down, "higher", "lower"))
            if abs(off) >= _LEAST_TOLD
        ]
        if len({by for by, _ in told}) == 1:
            return f"{told[0][0]} {' and '.join(how for _, how in told)}"
        return " and ".join(f"{by} {how}" for by, how in told)


def match_product(piece: ExportPiece, products: Sequence[ShopProduct]) -> ProductMatch | None:
    """Return the product nearest in size that is made for pieces of this kind; of any kind if there is none."""
    shape, own = find_shape(piece), piece.part.traits.product
    if not shape:
        return None
    fitting = [
        (product.kind != own, _find_distance(piece, product, turned), turned, number)
        for number, product in enumerate(products)
        if product.shape == shape
        for turned in (False, True)
    ]
    fitting = [each for each in fitting if each[1] <= MOST_OFF]
    if not fitting:
        return None
    _, _, turned, number = min(fitting)
    return ProductMatch(products[number], turned)


def find_shape(piece: ExportPiece) -> ProductShape | None:
    """Return the shape of a piece if shops make it."""
    if piece.design.net is not None and not piece.is_whole:
        return None
    outline = piece.outline
    if outline.shape == "polygon":
        return "hexagon" if _is_hexagon(outline) else None
    return "disc" if outline.shape == "disc" else "rect"


def _is_hexagon(outline: Outline) -> bool:
    """Return whether all six corners lie on the circle in whose middle the box of the outline is."""
    x, y = outline.width / 2, outline.height / 2
    radii = [hypot(across - x, down - y) for across, down in outline.points]
    return len(radii) == 6 and max(radii) - min(radii) < _LEAST_TOLD


def _turn(piece: ExportPiece, turned: bool) -> tuple[float, float]:
    width, height = piece.outline.width, piece.outline.height
    return (height, width) if turned else (width, height)


def _find_distance(piece: ExportPiece, product: ShopProduct, turned: bool) -> float:
    """Return the greatest difference of the sides, mm."""
    wide, high = _turn(piece, turned)
    return max(abs(product.trim[0] - wide), abs(product.trim[1] - high))


def explain_no_product(piece: ExportPiece, shop: PrintShop) -> str:
    """Return why no product stands for a piece, which come near, and what to do."""
    alone = f"print it yourself with `gutterfold build --only {piece.part.id}`"
    size = f"{piece.outline.width:.4g} x {piece.outline.height:.4g} mm"
    if piece.design.net is not None and not piece.is_whole:
        return f"it is cut out along a line of its own, and {shop.title} makes nothing of that kind; {alone}"
    shape = find_shape(piece)
    if shape is None:
        return f"its shape has no counterpart at {shop.title}; {alone}"
    same = [product for product in shop.products if product.shape == shape]
    if not same:
        return f"{shop.title} makes nothing of that shape; {alone}"

    def far(product: ShopProduct) -> float:
        return min(_find_distance(piece, product, turned) for turned in (False, True))

    most = _FARTHEST * max(piece.outline.width, piece.outline.height)
    nearest = [product for product in sorted(same, key=far)[:_NEAR] if far(product) <= most]
    near = [f"{each.id} ({each.trim[0]:.4g} x {each.trim[1]:.4g})" for each in nearest]
    if not near:
        return f"{shop.title} makes nothing near {size}; {alone}"
    fits = f"make it as large as {' or '.join(near)}"
    return f"nothing at {shop.title} is within {MOST_OFF:g} mm of {size}; {fits}, or {alone}"


class OrderItem(NamedTuple):
    """Something to order: a product, and the pieces of which its cards are made, each as often as there are copies."""

    name: str
    product: ShopProduct
    pieces: tuple[ExportPiece, ...]

    @property
    def total(self) -> int:
        """Return how many cards, tiles or boards it has."""
        return sum(piece.copies for piece in self.pieces)


def group_orders(matched: Iterable[tuple[ExportPiece, ShopProduct]], shop: PrintShop) -> list[OrderItem]:
    """Return what to order: an item for each product, or for each part in a product."""
    found: dict[tuple[str, str], tuple[ShopProduct, list[ExportPiece]]] = {}
    for piece, product in matched:
        part = piece.part.id if shop.orders == "part" else ""
        found.setdefault((product.id, part), (product, []))[1].append(piece)
    return [
        OrderItem(f"{product}-{part}" if part else product, row, tuple(pieces))
        for (product, part), (row, pieces) in found.items()
    ]


def describe_item(shop: PrintShop, item: OrderItem, made: Mapping[ExportPiece, ProductMatch]) -> Iterator[str]:
    """Yield the lines of an order list about one item."""
    yield f"{_count_item(shop, item)} ({_describe_size(item.product)})"
    if shop.most and item.total > shop.most:
        yield f"  in {-(-item.total // shop.most)} orders of at most {shop.most} each, by the numbers of the files"
    yield f"  files: {item.name}{'.pdf' if shop.files == 'pdf' else '/'}"
    for title, pieces in groupby(item.pieces, key=lambda piece: piece.part.title):
        yield f"  {title}: {_list_contents(list(pieces))}"
    if any(not piece.part.back for piece in item.pieces):
        yield f"  blank backs: {', '.join(dict.fromkeys(p.part.title for p in item.pieces if not p.part.back))}"
    if any(made[piece].is_turned for piece in item.pieces):
        yield "  turned a quarter: the shop's product stands upright"
    for said in dict.fromkeys(filter(None, (made[piece].describe_difference(piece) for piece in item.pieces))):
        yield f"  {said} than in your kit"


def _count_item(shop: PrintShop, item: OrderItem) -> str:
    """Return what to order: a deck of so many cards, or so many of a thing."""
    name = item.product.name
    if item.product.kind != "card":
        return f"{item.total} x {name}"
    if shop.most and item.total > shop.most:
        return f"{item.total} cards: {name}"
    is_one_of_each = len(item.pieces) > 1 and all(piece.copies == 1 for piece in item.pieces)
    cards = f"{count_noun(item.total, 'card')}{', one of each' if is_one_of_each else ''}"
    return f"1 {name} of {cards}" if name.endswith("Deck") else f"1 deck of {cards}: {name}"


def _describe_size(product: ShopProduct) -> str:
    """Return the size of a product in mm, unless its name says it, and in pixels."""
    wide, high = product.trim
    size, (across, down) = f"{wide:.4g} x {high:.4g} mm", product.pixels
    pixels = f"{across} x {down} pixels"
    return pixels if size in product.name else f"{size}; {pixels}"


def _list_contents(pieces: Sequence[ExportPiece]) -> str:
    """Return how many there are of which pieces of one part."""
    if len(pieces) == 1 and pieces[0].is_only_one:
        return str(pieces[0].copies)
    return "; ".join(
        f"{'one' if copies == 1 else copies} of each of {', '.join(_join_runs(names))}"
        if len(names) > 1
        else f"{copies} {names[0]}"
        for copies, some in groupby(pieces, lambda piece: piece.copies)
        for names in [[piece.name for piece in some]]
    )


def _join_runs(names: Sequence[str]) -> Iterator[str]:
    """Yield names, those that are numbered on as their first and last: `red.1 to red.5`."""
    run: list[str] = []
    for name in names:
        if run and not _goes_on(run[-1], name):
            yield from _name_run(run)
            run = []
        run.append(name)
    yield from _name_run(run)


def _goes_on(before: str, name: str) -> bool:
    word, number = _split_number(before)
    return bool(number) and _split_number(name) == (word, number + 1)


def _split_number(name: str) -> tuple[str, int]:
    """Split a name into its word and the number at its end, 0 if there is none."""
    word = name.rstrip(digits)
    return word, int(name[len(word) :] or 0)


def _name_run(run: Sequence[str]) -> Sequence[str]:
    return run if len(run) < _FEWEST else [f"{run[0]} to {run[-1]}"]
