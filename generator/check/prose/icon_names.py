"""Report an icon that stands beside the name of another one, as in `salt pan {hill}` (GF168)."""

import re
from collections import Counter
from collections.abc import Iterator

from generator.check.prose.rules_prose import RulesProse
from generator.language.plurals import noun_forms
from generator.model.finding import Finding

_ICON = re.compile(r"(?<![^\W\d_])(?P<noun>[^\W\d_]{1,40}+)[ *_]{1,3}\{(?P<icon>[a-z][a-z0-9-]*)\}")


def check_icon_names(prose: RulesProse) -> Iterator[Finding]:
    """Report an icon that stands, this once, right behind the name of another icon of the game (GF168)."""
    icons = prose.game.data.icons
    found = [each for each in _ICON.finditer(prose.language.rules) if each["icon"] in icons]
    forms = {form: icon for icon in icons for form in noun_forms(icon)}
    usual = Counter((forms.get(each["noun"].casefold(), ""), each["icon"]) for each in found)
    for each in found:
        named, icon = forms.get(each["noun"].casefold(), ""), each["icon"]
        if named and named != icon and usual[named, icon] == 1:
            message = f"{{{icon}}} follows the word {each['noun']!r}, which has its own icon, {{{named}}}; correct one"
            yield prose.report("GF168", each.start("icon"), message, "warning")
