"""The formats that are imported, each a module found by its name; those with `_` are their parts.

A module has `ABOUT`, how its program is called; `likeness`, how much a source looks like it, from 0
to 1, by what is in it and not by endings; and `take`, which reads it. `USES` has the options of the
command that it needs, where it needs some.
"""

from fustella.core.processes.lazily import module_names


def format_names() -> tuple[str, ...]:
    """The names of all formats; none of their modules is loaded."""
    return module_names(__path__)
