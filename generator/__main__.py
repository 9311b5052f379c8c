"""`python -m generator`: the same command line as `gutterfold`."""

from generator.cli import main

main()
