"""Render templates to checked Pictures: Jinja2, the SVG profile, text, die lines, sections, figures."""
