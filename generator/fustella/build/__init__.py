"""The pipeline and its record: from content to files in the output folder."""
