"""Read a game's folder into a Game, or raise one error with every finding."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from generator.language.suggestions import did_you_mean
from generator.load.conversion import shaped
from generator.load.files import read_inside, read_text, shown
from generator.load.languages import beside, first_language, first_words, translations
from generator.load.overrides import with_settings
from generator.load.rows import read_csv, rows_in_place
from generator.load.rules import Rules, read_rules
from generator.load.semantics import senseless
from generator.load.setup_checks import unsound
from generator.load.substitution import NONE, Marks, spoken_rows, spoken_tree
from generator.load.vocabulary import Vocabulary
from generator.load.yaml_nodes import Node, read_yaml
from generator.model.claims import Claim
from generator.model.color import Color, parse_hex
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import ColorData, Game, GameData, Kind, PartData, Row
from generator.model.place import Place

T = TypeVar("T")
Colors = Mapping[str, Color]
_ID = re.compile(r"[a-z][a-z0-9-]*")


class _Folder(NamedTuple):
    """The folder of a game, the path of its `game.yaml` to show, and the findings so far."""

    path: Path
    file: str
    findings: list[Finding]


def read_game(
    folder: Path,
    kinds: Mapping[str, Kind],
    settings: Sequence[str] = (),
    repaint: Callable[[Colors], Colors] = lambda colors: colors,
    words: Path | None = None,
) -> Game:
    """Read `game.yaml`, its CSV files and its rules in all languages; raise DataError with all findings.

    `settings`, each PART.KEY=VALUE, replace values of the file, and `repaint` replaces its colors. `words` is the
    folder with the booklet words of other languages than English.
    """
    home = _Folder(folder, shown(folder / "game.yaml"), [])
    name = _name(home)
    root = with_settings(_root(home), settings, kinds, home.findings)
    colors = _colors(home, root.get("colors"), repaint)
    around = beside(folder, root, words, home.findings)
    first = first_words(root, colors, around, home.findings)
    root, spoken = _spoken(home, root, first.words)
    data = shaped(root, GameData, "", root.place, home.findings)
    parts = {key: _part(home, root, key, kinds) for key in _entries(root, "parts")}
    rows = {key: _rows(home, node, f"parts.{key}", first.words) for key, node in _entries(root, "parts").items()}
    rules = _rules(home, root, first.words)
    others = translations(root, around, first, home.findings)
    home.findings.extend([*senseless(root, rows), *unsound(root, rows)])
    if data is None or home.findings:
        raise DataError(sorted(dict.fromkeys(home.findings), key=lambda finding: finding.place))
    return Game(
        id=name,
        folder=folder,
        file=home.file,
        data=data,
        parts={key: part for key, part in parts.items() if part},
        rows={key: found or () for key, found in rows.items()},
        colors=colors,
        claims=_claims(data, root),
        inline=rules.claims if rules else (),
        marked=rules.marked if rules else (),
        rules=rules.text if rules else None,
        places=dict(_places(root, (), root.place)),
        spoken=spoken,
        first=first_language(data, around, first, rules) if around and rules else None,
        translations=others,
    )


def _name(home: _Folder) -> str:
    name = Path(os.path.normpath(home.path.absolute())).name
    if not _ID.fullmatch(name):
        rule = "a lowercase letter, then lowercase letters, digits and -"
        message = f"the folder's name {name!r} is the game's id, which must be {rule}"
        home.findings.append(Finding("GF006", Place(home.file), message))
    return name


def _root(home: _Folder) -> Node:
    """Return the tree of `game.yaml`; DataError if there is none."""
    path = home.path / "game.yaml"
    try:
        found = path.exists()
    except OSError as error:
        raise refuse("GF001", Place(home.file), f"it cannot be read: {error.strerror}") from None
    if not found:
        raise refuse("GF001", Place(home.file), "there is no such file; a game is a folder with a game.yaml")
    root = read_yaml(read_text(path, home.file, Place(home.file)), home.file, home.findings)
    if not isinstance(root.value, dict):
        raise refuse("GF006", root.place, "the file must be a mapping, such as `title: Psycle`")
    return root


def _entries(root: Node, key: str) -> Mapping[str, Node]:
    node = root.get(key)
    return node.items() if node else {}


def _part(home: _Folder, root: Node, key: str, kinds: Mapping[str, Kind]) -> PartData | None:
    """Convert a part, without its key `kind`, to the data type of that kind."""
    node, owner, path = root.items()["parts"].items()[key], root.items()["parts"].keys[key], f"parts.{key}"
    if not isinstance(node.value, dict):
        home.findings.append(Finding("GF006", node.place, f"{path} must be a mapping with a `kind`"))
        return None
    kind = node.get("kind")
    if kind is None:
        choice = " or ".join(map(repr, kinds))
        home.findings.append(Finding("GF005", owner, f"{path} needs the key 'kind': {choice}"))
        return None
    if not isinstance(kind.value, str) or kind.value not in kinds:
        hint = did_you_mean(str(kind.value), kinds)
        home.findings.append(Finding("GF008", kind.place, f"{path}.kind: there is no kind {kind.value!r}{hint}"))
        return None
    rest = node._replace(value={key: value for key, value in node.items().items() if key != "kind"})
    return shaped(rest, kinds[kind.value].data, path, owner, home.findings)


def _rows(home: _Folder, part: Node, path: str, words: Vocabulary) -> tuple[Row, ...] | None:
    """Return the rows of a part, or None if they cannot be read."""
    rows = part.get("rows")
    if rows is None or rows.value is None:
        return ()
    if isinstance(rows.value, list) and all(isinstance(item.value, dict) for item in rows.value):
        if not rows.value:
            message = f"{path}.rows is empty; leave it out for a single design"
            home.findings.append(Finding("GF006", rows.place, message))
        return rows_in_place(rows, f"{path}.rows", home.findings)

    def parse(text: str, file: str) -> tuple[Row, ...]:
        found = read_csv(text, file)
        return spoken_rows(found, words) if "{{" in text or "}}" in text else found

    return _file(home, rows, parse) if isinstance(rows.value, str) else None


def _rules(home: _Folder, root: Node, words: Vocabulary) -> Rules | None:
    rules = root.get("rules")
    if not rules or not isinstance(rules.value, str):
        return None
    return _file(home, rules, lambda text, file: read_rules(text, file, words))


def _file(home: _Folder, name: Node, read: Callable[[str, str], T]) -> T | None:
    """Read a file that the data names; errors are added to the findings."""
    try:
        text = read_inside(home.path, str(name.value), name.place)
        return read(text, shown(home.path / str(name.value)))
    except DataError as error:
        home.findings.extend(error.findings)
        return None


def _colors(home: _Folder, node: Node | None, repaint: Callable[[Colors], Colors]) -> Colors:
    """Return the repainted colors; if they are invalid, black for each role, so that the roles are known."""
    data = shaped(node, dict[str, ColorData], "colors", node.place, []) if node else {}
    if data is None:
        return {role: _color(role, ColorData(paint="#000")) for role in (node.items() if node else ())}
    colors = {role: _color(role, color) for role, color in data.items()}
    try:
        return repaint(colors)
    except DataError as error:
        home.findings.extend(error.findings)
        return colors


def _color(role: str, color: ColorData) -> Color:
    name = color.name or role.rpartition(".")[2]
    return Color(role, name, parse_hex(color.paint) or color.paint, color.mark, color.letter)


def _spoken(home: _Folder, root: Node, words: Vocabulary) -> tuple[Node, Marks]:
    return spoken_tree(root, words, home.findings) if _braced(root) else (root, NONE)


def _braced(node: Node) -> bool:
    """Return whether any text in the tree has double braces; most games have none."""
    value = node.value
    if isinstance(value, str):
        return "{{" in value or "}}" in value
    return any(map(_braced, value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()))


def _claims(data: GameData, root: Node) -> tuple[Claim, ...]:
    nodes = root.items()["claims"].list() if data.claims else []
    return tuple(
        Claim(claim.id, claim.says, claim.rests_on, claim.check, claim.level, node.items()["check"].place)
        for claim, node in zip(data.claims, nodes, strict=True)
    )


def _places(node: Node, path: tuple[str | int, ...], place: Place) -> Iterator[tuple[tuple[str | int, ...], Place]]:
    """Yield each path of the tree with its place: that of the key for a mapping, otherwise of the value."""
    yield path, place if isinstance(node.value, dict) else node.place
    for key, child in node.items().items():
        yield from _places(child, (*path, key), node.keys[key])
    for number, child in enumerate(node.list()):
        yield from _places(child, (*path, number), child.place)
