"""Defines games, papers, claims, problems and options, as frozen values."""
