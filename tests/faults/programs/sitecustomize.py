"""Loaded by each program that a command starts in a storm: it counts with the others."""

from tests.faults.shared import join

join()
