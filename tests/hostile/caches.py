"""Attacks on the cache of compiled code: whatever is wrong with it, a build works as without one."""

import os
import pickle
from collections.abc import Callable
from pathlib import Path

from jinja2.bccache import bc_magic

from tests.hostile.attack import BUILD, CHECK, Attack, Expectation, Outcome, Scene
from tests.hostile.runner import fork_command, run_process

BOOKLET = ("booklet", "hen")
TWICE = (BUILD, BUILD)


def _after_a_build(
    name: str, damage: Callable[[Scene], object], argv: tuple[str, ...] = BUILD, expect: Expectation = "built"
) -> Attack:
    """Return an attack that damages what a first build has cached, then builds again."""

    def run(scene: Scene) -> list[Outcome]:
        first = fork_command(scene, BUILD, {}, scene.home / "cache")
        damage(scene)
        return [first, fork_command(scene, argv, {}, scene.home / "cache")]

    return Attack(name, run=run, expect=expect, private_cache=True, may_change=("cache",))


def _entries(scene: Scene) -> list[Path]:
    found = [path for path in (scene.home / "cache").rglob("*") if path.is_file()]
    assert found, "nothing is cached"
    return found


def _each(change: Callable[[bytes], bytes]) -> Callable[[Scene], None]:
    """Return a function that changes the bytes of every cached file."""

    def damage(scene: Scene) -> None:
        for path in _entries(scene):
            path.write_bytes(change(path.read_bytes()))

    return damage


