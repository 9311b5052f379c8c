"""Play Pharaoh: three pyramids each, one die, and the lines through the middle of the board."""
