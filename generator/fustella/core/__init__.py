"""core: values, geometry, words and files that all rooms share. Standard library only."""
