"""Vary and watch: change a fact, draw its faces again, and see what changes on the paper, and where."""
