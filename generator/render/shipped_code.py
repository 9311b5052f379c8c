"""The code of shared templates that nearly every kit prints; it ships as Python, since Jinja2 takes long to make it.

A file is named by a digest of the template, so one that changed since, or that another Jinja2 compiles, is not used.
"""

from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from generator.safety.sandbox import SANDBOX_VERSION

SHIPPED = ("how-to-print.svg.j2", "cut-pictures.svg.j2")
_FOLDER = "compiled"


def find_shipped_code(shared: Path, name: str, text: str, path: Path) -> CodeType | None:
    """Return the code of a template as if it were compiled from its path; None if it does not ship."""
    file = locate_shipped_code(shared, name, text)
    if name not in SHIPPED or not file.is_file():
        return None
    code = SourceFileLoader("template", str(file)).get_code("template")
    assert code is not None
    return _rename(code, str(path))


def locate_shipped_code(shared: Path, name: str, text: str) -> Path:
    """Return the file that holds the code of a template, if it ships."""
    digest = sha256("\0".join((SANDBOX_VERSION, name, text)).encode("utf-8", "surrogatepass")).hexdigest()
    return shared / _FOLDER / f"{name.partition('.')[0]}-{digest[:24]}.py"


def _rename(code: CodeType, path: str) -> CodeType:
    """Return code, and that of the functions in it, with the file that messages name."""
    inner = tuple(_rename(each, path) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_filename=path, co_consts=inner)
