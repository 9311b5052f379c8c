"""What all tests share: the flag that accepts golden files, and judges that are not ours."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.samples import WHOLE, examples, sample

if TYPE_CHECKING:
    from tests.browser import Browser
    from tests.kits import Kits

GOLDEN = Path(__file__).parent / "golden"

# local runs try new examples each time; in CI the same change gives the same result twice; a busy machine fails nothing
settings.register_profile("local", suppress_health_check=[HealthCheck.too_slow], max_examples=examples(200))
settings.register_profile("judged", settings.get_profile("local"), derandomize=True)
settings.load_profile("judged" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--accept`, which writes the golden files instead of comparing with them."""
    parser.addoption("--accept", action="store_true", help="write the golden files from what the tests made")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks of what `make test` has no time for, and `make test-all` tries.

    Of a test that is `sampled(most)`, `make test` tries so many cases; one that is `thorough` proves at length what a
    quicker test beside it proves of one game, language or format, and is left out. The garbage collector comes as seldom
    as in a command of ours.
    """
    gc.set_threshold(200_000, 20, 100)
    config.addinivalue_line("markers", "sampled(most): try so many cases; all of them with GUTTERFOLD_TESTS=all")
    config.addinivalue_line("markers", "thorough: try it only with GUTTERFOLD_TESTS=all, or if it is named")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests and cases that `make test` has no time for, unless one is named."""
    if any("[" in argument for argument in config.args):
        return
    tests: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled"):
            tests.setdefault((item.path, item.name.partition("[")[0]), []).append(item)
    left = {item for cases in tests.values() for item in set(cases) - set(_sample_cases(cases))}
    if not WHOLE and not any("::" in argument for argument in config.args):
        left |= {item for item in items if item.get_closest_marker("thorough")}
    config.hook.pytest_deselected(items=sorted(left, key=items.index))
    items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was collected, which would take a tenth of the time."""
    gc.collect()
    gc.freeze()


def _sample_cases(cases: list[pytest.Item]) -> list[pytest.Item]:
    marker = cases[0].get_closest_marker("sampled")
    assert marker is not None
    return sample(cases, *marker.args)


def compare(path: Path, text: str, accept: bool) -> None:
    """Compare the text with the golden file, or write the file if `accept` is set."""
    if accept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    if not path.is_file():
        pytest.fail(f"there is no golden {path.name}; look at what was made, then run pytest --accept")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; look at it, then run pytest --accept"


def find_judge(name: str) -> str:
    """Return the path of a tool; without it, skip the test, or fail it if GUTTERFOLD_JUDGES=required."""
    return shutil.which(name) or _absent(name)


def find_packed(package: str, file: str) -> Path:
    """Return the path of a file in a package without importing it; if absent, skip or fail as `find_judge`."""
    spec = find_spec(package)
    homes = map(Path, spec.submodule_search_locations or ()) if spec else ()
    return next((home / file for home in homes if (home / file).is_file()), None) or Path(
        _absent(f"{file} of {package}")
    )


def _absent(name: str) -> str:
    if os.environ.get("GUTTERFOLD_JUDGES") == "required":
        pytest.fail(f"{name} is required here and not installed")
    pytest.skip(f"{name} is not installed")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the cache of builds and the list of printers out of the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("XDG_CACHE_HOME", str(_make_shared(tmp_path_factory, "cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_process() -> Iterator[None]:
    """Let no test start a second process for a part of its work: each core has a worker of pytest, and a fork of one is slow.

    Commands that tests start as programs are not held to it, and tests about second processes have them.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.program.parallel.count_cores", lambda: 1)
        patch.setattr("gc.unfreeze", lambda: None)  # which would undo what `pytest_collection_finish` does
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Give `golden(name, text)`, which compares the text with tests/golden/<name>."""
    accept = bool(request.config.getoption("--accept"))
    return lambda name, text: compare(GOLDEN / name, text, accept)


@pytest.fixture
def judge() -> Callable[[str], str]:
    """Give `judge(name)`, which returns the path of a tool such as qpdf."""
    return find_judge


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Browser"]:
    """Give the one Chromium of this process; a test that changes more than its page changes it back."""
    from tests.browser import Browser

    with Browser(find_judge("chromium"), tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture(scope="session")
def kit(tmp_path_factory: pytest.TempPathFactory) -> "Kits":
    """Give `kit(game, *options)`, which returns a kit that is built once a session; do not change it."""
    from tests.kits import Kits

    return Kits(_make_shared(tmp_path_factory, "kits"))


def _make_shared(factory: pytest.TempPathFactory, name: str) -> Path:
    """Return a folder that all processes of this run share."""
    base = factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    home.mkdir(exist_ok=True)
    return home
