"""SVG: elements, attributes, path data, and the few texts that are written into it."""
