"""Blocks of rules go in, one web page comes out."""
