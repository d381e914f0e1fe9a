"""YAML files into nodes with lines: the only place that meets PyYAML.

Stricter than YAML 1.1 on purpose: `no` and `on` are words, `12:30` is a word, `010` is a word, a
key that stands twice is a fault, and anchors, aliases and tags are not part of the language.
"""

import re
from pathlib import Path

import yaml

from generator.problems import Place, Problem, ProblemsFound
from generator.read.nodes import Mapping, Sequence

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_YAML_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = ("str", "int", "float", "bool", "null", "timestamp", "merge", "value")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def load(path: Path, name: str) -> Mapping:
    """The mapping in a YAML file; `name` is how the designer knows the file.

    Raises ProblemsFound: E100 unreadable, E101 broken YAML, E102 not UTF-8, E103 a tab, E105 a
    duplicate key, E108 empty, E120 an anchor, alias or tag, E104 not a mapping.
    """
    text = _text_of(path, name)
    root = _compose(text, name)
    if root is None or (isinstance(root, yaml.ScalarNode) and not (root.value or root.style)):
        raise ProblemsFound(
            [Problem("E108", Place(name), "the file is empty", "write its content or delete it")]
        )
    builder = _Builder(name)
    value = builder.build(root)
    if not isinstance(value, Mapping):
        place = Place(name, root.start_mark.line + 1)
        builder.problems.append(
            Problem("E104", place, "expected keys with values", "begin with a line like `kind: …`")
        )
    if builder.problems or not isinstance(value, Mapping):
        raise ProblemsFound(builder.problems)
    return value


def _text_of(path: Path, name: str) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        hint = "check its name and that you may read it"
        problem = Problem("E100", Place(name), f"cannot be read: {error.strerror}", hint)
        raise ProblemsFound([problem]) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x} is no character"
        hint = "save the file as UTF-8 in your editor"
        raise ProblemsFound([Problem("E102", Place(name, line), message, hint)]) from None


def _compose(text: str, name: str) -> yaml.Node | None:
    loader = _Loader(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        raise ProblemsFound([_broken(error, text, name)]) from None
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        message = "a character that YAML does not allow"
        hint = "delete the invisible character on this line"
        raise ProblemsFound([Problem("E101", Place(name, line), message, hint)]) from None
    finally:
        loader.dispose()
    return node


def _broken(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    if "end of stream" in str(error.problem):  # what was opened is nearer to the fault
        mark = error.context_mark or mark
    line = mark.line + 1 if mark else 0
    lines = text.splitlines()
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in shown[: len(shown) - len(shown.lstrip())] or "'\\t'" in str(error.problem):
        hint = "use spaces to indent; most editors can turn tabs into spaces"
        return Problem("E103", Place(name, line), "a tab where YAML wants spaces", hint)
    message = f"broken YAML: {error.problem or error.context}"
    if "alias" in message:
        hint = "a value that begins with * must stand in quotes"
    else:
        hint = "look for a missing quote, bracket, colon or indent on this line or the one before"
    return Problem("E101", Place(name, line), message, hint)


def _has_tag(node: yaml.Node) -> bool:
    """Whether a tag was typed; PyYAML gives one to every node, so only an unusual one shows."""
    tag = node.tag.removeprefix(_YAML_TAG)
    if not isinstance(node, yaml.ScalarNode):
        return tag not in ("map", "seq")
    if node.style:
        return tag != "str"
    text = str(node.value)
    usual_word = tag != "str" or not (text in _WORDS or _INTEGER.fullmatch(text))
    return tag not in _PLAIN_TAGS or not usual_word


class _Builder:
    """Turns PyYAML's nodes into ours and notes what the content language does not have."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._seen: set[int] = set()

    def build(self, node: yaml.Node, line: int = 0) -> object:
        """The value of one node. `line` is where its key stands, if it has one."""
        if id(node) in self._seen:
            # PyYAML puts what the alias stands for in its place, with the place of that.
            place = Place(self.file, line or node.start_mark.line + 1)
            message = "an alias (`*name`) is not part of the language"
            hint = "write the value again, or say it once for the whole list"
            self.problems.append(Problem("E120", place, message, hint))
            return None
        self._seen.add(id(node))
        if _has_tag(node):
            hint = "put a value that begins with ! in quotes"
            tag = node.tag.replace(_YAML_TAG, "!!")
            self._report("E120", node, f"a tag (`{tag}`) is not part of the language", hint)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node)
        assert isinstance(node, yaml.ScalarNode)
        return self._scalar(node)

    def _mapping(self, node: yaml.MappingNode) -> Mapping:
        result = Mapping(node.start_mark.line + 1)
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._report("E104", key_node, "a key must be a word", "put it in quotes")
                continue
            key = str(key_node.value)
            if key in result:
                hint = f"it stands in line {result.lines[key]} already: keep one of them"
                self._report("E105", key_node, f"the key `{key}` stands twice", hint, key)
            line = key_node.start_mark.line + 1
            result.put(key, self.build(value_node, line), line)
        return result

    def _sequence(self, node: yaml.SequenceNode) -> Sequence:
        result = Sequence(node.start_mark.line + 1)
        for entry in node.value:
            result.add(self.build(entry), entry.start_mark.line + 1)
        return result

    def _scalar(self, node: yaml.ScalarNode) -> object:
        text = str(node.value)
        if node.style:  # quoted or a block; the C and the Python loader say "plain" differently
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _DECIMAL.fullmatch(text) else text

    def _report(self, code: str, node: yaml.Node, message: str, hint: str, key: str = "") -> None:
        place = Place(self.file, node.start_mark.line + 1, key)
        self.problems.append(Problem(code, place, message, hint))
