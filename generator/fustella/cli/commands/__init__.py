"""Declares the commands, with their options and help: each in its own module, or in `small`."""
