"""Faces -> sheets: pictures, instructions, cuts and ink."""
