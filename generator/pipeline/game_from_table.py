"""Make a game from a table, drawn by a layout, and take a rulebook that somebody has into it."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path
from typing import Any, NamedTuple

from generator.components import KINDS
from generator.language.emphasis import find_icons, strip_markup
from generator.language.expressions import list_briefly
from generator.language.markdown import blank_front_matter, find_front_title
from generator.language.suggestions import did_you_mean
from generator.load import layouts
from generator.load.column_guesses import guess_columns
from generator.load.files import read_prose
from generator.load.game import read_game
from generator.load.layout_columns import Columns, is_usual_name
from generator.load.part_rows import is_name_of_copies
from generator.load.rules_entry import list_shown_images
from generator.load.tables import split_table_name
from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row
from generator.pipeline.new_game import make_folder, spell_title
from generator.program.identity import find_resources
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.image_files import MAX_IMAGE_BYTES

_MOST_BYTES = 64 * 1024 * 1024  # of a table
_HEADING = re.compile(r"^# +(\S.*?)[ #]*$", re.MULTILINE)
_PLAYERS = re.compile(r"\b(\d{1,2}) ?(?:-|\u2013|to) ?(\d{1,2}) players\b")
_MARKDOWN = (".md", ".markdown", ".txt")
_MOST_RULES = 4 * 1024 * 1024  # of rules
_PLAIN = re.compile(r"[A-Za-z][\w-]*")
_NOT_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off"})


class TableGame(NamedTuple):
    """A game that was made from a table: its files, its layout and others that could be, and what fills the slots."""

    files: Sequence[Path]
    layout: str
    others: Sequence[str]
    notes: Sequence[Finding]
    lacking: Sequence[str]


class SourceTable(NamedTuple):
    """A table, and the folders in which its pictures may lie; `rows_from` names it as `rows` of a part does."""

    file: Path
    rows_from: str
    rows: tuple[Row, ...]

    @property
    def picture_folders(self) -> tuple[Path, ...]:
        """Return where the pictures that the table names are looked for."""
        return self.file.parent / "images", self.file.parent


def open_table(source: str) -> SourceTable:
    """Read a table that is named on the command line, such as `cards.csv` or `cards.xlsx:Hand`; DataError."""
    path, table = split_table_name(source)
    file = Path(path)
    name = f"{file.name}:{table}" if table else file.name
    if not file.is_file():
        near = [path.name for path in file.parent.glob("*")] if file.parent.is_dir() else []
        raise refuse("GF001", Place(source), f"there is no such table{did_you_mean(file.name, near)}")
    return SourceTable(file, name, layouts.read_table_rows(file.parent, name))


def make_game_from_table(
    folder: Path, source: str, layout: str | None, size: str | Sequence[float] | None, rules: Path | None = None
) -> TableGame:
    """Make the folder of a game whose cards are the rows of a table, and copy the table and its pictures into it.

    Without a `layout`, it is the one that suits the columns best. `rules` in Markdown give the game a booklet and its
    title. DataError for a table that cannot be read or shown.
    """
    table = open_table(source)
    columns = guess_columns(layouts.read_columns(table.rows), table.rows_from)
    fitting = list(layouts.propose_layouts(columns))
    chosen = _choose_layout(layout, fitting, columns, table)
    slots = dict(layouts.match_columns(chosen, columns))
    guessed = [*layouts.list_guesses(chosen, columns)]
    pictures, lacking = find_pictures(table, slots.get("art", ()))
    make_folder(folder)
    try:
        files = list(_write_files(folder, table, pictures))
        filled = slots | ({"art": ()} if lacking else {})
        text = _compose_game(folder, table, chosen, slots=filled, size=size, guessed=guessed, lacks_art=bool(lacking))
        if rules:
            copied = copy_rules(folder, rules)
            files += copied.files
            text = _add_rules(text, copied)
        (folder / "game.yaml").write_text(text, encoding="utf-8", newline="\n")
        game = read_game(folder, KINDS, words=find_resources("templates") / "words", parts_only=True)
    except (DataError, OSError):
        shutil.rmtree(folder, ignore_errors=True)  # half a game would be in the way of the next attempt
        raise
    notes = [each for each in game.notes if each.code in ("GF013", "GF014")]
    notes += _note_unusual_header(columns, table)
    others = [name for name in fitting if name != chosen]
    return TableGame([folder / "game.yaml", *files], chosen, others, notes, lacking)


def make_game_from_rules(folder: Path, rules: Path) -> Sequence[Path]:
    """Make the folder of a game that is a rulebook so far, without any part; return its files. DataError."""
    make_folder(folder)
    try:
        copied = copy_rules(folder, rules)
        lines = [
            "# The game: its title and its rules. `gutterfold booklet .`, run in this folder, prints them.",
            f"title: {_quote(copied.title or spell_title(folder.name))}",
            'version: "0.1"',
            f"players: {copied.players or '[1, 6]  # a guess: the rules do not say it'}",
            f"rules: {_quote(copied.name)}",
            "parts: {}  # boards, cards, dice: `gutterfold new NAME` makes a game with some",
        ]
        (folder / "game.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
        read_game(folder, KINDS, words=find_resources("templates") / "words", parts_only=True)
    except (DataError, OSError):
        shutil.rmtree(folder, ignore_errors=True)  # half a game would be in the way of the next attempt
        raise
    return [folder / "game.yaml", *copied.files]


def _note_unusual_header(columns: Columns, table: SourceTable) -> Iterator[Finding]:
    """Yield a note on the names of columns if none is usual: they may be those of a card (GF013)."""
    if not any(is_usual_name(name) or is_name_of_copies(name) for name in columns.names):
        named = list_briefly([*map(repr, columns.names)], 3)
        says = f"the first row is taken for the names of the columns: {named}; if it is a card, write names above it"
        yield Finding("GF013", table.rows[0].place(), says, "note")


def _choose_layout(layout: str | None, fitting: Sequence[str], columns: Columns, table: SourceTable) -> str:
    if layout is None and fitting and any(layouts.match_columns(fitting[0], columns).values()):
        return fitting[0]
    if layout is None:
        names = ", ".join(map(repr, columns.names[:8]))
        says = f"no layout knows what these columns are for: {names}; call the one with the names of the cards 'name'"
        raise refuse("GF005", Place(table.rows_from), says)
    if layout not in layouts.list_layouts():
        hint = did_you_mean(layout, layouts.list_layouts())
        says = f"there is no layout {layout!r}{hint}; `gutterfold layouts` shows them all"
        raise refuse("GF008", Place("--layout"), says)
    if layout not in fitting and "card" in layouts.read_layout(layout).kinds:
        lacking = [name for name, slot in layouts.read_layout(layout).slots.items() if slot.needed]
        missing = next(name for name in lacking if not layouts.match_columns(layout, columns)[name])
        says = f"{layout} needs a column for its slot {missing!r}, {layouts.read_layout(layout).slots[missing].about}"
        raise refuse("GF005", Place("--layout"), f"{says}; rename one, or take {' or '.join(fitting[:3]) or 'another'}")
    return layout


def find_pictures(table: SourceTable, columns: Sequence[str]) -> tuple[Mapping[str, Path], Sequence[str]]:
    """Return the files of the pictures that some columns name, by name, and the names of which there is none."""
    named = {str(row.values[name]) for row in table.rows for name in columns if row.values.get(name) not in (None, "")}
    known: dict[str, Path] = {}
    for folder in reversed(table.picture_folders):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_file() and path.suffix.lower() in _PICTURES:
                known |= {path.stem.casefold(): path, path.name.casefold(): path}
    found = {name: known.get(name.replace("\\", "/").rpartition("/")[2].casefold()) for name in sorted(named)}
    return {name: path for name, path in found.items() if path}, [name for name, path in found.items() if not path]


_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".tif", ".tiff", ".bmp", ".avif"})


def _write_files(folder: Path, table: SourceTable, pictures: Mapping[str, Path]) -> Iterator[Path]:
    """Copy the table and its pictures into a game; yield the copies."""
    yield _copy(table.file, folder / table.file.name, _MOST_BYTES)
    for path in dict.fromkeys(pictures.values()):
        yield _copy(path, folder / "images" / path.name, MAX_IMAGE_BYTES)


def _copy(source: Path, target: Path, most: int) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.write_bytes(read_regular_file(source, most))
    except UnsafeFileError as error:
        raise refuse("GF001", Place(str(source)), f"the file {error.why}") from None
    return target


class RulesCopy(NamedTuple):
    """The rules of a new game: their file in it, all files that were copied, and the title and players that they name.

    `players` are two numbers as YAML has them, empty if the rules do not say how many play.
    """

    name: str
    files: Sequence[Path]
    title: str
    players: str = ""


def copy_rules(folder: Path, source: Path) -> RulesCopy:
    """Copy rules in Markdown, and the images beside them that they show, into the folder of a game; DataError."""
    place = Place(str(source))
    if source.suffix.lower() not in _MARKDOWN:
        raise refuse("GF002", place, "rules are read as Markdown; save them as text with the ending .md")
    text, _ = read_prose(source.parent, source.name, place)
    heading = _HEADING.search(blank_front_matter(text))
    title = find_front_title(text) or (strip_markup(heading[1], heading[1]) if heading else "")
    shown = {name: _find_beside(source.parent, name) for name in list_shown_images([text])}
    rules = f"{source.stem}.md"
    files = [_copy(source, folder / rules, _MOST_RULES)]
    files += [_copy(path, folder / name, MAX_IMAGE_BYTES) for name, path in shown.items() if path]
    said = _PLAYERS.search(text)
    is_span = said is not None and 0 < int(said[1]) <= int(said[2])
    return RulesCopy(rules, files, title, f"[{said[1]}, {said[2]}]" if said and is_span else "")


def _find_beside(home: Path, name: str) -> Path | None:
    """Return the image that rules name, from their folder on or by its name alone in a folder there; None for none."""
    if (home / name).is_file():
        return home / name
    return next((path for path in sorted(home.glob(f"*/{escape(name)}")) if path.is_file()), None)


def _compose_game(
    folder: Path,
    table: SourceTable,
    layout: str,
    slots: Mapping[str, Sequence[str]],
    size: str | Sequence[float] | None,
    guessed: Sequence[str],
    lacks_art: bool,
) -> str:
    """Return the text of game.yaml: one part, whose layout names the column of each slot."""
    example: dict[str, Any] = dict(layouts.read_layout(layout).example)
    if size:  # asked for cards; the names of sizes are those of cards
        example |= {"size": size, "kind": "card" if "card" in layouts.read_layout(layout).kinds else example["kind"]}
    if isinstance(size, str) and example["kind"] != "card":
        example["size"] = list(CARD_SIZES[size])
    said = (str(value) for row in table.rows for value in row.values.values() if "{" in str(value))
    icons = sorted({name for text in said for name, _ in find_icons(text)} & {*layouts.list_symbols()})
    counted = any("copies" in row.values for row in table.rows)
    named = [f"      # {name}: {_spell_columns(each)}" for name, each in slots.items() if each and name not in guessed]
    if named:
        says = "These columns fill its slots by themselves. To take another one, remove the # and change the name:"
        named.insert(0, f"      # {says}")
    taken = [f"      {name}: {_spell_columns(slots[name])}" for name in guessed]
    if taken:
        says = "These are chosen for what the columns hold (false: no column); change the name if it is wrong:"
        taken.insert(0, f"      # {says}")
    kind = example.pop("kind")
    lines = [
        "# The game: its title and its cards. A layout draws the cards; `use` names it.",
        "# `gutterfold layouts . --out samples.pdf`, run in this folder, draws the first card in all layouts.",
        f"title: {_quote(spell_title(folder.name))}",
        'version: "0.1"  # printed on every sheet; raise it each time you print',
        "players: [1, 6]",
        "",
        *(["icons:  # what {name} in a text draws; your own are files in images/"] if icons else []),
        *(f"  {name}: icons.svg#{name}" for name in icons),
        *([""] if icons else []),
        "parts:",
        f"  {kind}:",
        f"    kind: {kind}",
        *(f"    {key}: {json.dumps(value) if not isinstance(value, str) else value}" for key, value in example.items()),
        f"    rows: {_quote(table.rows_from)}",
        *([] if counted else ["    copies: 1  # of each row; or add a column `copies`"]),
        "    layout:",
        f"      use: {layout}",
        *named,
        *taken,
        *(
            ["      art: false  # its pictures are not there yet: put them into images/, and name the column"]
            * lacks_art
        ),
    ]
    return "\n".join(lines) + "\n"


def _add_rules(text: str, rules: RulesCopy) -> str:
    """Return the text of game.yaml with rules, and with their title."""
    if rules.players:
        text = text.replace("\nplayers: [1, 6]\n", f"\nplayers: {rules.players}\n", 1)
    if rules.title:
        text = re.sub(r"(?m)^title: .*$", lambda _: f"title: {_quote(rules.title)}", text, count=1)
    return text.replace("\nparts:\n", f"\nrules: {_quote(rules.name)}\n\nparts:\n", 1)


def _spell_columns(columns: Sequence[str]) -> str:
    if not columns:
        return "false"
    return _quote(columns[0]) if len(columns) == 1 else f"[{', '.join(map(_quote, columns))}]"


def _quote(text: str) -> str:
    """Return a text as YAML has it: in quotes, unless it is a plain word."""
    is_plain = _PLAIN.fullmatch(text) and text.casefold() not in _NOT_WORDS
    return text if is_plain else json.dumps(text, ensure_ascii=False)
