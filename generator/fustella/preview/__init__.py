"""Serves the live gallery, a page in the browser, from the designer's own machine."""
