"""Change game.yaml as its form on the page asks; the game is read with the new text before that is written."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from generator.model.finding import DataError, Place, refuse
from generator.pipeline.editing import game_edits, yaml_edits
from generator.pipeline.editing.form_fields import NOTHING, FormReader, format_value
from generator.pipeline.editing.game_files import FileEdit
from generator.pipeline.editing.game_texts import GAME_FILE, GameText, read_game_text
from generator.pipeline.editing.history import EditHistory
from generator.studio.session import Session

_MOST_STEPS, _MOST_FIELDS = 8, 60  # of a path, and of an entry that is added
_SHORT = 40  # characters of a value that the title of a step shows


def read_form(session: Session, game: GameText) -> FormReader:
    """Return the form of a game as it stands; DataError if game.yaml cannot be read."""
    columns: dict[str, dict[str, list[str]]] = {}
    for piece in session.game.pieces if session.game else ():
        for name, word in piece.values:
            columns.setdefault(piece.part, {}).setdefault(name, []).append(word)
    return game_edits.open_form(session.folder, game.text, game.shown, columns)


class FormDesk:
    """The requests of the form, of the gallery of layouts, and of the colors."""

    def __init__(self, session: Session, history: EditHistory) -> None:
        self._session, self._history = session, history

    def list_actions(self) -> Mapping[str, Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]]:
        """Return the actions by their paths."""
        return {
            "/form/set": self._set_field,
            "/form/add": self._add_entry,
            "/form/remove": self._remove_entry,
            "/form/copy": self._copy_part,
            "/form/rename": self._rename_part,
            "/layout": self._take_layout,
            "/part": self._add_part,
            "/rules/begin": self._begin_rules,
            "/colors": self._save_colors,
        }

    async def _set_field(self, given: dict[str, Any]) -> dict[str, Any]:
        """Write the value of a field; refused if the file has another one than the page shows."""
        game, path, typed = self._read(), _read_path(given), _read_text(given, "value")
        before, owner = (yaml_edits.find_value(game.read_plain(), each) for each in (path, path[:-1]))
        if isinstance(before, str) and path[-1:] == ("layout",):
            raise refuse("GF401", Place(game.shown), "this is no field; reload the page")
        shown = "" if before is yaml_edits.MISSING else format_value(before)
        is_short = path[-2:-1] == ("layout",) and isinstance(owner, str)  # a layout that is named by a word alone
        if shown != given.get("was", shown) and not is_short:
            says = f"the file says {shown[:_SHORT]!r} meanwhile; look at it, and type the value again"
            raise refuse("GF401", Place(game.shown), says)
        value = read_form(self._session, game).parse(path, typed)
        title = f"{_spell(path)}: {typed[:_SHORT] if value is not NOTHING else 'as usual'}"
        return await self._write(title, game, game_edits.change_field(game.text, game.shown, path, value))

    async def _add_entry(self, given: dict[str, Any]) -> dict[str, Any]:
        """Add a color, a line of the setup or another entry, with what was typed into its fields."""
        game, path, key = self._read(), _read_path(given), _read_text(given, "key").strip()
        owner = yaml_edits.find_value(game.read_plain(), path)
        is_list = not key
        if key and isinstance(owner, dict) and key in owner:
            raise refuse("GF003", Place(game.shown), f"there is {key!r} already; choose another name")
        step: str | int = (len(owner) if isinstance(owner, list) else 0) if is_list else key
        values = given.get("values")
        texts = {name: str(text) for name, text in values.items()} if isinstance(values, dict) else {}
        if len(texts) > _MOST_FIELDS:
            raise refuse("GF006", Place(game.shown), "these are too many fields; reload the page")
        entry = read_form(self._session, game).parse_entry((*path, step), texts)
        changed = yaml_edits.set_value(game.text, game.shown, (*path, step), entry)
        return await self._write(f"new in {_spell(path)}", game, changed)

    async def _remove_entry(self, given: dict[str, Any]) -> dict[str, Any]:
        game, path = self._read(), _read_path(given)
        if yaml_edits.find_value(game.read_plain(), path) is yaml_edits.MISSING:
            raise refuse("GF401", Place(game.shown), f"{_spell(path)} is gone already")
        return await self._write(f"{_spell(path)} removed", game, yaml_edits.remove_value(game.text, game.shown, path))

    async def _copy_part(self, given: dict[str, Any]) -> dict[str, Any]:
        game, path = self._read(), _read_path(given)
        owner = yaml_edits.find_value(game.read_plain(), path[:-1])
        if not isinstance(owner, dict) or path[-1] not in owner:
            raise refuse("GF401", Place(game.shown), f"{_spell(path)} is gone")
        name = next(each for number in range(2, 10_000) if (each := f"{path[-1]}-{number}") not in owner)
        changed = yaml_edits.copy_entry(game.text, game.shown, path, name)
        title = yaml_edits.find_value(owner, (path[-1], "title"))
        if isinstance(title, str):
            told = f"{title} {name.rpartition('-')[2]}"
            changed = yaml_edits.set_value(changed, game.shown, (*path[:-1], name, "title"), told)
        return await self._write(f"{_spell(path)} copied", game, changed)

    async def _rename_part(self, given: dict[str, Any]) -> dict[str, Any]:
        game, path, name = self._read(), _read_path(given), _read_text(given, "value").strip()
        if path[:-1] != ("parts",):
            raise refuse("GF006", Place(game.shown), "only a part has an id here; reload the page")
        changed = game_edits.rename_part(self._session.folder, game.text, game.shown, str(path[-1]), name)
        return await self._write(f"{_spell(path)} is {name}", game, changed)

    async def _take_layout(self, given: dict[str, Any]) -> dict[str, Any]:
        """Put the layout that was clicked into a part."""
        game, name, part = self._read(), _read_text(given, "name"), _read_text(given, "part")
        return await self._write(f"{part} in {name}", game, game_edits.take_layout(game.text, game.shown, part, name))

    async def _add_part(self, given: dict[str, Any]) -> dict[str, Any]:
        """Add a part in the layout that was clicked, of a table of the game or of a new one."""
        game, name, title = self._read(), _read_text(given, "name"), _read_text(given, "title").strip()
        table = _read_text(given, "table")
        if table and table not in game_edits.list_table_files(self._session.folder):
            raise refuse("GF001", Place(table[:_SHORT]), "there is no such table in the game; reload the page")
        asked = game_edits.PartRequest(title, table, _read_text(given, "id").strip(), _read_text(given, "kind"))
        made = game_edits.add_part(self._session.folder, game.text, game.shown, name, asked)
        more = [FileEdit(made.table, made.rows.encode(), None)] if made.table else []
        return {
            **await self._write(f"new part {title}", game, made.text, more, made.trial),
            "table": made.table or table,
        }

    async def _begin_rules(self, _given: dict[str, Any]) -> dict[str, Any]:
        game = self._read()
        title = str(yaml_edits.find_value(game.read_plain(), ("title",)))
        changed, name, begun = game_edits.add_rules(self._session.folder, game.text, game.shown, title)
        return await self._write("rules begun", game, changed, [FileEdit(name, begun.encode(), None)], game.text)

    async def _save_colors(self, _given: dict[str, Any]) -> dict[str, Any]:
        """Write the colors that are tried into game.yaml; from then on they are the game's own."""
        session, game = self._session, self._read()
        roles = session.game.roles if session.game else ()
        tried = dict(session.choices.colors)
        paints = {each.role: each.paint for each in roles if session.choices.palette or each.role in tried}
        if not paints:
            raise refuse("GF006", Place(game.shown), "no color is being tried; choose one first")
        changed = game_edits.paint_colors(game.text, game.shown, {**paints, **tried})
        result = await self._write(f"colors of {', '.join(paints)}"[:80], game, changed)
        session.choose(session.choices._replace(palette="", colors=()))
        return result

    def _read(self) -> GameText:
        return read_game_text(self._session.folder)

    async def _write(
        self, title: str, game: GameText, changed: str, more: Sequence[FileEdit] = (), trial: str = ""
    ) -> dict[str, Any]:
        """Write game.yaml, and files beside it, if the game can be read with them; DataError otherwise."""
        if changed != game.text and (wrong := await self._session.try_text(trial or changed, game.text)):
            raise DataError(wrong[:1])
        edits = [*more, FileEdit(GAME_FILE, changed.encode("utf-8"), game.known)]
        self._history.apply(title, edits)
        return {"title": title}


def _read_text(given: Mapping[str, Any], name: str) -> str:
    text = given.get(name, "")
    return text if isinstance(text, str) else ""


def _read_path(given: Mapping[str, Any]) -> yaml_edits.Steps:
    """Return the path of a value in game.yaml that a page sent; GF006 if it is none."""
    try:
        found = json.loads(_read_text(given, "path"))
    except (ValueError, RecursionError):
        found = None
    steps = found if isinstance(found, list) else []
    known = all(type(step) is str or (type(step) is int and step >= 0) for step in steps)
    if not 0 < len(steps) <= _MOST_STEPS or not known:
        raise refuse("GF006", Place(GAME_FILE), "the page asks for no value of the file; reload it")
    return tuple(steps)


def _spell(path: yaml_edits.Steps) -> str:
    return ".".join(map(str, path))
