"""What every project has without copying it: papers, sizes, stocks, templates of covers and boxes.

`products/` has what shops sell, for `fustella export`; a project may have its own table of them.

A project's own file goes first: an entry of its content/papers.yaml replaces the one of that name
here, and a template in its templates/_shared/ the template of that name.
"""
