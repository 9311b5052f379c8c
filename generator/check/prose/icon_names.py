"""Report an icon that stands beside the name of another one, as in `salt pan {hill}` (GF168)."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from generator.check.prose.rules_prose import RulesProse
from generator.language.plurals import noun_forms
from generator.model.finding import Finding

_ICON = re.compile(r"(?<![^\W\d_])(?P<noun>[^\W\d_]{1,40}+)[ *_]{1,3}\{(?P<icon>[a-z][a-z0-9-]*)\}")


_LEAD = re.compile(r"\{(?P<icon>[a-z][a-z0-9-]*)\}")


def check_icon_leads(prose: RulesProse) -> Iterator[Finding]:
    """Report two items that begin with each other's icons: `{guard} opens a door: for each key, look` (GF168)."""
    text, icons = prose.language.rules, prose.game.data.icons
    for each in prose.lists:
        found = [
            (lead, end)
            for start, end in each.items
            if (lead := _LEAD.match(text, start, end)) and lead["icon"] in icons
        ]
        words = [{token.word for token in prose.tokenize(lead.end(), end)} for lead, end in found]
        for (one, said), (other, says) in combinations(zip((lead for lead, _ in found), words, strict=True), 2):
            mine, theirs = (frozenset(noun_forms(lead["icon"])) for lead in (one, other))
            if said & theirs and says & mine and not said & mine and not says & theirs:
                first = f"the item of {{{one['icon']}}} is about {other['icon']!r}"
                message = f"{first}, and that of {{{other['icon']}}} about {one['icon']!r}; exchange the icons"
                yield prose.report("GF168", one.start(), message, "warning")


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
