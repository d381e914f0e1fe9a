"""The formats that are imported, each a module found by its name; those with `_` are their parts.

A module has `ABOUT`, how its program is called; `likeness`, how much a source looks like it, from 0
to 1, by what is in it and not by endings; and `take`, which reads it.
"""

import pkgutil


def format_names() -> tuple[str, ...]:
    """The names of all formats; none of their modules is loaded."""
    names = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))
