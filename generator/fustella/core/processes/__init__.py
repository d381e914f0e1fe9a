"""Starts, limits and supervises processes, and words the problems that end them."""
