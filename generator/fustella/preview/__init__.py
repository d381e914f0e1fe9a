"""The live gallery in the browser: a page served from the machine itself."""
