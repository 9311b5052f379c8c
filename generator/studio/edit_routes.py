"""Answer the requests of the studio's page that change files of the game, each as one step that can be undone."""

from asyncio import Lock
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.model.finding import DataError
from generator.pipeline.editing.game_files import ChangedFile
from generator.pipeline.editing.history import EditHistory
from generator.studio.form_edits import FormDesk
from generator.studio.requests import read_json, refuse_request
from generator.studio.session import Session
from generator.studio.text_edits import TextDesk

_MOST_BYTES = 8 * 1024 * 1024  # of what a page sends to be written
# what a request asks for becomes what the page is answered; DataError if it is refused
EditAction = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class EditDesk:
    """The requests that change one game; all its pages share one history."""

    def __init__(self, session: Session, home: Path) -> None:
        self.session = session
        self.history = EditHistory(session.folder, home)
        self.texts = TextDesk(session, self.history)
        self._forms = FormDesk(session, self.history)
        self._turn = Lock()  # one change after the other: each is made of what the one before left

    def list_routes(self) -> list[Route]:
        """Return the routes of all changes; each is a POST with the secret."""
        actions: Mapping[str, EditAction] = {
            "/undo": self._undo,
            "/redo": self._redo,
            **self._forms.list_actions(),
            **self.texts.list_actions(),
        }
        return [Route(path, self._answer(action), methods=["POST"]) for path, action in actions.items()]

    def _answer(self, action: EditAction) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers a request with the result of an action, or with why it is refused."""

        async def answer(request: Request) -> Response:
            given = await read_json(request, _MOST_BYTES)
            try:
                async with self._turn:
                    result = await action(given)
            except DataError as error:
                return refuse_request("; ".join(f"{each.code} {each.message}" for each in error.findings))
            self._tell_steps()
            return JSONResponse({"ok": True, **result})

        return answer

    async def _undo(self, _given: dict[str, Any]) -> dict[str, Any]:
        title = self.history.undo_title
        return _describe_step(title, self.history.undo())

    async def _redo(self, _given: dict[str, Any]) -> dict[str, Any]:
        title = self.history.redo_title
        return _describe_step(title, self.history.redo())

    def _tell_steps(self) -> None:
        """Tell every page what can be undone and done again."""
        self.session.tell("steps", undo=self.history.undo_title, redo=self.history.redo_title)


def _describe_step(title: str, written: tuple[ChangedFile, ...]) -> dict[str, Any]:
    return {"title": title, "files": [file.path for file in written]}
