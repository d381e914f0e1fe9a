"""The ground: values, geometry, words and files. Nothing but the standard library."""
