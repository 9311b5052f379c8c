"""Compile the rules of `play.yaml` once, into an engine that plays them."""
