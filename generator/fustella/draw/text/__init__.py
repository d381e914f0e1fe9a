"""Parses, measures, fits and typesets texts."""
