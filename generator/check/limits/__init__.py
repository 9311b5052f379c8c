"""Fixed limits of paper and eye: piles and backs, sizes, pips, and art at the place that it is drawn for."""
