"""Read finished SVG files back."""
