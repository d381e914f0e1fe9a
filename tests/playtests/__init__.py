"""Played sessions: their files, what is kept of them, and how they are added up."""
