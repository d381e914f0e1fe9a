"""Computes points, outlines, paths of blades and of SVG, in millimetres."""
