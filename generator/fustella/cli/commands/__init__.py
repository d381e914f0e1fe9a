"""The commands: what each takes and how its help reads, in a module of its name or in `small`."""
