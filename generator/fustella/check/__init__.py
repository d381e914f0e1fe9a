"""Claims against the box and the document; one file for each kind of check."""
