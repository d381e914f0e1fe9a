"""Reads a project, and writes, stores and seals files."""
