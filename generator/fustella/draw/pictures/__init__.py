"""Reads pictures of a game's `art/` for templates, and makes them part of a PDF."""
