"""gutterfold: a game's folder of data in, a checked kit of print-and-play sheets and rules out."""

__version__ = "0.1.0"
