"""Finished files go in, the pieces that they show come out."""
