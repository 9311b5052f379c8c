"""Hide and watch: what of a face or a figure is covered, faint, off its piece, overlapping or without bleed."""
