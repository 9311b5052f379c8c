"""The studio: a page in the browser that shows a game while it is being changed."""
