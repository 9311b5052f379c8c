"""Answer the requests of the studio's page; nothing in a request is ever used as a path."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Any, TypeVar, get_args

from jinja2 import Environment, FileSystemLoader
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from generator.language.color_vision import NORMAL, SIGHTS
from generator.model.finding import DataError
from generator.model.finding_codes import FINDING_CODES
from generator.model.paper import Side
from generator.pipeline.editing.game_files import compose_palette, write_palette
from generator.pipeline.export.targets import TARGETS
from generator.pipeline.preview import PreviewPiece, ShownFace
from generator.studio.choices import ChoiceError, Choices, list_build_arguments, list_export_arguments, parse_choices
from generator.studio.documents import LARGE, SMALL, render_page
from generator.studio.drawing_process import NOW, SOON, Faults
from generator.studio.edit_routes import EditDesk
from generator.studio.editor import find_line, open_editor
from generator.studio.guard import INERT, read_json, refuse_request
from generator.studio.views import PANES, describe_pane, list_printer_names
from generator.studio.watching import watch_folders

_T = TypeVar("_T")
_SIDES = get_args(Side)
_MISSING = "there is nothing here anymore"
_HERE = Path(__file__).parent
_MOST_VISIBLE = 300  # pieces on screen
_PAGE = re.compile("[0-9]{1,6}")  # the number of a page
_BEAT = 15.0  # seconds between signs of life


class Studio:
    """The pages of one session."""

    def __init__(self, desk: EditDesk, folders: tuple[Path, ...], out: Path, secret: str) -> None:
        self._session, self._desk = desk.session, desk
        self._folders, self._out, self._secret = folders, out, secret
        self._pages = Environment(loader=FileSystemLoader(_HERE / "pages"), autoescape=True, trim_blocks=True)
        self._pages.lstrip_blocks = True

    def make_app(self) -> Starlette:
        """Return the application, which is not guarded yet."""
        routes = [
            Route("/", self._show_frame),
            Route("/explain/{code}", self._explain),
            Route("/pane/{name}", self._show_pane),
            Route("/faults", self._show_faults),
            Route("/piece/{key}", self._show_piece),
            Route("/face/{key}/{side}", self._show_face),
            Route("/board/{part}/{side}", self._show_board),
            Route("/page/{name}/{number}/{size}", partial(self._show_page, self._session.list_kit)),
            Route("/rules", self._show_rules),
            Route("/file/{name}", self._send_file),
            Route("/built/{name}", self._send_built),
            Route("/built/{name}/{number}/{size}", partial(self._show_page, self._session.list_built)),
            Route("/layout/{name}", self._show_layout),
            Route("/text", self._show_text),
            Route("/events", self._send_events),
            Route("/choose", self._choose, methods=["POST"]),
            Route("/seen", self._mark_seen, methods=["POST"]),
            Route("/visible", self._note_visible, methods=["POST"]),
            Route("/palette", self._save_palette, methods=["POST"]),
            Route("/build", self._build, methods=["POST"]),
            Route("/export", self._export, methods=["POST"]),
            Route("/open", self._open_editor, methods=["POST"]),
            *self._desk.list_routes(),
            Mount("/static", StaticFiles(directory=_HERE / "static")),
        ]
        refusals = {ChoiceError: _refuse, DataError: _refuse}
        return Starlette(routes=routes, lifespan=self._live, exception_handlers=refusals)

    @asynccontextmanager
    async def _live(self, _app: Starlette) -> AsyncIterator[None]:
        """Draw, load and watch while the server runs."""
        tasks = [asyncio.create_task(work()) for work in (self._session.run, self._watch)]
        try:
            yield
        finally:
            await self._session.close()
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _watch(self) -> None:
        async for _ in watch_folders(self._folders, self._out):
            self._session.reload()

    async def _show_frame(self, _request: Request) -> Response:
        page = self._pages.get_template("frame.html.j2")
        return HTMLResponse(
            page.render(session=self._session, panes=PANES, secret=self._secret, history=self._desk.history)
        )

    async def _show_pane(self, request: Request) -> Response:
        name = _choose(request, "name", PANES)
        if name == "pictures":
            await self._session.find_pictures()
            values = await asyncio.to_thread(describe_pane, name, self._session, self._out)
        else:
            values = describe_pane(name, self._session, self._out)
        page = self._pages.get_template(f"{name}.html.j2")
        html = page.render(session=self._session, **values)
        tag = blake2b(html.encode("utf-8", "replace"), digest_size=8).hexdigest()
        if request.query_params.get("known") == tag:
            return Response(status_code=204)
        return HTMLResponse(html, headers={"x-gutterfold-digest": tag})

    async def _show_faults(self, _request: Request) -> Response:
        return HTMLResponse(self._pages.get_template("faults.html.j2").render(session=self._session))

    async def _explain(self, request: Request) -> Response:
        code = _choose(request, "code", FINDING_CODES)
        return Response(await self._session.explain(code), media_type="text/plain")

    async def _show_piece(self, request: Request) -> Response:
        game, key = self._session.game, request.path_params["key"]
        piece = _require(next((each for each in game.pieces if each.key == key), None) if game else None)
        faces = [await self._session.draw(key, side, NOW) for side in piece.sides]
        bleeds = [face.bleed if isinstance(face, ShownFace) else 0.0 for face in faces]
        placed = [face.pictures if isinstance(face, ShownFace) else () for face in faces]
        page = self._pages.get_template("piece.html.j2")
        values = {"placed": placed, "crop": _read_crop(piece), **describe_pane("findings", self._session, self._out)}
        return HTMLResponse(page.render(session=self._session, piece=piece, bleeds=bleeds, **values))

    async def _show_face(self, request: Request) -> Response:
        key, side = request.path_params["key"], _choose(request, "side", _SIDES)
        sight = request.query_params.get("sight", NORMAL)
        face = await self._session.draw(key, side, SOON, sight if sight in SIGHTS else NORMAL)
        return _answer_face(face, "whole" in request.query_params)

    async def _show_board(self, request: Request) -> Response:
        board = await self._session.draw_board(request.path_params["part"], _choose(request, "side", _SIDES))
        return _answer_face(board)

    async def _show_page(self, list_files: Callable[[], Sequence[Path]], request: Request) -> Response:
        path = _find_file(list_files(), request)
        dpi = _require({"small": SMALL, "large": LARGE}.get(request.path_params["size"]))
        number = _require(_PAGE.fullmatch(request.path_params["number"]))[0]
        data = await render_page(path, int(number), dpi) if path.suffix == ".pdf" else None
        return Response(_require(data), media_type="image/png")

    async def _show_layout(self, request: Request) -> Response:
        name, layouts = request.path_params["name"], self._session.layouts or ()
        return _answer_face(_require(next((each.face for each in layouts if each.name == name), None)))

    async def _show_text(self, request: Request) -> Response:
        """Answer with a text of the game, what was found in it, and what its author can say of the game."""
        text = _require(self._desk.texts.read(request.query_params.get("name", "")))
        session = self._session
        told = [each for each in (*session.faults, *session.findings) if each.place.file == text.shown]
        lines = [(each.place.line, each.level, each.code, each.message) for each in told]
        claims = [each._asdict() for each in self._desk.texts.find_claims()]
        return JSONResponse({"ok": True, **text._asdict(), "lines": lines, "claims": claims})

    async def _show_rules(self, _request: Request) -> Response:
        path = _require(next((path for path in self._session.list_kit() if path.suffix == ".html"), None))
        return FileResponse(path, media_type="text/html", headers={"content-security-policy": INERT})

    async def _send_file(self, request: Request) -> Response:
        path = _find_file(self._session.list_kit(), request)
        return FileResponse(path, filename=path.name, headers={"content-security-policy": INERT})

    async def _send_built(self, request: Request) -> Response:
        """Answer with a file of the kit that was built for good, to open or to keep."""
        path = _find_file(self._session.list_built(), request)
        headers = {} if path.suffix == ".pdf" else {"content-security-policy": INERT}
        return FileResponse(path, filename=path.name, content_disposition_type="inline", headers=headers)

    async def _send_events(self, _request: Request) -> Response:
        return StreamingResponse(self._stream_events(), media_type="text/event-stream")

    async def _stream_events(self) -> AsyncIterator[str]:
        """Yield what happens as server-sent events, with a sign of life now and then."""
        events = self._session.listen()
        waiting = asyncio.ensure_future(anext(events))
        try:
            while True:
                done, _ = await asyncio.wait((waiting,), timeout=_BEAT)
                if not done:
                    yield ": alive\n\n"
                    continue
                event = waiting.result()
                yield f"event: {event.name}\ndata: {json.dumps(event.details)}\n\n"
                waiting = asyncio.ensure_future(anext(events))
        finally:
            waiting.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await waiting
            await events.aclose()  # type: ignore[attr-defined]  # it is a generator

    async def _choose(self, request: Request) -> Response:
        self._session.choose(self._parse_choices(await read_json(request)))
        return JSONResponse({"ok": True})

    def _parse_choices(self, given: Mapping[str, Any]) -> Choices:
        return parse_choices(given, self._session.choices, self._session.game, list_printer_names())

    async def _mark_seen(self, _request: Request) -> Response:
        self._session.mark_seen()
        return JSONResponse({"ok": True})

    async def _note_visible(self, request: Request) -> Response:
        """Note the pieces that are on screen."""
        given = (await read_json(request)).get("keys")
        keys = given[:_MOST_VISIBLE] if isinstance(given, list) else []
        self._session.see([key for key in keys if isinstance(key, str)])
        return JSONResponse({"ok": True})

    async def _save_palette(self, request: Request) -> Response:
        """Answer with what a palette would hold; write it if the page says that its user agreed."""
        given, session = await read_json(request), self._session
        name = str(given.get("name", ""))
        text = compose_palette(name, {each.role: each.paint for each in session.game.roles} if session.game else {})
        if given.get("write") is True:
            path = write_palette(session.folder, name, text)
            return JSONResponse({"ok": True, "written": str(path)})
        return JSONResponse({"ok": True, "text": text})

    async def _build(self, request: Request) -> Response:
        given = await read_json(request)
        choices = self._parse_choices(given)
        known = {part for part, _, _ in self._session.game.parts} if self._session.game else set()
        earlier = self._session.list_earlier(self._out)
        if given.get("since", "") not in ("", *earlier):
            return refuse_request("this earlier kit no longer exists")
        more = list_build_arguments(given, known, earlier)
        self._session.start_build(self._out, [*choices.arguments, *more], is_reprint=bool(given.get("since")))
        return JSONResponse({"ok": True})

    async def _export(self, request: Request) -> Response:
        given = await read_json(request)
        known = {part for part, _, _ in self._session.game.parts} if self._session.game else set()
        target = given.get("to")
        if not isinstance(target, str) or target not in TARGETS:
            return refuse_request(f"an export goes to one of {', '.join(TARGETS)}")
        arguments = list_export_arguments(given, target, known)
        self._session.start_export(self._out, [*self._session.choices.export_arguments, *arguments])
        return JSONResponse({"ok": True})

    async def _open_editor(self, request: Request) -> Response:
        """Open the editor at the line of a finding or of a piece, by its number or name."""
        found = find_line(self._session, await read_json(request))
        if found is None:
            return refuse_request("this place no longer exists")
        return JSONResponse(await open_editor(self._session, found))


def _refuse(_request: Request, error: Exception) -> Response:
    return refuse_request("; ".join(map(str, error.findings)) if isinstance(error, DataError) else str(error))


def _read_crop(piece: PreviewPiece) -> dict[str, str]:
    """Return how the row of a piece crops its picture; what it leaves out is as usual."""
    said = dict(piece.values)
    return {name: said.get(name) or usual for name, usual in (("art_x", "50"), ("art_y", "50"), ("art_zoom", "100"))}


def _find_file(files: Sequence[Path], request: Request) -> Path:
    return _require(next((path for path in files if path.name == request.path_params["name"]), None))


def _choose(request: Request, name: str, known: Container[str]) -> Any:
    """Return a part of the path of a request that must be known."""
    given = request.path_params[name]
    return _require(given if given in known else None)


def _answer_face(face: ShownFace | Faults | None, whole: bool = False) -> Response:
    """Answer with a face as it is cut, or as a `whole` with its bleed."""
    if face is None:
        raise HTTPException(404, _MISSING)
    text = _draw_faults(face) if isinstance(face, Faults) else face.svg if whole else face.crop()
    return Response(text, media_type="image/svg+xml", headers={"content-security-policy": INERT})


def _draw_faults(faults: Faults) -> str:
    """Return an image that says what is wrong with a face."""
    first = escape(faults.findings[0].message[:120]) if faults.findings else "it cannot be drawn"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="#fff0f0"/>'
        f'<text x="4" y="12" font-size="3" font-family="sans-serif" fill="#8c0000">{first}</text></svg>'
    )


def _require(found: _T | None) -> _T:
    """Return what was asked for; what answers that there is nothing if it is None."""
    if found is None:
        raise HTTPException(404, _MISSING)
    return found
