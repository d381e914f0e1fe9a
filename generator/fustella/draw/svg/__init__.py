"""Reads the elements, attributes and paths of SVG, and writes its numbers."""
