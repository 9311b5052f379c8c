"""Find the words that distinguish the pieces of a part in a figure: of rows, ranks, colors and numbers."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.check.figures.lexicon import Lexicon
from generator.check.figures.scene import FigureScene, ShownPiece, find_facts, find_kin, find_panel_facts, find_role
from generator.language.number_words import parse_number
from generator.language.plurals import noun_forms
from generator.model.game import Design, Part

_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}  # letters that rows of playing cards have


class PartWords(NamedTuple):
    """The words that distinguish the designs and sides of a part, each with the forms that a text may use."""

    part: Part
    forms: Mapping[str, str]
    roles: frozenset[str]

    def read(self, token: str) -> str:
        """Return the word that a token is a form of; empty if it is none."""
        return self.forms.get(token, "")


def list_part_words(scene: FigureScene, lexicon: Lexicon) -> Iterator[PartWords]:
    """Yield the words of each part of which the figure shows pieces, except for those that mean something else too."""
    for name in dict.fromkeys(piece.part for piece in scene.pieces):
        part = scene.parts[name]
        known = [_describe_design(scene, part, design, side) for design in part.designs for side in _sides(design)]
        shared = frozenset[str].intersection(*known) if len(known) > 1 else frozenset()
        words = frozenset[str]().union(*known) - shared - lexicon.nouns.keys()
        words = frozenset(word for word in words if not word.isalpha() or parse_number(word) is None)
        forms = {form: word for word in words for form in (*(noun_forms(word) if word.isalpha() else ()), word)}
        roles = {each for design in part.designs for each in name_role(scene, find_role(design))}
        if words:
            yield PartWords(part, forms, frozenset(roles))


def _sides(design: Design) -> list[str]:
    return [panel.id for panel in design.net.panels] if design.net and design.values.get("faces") else ["front"]


def _describe_design(scene: FigureScene, part: Part, design: Design, side: str) -> frozenset[str]:
    facts = find_facts(design) | find_panel_facts(part, design, side) | find_kin(part, design)
    number = design.id.rpartition(".")[2]
    return _describe_difference(
        scene, part, facts, find_role(design), int(number) if number.isdecimal() else None, design
    )


def list_attributes(scene: FigureScene, piece: ShownPiece) -> frozenset[str]:
    """Return the words that identify a piece: of its row, its rank, its color and its number."""
    part = scene.parts[piece.part]
    made = next((each for each in part.designs if each.id == piece.design), part.designs[0])
    return _describe_difference(scene, part, piece.facts, piece.role, piece.number, made)


def _describe_difference(
    scene: FigureScene, part: Part, facts: frozenset[str], role: str, number: int | None, design: Design
) -> frozenset[str]:
    row = design.values.get("row")
    values = row.values() if isinstance(row, Mapping) else ()
    ranks = {_RANKS[value] for value in values if isinstance(value, str) and value in _RANKS}
    spelled = {str(parse_number(fact)) for fact in facts if fact.isalpha() and parse_number(fact) is not None}
    counted = {str(number)} if number is not None and len(part.designs) > 1 else set[str]()
    names = {each.id.rpartition(".")[2].lower() for each in part.designs} - {design.id.rpartition(".")[2].lower()}
    return (facts - (names - find_kin(part, design))) | ranks | spelled | name_role(scene, role) | counted


def name_role(scene: FigureScene, role: str) -> frozenset[str]:
    """Return the names of a color."""
    color = scene.game.colors.get(role)
    names = {color.called.lower(), color.name.lower()} if color else set[str]()
    return frozenset(name for name in names if name.isalpha())
