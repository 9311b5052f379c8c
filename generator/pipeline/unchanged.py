"""Build a kit, or keep the one that stands if nothing has changed since it was built.

A game cannot reach what lies outside its folder and the shared templates (`safety/`), so what decides its kit is known:
all of its folder, gutterfold and the libraries, the templates and the fonts of the system, the options, and a palette
from elsewhere. The folder counts by its bytes; what comes with the program or the system by name, size and times.
A kit is remembered in the user's own cache once it has landed, with the digests of its files, and only if nothing has
changed while it was built. It is kept if every digest is still the same, and whatever is in doubt is built.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from generator.fonts.system_folders import list_font_folders
from generator.model.finding import Finding, Place
from generator.pipeline.options import Options
from generator.pipeline.resources import name_game
from generator.program.identity import find_resources, identify_program
from generator.safety.code_cache import open_code_cache
from generator.safety.files import MAX_TREE_BYTES, MAX_TREE_FILES, iterate_blocks
from generator.write.kit_folder import KitFolder, Waiting
from generator.write.landing import hash_or_none
from generator.write.manifest import MANIFEST, MAX_MANIFEST_BYTES, WrittenFile
from generator.write.temporary_output import clear_abandoned_outputs

if TYPE_CHECKING:
    from generator.pipeline.build import BuildResult
    from generator.pipeline.sheets.printing import Progress

_ENTRY = "built"
_TOLD = ("GF217", "GF361")  # notes that a build tells, as one looks at the cards and the rules for them


class BuildReport(NamedTuple):
    """What people are told of a build; `language` is the tag of the game's first one, `ink` a line or nothing."""

    game: str
    title: str
    language: str
    folder: Path
    files: tuple[WrittenFile, ...]
    sheets: int
    pieces: int
    findings: tuple[Finding, ...]
    summary: str
    ink: str
    removed: tuple[str, ...] = ()
    replaced_whole: bool = False
    is_kept: bool = False


def report_build(built: "BuildResult") -> BuildReport:
    """Return what people are told of a build that was made."""
    from generator.pipeline.sheets.ink_use import describe_ink

    game, checked = built.game, built.checked
    return BuildReport(
        game.id,
        game.data.title,
        game.first.tag if game.first else "",
        built.folder,
        built.files,
        built.sheets,
        built.pieces,
        checked.findings,
        checked.summary,
        describe_ink(built.ink),
        built.removed,
        built.replaced_whole,
    )


