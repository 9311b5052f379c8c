"""Copy single pages of a finished PDF into a new one."""

from collections.abc import Sequence
from io import BytesIO


def extract_pages(data: bytes, numbers: Sequence[int]) -> bytes:
    """Return a PDF of some pages, counted from 1."""
    import pikepdf

    out = BytesIO()
    with pikepdf.open(BytesIO(data)) as source, pikepdf.new() as target:
        for number in numbers:
            target.pages.append(source.pages[number - 1])
        target.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name.None_)
        target.save(out, deterministic_id=True, linearize=False)
    return out.getvalue()
