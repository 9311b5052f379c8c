"""The order of the stages: build, booklet and check."""
