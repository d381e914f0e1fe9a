"""core: the modules that all rooms share, in five folders. Standard library only."""
