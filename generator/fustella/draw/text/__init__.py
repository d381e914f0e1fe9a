"""Texts: wrapped, shrunk, measured and typeset."""
