"""Files for other machines: cut paths for cutters."""
