"""Joins the modules of a page to one script, and its style sheets to one.

Each file is small and has one subject; a page that loads each by itself asks seventy times, and
paints later.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"

_IMPORT = re.compile(r'import \{ ([\w$ ,]+) \} from "\./([\w-]+\.js)";')
_EXPORT = re.compile(r"export (?=(?:const|class|(?:async )?function) ([\w$]+))")
_STYLE = re.compile(r'@import "\./([\w-]+\.css)";')
_OTHER = re.compile(r"\s*(?:import(?!\.meta)|export|@import)\b|.*\bimport\s*\(")

Names = dict[str, list[str]]


class NotJoined(Exception):
    """A file says something that the joining of files does not know. Its text names file and line.

    The files are the tool's own, so a test meets it, and no user.
    """


@cache
def page_files() -> Mapping[str, bytes]:
    """The files of the page and of the start page by their names, as they are served."""
    files = {path.name: path.read_text(encoding="utf-8") for path in STATIC.iterdir()}
    served = {name: text for name, text in files.items() if name.endswith((".html", ".svg"))}
    served |= {name: joined_script(name, files) for name in ("main.js", "start.js")}
    served |= {name: joined_style(name, files) for name in ("page.css", "start.css")}
    return {name: text.encode() for name, text in served.items()}


def joined_script(entry: str, files: Mapping[str, str]) -> str:
    """One script with all modules that `entry` imports, each after those that it imports itself.

    A module is a function of its own, so its names remain its own. What it exports stands in the
    table `modules` under its name, which the script exports. Imports are read from there; so no
    module can import one that imports it, and what is exported may not change its value.

    Raises:
        NotJoined: An import or an export has another form than `import { a, b as c } from "./x.js"`
            and `export const a`, `function`, `async function` or `class`, in a line that begins
            with it; a module or a name is not there; modules import each other.
    """
    exported: Names = {}
    parts: list[str] = []
    _add_module(entry, files, exported, (), parts)
    return f"export const modules = {{}};\n{''.join(parts)}"


def joined_style(entry: str, files: Mapping[str, str]) -> str:
    """One style sheet: `entry` with the sheets in the places of its lines `@import "./x.css";`.

    Raises:
        NotJoined: An import has another form, or names a sheet that is not there.
    """
    lines: list[str] = []
    for number, line in enumerate(files[entry].splitlines(), 1):
        found = _STYLE.fullmatch(line)
        if found is None:
            _refuse_other(line, entry, number)
            lines.append(line)
        elif found[1] not in files:
            raise NotJoined(f"{entry}:{number}: there is no {found[1]}")
        else:
            lines.append(joined_style(found[1], files))
    return "\n".join(lines)


def _add_module(
    name: str, files: Mapping[str, str], exported: Names, within: tuple[str, ...], parts: list[str]
) -> None:
    exported[name] = own = []
    lines: list[str] = []
    for number, line in enumerate(files[name].splitlines(), 1):
        if imported := _IMPORT.fullmatch(line):
            names, other = imported.groups()
            if other not in files or other in (name, *within):
                raise NotJoined(f"{name}:{number}: {other} is not there, or imports {name}")
            if other not in exported:
                _add_module(other, files, exported, (*within, name), parts)
            pairs = [one.strip().split(" as ") for one in names.split(",")]
            if missing := [one[0] for one in pairs if one[0] not in exported[other]]:
                raise NotJoined(f"{name}:{number}: {other} exports no {', '.join(missing)}")
            taken = ", ".join(": ".join(pair) for pair in pairs)
            lines.append(f'const {{ {taken} }} = modules["{other}"];')
        elif found := _EXPORT.match(line):
            own.append(found[1])
            lines.append(line[found.end() :])
        else:
            _refuse_other(line, name, number)
            lines.append(line)
    body = "\n".join(lines)
    given = f"return {{ {', '.join(own)} }};"
    parts.append(f'modules["{name}"] = (() => {{\n{body}\n{given}\n}})();\n')


def _refuse_other(line: str, name: str, number: int) -> None:
    if _OTHER.match(line):
        raise NotJoined(f"{name}:{number}: {line.strip()[:60]}")
