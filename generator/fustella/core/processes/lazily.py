"""Imports a name of a room's face when it is first used (PEP 562).

So `from fustella import draw` loads nothing, and `draw.Artist` loads the modules that draw. A face
lists its names as imports under `if TYPE_CHECKING:`, where type checkers see them. `lazily` reads
these lines, as SPEC 1 of scientific Python does with stubs, so that each name stands once.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

_IMPORT = re.compile(r"^    from (\S+) import (\([^)]*\)|.+)$", re.MULTILINE)


def lazily(package: str, file: str) -> Callable[[str], object]:
    """The `__getattr__` of the package whose `__init__.py` is `file`."""
    homes: dict[str, str] = {}

    def get(name: str) -> object:
        if not homes:
            for home, names in _IMPORT.findall(Path(file).read_text(encoding="utf-8")):
                homes.update(dict.fromkeys(re.findall(r"\w+", names), home))
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return get


def module_names(folders: Iterable[str]) -> tuple[str, ...]:
    """The names of the modules in the folders of a package, but for those with `_`, in order.

    None is loaded, nor `inspect`, which `pkgutil.iter_modules` needs.
    """
    names = (name for folder in folders for name in os.listdir(folder))  # noqa: PTH208
    return tuple(sorted(name[:-3] for name in names if name.endswith(".py") and name[0] != "_"))
