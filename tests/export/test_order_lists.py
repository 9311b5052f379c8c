"""What to order, as the order list says it."""

from generator.export.pieces import ExportPiece, list_pieces
from generator.export.print_shops import (
    OrderItem,
    PrintShop,
    ProductMatch,
    ShopProduct,
    describe_item,
    explain_no_product,
)
from generator.geometry.types import Outline
from generator.model.finding import Place
from generator.model.game import Design, Part
from tests.samples import for_each

POKER = ShopProduct("PokerDeck", "Poker Deck", "card", "rect", (63.5, 88.9), (825, 1125), "here")
SIZED = ShopProduct("us", "Premium US Poker, 63.5 x 88.9 mm", "card", "rect", (63.5, 88.9), (825, 1125), "here")
CHIT = ShopProduct("Chit", "Medium Circle Chit", "tile", "disc", (19.05, 19.05), (300, 300), "here")
SHOP = PrintShop("Shop", "png", "product", {}, [POKER, CHIT], most=100)


def make_pieces(
    designs: dict[str, int], size: tuple[float, float] = (63.5, 88.9), shape: str = "rect"
) -> list[ExportPiece]:
    """Return the pieces of a part `card`, by their ids and copies."""
    rows = tuple(Design(name, {}, copies, Place("")) for name, copies in designs.items())
    outline = Outline(*size, shape)  # type: ignore[arg-type]
    return list_pieces([Part("card", "Cards", "card", outline, 3, None, "f", "b", {}, rows, "", Place(""))])


def describe(product: ShopProduct, pieces: list[ExportPiece]) -> list[str]:
    item = OrderItem("deck", product, tuple(pieces))
    return list(describe_item(SHOP, item, dict.fromkeys(pieces, ProductMatch(product, False))))


def test_a_deck_is_one_thing_to_order() -> None:
    names = {f"{suit}.{number}": 1 for suit in ("sun", "leaf") for number in range(1, 8)}
    assert describe(POKER, make_pieces(names)) == [
        "1 Poker Deck of 14 cards, one of each (63.5 x 88.9 mm; 825 x 1125 pixels)",
        "  files: deck/",
        "  Cards: one of each of sun.1 to sun.7, leaf.1 to leaf.7",
    ]


def test_a_size_is_said_once() -> None:
    assert describe(SIZED, make_pieces({"aid": 3})) == [
        "1 deck of 3 cards: Premium US Poker, 63.5 x 88.9 mm (825 x 1125 pixels)",
        "  files: deck/",
        "  Cards: 3",
    ]


def test_copies_are_told_of_the_names_that_have_them() -> None:
    names = {"1": 2, "2": 2, "3": 2, "05": 2, "7": 2, "8": 2, "joker": 1}
    assert describe(POKER, make_pieces(names))[-1] == "  Cards: 2 of each of 1 to 3, 05, 7, 8; 1 joker"


def test_more_cards_than_a_deck_holds_are_several_orders() -> None:
    lines = describe(POKER, make_pieces({str(number): 1 for number in range(1, 251)}))
    assert lines[:2] == [
        "250 cards: Poker Deck (63.5 x 88.9 mm; 825 x 1125 pixels)",
        "  in 3 orders of at most 100 each, by the numbers of the files",
    ]


@for_each(
    [
        ((20.0, 20.0), "  0.95 mm narrower and lower than in your kit"),
        ((18.75, 19.55), "  0.3 mm wider and 0.5 mm lower than in your kit"),
        ((19.05, 18.9), "  0.15 mm higher than in your kit"),
        ((19.1, 19.0), "  Cards: 3"),  # less than anyone would notice
    ]
)
def test_a_difference_is_told_from_a_tenth_of_a_millimeter_on(size: tuple[float, float], line: str) -> None:
    assert describe(CHIT, make_pieces({"aid": 3}, size, "disc"))[-1] == line


def test_a_part_without_a_counterpart_is_told_with_what_to_do() -> None:
    (near,) = make_pieces({"aid": 1}, (65.0, 90.0))
    assert explain_no_product(near, SHOP) == (
        "nothing at Shop is within 1 mm of 65 x 90 mm; make it as large as PokerDeck (63.5 x 88.9), "
        "or print it yourself with `gutterfold build --only card`"
    )
    (far,) = make_pieces({"aid": 1}, (456.0, 456.0))
    assert explain_no_product(far, SHOP) == (
        "Shop makes nothing near 456 x 456 mm; print it yourself with `gutterfold build --only card`"
    )
