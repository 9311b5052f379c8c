"""Say in an order list what to order at a print shop, and which pieces of the game it is made of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from string import digits

from generator.export.pieces import ExportPiece
from generator.export.print_shops import OrderItem, PrintShop, ProductMatch, ShopProduct
from generator.language.plurals import count_noun

_FEWEST = 3  # names in a run that are said as its first and last


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
        for copies, names in _group_by_copies(pieces)
    )


def _group_by_copies(pieces: Iterable[ExportPiece]) -> list[tuple[int, list[str]]]:
    return [(copies, [piece.name for piece in some]) for copies, some in groupby(pieces, lambda piece: piece.copies)]


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
