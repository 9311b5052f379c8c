"""Pair the fronts of a PDF with their backs: on every second page, on the last ones, or beside them along a fold."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from generator.geometry.types import Box
from generator.sources.card_grid import CardGrid, SourcePage
from generator.sources.choices import BacksAre, Mirrored

_THUMBNAIL = (12, 16)  # pixels
_ALIKE = 8.0  # of 255: backs of one design differ by less on average, also with a word of their own
_APART = 4.0  # times as far as backs are from one another, fronts are from them
_LEAST_SPREAD = 4.0  # of 255
_MOST_FRONTS = 0.9  # of all: so many must look unlike the backs, since one or two odd cards prove nothing


class CardPlace(NamedTuple):
    """A place for a card: the number of its page, its box in mm, and how far it is turned clockwise to be upright."""

    page: int
    box: Box
    turn: int = 0


class CardPage(NamedTuple):
    """A page with cards: its grid, the numbers of the places that are not blank, and small pictures of these."""

    number: int
    grid: CardGrid
    looks: dict[int, Image.Image]

    def spot(self, cell: int, turn: int = 0) -> CardPlace:
        """Return a place."""
        return CardPlace(self.number, self.grid.list_cells()[cell], turn)


class Pairing(NamedTuple):
    """Fronts with their backs, where they were found, in words, and whether pages with backs are mirrored."""

    spots: list[tuple[CardPlace, CardPlace | None]]
    says: str


def read_page_cells(page: SourcePage, grid: CardGrid) -> CardPage:
    """Return what a page has in the places of a grid."""
    looks = {
        at: page.crop(cell, min(cell[2:]) / 20).resize(_THUMBNAIL)
        for at, cell in enumerate(grid.list_cells())
        if not page.is_blank(cell)
    }
    return CardPage(page.number, grid, looks)


def pair_backs(pages: Sequence[CardPage], told: BacksAre, mirrored: Mirrored | None) -> Pairing:
    """Return the cards of pages with their backs, which are found unless it is told where they are."""
    count = len(pages)
    layouts: dict[BacksAre, Callable[[], tuple[Sequence[CardPage], Sequence[CardPage]]]] = {
        "alternate": lambda: (pages[0::2], pages[1::2]),
        "second-half": lambda: (pages[: count // 2], pages[count // 2 :]),
        "last": lambda: (pages[:-1], [pages[-1]] * (count - 1)),
    }
    if told in layouts:
        fronts, backs = layouts[told]()
        return pair_pages(fronts, backs, mirrored)
    if told == "found":
        for name, layout in layouts.items():
            fronts, backs = layout()
            if count > 1 and len(fronts) == len(backs) and _are_backs(fronts, backs, is_last=name == "last"):
                return pair_pages(fronts, backs, mirrored)
    if told in ("found", "folded"):
        fold = _find_fold(pages, must=told == "folded")
        if fold is not None:
            return _pair_folded(pages, fold)
    return Pairing([(page.spot(cell), None) for page in pages for cell in sorted(page.looks)], "without backs")


def pair_pages(fronts: Sequence[CardPage], backs: Sequence[CardPage], mirrored: Mirrored | None) -> Pairing:
    """Return the cards of pages with fronts and the pages with their backs; one back page can serve them all."""
    numbers = list(dict.fromkeys(page.number for page in backs))
    where = f"backs on {_name_pages(numbers)}"
    every = _list_looks(backs)
    if len(numbers) == 1 and (len(every) == 1 or (len(fronts) > 1 and _spread(every) < _ALIKE)):
        back = backs[0].spot(min(backs[0].looks))
        return Pairing(
            [(page.spot(cell), back) for page in fronts for cell in sorted(page.looks)], f"{where}, one for all"
        )
    find, says = _find_places(fronts, backs, mirrored)
    spots: list[tuple[CardPlace, CardPlace | None]] = []
    for front, behind in zip(fronts, backs, strict=True):
        for cell in sorted(front.looks):
            at = find(cell, front.grid)
            spots.append((front.spot(cell), behind.spot(at) if at in behind.looks else None))
    return Pairing(spots, f"{where}, {says}" if says else where)


_FindPlace = Callable[[int, CardGrid], int]  # of the back of a card


def _find_places(
    fronts: Sequence[CardPage], backs: Sequence[CardPage], told: Mirrored | None
) -> tuple[_FindPlace, str]:
    """Return how backs stand, mirrored or not, and what to say about it; an incomplete page tells."""
    if told is not None:
        return _MIRRORS[told]
    for front, back in zip(fronts, backs, strict=True):
        fitting = [each for each in _MIRRORS.values() if _stand(front, each[0]) == {*back.looks}]
        if len(fitting) == 1:
            find, says = fitting[0]
            return find, f"{says}, as page {back.number} tells"
    if _spread(_list_looks(backs)) < _LEAST_SPREAD:
        return _across_columns, ""  # it makes no difference
    return _across_columns, "taken to be mirrored left to right; say --backs-mirrored top or no if they are not"


def _stand(front: CardPage, find: _FindPlace) -> set[int]:
    """Return where the backs of the cards of a page would stand."""
    return {find(cell, front.grid) for cell in front.looks}


def _across_columns(cell: int, grid: CardGrid) -> int:
    row, column = divmod(cell, grid.columns)
    return row * grid.columns + grid.columns - 1 - column


def _across_rows(cell: int, grid: CardGrid) -> int:
    row, column = divmod(cell, grid.columns)
    return (grid.rows - 1 - row) * grid.columns + column


# a rotated page, or one in landscape that is flipped on its long edge, is mirrored top to bottom
_MIRRORS: Mapping[Mirrored, tuple[_FindPlace, str]] = {
    "yes": (_across_columns, "mirrored left to right"),
    "top": (_across_rows, "mirrored top to bottom"),
    "no": (lambda cell, _: cell, "in the places of their fronts"),
}


def _are_backs(fronts: Sequence[CardPage], backs: Sequence[CardPage], is_last: bool) -> bool:
    """Return whether pages hold backs: an incomplete one fits its fronts, or they look alike and unlike the fronts."""
    places = backs[0].grid.columns * backs[0].grid.rows if backs else 0
    if is_last and not 1 < len(backs[0].looks) == places:
        return False  # the rest of the fronts
    if not is_last:
        told = [_fits(front, back) for front, back in zip(fronts, backs, strict=True)]
        if not all(told):
            return False
        if any(0 < len(page.looks) < page.grid.columns * page.grid.rows for page in fronts) and any(
            len(back.looks) == len(front.looks) < front.grid.columns * front.grid.rows
            for front, back in zip(fronts, backs, strict=True)
        ):
            return True
    return _look_like_backs(_list_looks(fronts), _list_looks(backs))


def _list_looks(pages: Iterable[CardPage]) -> list[Image.Image]:
    return [look for page in pages for look in page.looks.values()]


def _fits(front: CardPage, back: CardPage) -> bool:
    """Return whether the places of a page with backs are those of the fronts, mirrored or not, or all of them."""
    if (front.grid.columns, front.grid.rows) != (back.grid.columns, back.grid.rows):
        return False
    is_full = len(back.looks) == back.grid.columns * back.grid.rows
    return is_full or any(_stand(front, find) == {*back.looks} for find, _ in _MIRRORS.values())


def _look_like_backs(fronts: Sequence[Image.Image], backs: Sequence[Image.Image]) -> bool:
    """Return whether some places look alike, and nearly all others unlike them."""
    if min(len(fronts), len(backs)) < 2:
        return False  # one card may be anything
    near, mean = max(_spread(backs), _LEAST_SPREAD), _average(backs)
    away = [_differ(front, mean) > _APART * near for front in fronts]
    return near < _ALIKE and sum(away) >= _MOST_FRONTS * len(away)


_Fold = tuple[_FindPlace, int]  # the place of a front's back, and how far that one is turned


def _next_column(cell: int, grid: CardGrid) -> int:
    return cell + 1 if (cell % grid.columns) % 2 == 0 else cell - 1


def _next_row(cell: int, grid: CardGrid) -> int:
    return cell + grid.columns if (cell // grid.columns) % 2 == 0 else cell - grid.columns


def _find_fold(pages: Sequence[CardPage], must: bool) -> _Fold | None:
    """Return the fold at which all cards of a page lie beside their backs; None if there seems to be none."""
    columns, rows = (all(getattr(page.grid, name) % 2 == 0 for page in pages) for name in ("columns", "rows"))
    if must and any(page.grid.fold_x or page.grid.fold_y for page in pages):
        columns, rows = any(page.grid.fold_x for page in pages), any(page.grid.fold_y for page in pages)
    folds: list[_Fold] = []
    folds += [(_across_columns, 0), (_next_column, 0)] if columns else []
    folds += [(_across_rows, 180), (_next_row, 180)] if rows else []
    for fold in folds:
        fronts, backs = list[Image.Image](), list[Image.Image]()
        for page in pages:
            for cell in page.looks:
                (fronts if cell < fold[0](cell, page.grid) else backs).append(page.looks[cell])
        if len(fronts) == len(backs) and _look_like_backs(fronts, backs):
            return fold
    return folds[0] if must and folds else None


def _pair_folded(pages: Sequence[CardPage], fold: _Fold) -> Pairing:
    find, turn = fold
    spots: list[tuple[CardPlace, CardPlace | None]] = []
    for page in pages:
        for cell in sorted(page.looks):
            back = find(cell, page.grid)
            if cell < back:
                spots.append((page.spot(cell), page.spot(back, turn) if back in page.looks else None))
    return Pairing(spots, "backs beside them along a fold" + (", upside down" if turn else ""))


def _average(images: Sequence[Image.Image]) -> Image.Image:
    mean = images[0]
    for number, image in enumerate(images[1:], 2):
        mean = Image.blend(mean, image, 1 / number)
    return mean


def _differ(one: Image.Image, other: Image.Image) -> float:
    """Return by how much two small pictures differ on average, of 255."""
    return float(sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3)


def _spread(images: Sequence[Image.Image]) -> float:
    """Return by how much small pictures differ from their average."""
    if not images:
        return 0.0
    mean = _average(images)
    return sum(_differ(each, mean) for each in images) / len(images)


def _name_pages(numbers: Iterable[int]) -> str:
    told = [str(each) for each in numbers]
    return f"page {told[0]}" if len(told) == 1 else f"pages {', '.join(told[:-1])} and {told[-1]}"
