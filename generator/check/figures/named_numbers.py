"""Check the numbers said about a figure against those that it shows (GF182)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import digits

from generator.check.figures.figure_texts import FigureText, find_captions
from generator.check.figures.lexicon import split_words
from generator.check.figures.named_columns import read_design, read_row
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene, Path, ShownPiece, ShownWay, measure_distance, walk_values
from generator.language.number_words import parse_number
from generator.model.finding import Finding, Place

_DIGITS = re.compile(r"(?<![\w.,])[+-]?\d{1,9}(?![\w]|[.,]\d)")
_SPAN = re.compile(r"(?<!\d)(\d{1,9})\s*+(?:to|bis|\u00e0|\u2013|-)\s*+(\d{1,9})(?!\d)")
_FIGURE = re.compile(r"(?<!\d)\d++(?=\s*+(?:mm|cm|inch|gsm|%))")
_OWNED = re.compile(r"\b([A-Z]\w+)['\u2019]s (\d{1,9})\b")
_LONGEST_SPAN = 100
_BESIDE = 2  # words between a number and the name of its column, as in `a price of 6`
_MOST_DIGITS = 10
_APART = re.compile(
    r"(?<!\w)(?P<count>\w++) (?P<noun>squares?|spaces?|fields?|cells?|steps?|points?) "
    r"(?P<how>behind|further|ahead|away|beyond|apart|before)"
)
_NAMED = re.compile(r"(?<!\w)(?P<count>\w++) (?:of (?:its|the) \w+ )?(?:named|labeled|labels|names|callouts)\b")
_ON, _ON_LENGTH = re.compile(r"\b(?:on|auf|sur) $"), 5  # before a number that a marker covers
_ARROWS = re.compile(r"(?<!\w)(?P<count>\w++) arrows?\b")

_NAMED_BY_NUMBER = re.compile(r"(?:^|\.)([a-z]+\d{1,4}|\d{1,4}x\d{1,4})$")  # ids such as `s7` and `7x8`

_OPERATORS = frozenset("=+\u00d7\u2212")

PrintedNumbers = Mapping[str, frozenset[int]]


def check_named_numbers(
    scene: FigureScene, text: FigureText, printed: PrintedNumbers, told: bool = False
) -> Iterator[Finding]:
    """Report numbers in figures that nothing in the figure shows; `printed` has those in its drawing (GF182).

    If a wrong piece was already reported (`told`), its number is not reported again.
    """
    said = list(_read_numbers(text.text))
    shown = _collect_numbers(scene, printed)
    for number, at in dict(reversed([(number, at) for number, at in said])).items():
        is_place = _ON.search(text.text[:at][-_ON_LENGTH:]) and number in printed.get(scene.name, ())
        if number in shown or told or text.is_claimed(at) or _is_calculated(text, at) or is_place:
            continue
        if not _is_row_value(scene, text, number, at):
            agreed = text.kind == "alt" or number in {each for each, _ in _read_numbers(scene.data.alt)}
            stray = _find_stray_number(scene, text, {each for each, _ in said}) if agreed else None
            place = stray or _find_wrong_face(scene, text, number) or _find_double(scene, text) or text.place(at)
            yield report(scene, place, f"{text.called} says {number}, which the figure does not show")
    if text.kind == "alt":
        yield from _check_unsaid_words(scene, text, {number for number, _ in said})
        yield from _check_owned(scene, text)
        yield from _check_order(scene, text)
        if text.lexicon.english:
            yield from _check_distances(scene, text)
            yield from _check_label_count(scene, text)


def _is_calculated(text: FigureText, at: int) -> bool:
    """Return whether a number belongs to a calculation such as `1 + 2 + 1 = 4`."""
    before, after = text.text[:at].rstrip(), text.text[at:].lstrip(digits).lstrip()
    return before[-1:] in _OPERATORS or after[:1] in _OPERATORS


def _is_row_value(scene: FigureScene, text: FigureText, number: int, at: int) -> bool:
    """Return whether a number is next to the name of a column, and a piece that the figure shows has it there.

    A face may draw its values as signs, such as five coins.
    """
    words = *split_words(text.text[:at])[-_BESIDE:], *split_words(text.text[at:])[: _BESIDE + 1]
    near = {each.text.removesuffix("s") for each in words}
    return any(
        value == number and column.casefold().removesuffix("s") in near
        for piece in scene.pieces
        if piece.side != "back"
        for column, value in read_row(scene, piece).items()
    )


def _find_stray_number(scene: FigureScene, text: FigureText, said: set[int]) -> Place | None:
    """Return the place of the only number that a figure shows but the text leaves out."""
    shown: list[tuple[int, Path]] = [
        *((piece.number, (*piece.path, "design")) for piece in scene.pieces if piece.number is not None and piece.path),
        *((int(way.says), (*way.path, "says")) for way in scene.ways if _is_number(way.says)),
        *((int(label.says), (*label.path, "says")) for label in scene.labels if _is_number(label.says)),
    ]
    if not shown:
        values = [(value, path) for path, value in walk_values(scene.data.values, ("values",))]
        shown = [(value, path) for value, path in values if type(value) is int and isinstance(path[-1], int)]
    stray = [path for number, path in shown if number not in said]
    if len(stray) > 1:
        words = {text.lexicon.number(token.text) for token in split_words(text.text)}
        stray = [path for number, path in shown if number not in said | words]
    if len(stray) != 1:
        stray = (
            [path[:-1] for _, path in shown[:1]]
            if len({path[:-1] for _, path in shown}) == 1 and not scene.pieces
            else []
        )
    return scene.place(*stray[0]) if len(stray) == 1 else None


def _find_wrong_face(scene: FigureScene, text: FigureText, number: int) -> Place | None:
    """Return the place of the design that a figure shows, if text and rules agree on a number that it does not have."""
    first = scene.game.first
    caption = find_captions(first).get(scene.name) if first else None
    agreed = caption is not None and number in {each for each, _ in _read_numbers(caption[1])}
    return scene.place("design") if text.kind == "alt" and scene.data.kind == "face" and agreed else None


def _find_double(scene: FigureScene, text: FigureText) -> Place | None:
    """Return the place of the second of two equal things in a figure in which no other design is shown twice."""
    shown = [piece for piece in scene.pieces if piece.path and piece.design and piece.side != "back"]
    double = [piece for piece in shown if sum(other.name == piece.name for other in shown) > 1]
    alone = len(double) == 2 and double[0].name == double[1].name and text.kind == "alt"
    return scene.place(*double[1].path, "design") if alone else None


def _read_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield each number in figures and where it is; `0 to 5` is all numbers from 0 to 5."""
    measures = {found.start() for found in _FIGURE.finditer(text)}
    for found in _DIGITS.finditer(text):
        if found.start() not in measures:
            yield abs(int(found[0])), found.start()
    for found in _SPAN.finditer(text):
        low, high = int(found[1]), int(found[2])
        if low < high < low + _LONGEST_SPAN:
            yield from ((number, found.start()) for number in range(low, high))


