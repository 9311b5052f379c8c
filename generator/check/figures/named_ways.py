"""Check what is said about arrows, and of pieces ahead, behind or taken, against a figure (GF182); English only."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.named_pieces import matches, report
from generator.check.figures.phrases import Phrase, find_phrases
from generator.check.figures.scene import FigureScene, ShownPiece, ShownWay
from generator.model.finding import Finding

_LINE = r"(?:lines?|arrows?|ways?|paths?|chains?)"
_CELLS = r"(?:squares?|spaces?|cells?|fields?|steps?)"
_MARKED = re.compile(
    rf"\b(?P<dashed>broken |dotted |dashed )?{_LINE} (?:marked(?: with)?|labeled|with an?|that says) (?P<says>\d++)\b"
)
_LEADS = re.compile(
    rf"\b{_LINE}\b[^.;:,]{{0,60}}?\b(?:leads?|runs?|goes|points?)\b (?P<count>[a-z]++|\d++) (?:[a-z]++ )?{_CELLS}\b"
)
_TO_KIND = re.compile(
    rf"\b{_LINE}\b[^.;:,]{{0,80}}?\b(?:leads?|runs?|goes|points?|ends?)\b[^.;:,]{{0,60}}? (?:to|on|in|into|onto) "
    r"(?:the |an? )?(?:[a-z]++ )?(?P<kind>[a-z]++)"
)
_CELL = r"(?:the |an? |its |one |two |three )?[a-z]+"
_OVER = re.compile(rf"\b(?:over|across|via|through|past) (?P<cells>{_CELL}(?:,? (?:and |then )*{_CELL}){{0,6}})")
_DENIED = re.compile(r"\b(?:not|never|no|without)\b")
_TAKES = re.compile(r"\b(?:captures?|takes?|attacks?|beats|hits|jumps over) $")
_TAKES_LENGTH = 20  # characters of the longest match
_AHEAD = re.compile(rf"\W+(?:stands? |is |lies )?(?:[a-z]++|\d++) {_CELLS} (?P<how>ahead|in front|behind)\b")


def check_named_ways(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report texts with other numbers, ends or victims of arrows than the figure shows (GF182)."""
    if not text.lexicon.english or scene.data.kind != "board" or not scene.ways:
        return
    if text.kind == "alt":
        yield from _check_marks(scene, text)
        yield from _check_lengths(scene, text)
        yield from _check_ends(scene, text)
        yield from _check_ahead(scene, text)
        yield from _check_passed(scene, text)
    yield from _check_taken(scene, text)


