"""SVG: elements, attributes and paths as they are read, numbers as they are written."""
