"""The PDF writer."""
