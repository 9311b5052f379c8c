"""Sheets with the pieces on them go in; findings come out where these are not printed as declared."""
