"""Docstrings of the package describe: `The …`, `Whether …`, `Yields …`, `Writes …`."""

import ast
import re

from tests.test_architecture import MODULES, PACKAGE


def docstrings():
    """Yields each docstring with its place, and whether it is a module's; pages have titles."""
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = "" if isinstance(node, ast.Module) else f" {node.name}"
                if text := ast.get_docstring(node):
                    is_page = path.parent.name in ("kinds", "lint")
                    of_module = isinstance(node, ast.Module) and not is_page
                    yield f"{path.relative_to(PACKAGE)}{name}", text, of_module


def imperative_of(verb):
    """The imperative of a verb in the third person: `write` of `writes`, `carry` of `carries`."""
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return re.sub(r"(?<=ss|sh|ch)es$|s$", "", verb)


def test_no_docstring_begins_with_an_imperative():
    every = list(docstrings())
    verbs = {text.split()[0] for _, text, of_module in every if of_module}
    imperatives = {imperative_of(verb) for verb in verbs if re.fullmatch(r"[A-Z][a-z]+s", verb)}
    imperatives |= {"Add", "Raise", "Report", "Return", "Yield"}
    assert {"Draw", "Find", "Make", "Read", "Write"} <= imperatives
    assert [name for name, text, _ in every if text.split()[0].rstrip(",") in imperatives] == []
