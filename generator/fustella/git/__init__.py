"""Reads the git history of a project, and runs nothing that a repository names.

`revisions` has the commits of a project and the files in them; it is imported by name.
"""
