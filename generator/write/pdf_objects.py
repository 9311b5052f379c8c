"""What a large PDF holds by the thousand, written at once: ReportLab's pages and streams with a short `format`."""

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFPage, PDFStream


class Leaf(PDFPage):  # type: ignore[misc]
    """A page whose boxes and resources are known; `boxes` is bytes such as `/MediaBox [0 0 595 842]`."""

    def __init__(self, contents: Any, resources: Any, boxes: bytes) -> None:
        super().__init__()
        self.Contents, self.Resources = contents, resources
        self._boxes = boxes

    def format(self, document: Any) -> bytes:
        """Return the page's dictionary."""
        parent = document.Reference(document.Pages).format(document)
        contents, resources = self.Contents.format(document), self.Resources.format(document)
        return b"<< /Type /Page /Parent %b /Contents %b /Resources %b %b >>" % (
            parent,
            contents,
            resources,
            self._boxes,
        )


class Packed(PDFStream):  # type: ignore[misc]
    """A stream of deflated operators and nothing else."""

    def format(self, document: Any) -> bytes:
        """Return the stream."""
        return b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream\n" % (len(self.content), self.content)
