"""Answer the requests of the studio's page that change files of the game, each as one step that can be undone."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.model.finding import DataError, Place, refuse
from generator.pipeline.editing import game_texts
from generator.pipeline.editing.game_files import MOST_BYTES
from generator.pipeline.editing.history import EditHistory, StepOutcome
from generator.studio.form_edits import FormDesk
from generator.studio.guard import INERT, read_body, read_json, refuse_request
from generator.studio.picture_desk import PictureDesk
from generator.studio.session import Session
from generator.studio.table_desk import TableDesk


class TextDesk:
    """The texts of one game."""

    def __init__(self, session: Session, history: EditHistory) -> None:
        self._session, self._history = session, history

    def list_names(self) -> list[str]:
        """Return the texts that can be written, by their paths in the game's folder."""
        return game_texts.list_text_files(self._session.folder)

    def read(self, name: str) -> game_texts.GameTextFile | None:
        """Return a text; None if there is none of this name. DataError if it cannot be read."""
        return game_texts.read_text_file(self._session.folder, name) if name in self.list_names() else None

    def find_claims(self) -> list[game_texts.ClaimChoice]:
        """Return what rules can say of the game that was read last; nothing if none was."""
        with suppress(DataError):
            if self._session.game is not None:
                root = game_texts.read_game_text(self._session.folder).read_plain()
                return game_texts.list_claims(self._session.game, root)
        return []

    def save(self, given: dict[str, Any]) -> dict[str, Any]:
        """Write a whole text; refused if the file is not as the page knows it."""
        name, text, known = given.get("name"), given.get("text"), given.get("known")
        names = self.list_names()
        if name not in names or not isinstance(text, str) or not isinstance(known, str):
            raise refuse("GF401", Place("game.yaml"), "there is no such text in the game anymore; reload the page")
        edit = game_texts.edit_text_file(self._session.folder, name, text, known)
        self._history.apply(f"text of {name}", [edit])
        return {"known": game_texts.read_text_file(self._session.folder, name).known}


MOST_EDIT_BYTES = 8 * 1024 * 1024  # of what a page sends to be written: a block of 100,000 cells
# what a request asks for becomes what the page is answered; DataError if it is refused
EditAction = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class EditDesk:
    """The requests that change one game; all its pages share one history."""

    def __init__(self, session: Session, home: Path) -> None:
        self.session = session
        self.history = EditHistory(session.folder, home)
        self.texts = TextDesk(session, self.history)
        self.tables = TableDesk(session, self.history)
        self.pictures = PictureDesk(session, self.history)
        self._forms = FormDesk(session, self.history)
        self._turn = asyncio.Lock()  # one change after the other: each is made of what the one before left

    def list_routes(self) -> list[Route]:
        """Return the routes of all changes; each is a POST with the secret."""
        actions: Mapping[str, EditAction] = {
            "/undo": _defer(lambda _: _describe_step(self.history.undo())),
            "/redo": _defer(lambda _: _describe_step(self.history.redo())),
            "/edit/table": _defer(self.tables.edit),
            "/edit/convert": _defer(self.tables.convert),
            "/edit/crop": _defer(self.pictures.crop),
            **self._forms.list_actions(),
            "/text": _defer(self.texts.save),
        }
        return [
            *(Route(path, self._answer(action), methods=["POST"]) for path, action in actions.items()),
            Route("/table/{part}", self._show_table),
            Route("/edit/picture", self._add_picture, methods=["POST"]),
            Route("/picture/{name:path}", self._send_picture),
        ]

    async def _send_picture(self, request: Request) -> Response:
        """Answer with a picture of the game; a drawing runs no script and loads nothing."""
        found = await asyncio.to_thread(self.pictures.read, request.path_params["name"])
        if found is None:
            return Response(status_code=404)
        return Response(found[0], media_type=found[1], headers={"content-security-policy": INERT})

    async def _add_picture(self, request: Request) -> Response:
        """Add the picture that is the body of a request, whole or not at all."""
        data = await read_body(request, MOST_BYTES)
        if not data:
            return refuse_request(f"a picture has at most {MOST_BYTES // 1024 // 1024} MB, and is not empty")
        try:
            async with self._turn:
                told = await asyncio.to_thread(self.pictures.add, dict(request.query_params), data)
        except DataError as error:
            return refuse_request("; ".join(each.message for each in error.findings))
        self._tell_steps()
        return JSONResponse({"ok": True, **told})

    async def _show_table(self, request: Request) -> Response:
        known = request.query_params.get("known", "")
        try:
            shown = await asyncio.to_thread(self.tables.show, request.path_params["part"], known)
            return JSONResponse({"ok": True, **shown})
        except DataError as error:
            why = "; ".join(map(str, error.findings))
            return JSONResponse({"ok": False, "why": why, "code": error.findings[0].code})

    def _answer(self, action: EditAction) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers a request with the result of an action, or with why it is refused."""

        async def answer(request: Request) -> Response:
            given = await read_json(request, MOST_EDIT_BYTES)
            try:
                async with self._turn:
                    result = await action(given)
            except DataError as error:
                return refuse_request("; ".join(f"{each.code} {each.message}" for each in error.findings))
            self._tell_steps()
            return JSONResponse({"ok": True, **result})

        return answer

    def _tell_steps(self) -> None:
        """Tell every page what can be undone and done again."""
        self.session.tell("steps", undo=self.history.undo_title, redo=self.history.redo_title)


def _defer(work: Callable[[dict[str, Any]], dict[str, Any]]) -> EditAction:
    """Return quick work as an action that is awaited."""

    async def act(given: dict[str, Any]) -> dict[str, Any]:
        return work(given)

    return act


def _describe_step(step: StepOutcome) -> dict[str, Any]:
    return {"title": step.title, "files": [file.path for file in step.files], "note": step.note}
