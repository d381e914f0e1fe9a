"""processes: limits, steps, workers, and the problems for which a process ends."""
