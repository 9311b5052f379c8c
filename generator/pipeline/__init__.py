"""Run the stages in order: build, booklet and check."""
