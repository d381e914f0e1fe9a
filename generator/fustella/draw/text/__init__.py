"""Texts: parsed, measured, fitted and typeset."""
