"""Jinja templates: their environment, the functions they call, and the files they depend on."""
