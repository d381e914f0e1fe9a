"""core: what all rooms share, in five folders. Standard library only."""