def _is_number(text: str) -> bool:
    """Return whether a text is a number that is not too long to calculate with."""
    return text.isdecimal() and len(text) < _MOST_DIGITS


def read_digits(texts: Iterable[str]) -> frozenset[int]:
    """Return the numbers that texts print in figures."""
    return frozenset(abs(int(each)) for text in texts for each in re.findall(r"\d{1,9}", text))


def _collect_numbers(scene: FigureScene, printed: PrintedNumbers) -> frozenset[int]:
    """Return the numbers that a figure shows: printed ones, those of its pieces, and how many it shows of each kind."""
    found = set(read_digits(scene.words))
    for each in scene.inner:
        found |= _collect_numbers(each, printed)
    found |= {piece.number for piece in scene.pieces if piece.number is not None}
    found |= {int(fact) for piece in scene.pieces for fact in piece.facts if _is_number(fact)}
    found |= {number for piece in scene.pieces for fact in piece.facts if (number := parse_number(fact)) is not None}
    found |= read_digits(each for piece in scene.pieces for each in _NAMED_BY_NUMBER.findall(piece.design))
    if not any(way.says.isdecimal() for each in (scene, *scene.beside) for way in each.all_ways):
        found |= _count_pieces(scene)
    board = scene.board
    if board is not None:
        marks = [board.cells[cell].label for cell in scene.marked_cells if cell in board.cells]
        marks += [str(way.steps) for way in scene.ways]
        found |= read_digits(marks)
    rows = (str(value) for piece in scene.pieces for value in read_row(scene, piece).values())
    found |= read_digits(rows) & printed.get(scene.name, frozenset())
    counted = any(fact.isdecimal() for piece in scene.pieces for fact in piece.facts)
    if (scene.data.kind in (None, "face") or len(scene.pieces) == 1) and not counted:
        found |= printed.get(scene.name, frozenset())
        found |= {int(value) for _, value in walk_values(scene.data.values, ()) if isinstance(value, int)}
    return frozenset(found)


