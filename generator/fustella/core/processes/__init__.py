"""processes: limits, steps, workers, and what ends a process."""
