"""Write the rules, their translations and game.yaml as texts, each as a whole."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from generator.model.finding import DataError, Place, refuse
from generator.pipeline.editing.game_texts import (
    ClaimChoice,
    GameTextFile,
    edit_text_file,
    list_claims,
    list_text_files,
    read_game_text,
    read_text_file,
)
from generator.pipeline.editing.history import EditHistory
from generator.studio.session import Session


class TextDesk:
    """The texts of one game."""

    def __init__(self, session: Session, history: EditHistory) -> None:
        self._session, self._history = session, history

    def list_actions(self) -> Mapping[str, Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]]:
        """Return the actions by their paths."""
        return {"/text": self._save}

    def list_names(self) -> list[str]:
        """Return the texts that can be written, by their paths in the game's folder."""
        return list_text_files(self._session.folder)

    def read(self, name: str) -> GameTextFile | None:
        """Return a text; None if there is none of this name. DataError if it cannot be read."""
        return read_text_file(self._session.folder, name) if name in self.list_names() else None

    def list_claims(self) -> list[ClaimChoice]:
        """Return what rules can say of the game that was read last; nothing if none was."""
        if self._session.game is None:
            return []
        try:
            return list_claims(self._session.game, read_game_text(self._session.folder).read_plain())
        except DataError:
            return []

    async def _save(self, given: dict[str, Any]) -> dict[str, Any]:
        """Write a whole text; refused if the file is not as the page knows it."""
        name, text, known = given.get("name"), given.get("text"), given.get("known")
        names = self.list_names()
        if name not in names or not isinstance(text, str) or not isinstance(known, str):
            raise refuse("GF401", Place("game.yaml"), "there is no such text in the game anymore; reload the page")
        edit = edit_text_file(self._session.folder, name, text, known)
        self._history.apply(f"text of {name}", [edit])
        return {"known": read_text_file(self._session.folder, name).known}
