"""Resolve the paints of color roles that take another role's paint, or a tint."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from generator.language.color_words import COLOR_TERMS
from generator.language.suggestions import nearest_name
from generator.load.yaml_nodes import Node
from generator.model.color import Color, mix_paints, parse_hex
from generator.model.finding import Finding

Colors = Mapping[str, Color]


class PaintLink(NamedTuple):
    """The role whose paint another takes, and how much of it, 0 to 1; the rest is white."""

    base: str
    part: float


def resolve_paints(root: Node, findings: list[Finding]) -> tuple[Node, Mapping[str, PaintLink]]:
    """Return the tree with `#rrggbb` for every paint, and the links between roles.

    GF006 for roles that take one another's paint in a circle and for what is neither a paint nor a role.
    """
    colors = root.get("colors")
    nodes = {role: node for role, node in (colors.items() if colors else {}).items() if isinstance(node.value, dict)}
    links = {role: link for role, node in nodes.items() if (link := _read_link(node, nodes))}
    odd = {role: node for role, node in nodes.items() if _names_role(node) or _read_part(node) != 1}
    findings += _find_circles(links, nodes)
    findings += _find_unknown(nodes)
    if colors is None or not odd:
        return root, {}
    resolved = {role: _replace_paint(node, _find_paint(role, links, nodes)) for role, node in odd.items()}
    colors = colors._replace(value={**colors.items(), **resolved})
    return root._replace(value={**root.items(), "colors": colors}), links


def _names_role(node: Node) -> bool:
    """Return whether the paint of a role is that of another."""
    paint = node.get("paint")
    return paint is not None and isinstance(paint.value, str) and not paint.value.startswith("#")


def _read_link(node: Node, nodes: Mapping[str, Node]) -> PaintLink | None:
    paint = node.items()["paint"].value if _names_role(node) else None
    return PaintLink(paint, _read_part(node)) if isinstance(paint, str) and paint in nodes else None


def _find_unknown(nodes: Mapping[str, Node]) -> Iterator[Finding]:
    for role, node in nodes.items():
        if _names_role(node) and (paint := node.items()["paint"]).value not in nodes:
            near = nearest_name(str(paint.value), nodes)
            meant = repr(near) if near else _quote_hex(_find_hex(str(paint.value)))
            hint = f"; did you mean {meant}?" if meant else ""
            message = (
                f"colors.{role}.paint must be #rgb, #rrggbb or a color role of the game, not {paint.value!r}{hint}"
            )
            yield Finding("GF006", paint.place, message)


def _quote_hex(paint: str | None) -> str:
    """Return a paint as it must be typed, in quotes."""
    return f"'\"{paint}\"', in quotes since # begins a comment" if paint else ""


def _find_hex(typed: str) -> str | None:
    """Return the paint that somebody means who types `red`, or leaves the `#` out; None for anything else."""
    terms = COLOR_TERMS.get(typed.strip().lower())
    paint = f"#{terms.split()[0] if terms else typed.strip()}"
    return paint if parse_hex(paint) else None


def _read_part(node: Node) -> float:
    """Return how much of a paint a role takes; 1 for what the type of its `tint` refuses."""
    tint = node.get("tint")
    value = tint.value if tint else 100
    return value / 100 if isinstance(value, int | float) and 0 <= value <= 100 else 1.0


def _walk_links(role: str, links: Mapping[str, PaintLink]) -> Iterator[str]:
    """Yield a role and those that its paint leads to, each once."""
    seen: set[str] = set()
    while role not in seen:
        seen.add(role)
        yield role
        if role not in links:
            return
        role = links[role].base


def _find_circles(links: Mapping[str, PaintLink], nodes: Mapping[str, Node]) -> Iterator[Finding]:
    for role in links:
        *_, last = _walk_links(role, links)
        if last in links:
            place = nodes[role].items()["paint"].place
            base = links[role].base
            yield Finding("GF006", place, f"colors.{role}.paint: {base!r} takes its paint from {role!r} or from itself")


def _find_paint(role: str, links: Mapping[str, PaintLink], nodes: Mapping[str, Node]) -> str | None:
    """Return the paint of a role as `#rrggbb`; black for one that is not to be had, None for one of a wrong form."""
    *above, last = _walk_links(role, links)
    if last in links or _names_role(nodes[last]):
        return "#000000"  # an error, which is reported
    paint = nodes[last].get("paint")
    found = parse_hex(paint.value) if paint and isinstance(paint.value, str) else None
    for each in (last, *reversed(above)):
        found = found and mix_paints("#ffffff", found, _read_part(nodes[each]))
    return found


def _replace_paint(node: Node, paint: str | None) -> Node:
    old = node.get("paint")
    if old is None or paint is None:
        return node
    return node._replace(value={**node.items(), "paint": old._replace(value=paint)})


def follow_links(colors: Colors, before: Colors, links: Mapping[str, PaintLink]) -> Colors:
    """Return repainted colors whose roles follow those whose paint they take, unless they were repainted themselves."""
    found = dict(colors)
    for role in links:
        *above, last = _walk_links(role, links)
        paint = found[last].paint
        for each in reversed(above):
            own = found[each].paint
            paint = mix_paints("#ffffff", paint, links[each].part) if own == before[each].paint else own
        found[role] = replace(found[role], paint=paint)
    return found
