"""Prove a kit by its pixels: change each fact of its data, draw it again, and look at its pages and figures."""
