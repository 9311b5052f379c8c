"""Where modules that are about to go still look for `is_slip`, which is in generator/language/suggestions.py."""

from generator.language.suggestions import is_slip as is_slip
