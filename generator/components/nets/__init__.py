"""Components that are folded: their panels, folds and tabs."""
