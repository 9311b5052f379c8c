"""ReportLab's canvas comes out without Pillow, which it imports for pictures that few games have, until one is met."""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec
from typing import Any


def lean_canvas() -> type[Any]:
    """Return ReportLab's Canvas; Pillow, half of what it imports, is read when something of it is asked for."""
    if "PIL.Image" not in sys.modules:
        _import_later("PIL", "Image")
    from reportlab.pdfgen.canvas import Canvas

    found: type[Any] = Canvas
    return found


def _import_later(package: str, name: str) -> None:
    """Put a module into its place that reads itself at its first use, as importlib's own documentation has it."""
    spec = find_spec(f"{package}.{name}")
    if spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(sys.modules[package], name, module)
