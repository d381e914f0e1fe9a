"""Beginnings: a small complete project for a new game, and ready faces to be changed by hand."""

from fustella.start.new import STARTS, Begun, begin

__all__ = ["STARTS", "Begun", "begin"]