def _count_pieces(scene: FigureScene) -> set[int]:
    """Return how many pieces of each part and color there are, and how many ways."""
    by_part = Counter(piece.part for piece in scene.pieces)
    by_color = Counter((piece.part, piece.role) for piece in scene.pieces)
    return {*by_part.values(), *by_color.values(), *(piece.copies for piece in scene.pieces), len(scene.ways)}


def _check_unsaid_words(scene: FigureScene, text: FigureText, said: set[int]) -> Iterator[Finding]:
    """Report a number on a way that the text, which has other numbers, does not have."""
    ways = [way for way in scene.all_ways if way.says.isdecimal()]
    words = {text.lexicon.number(token.text) for token in split_words(text.text)}
    for way in scene.ways:
        if _is_number(way.says) and said and int(way.says) not in said | words:
            says = f"the path says {way.says!r}, a number that is not in {text.called}"
            yield report(scene, scene.place(*way.path, "says"), says)
    numbered = [piece for piece in scene.pieces if piece.number is not None and _shows_number(scene, piece)]
    if len(ways) == 0 and said and len(numbered) <= 8:
        for piece in numbered:
            if piece.number not in said | words and not _is_named(scene, piece):
                says = f"the figure shows {piece.name!r}, a number that is not in {text.called}"
                yield report(scene, scene.place(*piece.path, "design"), says)
                return


def _shows_number(scene: FigureScene, piece: ShownPiece) -> bool:
    """Return whether the number in a piece's id may be on it; where its row has others, it only numbers the row."""
    design = next((each for each in scene.parts[piece.part].designs if each.id == piece.design), None)
    row = design.values.get("row") if design else None
    columns = row.items() if isinstance(row, Mapping) else ()
    numbers = {value for key, value in columns if type(value) is int and key not in ("id", "copies")}
    return piece.number in numbers or not numbers


def _is_named(scene: FigureScene, piece: ShownPiece) -> bool:
    """Return whether the first alternative text names a piece by words that only pieces of its number have in rows.

    A text that has its number, too, does not leave it to the name.
    """
    if piece.number in {number for number, _ in _read_numbers(scene.data.alt)}:
        return False
    said = f" {' '.join(token.text for token in split_words(scene.data.alt))} "
    names = {value.lower() for value in read_row(scene, piece).values() if isinstance(value, str) and value.strip()}
    for design in scene.parts[piece.part].designs:
        if design.id.rpartition(".")[2] != piece.design.rpartition(".")[2]:
            names -= {str(value).lower() for value in read_design(design).values()}
    return any(f" {name} " in said for name in names)


