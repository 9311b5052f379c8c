"""Translations: their blocks held against those of the first rules, and what their tables of words lack."""
