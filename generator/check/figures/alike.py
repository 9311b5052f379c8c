"""Find pieces in a figure that differ from others of their kind for no reason that the data give (GF182)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from generator.check.figures.lexicon import Lexicon
from generator.check.figures.named_pieces import lies_elsewhere, report
from generator.check.figures.scene import FigureScene, Path, ShownPiece, expand_cells, find_role
from generator.model.finding import Finding

_POSES = {"front": "face up", "back": "face down"}
_LEAST_ALIKE = 4  # pieces of a part and a color, of which one may be the odd one
_NEXT_TO = 1.3  # of their width: the distance between the middles of adjacent pieces
_WORD = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"\b(?P<count>\w+) (?P<noun>\w+)")


def check_alike(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report odd pieces: a different size or side than all others, too few of one color, or miscounted (GF182)."""
    if scene.data.kind in ("board", "table"):
        yield from _check_odd_ones(scene)
        yield from _check_odd_color(scene)
        yield from _check_equal_shares(scene)
        yield from _check_heaps(scene, lexicon)
        yield from _check_names(scene)
        yield from _check_color_sets(scene)
        yield from _check_player_count(scene, lexicon)
        yield from _check_highlights(scene)
        yield from _check_both_sides(scene)
    yield from _check_listed_colors(scene)


def _check_odd_ones(scene: FigureScene) -> Iterator[Finding]:
    """Report the one piece of a part and a color that is on another side, or has another size."""
    groups = defaultdict[tuple[str, str], list[ShownPiece]](list)
    for piece in scene.pieces:
        groups[piece.part, piece.role].append(piece)
    for pieces in groups.values():
        odd, others = _find_odd_one(scene, pieces, "side")
        if odd and not _is_turned_on_purpose(scene, odd, others):
            pose, usual = (_POSES.get(each.side, f"on {each.side!r}") for each in (odd, others[0]))
            says = f"{odd.name!r} is {pose}, but all {len(others)} others like it are {usual}"
            fix = "turn it over, or, if that is meant, give it words of its own (`says`)"
            yield report(scene, scene.place(*odd.path, "side"), says, fix=fix)
        odd, others = _find_odd_one(scene, pieces, "width")
        if odd:
            name = "scale" if scene.data.kind == "board" else "width"
            says = f"{odd.name!r} has the {name} {odd.width!r}, but all {len(others)} others like it have "
            fix = "correct that one, or the others"
            yield report(scene, scene.place(*odd.path, name), f"{says}{others[0].width!r}", fix=fix)


def _find_odd_one(
    scene: FigureScene, pieces: Sequence[ShownPiece], key: str
) -> tuple[ShownPiece | None, list[ShownPiece]]:
    """Return the only piece whose side or width none of many others has, and these, which have all the same one."""
    of = [getattr(piece, key) for piece in pieces]
    counts = Counter(of)
    rare = [value for value, count in counts.items() if count == 1]
    if len(pieces) < _LEAST_ALIKE or len(counts) != 2 or len(rare) != 1:
        return None, []
    if sum(getattr(each, key) == rare[0] and each.part == pieces[0].part for each in scene.pieces) > 1:
        return None, []  # it goes with those of other colors
    odd = pieces[of.index(rare[0])]
    return odd, [each for each in pieces if each is not odd]


def _is_turned_on_purpose(scene: FigureScene, odd: ShownPiece, others: Sequence[ShownPiece]) -> bool:
    """Return whether a piece is on another side for a reason.

    A stack lies face down beside a hand, a deck on a place of its own, words tell a reason, and of pieces that lie face
    down, one is turned up to show which one it is.
    """
    alone = bool(odd.says) and not any(each.says for each in others)
    is_shown = _names_design(scene, odd) and not any(_names_design(scene, each) for each in others)
    return odd.copies > 1 or alone or is_shown or lies_elsewhere(scene, odd, [odd, *others])


