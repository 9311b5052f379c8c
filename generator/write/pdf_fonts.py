"""A Font and a text go in, the operators that show it come out; ReportLab makes the subsets."""

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObjectReference


class _Codes(dict[int, str]):
    """From a character to how its code is written in a PDF string; characters beyond the first subset are `far`."""

    def __init__(self, face: Any, document: Any) -> None:
        super().__init__()
        self.far: set[str] = set()
        self._face, self._document = face, document

    def __missing__(self, code: int) -> str:
        ((subset, text),) = self._face.splitString(chr(code), self._document)
        if subset:
            self.far.add(chr(code))
        written = self[code] = _escaped(text[0])
        return written


def _escaped(code: int) -> str:
    char = chr(code)
    return "\\" + char if char in "()\\" else f"\\{code:03o}" if code < 32 else char


class Face:
    """One font of ReportLab's in one document, where it goes by `name`."""

    def __init__(self, name: str, font: Any, document: Any) -> None:
        self._face = font
        state = self._face._assignState(document)
        if state.internalName is None:
            state.internalName = name
            document.fontMapping[self._face.fontName] = f"/{name}"
            document.delayedFonts.append(self._face)
        else:  # the document's own text uses the font already, under a name that ReportLab gave it
            ascii_codes = PDFObjectReference(f"{state.internalName}+0")
            document.idToObject["BasicFonts"].dict[f"{name}+0"] = ascii_codes
        self._document = document
        self._codes = _Codes(self._face, document)
        self._names: dict[int, str] = {}

    def show(self, text: str, size: str) -> str:
        """Return `/F size Tf (text) Tj`, in as many pieces as there are subsets in the text."""
        written = text.translate(self._codes)
        if self._codes.far and not self._codes.far.isdisjoint(text):
            return self._pieces(text, size)
        return f"{self._name(0)} {size} Tf ({written}) Tj"

    def _pieces(self, text: str, size: str) -> str:
        out = []
        for subset, codes in self._face.splitString(text, self._document):
            out.append(f"{self._name(subset)} {size} Tf ({''.join(map(_escaped, codes))}) Tj")
        return " ".join(out)

    def _name(self, subset: int) -> str:
        if subset not in self._names:
            self._names[subset] = self._face.getSubsetInternalName(subset, self._document)
        return self._names[subset]
