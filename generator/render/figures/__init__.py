"""Figures of the rules: turn the data of each kind of figure into values for its template; lengths in mm."""
