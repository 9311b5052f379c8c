"""Checks of printed sheets: the pieces on them, their places, marks and text."""