def _check_owned(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report cases where `Ann's 3` is not the number on the piece that says `Ann`."""
    names = {piece.says for piece in scene.pieces if piece.says}
    owned = {piece.says: piece for piece in scene.pieces if piece.says and piece.number is not None}
    for found in _OWNED.finditer(text.text):
        piece = owned.get(found[1])
        if len(names) > 1 and found[1] not in names and names & {each[1] for each in _OWNED.finditer(text.text)}:
            says = f"{text.called} says {found[0]!r}, but nothing in the figure says {found[1]!r}"
            yield report(scene, text.place(found.start()), says)
        if piece is not None and piece.number != int(found[2]):
            says = f"{text.called} says {found[0]!r}, but the piece that says {found[1]!r} is {piece.name!r}"
            yield report(scene, scene.place(*piece.path, "design"), says)


def _check_order(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report cases where numbered pieces are in a different order than the text, which goes from the left, has them."""
    if not re.search(r"from (?:the )?left|left to right", text.text, re.IGNORECASE):
        return
    placed = [piece for piece in scene.pieces if piece.number is not None and piece.at is not None]
    shown = [piece.number for piece in sorted(placed, key=lambda piece: (piece.at or (0, 0))[0])]
    said = [number for number, _ in sorted(_read_numbers(text.text), key=lambda each: each[1]) if number in shown]
    if sorted(map(str, said)) == sorted(map(str, shown)) and said != shown:
        order = ", ".join(map(str, shown))
        yield report(
            scene,
            text.place(0),
            f"{text.called} lists the pieces from left to right, but in that order they are {order}",
        )


def _check_distances(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a distance in squares, or a number of arrows, that the figure does not show."""
    if scene.board is None and not scene.inner:
        return
    for found in _APART.finditer(text.text):
        number = text.lexicon.number(found["count"].lower())
        known = _measure_distances(scene, pieces_alone=found["how"] == "behind")
        if number is not None and known and number not in known:
            far = ", ".join(map(str, sorted(known)))
            yield report(
                scene, text.place(found.start()), f"{text.called} says {found[0]!r}, but the figure shows {far}"
            )
    yield from _check_lone_way(scene, text)
    for found in _ARROWS.finditer(text.text):
        number = text.lexicon.number(found["count"].lower())
        if number is not None and number > 1 and scene.ways and number != len(scene.ways):
            says = f"{text.called} says {found[0]!r}, but the figure shows {len(scene.ways)}"
            yield report(scene, text.place(found.start()), says)


def _check_lone_way(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report the only way with a number, if the text has its number of steps instead."""
    numbered = [way for way in scene.ways if _is_number(way.says)]
    said = {text.lexicon.number(token.text) for token in split_words(text.text)}
    if len(numbered) == 1 and numbered[0].steps in said and int(numbered[0].says) not in {*said, numbered[0].steps}:
        yield _report_steps(scene, numbered[0])


def _check_label_count(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `six of its parts named` where the figure has more or fewer labels."""
    for found in _NAMED.finditer(text.text):
        number = text.lexicon.number(found["count"].lower())
        if number is not None and number > 1 and scene.labels and number != len(scene.labels):
            says = f"{text.called} says {found[0]!r}, but the figure has {len(scene.labels)} labels"
            yield report(scene, text.place(found.start()), says)


def _measure_distances(scene: FigureScene, pieces_alone: bool) -> set[int]:
    """Return the lengths of ways, and the distances of pieces from one another and from where they were."""
    if pieces_alone and len({piece.cell for piece in scene.pieces if piece.cell}) > 1:
        return _measure_gaps(scene, scene.pieces)
    near = [scene, *scene.beside, *scene.inner]
    found = {way.steps for each in near for way in each.ways}
    for each in (scene, *scene.inner):
        found |= _measure_gaps(each, [piece for other in (each, *scene.beside, *scene.inner) for piece in other.pieces])
    return found - {0}


def _measure_gaps(scene: FigureScene, others: Sequence[ShownPiece]) -> set[int]:
    """Return how many steps the pieces of a figure are from others."""
    if scene.board is None:
        return set()
    pairs = {(piece.cell, other.cell) for piece in scene.pieces for other in others if piece.cell and other.cell}
    return {measure_distance(scene.board, *pair) or 0 for pair in pairs if pair[0] != pair[1]}


def check_way_numbers(scenes: Mapping[str, FigureScene]) -> Iterator[Finding]:
    """Report a number on a way that is not its number of steps, where nearly all others are (GF182)."""
    numbered = [(scene, way) for scene in scenes.values() for way in scene.ways if _is_number(way.says)]
    wrong = [(scene, way) for scene, way in numbered if int(way.says) != way.steps]
    if (len(wrong) == 1 and len(numbered) > 2) or (len(wrong) == 2 and len(numbered) > 7):
        for scene, way in wrong:
            yield _report_steps(scene, way)


def _report_steps(scene: FigureScene, way: ShownWay) -> Finding:
    says = f"the path says {way.says!r}, but has {way.steps} steps"
    return report(scene, scene.place(*way.path, "says"), says)
