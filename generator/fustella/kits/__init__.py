"""Printed copies of a game: what they lack, what goes out and comes in, and what was recorded."""