def _names_design(scene: FigureScene, piece: ShownPiece) -> bool:
    """Return whether a thing in a figure says which design it is."""
    things, number = scene.data.things or (), piece.path[-1]
    return piece.path[0] == "things" and isinstance(number, int) and things[number].design is not None


def _check_odd_color(scene: FigureScene) -> Iterator[Finding]:
    """Report the one thing of a part in a different color than all others, which are many."""
    for part in {piece.part: None for piece in scene.pieces if piece.role and scene.data.kind == "table"}:
        pieces = [piece for piece in scene.pieces if piece.part == part]
        counts = Counter(piece.role for piece in pieces)
        if len(pieces) > _LEAST_ALIKE and len(counts) == 2 and min(counts.values()) == 1:
            odd = next(piece for piece in pieces if counts[piece.role] == 1)
            says = f"{odd.name!r} has a different color from the {len(pieces) - 1} others of {part!r}"
            yield report(scene, scene.place(*odd.path, "design"), says, fix="correct that one, or the others")


def _check_equal_shares(scene: FigureScene) -> Iterator[Finding]:
    """Report cases where all colors but one show the same pieces of a part."""
    shares = defaultdict[str, dict[str, Counter[str]]](dict)
    for piece in scene.pieces:
        if piece.role:
            shares[piece.part].setdefault(piece.role, Counter())[" ".join(sorted(piece.facts))] += 1
    for part, by_role in shares.items():
        keys = {role: tuple(sorted(each.items())) for role, each in by_role.items()}
        usual = Counter(keys.values()).most_common(1)[0][0]
        odd = [role for role, key in keys.items() if key != usual]
        least = 2 if _shows_players(scene) else 3
        if len(by_role) >= least and len(odd) == 1 and all(each.total() > 1 for each in by_role.values()):
            piece = next(each for each in scene.pieces if each.part == part and each.role == odd[0])
            color = scene.game.colors[odd[0]].called
            says = f"the figure shows different pieces of {part!r} in {color} from those in the other colors"
            yield report(scene, scene.place(*piece.path), says, fix="show the same pieces in each color")


def _shows_players(scene: FigureScene) -> bool:
    """Return whether another figure shows this one for a number of players."""
    steps = [step for figure in scene.game.data.figures.values() for step in figure.steps or ()]
    return any(step.figure == scene.name and re.search(r"\bplayers?\b", step.says or "") for step in steps)


