"""Hold what the studio knows of a game: what was loaded last, what is wrong, what changed, and who is told."""

import asyncio
import os
import re
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

from generator.language.color_vision import NORMAL
from generator.model.finding import Finding
from generator.model.lru_cache import LRUCache
from generator.model.paper import Side
from generator.pipeline.games import CLAIM_CODES
from generator.pipeline.layout_samples import LayoutFace
from generator.pipeline.preview import FaceKey, LoadedGame, ShownFace, ShownGame, SweptFaces, UsedPicture
from generator.pipeline.reprint.kits import PRINTED, REPRINT
from generator.studio import jobs
from generator.studio.checking import CheckedClaims, CheckedGame
from generator.studio.choices import Choices
from generator.studio.drawing_process import LATER, NOW, SOON, DrawingProcess, Faults

_DRAWN = re.compile(r"(.*) \(drawing ([^()]*?)(?: and ([0-9,]+) more)?\)", re.DOTALL)


def merge_faults(faults: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return faults of which those that differ only in the face that is drawn are one, which counts the others."""
    alike: dict[Finding, list[str]] = {}
    counts: dict[Finding, int] = {}
    for fault in dict.fromkeys(faults):
        found = _DRAWN.fullmatch(fault.message)
        bare = fault._replace(message=found[1]) if found else fault
        alike.setdefault(bare, []).extend([found[2]] if found else [])
        counts[bare] = counts.get(bare, 0) + 1 + (int(found[3].replace(",", "")) if found and found[3] else 0)
    return tuple(_name_faces(fault, faces, counts[fault]) for fault, faces in alike.items())


def _name_faces(fault: Finding, faces: list[str], count: int) -> Finding:
    if not faces:
        return fault
    more = f" and {count - 1} more" if count > 1 else ""
    return fault._replace(message=f"{fault.message} (drawing {faces[0]}{more})")


_QUIET = 0.6  # seconds without a change before the game is checked
_MOST_WAITING = 100  # events for a page that does not read them
_SWEEP = 0.03  # seconds of drawing after which a face that a page asks for has its turn
_MOST_KEPT = 256  # faces that were drawn before a page asked for them


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
        self.claims = CheckedClaims()
        self.checking = True  # nothing is known of the game yet
        self.choices = Choices()
        self.version = 0
        self.kit: jobs.CommandResult | None = None
        self.kit_choices: tuple[int, Choices] | None = None
        self.built: jobs.CommandResult | None = None
        self.building = False
        self.is_reprint = False
        self._built_folder: Path | None = None
        self._name = Path(os.path.normpath(folder.absolute())).name
        self._workshop = workshop
        self._drawing = DrawingProcess(folder)
        self._judging = DrawingProcess(folder)  # of its own, so that claims and checks hold up no drawing
        self._is_stale = asyncio.Event()  # something changed since the game was read
        self._reading = 0  # the number of the last reading of the game
        self.pictures: tuple[UsedPicture, ...] = ()
        self._digests: dict[FaceKey, str] = {}
        self._seen: dict[FaceKey, str] = {}
        self._unseen: set[FaceKey] = set()  # faces of the first reading that nothing is known of yet
        self._run = secrets.token_hex(4)
        self._stamps: dict[FaceKey, str] = {}  # of faces that look different since the studio was started
        self._kept: LRUCache[FaceKey, ShownFace] = LRUCache(_MOST_KEPT)
        self._visible: tuple[str, ...] = ()
        self._pages: dict[str, str] = {}  # about codes of findings
        self._listeners: set[asyncio.Queue[Event]] = set()
        self.layouts: tuple[LayoutFace, ...] | None = None
        self._layouts_version = -1
        self.exported: jobs.CommandResult | None = None
        self.exporting = False
        self._preview, self._build, self._export = jobs.Job(), jobs.Job(), jobs.Job()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def title(self) -> str:
        """Return the title of the game, or the name of its folder until it was loaded."""
        return self.game.title if self.game else self._name

    @property
    def failing(self) -> int:
        """Return how many claims and numbers of the rules fail."""
        return sum(each.is_blocking and each.code in CLAIM_CODES for each in self.findings)

    async def run(self) -> None:
        """Serve drawings, and read the game whenever something changed, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for work in (self._drawing.serve(), self._judging.serve(), self._follow_changes()):
                group.create_task(work)

    async def close(self) -> None:
        """End all that is at work."""
        for task in self._tasks.values():
            task.cancel()
        for job in (self._preview, self._build, self._export):
            await job.stop()

    def reload(self) -> None:
        """Have the game read again after a change.

        A change while it is being read has it read once more; none is lost, however many come and whenever.
        """
        self._stop_check()
        self.checking = True
        self._is_stale.set()

    async def _follow_changes(self) -> None:
        while True:
            await self._is_stale.wait()
            self._is_stale.clear()  # before it is read: what changes from now on may be read or not
            await self._read_game()

    async def _read_game(self) -> None:
        """Read the game; if it is faulty, the last good one stays."""
        self._reading += 1
        answer = await self._drawing.ask(NOW, "load", self.choices.options, self._visible, self._reading)
        changed: list[FaceKey] = []
        if isinstance(answer, LoadedGame):
            if self.game is None:
                self._unseen = {(each.key, side) for each in answer.game.pieces for side in each.sides}
            self._unseen -= {(key, side) for key in answer.changed for side in get_args(Side)}
            self.game, self._kept = answer.game, LRUCache(_MOST_KEPT)
            self.faults = merge_faults(answer.swept.faults)
            changed = self._take(answer.swept)
        elif isinstance(answer, Faults):
            self.faults = merge_faults(answer.findings)
        self.version += 1
        self._tell_game(changed)
        self._stop_check()  # of a sweep that ended meanwhile
        if isinstance(answer, LoadedGame):
            self._start("sweep", self._sweep(answer.swept, self._reading))
            self._start("judge", self._judge())
        else:
            self._start("check", self._check_later())

    async def draw(self, key: str, side: Side, urgency: int = SOON, sight: str = NORMAL) -> ShownFace | Faults | None:
        """Return a face of the last good game as a kind of sight has it."""
        if sight == NORMAL and (kept := self._kept.get((key, side))):
            return kept
        answer: ShownFace | Faults | None = await self._drawing.ask(urgency, "draw_face", key, side, sight)
        if sight == NORMAL and isinstance(answer, ShownFace):
            self._digests.setdefault((key, side), answer.digest)  # a page shows it now, and hears if it changes
            self._note_first_look((key, side), answer.digest)
        return answer

    async def find_pictures(self) -> None:
        """Find the pictures that the faces show which were drawn by now."""
        used = await self._drawing.ask(SOON, "list_pictures")
        self.pictures = () if isinstance(used, Faults) else used

    async def draw_board(self, part: str, side: Side) -> ShownFace | Faults | None:
        """Return a board of the last good game, put together from its sections."""
        answer: ShownFace | Faults | None = await self._drawing.ask(SOON, "draw_board", part, side)
        return answer

    def list_changed(self) -> list[str]:
        """Return the names of the pieces that look other than when they were last marked as seen."""
        changed = {key for (key, side), digest in self._digests.items() if self._seen.get((key, side)) != digest}
        return sorted(changed)

    def mark_seen(self) -> None:
        """Take what is drawn now as seen."""
        self._seen = dict(self._digests)
        self._unseen -= self._seen.keys()
        self._tell_faces()

    def stamp(self, key: str, side: Side) -> str:
        """Return what changes in the address of a face whenever it looks different."""
        return self._stamps.get((key, side), self._run)

    def see(self, keys: Sequence[str]) -> None:
        """Note which pieces are on screen; they are drawn first."""
        self._visible = tuple(keys)

    def _take(self, swept: SweptFaces) -> list[FaceKey]:
        """Take over what was found of some faces; return those that look different than before."""
        changed = []
        for key, digest, face in swept.faces:
            if face is not None:
                self._kept.put(key, face)
            if self._digests.get(key, digest) != digest:
                self._stamps[key] = f"{self._run}-{digest}"
                changed.append(key)
            self._digests[key] = digest
            self._note_first_look(key, digest)
        return changed

    def _note_first_look(self, key: FaceKey, digest: str) -> None:
        """Take a face as seen that was there when the studio started, and is drawn for the first time."""
        if key in self._unseen:
            self._unseen.discard(key)
            self._seen[key] = digest

    async def _sweep(self, swept: SweptFaces, number: int) -> None:
        """Look at every face once, when there is time, and tell which ones look different; then check the game."""
        drawn, wrong = {each.key for each in swept.faces}, list(swept.faults)
        while swept.left:
            answer = await self._drawing.ask(LATER, "sweep", _SWEEP, None, number)
            if not isinstance(answer, SweptFaces):
                wrong += answer.findings
                break
            swept = answer
            drawn.update(each.key for each in swept.faces)
            wrong += swept.faults
            if changed := self._take(swept):
                self.tell("changed", faces=self._list_stamps(changed))
        self._digests = {key: digest for key, digest in self._digests.items() if key in drawn}
        if wrong:
            self.faults = merge_faults(wrong)
            self._tell_game()
        self._tell_faces()
        self._start("check", self._check_later())

    def _list_stamps(self, faces: Sequence[FaceKey]) -> list[tuple[str, str]]:
        return [(f"/face/{key}/{side}", self.stamp(key, side)) for key, side in faces]

    async def _judge(self) -> None:
        """Tell at once which claims fail by the data alone; the whole check takes its time."""
        found = await self._judging.ask(NOW, "judge")
        if isinstance(found, Faults):
            return  # the game was changed again meanwhile, or the whole check says what is wrong with it
        others = [each for each in self.findings if not (each.is_blocking and each.code in CLAIM_CODES)]
        self.findings = (*found, *others)
        self._tell_findings()

    def _tell_findings(self) -> None:
        self.tell("findings", count=len(self.findings), **self._describe_state())

    async def _check_later(self) -> None:
        """Check the game once nothing has changed for a moment."""
        await asyncio.sleep(_QUIET)
        self.tell("checking")
        found = await self._judging.ask(NOW, "check", self._workshop / "checked")
        if found is not None:
            self._cancel("judge")  # which knows less
            self.findings = found.findings
            self.claims = found.claims if isinstance(found, CheckedGame) else CheckedClaims()
            self.checking = False
            self._tell_findings()

    def _stop_check(self) -> None:
        self._cancel("check")
        self._judging.stop_check()

    def choose(self, choices: Choices) -> None:
        """Paint and print the kit as chosen; the game is read again only if its faces look different."""
        before, self.choices = self.choices, choices
        if choices.options != before.options:
            self.reload()
        elif choices != before:
            self.version += 1
            self._tell_game()

    async def explain(self, code: str) -> str:
        """Return what `gutterfold explain` says about a code, which is one that there is."""
        if code not in self._pages:
            result = await jobs.Job().run("explain", code)
            self._pages[code] = result.output if result else ""
        return self._pages[code]

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

    def prepare_layouts(self) -> None:
        """Draw a face in every layout, unless that is done or at work; until then what was drawn before stays."""
        if self._layouts_version != self.version:
            self._layouts_version = self.version
            self._start("layouts", self._draw_layouts())

    async def _draw_layouts(self) -> None:
        answer = await self._drawing.ask(LATER, "draw_layouts")
        self.layouts = () if isinstance(answer, Faults) else answer
        self.tell("layouts")

    async def try_text(self, text: str, before: str) -> tuple[Finding, ...]:
        """Return what the game refuses of a text of game.yaml, unless it refuses the same of the one `before`."""
        answer = await self._drawing.ask(NOW, "try_text", text, before)
        return answer.findings if isinstance(answer, Faults) else tuple(answer)

    def list_kit(self) -> Sequence[Path]:
        """Return the files that sheets and booklet are shown from."""
        return jobs.list_kit_files(self._workshop / "kit" / self._name)

    def list_built(self) -> Sequence[Path]:
        """Return the files that were built for good; none unless the last build succeeded and wrote some."""
        return jobs.list_kit_files(self._built_folder) if self._built_folder else ()

    def list_earlier(self, out: Path) -> Mapping[str, str]:
        """Return the kits in the user's folder since which changes can be printed, as `--since` has them."""
        known = {PRINTED: (out / f"{self._name}-{PRINTED}", PRINTED), "kit": (out / self._name, str(out / self._name))}
        return {name: word for name, (folder, word) in known.items() if folder.is_dir()}

    def start_export(self, out: Path, arguments: Sequence[str]) -> None:
        """Export the game as chosen, into the folder of the user's kits."""
        self.exporting, self.exported = True, None
        self.tell("building")
        self._start("export", self._run_export(["--out", str(out), *arguments]))

    async def _run_export(self, arguments: Sequence[str]) -> None:
        result = await self._export.run("export", str(self.folder), *arguments)
        if result is not None:
            self.exporting, self.exported = False, result
            self.tell("built", ok=result.status == 0)

    def start_build(self, out: Path, arguments: Sequence[str], is_reprint: bool = False) -> None:
        """Build the kit for good, into the folder of the user's kits."""
        self.building, self.built, self._built_folder = True, None, None
        self.is_reprint = is_reprint
        self.tell("building")
        folder = out / (f"{self._name}-{REPRINT}" if is_reprint else self._name)
        self._start("build", self._build_kit(folder, arguments))

    async def _build_kit(self, folder: Path, arguments: Sequence[str]) -> None:
        before = jobs.stamp_kit(folder)
        result = await self._build.run("build", str(self.folder), "--out", str(folder.parent), *arguments)
        if result is not None:
            self.building, self.built = False, jobs.leave_out_progress(result, self._name)
            has_kit = not self.is_reprint or jobs.stamp_kit(folder) != before  # a reprint of nothing writes nothing
            self._built_folder = folder if result.status == 0 and has_kit else None
            self.tell("built", ok=result.status == 0)

    def _tell_faces(self) -> None:
        self.tell("faces", changed=self.list_changed(), drawn=len(self._digests))

    def _tell_game(self, changed: Sequence[FaceKey] = ()) -> None:
        faces = self._list_stamps(changed)
        self.tell("game", version=self.version, faces=faces, **self._describe_state())

    def _describe_state(self) -> dict[str, Any]:
        """Return what the bar of a page says."""
        return {"title": self.title, "faults": len(self.faults), "failing": self.failing}

    def _start(self, name: str, work: Any) -> None:
        """Start a task, and cancel the one of the same name if it is not done."""
        self._cancel(name)
        self._tasks[name] = asyncio.create_task(work)

    def _cancel(self, name: str) -> None:
        if name in self._tasks:
            self._tasks[name].cancel()

    def tell(self, name: str, **details: Any) -> None:
        """Tell every open page what happened."""
        for listener in self._listeners:
            if listener.full():  # a page that read none of so many is told how things stand instead
                while not listener.empty():
                    listener.get_nowait()
                listener.put_nowait(self._greet())
            listener.put_nowait(Event(name, details))

    def _greet(self) -> Event:
        """Return how things stand, which a page follows from there."""
        standing = {"findings": len(self.findings), "changed": self.list_changed(), "drawn": len(self._digests)}
        return Event("hello", {**self._describe_state(), **standing})

    async def listen(self) -> AsyncIterator[Event]:
        """Yield what happens from now on, beginning with where things stand."""
        queue: asyncio.Queue[Event] = asyncio.Queue(_MOST_WAITING)
        self._listeners.add(queue)
        try:
            yield self._greet()
            while True:
                yield await queue.get()
        finally:
            self._listeners.discard(queue)
