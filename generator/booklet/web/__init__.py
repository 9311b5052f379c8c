"""The rules as a web page."""
