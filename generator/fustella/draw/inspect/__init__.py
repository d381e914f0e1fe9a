"""Inspects finished faces: their faults, their metadata, and where their texts lie."""
