"""Holds the files that all projects share: papers, sizes, stocks, templates of covers and boxes.

`products/` has the products of shops, for `fustella export`, and `rails/` what lies on the track
tiles of railway games, by their numbers, for `fustella import`. A project's own file takes
precedence: an entry of its content/papers.yaml replaces the entry of that name here, and a template
in its templates/_shared/ the template of that name.
"""
