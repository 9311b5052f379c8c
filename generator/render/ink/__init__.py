"""Turn pictures into pictures that take less ink, or black ink alone."""
