"""Writes PDF/X in the inks of a press, with vectors and real text, and measures its plates."""
