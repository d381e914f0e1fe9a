"""files: reading a project, and writing, keeping and sealing files."""
