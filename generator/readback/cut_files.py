"""Read a finished DXF of cut lines back."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

from generator.geometry.types import Points


def read_dxf_lines(data: bytes, height: float) -> Iterator[tuple[str, Points]]:
    """Yield layer and points of each line, in mm from the top left of the paper; closed ones end at their start."""
    from ezdxf.filemanagement import read

    document: Any = read(StringIO(data.decode("utf-8", "surrogateescape")))
    for line in document.modelspace().query("LWPOLYLINE"):
        points = tuple((float(x), height - float(y)) for x, y in line.get_points("xy"))
        yield line.dxf.layer, (*points, points[0]) if line.closed else points
