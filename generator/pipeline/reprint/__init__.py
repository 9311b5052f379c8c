"""Find and print only what changed since the kit in the box."""
