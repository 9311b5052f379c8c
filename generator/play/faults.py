"""What goes wrong while an engine plays: told with the seed and the number of the game, whatever the engine raises."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from generator.model.finding import Place
from generator.play.engine import Engine
from generator.safety.call_watch import CallWatch
from generator.safety.timers import OutOfTimeError

_OURS = __name__.partition(".")[0]
_CALLERS = ("runner.py", "policies.py", "probe.py")  # of this folder: what calls engines


class RuleFaultError(Exception):
    """What rules in `play.yaml` do and must not; without a place, it is that of the code that raises it."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class PlayError(Exception):
    """What went wrong in a game, with all that is needed to play it again; `place` is the rule at fault, if known."""

    def __init__(
        self, message: str, players: int, policy: str, seed: str, number: int, actions: int, place: Place | None = None
    ) -> None:
        super().__init__(message)
        self.message, self.place = message, place
        self.players, self.policy, self.seed, self.number, self.actions = players, policy, seed, number, actions

    def __reduce__(self) -> tuple[type["PlayError"], tuple[str, int, str, str, int, int, Place | None]]:
        """Let another process send it with all that it tells."""
        told = self.message, self.players, self.policy, self.seed, self.number, self.actions, self.place
        return PlayError, told


def is_own_engine(engine: Engine) -> bool:
    """Tell whether an engine is a designer's own: whether its code is not ours."""
    module = sys.modules.get(type(engine).__module__)
    return module is None or module.__name__.partition(".")[0] != _OURS


def watch_engine(engine: Engine) -> AbstractContextManager[CallWatch | None]:
    """Return what stops a call into a designer's own engine that does not come back; nothing for one of ours."""
    if not is_own_engine(engine):
        return nullcontext()
    return CallWatch([str(Path(__file__).with_name(name)) for name in _CALLERS])


@contextmanager
def guard_engine(fault: Callable[[str], PlayError], watch: CallWatch | None) -> Iterator[None]:
    """Raise a PlayError for whatever an engine raises, and if it is stopped because it does not come back."""
    try:
        yield
    except PlayError:
        raise
    except OutOfTimeError:
        if watch is None:
            raise
        watch.stop()
        raise fault(describe_late_call(watch)) from None
    except (Exception, SystemExit) as error:
        place = find_rule(error)
        says = describe_exception(error) if place is None else f"this cannot be worked out: {error}"
        told = fault(str(error) if isinstance(error, RuleFaultError) else says)
        told.place = place
        raise told from error


def find_rule(error: BaseException) -> Place | None:
    """Return the place of the rule in `play.yaml` that an exception comes from; None if it comes from elsewhere."""
    place: Place | None = getattr(error, "place", None)
    trace = error.__traceback__ if place is None else None
    while trace is not None:
        place = trace.tb_frame.f_globals.get("__places__", {}).get(trace.tb_lineno, place)
        trace = trace.tb_next
    return place


def describe_late_call(watch: CallWatch) -> str:
    """Return in a line which call did not come back."""
    name, file, line = watch.late or ("a call", "", 0)
    where = f"line {line} of {file.rpartition('/')[2]}"
    took = f"{watch.seconds:g} seconds of processor time"
    return f"{name} has not returned after {took} ({where}); look for a loop without end"


def describe_exception(error: BaseException) -> str:
    """Return an exception of an engine in a line, with the line of its file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" (line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename.rpartition('/')[2]})" if trace else ""
    says = " ".join(str(error).split())[:200]
    if isinstance(error, MemoryError):
        says = "the engine takes more memory than the program may have"
    return f"{type(error).__name__}: {says}{where}"