class _Runs:
    """Pickled, it writes into the victim when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("import os; open(os.environ['HOME'] + '/victim/was-run', 'w').close()",)


def _put(scene: Scene, data: bytes) -> None:
    """Replace every entry by these bytes, behind the head that tells entries apart."""
    for path in _entries(scene):
        path.write_bytes(data)


def _after_magic(data: bytes) -> Callable[[bytes], bytes]:
    """Return a function that keeps the first bytes of an entry of Jinja2 and continues with these, where it unpickles."""
    return lambda old: bc_magic + data


def _after_head(data: bytes) -> Callable[[bytes], bytes]:
    """Return a function that keeps a part of the head of an entry and continues with these bytes."""
    return lambda old: old[: min(len(old), 58)] + data


def _swap(scene: Scene) -> None:
    """Give every entry the bytes of the next one."""
    every = sorted(_entries(scene))
    data = [path.read_bytes() for path in every]
    for path, other in zip(every, data[1:] + data[:1], strict=True):
        path.write_bytes(other)


def _turn_into(make: Callable[[Path], object]) -> Callable[[Scene], None]:
    def damage(scene: Scene) -> None:
        for path in _entries(scene):
            path.unlink()
            make(path)

    return damage


def _owned_by_another(scene: Scene) -> None:
    if os.getuid() == 0:
        for path in _entries(scene):
            os.chown(path, 12345, 12345)
    _put(scene, pickle.dumps(_Runs()))


def _modes(mode: int, folder: int) -> Callable[[Scene], None]:
    def damage(scene: Scene) -> None:
        for path in _entries(scene):
            path.chmod(mode)
        for path in (scene.home / "cache").rglob("*"):
            if path.is_dir():
                path.chmod(folder)

    return damage


def _linked_entries(scene: Scene) -> None:
    for path in _entries(scene):
        path.unlink()
        path.symlink_to(scene.victim / "precious.txt")


_ENTRIES = [
    _after_a_build("entries are cut to nothing", _each(lambda data: b"")),
    _after_a_build("entries are cut to one byte", _each(lambda data: data[:1])),
    _after_a_build("entries are cut in the head", _each(lambda data: data[:20])),
    _after_a_build("entries are cut in the middle", _each(lambda data: data[: len(data) // 2])),
    _after_a_build("entries lack the last byte", _each(lambda data: data[:-1])),
    _after_a_build("entries are cut, for check", _each(lambda data: data[: len(data) // 3]), CHECK),
    _after_a_build("entries have a byte too many", _each(lambda data: data + b"\0")),
    _after_a_build("entries have one bit changed in the head", _each(lambda data: data[:10] + bytes([data[10] ^ 1]) + data[11:])),
    _after_a_build("entries have one bit changed at the end", _each(lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])),
    _after_a_build("entries are zeros", _each(lambda data: bytes(len(data)))),
    _after_a_build("entries are text", _each(lambda data: b"not a cache")),
    _after_a_build("entries are large", _each(lambda data: data + bytes(64 << 20))),
    _after_a_build("entries are a pickle that runs", lambda scene: _put(scene, pickle.dumps(_Runs()))),
    _after_a_build("entries are an old pickle that runs", lambda scene: _put(scene, pickle.dumps(_Runs(), 0))),
    _after_a_build("entries are a pickle that runs, behind their head", _each(_after_head(pickle.dumps(_Runs())))),
    _after_a_build("entries are a pickle that runs, where Jinja2 reads one", _each(_after_magic(pickle.dumps(_Runs())))),
    _after_a_build("entries are marshaled code that is broken", _each(_after_head(b"c" + b"\xff" * 200))),
    _after_a_build("entries are marshaled nesting", _each(_after_head(b"[\x01\0\0\0" * 5000))),
    _after_a_build("entries have each other's bytes", _swap),
    _after_a_build("entries are of another user", _owned_by_another),
    _after_a_build("entries can be written by all", _modes(0o666, 0o700)),
    _after_a_build("the folder can be written by all", _modes(0o600, 0o777)),
    _after_a_build("nothing can be read", _modes(0o000, 0o700)),
    _after_a_build("entries are named pipes", _turn_into(os.mkfifo)),
    _after_a_build("entries are folders", _turn_into(lambda path: path.mkdir())),
    _after_a_build("entries are links to a precious file", _linked_entries),
    _after_a_build("entries are links to themselves", _turn_into(lambda path: path.symlink_to(path.name))),
    _after_a_build("entries are links to /dev/zero", _turn_into(lambda path: path.symlink_to("/dev/zero"))),
    _after_a_build("entries are links to /dev/full", _turn_into(lambda path: path.symlink_to("/dev/full"))),
    _after_a_build("the cache is gone while others use it", _turn_into(lambda path: None)),
]  # fmt: skip


def _home(
    name: str, value: str, plant: Callable[[Scene], object] | None = None, may_change: tuple[str, ...] = ()
) -> Attack:
    """Return an attack that sets XDG_CACHE_HOME; `{home}` is the scene's folder.

    A link there is the user's own, so the cache may follow it, and change `may_change`.
    """

    def run(scene: Scene) -> list[Outcome]:
        if plant:
            plant(scene)
        given = {"XDG_CACHE_HOME": value.replace("{home}", str(scene.home))}
        return [fork_command(scene, argv, given, scene.home / "cache") for argv in TWICE]

    return Attack(
        f"the cache's home is {name}",
        run=run,
        expect="built",
        private_cache=True,
        may_change=("cache", ".cache", *may_change),
    )


def _stand(make: Callable[[Path], object], name: str = "gutterfold") -> Callable[[Scene], object]:
    return lambda scene: make(scene.home / "cache" / name)


def _foreign_folder(scene: Scene) -> None:
    """Make our folder in the cache that of another user, with a pickle that runs under many names."""
    folder = scene.home / "cache" / "gutterfold"
    folder.mkdir(mode=0o777)
    for name in ("__jinja2_x.cache", "code", "x.bin"):
        (folder / name).write_bytes(pickle.dumps(_Runs()))
    if os.getuid() == 0:
        os.chown(folder, 12345, 12345)


_HOMES = [
    _home("empty", ""),
    _home("a relative path", "cache/../here"),
    _home("a path that does not exist", "{home}/cache/a/b/c"),
    _home("a file", "{home}/cache/file", _stand(lambda path: path.write_text("x"), "file")),
    _home("a device", "/dev/null"),
    _home("a full device", "/dev/full"),
    _home("read-only", "/proc/self"),
    _home("too long", "/" + "x" * 5000),
    _home("a link to the victim", "{home}/cache/link", _stand(lambda path: path.symlink_to("../victim"), "link"), ("victim/gutterfold",)),
    _home("a folder whose own folder is a file", "{home}/cache", _stand(lambda path: path.write_text("x"))),
    _home("a folder whose own folder is a named pipe", "{home}/cache", _stand(os.mkfifo)),
    _home("a folder whose own folder is a link to the victim", "{home}/cache", _stand(lambda path: path.symlink_to("../victim")), ("victim",)),
    _home("a folder whose own folder is a broken link", "{home}/cache", _stand(lambda path: path.symlink_to("nowhere"))),
    _home("a folder whose own folder is of another user", "{home}/cache", _foreign_folder),
    _home("not UTF-8", "{home}/cache/caf\udce9"),
    _home("a name with a control sequence", "{home}/cache/\x1b]0;x\x07"),
]  # fmt: skip


def _full_disk(scene: Scene) -> list[Outcome]:
    """Build with a cache that is on a disk without room, by a limit of the process on the size of files."""
    folder = scene.home / "cache"
    folder.mkdir(exist_ok=True)
    return [run_process(scene, ("build", "hen", "--no-read-back"), prefix="ulimit -f 200; exec")]


_FULL = [
    Attack("no file can grow beyond 100 kB", run=_full_disk, expect="either", private_cache=True, statuses=(0, 1), may_change=("cache",)),
    Attack("there is no home", run=lambda s: [fork_command(s, BUILD, {"HOME": "", "XDG_CACHE_HOME": ""}, s.home / "cache")], expect="built"),
    Attack("the home is a file", run=lambda s: [fork_command(s, BUILD, {"HOME": str(s.victim / "profile"), "XDG_CACHE_HOME": ""}, s.home / "cache")], expect="built"),
]  # fmt: skip

ATTACKS = [*_ENTRIES, *_HOMES, *_FULL]
