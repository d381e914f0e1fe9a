"""Renders Jinja templates: environment, functions that they call, and files that they use."""
