"""Loads the programs that make pages of the documentation, docs/make_….py, from no package."""

import importlib.util
from types import ModuleType

from tests.helpers.sharing import ROOT


def maker(name: str) -> ModuleType:
    """The module docs/NAME.py."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
