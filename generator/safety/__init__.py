"""Keep what a stranger's folder can do within bounds: files, folders, templates, time and memory."""
