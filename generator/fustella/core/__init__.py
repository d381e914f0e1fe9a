"""Holds the modules that all rooms share, in five folders. It needs the standard library only."""
