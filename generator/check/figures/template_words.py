"""Find words and icons of a figure's template that are copied, out of order, or on the wrong side (GF182)."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from generator.check.figures.lexicon import split_words
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.language.number_words import parse_number
from generator.model.finding import Finding, Place

_LIST = re.compile(r"[\[(](?P<items>[^\[\](){}]+)[\])]")
_NUMBERED = re.compile(r"(?P<stem>[A-Za-z_.]+)(?P<number>\d{1,2})")
_CALL = re.compile(r"\{\{-?\s*(?P<macro>\w+(?:\.\w+)?)\((?P<arguments>[^{}]*)\)\s*-?\}\}")
_LITERAL = re.compile(r"'([^'\\]+)'")
_ICON = re.compile(r"class=\"icon\.(?P<name>[\w-]+)\"(?P<inside>(?:(?!</g>|class=\"icon\.).)*)", re.DOTALL)
_USED = re.compile(r"href=\"[^\"#{}]*#(?P<symbol>[\w-]+)\"")
_OPPOSITE = (("west", "east", 0), ("left", "right", 0), ("north", "south", 1), ("upper", "lower", 1))
_STEPS = re.compile(r"(?P<first>\d{1,2})(?:\D{1,5}(?P<last>\d{1,2}))?\.?")
_LETTER_AT = re.compile(
    r"\b(?:square|space|cell|field|point|town|city|hex|card|pawn|piece) (?P<letter>[A-Z])\b"
    r" (?P<side>below|above|left|right)"
)
_AXES = {("above", "below"): "y", ("left", "right"): "x"}  # the coordinate that is smaller for the first of two
_SAME_SIZE = 0.01  # mm
_LEAST_ITEMS = 4  # of a list that has an order
_LEAST_CALLS = 4  # of a macro; fewer may well repeat a text
_LEAST_LETTERS = 5
_LEAST_IN_ROW = 3  # texts whose order is that of the words about them
_SAME_LINE = 1.0  # mm between the base lines of texts of a row
_OWN_LETTERS = 4  # of a word that identifies a text


class FigureTemplate(NamedTuple):
    """The source of a figure's template; `locate` returns the place of a character of it."""

    source: str
    locate: Callable[[int], Place]


class PlacedText(NamedTuple):
    """A text of a figure, where it is and its font size, mm."""

    text: str
    x: float
    y: float
    size: float


def check_template_words(
    scene: FigureScene, template: FigureTemplate, texts: Sequence[PlacedText]
) -> Iterator[Finding]:
    """Report lists, calls and icons of a template that are unlike their siblings, and texts elsewhere (GF182)."""
    yield from _check_lists(scene, template)
    yield from _check_calls(scene, template)
    yield from _check_icons(scene, template)
    yield from _check_steps(scene, template, texts)
    yield from _check_letters(scene, template, texts)
    typed = [each for each in texts if len(each.text) > 2 and each.text in template.source]
    yield from _check_sides(scene, template, typed)
    yield from _check_row(scene, template, typed)


def _check_lists(scene: FigureScene, template: FigureTemplate) -> Iterator[Finding]:
    """Report a list such as `two, three, five, four`."""
    for found in _LIST.finditer(template.source):
        items = [item.strip() for item in found["items"].split(",")]
        ranks = [_rank(item) for item in items]
        stems = {stem for stem, _ in filter(None, ranks)}
        numbers = [rank[1] for rank in ranks if rank]
        if (
            len(numbers) < max(len(items), _LEAST_ITEMS)
            or len(stems) > 1
            or numbers in (sorted(numbers), sorted(numbers)[::-1])
        ):
            continue
        if sorted(numbers) == list(range(min(numbers), max(numbers) + 1)):
            says = f"the list {found[0]!r} is out of order"
            yield report(scene, template.locate(found.start()), says, fix="put it in order")


def _rank(item: str) -> tuple[str, int] | None:
    """Return the number in an item such as `'two players'` or `values.seats2`, and the name before it."""
    if named := _NUMBERED.fullmatch(item):
        return named["stem"], int(named["number"])
    if not item[:1] == item[-1:] == "'":
        return None
    numbers = [number for word in item.strip("'").split() if (number := parse_number(word.lower())) is not None]
    return ("", numbers[0]) if len(numbers) == 1 and not any(char.isdecimal() for char in item) else None


def _check_calls(scene: FigureScene, template: FigureTemplate) -> Iterator[Finding]:
    """Report words that a macro gets twice, and of which all other calls get others."""
    calls = defaultdict[str, list[tuple[str, int]]](list)
    for found in _CALL.finditer(template.source):
        said = [each for each in _LITERAL.finditer(found["arguments"]) if " " in each[1]]
        if said and sum(char.isalpha() for char in said[0][1]) >= _LEAST_LETTERS:
            calls[found["macro"]].append((said[0][1], found.start("arguments") + said[0].start()))
    for some in calls.values():
        counts = Counter(text for text, _ in some)
        twice = [text for text, count in counts.items() if count > 1]
        if len(some) >= _LEAST_CALLS and len(twice) == 1 and counts[twice[0]] == 2:
            for text, at in some:
                if text == twice[0]:
                    says = f"two calls draw the words {text!r}, but all others draw different words"
                    yield report(scene, template.locate(at), says)


