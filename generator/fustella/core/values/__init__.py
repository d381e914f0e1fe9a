"""values: what games, papers, claims and problems are, as frozen values."""
