"""Checks of the data alone: board graphs, dice, slots and supplies."""