def _check_icons(scene: FigureScene, template: FigureTemplate) -> Iterator[Finding]:
    """Report an icon's group that uses the symbol of another icon."""
    names = {found["name"] for found in _ICON.finditer(template.source)}
    for found in _ICON.finditer(template.source):
        used = _USED.search(found["inside"])
        if used and used["symbol"] != found["name"] and used["symbol"] in names:
            says = f"the icon {found['name']!r} is drawn with the symbol {used['symbol']!r}"
            yield report(scene, template.locate(found.start("inside") + used.start("symbol")), says)


def _check_steps(scene: FigureScene, template: FigureTemplate, texts: Sequence[PlacedText]) -> Iterator[Finding]:
    """Report the numbers of steps in a row, such as `1 to 3`, `5`, `4`, of which two neighbors are exchanged."""
    counts = Counter((each.text, round(each.size, 1)) for each in texts)
    rows = defaultdict[tuple[int, float], list[tuple[PlacedText, int, int]]](list)
    for each in sorted(texts, key=lambda text: text.x):
        if found := _STEPS.fullmatch(each.text):
            line = round(each.y / _SAME_LINE), round(each.size, 1)
            rows[line].append((each, int(found["first"]), int(found["last"] or found["first"])))
    for (_, size), row in rows.items():
        ends = sorted((first, last) for _, first, last in row)
        is_sequence = ends[0][0] == 1 and all(two[0] == one[1] + 1 for one, two in pairwise(ends))
        is_sequence &= all(counts[each.text, size] == 1 for each, _, _ in row)  # and no faces of dice
        back = [number for number, (one, two) in enumerate(pairwise(row)) if two[1] < one[1]]
        if len(row) >= _LEAST_IN_ROW and is_sequence and len(back) == 1:
            said = ", ".join(each.text for each, _, _ in row)
            says = f"the numbers in this row are {said} from left to right"
            yield report(scene, _locate_typed(scene, template, row[back[0]][0].text), says, fix="put them in order")


def _locate_typed(scene: FigureScene, template: FigureTemplate, number: str) -> Place:
    """Return the last place where a template types a number or a letter alone, else that of the template."""
    found = [each.start(1) for each in re.finditer(rf"[(,>'] ?({re.escape(number)})[),<']", template.source)]
    return template.locate(found[-1]) if found else scene.place("template")


def _check_letters(scene: FigureScene, template: FigureTemplate, texts: Sequence[PlacedText]) -> Iterator[Finding]:
    """Report letters such as A and B of which the alternative text has one below and the other one above."""
    said = {found["letter"]: found["side"] for found in _LETTER_AT.finditer(scene.data.alt)}
    counts = Counter(each.text for each in texts if each.text in said)
    once = next((each.size for each in texts if counts[each.text] == 1), 0.0)  # the letters of colors have another size
    drawn = {each.text: each for each in texts if each.text in said and abs(each.size - once) < _SAME_SIZE}
    if len(drawn) < len(said):
        return
    for one, other in permutations(said, 2):
        axis = _AXES.get((said[one], said[other]), "")
        if axis and getattr(drawn[one], axis) - getattr(drawn[other], axis) > _SAME_LINE:
            says = f"the alt text has {one} {said[one]} and {other} {said[other]}, but here it is the other way around"
            yield report(scene, _locate_typed(scene, template, one), says, fix="exchange them")


def _check_sides(scene: FigureScene, template: FigureTemplate, texts: Sequence[PlacedText]) -> Iterator[Finding]:
    """Report `east arm` that is to the west of `west arm`."""
    for before, after, axis in _OPPOSITE:
        pairs = [
            (one, other)
            for one in texts
            for other in texts
            if re.search(rf"\b{before}\b", one.text) and other.text == re.sub(rf"\b{before}\b", after, one.text)
        ]
        if len(pairs) != 1:
            continue
        one, other = pairs[0]
        behind = one.y - other.y if axis else one.x - other.x
        if behind > _SAME_LINE:
            for each in (one, other):
                says = f"{one.text!r} is {'to the right of' if axis == 0 else 'below'} {other.text!r}"
                yield report(scene, template.locate(template.source.index(each.text)), says, fix="exchange them")


def _check_row(scene: FigureScene, template: FigureTemplate, texts: Sequence[PlacedText]) -> Iterator[Finding]:
    """Report cases where texts side by side are in a different order than the alternative text has them."""
    said = [token.text for token in split_words(scene.data.alt)]
    lines = defaultdict[int, list[PlacedText]](list)
    for each in sorted(texts, key=lambda text: text.x):
        lines[round(each.y / _SAME_LINE)].append(each)
    for row in lines.values():
        words = [{token.text for token in split_words(each.text) if len(token.text) >= _OWN_LETTERS} for each in row]
        own = [some - set[str]().union(*(other for other in words if other is not some)) for some in words]
        ranks = [min((said.index(word) for word in some if said.count(word) == 1), default=-1) for some in own]
        known = [(rank, each) for rank, each in zip(ranks, row, strict=True) if rank >= 0]
        back = [pair for pair in pairwise(known) if pair[1][0] < pair[0][0]]
        if len(known) >= _LEAST_IN_ROW and back:
            before, each = back[0][0][1], back[0][1][1]
            says = f"the words {each.text!r} come after {before.text!r}, but the alt text names them first"
            yield report(scene, template.locate(template.source.index(each.text)), says)
