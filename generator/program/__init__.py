"""The running program: its bundled folders, its identity and its processes."""
