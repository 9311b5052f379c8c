"""Play Hypnosia: rings that lead inward, stacks, captures, and a center that a 1 opens."""
