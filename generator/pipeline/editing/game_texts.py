"""List the texts of a game that a person writes, and keep the way in which each is encoded when it is written."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.load.files import display_path
from generator.load.languages import find_rules_files
from generator.load.yaml_nodes import parse_scalar, read_yaml, to_plain
from generator.model.finding import DataError, Finding, Place, refuse
from generator.pipeline.editing.game_files import FileEdit, digest_data, read_game_file
from generator.pipeline.editing.yaml_edits import read_tree
from generator.pipeline.preview import PreviewPiece, ShownGame
from generator.safety.files import convert_to_utf8

GAME_FILE = "game.yaml"
_LONGEST_WORD = 30
_MOST_WORDS = 12  # different words of a column of which each is offered as a claim


class GameTextFile(NamedTuple):
    """A text file: its path in the game's folder and to show, its text with LF line ends, the digest of its bytes."""

    path: str
    shown: str
    text: str
    known: str


class GameText(NamedTuple):
    """game.yaml as it stands: its text, the digest of its bytes, and its path to show."""

    text: str
    known: str
    shown: str

    def read_plain(self) -> Any:
        """Return its data; DataError if it cannot be read."""
        return to_plain(read_tree(self.text, self.shown))


def read_game_text(folder: Path) -> GameText:
    """Return game.yaml as it stands; GF001 if there is none, GF002 if it is not UTF-8."""
    data, shown = read_game_file(folder, GAME_FILE), display_path(folder / GAME_FILE)
    if data is None:
        raise refuse("GF001", Place(shown), "there is no such file; undo what took it away")
    try:
        return GameText(data.decode("utf-8"), digest_data(data) or "", shown)
    except UnicodeDecodeError:
        raise refuse("GF002", Place(shown), "the file is not UTF-8; save it as UTF-8 to change it here") from None


class ClaimChoice(NamedTuple):
    """Something that rules can say and the data knows: what it is, the value it has now, and what is written."""

    says: str
    value: str
    writes: str


def list_text_files(folder: Path) -> list[str]:
    """Return the rules of a game with their translations and tables of words, and game.yaml; rules first."""
    names: list[str] = []
    try:
        data = read_game_file(folder, "game.yaml")
        root = read_yaml(convert_to_utf8(data or b"").decode("utf-8").replace("\r\n", "\n"), "game.yaml", [])
        if found := find_rules_files(folder, root, None, list[Finding]()):
            others = (*found.texts.values(), *found.tables.values())
            names = [found.rules.as_posix(), *(each.as_posix() for each in others)]
    except (DataError, UnicodeDecodeError):
        pass  # game.yaml is what has to be mended first
    return [*names, "game.yaml"]


def read_text_file(folder: Path, path: str) -> GameTextFile:
    """Return a text file of a game; one that is not there is empty. GF002 if it is no text."""
    data = read_game_file(folder, path)
    whole = convert_to_utf8(data or b"")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = whole.decode(encoding).replace("\r\n", "\n")
            return GameTextFile(path, display_path(folder / path), text, digest_data(data) or "")
        except UnicodeDecodeError:
            continue
    raise refuse("GF002", Place(str(folder / path)), "the file is no text")


def edit_text_file(folder: Path, path: str, text: str, known: str) -> FileEdit:
    """Return the edit that writes a text as UTF-8, with the line ends that the file has; GF002 if that cannot be."""
    before = read_game_file(folder, path) or b""
    text = text.replace("\r\n", "\n")
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    try:
        return FileEdit(path, text.encode("utf-8"), known or None)
    except UnicodeEncodeError:
        raise refuse("GF002", Place(path), "the text holds half a character; remove it") from None


def list_claims(game: ShownGame, root: Any) -> list[ClaimChoice]:
    """Return what rules can say of a game, as calls that `check` holds against the data; `root` is its game.yaml."""
    claims = []
    for part, title, count in game.parts:
        claims.append(_claim(f"{title}: how many", count, f"'{part}'"))
        pieces = [piece for piece in game.pieces if piece.part == part]
        for name, counts in _count_words(pieces).items():
            claims += (
                _claim(f"{title}: {name} {word}", each, f"'{part}', {name}={_spell_word(word)}")
                for word, each in counts.items()
            )
    claims += _list_setup_claims(game, root)
    claims += (ClaimChoice(f"color {each.role}", each.called, f"{{{{ color('{each.role}') }}}}") for each in game.roles)
    terms = root.get("terms") if isinstance(root, dict) else None
    claims += (
        ClaimChoice(
            f"term {name}",
            str(said.get("word", "") if isinstance(said, dict) else said),
            f"{{{{ term('{name}') }}}}",
        )
        for name, said in (terms.items() if isinstance(terms, dict) else ())
    )
    return claims


def _count_words(pieces: Sequence[PreviewPiece]) -> dict[str, dict[str, int]]:
    """Return the pieces with each word of a column, or in each color of a group, where these are few."""
    found: dict[str, dict[str, int]] = {}
    for piece in pieces:
        colors = (role.rpartition(".") for role in piece.roles.split())
        for name, word in (*piece.values, *((group, last) for group, _, last in colors)):
            counts = found.setdefault(name, {})
            counts[word] = counts.get(word, 0) + piece.copies
    return {
        name: counts
        for name, counts in found.items()
        if name.isidentifier()
        and name not in ("id", "copies")
        and 1 < len(counts) <= _MOST_WORDS
        and all(counts)
        and max(map(len, counts)) <= _LONGEST_WORD
    }


def _list_setup_claims(game: ShownGame, root: Any) -> Iterator[ClaimChoice]:
    """Yield what each player is handed before the first turn, for the fewest players for whom a line holds."""
    titles = {part: title for part, title, _ in game.parts}
    lines = root.get("setup") if isinstance(root, dict) else None
    for line in lines if isinstance(lines, list) else ():
        part, each = (str(line.get("part")), line.get("each")) if isinstance(line, dict) else ("", None)
        if part not in titles or not isinstance(each, int) or line.get("own") or line.get("where"):
            continue
        players = line.get("players") or root.get("players")
        if not isinstance(players, list) or not players:
            continue
        says = f"{titles[part]}: handed to each of {players[0]} players"
        yield _claim(says, each, f"\"handed('{part}', {players[0]}) // {players[0]}\"")


def _claim(says: str, value: int, rest: str) -> ClaimChoice:
    return ClaimChoice(says, str(value), f"{{{{ claim({value}, {rest}) }}}}")


def _spell_word(word: str) -> str:
    known = parse_scalar(word)
    return str(known) if isinstance(known, int | float) and not isinstance(known, bool) else repr(word)
