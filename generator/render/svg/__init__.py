"""The SVG profile: from the text of a rendered template to shapes."""
