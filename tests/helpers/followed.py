"""Follows a hint to the letter, like a person who knows nothing else.

The words that a hint says to write are written at the place of the problem. A hint that leaves a
choice to the reader (`…`, "move it inwards") is prose, and is not followed.
"""

import re
from pathlib import Path
from typing import Any

from tests.conftest import Said
from tests.helpers import quick_yaml

_WRONG = re.compile(r"`([^`]+)`|\"([^\"]+)\"")
_INSIDE = re.compile(r"=\"([^\"]+)\"")
_MEANT = re.compile(r"did you mean `([^`]+)`\?.*")
_EITHER = re.compile(r"write (\{[^{}…]*\}) or (\{[^{}…]*\})")
_LINE = re.compile(r"write(?: it with (\d+) blanks before it)?: (.+)")
_VALUE = re.compile(
    r"write ((?:\"[^\"]*\"|\{[^…]*\}|\[[^…]*\]|[\w.+#:-]*[\w%])(?: - [\w.]+)?)"
    r"(?:$|, with (?:a point|# and in quotes)|, without quotes|; a text stands in quotes.*"
    r"|, or let `fustella check --fix` do it)"
)
_ONE_OF = re.compile(r"write (?:(true|drawn) or (false|whole)|([a-z]+:[\w-]+) or ([a-z]+:[\w-]+))")
_LIKE = re.compile(r"write a (?:number|length|name) like (-?[\w.:]+?\w)(?:[, ].*)?")
_BOUND = re.compile(r"write (-?[\d.]+(?:mm|pt|%)?) or (?:more|less)(?:; .*)?")
_OF_KIND = re.compile(
    r"(?:add it to|write) (?:(?:`([\w-]+)`|the kind) in game\.yaml: )?`((?:fields|layout): .*?)`"
)
_COLUMNS = re.compile(r"write in ([\w.]+)(?: what it is)?: `(columns: [^`]+)`")
_OF_A_SIDE = re.compile(r"write it under the side that it is for: \{(\w+): \{([\w?]+): …\}\}")
_TAG = re.compile(r"write (\{([{%]).*[%}]\})")
_NO_TAG = re.compile(r"there is no tag `\{% (\w+) %\}`")
_OF_KEY = re.compile(r"write ([\w?]+: \S+), without quotes")
_PLAIN = r"\"[^\"\n]*\"|'[^'\n]*'|\[[^\]\n]*\]|\{[^}\n]*\}|[^,\]}#\n]+?(?=\s*(?:[,\]}]|\s#|$))"


def ways(said: Said) -> list[str]:
    """The corrections that a hint offers, each by itself; none for prose."""
    if _OF_KIND.search(said.hint) or _COLUMNS.search(said.hint):
        found = [match[2] for match in _OF_KIND.finditer(said.hint)]
        found += [match[1] for match in re.finditer(r"`(layout: [^`]+: false\}\})`", said.hint)]
        found += [match[2] for match in _COLUMNS.finditer(said.hint)]
        return [*dict.fromkeys(found)]
    if either := _EITHER.fullmatch(said.hint):
        return [f"write {way}" for way in either.groups()]
    if one_of := _ONE_OF.fullmatch(said.hint):
        return [f"write {way}" for way in one_of.groups() if way]
    for form in (_LIKE, _BOUND):
        if found := form.fullmatch(said.hint):
            return [f"write {found[1]}"]
    forms = (_MEANT, _LINE, _VALUE, _OF_A_SIDE, _OF_KEY)
    plain = any(form.fullmatch(said.hint) for form in forms) or said.hint == "put it in quotes"
    return [said.hint] if plain and not ("…" in said.hint and _LINE.fullmatch(said.hint)) else []


def follow(root: Path, said: Said, way: str) -> None:
    """Makes one correction of a hint. Fails if it does not fit the text at the place."""
    if f"`{way}` instead" in said.hint:
        path = root / said.file
        lines = _text(path).split("\n")
        typed = lines[said.line - 1]
        lines[said.line - 1] = typed[: len(typed) - len(typed.lstrip())] + way
        path.write_text("\n".join(lines), encoding="utf-8")
    elif way.startswith(("fields:", "layout:")):
        _add_to_kind(next(root.rglob("game.yaml")), said, way)
    elif way.startswith("columns:"):
        name = said.file.rpartition("/")[2]
        path = next(one for one in root.rglob("*.yaml") if f"pieces: {name}" in _text(one))
        path.write_text(f"{_text(path).rstrip()}\n{way}\n", encoding="utf-8")
    else:
        _write(root / said.file, said, way)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _add_to_kind(path: Path, said: Said, way: str) -> None:
    """Adds a key to a kind; values that it already has under that key stay."""
    named = re.search(r"`([\w-]+)` in game\.yaml", said.hint)
    text = _text(path)
    game = quick_yaml.load(text)
    kind = named[1] if named else next(iter(game["kinds"]))
    added = quick_yaml.load(way)
    if added.keys() & game["kinds"][kind].keys():
        _join(game["kinds"][kind], added)
        path.write_text(quick_yaml.dump(game), "utf-8")
        return
    flow = re.search(rf"(?m)^(  {kind}:)(\s*\n|\s*\{{)", text)
    assert flow, f"no kind {kind}"
    more = f" {{{way}, " if flow[2].strip() else f"\n    {way}\n"
    path.write_text(text[: flow.end(1)] + more + text[flow.end(2) :], encoding="utf-8")


