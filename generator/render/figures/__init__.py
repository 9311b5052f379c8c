"""Figures of a kind: what the data say of one goes in, what its template draws comes out, laid out in mm."""
