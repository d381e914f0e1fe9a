"""Resolves a face into a tree of nodes: groups, paths, texts and pictures (`model`, `resolve`)."""
