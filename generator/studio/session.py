"""Hold what the studio knows of a game: what was loaded last, what is wrong, what changed, and who is told."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from generator.language.color_vision import NORMAL
from generator.model.finding import Finding
from generator.model.paper import Side
from generator.pipeline.preview import ShownFace, ShownGame
from generator.studio.drawing_process import LATER, NOW, SOON, DrawingProcess, Faults
from generator.studio.jobs import Choices, CommandResult, Job, list_kit_files, parse_findings

_QUIET = 0.6  # seconds without a change before the game is checked
_MOST_WAITING = 100  # events for a page that does not read them

FaceKey = tuple[str, Side]


class Event(NamedTuple):
    """What happened, and its details, as a page is told."""

    name: str
    details: dict[str, Any]


class Session:
    """One game in the studio; all its pages see the same."""

    def __init__(self, folder: Path, workshop: Path) -> None:
        self.folder = folder
        self.game: ShownGame | None = None
        self.faults: tuple[Finding, ...] = ()
        self.findings: tuple[Finding, ...] = ()
        self.checking = False
        self.choices = Choices()
        self.version = 0
        self.kit: CommandResult | None = None
        self.kit_choices: tuple[int, Choices] | None = None
        self.built: CommandResult | None = None
        self.building = False
        self._workshop = workshop
        self._drawing = DrawingProcess(folder)
        self._digests: dict[FaceKey, str] = {}
        self._seen: dict[FaceKey, str] = {}
        self._listeners: set[asyncio.Queue[Event]] = set()
        self._check, self._preview, self._build = Job(), Job(), Job()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def title(self) -> str:
        """Return the title of the game, or the name of its folder until it was loaded."""
        return self.game.title if self.game else self.folder.resolve().name

    async def run(self) -> None:
        """Serve drawings until cancelled."""
        await self._drawing.serve()

    async def close(self) -> None:
        """End all that is at work."""
        for task in self._tasks.values():
            task.cancel()
        for job in (self._check, self._preview, self._build):
            await job.stop()

    async def reload(self) -> None:
        """Read the game again after a change; if it is faulty, the last good one stays."""
        answer = await self._drawing.ask(NOW, "load", self.choices.palette or None, self.choices.paints)
        if isinstance(answer, Faults):
            self.faults = answer.findings
        else:
            self.game, self.faults = answer, ()
        self.version += 1
        self._tell_game()
        if not self.faults:
            self._start("sweep", self._sweep())
        self._start("check", self._check_later())

    async def draw(self, key: str, side: Side, urgency: int = SOON, sight: str = NORMAL) -> ShownFace | Faults | None:
        """Return a face of the last good game as a kind of sight has it."""
        answer: ShownFace | Faults | None = await self._drawing.ask(urgency, "draw_face", key, side, sight)
        return answer

    def list_changed(self) -> list[str]:
        """Return the names of the pieces that look other than when they were last marked as seen."""
        changed = {key for (key, side), digest in self._digests.items() if self._seen.get((key, side)) != digest}
        return sorted(changed) if self._seen else []

    def mark_seen(self) -> None:
        """Take what is drawn now as seen."""
        self._seen = dict(self._digests)
        self._tell_faces()

    async def _sweep(self) -> None:
        """Draw every face once, when there is time, and tell which ones look different."""
        version, game = self.version, self.game
        drawn: dict[FaceKey, str] = {}
        wrong: list[Finding] = []
        for piece in game.pieces if game else ():
            for side in piece.sides:
                face = await self.draw(piece.key, side, LATER)
                if version != self.version:
                    return
                if isinstance(face, ShownFace):
                    drawn[piece.key, side] = face.digest
                elif isinstance(face, Faults):
                    wrong += face.findings
        self._digests = drawn
        self._seen = self._seen or dict(drawn)
        if wrong:
            self.faults = tuple(dict.fromkeys(wrong))
            self._tell_game()
        self._tell_faces()

    async def _check_later(self) -> None:
        """Check the game once nothing has changed for a moment."""
        await self._check.stop()
        await asyncio.sleep(_QUIET)
        self.checking = True
        self.tell("checking")
        nowhere = self._workshop / "checked"
        result = await self._check.run("check", str(self.folder), "--format", "json", "--out", str(nowhere))
        if result is not None:
            self.findings, self.checking = tuple(parse_findings(result)), False
            self.tell("findings", count=len(self.findings))

    def choose(self, choices: Choices) -> None:
        """Paint and print the kit as chosen."""
        if choices != self.choices:
            self.choices = choices
            self._start("reload", self.reload())

    def prepare_kit(self) -> None:
        """Build the kit that the sheets and the booklet are shown from, unless it is there or being built."""
        wanted = self.version, self.choices
        if self.kit_choices != wanted:
            self.kit, self.kit_choices = None, wanted
            self._start("preview", self._build_preview())

    async def _build_preview(self) -> None:
        out = str(self._workshop / "kit")
        options = "--no-read-back", "--quiet", *self.choices.arguments
        result = await self._preview.run("build", str(self.folder), "--out", out, *options)
        if result is not None:
            self.kit = result
            self.tell("kit", ok=result.status == 0)

    def list_kit(self) -> Sequence[Path]:
        """Return the files that sheets and booklet are shown from."""
        return list_kit_files(self._workshop / "kit")

    def start_build(self, out: Path, arguments: Sequence[str]) -> None:
        """Build the kit for good, into the folder of the user's kits."""
        self.building, self.built = True, None
        self.tell("building")
        self._start("build", self._build_kit(out, arguments))

    async def _build_kit(self, out: Path, arguments: Sequence[str]) -> None:
        result = await self._build.run("build", str(self.folder), "--out", str(out), *arguments)
        if result is not None:
            self.building, self.built = False, result
            self.tell("built", ok=result.status == 0)

    def _tell_faces(self) -> None:
        self.tell("faces", changed=self.list_changed(), drawn=len(self._digests))

    def _tell_game(self) -> None:
        self.tell("game", version=self.version, faults=len(self.faults), title=self.title)

    def _start(self, name: str, work: Any) -> None:
        """Start a task, and cancel the one of the same name if it is not done."""
        if name in self._tasks:
            self._tasks[name].cancel()
        self._tasks[name] = asyncio.create_task(work)

    def tell(self, name: str, **details: Any) -> None:
        """Tell every open page what happened."""
        for listener in self._listeners:
            with suppress(asyncio.QueueFull):
                listener.put_nowait(Event(name, details))

    async def listen(self) -> AsyncIterator[Event]:
        """Yield what happens from now on, beginning with where things stand."""
        queue: asyncio.Queue[Event] = asyncio.Queue(_MOST_WAITING)
        self._listeners.add(queue)
        try:
            standing = {"findings": len(self.findings), "changed": self.list_changed(), "drawn": len(self._digests)}
            yield Event("hello", {"title": self.title, "faults": len(self.faults), **standing})
            while True:
                yield await queue.get()
        finally:
            self._listeners.discard(queue)
