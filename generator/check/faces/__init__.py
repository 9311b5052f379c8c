"""Checks of printed faces: they must show what the data says."""
