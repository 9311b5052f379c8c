"""Write sheets, figures and rules as files, and move them to their place all at once."""
