"""Handles texts, letters, numbers and patterns in the languages of the tool."""
