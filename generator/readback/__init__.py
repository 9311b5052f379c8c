"""Read finished PDF and SVG files back, independently of the code that wrote them."""
