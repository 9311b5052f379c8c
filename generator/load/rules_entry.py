"""Read the key `rules` of `game.yaml`: a file, or a mapping with the file, the form and the color of its headings."""

from collections.abc import Iterable, Iterator

from generator.language.suggestions import did_you_mean
from generator.load.yaml_nodes import Node
from generator.model.finding import Finding


def find_rules_node(root: Node) -> Node | None:
    """Return the node with the file of the rules, in either form of the key; None for a game without rules."""
    rules = root.get("rules")
    return rules.get("file") if rules and isinstance(rules.value, dict) else rules


def check_rules_entry(root: Node, roles: Iterable[str]) -> Iterator[Finding]:
    """Report a color of headings that the game does not have (GF008)."""
    rules = root.get("rules")
    headings = rules.get("headings") if rules and isinstance(rules.value, dict) else None
    if headings and isinstance(headings.value, str) and headings.value not in (known := list(roles)):
        hint = did_you_mean(headings.value, known) or "; add it to `colors`, or leave `headings` out"
        yield Finding("GF008", headings.place, f"rules.headings: there is no color role {headings.value!r}{hint}")
