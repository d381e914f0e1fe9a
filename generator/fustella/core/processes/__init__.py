"""processes: limits, steps, workers, and the problems that make a process end."""
