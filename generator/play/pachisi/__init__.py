"""Play Pachisi: four roads round a cross, two partnerships, and shells that say how far."""
