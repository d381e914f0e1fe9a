"""Writes files for a press: PDF/X in its inks, with vectors and real text, and measures its plates."""