def leave_out_notes(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are more than notes, and what is told of every build."""
    return [each for each in findings if each.level != "note" or each.code in _TOLD]


def build_or_keep(
    folder: Path,
    options: Options,
    progress: "Progress" = lambda done, of: None,
    waiting: Waiting = lambda kit_folder: None,
    fresh: bool = False,
) -> BuildReport:
    """Build a game as `build_kit` does, unless its kit stands as these files and options make it; or always, `fresh`.

    What is told is what a build of the same files would be told.
    """
    clear_abandoned_outputs()
    with KitFolder(options.locate_output(), name_game(folder), waiting) as home:
        store = open_code_cache()
        key = _ENTRY, identify_program(), str(folder.absolute()), str(home.target.absolute())
        before = _survey(folder, options, home) if store else None
        if store and before and not fresh:
            kept = store.read(*key)
            if _stands(kept, before, home):
                return _restore_report(kept[2], home.target)
        from generator.pipeline.build import build_in  # what reads and draws a game

        built = build_in(folder, options, progress, home)
        report = report_build(built)
        if store and before and before == _survey(folder, options, home) and not _reads_kit(built, folder, home):
            manifest = hash_or_none(home.out, home.join(MANIFEST), MAX_MANIFEST_BYTES)
            store.write((before.content, manifest, _pack_report(report)), *key)
        return report


def _stands(kept: Any, now: "_Survey", home: KitFolder) -> bool:
    """Return whether a kit was kept for what is there now, and its files have the bytes that were written."""
    match kept:
        case (now.content, str(manifest), (_, _, _, tuple(files), *_)):
            listed = ((MANIFEST, manifest, MAX_MANIFEST_BYTES), *files)
            return all(hash_or_none(home.out, home.join(path), most) == digest for path, digest, most in listed)
    return False


def _pack_report(report: BuildReport) -> tuple[Any, ...]:
    """Return what another build of the same would be told, as what `marshal` takes; nothing is removed by it."""
    findings = tuple(
        (each.code, tuple(each.place), each.message, each.level, tuple(map(tuple, each.evidence)), *each[5:])
        for each in leave_out_notes(report.findings)
    )
    files = tuple(map(tuple, report.files))
    return (report.game, report.title, report.language, files, report.sheets, report.pieces, findings, *report[8:10])


def _restore_report(packed: Sequence[Any], folder: Path) -> BuildReport:
    game, title, language, files, sheets, pieces, findings, summary, ink = packed
    told = (
        Finding(code, Place(*place), message, level, tuple(Place(*each) for each in evidence), *rest)
        for code, place, message, level, evidence, *rest in findings
    )
    written = tuple(WrittenFile(*each) for each in files)
    return BuildReport(game, title, language, folder, written, sheets, pieces, tuple(told), summary, ink, is_kept=True)


def _reads_kit(built: "BuildResult", folder: Path, home: KitFolder) -> bool:
    """Return whether a game is read from its own kit, whose files are not surveyed."""
    kit = home.target.resolve()
    return any((folder / name).resolve().is_relative_to(kit) for name in built.game.sources)


class _Survey(NamedTuple):
    """The digest of what decides a kit, and that of all times, by which a change and back again is seen."""

    content: str
    times: str


def _survey(folder: Path, options: Options, home: KitFolder) -> _Survey | None:
    """Return what decides the kit of a game; None if that is not known, or too much to be looked at."""
    content, times = sha256(), sha256()
    try:
        # the number of processes decides no byte; sets have no order
        chosen = replace(options, processes=0, formats=frozenset()), sorted(options.formats)
        around = chosen, Path.cwd(), str(folder), *_describe_surroundings(options)
        content.update(repr(around).encode("utf-8", "surrogateescape"))
        for told, status, path in _walk_game(folder, home):
            times.update(repr((told, status)).encode("utf-8", "surrogateescape"))
            content.update(told.encode("utf-8", "surrogateescape") + b"\0")
            if path:
                content.update(_hash_file(Path(path)))
    except (OSError, ValueError, RuntimeError):  # the last for a user without a home
        return None
    return _Survey(content.hexdigest(), times.hexdigest())


def _walk_game(folder: Path, home: KitFolder) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Yield what is told of each entry of a game's folder but its kit, its status, and the path of a file to read.

    ValueError for too many files, and for a link that leads out or into the kit: where it leads is not looked at.
    """
    top, out = os.path.realpath(folder), os.path.realpath(home.target.parent)
    kit = os.path.join(out, home.game)  # noqa: PTH118  a Path for each of 10,000 entries takes long
    folders, count, size = [top], 0, 0
    while folders:
        at = folders.pop()
        yield at[len(top) :], _describe_status(os.stat(at)) if at != out else (), ""  # noqa: PTH116  kits are staged in `out`
        with os.scandir(at) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        for entry in found:
            if entry.path == kit:
                continue
            status = entry.stat(follow_symlinks=False)
            count, size = count + 1, size + status.st_size
            if count > MAX_TREE_FILES or size > MAX_TREE_BYTES:
                raise ValueError("too much")
            told = f"{entry.path[len(top) :]} {stat.S_IFMT(status.st_mode)}"
            if stat.S_ISDIR(status.st_mode):
                folders.append(entry.path)
            elif stat.S_ISLNK(status.st_mode):
                led = os.path.realpath(entry.path)
                if os.path.commonpath((led, top)) != top or os.path.commonpath((led, kit)) == kit:
                    raise ValueError("a link that leads out, or into the kit")
                yield f"{told} {led[len(top) :]}", _describe_status(status), ""
            else:
                yield told, _describe_status(status), entry.path if stat.S_ISREG(status.st_mode) else ""


def _describe_status(status: os.stat_result) -> tuple[int, ...]:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _describe_surroundings(options: Options) -> Iterator[object]:
    """Yield what decides a kit outside its game's folder and the program, by name, size and times."""
    settings = Path.home() / ".reportlab_settings"
    yield sorted((name, value) for name, value in os.environ.items() if name.startswith("RL_"))
    for top in (find_resources("templates"), *list_font_folders(), settings):
        yield str(top), [*_list_status(top)]
    if options.palette is not None and os.path.lexists(options.palette):
        yield _hash_file(Path(options.palette))


def _list_status(top: Path) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the path, size and times of each file below a folder, or of the file itself."""
    folders = [str(top)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        yield entry.path, _describe_status(entry.stat())
        except NotADirectoryError:
            yield str(top), _describe_status(top.stat())
        except FileNotFoundError:
            continue


def _hash_file(path: Path) -> bytes:
    digest = sha256()
    for block in iterate_blocks(path, MAX_TREE_BYTES):
        digest.update(block)
    return digest.digest()