def _check_marks(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `a broken line marked 4` if that line has another number, or is not broken."""
    for found in _MARKED.finditer(text.text):
        alike = [way for way in scene.ways if way.says == found["says"]]
        if not alike or len(scene.ways) < 2 or len({way.dashed for way in scene.ways}) < 2:
            continue
        if not any(way.dashed == bool(found["dashed"]) for way in alike):
            says = f"{text.called} says {found[0]!r}, but that path is {'' if alike[0].dashed else 'not '}dashed"
            yield report(scene, scene.place(*alike[0].path, "says"), says)


def _check_lengths(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `an arrow that leads three squares` if no arrow has so many steps."""
    for found in _LEADS.finditer(text.text):
        number, known = text.lexicon.number(found["count"].lower()), {way.steps for way in scene.ways}
        if number is not None and number not in known:
            says = f"{text.called} says {found[0]!r}, but the figure shows {', '.join(map(str, sorted(known)))}"
            only = scene.ways[0] if len(scene.ways) == 1 and scene.ways[0].path[0] == "paths" else None
            marked = only is not None and only.says == str(number)
            place = scene.place(*only.path) if marked and only else text.place(found.start())
            yield report(scene, place, says)


def _check_ends(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `an arrow that leads to a goal` if no arrow ends on one."""
    kinds = _find_kinds(scene, text)
    ends = {way.cells[-1] for way in scene.ways}
    for found in _TO_KIND.finditer(text.text):
        words = [each for each in found[0].lower().split()[-2:] if each in kinds]
        if words and not any(kinds[word] & ends for word in words):
            says = f"{text.called} says {found[0]!r}, but the path ends on {', '.join(map(repr, sorted(ends)))}"
            only = scene.ways[0] if len(scene.ways) == 1 else None
            yield report(scene, scene.place(*only.path) if only else text.place(found.start()), says)


def _check_passed(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `over a dune and an oasis` if the only way does not pass such cells in that order."""
    kinds, way = _find_kinds(scene, text), scene.ways[0]
    for found in _OVER.finditer(text.text) if len(scene.ways) == 1 else ():
        words = [word for word in re.findall(r"[a-z]+", found["cells"].lower()) if word in kinds]
        if not words or _DENIED.search(text.text, max(0, found.start() - _TAKES_LENGTH), found.start()):
            continue
        missing = next((f"no {word}" for word in words if not kinds[word] & {*way.cells}), "")
        fault = missing or ("" if _passes(way, [kinds[word] for word in words]) else "them differently")
        if fault:
            says = f"{text.called} says {found[0]!r}, but the path passes {fault}"
            yield report(scene, text.place(found.start()), says)


def _passes(way: ShownWay, kinds: Sequence[frozenset[str]]) -> bool:
    """Return whether a way comes to cells of some kinds in their order."""
    cells = iter(way.cells)
    return all(any(cell in each for cell in cells) for each in kinds)


def _find_kinds(scene: FigureScene, text: FigureText) -> Mapping[str, frozenset[str]]:
    return text.lexicon.kinds[scene.board_part.id] if scene.board_part else {}


def _check_ahead(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `a black piece three squares ahead` if that one is at the other end of the way."""
    phrases = _find_piece_phrases(scene, text)
    for phrase in phrases:
        found = _AHEAD.match(text.text, phrase.at + len(phrase.said))
        pieces = [piece for piece in scene.pieces if matches(piece, phrase)]
        if found is None or len(pieces) != 1 or len(scene.pieces) < 2:
            continue
        behind = found["how"] == "behind"
        ends = [way for way in scene.ways if pieces[0].cell in (way.cells[0], way.cells[-1])]
        wrong = [way for way in ends if pieces[0].cell == way.cells[-1 if behind else 0]]
        if ends and len(wrong) == len(ends):
            says = f"{text.called} says {(phrase.said + found[0])!r}, but it is at the other end of the path"
            yield report(scene, scene.place(*pieces[0].path, "design"), says)
        elif not ends and not behind and _begins_at_piece(scene, scene.ways[0]):
            says = f"{text.called} says {(phrase.said + found[0])!r}, but no path ends on {pieces[0].cell!r}"
            yield report(scene, scene.place(*pieces[0].path, "at"), says)


def _begins_at_piece(scene: FigureScene, way: ShownWay) -> bool:
    return len(scene.ways) == 1 and any(piece.cell == way.cells[0] for piece in scene.pieces)


def _check_taken(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `captures the black piece` if another one is where the way ends."""
    if len(scene.ways) != 1:
        return
    way = scene.ways[0]
    there = [piece for piece in scene.pieces if piece.cell == way.cells[-1]]
    movers = [piece for piece in scene.pieces if piece.cell == way.cells[0]]
    for phrase in _find_piece_phrases(scene, text):
        before = text.text[max(0, phrase.at - _TAKES_LENGTH) : phrase.at]
        if not _TAKES.search(before) or phrase.denied or not there or not movers:
            continue
        if not any(matches(piece, phrase) for piece in there) and _is_shown(scene.pieces, phrase):
            says = f"{text.called} says {phrase.said!r} is taken, but the path ends on {there[0].name!r}"
            yield report(scene, text.place(phrase.at), says)


def _find_piece_phrases(scene: FigureScene, text: FigureText) -> list[Phrase]:
    parts = frozenset(piece.part for piece in scene.pieces)
    return [each for each in find_phrases(text.text, text.lexicon, parts) if each.role or each.facts]


def _is_shown(pieces: Sequence[ShownPiece], phrase: Phrase) -> bool:
    return any(matches(piece, phrase) for piece in pieces)
