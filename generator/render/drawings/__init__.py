"""Rewrite what drawing programs save, such as style sheets and units, into the profile that the painter draws."""