def _join(values: dict[str, Any], added: dict[str, Any]) -> None:
    for key, value in added.items():
        if isinstance(value, dict) and isinstance(values.get(key), dict):
            _join(values[key], value)
        else:
            values[key] = value


def _write(path: Path, said: Said, way: str) -> None:
    lines = _text(path).split("\n")
    line = lines[said.line - 1]
    changed = _changed_line(line, said, way)
    assert changed != line, f"does not fit: {said}"
    lines[said.line - 1] = changed
    path.write_text("\n".join(lines), encoding="utf-8")


def _changed_line(line: str, said: Said, way: str) -> str:
    key = re.sub(r"\[[^\]]*\]$", "", said.key).rpartition(".")[2] or said.key
    if found := _MEANT.fullmatch(way):
        meant = found[1].rstrip(":")
        wrong = [(one or other).strip("{% }") for one, other in _WRONG.findall(said.message)]
        wrong = [word for one in wrong for word in (*_INSIDE.findall(one), one)]
        # A value stands behind its key, which may be the same word.
        begin = line.find(f"{key}:") + len(key) + 1 if "found" in said.message else 0
        for word in filter(None, (*wrong, key)):
            last = word.rpartition(".")[2]
            for one, new in ((word, meant), (last, meant.rpartition(".")[2])):
                pattern = re.compile(rf"(?<![\w-]){re.escape(one)}(?![\w-])")
                if (match := pattern.search(line, begin)) is not None:
                    return line[: match.start()] + new + line[match.end() :]
        return line
    if found := _TAG.fullmatch(way):
        wrong = _NO_TAG.match(said.message)
        inside = r"\{%(?:(?!%\}).)*\{\{.*?%\}" if found[2] == "%" else r"\{\{.*?\{\{.*\}\}"
        pattern = rf"\{{%\s*{wrong[1]}\b.*?%\}}" if wrong else inside
        return re.sub(pattern, lambda _: found[1], line, count=1)
    if found := _OF_A_SIDE.fullmatch(way):
        pattern = rf"\b{re.escape(found[2])}:\s*({_balanced_pattern(line, found[2])})"
        return re.sub(pattern, rf"{found[1]}: {{{found[2]}: \1}}", line, count=1)
    if found := _OF_KEY.fullmatch(way):
        return re.sub(rf"\b{key}\??:\s*(?:{_PLAIN})", lambda _: found[1], line, count=1)
    if (found := _LINE.fullmatch(way)) and said.key:
        typed = re.search(r"`(.+)`$", said.message)
        assert typed
        parts = r"\s*,\s*".join(map(re.escape, re.split(r",\s*", typed[1])))
        return re.sub(rf"{re.escape(said.key)}:\s*{parts}", lambda _: found[2], line, count=1)
    if found:
        indent = int(found[1]) if found[1] else len(line) - len(line.lstrip())
        return " " * indent + found[2]
    new = found[1] if (found := _VALUE.fullmatch(way)) else ""
    for pattern in (rf"(\b{re.escape(key)}\??:\s*)({_PLAIN})", rf"(^\s*-\s+)({_PLAIN})"):
        if (match := re.search(pattern, line)) is not None:
            value = new or f'"{match[2].strip()}"'
            if (
                parted := re.search(r"`([^`]+)`$", said.message)
                if "comma" in said.message
                else None
            ):
                cut = r"\s*,\s*".join(map(re.escape, re.split(r",\s*", parted[1])))
                return re.sub(cut, value, line, count=1)
            return line[: match.end(1)] + value + line[match.end(2) :]
    return line


def _balanced_pattern(line: str, key: str) -> str:
    """The pattern of the value of a key, with the brackets in it."""
    at = line.index(f"{key}:") + len(key) + 1
    value, depth = "", 0
    for letter in line[at:].lstrip():
        depth += (letter in "{[") - (letter in "}]")
        if depth < 0 or (letter == "," and not depth):
            break
        value += letter
    return re.escape(value.strip())