def _check_heaps(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report a piece that says how many lie there, such as `Ann: 10 gems`, and lies among others."""
    for piece in scene.pieces:
        for found in _COUNTED.finditer(piece.says):
            number = lexicon.number(found["count"].lower())
            if number is None or piece.part not in lexicon.nouns.get(found["noun"].lower(), ()):
                continue
            heap = _gather_heap(piece, [each for each in scene.pieces if each.part == piece.part])
            shown = sum(each.copies for each in heap)
            if shown != number:
                says = f"a piece is labeled {piece.says!r}, but {shown} are there"
                yield report(scene, scene.place(*piece.path, "says"), says)


def _gather_heap(piece: ShownPiece, others: Sequence[ShownPiece]) -> list[ShownPiece]:
    """Return the pieces that are together with one, each next to another."""
    heap, left = [piece], [each for each in others if each is not piece]
    for here in heap:
        near = [each for each in left if _are_near(here, each)]
        heap += near
        left = [each for each in left if each not in near]
    return heap


def _are_near(one: ShownPiece, other: ShownPiece) -> bool:
    if one.at is None or other.at is None or one.width is None or other.width != one.width:
        return False
    return hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) <= _NEXT_TO * one.width


def _check_names(scene: FigureScene) -> Iterator[Finding]:
    """Report words that two things share, and a color that two named things of a part share."""
    named = [piece for piece in scene.pieces if piece.says]
    words, roles = set[str](), set[tuple[str, str]]()
    for piece in named:
        alike = [other for other in named if other.part == piece.part and other.role]
        alike = alike if _is_told_by_color(scene, piece.part) else []
        if piece.says in words and not _names_part(scene, piece) and not _names_look(named, piece):
            says = f"two things are labeled {piece.says!r}"
            wrong = next((each for each in named if each.says == piece.says and _has_other_number(scene, each)), piece)
            yield report(scene, scene.place(*wrong.path, "says"), says)
        elif (piece.part, piece.role) in roles and len({each.role for each in alike}) == len(alike) - 1 >= 2:
            says = f"{piece.name!r} has the same color as another thing, but all others of {piece.part!r} differ"
            yield report(scene, scene.place(*piece.path, "design"), says)
        words.add(piece.says)
        roles.add((piece.part, piece.role))


def _names_part(scene: FigureScene, piece: ShownPiece) -> bool:
    """Return whether the words on a piece are from the name of its part, such as `pints` on pint dice."""
    name = f"{piece.part} {scene.parts[piece.part].title}".lower()
    called = {word.removesuffix("s") for word in _WORD.findall(name)}
    return {word.removesuffix("s") for word in _WORD.findall(piece.says.lower())} <= called


def _names_look(named: Sequence[ShownPiece], piece: ShownPiece) -> bool:
    """Return whether words go with a look, as `wet` and `dry` do with the sides of a bag before and after a flood."""
    labels = defaultdict[tuple[str, str, str], set[str]](set)
    for each in named:
        if each.part == piece.part:
            labels[each.design, each.side, each.role].add(each.says)
    mine = labels.pop((piece.design, piece.side, piece.role))
    others = set[str]().union(*labels.values())
    return mine == {piece.says} and bool(others) and piece.says not in others


def _has_other_number(scene: FigureScene, piece: ShownPiece) -> bool:
    """Return whether the alt text says `Ann's 1` of a piece that says Ann and has another number."""
    found = re.search(rf"\b{re.escape(piece.says)}['\u2019]s (\d+)", scene.data.alt)
    return found is not None and piece.number is not None and int(found[1]) != piece.number


def _is_told_by_color(scene: FigureScene, name: str) -> bool:
    """Return whether the designs of a part differ only in color; two cards of one suit may be in the same trick."""
    designs = scene.parts[name].designs
    return len({find_role(design) for design in designs}) == len(designs)


def _check_color_sets(scene: FigureScene) -> Iterator[Finding]:
    """Report cases where two parts are shown in equally many colors, but not in the same ones."""
    roles: dict[str, list[str]] = {}
    for piece in scene.pieces:
        if piece.role and piece.role not in roles.setdefault(piece.part, []):
            roles[piece.part].append(piece.role)
    (first, usual), *others = list(roles.items()) or [("", [])]
    for part, found in others:
        if len(found) == len(usual) > 1 and {*found} != {*usual}:
            counts = {name: sum(piece.part == name for piece in scene.pieces) for name in (first, part)}
            fewer, more = sorted(counts, key=lambda name: counts[name])
            odd = next(each for each in scene.pieces if each.part == fewer and each.role not in roles[more])
            says = f"the figure shows {odd.name!r}, but no {more!r} of that color"
            yield report(scene, scene.place(*odd.path, "design"), says)


def _check_player_count(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report cases where the text says `three players` and a part is shown in a different number of colors."""
    roles: dict[str, set[str]] = {}
    for piece in scene.pieces:
        if piece.role:
            roles.setdefault(piece.part, set()).add(piece.role)
    numbers = {lexicon.number(found[1].lower()) for found in re.finditer(r"\b(\w+) players\b", scene.data.alt)}
    wrong = [part for part, found in roles.items() if len(found) > 1 and len(found) not in numbers]
    if len(numbers) == 1 and None not in numbers and wrong and len(roles) > 1:
        shown = len(roles[wrong[0]])
        says = f"the alt text says {max(numbers, key=str)} players, but {wrong[0]!r} is shown in {shown} colors"
        yield report(scene, scene.place(*next(each.path for each in scene.pieces if each.part == wrong[0])), says)


def _check_highlights(scene: FigureScene) -> Iterator[Finding]:
    """Report the one highlighted cell without a piece, where all others have one."""
    standing = {piece.cell for piece in scene.pieces if piece.cell}
    for number, each in enumerate(scene.data.highlight or ()):
        cells = expand_cells(scene.board, each.cells) if scene.board else []
        empty = [cell for cell in cells if cell not in standing]
        if len(cells) > 2 and len(empty) == 1:
            says = f"there is no piece on {empty[0]!r}, but there is one on every other highlighted cell"
            beside = [piece for piece in scene.pieces if piece.cell and piece.cell not in cells]
            own = [
                piece for piece in beside if piece.role in {each.role for each in scene.pieces if each.cell in cells}
            ]
            path = (*own[0].path, "at") if len(own) == 1 else ("highlight", number, "cells")
            yield report(scene, scene.place(*path), says)


def _check_listed_colors(scene: FigureScene) -> Iterator[Finding]:
    """Report a color that appears twice in a list of a template's values, whose others differ."""
    for path, items in _walk_lists(scene.data.values, ("values",)):
        named = [_find_listed_role(scene, item) for item in items]
        counts = Counter(role for _, role in named if role)
        if len(items) > 2 and all(role for _, role in named) and len(counts) == len(items) - 1:
            again = max(number for number, (_, role) in enumerate(named) if counts[role] > 1)
            says = f"the color {named[again][1]!r} is in the list twice"
            yield report(scene, scene.place(*path, again, *named[again][0]), says)


def _walk_lists(value: Any, path: Path) -> Iterator[tuple[Path, list[Any]]]:
    if isinstance(value, list):
        yield path, value
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _walk_lists(each, (*path, key))


def _find_listed_role(scene: FigureScene, item: Any) -> tuple[Path, str]:
    """Return the color role that an item of a list is, or has under a key, and the path to it."""
    if isinstance(item, Mapping):
        found: list[tuple[Path, str]] = [((key,), value) for key, value in item.items() if isinstance(value, str)]
    else:
        found = [((), item)] if isinstance(item, str) else []
    return next(((path, value) for path, value in found if value in scene.game.colors), ((), ""))


def _check_both_sides(scene: FigureScene) -> Iterator[Finding]:
    """Report a text that mentions two sides when both pieces show the same one."""
    pieces = scene.pieces
    told = re.search(r"\bon the other\b|\b(?:both|two) sides\b", scene.data.alt)
    yield from _check_named_sides(scene)
    if told and len(pieces) == 2 and len({(piece.name, piece.side) for piece in pieces}) == 1:
        says = f"the alt text mentions two sides, but the figure shows {pieces[0].side!r} twice"
        yield report(scene, scene.place(*pieces[1].path, "side"), says)


def _check_named_sides(scene: FigureScene) -> Iterator[Finding]:
    """Report two things of a part of two sides that show the same one under different words."""
    for part in dict.fromkeys(piece.part for piece in scene.pieces):
        pieces = [piece for piece in scene.pieces if piece.part == part]
        words = {piece.says for piece in pieces if piece.says and piece.says.islower()}
        looks = {(piece.design, piece.side) for piece in pieces}
        sides = scene.parts[part].back is not None or scene.parts[part].kind == "foldover"
        if len(pieces) == len(words) == 2 and len(looks) == 1 and sides and len(scene.parts[part].designs) == 1:
            one, other = (piece.says for piece in pieces)
            says = f"the things {one!r} and {other!r} show the same side of {part!r}"
            wrong = pieces[-1] if pieces[0].side == "front" else pieces[0]  # the front is shown first
            yield report(scene, scene.place(*wrong.path, "side"), says)
