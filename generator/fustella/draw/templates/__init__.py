"""Jinja templates: their environment, what they may call, and which files they draw with."""
