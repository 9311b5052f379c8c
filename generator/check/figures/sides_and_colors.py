"""Check sides, colors and numbers of steps in words against what a figure shows (GF182); English only."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import Lexicon
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene, ShownPiece, find_role, measure_distance
from generator.check.figures.template_words import FigureTemplate
from generator.model.finding import Finding

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ORDINAL_SIDE = re.compile(
    rf"\bthe (?P<which>{'|'.join(_ORDINALS)}|last|left|right) (?P<noun>[a-z]++)\b(?P<between>[^.;:,]{{0,40}}?)"
    r"\bface[- ](?P<side>up|down)\b",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(r"\b(?:not|no longer|then|will|was|turns?|turned|until|before|and|but)\b")
_ONE_COLOR = re.compile(r"\b(?:of|in) (?:one|a single|the same) colou?r\b", re.IGNORECASE)
_SEVERAL = re.compile(  # another sentence, or sets of pieces, each of one color
    r"[.;:]\s+\S|\b(?:each|every|players?|sets|stacks|rows|groups|piles|pairs|hands)\b", re.IGNORECASE
)
_MOST_PIECES = 4  # of one color: with more, they may be of several sets
_STEPS = re.compile(r"(?P<count>[a-z]++|\d++) (?:squares?|spaces?|cells?|fields?|steps?)")
_LITERAL = re.compile(r"(?P<quote>['\"])(?P<id>[\w.-]++)(?P=quote)")


def check_said_sides(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `the third card is face up` if that piece of a row shows its other side (GF182)."""
    if not text.lexicon.english or scene.data.kind != "table":
        return
    for found in _ORDINAL_SIDE.finditer(text.text):
        parts = text.lexicon.nouns.get(found["noun"].lower(), frozenset())
        row = sorted((piece for piece in scene.pieces if piece.part in parts), key=lambda piece: piece.at or (0, 0))
        piece = _pick_piece(row, found["which"].lower())
        if piece is None or not scene.parts[piece.part].back or _OTHERWISE.search(found["between"]):
            continue
        if (found["side"].lower() == "up") is (piece.side == "back"):
            says = f"{text.called} says {found[0]!r}, but that {found['noun']} shows its {piece.side}"
            yield report(scene, text.place(found.start("side")), says)


def _pick_piece(row: Sequence[ShownPiece], which: str) -> ShownPiece | None:
    """Return the piece of a row that an ordinal means; None if pieces lie below one another, or are too few."""
    number = _ORDINALS.index(which) if which in _ORDINALS else 0 if which == "left" else len(row) - 1
    heights = {round(piece.at[1]) for piece in row if piece.at}
    return row[number] if len(row) > max(number, 1) and len(heights) == 1 else None


def check_said_steps(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report an arrow that says `three spaces` but leads over another number of them (GF182)."""
    for way in scene.ways if lexicon.english and scene.board is not None else ():
        found = _STEPS.fullmatch(way.says.strip().lower())
        number = lexicon.number(found["count"]) if found else None
        known = {way.steps}
        if way.steps == 1 and scene.board is not None:  # an arrow that is drawn straight to its end
            known.add(measure_distance(scene.board, *way.cells) or 1)
        if number is not None and number not in known:
            says = f"the path says {way.says!r}, but has {way.steps} steps"
            yield report(scene, scene.place(*way.path), says)


def check_one_color(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report pieces of two colors in a figure whose only sentence says that they are of one color (GF182)."""
    found = _find_one_color(text.text)
    pieces = [piece for piece in scene.pieces if piece.role] if found and not scene.inner else []
    odd = _find_odd([piece.role for piece in pieces]) if len(pieces) <= _MOST_PIECES else None
    if odd is not None:
        says = f"{text.called} says {found!r}, but {pieces[odd].name!r} has another color than the other pieces"
        yield report(scene, scene.place(*pieces[odd].path), says)


def check_typed_colors(scene: FigureScene, template: FigureTemplate) -> Iterator[Finding]:
    """Report a design of another color in a template whose alternative text says `of one color` (GF182)."""
    found = _find_one_color(scene.data.alt)
    roles = {each.id: find_role(each) for part in scene.parts.values() for each in part.designs} if found else {}
    typed = [each for each in _LITERAL.finditer(template.source) if roles.get(each["id"])]
    odd = _find_odd([roles[each["id"]] for each in typed])
    if odd is not None:
        says = (
            f"the alt text says {found!r}, but the template draws {typed[odd]['id']!r} beside pieces of another color"
        )
        yield report(scene, template.locate(typed[odd].start("id")), says)


def _find_one_color(text: str) -> str:
    """Return the words `of one color` of a text of one sentence; empty for another."""
    found = _ONE_COLOR.search(text)
    return found[0] if found and not _SEVERAL.search(text) else ""


def _find_odd(roles: Sequence[str]) -> int | None:
    """Return the number of the first of the rarest of several colors; None for one color."""
    counts = Counter(roles)
    return roles.index(min(counts, key=lambda role: counts[role])) if len(counts) > 1 else None
