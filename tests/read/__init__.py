"""Reading: YAML into a resolved game."""
