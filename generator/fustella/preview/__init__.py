"""The live gallery in the browser: a page that the designer's own machine serves."""
