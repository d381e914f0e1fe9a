"""Takes online sheets into the project; nothing else in the tool uses the network."""
