"""Checks of what the rules say in plain words: numbers, parts, colors, and what translations have lost."""
