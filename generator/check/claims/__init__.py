"""Evaluate claims against the data and against the finished files."""
