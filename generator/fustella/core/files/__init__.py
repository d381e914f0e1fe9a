"""files: what of a project is read, and how files are written, kept and sealed."""
