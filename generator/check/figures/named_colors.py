"""Check the colors said about a figure against the colors that it shows (GF182)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import split_words
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.geometry.types import Box, Point
from generator.language.color_vision import nearest_color_term
from generator.model.color import to_rgb
from generator.model.finding import Finding, Place

_LABEL_RADIUS = 1.5  # mm about the end of a label in which the color that it names must be seen
_COLOR_TOLERANCE = 48  # of 255: how far a channel may differ from a paint, next to the edge of a line
_DENIALS = ("no", "not", "without", "other", "another")

Paints = Mapping[str, frozenset[str]]
PixelColors = Callable[[Box], Sequence[tuple[int, tuple[int, int, int]]] | None]


class ColoredPoint(NamedTuple):
    """A label at a point of a face, in mm, and the one color role that its words name."""

    number: int
    at: Point
    says: str
    role: str


def check_named_colors(scene: FigureScene, text: FigureText, paints: Paints) -> Iterator[Finding]:
    """Report a color that a text names and nothing in the figure has (GF182)."""
    if text.kind == "caption" and (scene.data.kind not in ("board", "table") or not any(p.role for p in scene.pieces)):
        return
    shown = {piece.role for each in (scene, *scene.inner, *scene.beside) for piece in each.pieces}
    shown |= {way.role for way in scene.all_ways} | {each.color or "" for each in scene.data.highlight or ()}
    named = {path.route or "" for path in scene.data.paths or ()} | {str(each) for each in scene.data.values.values()}
    drawn = paints.get(scene.name, frozenset()) if text.kind == "alt" else frozenset()
    tokens = split_words(text.text)
    for number, token in enumerate(tokens):
        role = text.lexicon.role(token.text)
        denied = {each.text for each in tokens[max(number - 2, 0) : number]} & {*_DENIALS}
        grouped = text.kind == "alt" or "." in role
        if (
            role
            and token.text not in named
            and grouped
            and role not in shown
            and not denied
            and not _is_drawn(scene.game.colors[role].paint, drawn)
        ):
            says = f"{text.called} says {token.text!r}, a color that the figure does not show"
            yield report(scene, _find_other_route(scene, role) or text.place(token.at), says)
            return


def _find_other_route(scene: FigureScene, role: str) -> Place | None:
    """Return the place of the only way, if it is the route of a different color than the text names."""
    ways = scene.data.paths or []
    names = {color.name for color in scene.game.colors.values()}
    route = ways[0].route if len(ways) == 1 else None
    own = scene.game.colors[role].name
    known = scene.board is not None and own in scene.board.routes
    return scene.place("paths", 0, "route") if known and route in names - {own} else None


def _is_drawn(paint: str, drawn: frozenset[str]) -> bool:
    """Return whether a paint, or a shade of the same color, is among those of a drawing."""
    term = nearest_color_term(paint)
    return paint in drawn or any(nearest_color_term(each) == term for each in drawn)


def list_colored_points(scene: FigureScene) -> list[ColoredPoint]:
    """Return the labels at points of a face that name one color; words in braces are read as they print."""
    if scene.data.kind != "face" or not scene.pieces or not scene.pieces[0].design:
        return []
    names = {color.called.lower(): role for role, color in scene.game.colors.items() if "." in role}
    found = []
    for number, label in enumerate(scene.data.labels or ()):
        roles = {names[token.text] for token in split_words(label.says) if token.text in names}
        if not isinstance(label.at, str) and len(roles) == 1:
            found.append(ColoredPoint(number, label.at, label.says, roles.pop()))
    return found


def check_label_colors(scene: FigureScene, points: Sequence[ColoredPoint], look: PixelColors) -> Iterator[Finding]:
    """Report labels that end where their color is not printed; `look` returns the pixels in a box (GF182)."""
    for point in points:
        x, y = point.at
        wanted = to_rgb(scene.game.colors[point.role].paint)
        pixels = look((x - _LABEL_RADIUS, y - _LABEL_RADIUS, x + _LABEL_RADIUS, y + _LABEL_RADIUS)) or ()
        if pixels and not any(_are_alike(color, wanted) for _, color in pixels):
            says = f"the label says {point.says!r}, but leads to a place without that color"
            yield report(scene, scene.place("labels", point.number, "at"), says)


def _are_alike(one: Sequence[int], other: Sequence[int]) -> bool:
    return all(abs(a - b) <= _COLOR_TOLERANCE for a, b in zip(one, other, strict=True))
