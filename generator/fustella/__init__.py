"""Fustella: lists of game components in, sheets that a home printer prints right out."""

__version__ = "0.1.0"
