"""Frozen records that all stages share. No input and no output."""
