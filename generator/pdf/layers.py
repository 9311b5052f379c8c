"""Tell which layers of a PDF are hidden (PDF 1.7, 8.11): as its own settings show it on a screen."""

from typing import Any

from pikepdf import Dictionary

_MOST_SETS = 10_000


class Layers:
    """The optional content of one PDF."""

    def __init__(self, pdf: Any) -> None:
        properties = pdf.Root.get("/OCProperties", {})
        usual = properties.get("/D", {})
        groups = [each.objgen for each in list(properties.get("/OCGs", ()))[:_MOST_SETS]]
        self._hidden = {*groups} if usual.get("/BaseState") == "/OFF" else set()
        self._hidden |= {each.objgen for each in list(usual.get("/OFF", ()))[:_MOST_SETS]}
        self._hidden -= {each.objgen for each in list(usual.get("/ON", ()))[:_MOST_SETS]}

    def hides(self, content: Any) -> bool:
        """Return whether content that belongs to a layer, or to several of them, is hidden; None belongs to none."""
        if not self._hidden or not isinstance(content, Dictionary):
            return False
        if content.get("/Type") != "/OCMD":
            return content.objgen in self._hidden
        told = content.get("/OCGs", ())
        groups = [told] if isinstance(told, Dictionary) else [*told][:_MOST_SETS]
        hidden = [each.objgen in self._hidden for each in groups if isinstance(each, Dictionary)]
        if not hidden:
            return False
        match str(content.get("/P", "/AnyOn")):
            case "/AllOn":
                return any(hidden)
            case "/AnyOff":
                return not any(hidden)
            case "/AllOff":
                return not all(hidden)
        return all(hidden)
