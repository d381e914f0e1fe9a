"""A face as a resolved tree of nodes: groups, paths, texts and pictures (`model`, `resolve`)."""
