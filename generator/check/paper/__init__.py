"""Check on rendered pages what the data say: what is seen, where, and nowhere else."""
