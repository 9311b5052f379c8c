"""Edit the text of a drawing until it is a template: what it says, its layers and its ids stay."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from generator.model.color import Color
from generator.render.adoption.leftovers import find_leftovers, is_layer
from generator.render.adoption.literal_colors import find_literal_colors, find_roles, write_role
from generator.render.adoption.source import Source, read_source
from generator.render.svg.entities import expand_doctype

_MOST_ROUNDS = 20  # of dropping what only dropped things used


class AdoptedDrawing(NamedTuple):
    """The text of a template, and what was done to the drawing.

    `roles` counts the colors that became roles, by paint and role; `unclear` are the roles of paints that several have,
    and `others` counts the colors that are no role. `dropped` counts what draws nothing and is left out, by kind.
    """

    text: str
    roles: Mapping[tuple[str, str], int]
    unclear: Mapping[str, Sequence[str]]
    others: Mapping[str, int]
    dropped: Mapping[str, int]
    layers: int
    ids: int


def adopt_drawing(text: str, colors: Mapping[str, Color], preferred: Sequence[str] = ()) -> AdoptedDrawing:
    """Return a drawing as a template of a game with such colors; DrawingError for what cannot be read.

    A role that is `preferred` stands for its paint, if other roles have it too.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, entities = expand_doctype(text)
    dropped = Counter({"entities of the DOCTYPE": entities} if entities else {})
    for _ in range(_MOST_ROUNDS):
        leftovers = find_leftovers(read_source(text))
        if not leftovers.spans:
            break
        dropped += leftovers.kinds
        text = replace_spans(text, leftovers.spans)
    source = read_source(text)
    painted = _paint_roles(source, colors, preferred)
    return AdoptedDrawing(
        painted.text.strip() + "\n",
        painted.roles,
        painted.unclear,
        painted.others,
        dropped,
        layers=sum(map(is_layer, source.elements)),
        ids=sum("id" in each.node.attributes for each in source.elements),
    )


def replace_spans(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """Return a text with spans replaced; one that begins inside another is left alone."""
    out, at = list[str](), 0
    for start, end, new in sorted(spans):
        if start >= at:
            out += [text[at:start], new]
            at = end
    return "".join([*out, text[at:]])


class _Painting(NamedTuple):
    text: str
    roles: Counter[tuple[str, str]]
    unclear: dict[str, Sequence[str]]
    others: Counter[str]


def _paint_roles(source: Source, colors: Mapping[str, Color], preferred: Sequence[str]) -> _Painting:
    known, spans = find_roles(colors, preferred), list[tuple[int, int, str]]()
    made = _Painting("", Counter(), {}, Counter())
    for each in find_literal_colors(source):
        roles = known.get(each.paint, ())
        if len(roles) == 1:
            made.roles[each.paint, roles[0]] += 1
            spans.append((each.start, each.end, write_role(roles[0], each)))
        elif roles:
            made.unclear[each.paint] = roles
        else:
            made.others[each.paint] += 1
    return made._replace(text=replace_spans(source.text, spans))
